        char subTurn = after(state, "\"subTurn\":").charAt(0);
        if (subTurn < '2') {
            // Draw from the deck (0). If it is empty, draw from the bot's own discard pile (1) or from the opponent's (2).
            return !state.contains("\"deck\":0,") ? "0" : !state.contains("\"discard\":[]") ? "1" : "2";
        }
        String card = after(state, "\"hand\":[").split("]")[0] + "]";
        if (subTurn == '3') {
            return card; // Discard.
        }
        // Play the card at the end of a row that begins at (0, 0). Each card in the area has one `[`.
        String area = after(state, "\"playArea\":").split("\"opponentPlayArea\"")[0];
        long placed = area.chars().filter(letter -> letter == '[').count();
        return "{\"card\":" + card + ",\"coord\":[" + placed + ",0]}";
