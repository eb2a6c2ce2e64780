//! Tests hunts: a zoo of wrong programs, the size of the cases found, the names of the mistakes, and the coverage
//! goals of the generator.

use crate::support::run;
use clowder::grade::generate::{GenerateOptions, Generator};
use clowder::grade::{
    Case, Diagnosis, HuntOptions, Hunted, Misconception, SubmittedAnswer, Suite, hunt, reference,
};
use clowder::random::Random;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::time::Duration;

/// Answers like a program with some mistakes. The first mistake that matters decides.
#[allow(clippy::unnecessary_wraps, reason = "a hunt expects this type")]
fn answer(mistakes: &[&Misconception], case: &Case) -> SubmittedAnswer {
    let wrong = mistakes.iter().find_map(|mistake| mistake.answer(case));
    Ok(wrong.unwrap_or_else(|| reference::answer(case, &mut Random::new(0)).unwrap_or_default()))
}

/// Hunts for the mistake of a program.
fn hunted(mistakes: &[&'static Misconception], suite: Suite, questions: u64) -> Hunted {
    let mistakes = mistakes.to_vec();
    let mut program = move |case: &Case| answer(&mistakes, case);
    let mut options = HuntOptions::new(1);
    // Limit the hunt by the number of questions, so that its result does not depend on the speed of the machine.
    (options.questions, options.time) = (questions, Duration::from_secs(600));
    hunt(&mut program, suite, &options).unwrap()
}

/// Counts the squares outside the raft that are not on fire.
fn squares(case: &Case) -> Option<usize> {
    let request: Value = serde_json::from_str(&case.request()).unwrap();
    let board = request["state"][0].as_str()?.lines().enumerate();
    let letters = || {
        board.clone().flat_map(|(row, line)| {
            line.chars().enumerate().map(move |(column, letter)| (row, column, letter))
        })
    };
    let (row, column, _) = letters().find(|(.., letter)| *letter == 'o')?;
    let is_raft = |at: (usize, usize)| at.0.abs_diff(row) <= 1 && at.1.abs_diff(column) <= 1;
    Some(letters().filter(|&(row, column, letter)| letter != 'f' && !is_raft((row, column))).count())
}

/// Every misconception with the first of its suites.
fn zoo() -> impl Iterator<Item = (&'static Misconception, Suite)> {
    Misconception::all().map(|known| (known, known.suites()[0]))
}

/// Hunts in one part of the zoo. Returns which misconceptions were missed, which were not named, and the sizes of the
/// boards.
fn hunt_in_zoo(part: usize) -> (Vec<&'static str>, Vec<&'static str>, Vec<usize>) {
    let (mut missed, mut unnamed, mut sizes) = (Vec::new(), Vec::new(), Vec::new());
    for (known, suite) in zoo().skip(part).step_by(PARTS) {
        let found = hunted(&[known], suite, 3000);
        let Some(mistake) = found.mistakes.first() else {
            missed.push(known.name());
            continue;
        };
        assert!(mistake.shrinking < Duration::from_secs(5), "{known:?}: {:?}", mistake.shrinking);
        assert!(!mistake.is_flaky);
        // The smallest case still shows the mistake.
        let right = reference::answer(&mistake.case, &mut Random::new(0)).unwrap();
        assert_eq!(Some(mistake.answer.clone().unwrap()), known.answer(&mistake.case), "{known:?}");
        assert_ne!(mistake.answer.clone().unwrap(), right);
        match mistake.misconception {
            Some(other) => assert_eq!(other, known, "named wrongly"),
            None => unnamed.push(known.name()),
        }
        sizes.extend(squares(&mistake.case));
    }
    (missed, unnamed, sizes)
}

const PARTS: usize = 4;

/// Declares a test for each part of the zoo, so that they run in parallel.
macro_rules! parts {
    ($($name:ident: $part:literal),* $(,)?) => {
        $(#[test]
        fn $name() {
            let (missed, unnamed, mut sizes) = hunt_in_zoo($part);
            assert_eq!(missed, Vec::<&str>::new());
            assert!(unnamed.len() * 10 * PARTS <= zoo().count(), "{unnamed:?}");
            sizes.sort_unstable();
            assert!(sizes[sizes.len() / 2] <= 6, "{sizes:?}");
        })*
    };
}

parts! {
    the_first_part_of_the_zoo_is_found: 0,
    the_second_part_of_the_zoo_is_found: 1,
    the_third_part_of_the_zoo_is_found: 2,
    the_fourth_part_of_the_zoo_is_found: 3,
}

/// Adds to all cases the answers of a program with some mistakes.
fn diagnosed(mistakes: &[&'static Misconception], cases: &[Case]) -> Diagnosis {
    let mut diagnosis = Diagnosis::default();
    for case in cases {
        let (found, right) = (answer(mistakes, case).unwrap(), answer(&[], case).unwrap());
        diagnosis.add(case, Some(&found), found == right);
    }
    diagnosis
}

/// Generates 50 cases of a suite, or fewer if there are not as many.
fn generated(suite: Suite, seed: u64) -> Vec<Case> {
    let mut generator = Generator::new(seed, GenerateOptions::default());
    (0..50).map_while(|_| generator.next(suite)).map(|generated| generated.case).collect()
}

/// Returns 30 programs with two different mistakes in one of some suites.
fn with_two_mistakes() -> Vec<(Suite, [&'static Misconception; 2])> {
    let suites = [
        Suite::CatMovementValid,
        Suite::PlacementValid,
        Suite::Outcome,
        Suite::Apply,
        Suite::IcePlacementValid,
    ];
    let mut random = Random::new(5);
    let programs = suites.into_iter().flat_map(|suite| [suite; 6]).map(|suite| {
        let mut of: Vec<_> = Misconception::of(suite).collect();
        random.shuffle(&mut of);
        (suite, [of[0], of[1]])
    });
    programs.collect()
}

#[test]
fn of_two_mistakes_no_third_one_is_named() {
    let mut cases: BTreeMap<Suite, Vec<Case>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (suite, both) in with_two_mistakes() {
        let cases = cases.entry(suite).or_insert_with(|| generated(suite, 6));
        let cause = diagnosed(&both, cases).causes()[0].misconception();
        wrong.extend(cause.filter(|named| !both.contains(named)).map(|named| (both, named)));
    }
    assert!(wrong.len() <= 1, "{wrong:?}");
}

#[test]
fn a_hunt_names_no_mistake_that_a_program_does_not_have() {
    let of: Vec<_> = Misconception::of(Suite::CatMovementValid).collect();
    let mut random = Random::new(5);
    for _ in 0..6 {
        let both = [of[random.below(of.len())], of[random.below(of.len())]];
        let found = hunted(&both, Suite::CatMovementValid, 500);
        if let Some(named) = found.mistakes.first().and_then(|mistake| mistake.misconception) {
            assert!(both.contains(&named), "{both:?} is called {named:?}");
        }
    }
}

#[test]
fn a_right_program_has_no_mistake() {
    for suite in [Suite::CatMovementValid, Suite::GameOver, Suite::MoveCat, Suite::IcePlacementValid] {
        assert!(hunted(&[], suite, 300).mistakes.is_empty(), "{suite}");
    }
}

/// The seeds of the generated cases: two or, if the variable `CLOWDER_ALL_SEEDS` is set to a range such as `1-100`, each
/// of these.
fn seeds() -> RangeInclusive<u64> {
    let range = std::env::var("CLOWDER_ALL_SEEDS").ok();
    range.map_or(1..=2, |range| {
        let (first, last) = range.split_once('-').unwrap();
        first.parse().unwrap()..=last.parse().unwrap()
    })
}

#[test]
fn generated_cases_catch_every_misconception_and_tell_them_apart() {
    let (seeds, mut programs, mut named, mut wrong) = (seeds(), 0, 0, 0);
    for &suite in Suite::ALL.iter().filter(|suite| !suite.is_random()) {
        let mut missed: BTreeMap<&str, usize> =
            Misconception::of(suite).map(|known| (known.name(), 0)).collect();
        for seed in seeds.clone() {
            let cases = generated(suite, seed);
            for known in Misconception::of(suite) {
                let diagnosis = diagnosed(&[known], &cases);
                if diagnosis.causes().is_empty() {
                    *missed.get_mut(known.name()).unwrap() += 1;
                }
                programs += 1;
                named += usize::from(diagnosis.possible(suite) == [known]);
                // A catalogue without this misconception must not name another one.
                let others = diagnosis.possible(suite).iter().filter(|other| **other != known).count();
                wrong += usize::from(others == 1);
            }
        }
        println!("{suite}: number of seeds that miss each misconception: {missed:?}");
        let most = seeds.clone().count() / 100;
        assert!(missed.values().all(|missed| *missed <= most), "{suite}: {missed:?}");
    }
    println!("{named} of {programs} mistakes are named, and {wrong} others without them");
    assert!(named * 100 >= programs * 90, "only {named} of {programs} mistakes are named");
    assert!(wrong * 100 <= programs * 5, "{wrong} of {programs} unknown mistakes are named wrongly");
}

#[test]
fn a_wrong_program_is_answered_and_its_variants_are_listed() {
    let question = r#"{"id":7,"suite":"isSolution","board":"EEEEEEEEEEEEEEEEEEEE","placed":[]}"#;
    assert_eq!(run(&["answer"], question).1, "{\"answer\":false,\"id\":7}\n");
    assert_eq!(run(&["answer", "--variant", "solution-always"], question).1, "{\"answer\":true,\"id\":7}\n");
    let (status, text, _) = run(&["answer"], "nonsense\n{\"id\":2,\"suite\":\"isSolution\"}\n");
    assert_eq!(status, 0);
    assert_eq!(text.lines().count(), 2);
    assert!(text.lines().all(|line| line.contains("\"error\":")), "{text}");
    let (_, listed, _) = run(&["answer", "--variants", "--suite", "isSolution", "--format", "plain"], "");
    assert_eq!(listed, "solution-three-blocks\nsolution-always\nsolution-any-block\nsolution-full-board\n");
    let (status, _, notes) = run(&["answer", "--variant", "cat-flies"], "");
    assert_eq!(status, 2);
    assert!(notes.contains("`clowder answer --variants` lists the variants"), "{notes}");
}
