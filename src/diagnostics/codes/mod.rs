//! The table of error codes. Each domain has one file, and each code has its rule, a wrong example and a right example.

pub mod bots;
pub mod grade;
pub mod penguins;
pub mod polyomino;
pub mod raft;
pub mod rules;
pub mod text;

use super::Class;

/// A kind of error. Codes are compared by name, and the meaning of a name never changes.
#[derive(Debug)]
#[non_exhaustive]
pub struct Code {
    /// The name, such as `challenge/unknown-raft-card`.
    pub name: &'static str,
    /// The class of every diagnostic with this code.
    pub class: Class,
    /// The rule that was broken, in a few sentences.
    pub rule: &'static str,
    /// A string that breaks the rule, and a string that follows the rule.
    pub example: Example,
}

/// A wrong and a right string for a code.
#[derive(Debug)]
#[non_exhaustive]
pub struct Example {
    /// The kind of both strings, such as `board`, or a description of them, such as `action in the example game`.
    pub of: &'static str,
    /// A string that breaks the rule.
    pub wrong: &'static str,
    /// A string that follows the rule.
    pub right: &'static str,
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Code {}

/// Declares the codes of one domain, and the list `ALL` of these codes.
macro_rules! codes {
    ($($(#[$meta:meta])* $id:ident = $name:literal, $class:ident, $rule:expr, $of:tt: $wrong:expr => $right:expr;)*) => {
        $(
            #[doc = concat!("`", $name, "`: ", $rule)]
            pub static $id: $crate::diagnostics::Code = $crate::diagnostics::Code {
                name: $name,
                class: $crate::diagnostics::Class::$class,
                rule: $rule,
                example: $crate::diagnostics::Example { of: $of, wrong: $wrong, right: $right },
            };
        )*
        /// All codes of this domain, in order.
        pub static ALL: &[&$crate::diagnostics::Code] = &[$(&$id),*];
    };
}
pub(crate) use codes;

/// Returns all codes, grouped by domain.
///
/// ```
/// assert!(clowder::diagnostics::all().any(|code| code.name == "board/empty"));
/// ```
pub fn all() -> impl Iterator<Item = &'static Code> {
    [text::ALL, raft::ALL, rules::ALL, penguins::ALL, polyomino::ALL, bots::ALL, grade::ALL]
        .into_iter()
        .flatten()
        .copied()
}

/// Returns the code with this name, or `None` if no code has this name.
///
/// ```
/// let code = clowder::diagnostics::find("draw/total").unwrap();
/// assert_eq!(code.class.name(), "rule");
/// ```
pub fn find(name: &str) -> Option<&'static Code> {
    all().find(|code| code.name == name)
}
