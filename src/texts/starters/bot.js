// A bot for @TITLE@. It reads one message per line, and writes one reply per line.

// Returns the move to make on this bot's turn. Replace this function with a better one.
function choose(state) {
@CHOOSE tictactoe@
  // Choose the first free square. The squares are numbered 0 to 8, and each one is "-", "O" or "X".
  // The bot's own token is state.token.
  return state.gameState.indexOf("-");
@CHOOSE arboretum@
  const card = state.hand[0];
  // Draw from the deck (0). If it is empty, draw from the bot's own discard pile (1) or from the opponent's (2).
  if (state.subTurn < 2) return state.deck > 0 ? 0 : state.discard.length > 0 ? 1 : 2;
  // Discard.
  if (state.subTurn === 3) return card;
  // Play the card at the end of a row that begins at (0, 0).
  const placed = Object.values(state.playArea).flatMap((column) => Object.values(column)).length;
  return { card, coord: [placed, 0] };
@CHOOSE other@
  return "RANDOM";
@END@
}

const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const { state, messageID } = JSON.parse(line);
  // NEWGAME, ENDGAME and the opponent's turns also need a reply, but the move in that reply is ignored.
  const move = state.activeTurn ? choose(state) : null;
  // Debug output belongs on standard error: use console.error.
  process.stdout.write(JSON.stringify({ move, messageID }) + "\n");
});
