//! Recognises well-known error messages on a bot's standard error.

/// Parts of the error messages that programs in various languages print when they mishandle the end of their
/// input. Many programs read an empty string or a null value at the end of their input, and then fail when
/// they use it.
const MESSAGES: [&str; 22] = [
    // `EOFError` in Python and Ruby, `EOFException` in Java, `EOF while parsing a value` in serde, and `EOF` in Go and
    // Node.js.
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

/// Finds the line of a bot's standard error that reports an unexpected end of the input. `errors` must
/// contain only what the bot wrote after its input had ended. The same messages can have other causes while
/// the input is open.
pub(super) fn end_of_input(errors: &str) -> Option<&str> {
    errors.lines().map(str::trim).find(|line| MESSAGES.iter().any(|message| line.contains(message)))
}

/// Returns advice about a well-known message on a bot's standard error, if there is one.
pub(crate) fn advice(errors: &str, memory: u64) -> Option<String> {
    let errors = errors.to_lowercase();
    let rows = include_str!("../texts/bot-errors.txt").split("\n\n").filter_map(|row| row.split_once('\n'));
    let mut advice = rows.filter(|(parts, _)| parts.split(" | ").any(|part| errors.contains(part)));
    let (_, advice) = advice.next()?;
    let [memory, heap] = [memory, memory / 4].map(|number| number.to_string());
    Some(advice.trim_end().replace("{memory}", &memory).replace("{heap}", &heap))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_depends_on_the_message() {
        for (errors, begin) in [
            ("Error: EACCES: permission denied, open 'log.txt'", "the bot cannot write to this place"),
            ("FileNotFoundError: [Errno 2] No such file or directory: 'w.txt'", "the sandbox shows only"),
            ("/usr/bin/env: ‘python3\\r’: No such file or directory", "the lines of the file end with"),
            ("PermissionError: [Errno 1] Operation not permitted", "the sandbox refuses this"),
            ("Could not reserve enough space for object heap", "Java could not reserve its memory"),
            (
                "\nclowder: this program was killed, because all its processes together used more than 9 MiB of memory",
                "use less memory",
            ),
        ] {
            assert!(advice(errors, 512).unwrap().starts_with(begin), "{errors}");
        }
        assert!(advice("Could not reserve enough space", 512).unwrap().contains("-Xmx128m"));
        assert_eq!(advice("ZeroDivisionError: division by zero", 512), None);
    }

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
