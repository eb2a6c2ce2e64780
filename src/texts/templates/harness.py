#!/usr/bin/env python3
"""Harness for `clowder grade --command 'python3 harness.py'`.

The program reads one question per line and writes one answer per line. It must
not end before its standard input ends, and it must flush after each answer.
Anything your solution prints goes to standard error.

Replace the body of each function with a call to your solution.
"""

import json
import os
import traceback

# Only the harness reads questions and writes answers: the solution prints to standard error and gets no input.
questions = os.fdopen(os.dup(0), encoding="utf-8")
answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
os.dup2(2, 1)

# Import your solution here.


def todo(name):
    """Marks a function that is not written yet. Its cases fail, but all other cases are still graded."""
    raise NotImplementedError(f"{name} is not implemented")


def rows(board):
    """Returns the letters of a board of Penguins Pool Party: rows(board)[y][x]."""
    return [list(board[start:start + 5]) for start in range(0, 20, 5)]


def hexagons(ice):
    """Returns the four hexagons of an ice block as (x, y). The first one is its origin."""
    return [tuple(hexagon) for hexagon in ice["hexes"]]


def ice_block(id, rotation, hexagons):
    """Returns an ice block as an answer."""
    return {"id": id, "rotation": rotation, "hexes": [list(hexagon) for hexagon in hexagons]}


@EACH@
def @FUNCTION@(@PARAMETERS@):
    """@ABOUT@"""
    todo("@FUNCTION@")


@END@

FUNCTIONS = {
@EACH@
    "@SUITE@": lambda request: @FUNCTION@(@ARGUMENTS@),
@END@
}


def reply(request):
    """Returns the answer to one question. After an exception, only this case fails."""
    try:
        answer = FUNCTIONS[request["suite"]](request)
        return {"id": request["id"], "answer": answer}
    except Exception as error:  # The harness must survive every exception.
        traceback.print_exc(limit=8)
        return {"id": request["id"], "error": f"{type(error).__name__}: {error}"}


def main():
    for line in questions:
        # Without `flush`, the answer stays in a buffer and the case times out.
        print(json.dumps(reply(json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
