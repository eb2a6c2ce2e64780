import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.opentest4j.AssertionFailedError;

/**
 * Checks strings and grades answers in JUnit 5 tests. One process of {@code clowder serve} answers all questions.
 *
 * <pre>
 * Clowder.assertValid("hand", hand.toString());
 * Clowder.assertSame("board", expected, actual);   // IntelliJ shows the difference
 *
 * static Stream&lt;Clowder.Case&gt; cases() { return Clowder.cases(Path.of("cases.jsonl")); }
 *
 * &#64;ParameterizedTest(name = "{0}") &#64;MethodSource("cases")
 * void isSolution(Clowder.Case one) { one.assertAnswer(Solution.isSolution(one.get("board"))); }
 * </pre>
 *
 * The program is {@code clowder} on the path, or the one named by the system property {@code clowder}. Copy this file into the tests of a
 * project; it needs nothing but JUnit 5.
 */
public final class Clowder implements AutoCloseable {
    private static Clowder shared;

    private final Process process;
    private final BufferedWriter questions;
    private final BufferedReader answers;

    private Clowder() {
        try {
            process = new ProcessBuilder(program(), "serve").redirectError(ProcessBuilder.Redirect.INHERIT).start();
        } catch (IOException error) {
            throw new UncheckedIOException("clowder cannot be started; put it into the path, or pass -Dclowder=PATH", error);
        }
        questions = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    private static String program() {
        return System.getProperty("clowder", "clowder");
    }

    /** Starts another process, for tests that run at the same time. Close it at the end. */
    public static Clowder serve() {
        return new Clowder();
    }

    private static synchronized Clowder shared() {
        if (shared == null || !shared.process.isAlive()) {
            shared = new Clowder();
            Runtime.getRuntime().addShutdownHook(new Thread(shared::close));
        }
        return shared;
    }

    @Override
    public void close() {
        process.destroy();
    }

    /**
     * Asks one question: an object with {@code verb}, {@code kind}, {@code input} and further members
     * (see {@code clowder help serve}). Returns the result object as JSON.
     */
    public synchronized String ask(Map<String, ?> question) {
        try {
            questions.write(Json.write(question));
            questions.write('\n');
            questions.flush();
            String line = answers.readLine();
            if (line == null) throw new IOException("clowder has ended");
            return line;
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** Checks a string. If the kind is {@code null}, it is found from the string. */
    public static Report check(String kind, String text) {
        return shared().report(kind, text);
    }

    /** Checks a string like {@link #check}, but with this process. */
    public Report report(String kind, String text) {
        return new Report(text, ask(question("validate --suggest", kind, text)));
    }

    private static Map<String, Object> question(String verb, String kind, String text) {
        Map<String, Object> question = new LinkedHashMap<>();
        question.put("verb", verb);
        if (kind != null) question.put("kind", kind);
        question.put("input", text);
        return question;
    }

    /** Fails with the errors of a string unless it is valid. */
    public static void assertValid(String kind, String text) {
        Report report = check(kind, text);
        if (!report.ok) throw new AssertionFailedError(report.toString(), report.fixed, text);
    }

    /** Fails unless two strings have the same value. The message shows the first difference and both pictures. */
    public static void assertSame(String kind, String expected, String actual) {
        Map<String, Object> question = question("diff", kind, actual);
        question.put("expected", expected);
        Map<String, Object> answer = Json.object(shared().ask(question));
        if (Boolean.TRUE.equals(answer.get("ok"))) return;
        List<?> differences = (List<?>) answer.get("differences");
        if (differences == null) {
            assertValid(kind, expected);
            assertValid(kind, actual);
        }
        String message = differences == null || differences.isEmpty() ? "the strings differ" : told((Map<?, ?>) differences.get(0));
        throw new AssertionFailedError(
            message + "\nexpected:\n" + picture(kind, expected) + "actual:\n" + picture(kind, actual), expected, actual);
    }

    private static String told(Map<?, ?> difference) {
        String at = difference.get("square") == null ? "" : "square " + difference.get("square") + ": ";
        return at + "expected " + difference.get("expected") + ", found " + difference.get("actual");
    }

    /** The picture of a string as text. */
    public static String picture(String kind, String text) {
        Object picture = Json.object(shared().ask(question("render", kind, text))).get("picture");
        return picture == null ? text + "\n" : picture.toString();
    }

    /** What is wrong with a string. */
    public static final class Report {
        /** The string. */
        public final String text;
        /** The result object, as {@code clowder validate --format json} prints it. */
        public final String json;
        public final boolean ok;
        public final String kind, canonical, fixed;
        /** The errors: objects with {@code code}, {@code message}, {@code span}, {@code fix} and other members. */
        public final List<Map<String, Object>> diagnostics = new ArrayList<>();

        Report(String text, String json) {
            this.text = text;
            this.json = json;
            Map<String, Object> object = Json.object(json);
            ok = Boolean.TRUE.equals(object.get("ok"));
            kind = (String) object.get("kind");
            canonical = (String) object.get("canonical");
            fixed = (String) object.get("fixed");
            if (object.get("diagnostics") instanceof List<?> list) {
                for (Object one : list) diagnostics.add(Json.cast(one));
            }
        }

        /** The start and end of an error in this string, in UTF-16 units, as Java counts them. */
        public int[] span(Map<String, Object> diagnostic) {
            Map<String, Object> span = Json.cast(diagnostic.get("span"));
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            int start = ((Number) span.get("start")).intValue(), end = ((Number) span.get("end")).intValue();
            int before = new String(bytes, 0, start, StandardCharsets.UTF_8).length();
            return new int[] {before, before + new String(bytes, start, end - start, StandardCharsets.UTF_8).length()};
        }

        @Override
        public String toString() {
            StringBuilder lines = new StringBuilder(ok ? "valid " : "not a valid ").append(kind).append(" string");
            for (Map<String, Object> one : diagnostics) {
                Map<String, Object> span = Json.cast(one.get("span"));
                lines.append('\n').append(span.get("line")).append(':').append(span.get("column"));
                lines.append(": ").append(one.get("code")).append(": ").append(one.get("message"));
            }
            return fixed == null ? lines.toString() : lines.append("\nfixed: ").append(fixed).toString();
        }
    }

    /** The cases of a file that {@code clowder grade} reads, for {@code @MethodSource}: one test for each case. */
    public static Stream<Case> cases(Path file) {
        List<Case> cases = new ArrayList<>();
        String[] questions = run(List.of(program(), "grade", file.toString(), "--requests")).split("\n");
        try {
            for (String line : Files.readAllLines(file)) {
                if (line.isBlank()) continue;
                Map<String, Object> question = Json.object(questions[cases.size()]);
                Object name = Json.object(line).get("name");
                String shown = name == null ? question.get("suite") + " " + (cases.size() + 1) : name.toString();
                cases.add(new Case(file, cases.size() + 1, shown, question));
            }
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        return cases.stream();
    }

    /** One case: its inputs, and a judge for answers. */
    public static final class Case {
        private final Path file;
        private final int number;
        private final String name;
        private final Map<String, Object> question;

        Case(Path file, int number, String name, Map<String, Object> question) {
            this.file = file;
            this.number = number;
            this.name = name;
            this.question = question;
        }

        /** One of the case's inputs: a string, a number, a boolean, a list, a map or {@code null}. */
        @SuppressWarnings("unchecked")
        public <T> T get(String name) {
            return (T) question.get(name);
        }

        /** Fails unless the answer is correct. The message gives the same reason as {@code clowder grade}. */
        public void assertAnswer(Object answer) {
            try {
                Path answers = Files.createTempFile("clowder", ".jsonl");
                try {
                    Map<String, Object> line = new LinkedHashMap<>();
                    line.put("id", question.get("id"));
                    line.put("answer", answer);
                    Files.writeString(answers, Json.write(line) + "\n");
                    String report = run(List.of(program(), "grade", file.toString(), "--answers", answers.toString(),
                        "--case", Integer.toString(number), "--report", "json"));
                    Map<String, Object> verdict = Json.cast(((List<?>) Json.object(report).get("cases")).get(0));
                    if (!Boolean.TRUE.equals(verdict.get("passed"))) {
                        throw new AssertionFailedError(String.valueOf(verdict.get("detail")));
                    }
                } finally {
                    Files.delete(answers);
                }
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
        }

        /** The name of the case. */
        @Override
        public String toString() {
            return name;
        }
    }

    private static String run(List<String> command) {
        try {
            Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
            process.getOutputStream().close();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** A small reader and writer of JSON, because the tests of a course have no library for it. */
    static final class Json {
        private final String text;
        private int at;

        private Json(String text) {
            this.text = text;
        }

        @SuppressWarnings("unchecked")
        static Map<String, Object> cast(Object value) {
            return (Map<String, Object>) value;
        }

        static Map<String, Object> object(String text) {
            return cast(new Json(text).value());
        }

        static String write(Object value) {
            StringBuilder out = new StringBuilder();
            write(value, out);
            return out.toString();
        }

        private static void write(Object value, StringBuilder out) {
            if (value instanceof Map<?, ?> map) {
                String comma = "{";
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    out.append(comma);
                    write(entry.getKey().toString(), out);
                    out.append(':');
                    write(entry.getValue(), out);
                    comma = ",";
                }
                out.append(map.isEmpty() ? "{}" : "}");
            } else if (value instanceof Iterable<?> list) {
                String comma = "[";
                for (Object one : list) {
                    out.append(comma);
                    write(one, out);
                    comma = ",";
                }
                out.append(comma.equals("[") ? "[]" : "]");
            } else if (value instanceof Object[] array) {
                write(List.of(array), out);
            } else if (value == null || value instanceof Boolean || value instanceof Number) {
                out.append(value);
            } else {
                out.append('"');
                for (char unit : value.toString().toCharArray()) {
                    if (unit < ' ' || unit == '"' || unit == '\\' || Character.isSurrogate(unit)) {
                        out.append(String.format("\\u%04x", (int) unit));
                    } else {
                        out.append(unit);
                    }
                }
                out.append('"');
            }
        }

        private Object value() {
            blank();
            char first = text.charAt(at);
            if (first == '{') {
                Map<String, Object> map = new LinkedHashMap<>();
                for (at++; !ends('}'); comma()) {
                    blank();
                    String name = string();
                    blank();
                    at++;
                    map.put(name, value());
                }
                return map;
            }
            if (first == '[') {
                List<Object> list = new ArrayList<>();
                for (at++; !ends(']'); comma()) list.add(value());
                return list;
            }
            if (first == '"') return string();
            int start = at;
            while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) at++;
            String word = text.substring(start, at);
            return switch (word) {
                case "true", "false" -> Boolean.valueOf(word);
                case "null" -> null;
                default -> word.matches("-?\\d{1,18}") ? (Object) Long.valueOf(word) : Double.valueOf(word);
            };
        }

        private boolean ends(char end) {
            blank();
            if (text.charAt(at) != end) return false;
            at++;
            return true;
        }

        private void comma() {
            blank();
            if (text.charAt(at) == ',') at++;
        }

        private void blank() {
            while (" \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
        }

        private String string() {
            StringBuilder out = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                if (text.charAt(at) != '\\') {
                    out.append(text.charAt(at));
                    continue;
                }
                char escaped = text.charAt(++at);
                switch (escaped) {
                    case 'n' -> out.append('\n');
                    case 't' -> out.append('\t');
                    case 'r' -> out.append('\r');
                    case 'b' -> out.append('\b');
                    case 'f' -> out.append('\f');
                    case 'u' -> {
                        out.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                        at += 4;
                    }
                    default -> out.append(escaped);
                }
            }
            at++;
            return out.toString();
        }
    }
}
