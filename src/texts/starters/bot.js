// A bot for @TITLE@. It reads one message per line, and writes one reply per line.

// Returns the move for a state in which it is this bot's turn. Replace this function with a better one.
function choose(state) {
@CHOOSE@
}

const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const { state, messageID } = JSON.parse(line);
  // NEWGAME, ENDGAME and the turns of the opponent need a reply too, but the move in this reply is ignored.
  const move = state.activeTurn ? choose(state) : null;
  // Debug output belongs on standard error: use console.error.
  process.stdout.write(JSON.stringify({ move, messageID }) + "\n");
});
