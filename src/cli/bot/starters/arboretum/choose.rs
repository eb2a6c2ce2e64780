    let sub_turn = after(state, "\"subTurn\":").chars().next();
    if sub_turn < Some('2') {
        // Draw from the deck (0). If it is empty, draw from the bot's own discard pile (1) or from the opponent's (2).
        let piles = [!state.contains("\"deck\":0,"), !state.contains("\"discard\":[]"), true];
        return piles.iter().position(|has_cards| *has_cards).unwrap_or(0).to_string();
    }
    let card = after(state, "\"hand\":[").split(']').next().unwrap_or("").to_owned() + "]";
    if sub_turn == Some('3') {
        return card; // Discard.
    }
    // Play the card at the end of a row that begins at (0, 0). Each card in the area has one `[`.
    let area = after(state, "\"playArea\":").split("\"opponentPlayArea\"").next().unwrap_or("");
    let placed = area.matches('[').count();
    format!("{{\"card\":{card},\"coord\":[{placed},0]}}")
