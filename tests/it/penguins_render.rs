//! Tests the pictures of hexagons for each kind of string in each mode.

use crate::support::picture;
use clowder::notation::Notation;
use clowder::penguins::{Board, Challenge, Hexes, PartialSolution, Placement, Solution, State};
use clowder::render::{self, Glyphs, Look, penguins};

#[test]
fn every_kind_has_its_picture() {
    let challenge = Challenge::parse_canonical("20113123").unwrap();
    picture("penguins-challenge", |look| render::of(&challenge).scene(look));
    let placement = Placement::parse_canonical("C031").unwrap();
    picture("penguins-placement", |look| {
        penguins::partial_solution(placement.into(), Hexes::EMPTY).scene(look)
    });
    let board = Board::parse_canonical("IIPEE\nIPEPE\nEIEEE\nEEPEE\n").unwrap();
    picture("penguins-board", |look| render::of(&board).scene(look));
    let solution = Solution::parse_canonical(Solution::EXAMPLE).unwrap();
    picture("penguins-solution", |look| {
        penguins::partial_solution(solution.placed(), challenge.penguins()).scene(look)
    });
    let partial = PartialSolution::parse_canonical(PartialSolution::EXAMPLE).unwrap();
    picture("penguins-solution-in-part", |look| {
        penguins::partial_solution(partial, Hexes::EMPTY).scene(look)
    });
    let state: State = State::EXAMPLE.parse().unwrap();
    picture("penguins-state", |look| render::of(&state).scene(look));
}

#[test]
fn every_hexagon_has_its_coordinates_and_letters_are_enough() {
    for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
        let text = render::of(&State::EXAMPLE.parse::<State>().unwrap());
        let text = text.scene(&Look { glyphs, ..Look::PIPE }).text();
        for hex in Hexes::ALL.iter() {
            assert!(text.contains(&format!("{}{}", hex.x, hex.y)), "{hex}");
        }
        let count = |letter: char| text.chars().filter(|&other| other == letter).count();
        assert_eq!(['A', 'B', 'C', 'D', 'P'].map(count), [4, 4, 0, 0, 4]);
    }
}
