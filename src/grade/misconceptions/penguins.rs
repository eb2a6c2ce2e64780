//! Misconceptions about Penguins Pool Party.

use super::{Misconception, Question};
use crate::grade::suite::Suite;
use crate::penguins::coursework::IceBlock;
use crate::penguins::{Block, Hex};
use serde_json::{Value, json};

const FITS: &[Suite] = &[Suite::IcePlacementValid];
const LIST: &[Suite] = &[Suite::AllValidPlacements];
const BOTH: &[Suite] = &[Suite::IcePlacementValid, Suite::AllValidPlacements];
const SOLVED: &[Suite] = &[Suite::IsSolution];
const FIXED: &[Suite] = &[Suite::FixSymmetries];
const AROUND: &[Suite] = &[Suite::Neighbours];
const PLACED: &[Suite] = &[Suite::PlaceIceBlock];
const SOLUTION: &[Suite] = &[Suite::FindSolution];

catalogue! {
    "ice-on-penguins" BOTH |q| q.with_text("board", |board| board.replace('P', "E")),
    "ice-on-ice" BOTH |q| q.with_text("board", |board| board.replace('I', "E")),
    "ice-off-board" FITS |q| off_board(q, |_, _| true),
    "ice-negative-rows" FITS |q| off_board(q, |_, hex| hex.y < 0),
    "ice-rows-from-end" FITS |q| off_board(q, |board, hex| hex.y < 0 && free(board, Hex::new(hex.x, hex.y + 4)) == Some(true)),
    "ice-negative-columns" FITS |q| off_board(q, |_, hex| hex.x < 0),
    "ice-beyond-last-row" FITS |q| off_board(q, |_, hex| hex.y > 3),
    "ice-beyond-last-column" FITS |q| off_board(q, |_, hex| hex.x > 4),
    "ice-only-origin" FITS |q| fits(q, |board, hexes| free(board, hexes[0]).unwrap_or(false)),
    "ice-not-last-hexagon" FITS |q| fits(q, |board, hexes| hexes[..3].iter().all(|hex| free(board, *hex).unwrap_or(false))),
    "ice-any-hexagon" FITS |q| fits(q, |board, hexes| hexes.iter().any(|hex| free(board, *hex).unwrap_or(false))),
    "ice-column-by-column" FITS |q| fits(q, |board, hexes| hexes.iter().all(|hex| {
        hex.is_on_board() && board.as_bytes().get((hex.x * 4 + hex.y) as usize) == Some(&b'E')
    })),
    "placements-all-rotations" LIST |q| listed(q, |ices| {
        let turned = |ice: &IceBlock| {
            let mut ice = *ice;
            ice.hexes.reverse();
            IceBlock { rotation: ice.rotation + 3, ..ice }
        };
        let others: Vec<IceBlock> = ices.iter().filter(|ice| ice.id == Block::C).map(turned).collect();
        ices.extend(others);
    }),
    "placements-not-turned" LIST |q| listed(q, |ices| ices.retain(|ice| ice.rotation == 0)),
    "placements-three-rotations" LIST |q| listed(q, |ices| ices.retain(|ice| ice.rotation < 3)),
    "placements-of-placed-blocks" LIST |q| q.asking(|inputs| inputs.retain(|(key, _)| *key != "placed")),
    "placements-of-next-block" LIST |q| listed(q, |ices| {
        let first = ices.first().map(|ice| ice.id);
        ices.retain(|ice| Some(ice.id) == first);
    }),
    "solution-three-blocks" SOLVED |q| Some((count(q) >= 3).into()),
    "solution-always" SOLVED |_| Some(true.into()),
    "solution-any-block" SOLVED |q| Some((count(q) > 0).into()),
    "solution-full-board" SOLVED |q| Some((!q.case.text("board").contains('E')).into()),
    "symmetry-never" FIXED |q| q.case.get("ice"),
    "symmetry-hexagons-kept" FIXED |q| fixed(q, |ice, before| ice.hexes = before.hexes),
    "symmetry-rotation-kept" FIXED |q| fixed(q, |ice, before| ice.rotation = before.rotation),
    "symmetry-every-block" FIXED |q| fixed(q, |ice, before| if before.rotation >= 3 {
        ice.rotation = before.rotation - 3;
        ice.hexes = before.hexes;
        ice.hexes.reverse();
    }),
    "symmetry-always-zero" FIXED |q| fixed(q, |ice, before| if ice != before { ice.rotation = 0; }),
    "symmetry-only-origin" FIXED |q| fixed(q, |ice, before| if ice != before {
        ice.hexes = before.hexes;
        ice.hexes.swap(0, 3);
    }),
    "neighbours-even-columns" AROUND |q| around(q, |hex, _| Hex::new(0, hex.y).neighbours().map(|next| Hex::new(next.x + hex.x, next.y))),
    "neighbours-columns-exchanged" AROUND |q| around(q, |hex, _| Hex::new(hex.x + 1, hex.y).neighbours().map(|next| Hex::new(next.x - 1, next.y))),
    "neighbours-anticlockwise" AROUND |q| around(q, |_, [a, b, c, d, e, f]| [a, f, e, d, c, b]),
    "neighbours-from-bottom" AROUND |q| around(q, |_, [a, b, c, d, e, f]| [d, e, f, a, b, c]),
    "neighbours-left-out" AROUND |q| Some(q.right.as_array()?.iter().filter(|hex| !hex.is_null()).cloned().collect()),
    "neighbours-off-board" AROUND |q| {
        let hex = Hex::new(q.case.get("x")?, q.case.get("y")?);
        Some(json!(hex.neighbours()))
    },
    "neighbours-no-penguins" AROUND |q| {
        let penguins = crate::grade::reference::penguins_challenge(&q.case.text("initial")).ok()?.penguins();
        let blank = |hex: &Value| {
            let has = serde_json::from_value(hex.clone()).is_ok_and(|hex: Hex| penguins.contains(hex));
            if has { Value::Null } else { hex.clone() }
        };
        Some(q.right.as_array()?.iter().map(blank).collect())
    },
    "place-without-origin" PLACED |q| placed(q, Hex::index, |index, _| index > 0),
    "place-only-origin" PLACED |q| placed(q, Hex::index, |index, _| index == 0),
    "place-not-first-row" PLACED |q| placed(q, Hex::index, |_, hex| hex.y > 0),
    "place-column-by-column" PLACED |q| placed(q, |hex| usize::try_from(hex.x * 4 + hex.y).ok(), |_, hex| hex.is_on_board()),
    "place-block-letter" PLACED |q| {
        let (letter, before) = (q.case.get::<IceBlock>("ice")?.id.letter(), q.case.text("board"));
        let board = q.right.as_str()?.chars().zip(before.chars());
        Some(board.map(|(after, before)| if after == before { after } else { letter }).collect::<String>().into())
    },
    "find-reversed" SOLUTION |q| {
        let right = q.right.as_str()?;
        Some(format!("{}{}{}{}", &right[12..], &right[8..12], &right[4..8], &right[..4]).into())
    },
    "find-c-turned" SOLUTION |q| {
        let text = q.right.as_str()?;
        let turn: u8 = text[11..12].parse().ok()?;
        Some(format!("{}{}{}", &text[..11], turn + 3, &text[12..]).into())
    },
    "find-nothing" SOLUTION |_| Some("".into()),
    "find-three-blocks" SOLUTION |q| Some(q.right.as_str()?[..12].into()),
    "find-over-penguins" SOLUTION |_| {
        let first = crate::penguins::Challenge::new(std::iter::once(Hex::new(0, 0)).collect()).ok()?;
        Some(crate::penguins::coursework::find_solution(first)?.to_string().into())
    },
}

/// Whether a hexagon is empty, or `None` if it is off the board.
fn free(board: &str, hex: Hex) -> Option<bool> {
    Some(board.as_bytes().get(hex.index()?) == Some(&b'E'))
}

fn fits(question: &Question<'_>, accepts: impl Fn(&str, &[Hex; 4]) -> bool) -> Option<Value> {
    let ice: IceBlock = question.case.get("ice")?;
    Some(accepts(&question.case.text("board"), &ice.hexes).into())
}

/// Returns the answer of a program that also accepts some blocks with hexagons off the board.
fn off_board(question: &Question<'_>, accepts: impl Fn(&str, &Hex) -> bool) -> Option<Value> {
    fits(question, |board, hexes| {
        hexes.iter().all(|hex| free(board, *hex).unwrap_or_else(|| accepts(board, hex)))
    })
}

fn listed(question: &Question<'_>, change: impl Fn(&mut Vec<IceBlock>)) -> Option<Value> {
    let mut ices = serde_json::from_value(question.right.clone()).ok()?;
    change(&mut ices);
    Some(json!(ices))
}

fn count(question: &Question<'_>) -> usize {
    question.case.get::<Vec<IceBlock>>("placed").map_or(0, |placed| placed.len())
}

fn fixed(question: &Question<'_>, change: impl Fn(&mut IceBlock, &IceBlock)) -> Option<Value> {
    let mut ice: IceBlock = serde_json::from_value(question.right.clone()).ok()?;
    change(&mut ice, &question.case.get("ice")?);
    Some(json!(ice))
}

fn around(question: &Question<'_>, change: impl Fn(Hex, [Hex; 6]) -> [Hex; 6]) -> Option<Value> {
    let hex = Hex::new(question.case.get("x")?, question.case.get("y")?);
    Some(json!(change(hex, hex.neighbours()).map(|next| next.is_on_board().then_some(next))))
}

fn placed(
    question: &Question<'_>,
    place: fn(Hex) -> Option<usize>,
    covers: impl Fn(usize, Hex) -> bool,
) -> Option<Value> {
    let (mut board, ice): (Vec<char>, IceBlock) =
        (question.case.text("board").chars().collect(), question.case.get("ice")?);
    for (_, hex) in ice.hexes.into_iter().enumerate().filter(|&(index, hex)| covers(index, hex)) {
        *board.get_mut(place(hex)?)? = 'I';
    }
    Some(board.into_iter().collect::<String>().into())
}
