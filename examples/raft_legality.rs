//! Checks that no built-in player of Race to the Raft proposes an illegal action, and prints the numbers of
//! choices and positions checked.
//!
//! ```text
//! cargo run --release --example raft_legality -- POSITIONS SEED
//! ```
//!
//! The positions come from games of the greedy player, where one choice in four is random on average. In each
//! position, the exact rules check every choice that the search compares, the greedy player's choice,
//! and a random choice. The search itself is not run, because it only ever proposes one of the choices that
//! it compares. The exit status is 1 if some choice is illegal.

use clowder::raft::generate::official_start;
use clowder::raft::legal::draws;
use clowder::raft::player::{Choice, Greedy, Phase, Policy, RandomPolicy, Session, candidates};
use clowder::raft::{Action, PlayableState};
use clowder::random::Random;

/// Returns whether the rules allow a choice.
fn is_legal(state: &PlayableState, phase: Phase, choice: Choice) -> bool {
    match (phase, choice) {
        (Phase::Draw, Choice::Draw(draw)) => draws(state.state()).contains(&draw),
        (Phase::PlaceTile(tile), Choice::Action(Action::Fire(fire))) => {
            fire.tile == tile && state.is_legal(&Action::Fire(fire))
        }
        (Phase::Act, Choice::Action(action @ (Action::Card(_) | Action::Cat(_)))) => state.is_legal(&action),
        _ => false,
    }
}

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [wanted, seed] = numbers[..] else {
        eprintln!("usage: raft_legality POSITIONS SEED");
        std::process::exit(2);
    };
    let (mut positions, mut choices) = (0, 0u64);
    for number in 0.. {
        let mut random = Random::stream(seed, number);
        let start = official_start(None, &mut random).expect("every official challenge can be played");
        let mut session = Session::new(start, number);
        while session.outcome().continues() && positions < wanted {
            let game = session.quick();
            positions += 1;
            let proposed = [Greedy.choose(&game, &mut random), RandomPolicy.choose(&game, &mut random)];
            for choice in candidates(&game).into_iter().chain(proposed.into_iter().flatten()) {
                choices += 1;
                if !is_legal(session.game(), session.phase(), choice) {
                    println!("{choice} is illegal in {}", session.game().state());
                    std::process::exit(1);
                }
            }
            let [greedy, other] = proposed;
            let next = if random.below(4) == 0 { other } else { greedy };
            if next.is_none_or(|choice| session.choose(choice).is_err()) {
                break;
            }
        }
        if positions == wanted {
            break;
        }
    }
    println!("{choices} choices in {positions} positions are legal");
}
