    card = state["hand"][0]
    if state["subTurn"] < 2:
        return 0  # Draw from the deck. 1 is the own discard pile, and 2 is the opponent's.
    if state["subTurn"] == 3:
        return card  # Discard.
    # Play the card at the end of a row that begins at (0, 0).
    placed = sum(len(column) for column in state["playArea"].values())
    return {"card": card, "coord": [placed, 0]}
