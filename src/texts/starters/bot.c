/* A bot for @TITLE@. It reads one message per line, and writes one reply per line.
 * It finds the values in the text of a message. A larger bot should use a JSON library. */

#include <stdio.h>
#include <string.h>

/* Returns the text after the first occurrence of a key. */
static const char *after(const char *text, const char *key) {
    const char *found = strstr(text, key);
    return found ? found + strlen(key) : "";
}

/* Writes the JSON of the move for a state in which it is this bot's turn. Replace this function with a better one. */
static void choose(const char *state, char *move, size_t size) {
@CHOOSE@
}

int main(void) {
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin)) {
        char move[64] = "null";
        /* NEWGAME, ENDGAME and the turns of the opponent need a reply too, but the move in this reply is ignored. */
        if (strstr(line, "\"activeTurn\":true")) {
            choose(line, move, sizeof move);
        }
        /* Debug output belongs on stderr. */
        printf("{\"move\":%s,\"messageID\":\"%.36s\"}\n", move, after(line, "\"messageID\":\""));
        fflush(stdout);
    }
    return 0;
}
