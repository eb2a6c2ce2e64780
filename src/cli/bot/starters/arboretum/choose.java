        char subTurn = after(state, "\"subTurn\":").charAt(0);
        if (subTurn < '2') {
            return "0"; // Draw from the deck. 1 is the own discard pile, and 2 is the opponent's.
        }
        String card = after(state, "\"hand\":[").split("]")[0] + "]";
        if (subTurn == '3') {
            return card; // Discard.
        }
        // Play the card at the end of a row that begins at (0, 0). Each card in the area has one `[`.
        String area = after(state, "\"playArea\":").split("\"opponentPlayArea\"")[0];
        long placed = area.chars().filter(letter -> letter == '[').count();
        return "{\"card\":" + card + ",\"coord\":[" + placed + ",0]}";
