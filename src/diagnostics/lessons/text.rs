//! Lessons for the codes that any text can have.

use super::{Lesson, lesson, shared};

pub(super) static ALL: &[Lesson] = &[
    lesson(
        "text/too-many-faults",
        "A text with hundreds of errors is probably damaged as a whole, and a longer list would not help to repair it.",
        "Repair the first errors, or check that the text is a string of the kind that you named.",
    )
    .occurs("This error occurs in strings of every kind, after 256 errors in one text."),
    lesson(
        "text/not-utf-8",
        "Strings of every kind consist of characters, but bytes that are not valid UTF-8 do not represent characters.",
        "Save the text as UTF-8.",
    )
    .occurs("This error occurs in files, on standard input and in arguments, for every kind of string."),
    lesson(
        "text/line-too-long",
        "The memory for a line is limited, so lines have a maximum length.",
        "Check that a line break (with `--null`, a zero byte) separates the texts, or allow longer lines with `--max-line`.",
    )
    .occurs("This error occurs with `--lines`, `--null` and `--jsonl`, and in the files that `clowder grade` reads."),
    lesson(
        "text/not-json",
        "With `--jsonl` each line is read on its own, so each line must be complete JSON that contains a text.",
        "Write each text as a JSON string, or as an object such as `{\"id\":1,\"input\":\"A6\"}`.",
    )
    .occurs("This error occurs with `--jsonl`."),
    lesson(
        "text/byte-order-mark",
        "A byte order mark is an invisible character that some editors add at the start of a file. It does not belong to the string.",
        "Save the file as UTF-8 without a byte order mark.",
    ),
    lesson(
        "text/windows-line-breaks",
        "Windows ends a line with two characters, and the carriage return would become part of the string.",
        "Save the file with Unix line breaks.",
    ),
    lesson(
        "text/source-code",
        "Quotation marks, plus signs and escapes belong to the program that contains the string, and not to the string.",
        "Print the string in your program, and give that output to clowder.",
    ),
    lesson(
        "text/json-string",
        "JSON adds quotation marks and backslashes to a string. Without `--jsonl`, these characters are read as part of the string.",
        "Give the string without the JSON around it, or use `--jsonl`.",
    ),
    lesson(
        "text/quoted",
        "A shell removes the quotation marks around an argument, but quotation marks in a file or inside other quotation marks remain part of the text.",
        "Remove the quotation marks around the string.",
    ),
    lesson(
        "text/escaped-line-breaks",
        "Without `--lines`, a backslash and an `n` are two characters of the string, and a board needs real line breaks.",
        "Use real line breaks (in bash, write `$'…\\n…'`), or use `--lines`.",
    ),
    lesson(
        "text/indented",
        "A space at the start of a line is read as part of the string. In a board, for example, it would be read as a square.",
        "Remove the spaces and tabs at the start of every line.",
    ),
    lesson(
        "text/final-line-break",
        "An additional line break at the end would add an empty line to the string.",
        "Remove the additional line breaks at the end of the string.",
    ),
    lesson(
        "text/outer-space",
        "A space would be a character of the string, but no canonical string begins or ends with a space.",
        "Remove the spaces around the string.",
    ),
    lesson(
        "text/look-alike",
        "Different characters can have the same shape. Word processors and translation programs often replace letters and hyphens with such characters.",
        "Type the characters again with an English keyboard.",
    ),
    lesson(
        "text/separated",
        "It is clear without separators where each element of a string ends, so the notation has no separators.",
        "Remove the spaces and the commas between the elements.",
    ),
    lesson(
        "text/wrong-case",
        "A capital and a small letter are different symbols. For example, `B` on a board is a blue cat and `b` is a blue square.",
        "Write capital letters and small letters as the notation requires.",
    ),
    lesson(
        "text/other-kind",
        "Each kind has its own grammar, so most strings of one kind are not valid strings of another kind.",
        "Give the kind that the message suggests, or give a string of the kind that you named.",
    ),
    lesson(
        "text/several-kinds",
        "Some strings are valid strings of more than one kind, and they have a different meaning in each kind.",
        "Name the kind before the text, for example `clowder validate hand AaBCD`.",
    )
    .occurs(shared::WITHOUT_KIND),
    lesson(
        "text/no-kind",
        "A program that crashes prints an error message instead of a string, and this message can end up in the file that should contain the string.",
        "Look at the text and find out which program printed it. If the text is meant as a string, name its kind before it.",
    )
    .occurs(shared::WITHOUT_KIND),
    lesson(
        "text/file-name",
        "An argument is read as a string. A file is read only if `@` is written before its name.",
        "Put `@` before the name of the file, or use `--file`. If the file does not exist, correct the name.",
    )
    .occurs("This error occurs in verbs that read a string from an argument."),
    lesson(
        "text/utf-16",
        "Some programs on Windows save text as UTF-16. In UTF-16, a letter from A to Z has two bytes, and one of them is zero.",
        "Save the text as UTF-8.",
    )
    .occurs("This error occurs in files and on standard input."),
];
