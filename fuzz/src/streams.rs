//! The fuzz targets for streams: lines that are read in pieces, lines of JSON, and cases for grading.

use crate::bytes::{Bytes, text};
use clowder::fuzzing::{decode_line, split};
use clowder::grade::Case;

/// Splits a stream into lines, and checks that the lines do not depend on the size of the pieces in which the stream is read.
pub fn stream(data: &[u8]) {
    let mut bytes = Bytes(data);
    let (chunk, longest, end) = (1 + bytes.below(40), bytes.below(60), bytes.choose(b"\n\0"));
    let stream = bytes.0;
    let mut expected: Vec<&[u8]> = stream.split(|&byte| byte == end).collect();
    // If a stream ends with a separator, no line follows this separator.
    expected.pop_if(|last| last.is_empty());
    let lines = split(stream, end == 0, longest, chunk);
    assert_eq!(lines.len(), expected.len());
    for (line, expected) in lines.iter().zip(expected) {
        match line {
            Ok(line) => assert_eq!(line, expected),
            Err(length) => assert!(*length == expected.len() && *length > longest),
        }
    }
}

/// Decodes a line of a batch, and checks that the answer is one line of JSON.
pub fn json_lines(data: &[u8]) {
    let Some(line) = text(data).filter(|line| !line.contains('\n')) else { return };
    let answer = decode_line(line);
    let object: serde_json::Value = serde_json::from_str(&answer).expect("an answer is JSON");
    assert_eq!(answer.matches('\n').count(), 1, "an answer is one line");
    assert!(!answer.trim_end_matches('\n').contains(char::is_control), "{answer:?}");
    // The `id` in the answer has the same meaning as the `id` in the line.
    if let Ok(serde_json::Value::Object(given)) = serde_json::from_str(line) {
        assert_eq!(given.get("id").unwrap_or(&serde_json::Value::Null), &object["id"]);
    }
}

/// Reads a case, writes it, and reads it again.
pub fn grade_case(data: &[u8]) {
    let Some(line) = text(data) else { return };
    let case = match Case::read(1, line) {
        Ok(case) => case,
        Err(errors) => {
            assert!(!errors.is_empty());
            return errors
                .iter()
                .for_each(|error| assert!(line.get(error.span.start()..error.span.end()).is_some()));
        }
    };
    let again = Case::read(1, &case.line()).expect("a written case can be read");
    assert_eq!(again.line(), case.line());
}
