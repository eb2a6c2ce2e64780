//! A case: a question of a suite and what is expected, one JSON object a line.

use super::suite::{Field, Form, Suite};
use crate::diagnostics::escape::excerpt;
use crate::diagnostics::{Diagnostic, Diagnostics, Span, grade as codes};
use crate::json::{self, Data, Value as Located};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A question, and what is expected of the answer.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its number among all cases of a run, from 1: the `id` a program under test sees.
    pub number: usize,
    /// What is asked.
    pub suite: Suite,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Whether nobody but the teacher may see it.
    pub hidden: bool,
    /// What is expected; `None` leaves it to the rules.
    pub expect: Option<Value>,
    /// What is as good.
    pub expect_also: Option<Value>,
    /// The inputs in the order of the suite, each as the JSON text of the line.
    inputs: Vec<(&'static str, String)>,
}

impl Case {
    /// A case made here. The inputs must be those of the suite.
    pub(crate) fn new(suite: Suite, inputs: Vec<(&'static str, Value)>) -> Self {
        let inputs = inputs.into_iter().map(|(key, value)| (key, value.to_string())).collect();
        Self { number: 1, suite, name: None, hidden: false, expect: None, expect_also: None, inputs }
    }

    /// Reads the line of a case. Fields that the suite does not know are ignored.
    ///
    /// ```
    /// use clowder::grade::{Case, Suite};
    ///
    /// let line = r#"{"suite":"isBoardStringWellFormed","board":"b\n","note":"too small"}"#;
    /// assert_eq!(Case::read(1, line)?.suite, Suite::BoardWellFormed);
    /// let faults = Case::read(2, r#"{"suite":"legal","action":7}"#).unwrap_err();
    /// assert_eq!(faults.to_string(), "\
    /// 0..28: case/missing-field: the case has no `state`
    /// 26..27: case/field-type: `action` is not a string");
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    /// Every fault, with its bytes in the line.
    pub fn read(number: usize, line: &str) -> Result<Self, Diagnostics> {
        let root = json::read(line).strict()?;
        let mut faults = Diagnostics::new();
        if !root.is_object() {
            let message = "the line is not a JSON object";
            return Err(Diagnostic::new(&codes::CASE_NOT_OBJECT, root.span, message).expected(["{"]).into());
        }
        let reader = Reader { line, root: &root };
        let suite = reader.suite().map_err(|fault| Diagnostics::from(*fault))?;
        let inputs = suite.fields().iter().filter_map(|field| match reader.input(*field) {
            Ok(input) => input.map(|text| (field.name, text.to_owned())),
            Err(fault) => {
                faults.push(*fault);
                None
            }
        });
        let inputs = inputs.collect();
        let mut keep = |result: Result<(), Box<Diagnostic>>| {
            if let Err(fault) = result {
                faults.push(*fault);
            }
        };
        keep(reader.check("name", Form::Text));
        keep(reader.check("hidden", Form::Boolean));
        keep(reader.check("expect", suite.expectation()));
        keep(reader.check("expect_also", suite.expectation()));
        faults.sort();
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Self {
            number,
            suite,
            name: root.get("name").and_then(Located::as_str).map(str::to_owned),
            hidden: root.get("hidden").is_some_and(|hidden| matches!(hidden.data, Data::Bool(true))),
            expect: reader.value("expect"),
            expect_also: reader.value("expect_also"),
            inputs,
        })
    }

    /// The line a program under test gets: no name, no expectation.
    pub fn request(&self) -> String {
        let mut line = format!("{{\"id\":{},\"suite\":\"{}\"", self.number, self.suite);
        for (key, value) in &self.inputs {
            line.push_str(&format!(",\"{key}\":{value}"));
        }
        line.push('}');
        line
    }

    /// The line of a cases file.
    pub fn line(&self) -> String {
        let mut line = format!("{{\"suite\":\"{}\"", self.suite);
        if let Some(name) = &self.name {
            line.push_str(&format!(",\"name\":{}", Value::from(name.as_str())));
        }
        for (key, value) in &self.inputs {
            line.push_str(&format!(",\"{key}\":{value}"));
        }
        if let Some(expect) = &self.expect {
            line.push_str(&format!(",\"expect\":{expect}"));
        }
        line.push('}');
        line
    }

    /// An input, or nothing if the case leaves it out.
    pub(crate) fn get<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        let (_, text) = self.inputs.iter().find(|(name, _)| *name == key)?;
        serde_json::from_str(text).ok()
    }

    /// An input that is a string; empty if the case leaves it out.
    pub(crate) fn text(&self, key: &str) -> String {
        self.get(key).unwrap_or_default()
    }

    /// The strings of the state.
    pub(crate) fn state(&self) -> [String; 5] {
        self.get("state").unwrap_or_default()
    }
}

/// A line of which the outermost JSON is sound.
struct Reader<'a> {
    line: &'a str,
    root: &'a Located,
}

impl<'a> Reader<'a> {
    fn suite(&self) -> Result<Suite, Box<Diagnostic>> {
        let Some(found) = self.root.get("suite") else { return Err(self.missing("suite").into()) };
        let name = found.as_str().unwrap_or_default();
        Suite::find(name).ok_or_else(|| {
            let message = match found.as_str() {
                Some(name) => format!("there is no suite `{}`", excerpt(name, 40)),
                None => "`suite` is not a string".to_owned(),
            };
            let fault = Diagnostic::new(&codes::CASE_UNKNOWN_SUITE, found.span, message)
                .expected(Suite::ALL.iter().map(|suite| suite.name()))
                .found(name);
            Box::new(match near(name) {
                Some(suite) => fault.fix(found.span, format!("\"{suite}\"")),
                None => fault,
            })
        })
    }

    fn missing(&self, key: &str) -> Diagnostic {
        let message = format!("the case has no `{key}`");
        Diagnostic::new(&codes::CASE_MISSING_FIELD, self.root.span, message).expected([key.to_owned()])
    }

    /// The JSON text of an input.
    fn input(&self, field: Field) -> Result<Option<&'a str>, Box<Diagnostic>> {
        let Some(found) = self.root.get(field.name) else {
            return if field.optional { Ok(None) } else { Err(self.missing(field.name).into()) };
        };
        let text = self.text(found.span);
        if field.form.takes(text) { Ok(Some(text)) } else { Err(wrong_type(field.name, field.form, found)) }
    }

    /// Checks a field that is not an input, if it is there.
    fn check(&self, key: &str, form: Form) -> Result<(), Box<Diagnostic>> {
        match self.root.get(key) {
            Some(found) if !form.takes(self.text(found.span)) => Err(wrong_type(key, form, found)),
            _ => Ok(()),
        }
    }

    fn value(&self, key: &str) -> Option<Value> {
        serde_json::from_str(self.text(self.root.get(key)?.span)).ok()
    }

    fn text(&self, span: Span) -> &'a str {
        &self.line[span.start..span.end]
    }
}

fn wrong_type(key: &str, form: Form, found: &Located) -> Box<Diagnostic> {
    let wanted = form.name();
    let message = format!("`{key}` is not {wanted}");
    Box::new(Diagnostic::new(&codes::CASE_FIELD_TYPE, found.span, message).expected([wanted]))
}

/// The suite that was probably meant: the same letters, whatever their case and what stands between them.
fn near(name: &str) -> Option<Suite> {
    let letters = |text: &str| -> String {
        text.chars().filter(char::is_ascii_alphabetic).map(|letter| letter.to_ascii_lowercase()).collect()
    };
    let wanted = letters(name);
    Suite::ALL.iter().copied().find(|suite| letters(suite.name()) == wanted)
}
