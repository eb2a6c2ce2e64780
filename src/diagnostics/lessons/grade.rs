//! Lessons for the codes of test cases and answers.

use super::{Lesson, lesson};

pub(super) static ALL: &[Lesson] = &[
    lesson(
        "case/not-an-object",
        "Each input of a case has a name, and in JSON only the values in an object have names.",
        "Write the case as one JSON object on one line.",
    ),
    lesson(
        "case/missing-field",
        "A program can answer the question only if it gets all inputs.",
        "Add the missing field.",
    ),
    lesson(
        "case/unknown-suite",
        "The suite determines the question and the way in which the answer is judged.",
        "Use a name that `clowder grade --suites` lists.",
    ),
    lesson(
        "case/field-type",
        "Every suite asks for inputs of certain types, such as strings or numbers.",
        "Write the value with the type that the message names.",
    ),
    lesson(
        "case/no-answer",
        "If a case has no `expect`, clowder finds the right answer by the rules, and this is possible only for a valid input.",
        "Correct the input, or add the expected answer as `expect`.",
    )
    .occurs("This error occurs in the cases that `clowder grade` reads."),
    lesson(
        "answers/unusable",
        "The `id` identifies the case, and the `answer` is judged.",
        "Write each answer as `{\"id\":1,\"answer\":…}` on a line of its own.",
    ),
    lesson(
        "answers/twice",
        "If a case had two answers, it would be unclear which answer counts.",
        "Remove one of the two lines.",
    )
    .occurs(
        "This error occurs in the file that `clowder grade --answers` reads. It is reported as the reason why the case fails.",
    ),
    lesson(
        "answers/unknown-id",
        "An answer to a question that was not asked cannot be judged.",
        "Copy the `id` of the question into the answer. `clowder grade --requests` prints the questions.",
    )
    .occurs("This error occurs in the file that `clowder grade --answers` reads."),
];
