//! The official challenges that a name or a number can mean.

use crate::notation::Kind;
use crate::raft::catalogue::similar_name;
use crate::{penguins, raft};

/// An official challenge.
pub(super) struct Official {
    /// The kind of its string.
    pub(super) kind: Kind,
    /// Its string.
    pub(super) string: String,
    /// Its title in a sentence, such as ``challenge 5 of Race to the Raft``.
    pub(super) title: String,
}

/// Returns the official challenges of all games with this name or number. Capital and small letters are not
/// distinguished in a name.
pub(super) fn challenges(text: &str) -> Vec<Official> {
    let number = text.parse::<usize>().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
    let of_raft = raft::catalogue::official_challenges()
        .iter()
        .find(|one| Some(one.number) == number || one.name.eq_ignore_ascii_case(text))
        .map(|one| Official {
            kind: Kind::Challenge,
            string: one.text.clone(),
            title: format!("challenge {} of Race to the Raft (`{}`)", one.number, one.name),
        });
    let of_penguins = penguins::official_challenges()
        .iter()
        .find(|one| Some(usize::from(one.number)) == number)
        .map(|one| Official {
            kind: Kind::PenguinsChallenge,
            string: one.challenge.to_string(),
            title: format!("challenge {} of Penguins Pool Party", one.number),
        });
    of_raft.into_iter().chain(of_penguins).collect()
}

/// Returns true if a text is the name of an official challenge of Race to the Raft, or is similar to one of these
/// names.
pub(super) fn is_name(text: &str) -> bool {
    similar_name(text).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_can_mean_two_challenges_and_a_name_means_one() {
        let kinds = |text: &str| challenges(text).iter().map(|one| one.kind).collect::<Vec<_>>();
        assert_eq!(kinds("5"), [Kind::Challenge, Kind::PenguinsChallenge]);
        assert_eq!(kinds("60"), [Kind::PenguinsChallenge]);
        assert_eq!(kinds("first STEPS"), [Kind::Challenge]);
        assert_eq!(kinds("0"), []);
        assert_eq!(kinds("+5"), []);
        assert!(is_name("Frist steps") && !is_name("nonsense"));
    }
}
