// A bot for @TITLE@. It reads one message per line, and writes one reply per line.
// It finds the values in the text of a message. A larger bot should use a JSON library.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class Bot {
    /** Returns the text after the first occurrence of a key. */
    static String after(String text, String key) {
        return text.substring(text.indexOf(key) + key.length());
    }

    /** Returns the JSON of the move for a state in which it is this bot's turn. Replace this function with a better one. */
    static String choose(String state) {
@CHOOSE@
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String id = after(line, "\"messageID\":\"").split("\"")[0];
            // NEWGAME, ENDGAME and the turns of the opponent need a reply too, but the move in this reply is ignored.
            String move = line.contains("\"activeTurn\":true") ? choose(line) : "null";
            // Debug output belongs on System.err.
            System.out.println("{\"move\":" + move + ",\"messageID\":\"" + id + "\"}");
            System.out.flush();
        }
    }
}
