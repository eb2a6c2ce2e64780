//! The lesson about each error code: the reason for the rule, and the way to repair an error. `clowder codes CODE`
//! prints this lesson. For each file of `codes`, there is one file of lessons.

mod bots;
mod grade;
mod penguins;
mod polyomino;
mod raft;
mod rules;
mod shared;
mod text;

use super::Code;

/// The reason for the rule of a code, and the way to repair an error.
#[derive(Debug)]
#[non_exhaustive]
pub struct Lesson {
    /// The name of the code.
    pub code: &'static str,
    /// The reason for the rule, in one or two sentences.
    pub reason: &'static str,
    /// An instruction that repairs the error.
    pub repair: &'static str,
    /// The place or the situation in which the error occurs, if no single string can show the error.
    pub occurs: Option<&'static str>,
}

const fn lesson(code: &'static str, reason: &'static str, repair: &'static str) -> Lesson {
    Lesson { code, reason, repair, occurs: None }
}

impl Lesson {
    /// Adds the place or the situation in which the error occurs.
    const fn occurs(self, place: &'static str) -> Self {
        Self { occurs: Some(place), ..self }
    }
}

impl Code {
    /// Returns the reason for the rule of this code and the way to repair an error.
    ///
    /// ```
    /// let lesson = clowder::diagnostics::find("draw/total").unwrap().lesson().unwrap();
    /// assert!(lesson.reason.contains("six cards"));
    /// ```
    pub fn lesson(&self) -> Option<&'static Lesson> {
        [text::ALL, raft::ALL, rules::ALL, penguins::ALL, polyomino::ALL, bots::ALL, grade::ALL]
            .into_iter()
            .flatten()
            .find(|lesson| lesson.code == self.name)
    }
}

#[cfg(test)]
mod tests {
    use crate::diagnostics::all;

    #[test]
    fn every_code_has_a_lesson_in_full_sentences() {
        for code in all() {
            let lesson = code.lesson().unwrap_or_else(|| panic!("{}: there is no lesson", code.name));
            for text in [lesson.reason, lesson.repair, lesson.occurs.unwrap_or("It.")] {
                let starts_well = text.starts_with(|letter: char| letter.is_uppercase() || letter == '`');
                assert!(starts_well && text.ends_with('.'), "{}: {text}", code.name);
            }
            assert_ne!(lesson.reason, code.rule, "{}", code.name);
        }
        let lessons = [super::text::ALL, super::raft::ALL, super::rules::ALL, super::penguins::ALL];
        let more = [super::polyomino::ALL, super::bots::ALL, super::grade::ALL];
        let count: usize = lessons.iter().chain(&more).map(|list| list.len()).sum();
        assert_eq!(count, all().count(), "two lessons have the same code, or a lesson has an unknown code");
    }
}
