//! Error codes that any string can have, whatever its kind.

use super::codes;

codes! {
    TOO_MANY_FAULTS = "text/too-many-faults", Syntax,
        "Reading stops after 256 errors. The last error marks the place where reading stopped.",
        "any text": "ten megabytes of garbage" => "a text with fewer errors";
    NOT_UTF8 = "text/not-utf-8", Syntax,
        "A string must be valid UTF-8. The error marks the first byte that is not valid.",
        "any text": "the byte ff" => "abc";
    LINE_TOO_LONG = "text/line-too-long", Syntax,
        "In a batch, a line can have at most as many bytes as `--max-line` allows (1 MiB by default). In a file that `grade` reads, a line can have at most 16 MiB.",
        "any text": "a line of two million letters" => "a line of a thousand letters";
    NOT_JSON = "text/not-json", Syntax,
        "In a `--jsonl` batch, each line must be a JSON string, an array with the parts of a state, or an object with the key `input`.",
        "any text": "{\"input\":" => "{\"id\":1,\"input\":\"A6\"}";
    BYTE_ORDER_MARK = "text/byte-order-mark", Syntax,
        "A string must be UTF-8 without a byte order mark.",
        "draw": "\u{feff}A6" => "A6";
    WINDOWS_LINE_BREAKS = "text/windows-line-breaks", Syntax,
        "A line must end with a line feed, not with a carriage return and a line feed.",
        "draw": "A6\r\n" => "A6";
    SOURCE_CODE = "text/source-code", Syntax,
        "A string must be given without the quotation marks and escapes that it has in the source code of a program.",
        "draw": "\"A3\" + \"B3\"" => "A3B3";
    JSON_STRING = "text/json-string", Syntax,
        "A string must be given without the quotation marks and escapes of JSON. Only a `--jsonl` batch accepts JSON strings.",
        "draw": "[\"A6\"]" => "A6";
    QUOTED = "text/quoted", Syntax,
        "Quotation marks are not part of a string.",
        "draw": "'A6'" => "A6";
    ESCAPED_LINE_BREAKS = "text/escaped-line-breaks", Syntax,
        "The lines of a string must be separated by real line breaks. `\\n` is read as a line break only with `--lines`.",
        "penguins-board": "EEPEE\\nEPEPE\\nEEEEE\\nEEPEE\\n" => "EEPEE\nEPEPE\nEEEEE\nEEPEE\n";
    INDENTED = "text/indented", Syntax,
        "The lines of a string must not be indented.",
        "penguins-board": "  EEPEE\n  EPEPE\n  EEEEE\n  EEPEE\n" => "EEPEE\nEPEPE\nEEEEE\nEEPEE\n";
    FINAL_LINE_BREAK = "text/final-line-break", Syntax,
        "A board must end with exactly one line break. A string of any other kind must not end with a line break.",
        "penguins-board": "EEPEE\nEPEPE\nEEEEE\nEEPEE\n\n\n" => "EEPEE\nEPEPE\nEEEEE\nEEPEE\n";
    OUTER_SPACE = "text/outer-space", Syntax,
        "Spaces are not allowed before or after a string.",
        "draw": " A6 " => "A6";
    LOOK_ALIKE = "text/look-alike", Syntax,
        "Letters and digits must be ASCII characters, not other characters that look like them.",
        "draw": "\u{410}6" => "A6";
    SEPARATED = "text/separated", Syntax,
        "Spaces, commas and other separators are not allowed between the characters.",
        "draw": "A 3, B 3" => "A3B3";
    WRONG_CASE = "text/wrong-case", Syntax,
        "Each letter must have the right case, because a capital and a small letter have different meanings.",
        "draw": "a3b1d2" => "A3B1D2";
    OTHER_KIND = "text/other-kind", Syntax,
        "The string must belong to the kind that was named.",
        "draw": "abdfg" => "A6";
    SEVERAL_KINDS = "text/several-kinds", Syntax,
        "If the kind is not given, the text must be a string of exactly one kind.",
        "a text without a kind": "AaBCD" => "hand AaBCD";
    NO_KIND = "text/no-kind", Syntax,
        "If the kind is not given, the text must be similar to the strings of some kind.",
        "a text without a kind": "Error: 404" => "A6";
    FILE_NAME = "text/file-name", Syntax,
        "An argument must be the string itself, or `@` and the name of the file that contains it.",
        "a board": "board.txt" => "@board.txt";
    UTF_16 = "text/utf-16", Syntax,
        "A text must be encoded in UTF-8.",
        "a file": "\\xff\\xfeA\\x006\\x00" => "A6";
}
