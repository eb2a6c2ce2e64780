//! The grammars of requests, replies and saved games in the bot protocol. The `.ebnf` files in this directory
//! contain the rules that all games share. The rules for a particular game's requests and replies are in
//! files of the same names in the game's directory. The macros below add a rule that lists the games as
//! alternatives.

use crate::games::{GameName, every_game};

/// Concatenates the common rules, a rule with one alternative per game, and each game's own rules. `$rule` is
/// the text before the first alternative, such as `view = `.
macro_rules! with_rules_of_games {
    ({ $first:ident = $first_module:ident $(, $game:ident = $module:ident)* } $file:literal $rule:literal) => {
        concat!(
            include_str!($file),
            $rule, stringify!($first_module), $(" | ", stringify!($module),)* "\n",
            include_str!(concat!("../", stringify!($first_module), "/", $file)),
            $(include_str!(concat!("../", stringify!($module), "/", $file)),)*
        )
    };
}

/// Concatenates the common rules and a rule whose alternatives are the game names. `$rule` is the text before
/// the first name.
macro_rules! with_names_of_games {
    ({ $first:ident = $first_module:ident $(, $game:ident = $module:ident)* } $file:literal $rule:literal) => {
        concat!(
            include_str!($file),
            $rule, "\"", stringify!($first_module), "\"", $(" | \"", stringify!($module), "\"",)* "\n",
        )
    };
}

macro_rules! match_rules {
    ({ $($game:ident = $module:ident),* } $name:expr) => {
        match $name {
            $(GameName::$game => [
                include_str!(concat!("../", stringify!($module), "/bot-request.ebnf")),
                include_str!(concat!("../", stringify!($module), "/bot-reply.ebnf")),
            ],)*
        }
    };
}

pub(super) const REQUEST: &str = every_game! { [with_rules_of_games] "bot-request.ebnf" "view        = " };

pub(super) const REPLY: &str = every_game! { [with_rules_of_games] "bot-reply.ebnf" "game-move = " };

pub(super) const RECORD: &str = every_game! { [with_names_of_games] "game-record.ebnf" "name        = " };

/// Returns a game's grammar rules: first those for views, then those for moves.
pub(crate) const fn rules(game: GameName) -> [&'static str; 2] {
    every_game! { [match_rules] game }
}

#[cfg(test)]
mod tests {
    use super::{RECORD, REPLY, REQUEST, rules};
    use crate::games::GameName;
    use std::collections::BTreeSet;

    fn names(grammar: &str) -> Vec<&str> {
        let starts = grammar.lines().filter(|line| !line.starts_with(' '));
        starts.filter_map(|line| line.split_once(" = ")).map(|(name, _)| name.trim()).collect()
    }

    #[test]
    fn each_game_has_a_rule_with_its_name() {
        for game in GameName::ALL {
            for (rules, whole) in rules(game).into_iter().zip([REQUEST, REPLY]) {
                assert_eq!(names(rules).first(), Some(&game.name()));
                assert!(whole.contains(rules), "{whole}");
            }
        }
    }

    #[test]
    fn one_rule_names_all_games() {
        let alternatives = GameName::ALL.map(GameName::name).join(" | ");
        assert!(REQUEST.contains(&format!("\nview        = {alternatives}\n")), "{REQUEST}");
        assert!(REPLY.contains(&format!("\ngame-move = {alternatives}\n")), "{REPLY}");
        let alternatives = GameName::ALL.map(|game| format!("{:?}", game.name())).join(" | ");
        assert!(RECORD.ends_with(&format!("\nname        = {alternatives}\n")), "{RECORD}");
    }

    #[test]
    fn no_rule_is_defined_twice_and_all_rules_are_aligned() {
        for grammar in [REQUEST, REPLY, RECORD] {
            let names = names(grammar);
            assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{grammar}");
            let ends: BTreeSet<_> =
                grammar.lines().filter(|line| !line.starts_with(' ')).map(|line| line.find(" = ")).collect();
            assert_eq!(ends.len(), 1, "{grammar}");
        }
    }
}
