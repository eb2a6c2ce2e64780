//! Writes whole files, atomically where possible.
//!
//! Every file that clowder writes as a whole goes through this module. A regular file is replaced atomically
//! by a new file with the same mode and owner. If the owner cannot be kept, the file is overwritten in place.
//! Links are followed. A file that is not regular, such as a device or a pipe, is written directly, because a
//! replacement would destroy it. The file behind `/dev/stdout` is also written directly.

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, Seek as _, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

pub(crate) const TEMPORARY: &str = ".clowder-";

/// The maximum number of links to follow on one path, as on Linux. A longer chain is treated as a cycle.
const MAX_LINKS: usize = 40;

/// A file that is being written. Dropping the value without calling [`finish`](Self::finish) leaves a regular
/// file unchanged.
pub(crate) struct WholeFile {
    target: Target,
    is_empty: bool,
}

#[allow(clippy::large_enum_variant, reason = "there are only a few of these values")]
enum Target {
    /// A device, a pipe, or any other file that cannot be replaced.
    Direct(BufWriter<File>),
    /// A temporary file in the directory of `path`. `old` is the metadata of the file to replace, if it exists.
    New { file: BufWriter<NamedTempFile>, path: PathBuf, old: Option<Metadata> },
}

/// Writes a whole file.
///
/// # Errors
/// Returns an error if the file cannot be written completely. A failed atomic replacement leaves the old file
/// unchanged.
pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = WholeFile::create(path)?;
    file.write_all(contents.as_ref())?;
    file.finish()
}

/// Removes temporary files that a killed run left in a directory or its subdirectories.
///
/// # Errors
/// Returns an error if a directory cannot be read or a file cannot be removed.
pub(crate) fn remove_temporary(directory: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            remove_temporary(&entry.path())?;
        } else if entry.file_name().to_string_lossy().starts_with(TEMPORARY) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

impl WholeFile {
    /// Starts writing a file.
    ///
    /// # Errors
    /// Returns an error if the file is read-only or a directory, or if no file can be created in its directory.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let old = match fs::metadata(path) {
            Ok(old) => Some(old),
            Err(error) if error.kind() == io::ErrorKind::NotFound || is_device(path) => None,
            Err(error) => return Err(error),
        };
        // Append, in order to keep what a shell has already written to the file behind `/dev/stdout`. A
        // Windows console cannot append.
        if old.as_ref().is_some_and(|old| !old.is_file()) || is_device(path) {
            let file = File::options().write(true).append(cfg!(unix)).open(path)?;
            return Ok(Self { target: Target::Direct(BufWriter::new(file)), is_empty: true });
        }
        if old.as_ref().is_some_and(|old| old.permissions().readonly()) {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
        }
        let path = followed(path)?;
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let file = for_everyone(Builder::new().prefix(TEMPORARY))
            .tempfile_in(directory.unwrap_or(Path::new(".")))?;
        Ok(Self { target: Target::New { file: BufWriter::new(file), path, old }, is_empty: true })
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// Completes the file.
    ///
    /// # Errors
    /// Returns an error if the contents cannot be written. A failed atomic replacement leaves the old file
    /// unchanged.
    pub(crate) fn finish(self) -> io::Result<()> {
        let (file, path, old) = match self.target {
            Target::Direct(mut file) => return file.flush(),
            Target::New { file, path, old } => {
                (file.into_inner().map_err(io::IntoInnerError::into_error)?, path, old)
            }
        };
        if let Some(old) = old {
            if !keep_owner(file.as_file(), &old) {
                // If the new file cannot have the old file's owner, overwrite the contents of the old file
                // instead.
                let mut new = file.into_file();
                new.rewind()?;
                let mut target = File::options().write(true).truncate(true).open(&path)?;
                return io::copy(&mut new, &mut target).map(drop);
            }
            file.as_file().set_permissions(old.permissions())?;
            // After this sync, the file has either the old or the new contents even if the system crashes.
            file.as_file().sync_all()?;
        }
        file.persist(&path)?;
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_empty &= bytes.is_empty();
        match &mut self.target {
            Target::Direct(file) => file.write(bytes),
            Target::New { file, .. } => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Direct(file) => file.flush(),
            Target::New { file, .. } => file.flush(),
        }
    }
}

/// Whether a path refers to a file that a process has open, e.g. `/dev/stdout` or the path that a shell
/// substitutes for `>(cat)`.
#[cfg(not(windows))]
fn is_device(path: &Path) -> bool {
    let is_open = |path: &Path| path.starts_with("/dev/fd") || path.starts_with("/proc");
    is_open(path) || fs::read_link(path).is_ok_and(|target| is_open(&target))
}

/// Whether a path refers to a device or a pipe, neither of which has metadata. The absolute path of `NUL` is
/// `\\.\NUL`.
#[cfg(windows)]
fn is_device(path: &Path) -> bool {
    use std::path::{Component, Prefix, absolute};
    let Ok(absolute) = absolute(path) else { return false };
    let Some(Component::Prefix(prefix)) = absolute.components().next() else { return false };
    matches!(prefix.kind(), Prefix::DeviceNS(_)) && fs::metadata(path).is_err()
}

/// Follows links to the final target, which need not exist.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("the link leads in a circle"))
}

/// Lets everyone read and write a new file, as far as the umask allows.
#[cfg(unix)]
fn for_everyone<'b, 'n, 's>(builder: &'b mut Builder<'n, 's>) -> &'b mut Builder<'n, 's> {
    use std::os::unix::fs::PermissionsExt as _;
    builder.permissions(fs::Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn for_everyone<'b, 'n, 's>(builder: &'b mut Builder<'n, 's>) -> &'b mut Builder<'n, 's> {
    builder
}

/// Gives a file the owner and group of `old`. Returns `false` if the system does not allow the change.
#[cfg(unix)]
fn keep_owner(file: &File, old: &Metadata) -> bool {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let owner = |metadata: &Metadata| (metadata.uid(), metadata.gid());
    file.metadata().is_ok_and(|new| owner(&new) == owner(old))
        || fchown(file, Some(old.uid()), Some(old.gid())).is_ok()
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) -> bool {
    true
}
