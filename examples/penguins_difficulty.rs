//! Prints `docs/penguins-difficulty.md`, which lists several measures of how difficult the official
//! challenges of Penguins Pool Party are. Every number is exact, so no seed is needed.
//!
//! ```text
//! cargo run --release --example penguins_difficulty > docs/penguins-difficulty.md
//! ```

use clowder::penguins::{
    Block, Level, OfficialChallenge, Placement, State, assess, effort, hardness, official_challenges,
    remaining_placements,
};

/// The measures of one challenge.
struct Row {
    official: &'static OfficialChallenge,
    random: f64,
    careful: f64,
    effort: usize,
    remaining: usize,
    hardness: u8,
}

fn main() {
    let row = |official: &'static OfficialChallenge| {
        let challenge = official.challenge;
        let state = State::new(challenge, clowder::penguins::PartialSolution::EMPTY).ok()?;
        Some(Row {
            official,
            random: random(state),
            careful: careful(state),
            effort: effort(challenge),
            remaining: remaining_placements(challenge),
            hardness: hardness(challenge),
        })
    };
    let rows: Vec<_> = official_challenges().iter().filter_map(row).collect();
    print!("{INTRODUCTION}");
    for row in &rows {
        let OfficialChallenge { number, level, challenge, .. } = row.official;
        let of = assess(*challenge);
        let hardest = of.hardest.map_or_else(|| "search".to_owned(), |hardest| hardest.to_string());
        println!(
            "| {number} | {level} | {challenge} | {} | {:.2} % | {:.1} % | {} | {} | {hardest} | {} | {} | {} |",
            challenge.penguins().len(),
            row.random * 100.0,
            row.careful * 100.0,
            of.forced,
            of.branching,
            row.effort,
            row.remaining,
            row.hardness,
        );
    }
    summary(&rows);
}

const INTRODUCTION: &str = "# The difficulty of the challenges of Penguins Pool Party

The command `cargo run --release --example penguins_difficulty` writes this page. All numbers in the table are exact: they
depend on neither a seed nor the machine.

- *Random* is the probability of winning for a player who chooses each placement at random from all that fit, without
  ever removing a block.
- *Careful* is the probability of winning for a player who always takes the block with the fewest placements, and avoids
  placements that leave another block without one.
- *Deduction* is the hardest kind of deduction that `solve penguins --hint` needs. The easiest kind is `single`: some block
  has only one possible placement. With `exclusion`, every other placement leads directly to a contradiction. With `chain`,
  placements that were excluded earlier also count as impossible. With `consequence`, a placement is also excluded if it would
  force further placements that lead to a contradiction. The word `search` means that deductions do not suffice.
- *Forced* is the number of blocks forced, one after the other, by deductions other than `consequence`. *Cases* is the
  smallest number of cases that must be tried when no more blocks are forced in this way.
- *Effort* is the number of blocks that a complete search places.
- *Remaining* is the number of placements left after two simple checks (`remaining_placements`), and *hardness* divides
  the challenges into four groups by this number.

| number | level | challenge | penguins | random | careful | forced | cases | deduction | effort | remaining | hardness |
|---|---|---|---|---|---|---|---|---|---|---|---|
";

/// Lists every placement that fits.
fn moves(state: State) -> Vec<Placement> {
    state.legal_placements().collect()
}

/// Returns the probability that random placements solve a state.
fn random(state: State) -> f64 {
    average(state, &moves(state), random)
}

/// Returns the probability that a careful player solves a state. A careful player always chooses the block
/// with the fewest placements, and leaves a placement for every other block.
fn careful(state: State) -> f64 {
    let left: Vec<_> = Block::ALL.into_iter().filter(|&block| state.placed().get(block).is_none()).collect();
    let moves = moves(state);
    let of = |block: Block| moves.iter().filter(move |one| one.block() == block);
    let Some(&block) = left.iter().min_by_key(|&&block| of(block).count()) else { return 1.0 };
    let leaves_room = |one: &&Placement| {
        let mut others = left.iter().filter(|&&other| other != block);
        others.all(|&other| of(other).any(|next| next.hexes().is_disjoint(one.hexes())))
    };
    let chosen: Vec<_> = of(block).filter(leaves_room).copied().collect();
    average(state, &chosen, careful)
}

/// Returns the average of the probabilities after each placement. If all blocks are placed, the result is 1;
/// otherwise, if `placements` is empty, it is 0.
fn average(state: State, placements: &[Placement], after: fn(State) -> f64) -> f64 {
    if state.placed().len() == Block::ALL.len() {
        return 1.0;
    }
    let sum: f64 = placements.iter().filter_map(|&one| state.apply(one).ok()).map(after).sum();
    if placements.is_empty() { 0.0 } else { sum / placements.len() as f64 }
}

/// Prints how well the measures agree with the booklet.
fn summary(rows: &[Row]) {
    let numbers: Vec<_> = rows.iter().map(|row| f64::from(row.official.number)).collect();
    let correlation = |of: fn(&Row) -> f64| correlation(&rows.iter().map(of).collect::<Vec<_>>(), &numbers);
    let level = |row: &Row| row.official.level as u8 + 1;
    let same = rows.iter().filter(|row| level(row) == row.hardness).count();
    let near = rows.iter().filter(|row| level(row).abs_diff(row.hardness) <= 1).count();
    println!("\n## Agreement with the booklet\n");
    println!(
        "The challenges in the booklet are numbered in order of rising level. This table shows Spearman's rank correlation of\neach measure with the challenge number:\n"
    );
    println!("| measure | correlation |\n|---|---|");
    println!("| remaining placements | {:.2} |", correlation(|row| row.remaining as f64));
    println!("| effort | {:.2} |", correlation(|row| row.effort as f64));
    println!("| random player | {:.2} |", correlation(|row| row.random));
    println!("| careful player | {:.2} |", correlation(|row| row.careful));
    println!(
        "| number of penguins | {:.2} |",
        correlation(|row| row.official.challenge.penguins().len() as f64)
    );
    println!();
    println!(
        "The hardness equals the level (1 for {}, 4 for {}) in {same} of the {} challenges, and it differs from the level by at most one in {near} challenges.",
        Level::Starter,
        Level::Master,
        rows.len()
    );
    println!(
        "To predict the level of each challenge, the bounds between the levels were fitted to all other challenges. {} of {} predictions are correct.",
        cross_validated(rows),
        rows.len()
    );
    println!(
        "More features do not help much: the best model with up to four features (placements of each block, penguins,"
    );
    println!(
        "their positions, pairs and triples of blocks that fit together) predicted only 41 of 60 levels. It would probably do worse on other challenges, because it was chosen for its many correct predictions here."
    );
    println!(
        "Therefore, clowder does not predict the level. `generate penguins-challenge --hardness` selects challenges by the number of their remaining placements."
    );
}

/// Returns Spearman's rank correlation of two lists of values.
fn correlation(one: &[f64], other: &[f64]) -> f64 {
    let (one, other) = (ranks(one), ranks(other));
    let mean = (one.len() as f64 - 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum::<f64>();
    product(&one, &other) / (product(&one, &one) * product(&other, &other)).sqrt()
}

/// Returns the rank of each value. Equal values share the average of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let less = values.iter().filter(|other| *other < value).count();
        let equal = values.iter().filter(|other| other.total_cmp(value).is_eq()).count();
        less as f64 + (equal as f64 - 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

/// Counts the challenges whose level is predicted correctly from the number of remaining placements. Each
/// prediction uses bounds between the levels that are computed from all other challenges.
fn cross_validated(rows: &[Row]) -> usize {
    let points: Vec<_> = rows.iter().map(|row| (row.remaining, row.official.level as usize)).collect();
    let right = |&left_out: &usize| {
        let others: Vec<_> = (0..points.len()).filter(|&at| at != left_out).map(|at| points[at]).collect();
        let bounds = best_bounds(&others);
        let (value, level) = points[left_out];
        bounds.iter().filter(|&&bound| value > bound).count() == level
    };
    (0..points.len()).filter(right).count()
}

/// Returns the three bounds between the four levels for which the most levels are predicted correctly.
fn best_bounds(points: &[(usize, usize)]) -> [usize; 3] {
    let mut values: Vec<_> = points.iter().map(|&(value, _)| value).collect();
    values.sort_unstable();
    values.dedup();
    // The table has a row for each value. The row contains, for each level, the number of challenges whose
    // value is not greater.
    let upto = |bound: usize, level: usize| {
        points.iter().filter(|&&(value, of)| value <= bound && of == level).count()
    };
    let table: Vec<[usize; 4]> =
        values.iter().map(|&bound| [0, 1, 2, 3].map(|level| upto(bound, level))).collect();
    let mut best = (0, [0; 3]);
    for a in 0..values.len() {
        for b in a..values.len() {
            for c in b..values.len() {
                let last = table[values.len() - 1];
                let right = table[a][0] + table[b][1] - table[a][1] + table[c][2] - table[b][2] + last[3]
                    - table[c][3];
                if right > best.0 {
                    best = (right, [values[a], values[b], values[c]]);
                }
            }
        }
    }
    best.1
}
