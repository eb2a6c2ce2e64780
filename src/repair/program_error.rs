//! Recognizes error messages that a program printed instead of a string.

const BEGINNINGS: [&str; 13] = [
    "Exception in thread ",
    "Traceback (most recent call last)",
    "Caused by: ",
    "Error: ",
    "error: ",
    "error[",
    "Uncaught ",
    "Unhandled exception",
    "panic: ",
    "terminate called ",
    "Segmentation fault",
    "fatal error: ",
    "bash: ",
];

/// Whether a text has a line that programs usually print when they crash. No string of any kind has such a line.
pub(crate) fn is_error_message(text: &str) -> bool {
    text.lines().map(str::trim).any(|line| {
        BEGINNINGS.iter().any(|beginning| line.starts_with(beginning))
            || is_panic(line)
            || is_stack_frame(line)
            || is_exception(line)
    })
}

/// Whether a line begins the message of a Rust panic, such as `thread 'main' panicked at src/main.rs:2:5:`.
fn is_panic(line: &str) -> bool {
    line.starts_with("thread '") && line.contains(" panicked at ")
}

/// Whether a line belongs to a stack trace, such as `at Main.main(Main.java:12)`.
fn is_stack_frame(line: &str) -> bool {
    line.starts_with("at ") && line.ends_with(')') && line.contains('(') && line.contains([':', '.'])
}

/// Whether a line begins with the name of an exception in Java, Python or JavaScript, such as
/// `java.lang.NullPointerException: board is null` or `ValueError: not a board`.
fn is_exception(line: &str) -> bool {
    let end = line.find(|letter: char| !(letter.is_ascii_alphanumeric() || "._$".contains(letter)));
    let name = end.map_or(line, |end| &line[..end]);
    let is_alone = end.is_none_or(|end| line[end..].starts_with(": "));
    is_alone && ["Exception", "Error"].iter().any(|word| name.len() > word.len() && name.ends_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_messages_of_programs_are_recognised() {
        for text in [
            "Exception in thread \"main\" java.lang.NullPointerException\n\tat Main.main(Main.java:12)\n",
            "Traceback (most recent call last):\n  File \"main.py\", line 3, in <module>\nValueError: 3\n",
            "fff\nthread 'main' panicked at src/main.rs:2:5:\n",
            "thread 'main' (7) panicked at src/main.rs:2:5:\n",
            "Error: cannot find the board\n",
            "error: no such file",
            "    at place (board.js:3:7)\n",
            "java.lang.NullPointerException: board is null",
            "bash: java: command not found",
        ] {
            assert!(is_error_message(text), "{text:?}");
        }
        for text in
            ["", "fff\nbbb\n", "Error", "error", "at (3)", "{\"message\":\"Error: 3\"}", "hello world"]
        {
            assert!(!is_error_message(text), "{text:?}");
        }
    }
}
