    // Choose the first free square. The squares are numbered 0 to 8, and each one is written as "-", "O" or "X".
    // The bot's own token is the letter after `"token":"` in the state.
    let squares = after(state, "\"gameState\":[").split(']').next().unwrap_or("");
    let mut marks = squares.chars().filter(|mark| "-OX".contains(*mark));
    marks.position(|mark| mark == '-').unwrap_or(0).to_string()
