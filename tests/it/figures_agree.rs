//! Tests that the pictures in text, SVG and PNG agree on every square, for every kind of board.

use crate::support::run;
use clowder::kinds;
use clowder::notation::{Kind, Notation as _};
use clowder::penguins::{Challenge, Hexes, Solution};
use clowder::render::figure::{FigureLook, svg};
use clowder::render::{Look, Picture, penguins};

/// The position and the classes of every square in an SVG document, in document order.
fn squares(svg: &str) -> Vec<(String, Vec<String>)> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let square = |node: roxmltree::Node<'_, '_>| {
        let classes = node.attribute("class")?.split(' ').map(str::to_owned).collect();
        Some((node.attribute("data-square")?.to_owned(), classes))
    };
    document.descendants().filter_map(square).collect()
}

fn written(picture: &Picture) -> String {
    svg::write(&picture.clone().figure(&FigureLook::default()), &svg::Options::default())
}

#[test]
fn the_squares_of_a_tiling_agree_in_text_and_svg() {
    for (region, columns) in [("6x10", 10), ("3x20", 20), ("5x12", 12)] {
        let (status, text, err) = run(&["pentomino", "tile", region, "--first"], "");
        assert_eq!(status, 0, "{err}");
        let (status, drawn, _) = run(&["pentomino", "tile", region, "--first", "--to", "svg"], "");
        assert_eq!(status, 0);
        let squares = squares(&drawn);
        assert_eq!(squares.len(), 60);
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        // In narrow pictures, each square has two columns of text, otherwise four.
        let wide = (lines[0].len() - 1) / columns;
        for (place, classes) in squares {
            let (row, column) = place.split_once(',').unwrap();
            let [row, column] = [row, column].map(|number| number.parse::<usize>().unwrap());
            assert_eq!(
                classes[1],
                format!("piece-{}", lines[1 + 2 * row][wide * column + wide / 2]),
                "{place}\n{text}"
            );
        }
    }
}

#[test]
fn the_hexagons_of_a_solution_agree_in_text_and_svg() {
    let challenge = Challenge::parse_canonical(Challenge::EXAMPLE).unwrap();
    let solution = Solution::parse_canonical(Solution::EXAMPLE).unwrap();
    let picture = penguins::partial_solution(solution.placed(), challenge.penguins());
    let text = picture.scene(&Look::PIPE).text();
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let squares = squares(&written(&picture));
    assert_eq!(squares.len(), Hexes::ALL.iter().count());
    for (place, classes) in squares {
        // The text contains the coordinates of each hexagon, and its letter below them.
        let name: Vec<char> = place.replace(',', "").chars().collect();
        let found = lines
            .iter()
            .enumerate()
            .find_map(|(row, line)| Some((row, line.windows(2).position(|two| two == name)?)));
        let (row, column) = found.unwrap();
        let expected = match lines[row + 1][column] {
            'P' => "penguin".to_owned(),
            block => format!("block-{block}"),
        };
        assert_eq!(classes[1], expected, "{place}\n{text}");
    }
}

#[test]
fn the_squares_of_tic_tac_toe_agree_in_text_and_svg() {
    let game = kinds::row(Kind::GameRecord).example();
    let (_, text, _) = run(&["render", "game-record", game], "");
    let (_, drawn, _) = run(&["render", "game-record", game, "--to", "svg"], "");
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let top = lines.len() - 5;
    let squares = squares(&drawn);
    assert_eq!(squares.len(), 9);
    for (place, classes) in squares {
        let (row, column) = place.split_once(',').unwrap();
        let [row, column] = [row, column].map(|number| number.parse::<usize>().unwrap());
        let expected = match lines[top + 2 * row][1 + 4 * column] {
            'X' => "token-x",
            'O' => "token-o",
            _ => "empty",
        };
        assert_eq!(classes[1], expected, "{place}\n{text}");
    }
}

#[cfg(feature = "png")]
#[test]
fn every_tile_of_every_kind_has_the_same_colour_in_svg_and_png() {
    use clowder::render::figure::{Item, png};
    use clowder::render::{Glyph, Paint};
    use resvg::tiny_skia::Pixmap;

    let mut seen = 0;
    for &kind in Kind::ALL {
        let reading = kinds::read(kind, kinds::row(kind).example(), &kinds::ReadOptions::default());
        let source = clowder::diagnostics::Source::whole(kinds::row(kind).example());
        let picture = kinds::picture(kind, &**reading.value().unwrap(), source);
        let figure = picture.clone().figure(&FigureLook::default());
        let pixels = Pixmap::decode_png(&png::write(&figure, &svg::Options::default()).unwrap()).unwrap();
        let drawn = written(&picture);
        let document = roxmltree::Document::parse(&drawn).unwrap();
        let classes = document.descendants().filter_map(|node| node.attribute("class"));
        let mut tiles = classes.filter(|class| class.starts_with("sq ") || class.starts_with("hex "));
        for item in &figure.items {
            let Item::Tile(tile) = item else { continue };
            let (cell, (width, _)) = (&tile.cell, tile.extent());
            let name = cell.paint.map_or("open", Paint::name);
            assert!(tiles.next().unwrap().split(' ').any(|class| class == name), "{kind}: {tile:?}");
            if !cell.marks.is_empty() || cell.glyph == Glyph::Slot {
                continue;
            }
            // This point is above the piece and the letter, and inside the lines around the tile. The margin is 10
            // units wide.
            let (right, down) = if tile.is_hexagon { (tile.side, 6) } else { (width / 8, 2) };
            let (x, y) = (tile.at.0 + right, tile.at.1 + down);
            let pixel = pixels.pixel((x + 10) as u32, (y + 10) as u32).unwrap();
            let expected = cell.paint.map_or([255; 3], Paint::rgb);
            assert_eq!([pixel.red(), pixel.green(), pixel.blue()], expected, "{kind}: {tile:?}");
            seen += 1;
        }
        assert_eq!(tiles.next(), None, "{kind}");
    }
    assert!(seen > 1000, "{seen} tiles");
}
