//! Replaces the option `--file` in a command line of `diff`, which does not have this option, with words such as
//! `@PATH`.

use std::ffi::OsString;

/// Returns the command line `diff board @expected.txt @actual.txt` for `diff board --file expected.txt actual.txt`, or
/// `None` if the command line does not have this form.
pub(super) fn compared(arguments: &[OsString]) -> Option<Vec<OsString>> {
    let (command, rest) = arguments.split_at_checked(2).filter(|(command, _)| command[1] == "diff")?;
    let is_file = |word: &OsString| word == "--file" || word == "-f";
    let at = rest.iter().position(is_file)?;
    let is_option = |word: &OsString| word.len() > 1 && word.as_encoded_bytes().starts_with(b"-");
    let mut words = [command, &rest[..at]].concat();
    let mut are_paths = true;
    for word in rest[at..].iter().filter(|word| !is_file(word)) {
        // After another option, no word is a path, because it can be the value of this option.
        are_paths &= !is_option(word);
        let is_path = are_paths && word != "-" && !word.as_encoded_bytes().starts_with(b"@");
        let mut argument = OsString::from(if is_path { "@" } else { "" });
        argument.push(word);
        words.push(argument);
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_paths_after_the_option_become_words() {
        for (given, meant) in [
            ("clowder diff board --file a b", Some("clowder diff board @a @b")),
            ("clowder diff -f a -f b", Some("clowder diff @a @b")),
            ("clowder diff --file @a - --format plain", Some("clowder diff @a - --format plain")),
            ("clowder diff a b", None),
            ("clowder setup --file a", None),
        ] {
            let words: Vec<OsString> = given.split(' ').map(Into::into).collect();
            let meant = meant.map(|meant| meant.split(' ').map(OsString::from).collect());
            assert_eq!(compared(&words), meant, "{given}");
        }
    }
}
