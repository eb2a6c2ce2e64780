//! `grade --template` and `grade --help-suite`: writes a harness, and the guide for the authors of harnesses.

use super::super::Context;
use super::super::exit::Status;
use crate::grade::{Language, Suite, guide, template};

/// The introduction of the guide for the authors of harnesses.
const INTRODUCTION: &str = "\
# Write a harness for `clowder grade`

A harness is the program between clowder and the solution of a student. `clowder grade --template java` writes a
complete harness, with one function for each suite. The other languages are python, javascript, rust and c.

- The harness is started once. It reads one question per line from standard input and writes one answer per line to
  standard output, in the same order. It ends when its standard input ends.
- It flushes its output after each answer. Without a flush, the answer stays in a buffer, and the case times out.
- A question is a JSON object with `id`, `suite` and the inputs of the suite. An answer is a JSON object with the same
  `id` and with `answer`. The id says nothing about the position or the answer of a case.
- If the solution throws an exception, the harness answers `{\"id\": …, \"error\": \"what went wrong\"}`. Only this case
  fails then.
- Other lines on standard output are ignored, and the report says so. Messages for debugging belong on standard error.
- If the harness ends or hangs, it is started again for the next case.
- In Java, `==` compares references. Two strings with the same characters can be different objects, so compare them
  with `equals`.

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
";

/// Writes a harness.
pub(super) fn write(language: &str, context: &mut Context) -> anyhow::Result<Status> {
    let language = Language::ALL.into_iter().find(|known| known.name() == language);
    let language = language.ok_or_else(|| anyhow::anyhow!("there is no template for this language"))?;
    context.output.write(template(language))?;
    Ok(Status::Yes)
}

/// Writes the guide for one suite, or for all suites.
pub(super) fn help(name: &str, context: &mut Context) -> anyhow::Result<Status> {
    let suites: Vec<Suite> = match name {
        "all" => Suite::ALL.to_vec(),
        name => vec![name.parse()?],
    };
    context.output.write(INTRODUCTION)?;
    for suite in suites {
        context.output.write(format!("\n{}", guide(suite)))?;
    }
    Ok(Status::Yes)
}
