//! Characters that look like other characters.

use crate::diagnostics::escape::is_plain;
use crate::notation::Kind;

/// Each non-ASCII character is followed by the ASCII character that it looks like. The letters are Greek and Cyrillic
/// (compare Unicode Technical Standard 39).
const PAIRS: &str = "АAВBЕEМMНHОOРPСCТTХXУYЅSІIЈJаaсcеeіiјjоoрpѕsхxуyԁdԛqѡwΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXοoνvρpиn\
                     –-—-−-‐-‑-‒-×x✕x·.․.∙.•.∶:";

pub(super) fn look_alike(character: char) -> Option<char> {
    match character {
        _ if character.is_ascii() => None,
        // The code point of a full-width character is the ASCII code point plus 0xfee0.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(character) - 0xfee0),
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => Some(' '),
        '“' | '”' | '„' | '″' => Some('"'),
        '‘' | '’' | '′' | '´' => Some('\''),
        _ => {
            let mut pairs = PAIRS.chars().zip(PAIRS.chars().skip(1)).step_by(2);
            pairs.find(|(other, _)| *other == character).map(|(_, plain)| plain)
        }
    }
}

pub(super) fn plain(_: Kind, text: &str) -> Vec<String> {
    vec![text.chars().map(|character| look_alike(character).unwrap_or(character)).collect()]
}

/// Removes the characters that cannot be seen, such as zero-width spaces. The last 16 characters of the first plane are
/// kept: `\uffff` in a state is a mistyped `\n` before a row that begins with `ffff`.
pub(super) fn visible(_: Kind, text: &str) -> Vec<String> {
    let is_seen =
        |&letter: &char| letter.is_ascii() || is_plain(letter) || ('\u{fff0}'..='\u{ffff}').contains(&letter);
    vec![text.chars().filter(is_seen).collect()]
}

/// Whether two ASCII characters are easily confused. Each group contains a digit and the letters that look like it.
/// Letters such as `g` and `q` are not a group, because each of them also looks like other letters.
pub(super) fn are_alike(one: char, other: char) -> bool {
    const GROUPS: [&str; 6] = ["0Oo", "1lIi", "5S", "8B", "6b", "9g"];
    GROUPS.iter().any(|group| group.contains(one) && group.contains(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_alikes_become_plain() {
        assert_eq!((visible(Kind::Challenge, "LN\u{200b}SN")), ["LNSN"]);
        assert_eq!((plain(Kind::Challenge, "LＮSN")), ["LNSN"]);
        assert_eq!(PAIRS.chars().count() % 2, 0);
        assert!(PAIRS.chars().skip(1).step_by(2).all(|plain| plain.is_ascii()));
    }
}
