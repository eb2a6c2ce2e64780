//! `pentomino`: shows and places shapes, and tiles regions with them.

use super::input::{self, Item};
use super::pieces::{complain, read_with, region, squares_out};
use super::{Context, Format, OutputFile, Result, Status, TextOrPicture, pentomino_tile};
use crate::diagnostics::{Diagnostic, codes, json};
use crate::notation::{Kind, Notation as _, plural};
use crate::polyomino::{
    PlacementError, Polyomino, Region, family, name_of, named, parse_square, pentominoes,
};
use crate::raft::catalogue::{fire_tile, fire_tiles};
use crate::raft::{FireTile, TileId};
use crate::render::figure::html::Section;
use crate::render::{Scene, Style, polyomino};
use crate::shape::{Pose, Shape, Sides};
use std::ffi::OsString;

#[derive(clap::Subcommand, Debug)]
pub(crate) enum Arguments {
    /// List the twelve pentominoes
    List {
        /// List the fire tiles of Race to the Raft
        #[arg(long)]
        fire_tiles: bool,
        #[command(flatten)]
        output: TextOrPicture,
    },
    /// Show the picture, the symmetry and the orientations of a shape
    Show(OneShape),
    /// Print the name of a shape, and the fire tiles with this shape
    Name {
        /// Pentomino, fire tile, rows or squares [default: standard input]
        ///
        /// A pentomino has a name, and a fire tile has a letter. Rows are written as in `.XX/XX./.X.`, and squares as in
        /// `a000110`.
        #[arg(value_name = "TILE")]
        tile: Option<OsString>,
        #[command(flatten)]
        output: OutputFile,
    },
    /// List the distinct orientations of a shape, or show one of its orientations
    Orient {
        #[command(flatten)]
        shape: OneShape,
        #[command(flatten)]
        pose: PoseOptions,
    },
    /// Place a shape at a square of a region
    Place(PlaceArguments),
    /// Find all tilings of a region
    #[command(alias = "solve")]
    Tile(pentomino_tile::Arguments),
}

/// A shape on the command line.
#[derive(clap::Args, Debug)]
pub(crate) struct OneShape {
    /// Pentomino, fire tile, rows or squares [default: standard input]
    ///
    /// A pentomino has a name, and a fire tile has a letter. Rows are written as in `.XX/XX./.X.`, and squares as in
    /// `a000110`.
    #[arg(value_name = "TILE")]
    tile: Option<OsString>,
    #[arg(long, help = crate::cli::ASCII)]
    ascii: bool,
    #[command(flatten)]
    output: TextOrPicture,
}

/// The flip and the turn of a shape.
#[derive(clap::Args, Debug)]
pub(crate) struct PoseOptions {
    /// Flip the shape before it is turned: T for yes, F for no
    ///
    /// A flip mirrors the shape left to right.
    #[arg(long, value_name = "FLIP", value_parser = ["T", "F"])]
    flip: Option<String>,
    /// Turn the shape clockwise
    ///
    /// N: 0 degrees, E: 90, S: 180, W: 270.
    #[arg(long, value_name = "TURN", value_parser = ["N", "E", "S", "W"])]
    turn: Option<String>,
}

impl PoseOptions {
    fn pose(&self) -> Pose {
        let quarters = self.turn.as_ref().and_then(|turn| "NESW".find(turn)).unwrap_or(0) as u8;
        if self.flip.as_deref() == Some("T") { Pose::flipped(quarters) } else { Pose::turned(quarters) }
    }
}

#[derive(clap::Args, Debug)]
pub(crate) struct PlaceArguments {
    /// Pentomino, fire tile, rows or squares
    ///
    /// A pentomino has a name, and a fire tile has a letter. Rows are written as in `.XX/XX./.X.`, and squares as in
    /// `a000110`.
    #[arg(value_name = "TILE")]
    tile: OsString,
    /// Row and column of the top left square, such as `0203`
    ///
    /// The square is the top left corner of the shape's bounding box. The row and the column have two digits
    /// each.
    #[arg(value_name = "SQUARE")]
    at: OsString,
    /// Region as rows, or as a size such as `6x10` [default: standard input]
    #[arg(value_name = "REGION")]
    region: Option<OsString>,
    #[command(flatten)]
    pose: PoseOptions,
    #[arg(long, help = crate::cli::ASCII)]
    ascii: bool,
    #[command(flatten)]
    output: OutputFile,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    match arguments {
        Arguments::List { fire_tiles, output } => list(*fire_tiles, output, context),
        Arguments::Show(shape) => show(shape, context),
        Arguments::Name { tile, output } => {
            output.open(context)?;
            name(tile.as_ref(), context)
        }
        Arguments::Orient { shape, pose } => orient(shape, pose, context),
        Arguments::Place(arguments) => place(arguments, context),
        Arguments::Tile(arguments) => pentomino_tile::run(arguments, context),
    }
}

/// Facts about a shape.
#[derive(serde::Serialize)]
pub(crate) struct About {
    /// Shape name, or its rows if it has no name.
    name: String,
    /// Family, such as `pentomino`.
    family: String,
    /// The rows of the given shape.
    rows: String,
    /// Rows of the shape in its canonical orientation.
    canonical: String,
    symmetry: &'static str,
    /// The flips and turns that give distinct orientations.
    orientations: Vec<String>,
    /// Number of distinct orientations without flips.
    one_sided: usize,
    /// Letters of the fire tiles with this shape.
    fire_tiles: String,
}

impl About {
    fn of(name: &impl ToString, shape: &Shape) -> Self {
        let canonical = shape.canonical(Sides::Both);
        let poses = shape.orientations(Sides::Both);
        let same = |tile: &&FireTile| tile.shape().canonical(Sides::Both) == canonical;
        let same = fire_tiles().iter().filter(same);
        Self {
            name: name.to_string(),
            family: family(shape.area()),
            rows: shape.rows(),
            canonical: canonical.rows(),
            symmetry: shape.symmetry(),
            orientations: poses.iter().map(|(pose, _)| pose.to_string()).collect(),
            one_sided: shape.orientations(Sides::One).len(),
            fire_tiles: same.map(|tile| tile.id().letter()).collect(),
        }
    }

    fn tiles(&self) -> &str {
        if self.fire_tiles.is_empty() { "none" } else { &self.fire_tiles }
    }
}

fn polyomino_of(tile: Option<&OsString>, context: &Context) -> Result<Option<Polyomino>> {
    let item = input::one_or_piped(tile, "tile", Kind::Polyomino)?;
    Ok(polyomino_in(&item, context.error_colour))
}

/// Reads a polyomino from a text, and writes errors to standard error.
fn polyomino_in(item: &Item, colour: bool) -> Option<Polyomino> {
    if item.path.is_some() && item.text.as_ref().is_ok_and(String::is_empty) {
        // Report that the input is empty.
        return item.read::<Polyomino>(colour);
    }
    read_with(item, colour, |text| {
        let mut letters = text.chars();
        if let (Some(letter), None) = (letters.next(), letters.next()) {
            let tile = TileId::from_letter(letter).map(|tile| fire_tile(tile).shape());
            if let Some(polyomino) =
                named(letter).or(tile).and_then(|shape| Polyomino::new(shape.clone()).ok())
            {
                return Ok(polyomino);
            }
        }
        // Non-canonical spellings are accepted here. An unknown letter may have been intended as a fire tile, so
        // its error also lists the letters of the fire tiles.
        let (value, faults) = Polyomino::read(text).into_parts();
        let usable = value.filter(|_| faults.only_canon());
        usable.ok_or_else(|| faults.into_iter().map(or_fire_tile).collect())
    })
}

fn or_fire_tile(fault: Diagnostic) -> Diagnostic {
    let unknown = fault.code == &codes::polyomino::POLYOMINO_UNKNOWN_NAME;
    if unknown { fault.expected(["a..z", "A..E"]) } else { fault }
}

/// Describes a pentomino by its name, as in `pentomino F`, and any other shape by its family.
fn family_name(shape: &Shape) -> String {
    name_of(shape).map_or_else(|| family(shape.area()), |name| format!("pentomino {name}"))
}

fn section(heading: String, caption: String, shape: &Shape) -> Section {
    Section { caption, ..Section::titled(heading, polyomino::shape(shape)) }
}

fn list(tiles: bool, output: &TextOrPicture, context: &mut Context) -> Result<Status> {
    let picture = output.open(context)?;
    let shapes: Vec<(char, &Shape)> = if tiles {
        fire_tiles().iter().map(|tile| (tile.id().letter(), tile.shape())).collect()
    } else {
        pentominoes().iter().map(|pentomino| (pentomino.name, &pentomino.shape)).collect()
    };
    if let Some(options) = picture {
        let sections =
            shapes.iter().map(|(letter, shape)| section(letter.to_string(), family_name(shape), shape));
        let title = if tiles { "The fire tiles" } else { "The pentominoes" };
        options.save(title, sections.collect(), context)?;
        return Ok(Status::Yes);
    }
    for (letter, shape) in shapes {
        let about = About::of(&letter, shape);
        match context.format() {
            Format::Json => context.json(&about)?,
            Format::Plain => context.line(about.name)?,
            Format::Human => {
                let facts = if tiles {
                    family_name(shape)
                } else {
                    let orientations = plural(about.orientations.len(), "orientation") + ",";
                    format!("{orientations:<15} {:<36}  fire tiles: {}", about.symmetry, about.tiles())
                };
                let mut scene = Scene::new();
                scene.put(format!("{letter}  "), Style::BOLD);
                scene.put(format!("{:<24}{facts}", about.rows), Style::PLAIN);
                context.scene(&scene)?;
            }
        }
    }
    Ok(Status::Yes)
}

fn show(arguments: &OneShape, context: &mut Context) -> Result<Status> {
    let picture = arguments.output.open(context)?;
    let Some(polyomino) = polyomino_of(arguments.tile.as_ref(), context)? else { return Ok(Status::No) };
    let shape = polyomino.shape();
    if let Some(options) = picture {
        let name = family_name(shape);
        options.save(&name, vec![section(name.clone(), shape.symmetry().to_owned(), shape)], context)?;
        return Ok(Status::Yes);
    }
    let about = About::of(&polyomino, shape);
    match context.format() {
        Format::Json => context.json(&about)?,
        Format::Plain => context.line(about.rows)?,
        Format::Human => {
            let mut scene = polyomino::shape(shape).scene(&context.look(arguments.ascii));
            for (label, value) in [
                ("shape", family_name(shape).as_str()),
                ("rows", &about.rows),
                ("canonical", &about.canonical),
                ("symmetry", about.symmetry),
                (
                    "orientations",
                    &format!("{} ({} unflipped)", about.orientations.join(" "), about.one_sided),
                ),
                ("fire tiles", about.tiles()),
            ] {
                scene.line().put(format!("{label:<12}  "), Style::FAINT).put(value, Style::PLAIN);
            }
            context.scene(&scene)?;
        }
    }
    Ok(Status::Yes)
}

fn name(tile: Option<&OsString>, context: &mut Context) -> Result<Status> {
    let Some(polyomino) = polyomino_of(tile, context)? else { return Ok(Status::No) };
    let about = About::of(&polyomino, polyomino.shape());
    context.line(match context.format() {
        Format::Json => json::text(&about)?,
        Format::Plain => about.name,
        Format::Human => {
            let tiles = match about.fire_tiles.len() {
                0 => String::new(),
                1 => format!(", fire tile {}", about.fire_tiles),
                _ => format!(", fire tiles {}", about.fire_tiles),
            };
            format!("{} {}{tiles}", about.family, about.name)
        }
    })?;
    Ok(Status::Yes)
}

/// One orientation of a shape, as JSON.
#[derive(serde::Serialize)]
pub(crate) struct OrientationOut {
    /// `T` if the shape is flipped, otherwise `F`.
    flip: char,
    /// Turn: `N`, `E`, `S` or `W`.
    turn: char,
    /// The rows of this orientation.
    rows: String,
}

fn orient(arguments: &OneShape, options: &PoseOptions, context: &mut Context) -> Result<Status> {
    let picture = arguments.output.open(context)?;
    let Some(polyomino) = polyomino_of(arguments.tile.as_ref(), context)? else { return Ok(Status::No) };
    let shape = polyomino.shape();
    let one = options.flip.is_some() || options.turn.is_some();
    let poses = if one {
        vec![(options.pose(), shape.posed(options.pose()))]
    } else {
        shape.orientations(Sides::Both)
    };
    if let Some(options) = picture {
        let sections = poses.iter().map(|(pose, posed)| section(pose.to_string(), String::new(), posed));
        options.save(&family_name(shape), sections.collect(), context)?;
        return Ok(Status::Yes);
    }
    let look = context.look(arguments.ascii);
    let mut scene = Scene::new();
    for (pose, posed) in poses {
        let letters = pose.to_string();
        let mut each = letters.chars();
        match context.format() {
            Format::Json => {
                let (flip, turn) = (each.next().unwrap_or('F'), each.next().unwrap_or('N'));
                context.json(&OrientationOut { flip, turn, rows: posed.rows() })?;
            }
            Format::Plain if one => context.line(posed.rows())?,
            Format::Plain => context.line(format!("{letters} {}", posed.rows()))?,
            Format::Human => {
                let mut titled = Scene::new();
                titled.put(letters, Style::BOLD).below(polyomino::shape(&posed).scene(&look));
                if scene.width() > 0 && scene.width() + titled.width() + 2 > look.width {
                    context.scene(&scene)?;
                    scene = Scene::new();
                }
                scene.beside(titled, 2);
            }
        }
    }
    context.scene(&scene)?;
    Ok(Status::Yes)
}

fn place(arguments: &PlaceArguments, context: &mut Context) -> Result<Status> {
    let colour = context.error_colour;
    arguments.output.open(context)?;
    let region_item = region(arguments.region.as_ref())?;
    let tile = input::one(&arguments.tile, "tile", Kind::Polyomino)?;
    let square = input::one(&arguments.at, "square", Kind::Polyomino)?;
    // Read all three arguments before stopping, so that every error in them is reported.
    let (polyomino, at) = (polyomino_in(&tile, colour), read_with(&square, colour, parse_square));
    let region = region_item.read::<Region>(colour);
    let (Some(polyomino), Some(at), Some(region)) = (polyomino, at, region) else { return Ok(Status::No) };
    let posed = polyomino.shape().posed(arguments.pose.pose());
    let mut letters = tile.text.as_deref().unwrap_or_default().chars();
    let letter = letters.next().filter(|_| letters.next().is_none()).or_else(|| name_of(&posed));
    let squares = match crate::polyomino::place(&region, &posed, letter, at) {
        Ok(squares) => squares,
        Err(misplaced) => {
            let (item, faults) = match misplaced {
                PlacementError::Outside(faults) => (&square, faults),
                PlacementError::Covers(faults) => (&region_item, faults),
            };
            complain(item, item.text.as_deref().unwrap_or_default(), &faults, colour);
            return Ok(Status::No);
        }
    };
    let letter = letter.unwrap_or('X');
    let look = context.look(arguments.ascii);
    match context.format() {
        Format::Human => {
            context.scene(&polyomino::placement(&region, &squares, letter).scene(&look))?;
        }
        Format::Json => context.json(&squares_out(&region, &squares))?,
        Format::Plain => {
            for [row, column] in squares_out(&region, &squares) {
                context.line(format!("{row:02}{column:02}"))?;
            }
        }
    }
    Ok(Status::Yes)
}
