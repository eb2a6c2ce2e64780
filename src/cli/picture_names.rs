//! Names the picture files that `render` writes for several strings.

use super::input::Inputs;
use super::system::path_of;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;

/// Names a picture after the file of its string or, without a file, after the number of the string. The name
/// has no extension.
pub(super) fn picture_name(n: usize, file: Option<&Path>) -> String {
    let stem = file.filter(|path| path.as_os_str() != "-").and_then(Path::file_stem);
    stem.map_or_else(|| format!("{n:06}"), |stem| stem.to_string_lossy().into_owned())
}

/// Whether all pictures get distinct names if they are named after their files. Case is ignored, as in some
/// file systems.
pub(super) fn have_names(inputs: &Inputs) -> bool {
    let words = inputs.clone().into_words();
    let name = |(index, word): (usize, &OsString)| {
        let path = word.as_encoded_bytes().strip_prefix(b"@").filter(|path| !path.is_empty()).map(path_of);
        picture_name(index + 1, path.as_deref()).to_lowercase()
    };
    let names: BTreeSet<String> = words.iter().enumerate().map(name).collect();
    names.len() == words.len()
}
