//! Paths in messages, and the files below a directory.

use super::Result;
use crate::diagnostics::escape;
use anyhow::Context as _;
use std::path::{Path, PathBuf};

/// Escapes a path for display.
pub(super) fn shown(path: impl AsRef<Path>) -> String {
    escape(&path.as_ref().display().to_string()).into_owned()
}

pub(super) fn cannot_read(path: impl AsRef<Path>) -> String {
    format!("cannot read {}", shown(path))
}

pub(super) fn cannot_write(path: impl AsRef<Path>) -> String {
    format!("cannot write {}", shown(path))
}

pub(super) fn read_text(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| cannot_read(path))
}

/// Lists the files that `is_wanted` accepts in a directory and its subdirectories, sorted by path. Symbolic
/// links to directories are not followed.
pub(super) fn files_below(directory: &Path, is_wanted: &dyn Fn(&Path) -> bool) -> Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(directory).with_context(|| cannot_read(directory))? {
        paths.push(entry.with_context(|| cannot_read(directory))?.path());
    }
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() && !path.is_symlink() {
            files.extend(files_below(&path, is_wanted)?);
        } else if is_wanted(&path) {
            files.push(path);
        }
    }
    Ok(files)
}
