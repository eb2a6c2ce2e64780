"""A bot for @TITLE@. It reads one message per line, and writes one reply per line."""

import json
import sys


def choose(state):
    """Returns the move for a state in which it is this bot's turn. Replace this function with a better one."""
@CHOOSE@


for line in sys.stdin:
    message = json.loads(line)
    state = message["state"]
    # NEWGAME, ENDGAME and the turns of the opponent need a reply too, but the move in this reply is ignored.
    move = choose(state) if state.get("activeTurn") else None
    # Without `flush`, the reply would wait in a buffer. Debug output belongs on standard error.
    print(json.dumps({"move": move, "messageID": message["messageID"]}), flush=True)
