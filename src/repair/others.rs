//! Remembers which texts are canonical strings of which kinds.

use crate::kinds::{self, ReadOptions};
use crate::notation::Kind;
use std::cell::RefCell;
use std::collections::HashMap;

/// The results of earlier readings, so that a text is read only once as each kind.
#[derive(Default)]
pub(super) struct Others {
    known: RefCell<HashMap<String, Vec<(Kind, bool)>>>,
}

impl Others {
    /// Whether a text is a canonical string of the given kind. The text is read only at the first call for this kind.
    pub(super) fn is_canonical(&self, kind: Kind, text: &str) -> bool {
        let known = self.known.borrow().get(text).and_then(|kinds| {
            kinds.iter().find(|(read, _)| *read == kind).map(|&(_, is_canonical)| is_canonical)
        });
        known.unwrap_or_else(|| {
            let is_canonical = kinds::is_canonical(kind, text, &ReadOptions::default());
            self.add(kind, text, is_canonical);
            is_canonical
        })
    }

    pub(super) fn add(&self, kind: Kind, text: &str, is_canonical: bool) {
        let mut known = self.known.borrow_mut();
        match known.get_mut(text) {
            Some(kinds) => kinds.push((kind, is_canonical)),
            None => {
                known.insert(text.to_owned(), vec![(kind, is_canonical)]);
            }
        }
    }
}
