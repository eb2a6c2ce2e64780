//! Determines which files are visible to a program in the sandbox.
//!
//! A program sees its own files, system files, and files added by the caller. A program also sees the
//! installations of the programs named in its command, such as a Python interpreter in a home directory. No
//! other files are visible. This module examines the file system and lists the visible files, and the
//! launcher then mounts them.

use super::installation::{SYSTEM, absolute, installations, is_in_path, is_personal, is_system, parts};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The files, other than system files, that are visible to a program in the sandbox.
///
/// A program can always see its own files: the folder that contains the first existing file named in its
/// command, and everything below this folder. If the folder is a home directory or a shared directory such as
/// `/tmp`, only the file itself is visible. If the command names no existing file, the first existing
/// directory in the command is visible instead. Home and shared directories are skipped. If the named file is
/// a symbolic link, the folder of its target is not visible. Paths that reach the folder through a symbolic
/// link are rejected, because the program's author could point the link at another program's files.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Files {
    /// Additional files and directories that belong to the program.
    pub own: Vec<PathBuf>,
    /// Files and directories that every program may read.
    pub read: Vec<PathBuf>,
    /// Files and directories that must be invisible to the program, even inside a visible directory. If the program's
    /// own folder is hidden, only the file named in the command is visible.
    pub hidden: Vec<PathBuf>,
    /// The size of the temporary directory, in bytes.
    pub temporary: u64,
}

impl Default for Files {
    fn default() -> Self {
        Self { own: Vec::new(), read: Vec::new(), hidden: Vec::new(), temporary: 64 << 20 }
    }
}

/// The files named in a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Named {
    /// The first existing file named in the command and, if it is a symbolic link, the link's target.
    files: Vec<PathBuf>,
    /// The folder of the first existing file or, if the command names none, the first existing directory
    /// named in the command.
    pub(super) folder: Option<PathBuf>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum PathInView {
    Shown(VisiblePath),
    /// A file or directory that appears empty to the program.
    Hidden(PathBuf),
}

impl PathInView {
    fn at(&self) -> &Path {
        match self {
            Self::Shown(shown) => &shown.at,
            Self::Hidden(at) => at,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct VisiblePath {
    /// The path inside the sandbox.
    pub(super) at: PathBuf,
    /// The path outside the sandbox, with symbolic links resolved.
    pub(super) from: PathBuf,
    /// Whether the file or directory belongs to the system and may therefore be read by every user.
    pub(super) system: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct View {
    pub(super) places: Vec<PathInView>,
    /// Symbolic links outside the visible directories, such as the link from `/bin` to `usr/bin`.
    pub(super) links: Vec<(PathBuf, PathBuf)>,
    pub(super) directory: PathBuf,
    /// The size of the temporary directory, in bytes.
    pub(super) temporary: u64,
}

/// The entries of `/etc` that programs need in order to start. A trailing `*` matches any characters.
const ETC: &str = "alternatives ld.so.cache ld.so.conf ld.so.conf.d ld.so.preload localtime timezone nsswitch.conf \
    locale.alias locale.conf os-release mime.types protocols services fonts terminfo python* java* jvm* \
    node* perl* php* ruby* lua* mono* dotnet* julia* erlang* R guile* racket* static";

/// The parts of an installation that are shown if the installation cannot be shown as a whole.
const INSTALLED: [&str; 6] = ["bin", "lib", "lib64", "include", "share", "pyvenv.cfg"];

impl View {
    /// Determines the files that are visible to a program.
    ///
    /// # Errors
    /// Returns an error if a path named by the caller does not exist, is hidden or is `/`.
    pub(super) fn new(command: &[OsString], path: &OsString, files: &Files) -> io::Result<Self> {
        let directory = env::current_dir()?;
        let mut view = Self { directory, temporary: files.temporary, ..Self::default() };
        let mut places = BTreeMap::new();
        view.system(&mut places);
        let named = named(command, path);
        let is_visible = |folder: &PathBuf| files.hidden.iter().all(|hidden| !bars(hidden, folder));
        for installation in installations(command, path) {
            if is_visible(&installation) {
                view.show(&mut places, &installation)?;
                continue;
            }
            // A hidden path prevents the whole installation from being shown. For example, a project folder may be
            // both a virtual environment and the tournament directory.
            for part in INSTALLED.map(|part| installation.join(part)).iter().filter(|part| part.exists()) {
                view.show(&mut places, part)?;
            }
        }
        for own in files.own.iter().chain(&files.read) {
            let own = absolute(own);
            let context = |error| io::Error::other(format!("{}: {error}", own.display()));
            if own == Path::new("/") {
                return Err(context("the whole file system cannot be shown to a program".to_owned()));
            }
            if is_hidden(&own, &files.hidden) {
                return Err(context(
                    "this path is hidden from the program, so it cannot be made visible".to_owned(),
                ));
            }
            if files.own.iter().any(|path| absolute(path) == own) {
                without_link(&own)?;
            }
            view.show(&mut places, &own).map_err(|error| context(error.to_string()))?;
        }
        if let Some(folder) = named.folder.iter().find(|folder| is_visible(folder)) {
            without_link(folder)?;
            view.show(&mut places, folder)?;
        }
        for file in &named.files {
            view.show(&mut places, file)?;
        }
        // The program's own file is always visible.
        let is_other = |hidden: &&PathBuf| !named.files.contains(hidden);
        view.places = in_order(places, &files.hidden.iter().filter(is_other).cloned().collect::<Vec<_>>());
        Ok(view)
    }

    /// Makes a file or directory visible at its resolved path (without symbolic links). If the given path
    /// contains symbolic links, the program can use the given path as well as the resolved path.
    fn show(&mut self, places: &mut BTreeMap<PathBuf, VisiblePath>, path: &Path) -> io::Result<()> {
        let from = path.canonicalize()?;
        let mut names = vec![from.clone()];
        if from.is_dir() {
            names.push(path.to_owned());
        } else if from != path && !is_system(path) {
            // Some programs look for their libraries next to the target of a link.
            self.links.push((path.to_owned(), from.clone()));
        }
        for at in names.into_iter().filter(|at| !is_system(at)) {
            places.insert(at.clone(), VisiblePath { at, from: from.clone(), system: false });
        }
        Ok(())
    }

    /// Adds the system files that programs need in order to start.
    fn system(&mut self, places: &mut BTreeMap<PathBuf, VisiblePath>) {
        let mut add = |at: PathBuf| {
            if let Ok(from) = at.canonicalize() {
                places.insert(at.clone(), VisiblePath { at, from, system: true });
            }
        };
        for directory in SYSTEM.map(PathBuf::from) {
            match fs::read_link(&directory) {
                Ok(target) => self.links.push((directory, target)),
                Err(_) => add(directory),
            }
        }
        for entry in fs::read_dir("/etc").into_iter().flatten().flatten() {
            let name = entry.file_name();
            let wanted = |pattern: &str| match pattern.strip_suffix('*') {
                Some(start) => name.as_encoded_bytes().starts_with(start.as_bytes()),
                None => name == pattern,
            };
            if ETC.split(' ').any(wanted) {
                add(entry.path());
            }
        }
        // Only these parts of `/etc/ssl` are added, because `/etc/ssl/private` contains the private keys of servers.
        for part in ["/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/pki/tls/certs"] {
            add(part.into());
        }
    }
}

/// Lists the paths in mounting order (outer paths first). Paths whose mounts would have no effect are
/// omitted.
fn in_order(shown: BTreeMap<PathBuf, VisiblePath>, hidden: &[PathBuf]) -> Vec<PathInView> {
    let mut all: BTreeMap<PathBuf, PathInView> = BTreeMap::new();
    for hidden in hidden {
        for at in [Some(absolute(hidden)), hidden.canonicalize().ok()].into_iter().flatten() {
            all.insert(at.clone(), PathInView::Hidden(at));
        }
    }
    // A path that is both shown and hidden remains hidden.
    for (at, shown) in shown {
        all.entry(at).or_insert(PathInView::Shown(shown));
    }
    let mut places: Vec<PathInView> = Vec::new();
    for (_, place) in all {
        // The map is sorted by path components, so the directories that contain `place` come before it,
        // innermost last.
        let around = places.iter().rev().find(|outer| place.at().starts_with(outer.at()));
        let is_needed = match (&place, around) {
            (PathInView::Hidden(_), around) => matches!(around, Some(PathInView::Shown(_))),
            (PathInView::Shown(inner), Some(PathInView::Shown(outer))) => {
                let rest = inner.at.strip_prefix(&outer.at).unwrap_or(&inner.at);
                outer.from.join(rest) != inner.from
            }
            (PathInView::Shown(_), _) => true,
        };
        if is_needed {
            places.push(place);
        }
    }
    places
}

/// Returns true if a hidden path prevents a folder from being shown as a whole. Such a path either is the
/// folder itself, or is inside the folder but does not exist yet. A mount cannot cover a path that does not
/// exist.
pub(super) fn bars(hidden: &Path, folder: &Path) -> bool {
    let (hidden, folder) = (absolute(hidden), folder.canonicalize().unwrap_or_else(|_| folder.to_owned()));
    match hidden.canonicalize() {
        Ok(hidden) => hidden == folder,
        Err(_) => hidden.ancestors().find_map(|outer| outer.canonicalize().ok()).is_none_or(|outer| {
            // Checks whether the existing part of the hidden path is the folder or is inside the folder.
            outer.starts_with(&folder)
        }),
    }
}

/// Returns true if a path is hidden, or is inside a hidden path.
fn is_hidden(path: &Path, hidden: &[PathBuf]) -> bool {
    let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    hidden.iter().any(|hidden| {
        let hidden = absolute(hidden);
        path.starts_with(&hidden) || hidden.canonicalize().is_ok_and(|hidden| real.starts_with(hidden))
    })
}

/// Finds the first existing file named in a command, and the folder of this file. If the command names no
/// existing file, finds the first existing directory. Home and shared directories never count as the folder.
pub(super) fn named(command: &[OsString], path: &OsString) -> Named {
    let words = words(command, path);
    let file = words.iter().find(|word| word.is_file());
    let Some(found) = file.or_else(|| words.iter().find(|word| word.is_dir() && !is_personal(word))) else {
        return Named::default();
    };
    let folder = if found.is_dir() { Some(found.as_path()) } else { found.parent() };
    let folder = folder.filter(|folder| !is_personal(folder)).map(Path::to_owned);
    let mut files = Vec::new();
    if !found.is_dir() {
        files.extend(found.canonicalize().ok().filter(|target| target != found));
        files.insert(0, found.clone());
    }
    Named { files, folder }
}

/// Returns an error if a path leads through a symbolic link.
fn without_link(path: &Path) -> io::Result<()> {
    let real = path.canonicalize()?;
    if real == path {
        return Ok(());
    }
    let (path, real) = (path.display(), real.display());
    Err(io::Error::other(format!(
        "{path} leads through a symbolic link; name {real} itself, if the program may see it"
    )))
}

/// Lists, as absolute paths, the words of a command (and parts of words) that may name one of the bot's
/// files.
fn words(command: &[OsString], path: &OsString) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for (index, word) in command.iter().enumerate() {
        let is_program = index == 0;
        let text = word.to_string_lossy();
        // A program that is found through `PATH` or belongs to an installation is not the bot's own. After a
        // wrapper such as `env`, a later word names the bot's program.
        let has_path = text.contains('/');
        if is_program && !has_path || has_path && is_in_path(word, path) {
            continue;
        }
        found.push(absolute(Path::new(word)));
        if !is_program {
            found.extend(parts(command, index).iter().map(|part| absolute(Path::new(part))));
        }
    }
    let is_kernels = |word: &PathBuf| ["/proc", "/sys", "/dev"].iter().any(|root| word.starts_with(root));
    found.retain(|word| !is_system(word) && !is_kernels(word) && word.parent().is_some());
    found
}

impl Files {
    /// Hides another program's files unless they also belong to this program. A folder that both programs share remains
    /// visible, but the file named in the other program's command is hidden.
    pub(super) fn hide(&mut self, own: &[OsString], other: &[OsString], others: &[PathBuf], path: &OsString) {
        let (own, other) = (named(own, path), named(other, path));
        let mine = |candidate: &PathBuf| {
            let is_around = |file: &PathBuf| absolute(file).starts_with(absolute(candidate));
            let is_inside = |file: &PathBuf| is_around(file) && absolute(file) != absolute(candidate);
            own.folder.iter().chain(&own.files[..own.files.len().min(1)]).any(is_around)
                || self.own.iter().any(is_inside)
        };
        let found = other.folder.iter().chain(&other.files).chain(others);
        let found: Vec<_> = found.filter(|candidate| !mine(candidate)).cloned().collect();
        self.hidden.extend(found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words_of(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    /// Creates a directory with the files `a.py`, `b.py` and `x/c.py`, and the empty directory `out`.
    fn project() -> tempfile::TempDir {
        let project = tempfile::tempdir().unwrap();
        fs::create_dir_all(project.path().join("x")).unwrap();
        fs::create_dir_all(project.path().join("out")).unwrap();
        for file in ["a.py", "b.py", "x/c.py"] {
            fs::write(project.path().join(file), "").unwrap();
        }
        project
    }

    fn path() -> OsString {
        "/usr/local/bin:/usr/bin:/bin".into()
    }

    #[test]
    fn own_files_are_the_folder_of_the_first_existing_file() {
        let project = project();
        let at = |name: &str| project.path().join(name);
        let folder = |command: String| named(&words_of(&command), &path()).folder;
        assert_eq!(folder(format!("python3 -S {}", at("x/c.py").display())), Some(at("x")));
        assert_eq!(
            folder(format!("/usr/bin/python3 {}", at("a.py").display())),
            Some(project.path().to_owned())
        );
        assert_eq!(folder(format!("{}/b.py run", project.path().display())), Some(project.path().to_owned()));
        assert_eq!(folder(format!("java -cp {}:/nowhere Main", at("x").display())), Some(at("x")));
        assert_eq!(folder("cat".to_owned()), None);
        assert_eq!(folder("python3 -c 1/2".to_owned()), None);
        let script: Vec<OsString> =
            ["sh", "-c", &format!("exec python3 '{}'", at("x/c.py").display())].map(OsString::from).into();
        assert_eq!(named(&script, &path()).folder, Some(at("x")));
    }

    #[test]
    fn in_a_home_directory_only_the_file_is_visible() {
        let file = env::temp_dir().join(format!("clowder-own-{}.py", std::process::id()));
        fs::write(&file, "").unwrap();
        let found = named(&words_of(&format!("python3 {}", file.display())), &path());
        fs::remove_file(&file).unwrap();
        assert_eq!(found.folder, None, "the folder is shared by everyone");
        assert_eq!(found.files[0], file);
    }

    /// Returns the paths that do not belong to the system. A leading `-` marks a hidden path.
    fn places(command: &str, files: &Files, project: &Path) -> Vec<String> {
        let view = View::new(&words_of(command), &path(), files).unwrap();
        let shown = |place: &PathInView| match place {
            PathInView::Shown(shown) if shown.system => None,
            PathInView::Shown(shown) => Some(("", shown.at.clone())),
            PathInView::Hidden(at) => Some(("-", at.clone())),
        };
        let text =
            |(mark, at): (&str, PathBuf)| format!("{mark}{}", at.strip_prefix(project).unwrap().display());
        view.places.iter().filter_map(shown).map(text).collect()
    }

    #[test]
    fn hidden_files_are_covered_even_inside_own_files() {
        let project = project();
        let project = project.path().canonicalize().unwrap();
        let command = format!("python3 {}", project.join("a.py").display());
        let hidden = |names: &[&str]| Files {
            hidden: names.iter().map(|name| project.join(name)).collect(),
            ..Files::default()
        };
        assert_eq!(places(&command, &Files::default(), &project), [""]);
        assert_eq!(places(&command, &hidden(&["out", "b.py"]), &project), ["", "-b.py", "-out"]);
        assert_eq!(places(&command, &hidden(&["a.py"]), &project), [""], "the bot itself stays visible");
        assert_eq!(places(&command, &hidden(&["new"]), &project), ["a.py"], "`new` could appear later");
        assert_eq!(places(&command, &hidden(&[""]), &project), ["a.py"]);
        let inner = format!("python3 {}", project.join("x/c.py").display());
        assert_eq!(places(&inner, &hidden(&[""]), &project), ["x"], "the folder is inside a hidden one");
    }

    #[test]
    fn files_of_the_opponent_are_hidden() {
        let project = project();
        let project = project.path().canonicalize().unwrap();
        let command = |name: &str| words_of(&format!("python3 {}", project.join(name).display()));
        let hidden = |own: &str, other: &str| {
            let mut files = Files::default();
            files.hide(&command(own), &command(other), &[], &path());
            places(&format!("python3 {}", project.join(own).display()), &files, &project)
        };
        assert_eq!(hidden("a.py", "b.py"), ["", "-b.py"]);
        assert_eq!(hidden("a.py", "x/c.py"), ["", "-x"]);
        assert_eq!(hidden("x/c.py", "a.py"), ["x"]);
        assert_eq!(hidden("a.py", "a.py"), [""]);
    }

    #[test]
    fn no_link_leads_to_the_folder_of_another_bot() {
        let project = project();
        let project = project.path().canonicalize().unwrap();
        let at = |name: &str| project.join(name);
        fs::write(at("x/weights"), "").unwrap();
        fs::create_dir(at("eve")).unwrap();
        std::os::unix::fs::symlink(at("x/c.py"), at("eve/bot.py")).unwrap();
        std::os::unix::fs::symlink(at("x"), at("link")).unwrap();
        let command = |name: &str| format!("python3 {}", at(name).display());
        assert_eq!(places(&command("eve/bot.py"), &Files::default(), &project), ["eve", "x/c.py"]);
        let mut files = Files::default();
        files.hide(&words_of(&command("eve/bot.py")), &words_of(&command("x/c.py")), &[], &path());
        assert_eq!(places(&command("eve/bot.py"), &files, &project), ["eve", "x/c.py"]);
        let expected =
            format!("{} leads through a symbolic link; name {}", at("link").display(), at("x").display());
        let refused = |command: &str, files: &Files| {
            View::new(&words_of(command), &path(), files).unwrap_err().to_string()
        };
        let error = refused(&command("link/c.py"), &Files::default());
        assert!(error.starts_with(&expected), "{error}");
        let error = refused("cat", &Files { own: vec![at("link")], ..Files::default() });
        assert!(error.starts_with(&expected), "{error}");
        let read = Files { read: vec![at("link")], ..Files::default() };
        assert_eq!(places("cat", &read, &project), ["link", "x"], "the organiser names these files");
    }
}
