"""A bot for @TITLE@. It reads one message per line, and writes one reply per line."""

import json
import sys


def choose(state):
    """Returns the move to make on this bot's turn. Replace this function with a better one."""
@CHOOSE tictactoe@
    # Choose the first free square. The squares are numbered 0 to 8, and each one is "-", "O" or "X".
    # The bot's own token is state["token"].
    return state["gameState"].index("-")
@CHOOSE arboretum@
    card = state["hand"][0]
    if state["subTurn"] < 2:
        # Draw from the deck (0). If it is empty, draw from the bot's own discard pile (1) or from the opponent's (2).
        return 0 if state["deck"] > 0 else 1 if state["discard"] else 2
    if state["subTurn"] == 3:
        return card  # Discard.
    # Play the card at the end of a row that begins at (0, 0).
    placed = sum(len(column) for column in state["playArea"].values())
    return {"card": card, "coord": [placed, 0]}
@CHOOSE other@
    return "RANDOM"
@END@


for line in sys.stdin:
    message = json.loads(line)
    state = message["state"]
    # NEWGAME, ENDGAME and the opponent's turns also need a reply, but the move in that reply is ignored.
    move = choose(state) if state.get("activeTurn") else None
    # Without `flush`, the reply would wait in a buffer. Debug output belongs on standard error.
    print(json.dumps({"move": move, "messageID": message["messageID"]}), flush=True)
