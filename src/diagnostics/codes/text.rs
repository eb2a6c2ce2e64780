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
    BYTE_ORDER_MARK = "text/byte-order-mark", Syntax,
        "A text is UTF-8 without a byte order mark.",
        "draw": "\u{feff}A6" => "A6";
    WINDOWS_LINE_BREAKS = "text/windows-line-breaks", Syntax,
        "A line ends with a line feed, not with a carriage return and a line feed.",
        "draw": "A6\r\n" => "A6";
    SOURCE_CODE = "text/source-code", Syntax,
        "A text is given as it is, not as it is written in a program, with quotation marks and escapes.",
        "draw": "\"A3\" + \"B3\"" => "A3B3";
    JSON_STRING = "text/json-string", Syntax,
        "A text is given as it is. Only a `--jsonl` batch takes JSON strings.",
        "draw": "[\"A6\"]" => "A6";
    QUOTED = "text/quoted", Syntax,
        "Quotation marks do not belong to a text.",
        "draw": "'A6'" => "A6";
    ESCAPED_LINE_BREAKS = "text/escaped-line-breaks", Syntax,
        "The lines of a text are divided by real line breaks. Only `--lines` takes `\\n` for a line break.",
        "penguins-board": "EEPEE\\nEPEPE\\nEEEEE\\nEEPEE\\n" => "EEPEE\nEPEPE\nEEEEE\nEEPEE\n";
    INDENTED = "text/indented", Syntax,
        "The lines of a text are not indented.",
        "penguins-board": "  EEPEE\n  EPEPE\n  EEEEE\n  EEPEE\n" => "EEPEE\nEPEPE\nEEEEE\nEEPEE\n";
    FINAL_LINE_BREAK = "text/final-line-break", Syntax,
        "Nothing follows the last line of a text: no empty line and, after a single line, no line break.",
        "penguins-board": "EEPEE\nEPEPE\nEEEEE\nEEPEE\n\n\n" => "EEPEE\nEPEPE\nEEEEE\nEEPEE\n";
    OUTER_SPACE = "text/outer-space", Syntax,
        "There are no spaces before and after a text.",
        "draw": " A6 " => "A6";
    LOOK_ALIKE = "text/look-alike", Syntax,
        "The letters and digits are those of ASCII, not others that look like them.",
        "draw": "\u{410}6" => "A6";
    SEPARATED = "text/separated", Syntax,
        "There are no spaces, commas or other separators between the characters.",
        "draw": "A 3, B 3" => "A3B3";
    WRONG_CASE = "text/wrong-case", Syntax,
        "Capital and small letters mean different things.",
        "draw": "a3b1d2" => "A3B1D2";
    OTHER_KIND = "text/other-kind", Syntax,
        "A text is a string of the kind that is named.",
        "draw": "abdfg" => "A6";
}
