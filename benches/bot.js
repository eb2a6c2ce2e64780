// A minimal bot, which plays the first empty square in tic-tac-toe and a random move in any other game.
const lines = require('node:readline').createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const { state, messageID } = JSON.parse(line);
  const move = state.gameState ? state.gameState.indexOf('-') : 'RANDOM';
  process.stdout.write(JSON.stringify({ move, messageID }) + '\n');
});
