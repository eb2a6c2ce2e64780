//! A test case. It consists of a question, which belongs to a suite, and of the expected answer. A case is written as
//! one JSON object on one line.

use super::id;
use super::points::Points;
use super::settings::{Micropoints, SETTINGS, Settings, Visibility, read_setting};
use super::suite::{Input, Suite, UnknownSuite, ValueType};
use crate::diagnostics::{Diagnostic, Diagnostics, Span, codes};
use crate::json::{self, Data};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::Duration;

/// A question with the expected answer.
///
/// A case is either read with [`Case::read`] or created by [`generate::case`](super::generate::case). Therefore its
/// inputs and its expected answer always have the types that its suite requires.
#[derive(Clone, Debug)]
pub struct Case {
    /// The position of the case among all cases of a run, counted from 1.
    number: usize,
    /// The number by which a program under test refers to the case. It is computed from the question.
    id: u32,
    suite: Suite,
    name: Option<String>,
    pub(super) settings: Settings,
    /// The expected answer, or `None` if it follows from the rules.
    pub(super) expect: Option<Value>,
    /// A second correct answer, if the case gives one.
    expect_also: Option<Value>,
    /// The inputs in the order that the suite defines, each with its key and its value as JSON.
    inputs: Vec<(&'static str, String)>,
}

/// The error for a case that cannot be answered or judged by the rules. The message names the wrong input or the wrong
/// expected answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CaseError(String);

impl<T: Into<String>> From<T> for CaseError {
    fn from(message: T) -> Self {
        Self(message.into())
    }
}

impl Case {
    /// Creates a case. The inputs must be the inputs that the suite defines.
    pub(super) fn new(suite: Suite, inputs: Vec<(&'static str, Value)>) -> Self {
        let inputs = inputs.into_iter().map(|(key, value)| (key, value.to_string())).collect();
        Self::of_inputs(1, suite, inputs)
    }

    /// Creates a case that has inputs, but no name, no expected answer and no settings.
    fn of_inputs(number: usize, suite: Suite, inputs: Vec<(&'static str, String)>) -> Self {
        let id = id::of_question(suite, &inputs);
        let settings = Settings::default();
        Self { number, id, suite, name: None, settings, expect: None, expect_also: None, inputs }
    }

    /// Reads a case from a line. Unknown keys are ignored.
    ///
    /// # Errors
    /// Returns all errors in the case, with their spans in the line.
    ///
    /// # Examples
    /// ```
    /// use clowder::grade::{Case, Suite};
    ///
    /// let line = r#"{"suite":"isBoardStringWellFormed","board":"b\n","note":"too small"}"#;
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
            return Err(Diagnostic::new(&codes::grade::CASE_NOT_OBJECT, root.span, message)
                .expected(["{"])
                .into());
        }
        let reader = CaseReader { line, root: &root };
        let suite = reader.suite().map_err(|error| Diagnostics::from(*error))?;
        let mut diagnostics = Diagnostics::new();
        let mut keep = |error: Box<Diagnostic>| diagnostics.push(*error);
        let inputs = suite.inputs().iter().filter_map(|input| {
            let text = reader.input(*input).map_err(&mut keep).ok()??;
            Some((input.name, text.to_owned()))
        });
        let inputs = inputs.collect();
        for (key, value_type) in [
            ("name", ValueType::Text),
            ("hidden", ValueType::Boolean),
            ("expect", suite.expectation()),
            ("expect_also", suite.expectation()),
        ] {
            reader.check(key, value_type).unwrap_or_else(&mut keep);
        }
        let mut settings = Settings::default();
        for (key, wanted) in SETTINGS {
            match reader.setting(key, wanted) {
                Ok(Some(setting)) => settings = settings.or(&setting),
                Ok(None) => {}
                Err(error) => keep(error),
            }
        }
        diagnostics.sort();
        if !diagnostics.is_empty() {
            return Err(diagnostics);
        }
        if root.get("hidden").is_some_and(|hidden| matches!(hidden.data, Data::Bool(true))) {
            settings.visibility = Some(Visibility::Hidden);
        }
        Ok(Self {
            name: root.get("name").and_then(json::Value::as_str).map(str::to_owned),
            settings,
            expect: reader.value("expect"),
            expect_also: reader.value("expect_also"),
            ..Self::of_inputs(number, suite, inputs)
        })
    }

    /// Sets the expected answer. If `expect` is `None`, the expected answer follows from the rules.
    ///
    /// # Errors
    /// Returns an error if the expected answer does not have the type that the suite requires.
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

    /// Sets the name of the case.
    ///
    /// # Examples
    /// ```
    /// use clowder::grade::Case;
    ///
    /// let case = Case::read(1, r#"{"suite":"isBoardStringWellFormed","board":""}"#)?.with_name("empty");
    /// assert_eq!(case.name(), Some("empty"));
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn with_name(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// Returns the position of the case among all cases of a run, counted from 1.
    pub const fn number(&self) -> usize {
        self.number
    }

    /// Returns the suite of the case.
    pub const fn suite(&self) -> Suite {
        self.suite
    }

    /// Returns the name of the case, if it has one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Adds the settings of the case's suite, except the points, to the case.
    pub(crate) fn with_suite_settings(self, points: &Points) -> Self {
        match points.settings(self.suite) {
            Some(suite) => Self { settings: self.settings.or(&suite), ..self },
            None => self,
        }
    }

    /// Returns the number by which a program under test and a file of answers refer to the case. The number is computed
    /// from the question, so a program cannot use it to find out the position or the answer of the case.
    pub const fn id(&self) -> u32 {
        self.id
    }

    /// Replaces the ID. This is needed if another case of the run has the same ID.
    pub(crate) const fn set_id(&mut self, id: u32) {
        self.id = id;
    }

    /// Returns the ID that a case gets if `id` is already in use.
    #[cfg(feature = "cli")]
    pub(crate) fn next_id(id: u32) -> u32 {
        id::after(id)
    }

    /// Returns true if the case sets its own points and therefore gets no share of the points of its suite.
    #[cfg(feature = "cli")]
    pub(crate) const fn has_points(&self) -> bool {
        self.settings.points.is_some()
    }

    /// Makes the case hidden, so that only the teacher may see it.
    ///
    /// # Examples
    /// ```
    /// use clowder::grade::Case;
    ///
    /// let case = Case::read(1, r#"{"suite":"isBoardStringWellFormed","board":""}"#)?;
    /// assert!(case.hide().is_hidden());
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn hide(self) -> Self {
        let settings = Settings { visibility: Some(Visibility::Hidden), ..self.settings };
        Self { settings, ..self }
    }

    /// Returns the visibility, which determines who may see the case.
    pub fn visibility(&self) -> Visibility {
        self.settings.visibility.unwrap_or_default()
    }

    /// Returns true if the case is hidden from students, either always or until a later time.
    pub fn is_hidden(&self) -> bool {
        self.visibility() != Visibility::Visible
    }

    /// Returns the points for this case, if the case sets them.
    pub(super) const fn points(&self) -> Option<Micropoints> {
        self.settings.points
    }

    /// Returns the time limit for the answer, if the case or its suite sets one.
    pub const fn timeout(&self) -> Option<Duration> {
        self.settings.timeout
    }

    /// Returns the names of the suites and of the cases that must pass before this case is graded.
    pub fn depends(&self) -> &[String] {
        &self.settings.depends
    }

    /// Returns the expected answer, or `None` if it follows from the rules.
    pub const fn expect(&self) -> Option<&Value> {
        self.expect.as_ref()
    }

    /// Returns the second correct answer, if the case gives one.
    pub const fn expect_also(&self) -> Option<&Value> {
        self.expect_also.as_ref()
    }

    /// Returns the line that is sent to a program under test. It contains neither the name nor the expected answer.
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

    /// Returns the case as a line of a cases file. The only setting in this line is `hidden`.
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

    /// Returns the suite and the inputs as one text. Cases that ask different questions have different texts.
    pub(super) fn question(&self) -> String {
        format!("{}{}", self.suite, self.input_members())
    }

    /// Returns the keys and the values of the inputs, in the order that the suite defines.
    pub(super) fn inputs(&self) -> Vec<(&'static str, Value)> {
        let value = |text: &String| serde_json::from_str(text).unwrap_or(Value::Null);
        self.inputs.iter().map(|(key, text)| (*key, value(text))).collect()
    }

    /// Returns the inputs as members of a JSON object, each with a comma before it.
    fn input_members(&self) -> String {
        self.inputs.iter().map(|(key, value)| format!(",\"{key}\":{value}")).collect()
    }

    /// Returns the input with this key, or `None` if the case does not have it or if its value is not a `T`.
    pub(super) fn get<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        let (_, text) = self.inputs.iter().find(|(name, _)| *name == key)?;
        serde_json::from_str(text).ok()
    }

    /// Returns the string with this key, or an empty string if the case does not have this input.
    pub(super) fn text(&self, key: &str) -> String {
        self.get(key).unwrap_or_default()
    }

    /// Returns the five strings of the state, which are empty if the case has no state.
    pub(super) fn state(&self) -> [String; 5] {
        self.get("state").unwrap_or_default()
    }
}

/// Reads the members of a JSON object as a case.
struct CaseReader<'a> {
    line: &'a str,
    root: &'a json::Value,
}

impl<'a> CaseReader<'a> {
    fn suite(&self) -> Result<Suite, Box<Diagnostic>> {
        let Some(found) = self.root.get("suite") else { return Err(self.missing("suite").into()) };
        let name = found.as_str().unwrap_or_default();
        name.parse().map_err(|error: UnknownSuite| {
            let message =
                found.as_str().map_or_else(|| "`suite` must be a string".to_owned(), |_| error.to_string());
            let error = Diagnostic::new(&codes::grade::CASE_UNKNOWN_SUITE, found.span, message)
                .expected(Suite::ALL.iter().map(|suite| suite.name()))
                .found(name);
            Box::new(match similar_suite(name) {
                Some(suite) => error.fix(found.span, format!("\"{suite}\"")),
                None => error,
            })
        })
    }

    fn missing(&self, key: &str) -> Diagnostic {
        let message = format!("the key `{key}` is missing");
        Diagnostic::new(&codes::grade::CASE_MISSING_FIELD, self.root.span, message).expected([key.to_owned()])
    }

    /// Returns the JSON of an input, or `None` if it is optional and missing.
    fn input(&self, input: Input) -> Result<Option<&'a str>, Box<Diagnostic>> {
        match self.root.get(input.name) {
            None if !input.is_optional => Err(self.missing(input.name).into()),
            None => Ok(None),
            Some(found) => self.check(input.name, input.value_type).map(|()| Some(self.text(found.span))),
        }
    }

    /// Checks the type of a member, if the object has it.
    fn check(&self, key: &str, value_type: ValueType) -> Result<(), Box<Diagnostic>> {
        match self.root.get(key) {
            Some(found) if !value_type.accepts(self.text(found.span)) => {
                let wanted = value_type.name();
                let message = format!("`{key}` must be {wanted}");
                Err(Diagnostic::new(&codes::grade::CASE_FIELD_TYPE, found.span, message)
                    .expected([wanted])
                    .into())
            }
            _ => Ok(()),
        }
    }

    /// Returns a setting, or `None` if the case does not have it.
    fn setting(&self, key: &str, wanted: &'static str) -> Result<Option<Settings>, Box<Diagnostic>> {
        let Some(found) = self.root.get(key) else { return Ok(None) };
        read_setting(key, self.text(found.span)).map(Some).ok_or_else(|| {
            let message = format!("`{key}` must be {wanted}");
            Diagnostic::new(&codes::grade::CASE_FIELD_TYPE, found.span, message).expected([wanted]).into()
        })
    }

    fn value(&self, key: &str) -> Option<Value> {
        serde_json::from_str(self.text(self.root.get(key)?.span)).ok()
    }

    fn text(&self, span: Span) -> &'a str {
        &self.line[span.start..span.end]
    }
}

/// Returns the suite whose name has the same letters as `name`. Capital and small letters count as equal, and all
/// characters that are not letters are ignored.
fn similar_suite(name: &str) -> Option<Suite> {
    let letters = |text: &str| -> String {
        text.chars().filter(char::is_ascii_alphabetic).map(|letter| letter.to_ascii_lowercase()).collect()
    };
    let wanted = letters(name);
    Suite::ALL.iter().copied().find(|suite| letters(suite.name()) == wanted)
}
