//! Pictures as lines of styled text.

use super::Paint;

/// The characters that a picture may use.
///
/// # Examples
/// ```
/// use clowder::{penguins::Board, render::{self, Glyphs, Look}};
///
/// let look = Look { glyphs: Glyphs::Ascii, ..Look::PIPE };
/// assert!(render::of(&Board::default()).scene(&look).text().is_ascii());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// All Unicode characters, including box-drawing characters.
    Unicode,
    /// Only ASCII characters.
    Ascii,
}

/// The options for drawing a picture: its characters and its width.
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
    /// The number of available columns. A picture that would be wider is drawn in a narrower form, if it has one.
    pub width: usize,
}

impl Look {
    /// Options for pictures written to a pipe: Unicode characters in 80 columns.
    pub const PIPE: Self = Self { glyphs: Glyphs::Unicode, width: 80 };

    /// Returns the first string if the picture may use all characters, and otherwise the second.
    pub(crate) const fn pick<'a>(&self, unicode: &'a str, ascii: &'a str) -> &'a str {
        match self.glyphs {
            Glyphs::Unicode => unicode,
            Glyphs::Ascii => ascii,
        }
    }
}

/// The style of a text: its colours, and whether it is bold, faint or underlined.
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
    /// The colour of the characters, or `None` for the terminal's default.
    pub ink: Option<Paint>,
    /// The colour behind the characters, or `None` for the terminal's default.
    pub ground: Option<Paint>,
    /// Whether the characters are bold.
    pub bold: bool,
    /// Whether the characters are faint.
    pub faint: bool,
    /// Whether the characters are underlined.
    pub underline: bool,
}

impl Style {
    /// The terminal's default style.
    pub const PLAIN: Self = Self { ink: None, ground: None, bold: false, faint: false, underline: false };
    /// Faint characters, for coordinates and frames.
    pub const FAINT: Self = Self { faint: true, ..Self::PLAIN };
    /// Bold characters, for headings.
    pub const BOLD: Self = Self { bold: true, ..Self::PLAIN };

    /// Creates a style with the colour `ink` for the characters and the colour `ground` for the background.
    pub const fn on(ink: Paint, ground: Paint) -> Self {
        Self { ink: Some(ink), ground: Some(ground), ..Self::PLAIN }
    }

    /// Creates a style with a colour for the characters and the default background.
    pub const fn ink(ink: Paint) -> Self {
        Self { ink: Some(ink), ..Self::PLAIN }
    }

    /// Returns this style with bold characters.
    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// Returns this style with underlined characters.
    pub const fn underline(self) -> Self {
        Self { underline: true, ..self }
    }
}

/// A picture as lines of text. A line consists of runs, which are texts with one style each.
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
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins a new line.
    pub fn line(&mut self) -> &mut Self {
        self.lines.push(Vec::new());
        self
    }

    /// Adds text to the last line. The text must not contain line breaks; user input must be escaped first.
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
        let text = text.into();
        if let Some(line) = self.lines.last_mut().filter(|_| !text.is_empty()) {
            match line.last_mut() {
                Some((before, same)) if *same == style => before.push_str(&text),
                _ => line.push((text, style)),
            }
        }
        self
    }

    /// Adds the lines of another scene below this scene.
    pub fn below(&mut self, other: Self) -> &mut Self {
        self.lines.extend(other.lines);
        self
    }

    /// Adds another scene to the right of this scene. The space between them is `gap` columns wide.
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

    /// Returns the expected and the actual scene, each below its title. If there is not enough width for both side by
    /// side, the actual scene is below the expected one.
    pub(crate) fn expected_and_actual(expected: Self, actual: Self, look: &Look) -> Self {
        let titled = |title: &str, scene: Self| {
            let mut all = Self::new();
            all.put(format!("   {title}"), Style::BOLD).below(scene);
            all
        };
        let (mut both, right) = (titled("expected", expected), titled("actual", actual));
        if both.width() + 3 + right.width() <= look.width {
            both.beside(right, 3);
        } else {
            both.line().below(right);
        }
        both
    }

    /// Returns the number of characters in the longest line.
    pub fn width(&self) -> usize {
        self.lines.iter().map(|line| runs_width(line)).max().unwrap_or(0)
    }

    /// Returns the number of lines.
    pub fn height(&self) -> usize {
        self.lines.len()
    }

    /// Returns the lines of the scene as lists of runs.
    pub fn lines(&self) -> &[Vec<(String, Style)>] {
        &self.lines
    }

    /// Returns the picture as text without styles. Each line ends with `\n` and has no trailing spaces.
    ///
    /// # Examples
    /// ```
    /// use clowder::render::{Scene, Style};
    ///
    /// let mut scene = Scene::new();
    /// scene.put("title  ", Style::BOLD);
    /// assert_eq!(scene.text(), "title\n");
    /// ```
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
