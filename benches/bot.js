// The smallest bot: the first free square of tic-tac-toe, a random move of anything else.
const lines = require('node:readline').createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const { state, messageID } = JSON.parse(line);
  const move = state.gameState ? state.gameState.indexOf('-') : 'RANDOM';
  process.stdout.write(JSON.stringify({ move, messageID }) + '\n');
});
