//! A test case: a question of a suite, with its expected answer. A case is written as one JSON object on one
//! line.

use super::settings::{SETTINGS, Settings, Visibility, read_setting};
use super::suite::{ICE_KEYS, Input, Suite, UnknownSuite, ValueType};
use crate::diagnostics::escape::excerpt;
use crate::diagnostics::{Diagnostic, Diagnostics, codes};
use crate::json;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::HashSet;

/// A question with its expected answer.
///
/// Cases come from [`Case::read`] or [`generate::case`](super::generate::case), so inputs and expected
/// answers always have the types required by the suite.
#[derive(Clone, Debug)]
pub struct Case {
    /// Position among all cases of a run, starting at 1.
    number: usize,
    /// The number that identifies the case to a program under test, computed from the question.
    id: u32,
    suite: Suite,
    name: Option<String>,
    pub(crate) settings: Settings,
    /// The expected answer, or `None` if the rules determine the correct answer.
    pub(super) expect: Option<Value>,
    /// A second correct answer, if there is one.
    pub(super) expect_also: Option<Value>,
    /// Keys and JSON values of the inputs, in the order defined by the suite.
    inputs: Vec<(&'static str, String)>,
}

/// Why a case cannot be judged: its inputs or expected answer are invalid, or the rules give no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CaseError(String);

impl<T: Into<String>> From<T> for CaseError {
    fn from(message: T) -> Self {
        Self(message.into())
    }
}

impl Case {
    /// Creates a case from the inputs that its suite defines.
    pub(super) fn new(suite: Suite, inputs: Vec<(&'static str, Value)>) -> Self {
        let inputs = inputs.into_iter().map(|(key, value)| (key, value.to_string())).collect();
        Self::of_inputs(1, suite, inputs)
    }

    fn of_inputs(number: usize, suite: Suite, inputs: Vec<(&'static str, String)>) -> Self {
        let id = id_of_question(suite, &inputs);
        let settings = Settings::default();
        Self { number, id, suite, name: None, settings, expect: None, expect_also: None, inputs }
    }

    /// Reads a case from a line. Keys that start with `x-` are ignored.
    ///
    /// # Errors
    /// Returns all errors in the case, with spans in the line.
    ///
    /// # Examples
    /// ```
    /// use clowder::grade::{Case, Suite};
    ///
    /// let line = r#"{"suite":"isBoardStringWellFormed","board":"b\n","x-note":"too small"}"#;
    /// assert_eq!(Case::read(1, line)?.suite(), Suite::BoardWellFormed);
    /// let diagnostics = Case::read(2, r#"{"suite":"legal","action":7}"#).unwrap_err();
    /// assert_eq!(diagnostics.to_string(), "\
    /// 0..28: case/missing-field: the key `state` is missing
    /// 26..27: case/field-type: `action` must be a string");
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn read(number: usize, line: &str) -> Result<Self, Diagnostics> {
        let root = json::read(line).strict()?;
        if !root.is_object() {
            let message = "this line is not a JSON object";
            let error = Diagnostic::new(&codes::grade::CASE_NOT_OBJECT, root.span, message);
            return Err(error.expected(["{"]).into());
        }
        let suite = read_suite(&root)?;
        let known: Vec<&'static str> = suite.inputs().iter().map(|input| input.name).chain(KEYS).collect();
        let is_missing = |input: &&Input| !input.is_optional && root.get(input.name).is_none();
        let missing = suite.inputs().iter().filter(is_missing);
        let mut errors: Diagnostics = missing.map(|input| missing_key(&root, input.name)).collect();
        let mut member = |key: &str, wanted: &'static str, accepts: &dyn Fn(&str) -> bool| {
            let found = root.get(key)?;
            let text = found.span.of(line);
            if accepts(text) {
                return Some(text);
            }
            let message = format!("`{key}` must be {wanted}");
            let error = Diagnostic::new(&codes::grade::CASE_FIELD_TYPE, found.span, message);
            errors.push(error.expected([wanted]));
            None
        };
        let mut typed = |key, of: ValueType| member(key, of.name(), &|text| of.accepts(text));
        let inputs = suite.inputs().iter().filter_map(|&Input { name, value_type, .. }| {
            typed(name, value_type).map(|text| (name, text.to_owned()))
        });
        let inputs = inputs.collect();
        let name = typed("name", ValueType::Text).and_then(|text| serde_json::from_str(text).ok());
        let is_hidden = typed("hidden", ValueType::Boolean) == Some("true");
        let [expect, expect_also] = ["expect", "expect_also"]
            .map(|key| typed(key, suite.expectation()).and_then(|text| serde_json::from_str(text).ok()));
        let mut settings = Settings::default();
        for (key, wanted) in SETTINGS {
            let text = member(key, wanted, &|text| read_setting(key, text).is_some());
            if let Some(setting) = text.and_then(|text| read_setting(key, text)) {
                settings = settings.or(&setting);
            }
        }
        if is_hidden {
            settings.visibility = Some(Visibility::Hidden);
        }
        unknown_keys(&root, &known, false, &mut errors);
        for input in ["ice", "placed"].iter().filter_map(|key| root.get(key)) {
            items(input).for_each(|ice| unknown_keys(ice, &ICE_KEYS, false, &mut errors));
        }
        for expect in ["expect", "expect_also"].iter().filter_map(|key| root.get(key)).flat_map(items) {
            // An expected board may contain keys that are not judged, but a misspelled key is an error.
            unknown_keys(expect, suite.expect_keys(), suite == Suite::InitialiseChallenge, &mut errors);
            for (key, known, is_open) in FEATURE_KEYS {
                let features = expect.get(key).into_iter().flat_map(items);
                features.for_each(|feature| unknown_keys(feature, known, is_open, &mut errors));
            }
        }
        errors.sort();
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(Self { name, settings, expect, expect_also, ..Self::of_inputs(number, suite, inputs) })
    }

    /// Sets the expected answer. With `None`, the rules determine the correct answer.
    ///
    /// # Errors
    /// Returns an error if `expect` does not have the type that the suite requires.
    ///
    /// # Examples
    /// ```
    /// use clowder::grade::Case;
    ///
    /// let case = Case::read(1, r#"{"suite":"isBoardStringWellFormed","board":""}"#)?;
    /// assert!(case.clone().with_expectation(Some(false.into())).is_ok());
    /// let error = case.with_expectation(Some("no".into())).unwrap_err();
    /// assert_eq!(error.to_string(), "`expect` must be true or false");
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn with_expectation(self, expect: Option<Value>) -> Result<Self, CaseError> {
        let value_type = self.suite.expectation();
        match &expect {
            Some(value) if !value_type.accepts(&value.to_string()) => {
                Err(format!("`expect` must be {}", value_type.name()).into())
            }
            _ => Ok(Self { expect, ..self }),
        }
    }

    /// Sets the expected answer, which must have the correct type.
    pub(super) fn expecting(self, expect: Value) -> Self {
        Self { expect: Some(expect), ..self }
    }

    /// Sets the name of the case.
    pub fn with_name(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// Returns the position among all cases of a run, starting at 1.
    pub const fn number(&self) -> usize {
        self.number
    }

    /// Returns the suite.
    pub const fn suite(&self) -> Suite {
        self.suite
    }

    /// Returns the name, if any.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns the number that identifies the case to a program under test and in a file of answers. The
    /// number is computed from the question, so it reveals neither the position of the case nor the answer.
    pub const fn id(&self) -> u32 {
        self.id
    }

    /// Replaces the ID, e.g. if another case of the run already has the same ID.
    pub(crate) const fn set_id(&mut self, id: u32) {
        self.id = id;
    }

    /// Hides the case, so that only the tutor can see it.
    pub fn hide(mut self) -> Self {
        self.settings.visibility = Some(Visibility::Hidden);
        self
    }

    /// Returns who can see the case.
    pub fn visibility(&self) -> Visibility {
        self.settings.visibility.unwrap_or_default()
    }

    /// Returns true if the case is hidden from students, permanently or for a limited time.
    pub fn is_hidden(&self) -> bool {
        self.visibility() != Visibility::Visible
    }

    /// Returns the expected answer, or `None` if the rules determine the correct answer.
    pub const fn expect(&self) -> Option<&Value> {
        self.expect.as_ref()
    }

    /// Returns the line sent to a program under test. The line contains neither the case's name nor its
    /// expected answer.
    ///
    /// ```
    /// use clowder::grade::Case;
    ///
    /// let line = r#"{"suite":"isBoardStringWellFormed","name":"empty","board":"","expect":false}"#;
    /// let request = r#"{"id":505776793,"suite":"isBoardStringWellFormed","board":""}"#;
    /// assert_eq!(Case::read(1, line)?.request(), request);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn request(&self) -> String {
        format!("{{\"id\":{},\"suite\":\"{}\"{}}}", self.id, self.suite, self.input_members())
    }

    /// Returns the case as a line of a cases file. The line omits a second correct answer, and all settings
    /// except `hidden`.
    ///
    /// # Examples
    /// ```
    /// use clowder::grade::Case;
    ///
    /// let line = r#"{"suite":"isBoardStringWellFormed","name":"empty","board":"","expect":false}"#;
    /// let case = Case::read(1, line)?;
    /// assert_eq!(Case::read(1, &case.line())?.name(), Some("empty"));
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn line(&self) -> String {
        let member = |key: &str, value: &Value| format!(",\"{key}\":{value}");
        let name = self.name().map(|name| member("name", &name.into())).unwrap_or_default();
        let hidden = if self.visibility() == Visibility::Hidden { ",\"hidden\":true" } else { "" };
        let expect = self.expect().map(|expect| member("expect", expect)).unwrap_or_default();
        format!("{{\"suite\":\"{}\"{name}{hidden}{}{expect}}}", self.suite, self.input_members())
    }

    /// Returns a string that identifies the question: the suite and the inputs.
    pub(super) fn question(&self) -> String {
        format!("{}{}", self.suite, self.input_members())
    }

    pub(crate) fn inputs(&self) -> Vec<(&'static str, Value)> {
        let value = |text: &String| serde_json::from_str(text).unwrap_or(Value::Null);
        self.inputs.iter().map(|(key, text)| (*key, value(text))).collect()
    }

    /// Returns the inputs as members of a JSON object, each preceded by a comma.
    fn input_members(&self) -> String {
        self.inputs.iter().map(|(key, value)| format!(",\"{key}\":{value}")).collect()
    }

    /// Returns the input with the given key, or `None` if the input is missing or not a `T`.
    pub(super) fn get<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        let (_, text) = self.inputs.iter().find(|(name, _)| *name == key)?;
        serde_json::from_str(text).ok()
    }

    pub(super) fn text(&self, key: &str) -> String {
        self.get(key).unwrap_or_default()
    }

    /// Returns the five strings of the state, or empty strings if the case has no state.
    pub(super) fn state(&self) -> [String; 5] {
        self.get("state").unwrap_or_default()
    }
}

/// The initial value of a 64-bit FNV-1a hash.
pub(crate) const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// Continues a 64-bit FNV-1a hash.
pub(crate) fn fnv(hash: u64, bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Returns the ID for a question. IDs range from 1 to 2³¹−1, so they fit into an `int` in all common
/// languages.
///
/// The ID is a hash of the question alone. A counter would reveal the position of the case. A hash that covered the
/// expected answer would let a program find that answer by hashing every possible answer.
fn id_of_question(suite: Suite, inputs: &[(&'static str, String)]) -> u32 {
    let texts = inputs.iter().flat_map(|(key, value)| [*key, value]);
    // The byte 255 never occurs in UTF-8, so it can separate the texts.
    let bytes = std::iter::once(suite.name()).chain(texts).flat_map(|text| text.bytes().chain([255]));
    folded(fnv(FNV_OFFSET, bytes))
}

/// Maps a hash to the range 1 to 2³¹−1. Every bit of the hash affects the result.
fn folded(hash: u64) -> u32 {
    // The upper bits of an FNV-1a hash vary little for short texts, so the SplitMix64 mixer is applied first.
    let mut mixed = hash;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^= mixed >> 31;
    (mixed % 0x7fff_ffff) as u32 + 1
}

/// The IDs already used in a run. Each new case gets an unused ID.
#[derive(Debug, Default)]
pub(crate) struct Ids(HashSet<u32>);

impl Ids {
    /// Returns `id`, or the next free ID if another case already has `id` (for example, because both cases
    /// ask the same question).
    pub(crate) fn next_free(&mut self, mut id: u32) -> u32 {
        while !self.0.insert(id) {
            id = folded(u64::from(id));
        }
        id
    }
}

/// Keys allowed in the cases of every suite. `kind` and `count` are allowed but ignored.
const KEYS: [&str; 11] = [
    "suite",
    "name",
    "hidden",
    "expect",
    "expect_also",
    "kind",
    "count",
    "points",
    "timeout",
    "visibility",
    "depends",
];

/// The keys of cards and fire strips in the expected features of a board. `true` allows additional keys.
const FEATURE_KEYS: [(&str, &[&str], bool); 3] = [
    ("cats", &["row", "col", "squares"], false),
    ("raft", &["row", "col", "squares"], false),
    ("fire_strips", &["rows", "cols"], true),
];

/// Returns the items of a list, or the value itself if it is not a list.
fn items(value: &json::Value) -> impl Iterator<Item = &json::Value> {
    value.as_array().unwrap_or(std::slice::from_ref(value)).iter()
}

/// Reports the unknown keys of an object, and suggests a similar known key for each, if there is one. If
/// `only_near` is true, reports only keys for which there is a suggestion.
fn unknown_keys(object: &json::Value, known: &[&'static str], only_near: bool, errors: &mut Diagnostics) {
    let json::Data::Object(members) = &object.data else { return };
    for json::Member { key, span, .. } in members {
        if known.contains(&key.as_str()) || key.starts_with("x-") {
            continue;
        }
        let is_longer = |one: &str, other: &str| other.len() > 2 && one.starts_with(other);
        let is_near = |known: &&&'static str| {
            json::is_misspelt(key, known) || !only_near && (is_longer(known, key) || is_longer(key, known))
        };
        let near = known.iter().find(is_near);
        let message = match near {
            Some(_) => format!("unknown key `{}`", excerpt(key, 40)),
            None if only_near => continue,
            None => format!("unknown key `{}`; keys of your own begin with `x-`", excerpt(key, 40)),
        };
        let error = Diagnostic::new(&codes::grade::CASE_UNKNOWN_FIELD, *span, message)
            .expected(known.iter().copied())
            .found(key);
        errors.push(match near {
            Some(near) => error.fix(*span, json::quote(near)),
            None => error,
        });
    }
}

fn missing_key(root: &json::Value, key: &str) -> Diagnostic {
    let message = format!("the key `{key}` is missing");
    Diagnostic::new(&codes::grade::CASE_MISSING_FIELD, root.span, message).expected([key.to_owned()])
}

fn read_suite(root: &json::Value) -> Result<Suite, Diagnostics> {
    let Some(found) = root.get("suite") else {
        let mut errors = Diagnostics::from(missing_key(root, "suite"));
        unknown_keys(root, &KEYS, true, &mut errors);
        return Err(errors);
    };
    let name = found.as_str().unwrap_or_default();
    name.parse().map_err(|error: UnknownSuite| {
        let message =
            found.as_str().map_or_else(|| "`suite` must be a string".to_owned(), |_| error.to_string());
        let error = Diagnostic::new(&codes::grade::CASE_UNKNOWN_SUITE, found.span, message)
            .expected(Suite::ALL.iter().map(|suite| suite.name()))
            .found(name);
        // A suggestion differs from the given name only in separators and in upper and lower case.
        let letters =
            |text: &str| text.to_ascii_lowercase().replace(|letter: char| !letter.is_ascii_lowercase(), "");
        match Suite::ALL.iter().find(|suite| letters(suite.name()) == letters(name)) {
            Some(suite) => error.fix(found.span, format!("\"{suite}\"")).into(),
            None => error.into(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_questions_get_different_ids_and_the_answer_has_no_effect() {
        let case = |expect: bool| {
            let line = format!(r#"{{"suite":"isBoardStringWellFormed","board":"b","expect":{expect}}}"#);
            Case::read(1, &line).unwrap()
        };
        let mut ids = Ids::default();
        let mut cases = [case(true), case(false), case(true)];
        assert_eq!(cases[0].id(), cases[1].id());
        for case in &mut cases {
            case.set_id(ids.next_free(case.id()));
        }
        let distinct: HashSet<u32> = cases.iter().map(Case::id).collect();
        assert_eq!(distinct.len(), 3);
        assert!(distinct.iter().all(|id| (1..=0x7fff_ffff).contains(id)));
    }
}
