    # Choose the first free square. The squares are numbered 0 to 8, and each one is "-", "O" or "X".
    # The bot's own token is state["token"].
    return state["gameState"].index("-")
