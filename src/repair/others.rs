//! Remembers whether texts are canonical strings of certain kinds.

use crate::kinds::{self, ReadOptions};
use crate::notation::Kind;
use std::cell::RefCell;
use std::collections::HashMap;

/// For each kind and text that was read, whether the text is a canonical string of this kind.
#[derive(Default)]
pub(super) struct Others {
    known: RefCell<HashMap<(Kind, String), bool>>,
}

impl Others {
    /// Whether a text is a canonical string of the given kind. For each kind, the text is read only once.
    pub(super) fn is_canonical(&self, kind: Kind, text: &str) -> bool {
        let read = || kinds::is_canonical(kind, text, &ReadOptions::default());
        *self.known.borrow_mut().entry((kind, text.to_owned())).or_insert_with(read)
    }

    pub(super) fn add(&self, kind: Kind, text: &str, is_canonical: bool) {
        self.known.borrow_mut().insert((kind, text.to_owned()), is_canonical);
    }
}
