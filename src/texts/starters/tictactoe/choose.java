        // Choose the first free square. The squares are numbered 0 to 8, and each one is written as "-", "O" or "X".
        // The bot's own token is the letter after `"token":"` in the state.
        String squares = after(state, "\"gameState\":[").split("]")[0].replaceAll("[^-OX]", "");
        return String.valueOf(squares.indexOf('-'));
