//! Some errors have an example that is not a string of a kind, so `validate` cannot show these errors. This module
//! returns a shell command that shows such an error.

use super::quoting::quoted;
use crate::diagnostics::Code;

/// The beginning of a command. It writes the starting state of a game of Arboretum to a file.
const ARBORETUM: &str =
    "clowder generate game-record --game arboretum --seed 1 | clowder apply arboretum --ply 0 > start.json; ";
/// The beginning of a command. It writes the starting state of a game of tic-tac-toe to a file.
const TICTACTOE: &str =
    "clowder generate game-record --game tictactoe --seed 1 | clowder apply tictactoe --ply 0 > start.json; ";
/// The beginning of a command. It writes three test cases to a file.
const CASES: &str = "clowder generate cases --suite isGameOver --seed 1 --count 3 > cases.jsonl; ";
/// The beginning of a command. It prints the example game with an empty hand.
const EMPTY_HAND: &str = "sed 's/AfhkBCbDcg/ABCD/' state.json | ";

/// The commands for certain codes. Each entry consists of the code, the beginning that the command shares with other
/// commands, and the rest of the command.
#[rustfmt::skip]
const COMMANDS: &[(&str, &str, &str)] = &[
    ("answers/unknown-id", CASES, r#"echo '{"id":3,"answer":true}' > answers.jsonl; clowder grade cases.jsonl --answers answers.jsonl"#),
    ("answers/unusable", CASES, r#"echo '{"id":1}' > answers.jsonl; clowder grade cases.jsonl --answers answers.jsonl"#),
    ("board/no-raft", "", r"sed 's/o/w/' state.json | clowder outcome raft"),
    ("board/raft-at-edge", "", r"sed 's/o/w/; s/f/o/' state.json | clowder outcome raft"),
    ("board/second-raft", "", r"sed 's/w/o/' state.json | clowder outcome raft"),
    ("draw/card-not-in-deck", EMPTY_HAND, r"clowder apply raft - A3D3 --cards AabeBCDadh"),
    ("draw/cards-differ", EMPTY_HAND, r"clowder apply raft - A3D3 --cards AabcdBCDad"),
    ("draw/deck-short", EMPTY_HAND, r"clowder apply raft - A2B4 --seed 1"),
    ("draw/hand-not-empty", "", r"clowder apply raft @state.json A3D3 --seed 1"),
    ("game-record/no-such-ply", "", r"clowder generate game-record --game tictactoe --seed 1 | clowder outcome tictactoe --ply 10"),
    ("game-state/board", "", r#"clowder outcome tictactoe '{"turn":3,"currentPlayer":0,"state":["X","X","-","-","-","-","-","-","-"],"opponent":"","previousTurn":1,"playBack":false}'"#),
    ("game-state/card-twice", ARBORETUM, r#"sed 's/"O",7/"O",8/' start.json | clowder outcome arboretum"#),
    ("game-state/coordinate", ARBORETUM, r#"sed 's/"playAreaA":{}/"playAreaA":{"00":{"0":["J",3]}}/' start.json | clowder outcome arboretum"#),
    ("game-state/not-joined", ARBORETUM, r#"sed 's/"playAreaA":{}/"playAreaA":{"1":{"0":["J",3]}}/' start.json | clowder outcome arboretum"#),
    ("game-state/turn", ARBORETUM, r#"sed 's/"turn":0/"turn":1/' start.json | clowder outcome arboretum"#),
    ("json/too-deep", "", r"printf '[%.0s' $(seq 65) | clowder validate bot-reply"),
    ("message/too-long", "", r#"printf '{"move":0,"messageID":"%070000d"}' 1 | clowder validate bot-reply"#),
    ("move/empty-pile", ARBORETUM, r"clowder apply arboretum @start.json 1"),
    ("move/game-over", "", r"clowder generate game-record --game tictactoe --seed 1 | clowder apply tictactoe - 4"),
    ("move/not-a-move", TICTACTOE, r"clowder apply tictactoe @start.json 4.0"),
    ("move/not-adjacent", ARBORETUM, r#"clowder apply arboretum @start.json 0 0 '{"card":["O",7],"coord":[0,0]}' '["O",8]' 0 0 '{"card":["W",4],"coord":[0,0]}' '["J",7]' 0 0 '{"card":["O",1],"coord":[1,1]}'"#),
    ("move/not-in-hand", ARBORETUM, r#"clowder apply arboretum @start.json 0 0 '{"card":["O",7],"coord":[0,0]}' '["J",1]'"#),
    ("move/taken", TICTACTOE, r"clowder apply tictactoe @start.json 4 4"),
    ("move/wrong-kind", ARBORETUM, r#"clowder apply arboretum @start.json '["J",3]'"#),
    ("penguins-solution/on-penguin", "", r"clowder validate penguins-solution A104B405C430D235 --challenge 20113123"),
    ("place/hole", "", r"printf '#..\n.#.\n...\n' | clowder pentomino place X 0000"),
    ("place/kept", "", r"printf 'T..\n.T.\n...\n' | clowder pentomino place X 0000"),
    ("placement/on-void", "", r"sed 's/fffbyb/fffnyb/' state.json | clowder apply raft - Af0303N"),
    ("setup/no-island", "", r"clowder setup SNSNSASAF00030015C00006000094030350012R30909 --islands 1f0,2f0,3p0,5p180"),
    ("text/file-name", "", r"echo A6 > draw.txt; clowder validate draw draw.txt"),
    ("text/line-too-long", "", r"head -c 2000000 /dev/zero | tr '\0' A | clowder validate draw --lines"),
    ("text/not-json", "", r#"echo '{"input":' | clowder validate draw --jsonl"#),
    ("text/not-utf-8", "", r"printf '\377' | clowder validate draw"),
    ("text/too-many-faults", "", r"printf 'ABCDa%.0s' $(seq 100) | clowder validate hand --all"),
    ("text/utf-16", "", r"printf '\377\376A\0006\000' | clowder validate draw"),
    ("tile/bag-empty", EMPTY_HAND, r#"sed 's/"[a-zA-E]*"]/""]/' | clowder apply raft - tile --seed 1"#),
];

/// Returns a shell command that shows the error. The file `state.json` contains the example game. The result is
/// `None` if no special command is needed, because `validate` with the wrong example shows the error.
pub(super) fn command(code: &Code) -> Option<String> {
    let wrong = code.example.wrong;
    if let Some((_, before, command)) = COMMANDS.iter().find(|(name, ..)| *name == code.name) {
        return Some(format!("{before}{command}"));
    }
    Some(match code.example.of {
        "action in the example game" => format!("clowder apply raft @state.json {wrong}"),
        "challenge to set up" => format!("clowder setup {wrong} --seed 1"),
        "a text without a kind" => format!("clowder validate {}", quoted(wrong)),
        "pieces" => format!("clowder pentomino tile 6x10 --pieces {}", quoted(wrong)),
        "square at which a shape is placed" | "square for `I` in the region `6x10`" => {
            format!("clowder pentomino place I {wrong} 6x10")
        }
        "case" | "case without `expect`" => format!("echo {} | clowder grade --self --seed 1", quoted(wrong)),
        of => {
            let challenge = of.strip_prefix("islands of `")?.strip_suffix('`')?;
            format!("clowder setup {challenge} --islands {wrong}")
        }
    })
}
