  // Choose the first free square. The squares are numbered 0 to 8.
  return state.gameState.indexOf("-");
