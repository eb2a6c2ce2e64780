//! Names the picture files that `render` writes for several strings.

use super::input::Inputs;
use super::system::path_of;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;

/// Names a picture, without an extension, after the file of its string. If there is no file, the name is the
/// number of the string.
pub(super) fn picture_name(n: usize, file: Option<&Path>) -> String {
    let stem = file.filter(|path| path.as_os_str() != "-").and_then(Path::file_stem);
    stem.map_or_else(|| format!("{n:06}"), |stem| stem.to_string_lossy().into_owned())
}

/// Whether naming each picture after its file gives distinct names (ignoring case, as some file systems do).
pub(super) fn have_names(inputs: &Inputs) -> bool {
    let words = inputs.clone().into_words();
    let name = |(index, word): (usize, &OsString)| {
        let path = word.as_encoded_bytes().strip_prefix(b"@").filter(|path| !path.is_empty()).map(path_of);
        picture_name(index + 1, path.as_deref()).to_lowercase()
    };
    let names: BTreeSet<String> = words.iter().enumerate().map(name).collect();
    names.len() == words.len()
}
