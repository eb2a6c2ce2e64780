//! Tests mirrored deals, given deals and sequential tests on the command line.

use crate::support::run;
use clowder::random::{Random, Seed};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The value of the option `--bot` for a built-in bot.
fn bot(name: &str, game: &str) -> String {
    format!("{name}='{}' bot play {name} --game {game}", env!("CARGO_BIN_EXE_clowder"))
}

/// Plays a match between two built-in bots in Arboretum, and returns standard output.
fn arboretum(bots: [&str; 2], more: &[&str]) -> String {
    let [a, b] = bots.map(|name| bot(name, "arboretum"));
    let limits = ["--start-limit", "60000", "--move-limit", "20000", "--no-timing"];
    let seed: &[&str] = if more.contains(&"--seed") { &[] } else { &["--seed", "7"] };
    let all = [&["bot", "match", "--game", "arboretum", "--bot", &a, "--bot", &b][..], &limits, seed, more]
        .concat();
    let (status, out, err) = run(&all, "");
    assert_eq!(status, 0, "{err}");
    out
}

/// The saved games of a match, in order.
fn games(directory: &Path) -> Vec<Value> {
    let mut files: Vec<_> = fs::read_dir(directory.join("arboretum/match/Round0/first-random/games"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files.iter().map(|file| serde_json::from_slice(&fs::read(file).unwrap()).unwrap()).collect()
}

#[test]
fn mirrored_games_have_the_same_deal_and_exchanged_seats() {
    let home = tempfile::tempdir().unwrap();
    let place = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
    let bots = ["first", "random"];
    arboretum(bots, &["--games", "5", "--out", &place("paired")]);
    arboretum(bots, &["--games", "5", "--no-paired", "--out", &place("single")]);
    let paired = games(&home.path().join("paired"));
    let single = games(&home.path().join("single"));
    let deals = |games: &[Value]| games.iter().map(|game| game["initialState"].clone()).collect::<Vec<_>>();
    let (mirrored, different) = (deals(&paired), deals(&single));
    assert_eq!(mirrored[0], mirrored[1]);
    assert_eq!(mirrored[2], mirrored[3]);
    assert_eq!([&mirrored[0], &mirrored[2], &mirrored[4]], [&different[0], &different[1], &different[2]]);
    assert!((1..5).all(|game| different[game] != different[0]));
    let first: Vec<_> = paired.iter().map(|game| game["players"][0].as_str().unwrap().to_owned()).collect();
    assert_eq!(first, ["first", "random", "random", "first", "first"], "the seats keep the order A B B A");
}

#[test]
fn given_deals_are_played_and_generated_deals_depend_on_the_seed() {
    let home = tempfile::tempdir().unwrap();
    let place = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
    let generated = ["generate", "deals", "--game", "arboretum", "--seed", "7", "--count", "2"];
    let (status, deals, _) = run(&generated, "");
    assert_eq!((status, deals.lines().count()), (0, 2));
    let file = place("deals.jsonl");
    fs::write(&file, &deals).unwrap();
    let bots = ["first", "random"];
    arboretum(bots, &["--deals", &file, "--seed", "8", "--out", &place("chosen")]);
    arboretum(bots, &["--games", "4", "--out", &place("dealt")]);
    let [chosen, dealt] = ["chosen", "dealt"].map(|name| games(&home.path().join(name)));
    assert_eq!(chosen.len(), 4, "each of the two deals is played twice");
    for (chosen, dealt) in chosen.iter().zip(&dealt) {
        assert_eq!(chosen["initialState"], dealt["initialState"]);
    }
    // Saved games can also be used as deals.
    let saved = format!("{}\n{}\n", chosen[2], chosen[0]);
    fs::write(&file, saved).unwrap();
    arboretum(bots, &["--deals", &file, "--no-paired", "--out", &place("again")]);
    let again = games(&home.path().join("again"));
    assert_eq!(again.len(), 2);
    assert_eq!(again[0]["initialState"], chosen[2]["initialState"]);
}

#[test]
fn deals_that_cannot_be_played_are_refused() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("deals.jsonl");
    let name = file.to_str().unwrap();
    let refused = |text: &str, more: &[&str]| {
        fs::write(&file, text).unwrap();
        let common =
            ["bot", "match", "--game", "arboretum", "--bot", "A=cat", "--bot", "B=cat", "--deals", name];
        let (status, _, err) = run(&[&common[..], more].concat(), "");
        assert_eq!(status, 2);
        err.lines().last().unwrap().replace(name, "FILE")
    };
    let deal = run(&["generate", "deals", "--game", "arboretum", "--seed", "1", "--count", "1"], "").1;
    assert_eq!(refused(&deal, &["--games", "4"]), "clowder: 4 games need 2 deals, not 1");
    assert_eq!(refused("\n", &[]), "clowder: FILE contains no deals");
    assert!(refused("{}", &[]).starts_with("clowder: FILE, line 1: this is not a state of arboretum ("));
    let later = deal.replace("\"turn\":0", "\"turn\":1");
    assert!(refused(&later, &[]).starts_with("clowder: FILE, line 1: this is not a st"));
}

#[test]
fn a_sequential_test_stops_a_one_sided_match_and_survives_a_resume() {
    let home = tempfile::tempdir().unwrap();
    let place = home.path().to_str().unwrap();
    let bots = ["greedy", "first"];
    let test = "elo0=0,elo1=100";
    let out = arboretum(bots, &["--sprt", test, "--format", "json", "--out", place]);
    let table: Value = serde_json::from_str(&out).unwrap();
    let result = &table["match"];
    assert_eq!(result["sprt"]["accepted"], "H1");
    assert_eq!(result["sprt"]["bounds"], serde_json::json!([-2.944, 2.944]));
    let count = |key: &str| result["games"][key].as_u64().unwrap();
    let played = count("wins") + count("draws") + count("losses");
    assert!((4..60).contains(&played), "{result}");
    let pairs: u64 = result["pairs"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(pairs * 2, played);
    assert!(result["superiority"].as_f64().unwrap() > 0.99);
    let (status, again, err) = run(&["bot", "match", "--resume", place, "--format", "json"], "");
    assert_eq!((status, &again), (0, &out), "{err}");
    let (status, _, err) = run(&["bot", "match", "--resume", place, "--sprt", "elo1=50"], "");
    assert_eq!(status, 2);
    assert!(err.ends_with("sprt.elo1 was 100.0 and is now 50.0\n"), "{err}");
}

#[test]
fn the_result_of_a_match_is_described_in_words() {
    let out = arboretum(["greedy", "first"], &["--games", "8", "--sprt", "elo0=0,elo1=10"]);
    let result: Vec<_> = out.lines().skip_while(|line| !line.is_empty()).skip(1).collect();
    assert_eq!(
        result,
        [
            "greedy against first: 8 won, 0 drawn, 0 lost",
            "mirrored pairs with 0, 0.5, 1, 1.5 and 2 points: 0, 0, 0, 0, 4",
            "Elo difference: infinite (95 %: -72.1 to infinite)",
            "normalised Elo difference: unknown",
            "likelihood that greedy is stronger: 93.8 %",
            "SPRT: LLR 0.159, bounds -2.944 and 2.944; neither hypothesis is accepted yet, so more games are needed",
        ]
    );
}

#[test]
fn a_sequential_test_needs_a_match_with_mirrored_deals() {
    let bots = ["--game", "tictactoe", "--bot", "A=cat", "--bot", "B=cat"];
    let refused = |verb: &str, more: &[&str]| {
        let (status, _, err) = run(&[&["bot", verb], &bots[..], more].concat(), "");
        assert_eq!(status, 2);
        err
    };
    assert!(
        refused("tournament", &["--sprt", "elo1=5"])
            .ends_with("clowder: a sequential test (SPRT) needs a match of two bots with mirrored deals\n")
    );
    assert!(
        refused("match", &["--sprt", "elo1=5", "--no-paired"]).contains("cannot be used with '--no-paired'")
    );
    assert!(
        refused("match", &["--sprt", "elo1=x"])
            .contains("`elo1=x` must be one of elo0=N, elo1=N, alpha=N and beta=N")
    );
}

#[test]
fn the_times_of_moves_are_in_the_table_and_the_journal_unless_they_are_left_out() {
    let home = tempfile::tempdir().unwrap();
    let [a, b] = ["first", "greedy"].map(|name| bot(name, "tictactoe"));
    let play = |name: &str, more: &[&str]| {
        let place = home.path().join(name).to_str().unwrap().to_owned();
        let common = ["bot", "match", "--game", "tictactoe", "--seed", "1", "--bot", &a, "--bot", &b];
        let all = [&common[..], &["--format", "json", "--out", &place], more].concat();
        let (status, out, err) = run(&all, "");
        assert_eq!(status, 0, "{err}");
        let journal = fs::read_to_string(home.path().join(name).join("journal.jsonl")).unwrap();
        (serde_json::from_str::<Value>(&out).unwrap(), journal)
    };
    let (table, journal) = play("timed", &["--games", "2"]);
    assert!(journal.contains(r#","times":[["#), "{journal}");
    for bot in table["bots"].as_array().unwrap() {
        let number = |key: &str| bot["times"][key].as_u64().unwrap();
        assert!((5..=10).contains(&number("answers")), "{bot}");
        assert!(0 < number("median") && number("median") <= number("p99"), "{bot}");
        assert!(number("p99") <= number("worst") && number("worst") < 10_000_000, "{bot}");
    }
    let (table, journal) = play("untimed", &["--games", "2", "--no-timing"]);
    assert!(!journal.contains("times") && table["bots"][0]["times"].is_null());
}

/// A journal written by an older version, without mirrored deals, sequential tests and times, can be resumed.
#[test]
fn an_old_journal_can_be_resumed() {
    let home = tempfile::tempdir().unwrap();
    let place = home.path().to_str().unwrap();
    let [a, b] = ["first", "greedy"].map(|name| bot(name, "tictactoe"));
    let common = ["bot", "match", "--game", "tictactoe", "--seed", "1", "--bot", &a, "--bot", &b];
    let begin = [&common[..], &["--games", "4", "--no-timing", "--out", place]].concat();
    let (status, table, _) = run(&begin, "");
    assert_eq!(status, 0);
    let journal = fs::read_to_string(home.path().join("journal.jsonl")).unwrap();
    for key in ["paired", "deals", "sprt", "times"] {
        assert!(
            !journal.contains(key),
            "a journal of an older version does not contain the key `{key}`, so this one must not contain it"
        );
    }
    let (status, again, _) = run(&["bot", "match", "--resume", place], "");
    assert_eq!((status, again), (0, table));
    let (status, _, err) = run(&["bot", "match", "--resume", place, "--paired"], "");
    assert_eq!(status, 2);
    assert!(err.ends_with("paired was null and is now true\n"), "{err}");
}

#[test]
fn games_of_several_runs_are_rated_together() {
    let home = tempfile::tempdir().unwrap();
    let place = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
    for (names, seed) in [(["perfect", "greedy"], "1"), (["greedy", "first"], "2")] {
        let [a, b] = names.map(|name| bot(name, "tictactoe"));
        let common = ["bot", "match", "--game", "tictactoe", "--seed", seed, "--bot", &a, "--bot", &b];
        let limits = ["--games", "8", "--start-limit", "60000", "--move-limit", "20000", "--out"];
        assert_eq!(run(&[&common[..], &limits, &[&place(seed)]].concat(), "").0, 0);
    }
    let (status, out, err) = run(&["bot", "rate", &place("1"), &place("2"), "--format", "json"], "");
    assert_eq!(status, 0, "{err}");
    let table: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((table["runs"].as_u64(), table["games"].as_u64()), (Some(2), Some(16)));
    let bots: Vec<_> =
        table["bots"].as_array().unwrap().iter().map(|bot| bot["identifier"].clone()).collect();
    assert_eq!(bots.last().unwrap(), "first");
    assert_eq!(table["bots"][2]["losses"], 8);
    // This is the parent directory of both runs.
    let (_, again, _) = run(&["bot", "rate", home.path().to_str().unwrap(), "--format", "json"], "");
    assert_eq!(again, out);
    let (status, out, _) = run(&["bot", "rate", &place("2")], "");
    assert_eq!(status, 0);
    let expected = out.lines().next().unwrap();
    assert_eq!(expected, "   bot     rating          games    won  drawn   lost");
    assert!(out.contains("8 games from 1 run; equal bots draw "), "{out}");
    // A run that is given twice counts once.
    let (status, twice, err) = run(&["bot", "rate", &place("2"), &place("2/../2")], "");
    assert_eq!((status, &twice), (0, &out));
    let warning = format!(
        "warning: the run in {} was given more than once; its games are counted only once\n",
        place("2/../2")
    );
    assert_eq!(err, warning);
    let (status, _, err) = run(&["bot", "rate", &place("none")], "");
    assert_eq!(status, 2);
    assert!(err.contains("cannot read "), "{err}");
}

#[test]
fn the_time_of_a_turn_without_an_answer_counts() {
    let limits = ["--start-limit", "150", "--move-limit", "100", "--max-faults", "1", "--format", "json"];
    let bots = ["--bot", "A=sleep 100", "--bot", "B=sleep 100"];
    let begin = ["bot", "match", "--game", "tictactoe", "--seed", "1"];
    let (status, out, err) = run(&[&begin[..], &bots, &limits].concat(), "");
    assert_eq!(status, 0, "{err}");
    let table: Value = serde_json::from_str(&out).unwrap();
    for bot in table["bots"].as_array().unwrap() {
        // The bot is stopped after its first turn, and the referee does not wait in its later turns.
        assert_eq!(bot["times"]["answers"], 1, "{out}");
        assert!(bot["times"]["worst"].as_u64().unwrap() >= 100_000, "{out}");
    }
}

/// Computes the pairs of a tournament from its saved results, and compares them with the table.
#[test]
fn the_table_of_a_tournament_counts_the_pairs_of_each_bot_against_each_other() {
    let home = tempfile::tempdir().unwrap();
    let place = home.path().to_str().unwrap();
    let names = ["perfect", "greedy", "random"];
    let bots =
        names.map(|bot| format!("{bot}='{}' bot play {bot} --game tictactoe", env!("CARGO_BIN_EXE_clowder")));
    let mut words =
        vec!["bot", "tournament", "--game", "tictactoe", "--games", "7", "--paired", "--seed", "5"];
    words.extend(["--start-limit", "60000", "--move-limit", "20000", "--format", "json", "--out", place]);
    words.extend(bots.iter().flat_map(|bot| ["--bot", bot]));
    let (status, out, err) = run(&words, "");
    assert_eq!(status, 0, "{err}");
    let table: Value = serde_json::from_str(&out).unwrap();
    let mut counts = BTreeMap::new();
    for round in 0..3 {
        let round = home.path().join(format!("tictactoe/round-robin/Round{round}"));
        for meeting in fs::read_dir(round).unwrap() {
            let text = fs::read_to_string(meeting.unwrap().path().join("matchupResults.json")).unwrap();
            let results: Value = serde_json::from_str(&text).unwrap();
            // The last of the 7 games does not belong to a pair.
            for pair in results["gameResults"].as_array().unwrap().chunks_exact(2) {
                let bots = [0, 1].map(|seat| pair[0]["players"][seat].as_str().unwrap());
                assert_eq!([&pair[1]["players"][1], &pair[1]["players"][0]], [bots[0], bots[1]]);
                // The points of the bot that moves first in the first game, in half points.
                let first = [2, 0, 1][pair[0]["winner"]["result"].as_u64().unwrap() as usize];
                let second = [0, 2, 1][pair[1]["winner"]["result"].as_u64().unwrap() as usize];
                let points: usize = first + second;
                counts.entry([bots[0].to_owned(), bots[1].to_owned()]).or_insert([0_u64; 5])[points] += 1;
                counts.entry([bots[1].to_owned(), bots[0].to_owned()]).or_insert([0_u64; 5])[4 - points] += 1;
            }
        }
    }
    assert_eq!(counts.len(), 6);
    let name = |index: usize| table["bots"][index]["identifier"].as_str().unwrap().to_owned();
    for own in 0..3 {
        let mut sum = [0; 5];
        for other in 0..3 {
            let expected = counts.get(&[name(own), name(other)]).copied().unwrap_or_default();
            assert_eq!(table["pairs"][own][other], serde_json::json!(expected));
            for (sum, count) in sum.iter_mut().zip(expected) {
                *sum += count;
            }
        }
        let pairs = &table["bots"][own]["pairs"];
        assert_eq!(pairs["counts"], serde_json::json!(sum));
        assert_eq!(sum.iter().sum::<u64>(), 6, "three pairs against each of the two others");
        let points: u64 = (0..).zip(sum).map(|(half_points, count)| half_points * count).sum();
        assert!((pairs["score"].as_f64().unwrap() - points as f64 / 24.0).abs() < 1e-3);
    }
    let (_, picture, _) = run(&["bot", "tournament", "--resume", place], "");
    assert!(picture.contains("\npairs by points  0"), "{picture}");
}

/// Returns the numbers of the games in a message log, in the order in which they were played.
fn order(directory: &Path) -> Vec<u64> {
    let log =
        fs::read_to_string(directory.join("arboretum/match/Round0/first-random/messages.jsonl")).unwrap();
    let mut order: Vec<u64> = Vec::new();
    for line in log.lines() {
        let number = serde_json::from_str::<Value>(line).unwrap()["id"].as_u64().unwrap();
        if order.last() != Some(&number) {
            order.push(number);
        }
    }
    order
}

#[test]
fn the_second_games_of_a_block_follow_its_first_games() {
    let home = tempfile::tempdir().unwrap();
    let play = |name: &str, more: &[&str]| {
        let place = home.path().join(name);
        arboretum(["first", "random"], &[more, &["--out", place.to_str().unwrap()]].concat());
        let starts =
            games(&place).into_iter().map(|game| (game["players"].clone(), game["initialState"].clone()));
        (order(&place), starts.collect::<Vec<_>>())
    };
    assert_eq!(play("one", &["--games", "1"]).0, [1]);
    assert_eq!(play("two", &["--games", "2"]).0, [1, 2]);
    assert_eq!(play("five", &["--games", "5"]).0, [1, 3, 5, 2, 4]);
    let (serial, played) = play("serial", &["--games", "27"]);
    let blocks =
        [1, 3, 5, 7, 2, 4, 6, 8, 9, 11, 13, 15, 17, 19, 21, 23, 10, 12, 14, 16, 18, 20, 22, 24, 25, 27, 26];
    assert_eq!(serial, blocks);
    let at_once = ["--games", "27", "--concurrency", "3", "--oversubscribe"];
    assert!(play("at-once", &at_once) == (serial, played));
    assert_eq!(play("single", &["--games", "5", "--no-paired"]).0, [1, 2, 3, 4, 5]);
}

/// A run without `--seed` is continued with the same deals and the same message IDs.
#[test]
fn a_chosen_seed_has_128_bits_and_is_kept_in_the_journal() {
    let home = tempfile::tempdir().unwrap();
    let place = home.path().join("out");
    let (place_text, log) =
        (place.to_str().unwrap(), place.join("arboretum/match/Round0/first-random/messages.jsonl"));
    let [a, b] = ["first", "random"].map(|name| bot(name, "arboretum"));
    let b = b + " --seed 3";
    let begin =
        ["bot", "match", "--game", "arboretum", "--games", "4", "--no-timing", "--bot", &a, "--bot", &b];
    let limits = ["--start-limit", "60000", "--move-limit", "20000", "--out", place_text];
    let (status, out, err) = run(&[&begin[..], &limits].concat(), "");
    assert_eq!(status, 0, "{err}");
    let seed = err.lines().last().unwrap().strip_prefix("seed ").unwrap();
    assert!(seed.len() == 32 && seed.bytes().all(|byte| byte.is_ascii_hexdigit()), "{seed}");
    let messages = fs::read_to_string(&log).unwrap();
    // The deals can be computed from the seed, but the IDs cannot.
    let deals = ["generate", "deals", "--game", "arboretum", "--seed", seed, "--count", "2"];
    let deals: Vec<Value> =
        run(&deals, "").1.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let played = games(&place);
    assert_eq!([&played[0]["initialState"], &played[3]["initialState"]], [&deals[0], &deals[1]]);
    let id = Random::stream(seed.parse::<Seed>().unwrap(), 2).uuid();
    assert!(!messages.contains(&id), "the IDs do not come from the seed");
    // A run that ended after its first game plays the other games again.
    let journal = fs::read_to_string(place.join("journal.jsonl")).unwrap();
    let two: Vec<_> = journal.split_inclusive('\n').take(2).collect();
    fs::write(place.join("journal.jsonl"), two.concat()).unwrap();
    let (status, again, err) = run(&["bot", "match", "--resume", place_text], "");
    assert_eq!((status, again), (0, out), "{err}");
    assert_eq!(fs::read_to_string(place.join("journal.jsonl")).unwrap(), journal);
    assert_eq!(fs::read_to_string(&log).unwrap(), messages);
}

#[test]
fn more_games_at_once_than_half_of_the_processors_are_refused() {
    let processors = std::thread::available_parallelism().unwrap().get();
    let (most, more) = ((processors / 2).max(1), (processors / 2).max(1) + 1);
    let bots = ["--game", "tictactoe", "--bot", "A=cat", "--bot", "B=cat"];
    let (status, _, err) =
        run(&[&["bot", "match"], &bots[..], &["--concurrency", &more.to_string()]].concat(), "");
    let expected = format!(
        "clowder: --concurrency {more} is more than {most}, half of the processors here, so the bots would wait for each \
         other; use --concurrency {most}, or add --oversubscribe\n"
    );
    assert_eq!((status, err), (2, expected));
}

/// Plays more games at once than there are processors, with bots that use 150 ms of processor time per move. They
/// need longer than the time limit of 300 ms, but waiting is not charged.
#[test]
fn waiting_for_a_processor_is_not_charged() {
    let bot = "import json, sys, time\nfor line in sys.stdin:\n m = json.loads(line)\n s = m['state']\n \
               end = time.process_time() + (0.15 if s.get('activeTurn') else 0)\n \
               while time.process_time() < end: pass\n \
               print(json.dumps({'move': 'RANDOM', 'messageID': m['messageID']}), flush=True)";
    let processors = std::thread::available_parallelism().unwrap().get();
    let home = tempfile::tempdir().unwrap();
    let [a, b] = ["A", "B"].map(|name| {
        let folder = home.path().join(name);
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("bot.py"), bot).unwrap();
        format!("{name}=python3 -S '{}/bot.py'", folder.display())
    });
    let (games, at_once) = ((2 * processors).to_string(), (2 * processors).to_string());
    let common = ["bot", "match", "--game", "tictactoe", "--bot", &a, "--bot", &b, "--games", &games];
    let limits =
        ["--move-limit", "300", "--start-limit", "60000", "--concurrency", &at_once, "--oversubscribe"];
    let (status, out, err) = run(&[&common[..], &limits, &["--format", "json"]].concat(), "");
    assert_eq!(status, 0, "{err}");
    let table: Value = serde_json::from_str(&out).unwrap();
    for bot in table["bots"].as_array().unwrap() {
        assert_eq!(bot["record"]["timeouts"], 0, "{out}");
        let (times, load) = (&bot["times"], &bot["times"]["load"]);
        let [answers, used, waited, delayed] =
            [&times["answers"], &load["used"], &load["waited"], &load["delayed"]]
                .map(|it| it.as_u64().unwrap());
        assert!(used >= 130_000 * answers, "each answer took 150 ms of processor time: {out}");
        assert!(delayed > answers / 2 && waited > 10_000 * delayed, "most answers were delayed: {out}");
    }
}

#[test]
fn equal_commands_and_other_files_are_noticed() {
    let home = tempfile::tempdir().unwrap();
    let place = home.path().join("out");
    fs::create_dir(&place).unwrap();
    fs::write(place.join("notes.txt"), "").unwrap();
    let place = place.to_str().unwrap();
    let bots = ["A", "B"].map(|name| bot("first", "tictactoe").replacen("first", name, 1));
    let common =
        ["bot", "match", "--game", "tictactoe", "--bot", &bots[0], "--bot", &bots[1], "--games", "2"];
    let (status, _, err) = run(&[&common[..], &["--out", place]].concat(), "");
    let warning =
        format!("warning: {place} already contains other files; the run adds its own files to them\n");
    assert!(status == 0 && err.contains(&warning), "{err}");
    let (status, _, err) = run(&["bot", "rate", place], "");
    let warning = "warning: `A` and `B` have the same command; they are rated as different bots\n";
    assert_eq!((status, err.as_str()), (0, warning));
    let games = Path::new(place).join("tictactoe/match/Round0/A-B/games");
    fs::copy(games.join("0.json"), games.join("1.json")).unwrap();
    let (status, out, _) = run(&["bot", "verify", place, "--format", "plain"], "");
    let file = games.join("1.json");
    assert_eq!(status, 1);
    assert!(out.contains(&format!("{}: 1:1: game-record/replaced", file.display())), "{out}");
}
