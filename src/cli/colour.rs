//! Decides when pictures, errors and clap's help use colour.

use crate::diagnostics::Styling;
use std::ffi::OsStr;

/// Value of `--color`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Color {
    /// Use colour if the environment and the terminal allow it
    #[default]
    Auto,
    /// Always use colour
    Always,
    /// Never use colour
    Never,
}

/// Whether output to a stream may be coloured. The first of these settings that is present decides:
///
/// - the value `always` or `never` of `--color`
/// - `NO_COLOR`, unless empty: no colour
/// - `FORCE_COLOR` or `CLICOLOR_FORCE`, unless empty or `0`: colour
/// - `TERM=dumb` or `CLICOLOR=0`: no colour
///
/// If none of these settings is present, only output to a terminal is coloured.
pub(crate) fn paints(
    option: Color,
    variable: impl Fn(&str) -> Option<std::ffi::OsString>,
    is_terminal: bool,
) -> bool {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    let forced = |name: &str| set(name).is_some_and(|value| value != OsStr::new("0"));
    let is = |name: &str, value: &str| set(name).is_some_and(|found| found == OsStr::new(value));
    match option {
        Color::Always => true,
        Color::Never => false,
        Color::Auto if set("NO_COLOR").is_some() => false,
        Color::Auto if forced("FORCE_COLOR") || forced("CLICOLOR_FORCE") => true,
        Color::Auto if is("TERM", "dumb") || is("CLICOLOR", "0") => false,
        Color::Auto => is_terminal,
    }
}

pub(crate) const fn styling(has_colour: bool) -> Styling {
    if has_colour { Styling::Ansi } else { Styling::Plain }
}

/// Finds the value of `--color` (or `--colour`) before the command line is parsed, because help and usage
/// errors depend on this value.
pub(crate) fn asked(arguments: impl Iterator<Item = std::ffi::OsString>) -> Color {
    let mut asked = Color::Auto;
    let mut value_follows = false;
    for argument in arguments.take_while(|argument| argument != "--") {
        let text = argument.to_string_lossy();
        let value = if value_follows {
            Some(&*text)
        } else {
            text.strip_prefix("--color=").or_else(|| text.strip_prefix("--colour="))
        };
        match value {
            Some("always") => asked = Color::Always,
            Some("never") => asked = Color::Never,
            Some("auto") => asked = Color::Auto,
            _ => {}
        }
        value_follows = text == "--color" || text == "--colour";
    }
    asked
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decide(option: Color, variables: &[(&str, &str)], is_terminal: bool) -> bool {
        let find =
            |name: &str| variables.iter().find(|(other, _)| *other == name).map(|(_, value)| (*value).into());
        paints(option, find, is_terminal)
    }

    #[test]
    fn the_option_wins_then_the_variables_then_the_terminal() {
        let both = [("NO_COLOR", "1"), ("FORCE_COLOR", "1")];
        assert!(decide(Color::Always, &both, false));
        assert!(!decide(Color::Never, &[("FORCE_COLOR", "1")], true));
        assert!(!decide(Color::Auto, &both, true), "NO_COLOR wins");
        assert!(
            decide(Color::Auto, &[("NO_COLOR", ""), ("CLICOLOR_FORCE", "1")], false),
            "an empty variable has no effect"
        );
        assert!(!decide(Color::Auto, &[("FORCE_COLOR", "0")], false));
        assert!(decide(Color::Auto, &[("FORCE_COLOR", "1"), ("TERM", "dumb")], false));
        assert!(!decide(Color::Auto, &[("TERM", "dumb")], true));
        assert!(!decide(Color::Auto, &[("CLICOLOR", "0")], true));
        assert!(decide(Color::Auto, &[], true) && !decide(Color::Auto, &[], false));
    }

    #[test]
    fn the_option_is_found_before_clap_runs() {
        let find = |words: &[&str]| asked(words.iter().map(Into::into));
        assert_eq!(find(&["render", "--color=never"]), Color::Never);
        assert_eq!(find(&["--color", "always", "render"]), Color::Always);
        assert_eq!(find(&["--colour", "never", "--colour=always"]), Color::Always);
        assert_eq!(find(&["--", "--color=always"]), Color::Auto);
    }
}
