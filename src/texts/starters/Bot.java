// A bot for @TITLE@. It reads one message per line, and writes one reply per line.
// It searches the text of a message for values. A larger bot should use a JSON library.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class Bot {
    /** Returns the text after the first occurrence of a key. */
    static String after(String text, String key) {
        return text.substring(text.indexOf(key) + key.length());
    }

    /** Returns the move to make on this bot's turn, as JSON. Replace this function with a better one. */
    static String choose(String state) {
@CHOOSE tictactoe@
        // Choose the first free square. The squares are numbered 0 to 8, and each one is written as "-", "O" or "X".
        // The bot's own token is the letter after `"token":"` in the state.
        String squares = after(state, "\"gameState\":[").split("]")[0].replaceAll("[^-OX]", "");
        return String.valueOf(squares.indexOf('-'));
@CHOOSE arboretum@
        char subTurn = after(state, "\"subTurn\":").charAt(0);
        if (subTurn < '2') {
            // Draw from the deck (0). If it is empty, draw from the bot's own discard pile (1) or from the opponent's (2).
            return !state.contains("\"deck\":0,") ? "0" : !state.contains("\"discard\":[]") ? "1" : "2";
        }
        String card = after(state, "\"hand\":[").split("]")[0] + "]";
        if (subTurn == '3') {
            return card; // Discard.
        }
        // Play the card at the end of a row that begins at (0, 0). Each card in the area contains one `[`.
        String area = after(state, "\"playArea\":").split("\"opponentPlayArea\"")[0];
        long placed = area.chars().filter(letter -> letter == '[').count();
        return "{\"card\":" + card + ",\"coord\":[" + placed + ",0]}";
@CHOOSE other@
        return "\"RANDOM\"";
@END@
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String id = after(line, "\"messageID\":\"").split("\"")[0];
            // NEWGAME, ENDGAME and the opponent's turns also need a reply, but the move in that reply is ignored.
            String move = line.contains("\"activeTurn\":true") ? choose(line) : "null";
            // Debug output belongs on System.err.
            System.out.println("{\"move\":" + move + ",\"messageID\":\"" + id + "\"}");
            System.out.flush();
        }
    }
}
