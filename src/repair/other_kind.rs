//! Recognizes texts that are strings of another kind, or of no kind.

use super::program_error::is_error_message;
use super::{ALTERNATIVES, Repair, SHOWN, count, errors, identify, one_of};
use crate::diagnostics::{Diagnostic, Span, codes};
use crate::kinds::{self, AnyReading};
use crate::notation::Kind;

/// If a text has fewer errors than this, `no_string` does not replace them.
const FEW_ERRORS: usize = 3;

impl Repair<'_> {
    /// Returns the error for a text that was probably given as the wrong kind, because it is a canonical string of
    /// another kind. Returns `None` if there is no such kind, or if a single edit is a likelier repair.
    pub(super) fn other_kind(&self, text: &str, reading: &AnyReading) -> Option<Diagnostic> {
        if text.trim().len() < 2 || reading.value().is_some() {
            return None;
        }
        // If strings of the given kind never end with a line break, the last one may already have been removed.
        let lines = text.replace("\r\n", "\n") + if text.ends_with('\n') { "" } else { "\n" };
        let fits = |&&kind: &&Kind| {
            // A region drawing can also be meant as the shape of a polyomino.
            let is_drawing = self.kind == Kind::Polyomino && kind == Kind::Region;
            kind != self.kind
                && !is_drawing
                && identify::is_likely(kind, text)
                && (self.others.is_canonical(kind, text)
                    || !kind.is_single_line() && self.others.is_canonical(kind, &lines))
        };
        let others: Vec<&str> =
            Kind::ALL.iter().filter(fits).map(|kind| kind.name()).take(ALTERNATIVES).collect();
        let first = others.first()?;
        if count(reading) == 1 && !self.edits(text, reading).is_empty() {
            return None;
        }
        let named = one_of(&others);
        let whole = Span::new(0, text.len());
        let message = format!("this is not a string of the kind `{}`, but of the kind {named}", self.kind);
        let is_plain = text.len() <= SHOWN && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let shown = if is_plain { text } else { "…" };
        let help = format!("give it as a string of that kind: clowder validate {first} {shown}");
        Some(
            Diagnostic::new(&codes::text::OTHER_KIND, whole, message).expected([self.kind.name()]).help(help),
        )
    }

    /// Returns one error for a text that was probably not meant as a string of this kind: it consists of words, or most
    /// of its characters do not occur in such strings. An error for each character would not help.
    pub(super) fn no_string(&self, reading: &AnyReading) -> Option<Diagnostic> {
        let (kind, alphabet) = (self.kind, kinds::row(self.kind).alphabet());
        // Strings of JSON kinds and of regions can have characters that are not in their alphabet.
        let can_contain_others = kind.is_json() || kind == Kind::Region;
        if can_contain_others || errors(reading).count() < FEW_ERRORS {
            return None;
        }
        let all = self.given.chars().count();
        let others = self.given.chars().filter(|&letter| !alphabet.contains(letter)).count();
        let message = if others > all / 2 {
            format!(
                "this is not a string of the kind `{kind}`: {others} of its {all} characters do not occur in such strings"
            )
        } else if identify::is_prose(self.given) {
            format!("this is not a string of the kind `{kind}`, but a text in words")
        } else {
            return None;
        };
        Some(self.no_string_because(message))
    }

    /// If the text is the error message of a program, returns one error that says so.
    pub(super) fn program_error(&self) -> Option<Diagnostic> {
        let message =
            || format!("this is a program's error message, not a string of the kind `{}`", self.kind);
        is_error_message(self.given).then(|| self.no_string_because(message()))
    }

    fn no_string_because(&self, message: String) -> Diagnostic {
        let kind = self.kind;
        let mut help = format!("`clowder help {kind}` describes the strings of this kind");
        let example = kinds::row(kind).example();
        if example.len() <= SHOWN && !example.contains('\n') {
            help += &format!(", such as `{example}`");
        }
        let whole = Span::new(0, self.given.len());
        Diagnostic::new(&codes::text::OTHER_KIND, whole, message).expected([kind.name()]).help(help)
    }
}
