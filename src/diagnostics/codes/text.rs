//! Codes that any text can have, whatever its kind.

use super::codes;

codes! {
    TOO_MANY_FAULTS = "text/too-many-faults", Syntax,
        "Reading stops after 256 faults; this one says where.",
        "any text": "ten megabytes of garbage" => "a text with fewer faults";
    NOT_UTF8 = "text/not-utf-8", Syntax,
        "A text is UTF-8. The span is that of the first byte that is not.",
        "any text": "the byte ff" => "abc";
    LINE_TOO_LONG = "text/line-too-long", Syntax,
        "In a batch, a line is at most `--max-line` bytes long (1 MiB unless told otherwise).",
        "any text": "a line of two million letters" => "a line of a thousand letters";
    NOT_JSON = "text/not-json", Syntax,
        "In a `--jsonl` batch each line is a JSON string, a state array, or an object with `input`.",
        "any text": "{\"input\":" => "{\"id\":1,\"input\":\"A6\"}";
}
