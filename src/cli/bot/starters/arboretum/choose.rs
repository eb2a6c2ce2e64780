    let sub_turn = after(state, "\"subTurn\":").chars().next();
    if sub_turn < Some('2') {
        return "0".to_owned(); // Draw from the deck. 1 is the own discard pile, and 2 is the opponent's.
    }
    let card = after(state, "\"hand\":[").split(']').next().unwrap_or("").to_owned() + "]";
    if sub_turn == Some('3') {
        return card; // Discard.
    }
    // Play the card at the end of a row that begins at (0, 0). Each card in the area has one `[`.
    let area = after(state, "\"playArea\":").split("\"opponentPlayArea\"").next().unwrap_or("");
    let placed = area.matches('[').count();
    format!("{{\"card\":{card},\"coord\":[{placed},0]}}")
