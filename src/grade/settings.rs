//! The optional settings of a case or a whole suite: points, time limit, visibility and dependencies.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Who can see a case, and when. The values are named as in Gradescope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Visibility {
    /// Everybody can see the case.
    #[default]
    Visible,
    /// Students can see the case once the grades are published.
    AfterPublished,
    /// Students can see the case after the due date.
    AfterDueDate,
    /// Only the tutor can see the case.
    Hidden,
}

/// Maximum number of points for a case or a suite. Even sums of such numbers are exact to a millionth.
pub(super) const MAX_POINTS: f64 = 1e6;
/// Maximum time limit for an answer, in milliseconds.
const MAX_TIMEOUT: u64 = 3_600_000;

/// A number of points in millionths, so that sums are exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Micropoints(pub(super) u64);

impl Micropoints {
    /// Rounds a non-negative number of points to millionths.
    pub(super) fn new(points: f64) -> Self {
        Self((points * 1e6).round() as u64)
    }

    pub(super) fn points(self) -> f64 {
        self.0 as f64 / 1e6
    }
}

/// The optional settings of a case or a suite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Settings {
    /// The points of the case, or the total points of the suite's cases.
    pub(crate) points: Option<Micropoints>,
    /// Time limit for an answer.
    pub(super) timeout: Option<Duration>,
    pub(super) visibility: Option<Visibility>,
    /// Names of suites and cases that must pass before the case is graded.
    pub(crate) depends: Vec<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Names {
    One(String),
    Many(Vec<String>),
}

/// The settings in their JSON form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SettingsIn {
    points: Option<f64>,
    timeout: Option<u64>,
    visibility: Option<Visibility>,
    depends: Option<Names>,
}

impl SettingsIn {
    /// Checks the numbers and returns the settings.
    ///
    /// # Errors
    /// Returns the name of the first setting whose number is out of range.
    pub(super) fn check(self) -> Result<Settings, &'static str> {
        if self.points.is_some_and(|points| !(0.0..=MAX_POINTS).contains(&points)) {
            return Err("points");
        }
        if self.timeout.is_some_and(|timeout| !(1..=MAX_TIMEOUT).contains(&timeout)) {
            return Err("timeout");
        }
        Ok(Settings {
            points: self.points.map(Micropoints::new),
            timeout: self.timeout.map(Duration::from_millis),
            visibility: self.visibility,
            depends: match self.depends {
                None => Vec::new(),
                Some(Names::One(name)) => vec![name],
                Some(Names::Many(names)) => names,
            },
        })
    }
}

/// Keys of the settings in a case, each with a description of its value.
pub(super) const SETTINGS: [(&str, &str); 4] = [
    ("points", "a number of points from 0 to 1000000"),
    ("timeout", "a number of milliseconds from 1 to 3600000"),
    ("visibility", "\"visible\", \"after_published\", \"after_due_date\" or \"hidden\""),
    ("depends", "the name of a suite or of a case, or a list of such names"),
];

/// Reads one setting from JSON, or returns `None` if `json` is not a valid value for this key.
pub(super) fn read_setting(key: &str, json: &str) -> Option<Settings> {
    let object = format!("{{\"{key}\":{json}}}");
    let settings: SettingsIn = serde_json::from_str(&object).ok()?;
    (json.trim() != "null").then_some(())?;
    settings.check().ok()
}

impl Settings {
    /// Fills in unset points and an unset time limit from `other`. Applies the stricter visibility, and
    /// combines the dependencies.
    pub(super) fn or(mut self, other: &Self) -> Self {
        self.depends.extend_from_slice(&other.depends);
        Self {
            points: self.points.or(other.points),
            timeout: self.timeout.or(other.timeout),
            visibility: self.visibility.max(other.visibility),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_read_or_refused() {
        assert_eq!(read_setting("points", "2.5").unwrap().points, Some(Micropoints(2_500_000)));
        assert_eq!(read_setting("timeout", "250").unwrap().timeout, Some(Duration::from_millis(250)));
        assert_eq!(read_setting("visibility", "\"hidden\"").unwrap().visibility, Some(Visibility::Hidden));
        assert_eq!(read_setting("depends", "\"moveCat\"").unwrap().depends, ["moveCat"]);
        assert_eq!(read_setting("depends", "[\"a\",\"b\"]").unwrap().depends, ["a", "b"]);
        for (key, wrong) in [
            ("points", "-1"),
            ("points", "1e7"),
            ("points", "\"1\""),
            ("timeout", "0"),
            ("timeout", "1.5"),
            ("timeout", "3600001"),
            ("visibility", "\"secret\""),
            ("visibility", "null"),
            ("depends", "7"),
            ("depends", "[1]"),
        ] {
            assert_eq!(read_setting(key, wrong), None, "{key} {wrong}");
        }
    }

    #[test]
    fn the_settings_of_a_suite_complete_those_of_a_case() {
        let case =
            Settings { points: Some(Micropoints(1)), depends: vec!["a".to_owned()], ..Settings::default() };
        let suite = Settings {
            points: Some(Micropoints(2)),
            visibility: Some(Visibility::Hidden),
            depends: vec!["b".to_owned()],
            ..Settings::default()
        };
        let both = case.or(&suite);
        assert_eq!((both.points, both.visibility), (Some(Micropoints(1)), Some(Visibility::Hidden)));
        assert_eq!(both.depends, ["a", "b"]);
    }
}
