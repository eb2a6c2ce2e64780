    /* Choose the first free square. The squares are numbered 0 to 8, and each one is written as "-", "O" or "X".
     * The bot's own token is the letter after `"token":"` in the state. */
    int square = 0;
    for (const char *mark = after(state, "\"gameState\":["); *mark && *mark != '-'; mark++) {
        square += *mark == 'O' || *mark == 'X';
    }
    snprintf(move, size, "%d", square);
