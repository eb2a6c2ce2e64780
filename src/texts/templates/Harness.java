// Harness for `clowder grade --command 'java -cp out Harness'`. Compile it with `javac -d out Harness.java`.
//
// The program reads one question per line and writes one answer per line. It must not end before its standard input
// ends, and it must flush after each answer. Anything your solution prints goes to standard error.
//
// Replace the body of each method with a call to your solution. Compare strings with `equals`: `==` compares
// references, and two strings with the same characters can be different objects.

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public class Harness {
    /** Marks a method that is not written yet. Its cases fail, but all other cases are still graded. */
    static UnsupportedOperationException todo(String name) {
        return new UnsupportedOperationException(name + " is not implemented");
    }

@EACH@
    /** @ABOUT@ */
    static @RESULT@ @FUNCTION@(@PARAMETERS@) {
        throw todo("@FUNCTION@");
    }

@END@

    /** Calls the method for a question. */
    static Object answer(String suite, Map<String, Object> request) {
        switch (suite) {
@EACH@
            case "@SUITE@": return @FUNCTION@(@ARGUMENTS@);
@END@
            default: throw new IllegalArgumentException("unknown suite " + suite);
        }
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        // Only the harness reads questions and writes answers: the solution prints to standard error and gets no input.
        System.setOut(System.err);
        System.setIn(new ByteArrayInputStream(new byte[0]));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Map<String, Object> request = new Json(line).object();
            Map<String, Object> reply = new LinkedHashMap<>();
            reply.put("id", request.get("id"));
            try {
                reply.put("answer", answer((String) request.get("suite"), request));
            } catch (Exception | StackOverflowError error) {
                // After an exception, only this case fails.
                reply.put("error", error.toString());
            }
            StringBuilder text = new StringBuilder();
            Json.write(text, reply);
            out.print(text.append('\n'));
            // Without flush, the answer stays in a buffer and the case times out.
            out.flush();
        }
    }

    static String text(Map<String, Object> request, String key) {
        return (String) request.get(key);
    }

    static int integer(Map<String, Object> request, String key) {
        Number number = (Number) request.get(key);
        return number == null ? 0 : number.intValue();
    }

    @SuppressWarnings("unchecked")
    static List<String> texts(Map<String, Object> request, String key) {
        return (List<String>) request.get(key);
    }

    /** Returns the five strings of a state: board, decks, hand, exhausted cats and fire bag. */
    static String[] state(Map<String, Object> request, String key) {
        return texts(request, key).toArray(new String[0]);
    }

    /** Returns an ice block, with the keys "id", "rotation" and "hexes". */
    @SuppressWarnings("unchecked")
    static Map<String, Object> ice(Map<String, Object> request, String key) {
        return (Map<String, Object>) request.get(key);
    }

    @SuppressWarnings("unchecked")
    static List<Map<String, Object>> ices(Map<String, Object> request, String key) {
        return (List<Map<String, Object>>) request.get(key);
    }

    /** Returns the letters of a board of Penguins Pool Party: rows(board)[y][x]. */
    static char[][] rows(String board) {
        char[][] rows = new char[4][];
        for (int y = 0; y < 4; y++) rows[y] = board.substring(5 * y, 5 * y + 5).toCharArray();
        return rows;
    }

    /** Returns the four hexagons of an ice block as {x, y}. The first one is its origin. */
    static int[][] hexagons(Map<String, Object> ice) {
        int[][] found = new int[4][2];
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 2; j++)
                found[i][j] = ((Number) ((List<?>) ((List<?>) ice.get("hexes")).get(i)).get(j)).intValue();
        return found;
    }

    /** Returns an ice block as an answer. */
    static Map<String, Object> iceBlock(String id, int rotation, int[][] hexagons) {
        List<Object> hexes = new ArrayList<>();
        for (int[] hexagon : hexagons) hexes.add(Arrays.<Object>asList(hexagon[0], hexagon[1]));
        Map<String, Object> ice = new LinkedHashMap<>();
        ice.put("id", id);
        ice.put("rotation", rotation);
        ice.put("hexes", hexes);
        return ice;
    }

    /** A small reader and writer for JSON. */
    static final class Json {
        private final String text;
        private int at;

        Json(String text) {
            this.text = text;
        }

        @SuppressWarnings("unchecked")
        Map<String, Object> object() {
            return (Map<String, Object>) value();
        }

        private char next() {
            while (Character.isWhitespace(text.charAt(at))) at++;
            return text.charAt(at);
        }

        private Object value() {
            char first = next();
            if (first == '{') {
                Map<String, Object> members = new LinkedHashMap<>();
                at++;
                while (next() != '}') {
                    if (text.charAt(at) == ',') { at++; next(); }
                    String key = string();
                    next();
                    at++;
                    members.put(key, value());
                }
                at++;
                return members;
            }
            if (first == '[') {
                List<Object> items = new ArrayList<>();
                at++;
                while (next() != ']') {
                    if (text.charAt(at) == ',') at++;
                    items.add(value());
                }
                at++;
                return items;
            }
            if (first == '"') return string();
            int start = at;
            while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) at++;
            String word = text.substring(start, at);
            if (word.equals("true")) return true;
            if (word.equals("false")) return false;
            if (word.equals("null")) return null;
            double number = Double.parseDouble(word);
            if (number == Math.rint(number) && Math.abs(number) < 1e15) return (long) number;
            return number;
        }

        private String string() {
            StringBuilder out = new StringBuilder();
            at++;
            while (text.charAt(at) != '"') {
                char letter = text.charAt(at++);
                if (letter == '\\') {
                    letter = text.charAt(at++);
                    switch (letter) {
                        case 'n': letter = '\n'; break;
                        case 't': letter = '\t'; break;
                        case 'r': letter = '\r'; break;
                        case 'b': letter = '\b'; break;
                        case 'f': letter = '\f'; break;
                        case 'u':
                            letter = (char) Integer.parseInt(text.substring(at, at + 4), 16);
                            at += 4;
                            break;
                        default: break;
                    }
                }
                out.append(letter);
            }
            at++;
            return out.toString();
        }

        static void write(StringBuilder out, Object value) {
            if (value instanceof Map) {
                String separator = "{";
                for (Map.Entry<?, ?> member : ((Map<?, ?>) value).entrySet()) {
                    out.append(separator);
                    write(out, member.getKey());
                    out.append(':');
                    write(out, member.getValue());
                    separator = ",";
                }
                out.append(separator.equals("{") ? "{}" : "}");
            } else if (value instanceof Iterable) {
                String separator = "[";
                for (Object item : (Iterable<?>) value) {
                    out.append(separator);
                    write(out, item);
                    separator = ",";
                }
                out.append(separator.equals("[") ? "[]" : "]");
            } else if (value instanceof Object[]) {
                write(out, Arrays.asList((Object[]) value));
            } else if (value instanceof Number || value instanceof Boolean || value == null) {
                out.append(value);
            } else {
                out.append('"');
                for (char letter : value.toString().toCharArray()) {
                    if (letter == '"' || letter == '\\') out.append('\\').append(letter);
                    else if (letter < ' ') out.append(String.format("\\u%04x", (int) letter));
                    else out.append(letter);
                }
                out.append('"');
            }
        }
    }
}
