// Harness for `clowder grade --command 'node harness.js'`.
//
// The program reads one question per line and writes one answer per line. It must not end before its standard input
// ends. Write messages for debugging with `console.error`, not with `console.log`.
//
// Replace the body of each function with a call to your solution.
"use strict";

const readline = require("node:readline");

/** Marks a function that is not written yet. Its cases fail, but all other cases are still graded. */
function todo(name) {
  throw new Error(`${name} is not implemented`);
}

@EACH@
/** @ABOUT@ */
function @FUNCTION@(@PARAMETERS@) {
  todo("@FUNCTION@");
}

@END@

const FUNCTIONS = {
@EACH@
  "@SUITE@": (request) => @FUNCTION@(@ARGUMENTS@),
@END@
};

/** Returns the answer to one question. After an exception, only this case fails. */
function reply(request) {
  try {
    const answer = FUNCTIONS[request.suite](request);
    return { id: request.id, answer: answer === undefined ? null : answer };
  } catch (error) {
    return { id: request.id, error: String(error) };
  }
}

const lines = readline.createInterface({ input: process.stdin, crlfDelay: Infinity });
lines.on("line", (line) => process.stdout.write(JSON.stringify(reply(JSON.parse(line))) + "\n"));
