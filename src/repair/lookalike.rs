//! Characters that look like others.

use super::mapped::Mapped;

/// Pairs of characters beyond ASCII and the ASCII characters that they look like. The letters are those of the Greek
/// and the Cyrillic alphabet that Unicode lists as confusable with a Latin letter (Unicode Technical Standard 39).
const PAIRS: &str = "АAВBЕEМMНHОOРPСCТTХXУYЅSІIЈJаaсcеeіiјjоoрpѕsхxуyԁdԛqѡwΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXοoνvρpиn\
                     –-—-−-‐-‑-‒-×x✕x·.․.∙.•.∶:";

/// Returns the ASCII character that a character looks like.
pub(super) fn look_alike(character: char) -> Option<char> {
    // Full-width forms are 0xfee0 above the ASCII characters.
    if ('\u{ff01}'..='\u{ff5e}').contains(&character) {
        return char::from_u32(u32::from(character) - 0xfee0);
    }
    if matches!(character, '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}') {
        return Some(' ');
    }
    if matches!(character, '“' | '”' | '„' | '″') {
        return Some('"');
    }
    if matches!(character, '‘' | '’' | '′' | '´') {
        return Some('\'');
    }
    let mut pairs = PAIRS.chars();
    while let (Some(other), Some(plain)) = (pairs.next(), pairs.next()) {
        if other == character {
            return Some(plain);
        }
    }
    None
}

/// Replaces every character that looks like one of ASCII, and leaves out characters that cannot be seen.
pub(super) fn plain(text: &str) -> Option<Mapped> {
    let invisible =
        |character: char| !character.is_ascii() && !crate::diagnostics::escape::is_plain(character);
    let differs = |character: char| invisible(character) || look_alike(character).is_some();
    text.chars().any(differs).then(|| {
        Mapped::filter_map(text, |_, character| {
            if invisible(character) { None } else { Some(look_alike(character).unwrap_or(character)) }
        })
    })
}

/// True if two ASCII characters are easily taken for each other.
pub(super) fn are_alike(one: char, other: char) -> bool {
    const GROUPS: [&str; 9] = ["0OoQ", "1lIi", "5S", "8B", "2Z", "6bG", "9gq", "uv", "nr"];
    GROUPS.iter().any(|group| group.contains(one) && group.contains(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_alikes_become_plain() {
        let plain = |text: &str| plain(text).map(|mapped| mapped.text().to_owned());
        assert_eq!(plain("LNЅN–０\u{200b}"), Some("LNSN-0".to_owned()));
        assert_eq!(plain("LNSN"), None);
        assert_eq!(PAIRS.chars().count() % 2, 0);
        assert!(PAIRS.chars().skip(1).step_by(2).all(|plain| plain.is_ascii()));
    }
}
