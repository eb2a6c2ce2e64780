//! The string notation for challenges:
//!
//! ```text
#![doc = include_str!("challenge.ebnf")]
//! ```

use super::scan::{ItemForm, Scan, position, wrong_length};
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Span, codes};
use crate::notation::grammar::{Read, fault_at, letter, letters, whole};
use crate::notation::{Kind, Notation, Reading, plural};
use crate::raft::vocabulary::on_square;
use crate::raft::{CatCardId, Orientation, Position, RaftCardId, ValueError};
use nom::Parser;
use nom::branch::alt;
use nom::character::complete::char;
use nom::combinator::{map_opt, opt};
use nom::multi::{many0, many1};
use nom::sequence::preceded;
use std::fmt;
use std::ops::Range;

/// The size of an island.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IslandSize {
    /// A large island, `L`: 9 rows of 9 squares.
    Large,
    /// A small island, `S`: 6 rows of 9 squares.
    Small,
}

impl IslandSize {
    /// Number of rows on an unrotated island of this size.
    pub const fn height(self) -> u8 {
        match self {
            Self::Large => 9,
            Self::Small => 6,
        }
    }

    /// Letter of the size, `L` or `S`.
    pub const fn letter(self) -> char {
        match self {
            Self::Large => 'L',
            Self::Small => 'S',
        }
    }
}

/// An island in a challenge. An island board has a fire side (with a strip of fire) and a plain side. An
/// island with its fire side up also has a rotation.
///
/// ```
/// use clowder::raft::{Island, IslandSize, Orientation};
///
/// let island = Island::new(IslandSize::Large, Some(Orientation::East))?;
/// assert_eq!(island.to_string(), "LE");
/// # Ok::<(), clowder::raft::ValueError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Island {
    size: IslandSize,
    rotation: Option<Orientation>,
}

impl Island {
    /// Creates an island with its fire side up in the given rotation, or with its plain side up (`None`).
    ///
    /// # Errors
    /// Returns an error if a small island is rotated by a quarter turn, which would make it 9 rows high but only 6
    /// columns wide.
    ///
    /// # Examples
    /// ```
    /// use clowder::raft::{Island, IslandSize, Orientation};
    ///
    /// assert_eq!(Island::new(IslandSize::Small, None)?.to_string(), "SA");
    /// assert!(Island::new(IslandSize::Small, Some(Orientation::East)).is_err());
    /// # Ok::<(), clowder::raft::ValueError>(())
    /// ```
    pub const fn new(size: IslandSize, rotation: Option<Orientation>) -> Result<Self, ValueError> {
        match (size, rotation) {
            (IslandSize::Small, Some(rotation @ (Orientation::East | Orientation::West))) => {
                Err(ValueError::SmallIslandRotation(rotation))
            }
            _ => Ok(Self { size, rotation }),
        }
    }

    /// Size of the island.
    pub const fn size(self) -> IslandSize {
        self.size
    }

    /// Rotation of the fire side, or `None` (written as `A`) if the plain side is up.
    pub const fn rotation(self) -> Option<Orientation> {
        self.rotation
    }

    /// Rows and columns of the strip of fire, counted from the island's top left square, or `None` if the
    /// plain side is up. The strip is three squares wide, and is on the left of an unrotated island.
    ///
    /// ```
    /// use clowder::raft::{Island, IslandSize, Orientation};
    ///
    /// let island = Island::new(IslandSize::Small, Some(Orientation::South))?;
    /// assert_eq!(island.fire_strip(), Some((0..6, 6..9)));
    /// # Ok::<(), clowder::raft::ValueError>(())
    /// ```
    pub const fn fire_strip(self) -> Option<(Range<u8>, Range<u8>)> {
        let (height, width) = (self.size.height(), 9);
        match self.rotation {
            None => None,
            Some(Orientation::North) => Some((0..height, 0..3)),
            Some(Orientation::East) => Some((0..3, 0..width)),
            Some(Orientation::South) => Some((0..height, width - 3..width)),
            Some(Orientation::West) => Some((height - 3..height, 0..width)),
        }
    }
}

impl fmt::Display for Island {
    /// Writes the letters of the size and the rotation, such as `LE` or `SA`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.size.letter(), self.rotation.map_or('A', Orientation::letter))
    }
}

/// A cat card and its position in a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CatCardPlacement {
    /// Card that is placed.
    pub card: CatCardId,
    /// The top left square that the card covers.
    pub at: Position,
}

/// The raft card and its position in a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RaftCardPlacement {
    /// Card that is placed.
    pub card: RaftCardId,
    /// The top left square that the card covers.
    pub at: Position,
}

/// A challenge: its islands, fire cards, cat cards and raft card.
///
/// The [`Reading`] has errors of class `rule` if cards overlap or are partly off the board, or if the board's
/// halves have different heights. The reading still has a value, so that the challenge can be drawn.
///
/// ```
/// use clowder::raft::Challenge;
///
/// let challenge: Challenge = "LNSNLASAF000300060012001506030903C000093030341203R11215".parse()?;
/// assert_eq!((challenge.height(), challenge.width()), (15, 18));
/// assert_eq!((challenge.fire_cards().len(), challenge.cat_cards().len()), (6, 3));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Challenge {
    islands: Vec<Island>,
    fire: Vec<Position>,
    cats: Vec<CatCardPlacement>,
    raft: RaftCardPlacement,
}

impl Challenge {
    /// Creates a challenge. `islands` lists the left half from top to bottom, then the right half. Each fire
    /// card is represented by its top left square.
    ///
    /// # Errors
    /// Returns an error unless the challenge has two or four islands, halves of equal height, and at least
    /// one cat card. Also returns an error if a card is partly off the board, or if two cards overlap. The
    /// spans point into the challenge string.
    ///
    /// # Examples
    /// ```
    /// use clowder::raft::{Challenge, Island, IslandSize, Position, RaftCardId, RaftCardPlacement};
    ///
    /// let small = Island::new(IslandSize::Small, None)?;
    /// let raft = RaftCardPlacement { card: RaftCardId::new(0)?, at: Position::new(9, 6)? };
    /// let errors = Challenge::new(vec![small, small], vec![], vec![], raft).unwrap_err();
    /// assert_eq!(errors.to_string(), "6..6: challenge/no-cat: the challenge has no cat card; it must have at least 1");
    /// # Ok::<(), clowder::raft::ValueError>(())
    /// ```
    pub fn new(
        islands: Vec<Island>,
        fire_cards: Vec<Position>,
        cat_cards: Vec<CatCardPlacement>,
        raft_card: RaftCardPlacement,
    ) -> Result<Self, Diagnostics> {
        Self { islands, fire: fire_cards, cats: cat_cards, raft: raft_card }.to_string().parse()
    }

    /// The two or four islands: the left half from top to bottom, then the right half.
    pub fn islands(&self) -> &[Island] {
        &self.islands
    }

    /// The top left squares of the fire cards.
    pub fn fire_cards(&self) -> &[Position] {
        &self.fire
    }

    /// The cat cards (at least one) with their positions.
    pub fn cat_cards(&self) -> &[CatCardPlacement] {
        &self.cats
    }

    /// The raft card with its position.
    pub const fn raft_card(&self) -> RaftCardPlacement {
        self.raft
    }

    /// Number of columns on the board, 9 or 18.
    pub fn width(&self) -> u8 {
        if self.islands.len() == 2 { 9 } else { 18 }
    }

    /// Number of rows on the board: 12, 15 or 18. If the halves have different heights, returns the larger height.
    pub fn height(&self) -> u8 {
        self.half_heights().max().unwrap_or(0)
    }

    /// Number of rows in the left half and, if the board has two halves, in the right half.
    fn half_heights(&self) -> impl Iterator<Item = u8> + '_ {
        self.islands.chunks(2).map(|half| half.iter().map(|island| island.size.height()).sum())
    }

    /// Iterates over the islands in the order of the string, each with its top left square.
    ///
    /// ```
    /// use clowder::raft::Challenge;
    ///
    /// let challenge: Challenge = "LNSNLASAF000300060012001506030903C000093030341203R11215".parse()?;
    /// let corners: Vec<_> = challenge.island_corners().map(|(_, corner)| corner.coordinates()).collect();
    /// assert_eq!(corners, [(0, 0), (9, 0), (0, 9), (9, 9)]);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn island_corners(&self) -> impl Iterator<Item = (Island, Position)> + '_ {
        self.islands.iter().enumerate().map(|(index, &island)| {
            let above = if index % 2 == 1 { self.islands[index - 1].size.height() } else { 0 };
            (island, Position::of_square((above.into(), if index < 2 { 0 } else { 9 })))
        })
    }

    pub(crate) fn island_span(index: usize) -> Span {
        Span::new(index * 2, index * 2 + 2)
    }

    pub(crate) fn fire_card_span(&self, index: usize) -> Span {
        let start = self.islands.len() * 2 + 1 + index * 4;
        Span::new(start, start + 4)
    }

    pub(crate) fn cat_card_span(&self, index: usize) -> Span {
        let start = self.fire_card_span(self.fire.len()).start + 1 + index * 5;
        Span::new(start, start + 5)
    }

    /// Span of the raft card in the string: the digits after the `R`.
    pub(crate) fn raft_card_span(&self) -> Span {
        self.cat_card_span(self.cats.len()).shifted(1)
    }

    /// Whether the halves have equal heights, and all cards are on the board and do not overlap.
    /// [`check_layout`] checks the same conditions more slowly, but reports errors.
    fn has_valid_layout(&self) -> bool {
        let (width, height) = (self.width(), self.height());
        let fire = self.fire.iter().copied();
        let mut cards = fire.chain(self.cats.iter().map(|cat| cat.at)).chain([self.raft.at]);
        let mut rows = [0u32; 18];
        self.half_heights().all(|half| half == height)
            && cards.all(|at| {
                let (row, column) = at.coordinates();
                let three = 0b111u32.checked_shl(column.into()).unwrap_or(0);
                row + 3 <= height
                    && column + 3 <= width
                    && rows[usize::from(row)..][..3].iter_mut().all(|taken| {
                        let free = *taken & three == 0;
                        *taken |= three;
                        free
                    })
            })
    }
}

impl fmt::Display for Challenge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for island in &self.islands {
            write!(f, "{island}")?;
        }
        f.write_str("F")?;
        for at in &self.fire {
            write!(f, "{at}")?;
        }
        f.write_str("C")?;
        for cat in &self.cats {
            write!(f, "{}{}", cat.card, cat.at)?;
        }
        write!(f, "R{}{}", self.raft.card, self.raft.at)
    }
}

impl Notation for Challenge {
    const KIND: Kind = Kind::Challenge;
    const GRAMMAR: &str = include_str!("challenge.ebnf");
    const EXAMPLE: &'static str = "LNSNLASAF000300060012001506030903C000093030341203R11215";

    fn parse_canonical(text: &str) -> Option<Self> {
        whole(text, challenge).filter(Self::has_valid_layout)
    }

    fn read(text: &str) -> Reading<Self> {
        read(text)
    }
}

fn challenge(input: &str) -> Read<'_, Challenge> {
    let (rest, islands) = islands(input)?;
    let (rest, fire) = preceded(char('F'), many0(position)).parse(rest)?;
    let (rest, cats) = preceded(char('C'), many1(cat_place)).parse(rest)?;
    let (rest, raft) = preceded(char('R'), raft_place).parse(rest)?;
    Ok((rest, Challenge { islands, fire, cats, raft }))
}

/// Parses two or four islands.
fn islands(input: &str) -> Read<'_, Vec<Island>> {
    let (rest, (first, second)) = (island, island).parse(input)?;
    let (rest, right) = opt((island, island)).parse(rest)?;
    let mut islands = Vec::with_capacity(4);
    islands.extend([first, second]);
    islands.extend(right.into_iter().flat_map(|(third, fourth)| [third, fourth]));
    Ok((rest, islands))
}

fn island(input: &str) -> Read<'_, Island> {
    let size = letter(|letter| match letter {
        'L' => Some(IslandSize::Large),
        'S' => Some(IslandSize::Small),
        _ => None,
    });
    let rotation = alt((letter(Orientation::from_letter).map(Some), char('A').map(|_| None)));
    map_opt((size, rotation), |(size, rotation)| Island::new(size, rotation).ok()).parse(input)
}

fn cat_place(input: &str) -> Read<'_, CatCardPlacement> {
    (letter(CatCardId::from_letter), position).map(|(card, at)| CatCardPlacement { card, at }).parse(input)
}

fn raft_place(input: &str) -> Read<'_, RaftCardPlacement> {
    (letter(RaftCardId::from_letter), position).map(|(card, at)| RaftCardPlacement { card, at }).parse(input)
}

const FIRE: ItemForm = ItemForm {
    width: 4,
    item: "a fire card",
    items: "fire cards",
    contents: "four digits (row, column)",
    truncated: &codes::raft::CHALLENGE_TRUNCATED_PLACE,
    stray: &codes::raft::CHALLENGE_STRAY_CHARACTER,
};

const CAT: ItemForm = ItemForm {
    width: 5,
    item: "a cat card",
    items: "cat cards",
    contents: "five digits (number, row, column)",
    ..FIRE
};

const RAFT: ItemForm = ItemForm { item: "the raft card", items: "raft cards", ..CAT };

/// The letters that begin the sections after the islands, each with the contents of its section.
const SECTIONS: [(char, &str); 3] = [('F', "fire cards"), ('C', "cat cards"), ('R', "raft card")];

struct LocatedCard {
    name: &'static str,
    at: Position,
    span: Span,
}

fn read(text: &str) -> Reading<Challenge> {
    let mut scan = Scan::new(text);
    let islands = read_islands(&mut scan);
    let (mut fire, mut cats, mut raft) = (Vec::new(), Vec::new(), None);
    let mut begun = 0;
    if !scan.cursor.is_done() {
        fire = read_fire(&mut scan, islands.as_ref());
        begun = 1;
    }
    if !scan.cursor.is_done() {
        cats = read_cats(&mut scan, islands.as_ref());
        begun = 2;
    }
    if !scan.cursor.is_done() {
        raft = read_raft(&mut scan);
        begun = 3;
    }
    // If the string ends within the islands, only errors in the islands are reported, not the missing sections.
    if begun > 0 || islands.is_some() {
        scan.errors.extend(missing_sections(text, &SECTIONS[begun..]));
    }
    let challenge = match (&islands, raft) {
        (Some(islands), Some((raft, _))) if scan.errors.is_empty() => Some(Challenge {
            islands: islands.islands.clone(),
            fire: fire.iter().map(|(at, _)| *at).collect(),
            cats: cats.iter().map(|(cat, _)| *cat).collect(),
            raft,
        }),
        _ => None,
    };
    // All readable cards are checked, even if another part of the string is unreadable.
    let fire = fire.into_iter().map(|(at, span)| LocatedCard { name: "fire card", at, span });
    let cats = cats.into_iter().map(|(card, span)| LocatedCard { name: "cat card", at: card.at, span });
    let raft = raft.into_iter().map(|(card, span)| LocatedCard { name: "raft card", at: card.at, span });
    let cards: Vec<LocatedCard> = fire.chain(cats).chain(raft).collect();
    check_layout(islands.as_ref(), &cards, &mut scan.errors);
    scan.errors.sort();
    Reading::new(challenge, scan.errors)
}

/// The readable islands. The heights of the board's halves are known even if a rotation is invalid.
struct Islands {
    islands: Vec<Island>,
    /// For each half, the number of rows and the span in the string.
    halves: Vec<(u8, Span)>,
}

impl Islands {
    fn height(&self) -> u8 {
        self.halves.iter().map(|(height, _)| *height).max().unwrap_or(0)
    }

    fn width(&self) -> u8 {
        if self.halves.len() == 1 { 9 } else { 18 }
    }

    /// Whether a card with this top left square is entirely on the board.
    fn have_room_at(&self, at: Position) -> bool {
        let (row, column) = at.coordinates();
        row + 3 <= self.height() && column + 3 <= self.width()
    }

    /// Whether cards at these positions are entirely on the board and do not overlap. Returns false if a
    /// position is unreadable (`None`).
    fn have_room_for(&self, places: impl Iterator<Item = Option<Position>>) -> bool {
        let mut earlier: Vec<Position> = Vec::new();
        for place in places {
            let Some(at) = place.filter(|&at| self.have_room_at(at)) else { return false };
            if earlier.iter().any(|&other| overlap(other, at)) {
                return false;
            }
            earlier.push(at);
        }
        true
    }
}

/// Reads the islands, and reports those that are invalid. Returns `None` if the board size remains unknown.
fn read_islands(scan: &mut Scan<'_>) -> Option<Islands> {
    let text = scan.text;
    let mut spans = Vec::new();
    while let Some(first) = scan.cursor.peek().filter(|_| !scan.errors.is_full()) {
        if matches!(first, 'F' | 'C' | 'R' | '0'..='9') {
            break;
        }
        // If the next section begins directly after an island's first letter, the island's rotation is
        // missing. For example, the `F` in `LNSF00…` is not a rotation.
        let second = scan.cursor.rest().chars().nth(1);
        let cut = second.is_none_or(|turn| turn == 'F' || turn.is_ascii_digit());
        let span = scan.cursor.take(if cut { 1 } else { 2 });
        if whole(span.of(text), island).is_none() {
            scan.errors.push(island_error(text, span));
        }
        spans.push(span);
    }
    if !matches!(spans.len(), 2 | 4) {
        let (span, count) = (Span::new(0, scan.cursor.offset()), plural(spans.len(), "island"));
        let message = format!("the challenge has {count}; it must have 2 or 4");
        let error = Diagnostic::new(&codes::raft::CHALLENGE_ISLAND_COUNT, span, message);
        scan.errors.push(error.expected(["2 islands", "4 islands"]).found(count));
        return None;
    }
    let height = |span: &Span| match span.of(text).chars().next()? {
        'L' => Some(9),
        'S' => Some(6),
        _ => None,
    };
    let half = |half: &[Span]| Some((height(&half[0])? + height(&half[1])?, half[0].to(half[1])));
    let halves: Option<Vec<_>> = spans.chunks(2).map(half).collect();
    let islands = spans.iter().filter_map(|span| whole(span.of(text), island)).collect();
    Some(Islands { islands, halves: halves? })
}

fn island_error(text: &str, span: Span) -> Diagnostic {
    let found = span.of(text);
    match found.chars().next() {
        Some('L') => rotation_error(text, span, "large", "NESWA"),
        Some('S') => rotation_error(text, span, "small", "NSA"),
        _ => {
            let shown = escape(found);
            let message =
                format!("`{shown}` is not an island; an island is `L` or `S`, followed by its rotation");
            let error =
                fault_at(text, &codes::raft::CHALLENGE_UNKNOWN_ISLAND, span, message).expected(["L", "S"]);
            let upper = found.to_ascii_uppercase();
            if whole(&upper, island).is_some() { error.fix(span, upper) } else { error }
        }
    }
}

/// Builds the error for an island whose second letter (its rotation) is missing or not in `turns`.
fn rotation_error(text: &str, span: Span, size: &str, turns: &'static str) -> Diagnostic {
    let turn = Span::new(span.start + 1, span.end);
    let found = turn.of(text);
    let message = match found {
        "" => format!("the rotation of the {size} island is missing"),
        "E" | "W" => {
            "a small island cannot be turned `E` or `W`; its rotation must be `N`, `S` or `A`".to_owned()
        }
        other => format!("`{}` is not a rotation of a {size} island", escape(other)),
    };
    let error =
        fault_at(text, &codes::raft::CHALLENGE_ISLAND_ROTATION, turn, message).expected(letters(turns));
    // A fix is offered only for a letter in the wrong case. For any other letter, the intended rotation is
    // unknown.
    match turns.chars().find(|turn| found.eq_ignore_ascii_case(&turn.to_string())) {
        Some(turned) => error.fix(turn, turned.to_string()),
        None => error,
    }
}

/// Reports, in a single error, all sections that are missing at the end of the string.
fn missing_sections(text: &str, sections: &[(char, &str)]) -> Option<Diagnostic> {
    let (first, _) = sections.first()?;
    let names: Vec<String> =
        sections.iter().map(|(letter, name)| format!("the {name} (`{letter}`)")).collect();
    let message = match &names[..] {
        [raft] => format!("the string ends here; {raft} is missing"),
        [before @ .., raft] => format!("the string ends here; {} and {raft} are missing", before.join(", ")),
        [] => return None,
    };
    let end = Span::at(text.len());
    let error = Diagnostic::new(&codes::raft::CHALLENGE_MISSING_SECTION, end, message);
    Some(error.expected([first.to_string()]))
}

/// Reads the letter that begins a section, or reports that this letter is missing.
fn marker(scan: &mut Scan<'_>, letter: char, before: &str) {
    if scan.cursor.peek() == Some(letter) {
        scan.cursor.take(1);
        return;
    }
    let found = scan.cursor.span_of(1);
    let message = format!("`{letter}` is missing before {before}");
    let error = fault_at(scan.text, &codes::raft::CHALLENGE_MISSING_SECTION, found, message)
        .expected([letter.to_string()]);
    scan.errors.push(if scan.cursor.peek() == Some(letter.to_ascii_lowercase()) {
        scan.cursor.take(1);
        error.fix(found, letter.to_string())
    } else {
        error.fix(Span::at(found.start), letter.to_string())
    });
}

/// Finds the cards in a section. If exactly one card has an incorrect length and the board has room for all
/// other cards, the incorrect card is skipped.
fn cards(
    scan: &mut Scan<'_>,
    form: &ItemForm,
    section: Span,
    place: impl Fn(&str) -> Option<Position>,
    islands: Option<&Islands>,
) -> Vec<Span> {
    let text = scan.text;
    let have_room = |items: &[Span]| {
        islands.is_some_and(|islands| islands.have_room_for(items.iter().map(|item| place(item.of(text)))))
    };
    form.items_but_one(scan, section, have_room)
}

fn read_fire(scan: &mut Scan<'_>, islands: Option<&Islands>) -> Vec<(Position, Span)> {
    marker(scan, 'F', "the fire cards");
    let section = scan.cursor.take_while(|letter| !matches!(letter, 'C' | 'c' | 'R'));
    let islands = islands.filter(|_| matches!(scan.cursor.peek(), Some('C' | 'c')));
    let items = cards(scan, &FIRE, section, |item| whole(item, position), islands);
    let code = &codes::raft::CHALLENGE_NOT_A_DIGIT;
    scan.each(items, |scan, item| scan.position(item, code, "the position of a fire card"))
}

fn read_cats(scan: &mut Scan<'_>, islands: Option<&Islands>) -> Vec<(CatCardPlacement, Span)> {
    let known = scan.errors.len();
    marker(scan, 'C', "the cat cards");
    let section = scan.cursor.take_while(|letter| !matches!(letter, 'R' | 'r'));
    let islands = islands.filter(|_| matches!(scan.cursor.peek(), Some('R' | 'r')));
    let items = cards(scan, &CAT, section, |item| Some(whole(item, cat_place)?.at), islands);
    if section.start == section.end && scan.errors.len() == known {
        let message = "the challenge has no cat card; it must have at least 1";
        let error = Diagnostic::new(&codes::raft::CHALLENGE_NO_CAT, section, message);
        scan.errors.push(error.expected([CAT.contents]));
    }
    let unknown = &codes::raft::CHALLENGE_UNKNOWN_CAT_CARD;
    scan.each(items, |scan, item| {
        let (card, at) = numbered(scan, item, &CAT, (unknown, CatCardId::LETTERS), CatCardId::from_letter)?;
        Some(CatCardPlacement { card, at })
    })
}

fn read_raft(scan: &mut Scan<'_>) -> Option<(RaftCardPlacement, Span)> {
    marker(scan, 'R', "the raft card");
    let span = scan.cursor.take(RAFT.width);
    let unknown = &codes::raft::CHALLENGE_UNKNOWN_RAFT_CARD;
    let numbered = numbered(scan, span, &RAFT, (unknown, RaftCardId::LETTERS), RaftCardId::from_letter);
    let count = span.of(scan.text).chars().count();
    if count < RAFT.width {
        let message = wrong_length(RAFT.item, "cut short", RAFT.contents, count);
        scan.errors.push(fault_at(scan.text, RAFT.truncated, span, message).expected([RAFT.contents]));
    }
    if !scan.cursor.is_done() {
        let rest = Span::new(scan.cursor.offset(), scan.text.len());
        let message = "unexpected text after the raft card; a challenge ends with its raft card";
        let error = fault_at(scan.text, &codes::raft::CHALLENGE_TRAILING_TEXT, rest, message);
        scan.errors.push(error.fix(rest, ""));
        return None;
    }
    numbered.map(|(card, at)| (RaftCardPlacement { card, at }, span))
}

/// Reads the number and the position of a cat card or raft card.
fn numbered<N>(
    scan: &mut Scan<'_>,
    item: Span,
    form: &ItemForm,
    (unknown, numbers): (&'static Code, &'static str),
    of: impl Fn(char) -> Option<N>,
) -> Option<(N, Position)> {
    let first = item.of(scan.text).chars().next();
    let (span, place) = scan.first_and_rest(item);
    let what = format!("the position of {}", form.item);
    let at = scan.position(place, &codes::raft::CHALLENGE_NOT_A_DIGIT, &what);
    let number = first.and_then(of);
    if first.is_some() && number.is_none() {
        let (shown, last) = (escape(span.of(scan.text)), &numbers[numbers.len() - 1..]);
        let name = form.items.trim_end_matches('s');
        let message = format!("there is no {name} `{shown}`; the {name}s are 0 to {last}");
        scan.errors.push(fault_at(scan.text, unknown, span, message).expected(letters(numbers)));
    }
    number.zip(at)
}

fn check_layout(islands: Option<&Islands>, cards: &[LocatedCard], errors: &mut Diagnostics) {
    if let Some(islands) = islands
        && let [(left, first), (right, second)] = islands.halves[..]
        && left != right
    {
        let message = format!(
            "the left half has {left} rows and the right half has {right}; both must have the same height"
        );
        errors.push(
            Diagnostic::new(&codes::raft::CHALLENGE_UNEVEN_HALVES, second, message)
                .related(first, format!("{left} rows"))
                .expected([format!("{left} rows")])
                .found(format!("{right} rows")),
        );
    }
    for (index, card) in cards.iter().enumerate() {
        if errors.is_full() {
            break;
        }
        if let Some(islands) = islands {
            errors.extend(off_board(islands, card));
        }
        if let Some(earlier) = cards[..index].iter().find(|other| overlap(other.at, card.at)) {
            let (name, under) = (card.name, earlier.name);
            let (here, there) = (card.at.coordinates(), earlier.at.coordinates());
            let message = format!("the {name} at {here:?} overlaps the {under} at {there:?}");
            let error = Diagnostic::new(&codes::raft::CHALLENGE_OVERLAP, card.span, message)
                .related(earlier.span, format!("the {under} that it overlaps"));
            errors.push(on_square(error, card.at));
        }
    }
}

fn off_board(islands: &Islands, card: &LocatedCard) -> Option<Diagnostic> {
    if islands.have_room_at(card.at) {
        return None;
    }
    let (height, width) = (islands.height(), islands.width());
    let (row, column) = card.at.coordinates();
    let board = format!("the board of {height} rows and {width} columns");
    let message = format!("the {} at ({row}, {column}) is not completely on {board}", card.name);
    let digits = Span::new(card.span.end - 4, card.span.end);
    let error = Diagnostic::new(&codes::raft::CHALLENGE_OFF_BOARD, digits, message).expected([format!(
        "row up to {}, column up to {}",
        height - 3,
        width - 3
    )]);
    Some(on_square(error, card.at).found(card.at.to_string()))
}

fn overlap(one: Position, other: Position) -> bool {
    one.row().abs_diff(other.row()) < 3 && one.column().abs_diff(other.column()) < 3
}
