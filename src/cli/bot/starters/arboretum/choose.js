  const card = state.hand[0];
  // Draw from the deck. 1 is the own discard pile, and 2 is the opponent's.
  if (state.subTurn < 2) return 0;
  // Discard.
  if (state.subTurn === 3) return card;
  // Play the card at the end of a row that begins at (0, 0).
  const placed = Object.values(state.playArea).flatMap((column) => Object.values(column)).length;
  return { card, coord: [placed, 0] };
