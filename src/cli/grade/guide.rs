//! `grade --help-suite`: the guide for tutors who grade programs and for the authors of harnesses.
//!
//! The tests run every command of the guide, in the order of the guide and in one directory.

use super::super::Context;
use super::super::exit::Status;
use crate::grade::{Suite, guide};

/// The first part of the guide, for tutors.
const GRADING: &str = r#"# Grade programs with `clowder grade`

This page is for tutors. It shows how to grade one program and the programs of a whole class. The second part of the page,
[Write a harness](#write-a-harness), is for the people who write the program between clowder and the solution of a student.
You do not have to know clowder. The examples need a shell and Python 3. Every command works without changes if you type
all commands in the order of this page, in a new and empty directory. `clowder help grade` describes every option.

These words are used on this page:

- A **case** is one question with its right answer.
- A **suite** is one sort of question. For example, the suite `isIcePlacementValid` asks whether a block of ice fits on a board of
  *Penguins Pool Party*. `clowder grade --suites` lists all suites, and the [last part](#the-suites) of this page describes them.
- A **cases file** is a text file with one case per line.
- A **harness** is a program that reads questions, asks the solution of a student, and writes the answers.
- A **submission** is the file or the folder that one student hands in.

## Make a cases file

clowder can write the cases itself. This command writes four cases of one suite. With the same seed, you always get the same cases.

```sh
clowder generate cases --suite isIcePlacementValid --seed 1 --count 4 -o cases.jsonl
```

Each line of the new file is a case. This is the first one:

```console
$ head -1 cases.jsonl
{"suite":"isIcePlacementValid","name":"isIcePlacementValid 1 of seed 1","board":"IIIIIIPEEEIIEEEEEEEE","ice":{"hexes":[[4,3],[3,3],[2,2],[2,3]],"id":"D","rotation":5},"expect":true}
```

`suite` is the name of the suite, `name` is the name of the case, `board` and `ice` are the question, and `expect` is the
right answer.
You can also write cases by hand. The section [Cases in detail](#cases-in-detail) lists everything that a case can contain. With
`--self`, clowder answers the questions itself, so that you find mistakes in the cases before you grade anything:

```console
$ clowder grade cases.jsonl --self --seed 1
isIcePlacementValid      4 of      4
4 cases: 4 passed, 0 failed; 4 of 4 points
```

## Grade one program

These lines write the submissions of two students, Ann and Bob. Each submission reads one question per line, and writes one answer
per line. Bob forgot that a row number can be negative.

```sh
mkdir -p class/ann class/bob
cat > class/ann/program.py <<'END'
import json, sys

for line in sys.stdin:
    question = json.loads(line)
    board, hexes = question["board"], question["ice"]["hexes"]
    answer = all(0 <= x < 5 and 0 <= y < 4 and board[5 * y + x] == "E" for x, y in hexes)
    print(json.dumps({"id": question["id"], "answer": answer}), flush=True)
END
sed 's/0 <= y < 4/y < 4/' class/ann/program.py > class/bob/program.py
```

`--command` names the command that starts a program. clowder starts the program once, sends it all questions, and compares its
answers with the right answers:

```console
$ clowder grade cases.jsonl --command 'python3 class/ann/program.py'
isIcePlacementValid      4 of      4
4 cases: 4 passed, 0 failed; 4 of 4 points
```

The program runs in a sandbox. It can read its own folder, but it cannot read the cases, use the network, or write
files outside a temporary directory.
[The page about the sandbox](sandbox.md) describes this. On systems other than Linux, `--command` is not available, and you have to
[grade stored answers](#grade-stored-answers).

## Read the report

Ann's program passed all four cases. Bob's program fails one of them:

```console
$ clowder grade cases.jsonl --command 'python3 class/bob/program.py'; echo "exit status $?"
FAIL 4 isIcePlacementValid: isIcePlacementValid 4 of seed 1
  for block A2-15: expected false, found true; false is right, because the hexagon (2, -1) is off the board
   …
isIcePlacementValid      3 of      4
4 cases: 3 passed, 1 failed; 3 of 4 points
exit status 1
```

- The report has an entry for each case that failed. The entry begins with `FAIL`, the number of the case, its suite and its name.
- The next line gives the question in a short form, the right answer (`expected`), the answer of the program (`found`), and
  the reason. A picture of the board follows. This page leaves it out.
- At the end, there is a line for each suite, and a line with the sums. Each case is worth one point. `--points FILE` gives other
  points to the suites. FILE contains, for example, `{"isIcePlacementValid":10}`: the cases of this suite then share 10 points.

If you do not want to show the right answers to students, add `--detail actual` or `--detail none`. For a
case with `"hidden":true`, a report shows only the result.

## Grade stored answers

You can run the programs yourself, and let clowder grade their answers later. `--requests` writes the questions to a file,
and `--answers` reads the file with the answers:

```sh
clowder grade cases.jsonl --requests > questions.jsonl
python3 class/bob/program.py < questions.jsonl > answers.jsonl
```

```console
$ clowder grade cases.jsonl --answers answers.jsonl --detail none; echo "exit status $?"
FAIL 4 isIcePlacementValid: isIcePlacementValid 4 of seed 1
  the answer is wrong
isIcePlacementValid      3 of      4
4 cases: 3 passed, 1 failed; 3 of 4 points
exit status 1
```

If the students hand in files with strings, such as one board per file, no cases are needed: `clowder help validate` and
`clowder help diff` describe the verbs that check such files.

## Grade a class

`--each` names the submissions with a pattern, and `{}` in the command stands for the path of a submission. Quote the pattern, so
that the shell does not replace it.

```console
$ clowder grade cases.jsonl --each 'class/*' --command 'python3 {}/program.py' --out results; echo "exit status $?"
submission,status,points,max_points,total,passed,failed,skipped,isIcePlacementValid,note
ann,graded,4,4,4,4,0,0,4,
bob,graded,3,4,4,3,1,0,3,
exit status 1
```

The command prints a table with one row per submission. The directory `results` contains this table as `table.csv` for a
spreadsheet and as `table.html` for a browser. It also contains a folder with the reports of each submission:

```console
$ ls results/bob; head -2 results/bob/human.txt
html.html
human.txt
json.json
row.json
FAIL 4 isIcePlacementValid: isIcePlacementValid 4 of seed 1
  for block A2-15: expected false, found true; false is right, because the hexagon (2, -1) is off the board
```

A submission that cannot be started has the status `not started` in the table, and the note says why. The other submissions are
still graded.

## Continue after an interruption

If a run with `--each` was interrupted, type the same command again. Submissions that have a folder in `results` are not
graded again. To grade one submission again, for example because the student has corrected it, remove its folder and
repeat the command:

```console
$ rm -r results/bob; clowder grade cases.jsonl --each 'class/*' --command 'python3 {}/program.py' --out results; echo "exit status $?"
submission,status,points,max_points,total,passed,failed,skipped,isIcePlacementValid,note
ann,graded,4,4,4,4,0,0,4,
bob,graded,3,4,4,3,1,0,3,
exit status 1
```

If the cases or the options have changed, the old results do not fit the new cases and options. clowder then refuses to
continue. Give `--out` another directory.

A run without `--each` cannot be continued, but it can be divided into parts, because a cases file has one case per line.
`split -n r/1/2 cases.jsonl` writes one half of the cases, and `split -n r/2/2 cases.jsonl` writes the other half.

## Reports for other software

`--report FORMAT=PATH` writes a report in another format to a file. The option can be repeated. This command writes three reports
at once:

```console
$ clowder grade cases.jsonl --answers answers.jsonl --detail none --report human --report junit=report.xml --report gradescope=results.json; ls report.xml results.json
FAIL 4 isIcePlacementValid: isIcePlacementValid 4 of seed 1
  the answer is wrong
isIcePlacementValid      3 of      4
4 cases: 3 passed, 1 failed; 3 of 4 points
report.xml
results.json
```

| format | the report is for |
|---|---|
| `human` | people, on a terminal; this is the default |
| `html`, `markdown` | people, as a page for a browser or as a comment in a forum or a repository |
| `json` | your own programs; `clowder schema verdicts` describes it |
| `junit` | servers such as Jenkins and GitLab, which read JUnit's XML |
| `gradescope` | Gradescope, which reads `/autograder/results/results.json` |
| `prairielearn` | the external grader of PrairieLearn, which reads `/grade/results/results.json` |
| `classroom50` | the runner of Classroom 50 |

With `--each`, name only the format, as in `--report junit`. Each submission gets a report of its own.

## Exit statuses

| status | meaning |
|---|---|
| 0 | every case passed; with `--each`, every case of every submission passed |
| 1 | a case failed, or a submission of `--each` could not be started |
| 2 | nothing was graded, because the command, the cases file or the program cannot be used; the message says why |
| 130, 143 | the run was interrupted by Ctrl-C, or ended by a signal such as that of `kill`; the report is marked as partial |
"#;

/// The second part of the guide, for the authors of harnesses and cases.
const HARNESS: &str = r#"# Write a harness

A harness is the program between clowder and the solution of a student. This command writes a complete harness in Python, with one
function for each suite. The other languages are `java`, `javascript`, `rust` and `c`.

```sh
clowder grade --template python -o harness.py
```

In each function, call the solution. If a function does not call the solution, its cases fail, but the other cases are still
graded. If you write a harness without the template, follow these rules:

- The harness is started once. It reads one question per line from standard input and writes one answer per line to
  standard output, in the same order. It ends when its standard input ends.
- It flushes its output after each answer. Without a flush, the answer stays in a buffer, and the case times out.
- A question is a JSON object with `id`, `suite` and the inputs of the suite. An answer is a JSON object with the same
  `id` and with `answer`. The id does not reveal the position or the answer of a case.
- If the solution throws an exception, the harness answers `{"id": …, "error": "what went wrong"}`. Only this case
  fails then.
- Other lines on standard output are ignored, and the report says so. Messages for debugging belong on standard error.
- If the harness ends or hangs, it is started again for the next case.
- In Java, `==` compares references. Two strings with the same characters can be different objects, so compare them
  with `equals`.

## Cases in detail

A case is a JSON object on one line of a cases file. It has `suite`, the inputs and usually `expect`. Without `expect`,
the rules give the expected answer. These keys are optional in every suite:

- `name` is any text, which reports show.
- `hidden` is true if only the teacher may see the case.
- `expect_also` is another correct answer.
- `points` is the number of points for this case. Without this key, the case shares the points of its suite
  (`--points`).
- `timeout` is the time limit for the answer in milliseconds.
- `visibility` is `visible`, `after_published`, `after_due_date` or `hidden`. It says when Gradescope shows the case to
  students.
- `depends` is the name of a suite or a case, or a list of such names. If one of these suites or cases fails, the case
  with this key is skipped.

The file of `--points` is a JSON object. Its keys are the names of suites. Each value is a number of points, or an
object with `points`, `timeout`, `visibility` and `depends`.

# The suites

For each suite, this part lists the inputs, the form of the answer, and the form of `expect`. The examples are a question as
a program gets it, the right answer, and the case as it is in a cases file.
"#;

/// Writes the description of one suite for the author of a harness, or the whole guide.
pub(super) fn help(name: &str, context: &mut Context) -> anyhow::Result<Status> {
    let suites: Vec<Suite> = match name {
        "all" => {
            context.output.write(format!("{GRADING}\n"))?;
            Suite::ALL.to_vec()
        }
        name => vec![name.parse()?],
    };
    context.output.write(HARNESS)?;
    for suite in suites {
        context.output.write(format!("\n{}", guide(suite)))?;
    }
    Ok(Status::Yes)
}
