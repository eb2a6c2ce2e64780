//! What is painted: lines of styled text.

/// Which characters a picture may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// Box drawing and block characters.
    Unicode,
    /// ASCII only.
    Ascii,
}

/// How a picture is to look.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Which characters it may use.
    pub glyphs: Glyphs,
    /// Columns it may take; wider pictures choose a narrower form where they have one.
    pub width: usize,
}

impl Look {
    /// Unicode in 80 columns: what a pipe gets.
    pub const PIPE: Self = Self { glyphs: Glyphs::Unicode, width: 80 };

    /// One of two texts, by the glyphs allowed.
    pub const fn pick<'a>(&self, unicode: &'a str, ascii: &'a str) -> &'a str {
        match self.glyphs {
            Glyphs::Unicode => unicode,
            Glyphs::Ascii => ascii,
        }
    }
}

/// A paint of the palette. The hues are those of Okabe and Ito ("Color Universal Design", 2008), chosen to be
/// told apart with any colour vision; `ansi` maps them to the 256 colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Blue.
    Blue,
    /// Bluish green.
    Green,
    /// Reddish purple.
    Purple,
    /// Vermilion.
    Red,
    /// Yellow.
    Yellow,
    /// Orange.
    Orange,
    /// Sky blue.
    Sky,
    /// Near white.
    White,
    /// Middle grey.
    Grey,
    /// Dark grey.
    Dark,
    /// Black.
    Black,
}

/// How a run of text is painted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Colour of the characters.
    pub ink: Option<Paint>,
    /// Colour behind them.
    pub ground: Option<Paint>,
    /// Heavier characters.
    pub bold: bool,
    /// Fainter characters.
    pub faint: bool,
    /// A line under them.
    pub underline: bool,
}

impl Style {
    /// As the terminal paints by itself.
    pub const PLAIN: Self = Self { ink: None, ground: None, bold: false, faint: false, underline: false };
    /// Fainter characters: coordinates and frames.
    pub const FAINT: Self = Self { faint: true, ..Self::PLAIN };
    /// Heavier characters: headings.
    pub const BOLD: Self = Self { bold: true, ..Self::PLAIN };

    /// Characters of one colour on another.
    pub const fn on(ink: Paint, ground: Paint) -> Self {
        Self { ink: Some(ink), ground: Some(ground), ..Self::PLAIN }
    }

    /// Characters of a colour.
    pub const fn ink(ink: Paint) -> Self {
        Self { ink: Some(ink), ..Self::PLAIN }
    }

    /// The same, heavier.
    pub const fn bold(mut self) -> Self {
        self.bold = true;
        self
    }

    /// The same, underlined.
    pub const fn underline(mut self) -> Self {
        self.underline = true;
        self
    }
}

/// Lines of styled runs of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    lines: Vec<Vec<(String, Style)>>,
}

impl Scene {
    /// No line.
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts a new line.
    pub fn line(&mut self) -> &mut Self {
        self.lines.push(Vec::new());
        self
    }

    /// Adds text to the last line, to its last run if that has the same style. Text from outside must have been escaped.
    pub fn put(&mut self, text: impl Into<String>, style: Style) -> &mut Self {
        if self.lines.is_empty() {
            self.line();
        }
        if let Some(line) = self.lines.last_mut() {
            match line.last_mut() {
                Some((before, same)) if *same == style => before.push_str(&text.into()),
                _ => line.push((text.into(), style)),
            }
        }
        self
    }

    /// Adds the lines of another scene below.
    pub fn below(&mut self, other: Self) -> &mut Self {
        self.lines.extend(other.lines);
        self
    }

    /// Puts another scene to the right, `gap` columns from this one's widest line.
    pub fn beside(&mut self, other: Self, gap: usize) -> &mut Self {
        let width = self.width() + if self.lines.is_empty() { 0 } else { gap };
        for (index, runs) in other.lines.into_iter().enumerate() {
            if index == self.lines.len() {
                self.lines.push(Vec::new());
            }
            let line = &mut self.lines[index];
            let pad = width - runs_width(line);
            if pad > 0 && !runs.is_empty() {
                line.push((" ".repeat(pad), Style::PLAIN));
            }
            line.extend(runs);
        }
        self
    }

    /// What should be and what is under their titles, side by side where they fit, else one below the other.
    pub fn expected_and_actual(expected: Self, actual: Self, look: &Look) -> Self {
        let titled = |title: &str, picture: Self| {
            let mut scene = Self::new();
            scene.line().put(format!("   {title}"), Style::BOLD);
            scene.below(picture);
            scene
        };
        let mut both = titled("expected", expected);
        let actual = titled("actual", actual);
        if both.width() + 3 + actual.width() <= look.width {
            both.beside(actual, 3);
        } else {
            both.line();
            both.below(actual);
        }
        both
    }

    /// Columns of its widest line, a character being one column.
    pub fn width(&self) -> usize {
        self.lines.iter().map(|line| runs_width(line)).max().unwrap_or(0)
    }

    /// How many lines it has.
    pub fn height(&self) -> usize {
        self.lines.len()
    }

    /// Its lines, each a list of runs.
    pub fn lines(&self) -> &[Vec<(String, Style)>] {
        &self.lines
    }

    /// The picture without any style, each line without trailing blanks and ended by `\n`.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for line in &self.lines {
            let start = out.len();
            for (text, _) in line {
                out.push_str(text);
            }
            out.truncate(start + out[start..].trim_end_matches(' ').len());
            out.push('\n');
        }
        out
    }
}

fn runs_width(runs: &[(String, Style)]) -> usize {
    runs.iter().map(|(text, _)| text.chars().count()).sum()
}
