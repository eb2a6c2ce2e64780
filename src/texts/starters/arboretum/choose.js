  const card = state.hand[0];
  // Draw from the deck (0). If it is empty, draw from the bot's own discard pile (1) or from the opponent's (2).
  if (state.subTurn < 2) return state.deck > 0 ? 0 : state.discard.length > 0 ? 1 : 2;
  // Discard.
  if (state.subTurn === 3) return card;
  // Play the card at the end of a row that begins at (0, 0).
  const placed = Object.values(state.playArea).flatMap((column) => Object.values(column)).length;
  return { card, coord: [placed, 0] };
