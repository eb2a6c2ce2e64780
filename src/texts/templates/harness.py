#!/usr/bin/env python3
"""Harness for `clowder grade --command 'python3 harness.py'`.

The program reads one question per line and writes one answer per line. It must
not end before its standard input ends, and it must flush after each answer.
Write messages for debugging to standard error, not to standard output.

Replace the body of each function with a call to your solution.
"""

import json
import sys
import traceback


def todo(name):
    """Marks a function that is not written yet. Its cases fail, but all other cases are still graded."""
    raise NotImplementedError(f"{name} is not implemented")


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
    for line in sys.stdin:
        # Without `flush`, the answer stays in a buffer and the case times out.
        print(json.dumps(reply(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
