//! Prints advice about the probable meaning of a wrong input. The advice follows the answer.

use super::super::output::note;
use super::quoted;
use crate::notation::{Kind, plural};
use std::ffi::OsString;
use std::path::Path;

/// Prints the probable meaning of a text that is not valid as one string.
pub(in super::super) fn advise(kind: Option<Kind>, text: &str) {
    if text.is_empty() {
        note("the input is empty; give the string as an argument, with --file, or on standard input");
    } else if kind.is_some_and(Kind::is_single_line) && text.trim().contains('\n') {
        let count = plural(text.trim().lines().count(), "line");
        note(format!("the input has {count}; `clowder validate --lines` reads each line as one string"));
    }
}

/// Prints a note that several arguments may be file names, or one string whose spaces were not quoted.
pub(in super::super) fn advise_quotes(inputs: &[OsString]) {
    if inputs.iter().all(|word| Path::new(word).is_file()) {
        let first = quoted(&inputs[0].to_string_lossy());
        note(format!(
            "these are names of files; to read the files, write `--file` before them: --file {first} …"
        ));
        return;
    }
    let words: Vec<_> = inputs.iter().map(|word| word.to_string_lossy()).collect();
    let (count, string) = (words.len(), quoted(&words.join(" ")));
    note(format!("{count} strings were given; if they are one string, put it in quotes: {string}"));
}
