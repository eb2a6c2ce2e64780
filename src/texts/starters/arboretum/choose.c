    char sub_turn = *after(state, "\"subTurn\":");
    const char *card = after(state, "\"hand\":[");
    int length = (int)strcspn(card, "]") + 1;
    if (sub_turn < '2') {
        /* Draw from the deck (0). If it is empty, draw from the bot's own discard pile (1) or from the opponent's (2). */
        int pile = !strstr(state, "\"deck\":0,") ? 0 : !strstr(state, "\"discard\":[]") ? 1 : 2;
        snprintf(move, size, "%d", pile);
    } else if (sub_turn == '3') {
        snprintf(move, size, "%.*s", length, card); /* Discard. */
    } else {
        /* Play the card at the end of a row that begins at (0, 0). Each card in the area has one `[`. */
        const char *end = strstr(state, "\"opponentPlayArea\"");
        int placed = 0;
        for (const char *at = after(state, "\"playArea\":"); at < end; at++) {
            placed += *at == '[';
        }
        snprintf(move, size, "{\"card\":%.*s,\"coord\":[%d,0]}", length, card, placed);
    }
