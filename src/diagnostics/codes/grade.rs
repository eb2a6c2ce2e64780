//! Error codes of the test cases and answers that `grade` reads.

use super::codes;

codes! {
    CASE_NOT_OBJECT = "case/not-an-object", Syntax,
        "Each line of a cases file must be one JSON object.",
        "case": "[1,2]" => "{\"suite\":\"isBoardStringWellFormed\",\"board\":\"\"}";
    CASE_MISSING_FIELD = "case/missing-field", Syntax,
        "A case must have the key `suite` and the inputs of that suite.",
        "case": "{\"suite\":\"isBoardStringWellFormed\"}" => "{\"suite\":\"isBoardStringWellFormed\",\"board\":\"\"}";
    CASE_UNKNOWN_SUITE = "case/unknown-suite", Syntax,
        "The suite of a case must be one of those that `clowder grade --suites` lists.",
        "case": "{\"suite\":\"isBoardValid\",\"board\":\"\"}" => "{\"suite\":\"isBoardStringWellFormed\",\"board\":\"\"}";
    CASE_FIELD_TYPE = "case/field-type", Syntax,
        "Each field of a case must have the type that its suite requires.",
        "case": "{\"suite\":\"isBoardStringWellFormed\",\"board\":7}" => "{\"suite\":\"isBoardStringWellFormed\",\"board\":\"\"}";
    CASE_NO_ANSWER = "case/no-answer", Rule,
        "If a case has no `expect`, its input must be valid, so that the right answer follows from the rules.",
        "case without `expect`": "{\"suite\":\"findSolution\",\"initial\":\"99\"}" => "{\"suite\":\"findSolution\",\"initial\":\"20113123\"}";
    ANSWER_UNUSABLE = "answers/unusable", Syntax,
        "Each line of an answers file must be one JSON object with the `id` of a case and its `answer`. If the program threw an exception, the object has the message of the exception as `error` instead.",
        "answers line": "{\"id\":1}" => "{\"id\":1,\"answer\":true}";
    ANSWER_TWICE = "answers/twice", Rule,
        "Each case can be answered at most once.",
        "answers file": "two lines with the id 1" => "one line with the id 1";
    ANSWER_UNKNOWN_ID = "answers/unknown-id", Rule,
        "The `id` of an answer must be the `id` of a case.",
        "line of an answers file for three cases": "{\"id\":3,\"answer\":true}" => "{\"id\":1164991548,\"answer\":true}";
}
