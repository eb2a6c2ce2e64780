//! Grades a Java solution with six deliberate faults, compares the points with those of JUnit, and grades a program
//! that looks for the answers.

use crate::support::{run, withheld};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

/// The function bodies of a solution. Each fault is active if the environment variable `FAULTS` contains its number.
const BODIES: [(&str, &str); 7] = [
    (
        "isBoardStringWellFormed",
        "String text = fault(1) && !board.endsWith(\"\\n\") ? board + \"\\n\" : board;
        if (!text.endsWith(\"\\n\")) return false;
        String[] lines = text.substring(0, text.length() - 1).split(\"\\n\", -1);
        int width = lines[0].length();
        if (width != 9 && width != 18) return false;
        if (lines.length != 12 && lines.length != 15 && lines.length != 18) return false;
        for (String line : lines) if (line.length() != width || !line.matches(\"[bfgnoprwyBGPRWY]+\")) return false;
        return true;",
    ),
    (
        "getNeighbours",
        "int[][] even = {{0,-1},{1,0},{1,1},{0,1},{-1,1},{-1,0}};
        int[][] odd = {{0,-1},{1,-1},{1,0},{0,1},{-1,0},{-1,-1}};
        List<Object> found = new ArrayList<>();
        for (int[] step : x % 2 == 0 || fault(2) ? even : odd) {
            int column = x + step[0], row = y + step[1];
            boolean inside = column >= 0 && column < 5 && row >= 0 && row < 4;
            found.add(inside ? Arrays.<Object>asList((long) column, (long) row) : null);
        }
        return found;",
    ),
    (
        "isIcePlacementValid",
        "for (long[] hex : hexes(ice)) {
            if (hex[0] < 0 || hex[0] > 4 || hex[1] < 0 || hex[1] > 3) return false;
            char letter = board.charAt((int) (hex[0] + 5 * hex[1]));
            if (letter != 'E' && !(fault(3) && letter == 'P')) return false;
        }
        return true;",
    ),
    ("isSolution", "return placed.size() == 4 || fault(4) && placed.size() == 3;"),
    (
        "placeIceBlock",
        "char[] letters = board.toCharArray();
        int count = 0;
        for (long[] hex : hexes(ice)) if (count++ < (fault(5) ? 3 : 4)) letters[(int) (hex[0] + 5 * hex[1])] = 'I';
        return new String(letters);",
    ),
    (
        "fixSymmetries",
        "long rotation = (Long) ice.get(\"rotation\");
        if (!ice.get(\"id\").equals(\"C\") || rotation < 3) return ice;
        List<Object> hexes = new ArrayList<>((List<?>) ice.get(\"hexes\"));
        if (!fault(6)) java.util.Collections.reverse(hexes);
        Map<String, Object> fixed = new LinkedHashMap<>(ice);
        fixed.put(\"rotation\", rotation - 3);
        fixed.put(\"hexes\", hexes);
        return fixed;",
    ),
    ("drawFireTile", "return state[4].isEmpty() ? \"\" : state[4].substring(0, 1);"),
];

const HELPERS: &str = "
    static boolean fault(int number) {
        String faults = System.getenv(\"FAULTS\");
        return faults != null && faults.contains(String.valueOf(number));
    }

    static List<long[]> hexes(Map<String, Object> ice) {
        List<long[]> found = new ArrayList<>();
        for (Object hex : (List<?>) ice.get(\"hexes\")) {
            List<?> pair = (List<?>) hex;
            found.add(new long[] {(Long) pair.get(0), (Long) pair.get(1)});
        }
        return found;
    }

    /** Calls the method for a question. */";

/// A directory with the compiled solution and the cases.
struct Course {
    directory: tempfile::TempDir,
}

impl Course {
    /// Compiles the solution and generates its cases, or returns `None` if there is no compiler.
    fn new() -> Option<Self> {
        if Command::new("javac").arg("-version").output().is_err() {
            eprintln!("\n*** SKIPPED: javac is not on this machine ***\n");
            return None;
        }
        let course = Self { directory: tempfile::tempdir().unwrap() };
        let mut text = run(&["grade", "--template", "java"], "").1;
        for (name, body) in BODIES {
            let stub = format!("throw todo(\"{name}\");");
            assert!(text.contains(&stub), "{name}");
            text = text.replace(&stub, body);
        }
        text = text.replace("\n    /** Calls the method for a question. */", HELPERS);
        fs::write(course.path("Harness.java"), text).unwrap();
        course.compile("Harness.java", &[]);
        let mut arguments: Vec<String> =
            ["generate", "cases", "--seed", "6", "--count", "280"].map(str::to_owned).into();
        for (name, _) in BODIES {
            arguments.extend(["--suite".to_owned(), name.to_owned()]);
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        fs::write(course.path("cases.jsonl"), run(&arguments, "").1).unwrap();
        Some(course)
    }

    fn path(&self, name: &str) -> String {
        self.directory.path().join(name).to_str().unwrap().to_owned()
    }

    fn compile(&self, file: &str, options: &[&str]) {
        let mut javac = Command::new("javac");
        let output =
            javac.args(options).args(["-d", "out", file]).current_dir(self.directory.path()).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// The JSON report for the solution with these faults.
    fn grade(&self, faults: &str, options: &[&str]) -> Value {
        let command = format!("java -cp {} Harness", self.path("out"));
        let variable = format!("FAULTS={faults}");
        let cases = self.path("cases.jsonl");
        let fixed = ["grade", &cases, "--command", &command, "--env", &variable, "--sandbox", "off"];
        let format = ["--format", "json", "--start-timeout", "30000"];
        let (_, report, notes) = run(&[&fixed[..], &format, options].concat(), "");
        let report: Value = serde_json::from_str(&report).unwrap_or_else(|_| panic!("{notes}"));
        assert!(report["total"].as_u64().unwrap() > 200, "{report}");
        report
    }

    /// Counts the failed cases of each suite that has any.
    fn wrong_suites(&self, faults: &str) -> BTreeMap<String, u64> {
        let report = self.grade(faults, &[]);
        let suites = report["suites"].as_array().unwrap().iter();
        let failed = suites
            .map(|suite| (suite["suite"].as_str().unwrap().to_owned(), suite["failed"].as_u64().unwrap()));
        failed.filter(|(_, failed)| *failed > 0).collect()
    }
}

#[test]
fn exactly_the_planted_faults_of_a_java_solution_are_found() {
    let Some(course) = Course::new() else { return };
    assert_eq!(course.wrong_suites(""), BTreeMap::new());
    let all = course.wrong_suites("123456");
    let names: Vec<&str> = all.keys().map(String::as_str).collect();
    let mut planted: Vec<&str> = BODIES[..6].iter().map(|(name, _)| *name).collect();
    planted.sort_unstable();
    assert_eq!(names, planted);
    assert_eq!(course.wrong_suites("4").keys().collect::<Vec<_>>(), ["isSolution"]);
}

/// Where Debian packages put JUnit 4 and the library that it needs.
const JUNIT: [&str; 2] = ["/usr/share/java/junit4.jar", "/usr/share/java/hamcrest.jar"];

/// The maximum points of each suite.
const POINTS: [u32; 7] = [10, 8, 12, 5, 7, 9, 3];

/// Returns true if JUnit is installed.
fn has_junit() -> bool {
    let missing = JUNIT.into_iter().find(|path| !fs::exists(path).unwrap());
    if let Some(missing) = missing {
        eprintln!("\n*** SKIPPED: {missing} is not on this machine (apt-get install junit4) ***\n");
    }
    missing.is_none()
}

/// A student's tests. The first two are right, and notice some wrong programs. The third is wrong.
const STUDENT_TEST: &str = "import static org.junit.Assert.*;
import java.util.*;
import org.junit.Test;

public class StudentTest {
    static List<Map<String, Object>> blocks(String letters) {
        List<Map<String, Object>> placed = new ArrayList<>();
        for (String letter : letters.split(\"\")) {
            List<List<Long>> hexes = new ArrayList<>();
            for (long y = 0; y < 4; y++) hexes.add(Arrays.asList((long) \"ABCD\".indexOf(letter), y));
            placed.add(Map.of(\"id\", letter, \"rotation\", 0L, \"hexes\", hexes));
        }
        return placed;
    }
    @Test public void fourBlocksAreASolution() {
        assertTrue(Harness.isSolution(\"IIIIEIIIIEIIIIEIIIIP\", blocks(\"ABCD\")));
    }
    @Test public void noBlockIsNoSolution() {
        assertFalse(Harness.isSolution(\"EEEEEEEEEEEEEEEEEEEE\", new ArrayList<>()));
    }
    @Test public void oneBlockIsASolution() {
        assertTrue(Harness.isSolution(\"IEEEEIEEEEIEEEEIEEEE\", blocks(\"A\")));
    }
}
";

#[test]
fn the_recipe_for_the_tests_of_students_names_what_no_test_notices() {
    if !has_junit() || Course::new().is_none() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let tests = directory.path().join("StudentTest.java");
    fs::write(&tests, STUDENT_TEST).unwrap();
    let clowder = assert_cmd::cargo::cargo_bin("clowder");
    let path = format!("{}:{}", clowder.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut recipe = Command::new("python3");
    recipe.args(["examples/recipes/student_tests.py", "--suite", "isSolution"]).arg(&tests).env("PATH", path);
    let output = recipe.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let expected = "fails on the right program: oneBlockIsASolution\n\
        no test notices that three blocks are a solution (solution-three-blocks)\n\
        no test notices that one block is a solution (solution-any-block)\n\
        2 of 4 wrong programs are noticed\n";
    assert_eq!(text, expected, "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_java_solution_gets_the_same_points_from_junit() {
    if !has_junit() {
        return;
    }
    let Some(course) = Course::new() else { return };
    fs::write(course.path("SolutionTest.java"), include_str!("../java/SolutionTest.java")).unwrap();
    let classes = format!("{}:{}", course.path("out"), JUNIT.join(":"));
    course.compile("SolutionTest.java", &["-cp", &classes]);
    let points: BTreeMap<&str, u32> = BODIES.iter().map(|(name, _)| *name).zip(POINTS).collect();
    let settings = course.path("points.json");
    fs::write(&settings, serde_json::to_string(&points).unwrap()).unwrap();
    for (faults, perfect) in [("", 7), ("123456", 1), ("35", 5)] {
        let mut java = Command::new("java");
        java.args(["-cp", &classes, "SolutionTest", &course.path("cases.jsonl")]).env("FAULTS", faults);
        let by_junit = String::from_utf8(java.output().unwrap().stdout).unwrap();
        let report = course.grade(faults, &["--points", &settings]);
        // Both results agree for each case.
        let cases = report["cases"].as_array().unwrap().iter().map(|case| {
            let status = if case["passed"] == true { "passed" } else { "failed" };
            format!("{}\t{}\t{status}\n", case["n"], case["suite"].as_str().unwrap())
        });
        assert_eq!(by_junit, cases.collect::<String>());
        // The points of a suite are divided among its cases.
        let mut counts: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
        for line in by_junit.lines() {
            let [_, suite, status] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let (passed, total) = counts.entry(suite).or_default();
            *passed += u32::from(status == "passed");
            *total += 1;
        }
        assert_eq!(counts.values().filter(|(passed, total)| passed == total).count(), perfect, "{counts:?}");
        let score: f64 = counts
            .iter()
            .map(|(suite, (passed, total))| f64::from(points[suite] * passed) / f64::from(*total))
            .sum();
        assert!((report["score"].as_f64().unwrap() - score).abs() < 1e-5, "{score}: {}", report["score"]);
    }
}

#[test]
fn a_program_that_looks_for_hidden_cases_finds_nothing() {
    if !withheld().is_empty() {
        eprintln!("\n*** SKIPPED: this kernel does not allow a complete sandbox ***\n");
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let visible = "{\"suite\":\"isBoardStringWellFormed\",\"name\":\"a\",\"board\":\"a\"}\n";
    let hidden = "{\"suite\":\"isBoardStringWellFormed\",\"hidden\":true,\"name\":\"SECRETNAME\",\"board\":\"SECRETBOARD\",\
        \"expect\":false}\n";
    fs::write(path("cases.jsonl"), format!("{visible}{hidden}{visible}")).unwrap();
    fs::create_dir(path("solution")).unwrap();
    let program = "import sys, json, os, glob
cases = sys.argv[1]
def seen():
    found = []
    places = [cases, '/proc/self/environ'] + glob.glob('/proc/[0-9]*/environ') + glob.glob('/proc/[0-9]*/cmdline')
    for root, _, names in os.walk(os.path.dirname(cases)):
        places += [os.path.join(root, name) for name in names]
    for place in places:
        try: found.append(open(place, 'rb').read().decode('latin-1'))
        except OSError as error: found.append(type(error).__name__)
    for pid in [os.getppid()] + [int(path.split('/')[2]) for path in glob.glob('/proc/[0-9]*')]:
        if pid == os.getpid(): continue
        try:
            memory = open('/proc/%d/mem' % pid, 'rb')
            for line in open('/proc/%d/maps' % pid):
                start = int(line.split('-')[0], 16)
                try: memory.seek(start); found.append(memory.read(1 << 20).decode('latin-1'))
                except (OSError, ValueError): pass
        except OSError as error: found.append(type(error).__name__)
    return ' '.join(text for text in found if 'SEC' + 'RET' in text)
for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({'id': request['id'], 'answer': 'found: ' + seen()}), flush=True)
";
    fs::write(path("solution/program.py"), program).unwrap();
    let command = format!("python3 {} {}", path("solution/program.py"), path("cases.jsonl"));
    let json = format!("json={}", path("report.json"));
    let arguments =
        ["grade", &path("cases.jsonl"), "--command", &command, "--report", &json, "--report", "human"];
    let (status, report, notes) = run(&arguments, "");
    assert_eq!(status, 1);
    assert!(report.contains("FAIL 1 isBoardStringWellFormed: a\n"), "{report}{notes}");
    assert!(report.contains("found \"found: \""), "{report}{notes}");
    let json = fs::read_to_string(path("report.json")).unwrap();
    assert!(
        !report.contains("SECRET") && !json.contains("SECRET") && !notes.contains("SECRET"),
        "{report}{json}"
    );
}
