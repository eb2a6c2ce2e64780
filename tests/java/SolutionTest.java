// Judges a solution with JUnit, as the tests of a course do: each case is one test, which calls the solution directly and
// compares its answer with the expected one. `tests/it/grade_java.rs` compares the results with those of `grade`.
//
//     java -cp out:junit4.jar:hamcrest.jar SolutionTest cases.jsonl
//
// prints one line per case: its number, its suite, and `passed` or `failed`.

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.Test;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.RunWith;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;
import org.junit.runners.Parameterized;

@RunWith(Parameterized.class)
public class SolutionTest {
    private static final List<Object[]> CASES = new ArrayList<>();

    private final String suite;
    private final Map<String, Object> input;

    public SolutionTest(String name, Map<String, Object> input) {
        this.suite = (String) input.get("suite");
        this.input = input;
    }

    @Parameterized.Parameters(name = "{0}")
    public static List<Object[]> cases() {
        return CASES;
    }

    @Test
    public void theAnswerIsTheExpectedOne() {
        Object expected = input.get("expect");
        Object answer = Harness.answer(suite, input);
        if (!suite.equals("drawFireTile")) {
            assertEquals(expected, answer);
            return;
        }
        // A tile is drawn at random, so any letter of the bag is right.
        String bag = (String) ((Map<?, ?>) expected).get("first_char_in");
        String tile = (String) answer;
        assertTrue(bag == null ? tile.isEmpty() : !tile.isEmpty() && bag.contains(tile.substring(0, 1)));
    }

    public static void main(String[] arguments) throws IOException {
        int number = 0;
        for (String line : Files.readAllLines(Paths.get(arguments[0]))) {
            Map<String, Object> input = new Harness.Json(line).object();
            number++;
            CASES.add(new Object[] {number + "\t" + input.get("suite"), input});
        }
        Set<String> failed = new HashSet<>();
        JUnitCore core = new JUnitCore();
        core.addListener(new RunListener() {
            @Override
            public void testFailure(Failure failure) {
                failed.add(failure.getDescription().getDisplayName());
            }

            @Override
            public void testFinished(Description description) {
                String name = description.getDisplayName();
                String shown = name.substring(name.indexOf('[') + 1, name.indexOf(']'));
                System.out.println(shown + "\t" + (failed.contains(name) ? "failed" : "passed"));
            }
        });
        core.run(SolutionTest.class);
    }
}
