//! Tests that every complete string in the original documents and data files is valid and canonical.

use clowder::notation::Notation;
use clowder::raft::{
    Action, Board, CatCard, Challenge, Decks, Draw, Exhausted, FireBag, FireTile, Hand, PathwayCard,
    RaftCard, State, catalogue,
};

fn fixpoint<T: Notation>(text: &str) {
    let (value, faults) = T::read(text).into_parts();
    assert!(faults.is_empty(), "{}: {text:?}: {faults}", T::KIND);
    assert_eq!(value.map(|value| value.to_string()).as_deref(), Some(text));
}

/// The board that the original document prints, without its indentation.
const BOARD: &str = "fffffffffrrfffffff\nfffffffffrRfffffff\nfffffffffrrfffffff\nfffgffyrgpygyrygbr\nfffgGfggyygprbprpg\n\
    fffgggbgprbpygbpyb\nffffffbpbpgrbrrbgy\nffffffgygybpgygprb\nffffffbrrrybgygybg\nffffffgpbbyrprgbbp\n\
    ffffffbyrbpybgpryg\nffffffpgyrggrbgyby\nfffffybgbpryybpgyp\nffffYyybpgbprygrow\nfffyyyyryygbygybww\n";

#[test]
fn the_documents_contain_valid_strings() {
    fixpoint::<Board>(BOARD);
    fixpoint::<Decks>("AabcdBCfghDafh");
    fixpoint::<Hand>("AfhkBCDahw");
    for text in ["B0204G1300", "B0312", "B0302", "B0302B0312"] {
        fixpoint::<Exhausted>(text);
    }
    fixpoint::<FireBag>("abcdefghijklmnopqrstuvwxyzABCDE");
    for text in ["Ab1208S", "l0003TW", "l0003FW", "R01040410Ac"] {
        fixpoint::<Action>(text);
    }
    fixpoint::<Draw>("A3B1D2");
    fixpoint::<Challenge>("LNSNLASAF000300060012001506030903C000093030341203R11215");
    fixpoint::<PathwayCard>("hbbrbyrbyb");
    fixpoint::<FireTile>("c000102031121");
    fixpoint::<FireTile>("i011011121321");
    fixpoint::<CatCard>("3gffgGfggg");
    fixpoint::<RaftCard>("1gyprowbww");
}

#[test]
fn the_data_files_contain_valid_strings() {
    let data: serde_json::Value = serde_json::from_str(include_str!("../../data/raft.json")).unwrap();
    let texts = |value: &serde_json::Value| -> Vec<String> {
        value.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
    };
    let check = |value: &serde_json::Value, count: usize, fixpoint: fn(&str)| {
        let texts = texts(value);
        assert_eq!(texts.len(), count);
        texts.iter().map(String::as_str).for_each(fixpoint);
    };
    for deck in ["A", "B", "C", "D"] {
        check(&data["pathway_decks"][deck], 25, fixpoint::<PathwayCard>);
    }
    check(&data["cat_cards"], 7, fixpoint::<CatCard>);
    check(&data["raft_cards"], 4, fixpoint::<RaftCard>);
    check(&data["fire_tiles"], 31, fixpoint::<FireTile>);
    let challenges = data["challenges"].as_array().unwrap();
    assert_eq!(challenges.len(), 39);
    for (index, challenge) in challenges.iter().enumerate() {
        let text = challenge["string"].as_str().unwrap();
        fixpoint::<Challenge>(text);
        let official = catalogue::find_official(&text.parse().unwrap()).unwrap();
        assert_eq!(
            (official.number, official.name.as_str()),
            (index + 1, challenge["name"].as_str().unwrap())
        );
    }
}

#[test]
fn every_state_and_action_of_the_worked_cases_is_valid() {
    let (mut states, mut actions) = (0, 0);
    for line in include_str!("../cases/raft.jsonl").lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        fixpoint::<State>(&case["state"].to_string());
        states += 1;
        if case["suite"] == "apply" {
            fixpoint::<State>(&case["expect"].to_string());
            states += 1;
        }
        if case["suite"] == "legal-moves" {
            for action in case["expect"].as_array().unwrap() {
                fixpoint::<Action>(action.as_str().unwrap());
                actions += 1;
            }
        }
    }
    // There are 426 cases, and 50 of them also contain the state after an action.
    assert_eq!((states, actions), (476, 43_003));
}
