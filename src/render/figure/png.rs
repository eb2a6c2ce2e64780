//! Converts figures to PNG with the library resvg.

use super::svg::{Options, Theme};
use super::{Cell, Figure, Glyph, Item, Tile, font, svg};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Tree};

/// The maximum number of pixels in a picture. A picture with this many pixels needs 400 MB of memory.
const MOST_PIXELS: u64 = 100_000_000;

/// Why a figure cannot be written as PNG.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The picture would have too many pixels.
    #[error("the picture would have {width} × {height} pixels; choose a smaller scale")]
    TooLarge {
        /// The number of pixels in each row.
        width: u64,
        /// The number of rows of pixels.
        height: u64,
    },
    /// The picture cannot be drawn or encoded.
    #[error("the picture cannot be drawn: {0}")]
    Failed(String),
}

/// Converts a figure to the bytes of a PNG file. The theme [`Auto`](svg::Theme::Auto) has the colours of the light
/// theme.
///
/// # Errors
/// Returns an error if the picture has too many pixels, or if it cannot be drawn or encoded.
///
/// # Examples
/// ```
/// use clowder::render::{Node, Picture, Style, figure::{FigureLook, png, svg}};
///
/// let figure = Picture::from(Node::words("Hello", Style::PLAIN)).figure(&FigureLook::default());
/// let bytes = png::write(&figure, &svg::Options::default())?;
/// assert!(bytes.starts_with(b"\x89PNG"));
/// # Ok::<(), png::PngError>(())
/// ```
pub fn write(figure: &Figure, options: &Options) -> Result<Vec<u8>, PngError> {
    let (width, height) = svg::outer(figure);
    let scaled = |length: i32| (f64::from(length) * options.scale).round().max(1.0) as u64;
    let (width, height) = (scaled(width), scaled(height));
    let too_large = PngError::TooLarge { width, height };
    if width.saturating_mul(height) > MOST_PIXELS {
        return Err(too_large);
    }
    let theme = if options.theme == Theme::Auto { Theme::Light } else { options.theme };
    let text = svg::write(&without_fonts(figure), &Options { theme, ..*options });
    let failed = |error: &dyn std::fmt::Display| PngError::Failed(error.to_string());
    let tree = Tree::from_str(&text, &usvg::Options::default()).map_err(|error| failed(&error))?;
    let mut pixels = Pixmap::new(width as u32, height as u32).ok_or(too_large)?;
    let size = tree.size();
    let stretch = Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
    resvg::render(&tree, stretch, &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(&error))
}

/// Replaces each letter that is not in the table of strokes with a box, because resvg draws the PNG without fonts.
fn without_fonts(figure: &Figure) -> Figure {
    let mut figure = figure.clone();
    for item in &mut figure.items {
        if let Item::Text { text, .. }
        | Item::Tile(Tile {
            cell: Cell { glyph: Glyph::Letters(text) | Glyph::Number(text), .. }, ..
        }) = item
        {
            *text = text.chars().map(|one| if font::knows_letter(one) { one } else { '□' }).collect();
        }
    }
    figure
}
