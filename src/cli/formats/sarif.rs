//! Writes SARIF 2.1.0, with one document for each run. The document is written error by error, so that the memory use
//! is constant.

use super::origin::FilePlace;
use super::uri;
use crate::cli::result::Place;
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Code, Diagnostic, Source, Span, all, json};
use serde::Serialize;

#[derive(Serialize)]
struct Message<'a> {
    text: &'a str,
}

/// The description of an error code, for the tool that shows the errors.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    short_description: Message<'static>,
    properties: RuleProperties,
}

#[derive(Serialize)]
struct RuleProperties {
    class: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Found<'a> {
    rule_id: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: &'static str,
    message: Message<'a>,
    locations: [Location<'a>; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<FixOut<'a>>,
}

/// A place in a file. For a text that is not in a file, it is the name of the argument and a place in the text.
#[derive(Serialize)]
#[allow(clippy::struct_field_names, reason = "these are the names that SARIF defines")]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    physical_location: Option<PhysicalLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    logical_locations: Option<[LogicalLocation; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    properties: Option<Region>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LogicalLocation {
    name: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FixOut<'a> {
    artifact_changes: [ArtifactChange<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange<'a> {
    artifact_location: ArtifactLocation,
    replacements: [Replacement<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement<'a> {
    deleted_region: Region,
    inserted_content: Message<'a>,
}

/// Returns the part of the document before the first error.
pub(super) fn head() -> String {
    let rule = |code: &'static Code| Rule {
        id: code.name,
        short_description: Message { text: code.rule() },
        properties: RuleProperties { class: code.class.name() },
    };
    let driver =
        Driver { name: "clowder", version: env!("CARGO_PKG_VERSION"), rules: all().map(rule).collect() };
    let driver = json::text(&driver).unwrap_or_default();
    format!(
        "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{{\
         \"tool\":{{\"driver\":{driver}}},\"columnKind\":\"unicodeCodePoints\",\"results\":[\n"
    )
}

/// Returns the part of the document after the last error.
pub(super) fn tail() -> String {
    "]}]}\n".to_owned()
}

/// Returns one error, with a comma before it and a line break after it.
pub(super) fn result(place: Place<'_>, source: Source<'_>, error: &Diagnostic) -> String {
    let region = |part: Option<usize>, span: Span| {
        let FilePlace { line, column } = place.origin.start(source, part, span);
        let end = place.origin.end(source, part, span);
        Region { start_line: line, start_column: column, end_line: end.line, end_column: end.column }
    };
    let message = escape(&error.message);
    let related: Vec<_> = error.related.iter().map(|other| escape(&other.message)).collect();
    let related = error.related.iter().zip(&related).map(|(other, message)| {
        location(place, region(other.part, other.span), Some(Message { text: message }))
    });
    // A fix is written only if the file contains the text itself. If the text is encoded in the file, for example as a
    // JSON string, the replacement would have to be encoded, too.
    let fix = error.fix.as_ref().filter(|_| error.part.is_none() && place.origin.raw.is_none());
    let fixes = fix.and_then(|fix| {
        let replacement = Replacement {
            deleted_region: region(None, fix.span),
            inserted_content: Message { text: &fix.text },
        };
        let artifact_location = ArtifactLocation { uri: file_uri(place)? };
        Some(FixOut { artifact_changes: [ArtifactChange { artifact_location, replacements: [replacement] }] })
    });
    let found = Found {
        rule_id: error.code.name,
        rule_index: all().position(|code| code == error.code),
        level: error.severity.name(),
        message: Message { text: &message },
        locations: [location(place, region(error.part, error.span), None)],
        related_locations: related.collect(),
        fixes: fixes.into_iter().collect(),
    };
    // Strings and numbers can always be written.
    format!(",{}\n", json::text(&found).unwrap_or_default())
}

/// Returns the URI of the file that contains a text, or `None` if the text is not from a file.
fn file_uri(place: Place<'_>) -> Option<String> {
    place.origin.path.filter(|path| *path != "-").map(uri::of_path)
}

fn location<'a>(place: Place<'_>, region: Region, message: Option<Message<'a>>) -> Location<'a> {
    match file_uri(place) {
        Some(uri) => Location {
            physical_location: Some(PhysicalLocation { artifact_location: ArtifactLocation { uri }, region }),
            logical_locations: None,
            message,
            properties: None,
        },
        None => Location {
            physical_location: None,
            logical_locations: Some([LogicalLocation { name: place.file().into_owned() }]),
            message,
            properties: Some(region),
        },
    }
}
