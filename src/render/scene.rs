//! Pictures as lines of styled text.

/// The characters that a picture may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// All characters, such as those for box drawing.
    Unicode,
    /// The characters of ASCII only.
    Ascii,
}

/// The characters and the width of a picture.
///
/// # Examples
/// ```
/// use clowder::render::{Glyphs, Look};
///
/// let narrow = Look { glyphs: Glyphs::Ascii, width: 40 };
/// assert!(narrow.width < Look::PIPE.width);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The characters that the picture may use.
    pub glyphs: Glyphs,
    /// The number of columns. A picture that is too wide uses a narrower form, if it has one.
    pub width: usize,
}

impl Look {
    /// The look of pictures that are written to a pipe: Unicode in 80 columns.
    pub const PIPE: Self = Self { glyphs: Glyphs::Unicode, width: 80 };

    /// Returns one of two strings, depending on the characters that the picture may use.
    pub(crate) const fn pick<'a>(&self, unicode: &'a str, ascii: &'a str) -> &'a str {
        match self.glyphs {
            Glyphs::Unicode => unicode,
            Glyphs::Ascii => ascii,
        }
    }
}

/// A colour of the palette. The hues are those of Okabe and Ito ("Color Universal Design", 2008), which can
/// be told apart with any colour vision. [`ansi`](super::ansi) maps them to the 256 colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    /// A very dark red, for the texture of fire.
    Ember,
}

/// The style of a run of text.
///
/// # Examples
/// ```
/// use clowder::render::{Paint, Style};
///
/// let style = Style::on(Paint::Black, Paint::Orange).bold();
/// assert!(style.bold && style.ground == Some(Paint::Orange));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// The colour of the characters, or `None` for the default of the terminal.
    pub ink: Option<Paint>,
    /// The colour behind the characters, or `None` for the default of the terminal.
    pub ground: Option<Paint>,
    /// True for bold characters.
    pub bold: bool,
    /// True for faint characters.
    pub faint: bool,
    /// True for underlined characters.
    pub underline: bool,
}

impl Style {
    /// The default of the terminal.
    pub const PLAIN: Self = Self { ink: None, ground: None, bold: false, faint: false, underline: false };
    /// Faint characters, for coordinates and frames.
    pub const FAINT: Self = Self { faint: true, ..Self::PLAIN };
    /// Bold characters, for headings.
    pub const BOLD: Self = Self { bold: true, ..Self::PLAIN };

    /// Creates a style of characters with one colour on another.
    pub const fn on(ink: Paint, ground: Paint) -> Self {
        Self { ink: Some(ink), ground: Some(ground), ..Self::PLAIN }
    }

    /// Creates a style of characters with a colour.
    ///
    /// # Examples
    /// ```
    /// use clowder::render::{Paint, Style};
    ///
    /// assert_eq!(Style::ink(Paint::Blue).ink, Some(Paint::Blue));
    /// ```
    pub const fn ink(ink: Paint) -> Self {
        Self { ink: Some(ink), ..Self::PLAIN }
    }

    /// Returns the same style with bold characters.
    pub const fn bold(mut self) -> Self {
        self.bold = true;
        self
    }

    /// Returns the same style with underlined characters.
    pub const fn underline(mut self) -> Self {
        self.underline = true;
        self
    }
}

/// Lines of styled runs of text.
///
/// # Examples
/// ```
/// use clowder::render::{Scene, Style};
///
/// let mut scene = Scene::new();
/// scene.put("title", Style::BOLD);
/// scene.line().put("text", Style::PLAIN);
/// assert_eq!((scene.height(), scene.width()), (2, 5));
/// assert_eq!(scene.text(), "title\ntext\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    lines: Vec<Vec<(String, Style)>>,
}

impl Scene {
    /// Creates a scene without lines.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(clowder::render::Scene::new().text(), "");
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins a new line.
    pub fn line(&mut self) -> &mut Self {
        self.lines.push(Vec::new());
        self
    }

    /// Adds text to the last line. Text from outside must be escaped first, and the text must not contain
    /// line breaks.
    ///
    /// # Examples
    /// ```
    /// use clowder::render::{Scene, Style};
    ///
    /// let mut scene = Scene::new();
    /// scene.put("one ", Style::BOLD).put("line", Style::PLAIN);
    /// assert_eq!((scene.text().as_str(), scene.lines()[0].len()), ("one line\n", 2));
    /// ```
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
    ///
    /// # Examples
    /// ```
    /// use clowder::render::{Scene, Style};
    ///
    /// let (mut scene, mut other) = (Scene::new(), Scene::new());
    /// scene.put("top", Style::PLAIN);
    /// other.put("bottom", Style::PLAIN);
    /// assert_eq!(scene.below(other).text(), "top\nbottom\n");
    /// ```
    pub fn below(&mut self, other: Self) -> &mut Self {
        self.lines.extend(other.lines);
        self
    }

    /// Adds another scene on the right, `gap` columns from the widest line of this scene.
    ///
    /// # Examples
    /// ```
    /// use clowder::render::{Scene, Style};
    ///
    /// let (mut scene, mut other) = (Scene::new(), Scene::new());
    /// scene.put("left", Style::PLAIN);
    /// other.put("right", Style::PLAIN);
    /// assert_eq!(scene.beside(other, 2).text(), "left  right\n");
    /// ```
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

    /// Shows an expected and an actual picture with their titles, side by side if they fit.
    pub(crate) fn expected_and_actual(expected: Self, actual: Self, look: &Look) -> Self {
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

    /// Returns the number of columns of the widest line. Each character counts as one column.
    pub fn width(&self) -> usize {
        self.lines.iter().map(|line| runs_width(line)).max().unwrap_or(0)
    }

    /// Returns the number of lines.
    pub fn height(&self) -> usize {
        self.lines.len()
    }

    /// Returns the lines, each as a list of runs.
    pub fn lines(&self) -> &[Vec<(String, Style)>] {
        &self.lines
    }

    /// Returns the picture as text without styles. Each line ends with `\n` and has no trailing spaces.
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
