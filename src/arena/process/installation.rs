//! Finds the installations of the programs named in a command, such as a Python interpreter in a home directory.

use std::ffi::{OsStr, OsString};
use std::io::Read as _;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Component, Path, PathBuf};
use std::{env, fs};

/// The maximum length of a chain of symbolic links, or of a chain of scripts and their interpreters.
const MOST_LINKS: usize = 16;

/// The search path for programs if the variable `PATH` is not set.
pub(super) const DEFAULT_PATH: &str = "/bin:/usr/bin";

/// Directories that contain files of many programs or users.
const SHARED: [&str; 14] = [
    "/home", "/root", "/tmp", "/var", "/var/tmp", "/etc", "/opt", "/mnt", "/media", "/srv", "/run", "/dev",
    "/sys", "/proc",
];

/// Directories of the operating system (such as `/usr`) and of the package managers Nix and Guix. Every user
/// may read these directories.
pub(super) const SYSTEM: [&str; 9] =
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"];

/// Returns the directories and files, other than system files, that the programs in a command need.
pub(super) fn installations(command: &[OsString], path: &OsStr) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for (index, word) in command.iter().enumerate() {
        // After a wrapper such as `env`, `nice` or a shell, a later word names the interpreter.
        let text = word.to_string_lossy();
        let words: Vec<&OsStr> =
            if is_script(command, index) { shell_words(&text).map(OsStr::new).collect() } else { vec![word] };
        for word in words {
            let is_bare = !word.as_bytes().contains(&b'/');
            if let Some(program) = lookup(word, path)
                && (index == 0 || is_bare || installation(&program) != program)
            {
                add(&program, path, &mut found, 0);
            }
        }
    }
    found.retain(|place| !is_system(place));
    found.sort();
    found.dedup();
    found
}

/// Adds a program's installation. If the program is a symbolic link, also adds the installations of all
/// targets in the chain. If the program is a script, also adds its interpreter's installation.
fn add(program: &Path, path: &OsStr, found: &mut Vec<PathBuf>, depth: usize) {
    let mut link = program.to_owned();
    for _ in 0..MOST_LINKS {
        found.push(installation(&link));
        let Ok(target) = fs::read_link(&link) else { break };
        link = absolute(&link.parent().unwrap_or(Path::new("/")).join(target));
    }
    if let Ok(real) = program.canonicalize() {
        found.push(installation(&real));
    }
    if depth < MOST_LINKS
        && let Some(interpreter) = interpreter(program, path)
    {
        add(&interpreter, path, found, depth + 1);
    }
}

/// Returns the interpreter named in the first line of a script (`#!/usr/bin/env python3`).
fn interpreter(script: &Path, path: &OsStr) -> Option<PathBuf> {
    let mut start = [0; 256];
    let count = fs::File::open(script).ok()?.read(&mut start).ok()?;
    let line = start[..count].strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let program = PathBuf::from(OsStr::from_bytes(words.next()?));
    if program.file_name()? == "env" {
        let bare = words.find(|word| !word.starts_with(b"-") && !word.contains(&b'='))?;
        return lookup(OsStr::from_bytes(bare), path);
    }
    Some(program)
}

/// Returns the installation directory that a program belongs to, such as `/opt/x` for `/opt/x/bin/program`. Returns the
/// program itself if it does not appear to be part of an installation.
fn installation(program: &Path) -> PathBuf {
    let whole = program.parent().and_then(|folder| Some((folder.file_name()?, folder.parent()?)));
    match whole {
        Some((name, root)) if !is_personal(root) && is_root_of(root, name) => root.to_owned(),
        _ => program.to_owned(),
    }
}

/// Returns true if `root` is an installation whose programs are in the directory `name`.
fn is_root_of(root: &Path, name: &OsStr) -> bool {
    // Package managers install a user's programs in these directories, but the user's secrets may be stored
    // there as well. The directories are therefore not treated as installations.
    let mixed = [".local", ".cargo", ".config"];
    let is_mixed = root.file_name().is_some_and(|name| mixed.iter().any(|mixed| name == *mixed));
    let parts = ["lib", "lib64", "libexec", "jre", "pyvenv.cfg"];
    // Scripts in `shims` belong to a version manager, which looks for the actual programs below the same root.
    !is_mixed && (name == "shims" || name == "bin" && parts.iter().any(|part| root.join(part).exists()))
}

/// Finds the program that a shell would start for a word.
pub(super) fn lookup(word: &OsStr, path: &OsStr) -> Option<PathBuf> {
    let is_program =
        |path: &PathBuf| path.is_file() && rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok();
    if word.is_empty() {
        None
    } else if word.as_bytes().contains(&b'/') {
        Some(absolute(Path::new(word))).filter(is_program)
    } else {
        env::split_paths(path).map(|directory| absolute(&directory.join(word))).find(is_program)
    }
}

/// Returns true if a program belongs to the system or to an installation rather than to the bot.
pub(super) fn is_in_path(word: &OsStr, path: &OsStr) -> bool {
    lookup(word, path).is_some_and(|program| {
        is_system(&program) || installation(&program) != program || {
            let real = program.canonicalize().unwrap_or(program);
            is_system(&real)
        }
    })
}

/// Returns true if a path belongs to the system and is therefore visible to every program.
pub(super) fn is_system(path: &Path) -> bool {
    SYSTEM.iter().chain(&["/etc/alternatives"]).any(|system| path.starts_with(system))
}

/// Returns true if a directory must not be shown as a whole: a home directory, or one shared by several
/// programs or users.
pub(super) fn is_personal(directory: &Path) -> bool {
    let home = env::var_os("HOME").map(PathBuf::from);
    let is_shared = || fs::metadata(directory).is_ok_and(|found| found.mode() & 0o1002 == 0o1002);
    directory.parent().is_none_or(|parent| parent == Path::new("/home"))
        || SHARED.iter().any(|shared| directory == Path::new(shared))
        || home.is_some_and(|home| home.starts_with(directory))
        || is_shared()
}

/// Lists a word of a command and its parts, each of which may be a path or a module name. Parts are separated
/// by `=` or `:` (as in `-Dkey=path` and `lib.jar:classes`). The words of a shell script also count as parts.
pub(super) fn parts(command: &[OsString], index: usize) -> Vec<String> {
    let text = command[index].to_string_lossy();
    let mut found: Vec<_> = text.split(['=', ':']).map(str::to_owned).collect();
    if is_script(command, index) {
        found.extend(shell_words(&text).map(str::to_owned));
    }
    found.insert(0, text.into_owned());
    found
}

/// Returns true if a word of a command is a shell script passed with `-c`.
fn is_script(command: &[OsString], index: usize) -> bool {
    let is_shell = |program: &OsStr| program.as_encoded_bytes().ends_with(b"sh");
    index > 0 && command[index - 1] == "-c" && Path::new(&command[0]).file_name().is_some_and(is_shell)
}

/// Splits a shell script roughly into words, without parsing the script.
fn shell_words(script: &str) -> impl Iterator<Item = &str> {
    let is_between = |character: char| character.is_whitespace() || "\"';|&()<>`".contains(character);
    script.split(is_between).filter(|word| !word.is_empty())
}

/// Makes a path absolute, and resolves `.` and `..` without following links.
pub(super) fn absolute(path: &Path) -> PathBuf {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut plain = PathBuf::new();
    for component in whole.components() {
        match component {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    fn program(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn an_interpreter_below_a_home_directory_is_found_through_links_and_scripts() {
        let home = tempfile::tempdir().unwrap();
        let home = home.path().canonicalize().unwrap();
        let at = |name: &str| home.join(name);
        program(&at("versions/3/bin/python3.11"), "\x7fELF");
        fs::create_dir_all(at("versions/3/lib")).unwrap();
        symlink("python3.11", at("versions/3/bin/python3")).unwrap();
        fs::create_dir_all(at("venv/bin")).unwrap();
        fs::write(at("venv/pyvenv.cfg"), "").unwrap();
        symlink(at("versions/3/bin/python3"), at("venv/bin/python")).unwrap();
        program(&at("manager/shims/python3"), "#!/usr/bin/env bash\n");
        program(&at("loose/tool"), "#! /bin/sh\n");
        let path = env::join_paths([at("manager/shims"), at("loose"), "/usr/bin".into()]).unwrap();
        let found = |words: &[&str]| {
            let words: Vec<_> = words.iter().map(OsString::from).collect();
            let found = installations(&words, &path);
            found
                .iter()
                .map(|path| path.strip_prefix(&home).unwrap().display().to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(found(&[at("venv/bin/python").to_str().unwrap(), "a.py"]), ["venv", "versions/3"]);
        assert_eq!(found(&["python3", "a.py"]), ["manager"]);
        assert_eq!(found(&["env", "X=1", "python3", "a.py"]), ["manager"]);
        assert_eq!(found(&["sh", "-c", "cd x && exec python3 a.py"]), ["manager"]);
        assert_eq!(found(&["tool"]), ["loose/tool"], "a folder of scripts is not an installation");
        assert_eq!(found(&["sh", "-c", "echo"]), [""; 0], "the system is visible in any case");
    }

    #[test]
    fn a_home_directory_is_never_an_installation() {
        assert_eq!(installation(Path::new("/home/ann/bin/tool")), Path::new("/home/ann/bin/tool"));
        assert_eq!(installation(Path::new("/root/.local/bin/tool")), Path::new("/root/.local/bin/tool"));
        assert!(
            is_personal(Path::new("/home/ann"))
                && is_personal(Path::new("/tmp"))
                && is_personal(Path::new("/"))
        );
        assert!(!is_personal(Path::new("/home/ann/bots")));
    }
}
