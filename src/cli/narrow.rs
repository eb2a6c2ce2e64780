//! Parses simple command lines without clap.

use super::subject::Subject;
use super::{Cli, Globals, Verb, canon, validate};
use std::ffi::OsString;

/// Parses a command line that consists of `validate` or `canon` and words, without options. Shell loops often run
/// such a command for each string, and it would be slow to describe a verb to clap each time. Returns `None` for
/// any other command line.
pub(super) fn words_only(arguments: &[OsString]) -> Option<Cli> {
    let (verb, words) = arguments.get(1..)?.split_first()?;
    let is_word = |word: &OsString| !word.as_encoded_bytes().starts_with(b"-") || word == "-";
    if words.is_empty() || !words.iter().all(is_word) {
        return None;
    }
    let verb = match verb.to_str()? {
        "validate" => Verb::Validate(validate::Arguments::of(Subject::of_words(words))),
        "canon" => Verb::Canon(canon::Arguments::of(Subject::of_words(words))),
        _ => return None,
    };
    Some(Cli { globals: Globals::default(), verb })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::FromArgMatches as _;

    #[test]
    fn words_without_options_mean_what_the_description_says() {
        for words in [
            "validate hand AfhkBCDa",
            "validate A6",
            "validate draw A6 B3D3 -",
            "validate - @file",
            "canon hand AkfBCD",
            "canon A6",
        ] {
            let arguments: Vec<OsString> = format!("clowder {words}").split(' ').map(Into::into).collect();
            let matches = super::super::command(super::super::Color::Never).try_get_matches_from(&arguments);
            let expected = Cli::from_arg_matches(&matches.expect("it is right")).expect("it is right");
            let found = words_only(&arguments).expect("there are only words");
            assert_eq!(format!("{found:?}"), format!("{expected:?}"), "{words}");
        }
        for words in ["validate", "validate hand --lines", "validate hand -1", "explain A6", "canon A6 -q"] {
            let arguments: Vec<OsString> = format!("clowder {words}").split(' ').map(Into::into).collect();
            assert!(words_only(&arguments).is_none(), "{words}");
        }
    }
}
