//! Tests commands that students, tutors and authors of bots guess. Each guess must lead to the command that is meant.

use crate::support::{clowder, run};
use std::path::Path;

/// Creates a directory with the files that the command lines below name.
fn directory() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let text = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let (status, out, err) = run(&words, "");
        assert_eq!(status, 0, "{line}: {err}");
        out
    };
    let board = text("generate board --seed 1");
    for (name, contents) in [
        ("state.json", text("setup 1 --seed 1 --islands 1f0,2f0,3p180,4p0")),
        ("challenge.txt", "LNSNLASAF000300060012001506030903C000093030341203R11215\n".to_owned()),
        ("penguins.txt", "20113123\n".to_owned()),
        ("placed.txt", "20113123:A321\n".to_owned()),
        ("region.txt", ".....\n.....\n".to_owned()),
        ("game.json", text("generate game-record --game tictactoe --seed 1")),
        ("cases.jsonl", text("generate cases --seed 1 --count 3")),
        ("board.txt", board.clone()),
        ("outputs/a.txt", board.clone()),
        ("outputs/b.txt", board),
        ("empty.txt", String::new()),
        ("bot.py", "print(1)\n".to_owned()),
    ] {
        std::fs::create_dir_all(directory.path().join("outputs")).unwrap();
        std::fs::write(directory.path().join(name), contents).unwrap();
    }
    directory
}

/// Splits a line into words. Words in single quotes belong together.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    parts
        .flat_map(|(index, part)| match index % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

/// Runs a command line in a directory. Returns the exit status, standard output and standard error.
fn at(directory: &Path, line: &str, input: &str) -> (i32, String, String) {
    let output = clowder().current_dir(directory).args(words(line)).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Returns the message of a command line that must end with status 2 and without output.
fn told(directory: &Path, line: &str) -> String {
    let (status, out, err) = at(directory, line, "");
    assert_eq!((status, out.as_str()), (2, ""), "{line}: {err}");
    err
}

#[test]
fn solve_recognises_its_input() {
    let directory = directory();
    let place = directory.path();
    let read = |name: &str| std::fs::read_to_string(place.join(name)).unwrap();
    for (name, options, meant) in [
        ("state.json", "--rollouts 2 --seed 1 --plain", "solve raft"),
        ("penguins.txt", "--limit 10", "solve penguins"),
        ("placed.txt", "--count", "solve penguins"),
        ("region.txt", "--pieces LL --ascii", "pentomino tile"),
    ] {
        let expected = at(place, &format!("{meant} @{name} {options}"), "");
        assert_eq!(expected.0, 0, "{expected:?}");
        for line in [
            format!("solve @{name} {options}"),
            format!("solve {name} {options}"),
            format!("solve {options} {name}"),
            format!("solve --file {name} {options}"),
            format!("best {name} {options}"),
        ] {
            assert_eq!(at(place, &line, "").1, expected.1, "{line}");
        }
        for line in [format!("solve - {options}"), format!("solve {options}"), format!("next {options} -")] {
            assert_eq!(at(place, &line, &read(name)).1, expected.1, "{line}");
        }
    }
    // A challenge of Race to the Raft cannot be solved, but it can be played.
    let text = read("challenge.txt").trim_end().to_owned();
    for (line, input, word) in [
        ("solve @challenge.txt", "", "@challenge.txt"),
        ("solve challenge.txt", "", "@challenge.txt"),
        ("solve -", &*read("challenge.txt"), &*text),
        ("solve", &read("challenge.txt"), &text),
        (&format!("solve {text}"), "", &text),
    ] {
        let (status, _, err) = at(place, line, input);
        let expected = format!(
            "clowder: `solve raft` reads a state, but this is a challenge; perhaps you meant:\n  \
             Find the best action at the beginning of this challenge:\n    \
             clowder setup {word} --seed 1 | clowder solve raft -\n  \
             Play this challenge:\n    clowder play raft {word}\n`clowder help` lists all verbs.\n"
        );
        assert_eq!((status, err), (2, expected), "{line}");
    }
    assert_eq!(
        told(place, "solve 12"),
        "clowder: this can be the number of a challenge; perhaps you meant:\n  \
         Find the best action at the beginning of challenge 12 of Race to the Raft (`Like a rainbow`):\n    \
         clowder setup 12 --seed 1 | clowder solve raft -\n  \
         Play challenge 12 of Race to the Raft (`Like a rainbow`):\n    clowder play raft 12\n  \
         Solve challenge 12 of Penguins Pool Party:\n    clowder solve penguins 00103040\n  \
         Solve a challenge whose string is `12`:\n    clowder solve penguins 12\n\
         `clowder help` lists all verbs.\n"
    );
    assert!(told(place, "solve First steps").contains("\n    clowder play raft 'First steps'\n"));
    let (status, _, err) = at(place, "solve -", &read("game.json"));
    let start = "clowder: `solve` does not read a string of the kind `game-record`; these are the choices:\n";
    assert!(status == 2 && err.starts_with(start), "{err}");
}

#[test]
fn play_names_the_command_that_plays_the_game() {
    let directory = directory();
    let told = |line: &str| told(directory.path(), line);
    let all = "  Play tic-tac-toe against a bot:\n    clowder bot play --human --game tictactoe\n  \
               Play Arboretum against a bot:\n    clowder bot play --human --game arboretum\n  \
               Play a challenge of Race to the Raft:\n    clowder play raft 'First steps' --seed 1\n\
               `clowder help` lists all verbs.\n";
    assert_eq!(told("play"), format!("clowder: which game do you want to play?\n{all}"));
    let unknown = "clowder: `xx` is not a game or a challenge; which game do you want to play?\n";
    assert_eq!(told("play xx"), format!("{unknown}{all}"));
    assert_eq!(
        told("play arboretum --second --seed 3"),
        "clowder: `bot play --human` plays Arboretum:\n  Play Arboretum against a bot:\n    \
         clowder bot play --human --game arboretum --second --seed 3\n`clowder help bot play` has more examples.\n"
    );
    for (line, command) in [
        ("play tictactoe", "clowder bot play --human --game tictactoe"),
        ("play tic-tac-toe", "clowder bot play --human --game tictactoe"),
        ("tictactoe play", "clowder bot play --human --game tictactoe"),
        ("play 5", "clowder play raft 5"),
        ("play 5 --seed 7", "clowder play raft 5 --seed 7"),
        ("play 'First steps'", "clowder play raft 'First steps'"),
        ("play First steps", "clowder play raft 'First steps'"),
        ("play challenge.txt", "clowder play raft @challenge.txt"),
        ("play state.json", "clowder solve raft @state.json"),
        ("play penguins", "clowder solve penguins --hint 20113123"),
        ("play penguins 5", "clowder solve penguins --hint 10114103"),
        ("play 20113123", "clowder legal-moves penguins 20113123"),
        ("play pentominoes", "clowder pentomino tile 6x10 --first"),
    ] {
        let err = told(line);
        assert!(err.contains(&format!("\n    {command}\n")), "{line}: {err}");
    }
    let name = "clowder: name a challenge, for example: clowder play raft 'First steps'; \
                `clowder challenges` lists the official challenges\n";
    assert_eq!(told("play raft"), name);
    assert_eq!(told("play raft -"), name);
}

#[test]
fn help_lists_all_meanings_of_a_word() {
    let directory = directory();
    let told = |line: &str| told(directory.path(), line);
    assert_eq!(
        told("help tile"),
        "clowder: `tile` can mean 2 things:\n  \
         The kind `fire-tile` (Race to the Raft: a fire tile and its squares):\n    clowder help fire-tile\n  \
         Find all tilings of a region:\n    clowder help pentomino tile\n`clowder help` lists all verbs.\n"
    );
    for (word, commands) in [
        ("penguin", &["help solve penguins", "help apply penguins", "help penguins-board"][..]),
        ("penguins", &["help solve penguins", "help generate penguins-challenge", "help penguins-challenge"]),
        ("raft", &["help play raft", "help solve raft", "help setup", "help raft-card", "help state"]),
        ("solution", &["help penguins-solution", "help solve penguins", "help pentomino tile"]),
        ("arboretum", &["help bot play", "bot protocol arboretum", "help game-record"]),
        ("card", &["help pathway-card", "help cat-card", "help raft-card"]),
        ("placement", &["help action", "help penguins-placement", "help legal-moves"]),
    ] {
        let err = told(&format!("help {word}"));
        for command in commands {
            assert!(
                err.lines().any(|line| line.trim_start() == format!("clowder {command}")),
                "{word}: {err}"
            );
        }
    }
    // The page of a kind mentions the pages and the verbs that have a similar name.
    for (kind, sentence) in [
        ("board", "See also `clowder help penguins-board`, which has a similar name.\n"),
        ("state", "See also `clowder help penguins-state`, which has a similar name.\n"),
        ("draw", "The verb `draw` is another name for the verb `render`: see `clowder help render`.\n"),
    ] {
        let (status, out, err) = run(&["help", kind], "");
        assert_eq!((status, &*err), (0, ""), "{kind}");
        assert_eq!(out.lines().nth(4), sentence.lines().next(), "{kind}");
    }
    assert!(!run(&["help", "hand"], "").1.contains("See also"));
    assert_eq!(
        told("help overlap"),
        "clowder: there is no command `overlap`, but 2 error codes mention it; `clowder codes overlap` lists them\n"
    );
}

#[test]
fn explain_describes_only_what_it_does() {
    let (_, help, _) = run(&["explain", "--help"], "");
    let joined = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        joined.contains("a kind without a string prints the page of the kind, like `clowder help KIND`"),
        "{help}"
    );
    for option in ["--lines", "--null", "--jsonl", "--quiet", "--jobs", "sarif"] {
        assert!(!help.contains(option), "{option}: {help}");
    }
}

#[test]
fn generate_lists_the_kinds_of_a_game() {
    let directory = directory();
    let told = |line: &str| told(directory.path(), line);
    assert_eq!(
        told("generate pentomino --seed 7 -n 2"),
        "clowder: `pentomino` is not a kind; these commands generate strings for polyominoes:\n  \
         clowder generate polyomino --seed 7 -n 2\n  clowder generate region --seed 7 -n 2\n\
         `clowder help generate` describes them.\n"
    );
    for (line, commands) in [
        (
            "generate raft",
            &["raft-state --seed 1", "raft-game --seed 1", "hand --seed 1", "raft-card --seed 1"][..],
        ),
        ("raft generate", &["challenge --seed 1", "draw --seed 1"]),
        ("generate penguins", &["penguins-challenge --seed 1", "penguins-board --seed 1"]),
        ("generate penguin", &["penguins-state --seed 1"]),
        ("generate tictactoe", &["game-record --game tictactoe --seed 1"]),
        ("generate game", &["game-record --seed 1", "raft-record --seed 1"]),
        ("generate 10 hands", &["hand --count 10"]),
    ] {
        let err = told(line);
        for command in commands {
            let command = format!("clowder generate {command}");
            assert!(err.lines().any(|line| line.trim_start() == command), "{line}: {err}");
            let words = words(&command);
            let words: Vec<&str> = words[1..].iter().map(String::as_str).collect();
            assert_eq!(run(&words, "").0, 0, "{command}");
        }
    }
    for (guess, meant) in [
        ("generate hands --seed 7", "generate hand --seed 7"),
        ("generate tests --seed 7 --count 2", "generate cases --seed 7 --count 2"),
        ("sample board --seed 7", "generate board --seed 7"),
    ] {
        let place = directory.path();
        assert_eq!(at(place, guess, ""), at(place, meant, ""), "{guess}");
    }
}

#[test]
fn the_name_of_a_game_may_come_before_a_verb() {
    let directory = directory();
    let place = directory.path();
    for (guess, meant) in [
        ("penguin solve 20113123", "solve penguins 20113123"),
        ("penguins solve penguins.txt", "solve penguins @penguins.txt"),
        ("penguins check 20113123", "validate penguins-challenge 20113123"),
        ("penguins explain 20113123", "explain penguins-challenge 20113123"),
        ("penguins show 20113123", "render penguins-challenge 20113123"),
        ("penguins moves 20113123", "legal-moves penguins 20113123"),
        ("penguins apply 20113123 A321", "apply penguins 20113123 A321"),
        ("penguins hint 20113123", "solve penguins 20113123 --hint"),
        ("hint penguins 20113123", "solve penguins 20113123 --hint"),
        ("hint 20113123", "solve penguins 20113123 --hint"),
        ("hint penguins 20113123 --count", "solve penguins 20113123 --count"),
        ("penguins challenges", "challenges --penguins"),
        ("penguins list --level expert", "challenges --penguins --level expert"),
        ("raft challenges", "challenges"),
        ("raft setup 5 --seed 1", "setup 5 --seed 1"),
        ("raft outcome state.json", "outcome raft @state.json"),
        ("raft check board.txt", "validate @board.txt"),
        ("tictactoe protocol", "bot protocol tictactoe"),
        ("arboretum rules", "bot protocol arboretum"),
        ("tictactoe outcome game.json", "outcome tictactoe @game.json"),
        ("pentominoes show F", "pentomino show F"),
        ("polyominoes tile 3x20", "pentomino tile 3x20"),
    ] {
        let found = at(place, guess, "");
        assert_eq!(found.0, 0, "{guess}: {found:?}");
        assert_eq!(found.1, at(place, meant, "").1, "{guess}");
    }
    for (line, command) in [
        ("penguins", "clowder solve penguins 20113123"),
        ("penguins 20113123", "clowder solve penguins 20113123"),
        ("penguins 12", "clowder solve penguins 00103040"),
        ("penguins 20113123 A321", "clowder apply penguins 20113123 A321"),
        ("penguins check", "clowder validate penguins-solution A321B104C031D222"),
        ("penguins board", "clowder generate penguins-board --seed 1 | clowder render penguins-board -"),
        ("penguins board 20113123", "clowder render penguins-challenge 20113123"),
        ("penguins challenge 20113123", "clowder render penguins-challenge 20113123"),
        ("penguins solution A321B104C031D222", "clowder validate penguins-solution A321B104C031D222"),
        ("penguins penguins.txt", "clowder solve penguins @penguins.txt"),
        ("penguins help", "clowder help solve penguins"),
        ("penguins rules", "clowder help penguins-challenge"),
        ("raft 5", "clowder play raft 5"),
        ("raft board", "clowder generate board --seed 1 | clowder render board -"),
        ("raft state state.json", "clowder render state @state.json"),
        ("arboretum new", "clowder bot new --lang python --game arboretum"),
        ("arboretum", "clowder bot new --lang python --game arboretum"),
    ] {
        let err = told(place, line);
        assert!(err.lines().any(|line| line.trim_start() == command), "{line}: {err}");
    }
}

#[test]
fn an_option_for_quiet_or_threads_gets_one_true_tip() {
    for (line, tip) in [
        (
            "explain hand AfBCD -q",
            "`clowder explain` has no `--quiet`; write `> /dev/null` after the command to hide its \
          output, or `2> /dev/null` to hide its notes",
        ),
        (
            "diff hand AfBCD AfBCD --quiet",
            "`clowder diff` has no `--quiet`; write `> /dev/null` after the command to hide \
          its output, or `2> /dev/null` to hide its notes",
        ),
        (
            "generate region --quiet",
            "`clowder generate region` has no `--quiet`; write `> /dev/null` after the command to \
          hide its output, or `2> /dev/null` to hide its notes",
        ),
        (
            "explain hand AfBCD -j 2",
            "`clowder explain` has no option for the number of threads; leave the option out",
        ),
        ("kinds --jobs 2", "`clowder kinds` has no option for the number of threads; leave the option out"),
        ("play raft 1 --threads 2", "write `--jobs N`"),
        ("validate hand AfBCD --silent", "write `--quiet`"),
    ] {
        let err = told(Path::new("."), line);
        assert_eq!(err.matches("tip: ").count(), 1, "{line}: {err}");
        assert!(err.contains(&format!("  tip: {tip}\n")), "{line}: {err}");
    }
    // No string begins with two hyphens, so the tip to write `-- --check` would be wrong.
    assert!(!told(Path::new("."), "canon hand --check").contains("tip:"));
}

#[cfg(arena)]
#[test]
fn an_option_for_threads_of_a_match_is_concurrency() {
    for line in ["bot match -j 2", "bot tournament --jobs 2"] {
        let err = told(Path::new("."), line);
        let tip = "`--concurrency N` sets the number of meetings that are played at the same time";
        assert!(err.contains(&format!("  tip: {tip}\n")), "{line}: {err}");
    }
}

#[test]
fn a_value_without_its_option_gets_the_option() {
    for (line, tip) in [
        ("generate hand 10", "write the name of the option before its value: --count 10"),
        ("generate cases isGameOver", "write the name of the option before its value: --suite isGameOver"),
        ("bot play tictactoe", "write the name of the option before its value: --game tictactoe"),
        (
            "bot replay Cargo.toml tictactoe",
            "leave `tictactoe` out; the saved game contains the name of its game",
        ),
        (
            "grade cases.jsonl bot.py",
            "to grade a program, write `--command 'python3 bot.py'` after the cases",
        ),
    ] {
        let err = told(Path::new("."), line);
        assert!(err.contains(&format!("  tip: {tip}\n")), "{line}: {err}");
    }
}

#[cfg(arena)]
#[test]
fn a_bot_gets_the_command_that_starts_it() {
    let err = told(Path::new("."), "bot check --game tictactoe bot.py");
    assert!(err.contains("  tip: write `--` before the command of a program: -- python3 bot.py\n"), "{err}");
    let err = told(Path::new("."), "bot match tictactoe");
    assert!(
        err.contains("  tip: write the name of the option before its value: --game tictactoe\n"),
        "{err}"
    );
}

#[test]
fn words_that_were_split_at_spaces_are_recognised() {
    let directory = directory();
    let place = directory.path();
    let setup = "setup 'First steps' --seed 1";
    assert_eq!(at(place, "setup First steps --seed 1", ""), at(place, setup, ""));
    let (status, _, err) = at(place, "setup Frist steps --seed 1", "");
    assert!(status == 1 && err.contains("did you mean `First steps`?"), "{err}");
    let quit = at(place, "play raft 'First steps' --seed 1", "q\n");
    assert_eq!(at(place, "play raft First steps --seed 1", "q\n"), quit);
    assert_eq!(quit.0, 0);

    let board = std::fs::read_to_string(place.join("board.txt")).unwrap();
    let rows = board.lines().collect::<Vec<_>>().join(" ");
    let lines = "the 15 arguments are the lines of one string; put them in one pair of quotes, with a line break after \
                 each line, or write them to a file and give the name of the file after `@`\n";
    for verb in ["validate", "canon", "render"] {
        let (status, _, err) = at(place, &format!("{verb} board {rows}"), "");
        assert_eq!((status, err), (1, format!("15 read, 0 ok, 15 not ok\n{lines}")), "{verb}");
    }
    assert_eq!(told(place, &format!("validate {rows}")), format!("clowder: {lines}"));

    let (status, _, err) = at(place, "explain penguins-solution A321 B104 C031 D222", "");
    let advice = "the 4 arguments are one string; write it without spaces: A321B104C031D222\n";
    assert!(status == 1 && err.ends_with(advice), "{err}");
    let (status, _, err) = at(place, "validate board outputs/a.txt outputs/b.txt", "");
    let files = "these are names of files; to read the files, write `@` before each name, or `--file` before all of them: --file outputs/a.txt …\n";
    assert!(status == 1 && err.ends_with(files), "{err}");
    let code = "clowder: `board/height` is an error code: `clowder codes board/height` explains it\n";
    assert_eq!(told(place, "explain error board/height"), code);
    assert_eq!(
        told(place, "validate file board.txt"),
        "clowder: to read a file, write `--file` before its name: --file board.txt\n"
    );
}

#[test]
fn a_state_and_its_actions_may_be_split_or_joined_by_mistake() {
    let directory = directory();
    let place = directory.path();
    let (status, _, err) = at(place, "apply raft @state.json A3 D3", "");
    assert!(
        status == 1 && err.ends_with("\nif these words are one action, write it without spaces: A3D3\n"),
        "{err}"
    );
    let (status, _, err) = at(place, "apply raft @state.json 'A3D3 tile'", "");
    assert!(
        status == 1 && err.ends_with("\nwrite each action as an argument of its own: A3D3 tile\n"),
        "{err}"
    );
    let state = std::fs::read_to_string(place.join("state.json")).unwrap().replace(',', ", ");
    let line = format!("apply raft {} A3D3", state.trim_end());
    let quoted =
        format!("clowder: the state was split at its spaces; put it in quotes: '{}'\n", state.trim_end());
    assert_eq!(told(place, &line), quoted);
    let advice =
        "\nthe text has no quotation marks; if the shell removed them, put the whole text in single quotes\n";
    for line in ["apply raft [ffn,A] A3D3", "solve raft [ffn,A]"] {
        let (status, _, err) = at(place, line, "");
        assert!(status == 1 && err.ends_with(advice), "{line}: {err}");
    }
    let (status, out, err) = at(place, "validate state [ffn,A]", "");
    assert_eq!((status, &*err), (1, &advice[1..]), "{out}");
    // The name of a file is not a state.
    let (status, _, err) = at(place, "solve raft state.json", "");
    assert!(status == 1 && err.contains("help: did you mean `@state.json`?"), "{err}");
}

#[test]
fn an_empty_pipe_gets_one_message() {
    let directory = directory();
    let place = directory.path();
    let kind = |kind: &str| format!("expected a string of the kind `{kind}` (see `clowder help {kind}`)");
    let ways = " as an argument, with --file, or on standard input";
    for (line, name) in [
        ("validate board", "board"),
        ("validate challenge", "challenge"),
        ("validate state", "state"),
        ("validate hand", "hand"),
        ("canon board", "board"),
        ("explain board", "board"),
        ("render board -", "board"),
        ("solve penguins", "penguins-state"),
        ("solve raft", "state"),
        ("apply raft", "state"),
        ("apply raft - A3D3", "state"),
        ("apply penguins", "penguins-state"),
        ("apply tictactoe", "game-record"),
        ("legal-moves raft", "state"),
        ("outcome raft -", "state"),
        ("perft --depth 1", "state"),
    ] {
        let expected = format!("clowder: standard input is empty; {}{ways}\n", kind(name));
        assert_eq!(at(place, line, ""), (1, String::new(), expected), "{line}");
    }
    for verb in ["validate", "canon", "explain", "render"] {
        let expected = format!("clowder: standard input is empty; expected a string{ways}\n");
        assert_eq!(at(place, verb, ""), (1, String::new(), expected), "{verb}");
    }
    for (line, name) in
        [("pentomino tile", "region"), ("pentomino show", "polyomino"), ("pentomino name -", "polyomino")]
    {
        let expected = format!("clowder: standard input is empty; {}\n", kind(name));
        assert_eq!(at(place, line, ""), (1, String::new(), expected), "{line}");
    }
    let expected = format!("clowder: empty.txt is empty; {}{ways}\n", kind("board"));
    assert_eq!(at(place, "validate board @empty.txt", ""), (1, String::new(), expected));
    for (line, status, expected) in [
        (
            "grade - --self",
            2,
            "clowder: standard input has no test cases; expected one test case per line, as `clowder \
          generate cases` writes them\n",
        ),
        (
            "setup",
            1,
            "clowder: standard input is empty; name a challenge, for example: clowder setup 'First steps'; \
          `clowder challenges` lists the official challenges\n",
        ),
        ("bot replay -", 1, "clowder: standard input is empty; expected a saved game\n"),
        (
            "merge -",
            2,
            "clowder: `merge` does not read standard input; write each part to a file, and name the files\n",
        ),
    ] {
        assert_eq!(at(place, line, ""), (status, String::new(), expected.to_owned()), "{line}");
    }
    for verb in ["solve", "apply", "legal-moves -", "outcome -"] {
        let name = verb.trim_end_matches(" -");
        let start = format!(
            "clowder: standard input is empty, and `{name}` needs a subcommand; these are the choices:\n"
        );
        assert!(told(place, verb).starts_with(&start), "{verb}");
    }
    // The empty string is a string of two kinds.
    let (status, out, err) = at(place, "identify", "");
    assert_eq!((status, out.lines().count()), (0, 2), "{out}");
    assert_eq!(err, "the input is empty; only these kinds have an empty string\n");
    assert_eq!(at(place, "validate exhausted", ""), (0, "ok\n".to_owned(), String::new()));
    assert_eq!(at(place, "canon hand", "").1, "ABCD\n");
    // In the formats for programs, an empty input still has the usual errors.
    let (status, out, _) = at(place, "validate board --json", "");
    assert!(status == 1 && out.contains("\"code\":\"board/empty\""), "{out}");
    let (status, _, out) = at(place, "validate --plain", "");
    let empty = "1:1: text/several-kinds: the input is empty; only strings of the kinds `exhausted` and `fire-bag` can be empty\n";
    assert_eq!((status, &*out), (1, empty));
}

#[test]
fn an_official_challenge_in_place_of_a_string_gets_its_string() {
    let of_raft = "the string of challenge 5 of Race to the Raft (`Early morning`) is \
                   SNSNSASAF00030015C00006000094030350012R30909\n";
    let of_penguins = "the string of challenge 5 of Penguins Pool Party is 10114103\n";
    for (line, expected) in [
        ("render challenge 5", of_raft.to_owned()),
        ("explain challenge 'early morning'", of_raft.to_owned()),
        ("validate penguins-challenge 5", of_penguins.to_owned()),
        ("show 5", format!("{of_raft}{of_penguins}")),
    ] {
        let (status, _, err) = at(Path::new("."), line, "");
        assert!(status == 1 && err.ends_with(&expected), "{line}: {err}");
    }
    let err = told(Path::new("."), "challenge 5");
    let string = "SNSNSASAF00030015C00006000094030350012R30909";
    assert!(err.contains(&format!("\n    clowder render challenge {string}\n")), "{err}");
}

/// Command lines that are guessed, each with a command that the answer must contain on a line of its own.
const LED: &[(&str, &str)] = &[
    ("start 5", "clowder play raft 5"),
    ("new game", "clowder play raft 'First steps' --seed 1"),
    ("score game.json", "clowder bot replay game.json"),
    ("place F 0000 6x10", "clowder pentomino place F 0000 6x10"),
    ("count 6x10", "clowder pentomino tile --count 6x10"),
    ("shapes", "clowder pentomino list"),
    ("undo", "clowder play raft 'First steps' --seed 1"),
    ("rules", "clowder help raft-record"),
    ("grammar board", "clowder help board"),
    ("notation", "clowder kinds"),
    ("spec", "clowder bot protocol"),
    ("example board", "clowder generate board"),
    ("learn", "clowder help"),
    ("quickstart", "clowder help"),
    ("search overlap", "clowder codes overlap"),
    ("kind 20113123", "clowder identify 20113123"),
    ("board board.txt", "clowder render board @board.txt"),
    ("move", "clowder apply penguins 20113123 A321 B104"),
    ("cases", "clowder generate cases --seed 1 --count 5"),
    ("tests --count 5", "clowder generate cases --count 5"),
    ("gradescope cases.jsonl", "clowder grade --self --report gradescope=results.json cases.jsonl"),
    (
        "autograde",
        "clowder generate cases --seed 1 --count 5 > cases.jsonl; clowder grade cases.jsonl --self",
    ),
    ("bot human", "clowder bot play --human --game tictactoe"),
    ("bot arboretum", "clowder bot play --human --game arboretum"),
    ("bot expert", "clowder bot play expert --game arboretum --human"),
    ("bot docs", "clowder bot protocol"),
    ("bot create", "clowder bot new --lang python --game tictactoe"),
    ("difficulty 3", "clowder challenges --difficulty 3"),
    ("levels", "clowder challenges"),
    ("symmetry F", "clowder pentomino show F"),
    ("messages", "clowder bot protocol"),
    (
        "report cases.jsonl",
        "clowder generate cases --seed 1 --count 5 > cases.jsonl; clowder grade cases.jsonl --self",
    ),
    ("cats", "clowder help cat-card"),
    ("pathway", "clowder help pathway-card"),
    ("tiles", "clowder help fire-tile"),
    ("export challenge @challenge.txt", "clowder render -o picture.svg challenge @challenge.txt"),
    ("bot watch", "clowder generate game-record --game tictactoe --seed 1 | clowder bot replay - --all"),
];

#[test]
fn guessed_words_lead_to_a_command() {
    let directory = directory();
    for (line, command) in LED {
        let err = told(directory.path(), line);
        assert!(err.lines().any(|line| line.trim_start() == *command), "{line}: {err}");
    }
}

#[cfg(arena)]
#[test]
fn guessed_words_lead_to_commands_for_saved_games() {
    let directory = directory();
    for (line, command) in [
        (
            "tictactoe match",
            "clowder bot match --game tictactoe --games 4 --seed 1 \
          --bot greedy='clowder bot play greedy --game tictactoe' --bot random='clowder bot play random --game tictactoe'",
        ),
        (
            "tornament",
            "clowder bot tournament --game tictactoe --seed 1 --bot greedy='clowder bot play greedy --game tictactoe' --bot random='clowder bot play random --game tictactoe' --bot perfect='clowder bot play perfect --game tictactoe'",
        ),
        ("watch saved", "clowder bot tournament --follow saved"),
        ("resume saved", "clowder bot tournament --resume saved"),
        (
            "run bot.py",
            "clowder bot check --game tictactoe --seed 1 -- clowder bot play greedy --game tictactoe",
        ),
        (
            "bot fight",
            "clowder bot match --game tictactoe --games 4 --seed 1 \
          --bot greedy='clowder bot play greedy --game tictactoe' --bot random='clowder bot play random --game tictactoe'",
        ),
    ] {
        let err = told(directory.path(), line);
        assert!(err.lines().any(|line| line.trim_start() == command), "{line}: {err}");
    }
    for word in ["elo", "leaderboard", "stats", "rate"] {
        assert_eq!(
            told(directory.path(), &format!("{word} saved")),
            told(directory.path(), "bot rate saved"),
            "{word}"
        );
    }
}

#[test]
fn guessed_words_with_one_meaning_are_run() {
    let directory = directory();
    let place = directory.path();
    for (guess, meant) in [
        ("winner state.json", "outcome raft @state.json"),
        ("status state.json", "outcome raft @state.json"),
        ("over state.json", "outcome raft @state.json"),
        ("suggest state.json --rollouts 2 --seed 1", "solve raft @state.json --rollouts 2 --seed 1"),
        ("best-move 20113123", "solve penguins 20113123"),
        ("move state.json A3D3 --seed 1", "apply raft @state.json A3D3 --seed 1"),
        ("do 20113123 A321", "apply penguins 20113123 A321"),
        ("rotate F", "pentomino orient F"),
        ("flip F", "pentomino orient F"),
        ("image state.json", "render @state.json"),
        ("valid board @board.txt", "validate board @board.txt"),
        ("is-valid board board.txt", "validate board @board.txt"),
        ("clean hand AkfBCD", "canon hand AkfBCD"),
        ("decode 20113123", "explain 20113123"),
        ("challenge list", "challenges"),
        ("islands 5 --seed 1", "setup 5 --seed 1"),
        ("commands", "help"),
        ("how", "help"),
        ("solve-penguins 20113123", "solve penguins 20113123"),
        ("available state.json --count", "legal-moves raft @state.json --count"),
        ("convert hand AkfBCD", "canon hand AkfBCD"),
        ("apply A321 20113123", "apply penguins 20113123 A321"),
        ("apply A3D3 state.json --seed 1", "apply raft @state.json A3D3 --seed 1"),
        ("suites", "grade --suites"),
        ("template python", "grade --template python"),
        ("harness java", "grade --template java"),
        ("validate tictactoe @game.json", "validate game-record @game.json"),
    ] {
        let expected = at(place, meant, "");
        assert_eq!(expected.0, 0, "{meant}: {}", expected.2);
        assert_eq!(at(place, guess, "").1, expected.1, "{guess}");
    }
    // The parts do not exist here, so both command lines end with the same error.
    assert_eq!(told(place, "join part1 part2"), told(place, "merge part1 part2"));
}
