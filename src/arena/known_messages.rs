//! Recognises well-known messages on the standard error of bots.

/// Parts of the messages that programming languages print for an uncaught error at the end of the input. Many programs
/// get an empty string or a null value there, and fail a moment later.
const MESSAGES: [&str; 22] = [
    // `EOFError` in Python and Ruby, `EOFException` in Java, `EOF while parsing a value` in serde, `EOF` in Go and Node.js.
    "EOF",
    // Python
    "StopIteration",
    "Expecting value: line 1 column 1 (char 0)",
    "'NoneType' object",
    // Java and Kotlin
    "NoSuchElementException",
    "NullPointerException",
    // .NET
    "EndOfStream",
    "NullReferenceException",
    "ArgumentNullException",
    // JavaScript
    "end of JSON input",
    "JSON input: unexpected end",
    "\"undefined\" is not valid JSON",
    "of null",
    "of undefined",
    "ERR_USE_AFTER_CLOSE",
    "readline was closed",
    // Rust
    "`Option::unwrap()` on a `None` value",
    "`None` value",
    // Ruby
    "for nil",
    // Several other languages
    "end of file",
    "end of input",
    "unexpected end",
];

/// Returns the line of a bot's standard error that reports an error at the end of the input, or `None` if there is no
/// such line. `errors` must be the text that the bot wrote after its input had ended, because the same messages can have
/// other causes.
pub(super) fn end_of_input(errors: &str) -> Option<&str> {
    errors.lines().map(str::trim).find(|line| MESSAGES.iter().any(|message| line.contains(message)))
}

/// Returns advice about a well-known message on the standard error of a bot, or `None` if standard error contains
/// none of these messages.
pub(crate) fn advice(errors: &str, memory: u64) -> Option<String> {
    let heap = memory / 4;
    let known: [(&[&str], String); 4] = [
        (
            &[
                "Could not reserve enough space",
                "Initial heap size set to a larger value",
                "insufficient memory for the Java",
                "os::commit_memory",
            ],
            format!(
                "Java could not reserve its memory, because each process of a bot may use only {memory} MiB; start Java \
                 with a smaller heap, such as -Xmx{heap}m, or set a higher limit with --memory"
            ),
        ),
        (
            &["Read-only file system", "EROFS", "Permission denied"],
            "the bot cannot write to this place in the sandbox; write to the directory that TMPDIR names, or to standard \
             error"
                .to_owned(),
        ),
        (
            &[
                "ModuleNotFoundError",
                "MODULE_NOT_FOUND",
                "Cannot find module",
                "ClassNotFoundException",
                "NoClassDefFoundError",
                "cannot load such file",
                "No such file or directory",
            ],
            "the sandbox shows only the files of the system and the folder of the bot; show other files with --read PATH, \
             or try --sandbox off"
                .to_owned(),
        ),
        (
            &["clowder: this program was killed, because all its processes together used more than"],
            format!(
                "use less memory, or set a higher limit with --memory; a Java program needs a heap that is smaller than \
                 the limit, such as -Xmx{heap}m"
            ),
        ),
    ];
    let found = known.into_iter().find(|(messages, _)| messages.iter().any(|part| errors.contains(part)));
    found.map(|(_, advice)| advice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_messages_of_languages_are_recognised_in_any_line() {
        for (errors, expected) in [
            (
                "Traceback (most recent call last):\n  File \"bot.py\", line 7, in <module>\n\
                 EOFError: EOF when reading a line\nlost connection to the log\n",
                "EOFError: EOF when reading a line",
            ),
            (
                "    raise JSONDecodeError(\"Expecting value\", s, err.value) from None\n\
                 json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)\n",
                "json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)",
            ),
            (
                "Exception in thread \"main\" java.util.NoSuchElementException: No line found\n\
                 \tat java.base/java.util.Scanner.nextLine(Scanner.java:1651)\n\tat Bot.main(Bot.java:9)\n",
                "Exception in thread \"main\" java.util.NoSuchElementException: No line found",
            ),
            (
                "SyntaxError: Unexpected end of JSON input\n    at JSON.parse (<anonymous>)\n\nNode.js v20.11.0\n",
                "SyntaxError: Unexpected end of JSON input",
            ),
            (
                "thread 'main' panicked at src/main.rs:9:53:\n\
                 called `Option::unwrap()` on a `None` value\nnote: run with `RUST_BACKTRACE=1`\n",
                "called `Option::unwrap()` on a `None` value",
            ),
            (
                "called `Result::unwrap()` on an `Err` value: Error(\"EOF while parsing a value\", line: 1, column: 0)\n",
                "called `Result::unwrap()` on an `Err` value: Error(\"EOF while parsing a value\", line: 1, column: 0)",
            ),
        ] {
            assert_eq!(end_of_input(errors), Some(expected));
        }
        for errors in [
            "",
            "bye\n",
            "json.decoder.JSONDecodeError: Expecting value: line 1 column 9 (char 8)\n",
            "ZeroDivisionError: division by zero\n",
        ] {
            assert_eq!(end_of_input(errors), None);
        }
    }
}
