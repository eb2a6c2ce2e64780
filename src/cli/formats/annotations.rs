//! Annotations of GitHub Actions.
//!
//! If the output of a job contains `::error file=…,line=…::message`, GitHub shows the message in the pull request, at
//! the given line of the given file. The file `command.ts` of GitHub's toolkit shows which characters must be escaped:
//! `%`, carriage returns and line feeds everywhere, and also `:` and `,` in the values of properties.

use crate::cli::result::Place;
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Diagnostic, Source};

/// Returns the workflow command for one error, with its line break.
pub(super) fn annotation(place: Place<'_>, source: Source<'_>, error: &Diagnostic) -> String {
    let (start, end) = (
        place.origin.start(source, error.part, error.span),
        place.origin.end(source, error.part, error.span),
    );
    let mut properties = Vec::new();
    if let Some(path) = place.origin.path.filter(|path| *path != "-") {
        properties.push(("file", property(path)));
    }
    properties.push(("line", start.line.to_string()));
    properties.push(("endLine", end.line.to_string()));
    properties.push(("col", start.column.to_string()));
    if end.line == start.line {
        // For GitHub, `endColumn` is the last column of the place, not the column after it.
        properties.push(("endColumn", end.column.saturating_sub(1).max(start.column).to_string()));
    }
    properties.push(("title", property(error.code.name)));
    let properties: Vec<_> = properties.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let mut message = escape(&error.message).into_owned();
    if place.origin.path.is_none_or(|path| path == "-") {
        message = format!("{}: {message}", escape(&place.file()));
    }
    format!("::{} {}::{}\n", error.severity.name(), properties.join(","), data(&message))
}

/// Escapes the message of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{data, property};

    #[test]
    fn messages_and_properties_are_escaped_as_the_toolkit_does() {
        assert_eq!(data("100%\r\na:b,c"), "100%25%0D%0Aa:b,c");
        assert_eq!(property("a%,b:c\n"), "a%25%2Cb%3Ac%0A");
    }
}
