//! Finds a program's folders. Programs in the same folder can read each other's files.

use super::files::{Files, bars, named};
use super::installation::{absolute, is_system, lookup, parts};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::{env, fs};

impl Files {
    /// Returns the folders that are visible to a program because its command names a file or a directory. The
    /// result maps each folder to the files that the command names in it. Symbolic links are resolved, and
    /// system folders are omitted. The players built into clowder have no folder.
    pub(super) fn own_folders(
        &self,
        command: &[OsString],
        path: &OsString,
    ) -> BTreeMap<PathBuf, BTreeSet<PathBuf>> {
        if is_built_in(command, path) {
            return BTreeMap::new();
        }
        let folder = named(command, path).folder;
        let visible = folder.iter().filter(|folder| self.hidden.iter().all(|hidden| !bars(hidden, folder)));
        let real =
            visible.filter_map(|folder| folder.canonicalize().ok()).filter(|folder| !is_system(folder));
        let words: BTreeSet<_> = (0..command.len()).flat_map(|index| parts(command, index)).collect();
        real.map(|folder| {
            let files = words.iter().flat_map(|word| files_of(word, &folder)).collect();
            (folder, files)
        })
        .collect()
    }
}

/// Returns true if a command starts clowder itself.
fn is_built_in(command: &[OsString], path: &OsString) -> bool {
    let program = command.first().and_then(|program| lookup(program, path));
    let own = env::current_exe().and_then(fs::canonicalize).ok();
    own.is_some() && program.and_then(|program| program.canonicalize().ok()) == own
}

/// The file extensions of modules and classes. A command may refer to a module or class without its
/// extension.
const MODULES: [&str; 14] =
    ["class", "cjs", "clj", "jl", "js", "kts", "lua", "mjs", "php", "pl", "pm", "py", "pyc", "rb"];

/// Returns true if a word can be the name of a module or class. A number does not count as a name, because it
/// is usually an option value, as in `--depth 3`.
fn is_module(name: &OsStr) -> bool {
    name.as_encoded_bytes().first().is_some_and(|first| !first.is_ascii_digit() && *first != b'-')
}

/// Within a folder, lists the files and directories that a word of a command may refer to. The word may be a
/// path relative to the working directory or to the folder. The word may also be the name of a module or
/// class without its extension (as in `-m bots.ann`).
fn files_of(word: &str, folder: &Path) -> Vec<PathBuf> {
    let module = folder.join(word.replace('.', "/"));
    let mut found = vec![absolute(Path::new(word)), absolute(&folder.join(word)), absolute(&module)];
    if let (Some(parent), Some(name)) = (module.parent(), module.file_name().filter(|name| is_module(name))) {
        let entries = fs::read_dir(parent).into_iter().flatten().flatten().map(|entry| entry.path());
        let is_code = |path: &Path| {
            path.extension().is_some_and(|ending| MODULES.iter().any(|module| ending == *module))
        };
        found.extend(entries.filter(|path| path.file_stem() == Some(name) && is_code(path)));
    }
    let real = |path: &PathBuf| Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?));
    let targets: Vec<_> = found.iter().filter_map(|path| path.canonicalize().ok()).collect();
    let named: Vec<_> = found.iter().filter(|path| path.exists()).filter_map(real).collect();
    let is_inside = |path: &PathBuf| path.starts_with(folder) && path != folder;
    named.into_iter().chain(targets).filter(is_inside).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the files in the folder `both` that are named in a command.
    fn files(words: &[&str], home: &Path) -> Vec<String> {
        let command: Vec<_> =
            words.iter().map(|word| word.replace('@', &home.display().to_string()).into()).collect();
        let folders = Files::default().own_folders(&command, &"/usr/bin:/bin".into());
        let found = folders.get(&home.join("both")).into_iter().flatten();
        found.map(|path| path.strip_prefix(home.join("both")).unwrap().display().to_string()).collect()
    }

    #[test]
    fn a_command_names_files_directly_and_as_modules() {
        let home = tempfile::tempdir().unwrap();
        let home = home.path().canonicalize().unwrap();
        fs::create_dir_all(home.join("both/pack")).unwrap();
        for file in ["run.py", "one.py", "two.py", "A.class", "pack/ann.py"] {
            fs::write(home.join("both").join(file), "").unwrap();
        }
        // These files have the same names as option values in the commands below, apart from their extensions.
        for file in ["3.txt", "4.py", "fast.json", "easy.md"] {
            fs::write(home.join("both").join(file), "").unwrap();
        }
        let files = |words: &[&str]| files(words, &home);
        let options = ["--depth", "3", "--level=4", "fast", "--mode", "easy"];
        let with_options = [&["python3", "@/both/run.py"][..], &options].concat();
        assert_eq!(files(&with_options), ["run.py"]);
        assert_eq!(files(&["python3", "@/both/run.py", "3.txt"]), ["3.txt", "run.py"]);
        assert_eq!(files(&["python3", "@/both/run.py", "@/both/one.py"]), ["one.py", "run.py"]);
        assert_eq!(files(&["python3", "@/both/run.py", "--depth", "3"]), ["run.py"]);
        assert_eq!(files(&["env", "PYTHONPATH=@/both", "python3", "-m", "two"]), ["two.py"]);
        let package = ["env", "PYTHONPATH=@/both", "python3", "-m", "pack.ann"];
        assert_eq!(files(&package), ["pack/ann.py"]);
        assert_eq!(files(&["java", "-cp", "@/both", "A"]), ["A.class"]);
        assert_eq!(files(&["sh", "-c", "cd @/both && exec python3 one.py"]), ["one.py"]);
        assert_eq!(files(&["cat"]), [""; 0]);
        let own = env::current_exe().unwrap();
        assert_eq!(files(&[own.to_str().unwrap(), "@/both/one.py"]), [""; 0]);
    }
}
