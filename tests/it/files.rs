//! Tests files that the program writes in one piece: an existing file is replaced only if that is safe.
#![cfg(unix)]

use crate::support::{clowder, in_shell};
use std::fs::{self, Permissions};
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;
use tempfile::{TempDir, tempdir};

/// Commands for each way in which the program writes files: text, picture, report, table and page.
const WRITERS: [&str; 6] = [
    "clowder kinds -o",
    "clowder render draw A6 --to svg -o",
    "clowder render draw A6 --to html -o",
    "clowder generate board --seed 1 -o",
    "clowder diff --dir a b --html",
    "clowder grade cases.jsonl --self --report junit=",
];

/// Creates a directory with the inputs of [`WRITERS`].
fn directory() -> TempDir {
    let directory = tempdir().unwrap();
    let line = "mkdir a b; echo A6 > a/x; echo B6 > b/x; \
                clowder generate cases --suite isBoardStringWellFormed --count 2 --seed 1 > cases.jsonl";
    in_shell(line, directory.path());
    directory
}

/// Runs a command of [`WRITERS`] that writes to `path`, and returns its exit status and its standard output.
fn write(writer: &str, path: &str, directory: &Path) -> (i32, Vec<u8>) {
    let separator = if writer.ends_with('=') { "" } else { " " };
    let output = in_shell(&format!("{writer}{separator}{path}"), directory);
    let status = output.status.code().unwrap();
    assert!(status < 2, "{writer} {path}: {}", String::from_utf8_lossy(&output.stderr));
    (status, output.stdout)
}

/// What a command writes to a new file.
fn expected(writer: &str, directory: &Path) -> Vec<u8> {
    write(writer, "new", directory);
    let contents = fs::read(directory.join("new")).unwrap();
    fs::remove_file(directory.join("new")).unwrap();
    assert!(!contents.is_empty(), "{writer}");
    contents
}

fn names(directory: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_link_is_followed_and_the_mode_is_kept() {
    let directory = directory();
    let at = |name: &str| directory.path().join(name);
    for writer in WRITERS {
        let expected = expected(writer, directory.path());
        fs::write(at("secret"), "old").unwrap();
        fs::set_permissions(at("secret"), Permissions::from_mode(0o600)).unwrap();
        symlink("secret", at("link")).unwrap();
        symlink("link", at("link-to-link")).unwrap();
        write(writer, "link-to-link", directory.path());
        assert_eq!(fs::read(at("secret")).unwrap(), expected, "{writer}");
        assert_eq!(at("secret").metadata().unwrap().mode() & 0o777, 0o600, "{writer}");
        assert_eq!(fs::read_link(at("link")).unwrap(), Path::new("secret"), "{writer}");
        // The target of a link need not exist.
        fs::remove_file(at("secret")).unwrap();
        write(writer, "link", directory.path());
        assert_eq!(fs::read(at("secret")).unwrap(), expected, "{writer}");
        for name in ["secret", "link", "link-to-link"] {
            fs::remove_file(at(name)).unwrap();
        }
        assert_eq!(names(directory.path()), ["a", "b", "cases.jsonl"], "{writer}: a file was left");
    }
}

#[test]
fn a_pipe_gets_the_text() {
    let directory = directory();
    for writer in WRITERS {
        let expected = expected(writer, directory.path());
        let separator = if writer.ends_with('=') { "" } else { " " };
        let line =
            format!("mkfifo p; cat p > got & {writer}{separator}p > out; wait; test -p p; rm p; cat got");
        assert_eq!(in_shell(&line, directory.path()).stdout, expected, "{writer}");
        // The shell replaces `>(…)` with the name of a pipe.
        let line = format!(
            "{writer}{separator}>(cat > got2; touch done) > out; until [ -e done ]; do sleep 0.01; done; rm done; cat got2"
        );
        assert_eq!(in_shell(&line, directory.path()).stdout, expected, "{writer}");
    }
}

#[test]
fn a_dash_and_the_name_of_standard_output_mean_standard_output() {
    let directory = directory();
    for writer in WRITERS {
        let expected = expected(writer, directory.path());
        // A report on standard output has no name.
        let names_file = !writer.contains("report") && !writer.contains("--dir");
        for name in if names_file { &["-", "/dev/stdout"][..] } else { &["/dev/stdout"] } {
            let (_, out) = write(writer, name, directory.path());
            assert!(out.ends_with(&expected) || out.starts_with(&expected), "{writer} {name}");
        }
        assert!(!directory.path().join("-").exists(), "{writer}");
    }
    // The shell has opened the file, so its contents are kept, and it is not replaced.
    let line = "echo first > log; clowder canon draw B3A3 -o /dev/stdout >> log; cat log";
    assert_eq!(in_shell(line, directory.path()).stdout, b"first\nA3B3\n");
}

#[test]
fn a_file_that_cannot_be_completed_stays_as_it_was() {
    let directory = directory();
    let at = |name: &str| directory.path().join(name);
    fs::write(at("kept"), "old").unwrap();
    // The string is wrong, so there is nothing to write.
    let output = clowder().args(["canon", "draw", "A7", "-o"]).arg(at("kept")).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fs::read(at("kept")).unwrap(), b"old");
    fs::set_permissions(at("kept"), Permissions::from_mode(0o444)).unwrap();
    let output = clowder().args(["kinds", "-o"]).arg(at("kept")).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(message.contains("the file is read-only"), "{message}");
    assert_eq!(fs::read(at("kept")).unwrap(), b"old");
    assert_eq!(names(directory.path()), ["a", "b", "cases.jsonl", "kept"]);
}

/// Whether the tests may make devices and mount file systems (only root may).
fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n")
}

#[test]
fn a_device_is_written_and_a_full_one_is_reported() {
    let directory = directory();
    // The devices have the numbers of `/dev/null` and `/dev/full`.
    let made = in_shell("mknod null c 1 3 && mknod full c 1 7", directory.path());
    if !is_root() || !made.status.success() || fs::write(directory.path().join("null"), "").is_err() {
        eprintln!("skipped: this test needs root, and a file system with devices");
        return;
    }
    for writer in WRITERS {
        write(writer, "null", directory.path());
        let separator = if writer.ends_with('=') { "" } else { " " };
        let output = in_shell(&format!("{writer}{separator}full"), directory.path());
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{writer}: {message}");
        assert!(message.contains("No space left on device"), "{writer}: {message}");
        for name in ["null", "full"] {
            let is_device = directory.path().join(name).metadata().unwrap().file_type().is_char_device();
            assert!(is_device, "{writer} has replaced {name}");
        }
    }
}

#[test]
fn on_a_full_disk_the_old_file_stays() {
    let directory = directory();
    if !is_root() {
        eprintln!("skipped: this test needs root");
        return;
    }
    // Only the shell and its children see this file system, which ends with them.
    let line = "mkdir disk; unshare -m bash -c '\
        mount -t tmpfs -o size=16k tmpfs disk || exit 9; echo old > disk/file; \
        head -c 12000 /dev/zero > disk/rest; clowder codes -o disk/file; echo $?; cat disk/file; ls -A disk'";
    let output = in_shell(line, directory.path());
    let shown = String::from_utf8(output.stdout).unwrap();
    if output.status.code() == Some(9) {
        eprintln!("skipped: no file system can be mounted");
        return;
    }
    assert_eq!(shown, "2\nold\nfile\nrest\n", "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_owner_is_kept() {
    let directory = directory();
    if !is_root() {
        eprintln!("skipped: this test needs root");
        return;
    }
    let at = |name: &str| directory.path().join(name);
    for writer in WRITERS {
        fs::write(at("file"), "old").unwrap();
        std::os::unix::fs::chown(at("file"), Some(65_534), Some(65_534)).unwrap();
        write(writer, "file", directory.path());
        let new = at("file").metadata().unwrap();
        assert_eq!((new.uid(), new.gid()), (65_534, 65_534), "{writer}");
        assert_ne!(fs::read(at("file")).unwrap(), b"old", "{writer}");
        fs::remove_file(at("file")).unwrap();
    }
}
