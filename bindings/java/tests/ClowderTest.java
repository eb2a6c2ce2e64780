import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.AssertionFailedError;

class ClowderTest {
    @Test
    void aRightStringIsValid() {
        Clowder.assertValid("draw", "A3B3");
        assertEquals("penguins-challenge", Clowder.check(null, "20113123").kind);
    }

    @Test
    void aWrongStringSaysWhyAndHowItWouldBeRight() {
        AssertionFailedError error = assertThrows(AssertionFailedError.class, () -> Clowder.assertValid("draw", "B3A3"));
        assertTrue(error.getMessage().contains("1:3: draw/order: deck `A` must come before deck `B`"), error.getMessage());
        assertEquals("A3B3", error.getExpected().getValue());
        assertEquals("B3A3", error.getActual().getValue());
    }

    @Test
    void spansCountUnitsOfJava() {
        String text = "\ud83d\udc08A3B9";
        Clowder.Report report = Clowder.check("draw", text);
        assertFalse(report.ok);
        assertArrayEquals(new int[] {0, 2}, report.span(report.diagnostics.get(0)));
    }

    @Test
    void differentBoardsShowTheFirstDifferenceAndBothPictures() {
        String row = "bbbbbbbbb\n", expected = row.repeat(12), actual = row + "bbrbbbbbb\n" + row.repeat(10);
        Clowder.assertSame("board", expected, expected);
        Clowder.assertSame("hand", "AfhkBCDa", "AkhfBCDa");
        AssertionFailedError error =
            assertThrows(AssertionFailedError.class, () -> Clowder.assertSame("board", expected, actual));
        assertTrue(error.getMessage().startsWith("square [1, 2]: expected b, found r\nexpected:\n"), error.getMessage());
        assertTrue(error.isExpectedDefined() && error.isActualDefined());
    }

    @Test
    void hostileTextsAreTextsAndNotOptions() {
        for (String text : List.of("--help", "@/etc/passwd", "-", "\u0000", "\"\\\n\t", "\ud800")) {
            assertFalse(Clowder.check("draw", text).ok, text);
        }
    }

    @Test
    void aProcessOfItsOwnAnswersEveryVerb() {
        try (Clowder clowder = Clowder.serve()) {
            String line = clowder.ask(Map.of("verb", "explain", "kind", "draw", "input", "A3B3", "id", 7));
            assertTrue(line.contains("\"id\":7") && line.contains("\"parts\":"), line);
            assertTrue(clowder.ask(Map.of("verb", "legal-moves penguins", "input", "20113123")).contains("\"moves\":"));
            assertTrue(clowder.ask(Map.of("verb", "dance", "input", "")).contains("\"ok\":false"));
        }
    }

    static Stream<Clowder.Case> cases() {
        return Clowder.cases(Path.of(System.getProperty("cases")));
    }

    /** The right program: a solution has four blocks. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void isSolution(Clowder.Case one) {
        List<?> placed = one.get("placed");
        one.assertAnswer(placed.size() == 4);
        assertThrows(AssertionFailedError.class, () -> one.assertAnswer(placed.size() != 4));
    }

    /** The lines of a file of questions get the answers that the program writes. */
    @Test
    void everyDoorGivesTheSameAnswer() throws Exception {
        List<String> questions = Files.readAllLines(Path.of(System.getProperty("questions")));
        List<String> answers = Files.readAllLines(Path.of(System.getProperty("answers")));
        assertEquals(questions.size(), answers.size());
        for (int at = 0; at < questions.size(); at++) {
            Map<String, Object> question = Clowder.Json.object(questions.get(at));
            String found = Clowder.check((String) question.get("kind"), (String) question.get("input")).json;
            String expected = answers.get(at).replaceFirst("\"n\":\\d+", "\"n\":1");
            assertEquals(expected, found, questions.get(at));
        }
    }
}
