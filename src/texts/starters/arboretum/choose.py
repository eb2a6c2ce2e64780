    card = state["hand"][0]
    if state["subTurn"] < 2:
        # Draw from the deck (0). If it is empty, draw from the bot's own discard pile (1) or from the opponent's (2).
        return 0 if state["deck"] > 0 else 1 if state["discard"] else 2
    if state["subTurn"] == 3:
        return card  # Discard.
    # Play the card at the end of a row that begins at (0, 0).
    placed = sum(len(column) for column in state["playArea"].values())
    return {"card": card, "coord": [placed, 0]}
