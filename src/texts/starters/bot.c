/* A bot for @TITLE@. It reads one message per line, and writes one reply per line.
 * It searches the text of a message for values. A larger bot should use a JSON library. */

#include <stdio.h>
#include <string.h>

/* Returns the text after the first occurrence of a key. */
static const char *after(const char *text, const char *key) {
    const char *found = strstr(text, key);
    return found ? found + strlen(key) : "";
}

/* Writes the move to make on this bot's turn, as JSON. Replace this function with a better one. */
static void choose(const char *state, char *move, size_t size) {
@CHOOSE tictactoe@
    /* Choose the first free square. The squares are numbered 0 to 8, and each one is written as "-", "O" or "X".
     * The bot's own token is the letter after `"token":"` in the state. */
    int square = 0;
    for (const char *mark = after(state, "\"gameState\":["); *mark && *mark != '-'; mark++) {
        square += *mark == 'O' || *mark == 'X';
    }
    snprintf(move, size, "%d", square);
@CHOOSE arboretum@
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
        /* Play the card at the end of a row that begins at (0, 0). Each card in the area contains one `[`. */
        const char *end = strstr(state, "\"opponentPlayArea\"");
        int placed = 0;
        for (const char *at = after(state, "\"playArea\":"); at < end; at++) {
            placed += *at == '[';
        }
        snprintf(move, size, "{\"card\":%.*s,\"coord\":[%d,0]}", length, card, placed);
    }
@CHOOSE other@
    (void)state;
    snprintf(move, size, "\"RANDOM\"");
@END@
}

int main(void) {
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin)) {
        char move[64] = "null";
        /* NEWGAME, ENDGAME and the opponent's turns also need a reply, but the move in that reply is ignored. */
        if (strstr(line, "\"activeTurn\":true")) {
            choose(line, move, sizeof move);
        }
        /* Debug output belongs on stderr. */
        printf("{\"move\":%s,\"messageID\":\"%.36s\"}\n", move, after(line, "\"messageID\":\""));
        fflush(stdout);
    }
    return 0;
}
