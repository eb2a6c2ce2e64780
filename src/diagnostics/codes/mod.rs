//! The table of codes: one file a domain, each code with its rule, a wrong and a right example.

pub mod bots;
pub mod grade;
pub mod penguins;
pub mod polyomino;
pub mod raft;
pub mod rules;
pub mod text;

use super::Class;

/// A kind of fault. Codes are compared by name; a name never changes its meaning.
#[derive(Debug)]
pub struct Code {
    /// `kind/fault`, as in `challenge/unknown-raft-card`.
    pub name: &'static str,
    /// Which question it answers with no.
    pub class: Class,
    /// The rule in one or two sentences.
    pub rule: &'static str,
    /// A text that breaks the rule and one that keeps it.
    pub example: Example,
}

/// A wrong and a right text for a code.
#[derive(Debug)]
pub struct Example {
    /// What the texts are: a kind (`board`), or a question in words (`raft action in a state`).
    pub of: &'static str,
    /// Breaks the rule.
    pub wrong: &'static str,
    /// Keeps the rule.
    pub right: &'static str,
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Code {}

/// Declares the codes of one domain and the list `ALL` of them.
macro_rules! codes {
    ($($(#[$meta:meta])* $id:ident = $name:literal, $class:ident, $rule:literal, $of:literal: $wrong:expr => $right:expr;)*) => {
        $(
            #[doc = concat!("`", $name, "`: ", $rule)]
            pub static $id: $crate::diagnostics::Code = $crate::diagnostics::Code {
                name: $name,
                class: $crate::diagnostics::Class::$class,
                rule: $rule,
                example: $crate::diagnostics::Example { of: $of, wrong: $wrong, right: $right },
            };
        )*
        /// Every code of this file, in order.
        pub static ALL: &[&$crate::diagnostics::Code] = &[$(&$id),*];
    };
}
pub(crate) use codes;

/// Every code, domain by domain.
pub fn all() -> impl Iterator<Item = &'static Code> {
    [text::ALL, raft::ALL, rules::ALL, penguins::ALL, polyomino::ALL, bots::ALL, grade::ALL]
        .into_iter()
        .flatten()
        .copied()
}

/// The code of that name.
pub fn find(name: &str) -> Option<&'static Code> {
    all().find(|code| code.name == name)
}
