// Harness for `clowder grade --command 'node harness.js'`.
//
// The program reads one question per line and writes one answer per line. It must not end before its standard input
// ends. Anything your solution prints goes to standard error.
//
// Replace the body of each function with a call to your solution.
"use strict";

const readline = require("node:readline");

// Only answers belong on standard output, so the solution prints to standard error. Load it below.
const writeAnswer = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);

/** Marks a function that is not written yet. Its cases fail, but all other cases are still graded. */
function todo(name) {
  throw new Error(`${name} is not implemented`);
}

/** Returns the letters of a board of Penguins Pool Party: rows(board)[y][x]. */
function rows(board) {
  return [0, 5, 10, 15].map((start) => [...board.slice(start, start + 5)]);
}

/** Returns the four hexagons of an ice block as [x, y]. The first one is its origin. */
function hexagons(ice) {
  return ice.hexes.map(([x, y]) => [x, y]);
}

/** Returns an ice block as an answer. */
function iceBlock(id, rotation, hexagons) {
  return { id, rotation, hexes: hexagons };
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
lines.on("line", (line) => writeAnswer(JSON.stringify(reply(JSON.parse(line))) + "\n"));
