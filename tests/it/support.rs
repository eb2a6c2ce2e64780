//! Functions that several test files share, to run the program and to compare snapshots.

use assert_cmd::Command;
use clowder::games::GameName;
use clowder::render::{Glyphs, Look, Scene, ansi};
use std::cell::RefCell;
use std::io::Write as _;
use std::path::Path;
use std::process::{Output, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A command that runs the program without the environment variables that affect its colours or width.
pub(crate) fn clowder() -> Command {
    let mut command = Command::cargo_bin("clowder").unwrap();
    for name in ["NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM", "COLUMNS"] {
        command.env_remove(name);
    }
    command
}

/// Runs the program. Returns the exit status, standard output and standard error.
pub(crate) fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = clowder().args(arguments).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Runs command lines in a shell that finds the program on its path. The shell exits with the status of the last
/// command. In a pipe, the failure of any program counts.
pub(crate) fn in_shell(line: &str, directory: &Path) -> Output {
    let program = assert_cmd::cargo::cargo_bin("clowder");
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut shell = std::process::Command::new("bash");
    shell.args(["-o", "pipefail", "-c", line]).current_dir(directory).env("PATH", path);
    for name in ["NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        shell.env_remove(name);
    }
    shell.stdin(Stdio::null()).output().unwrap()
}

/// A code block in a Markdown document.
pub(crate) struct Block<'a> {
    /// Language of the block (such as `sh`), or an empty string.
    pub(crate) language: &'a str,
    pub(crate) text: &'a str,
}

/// Finds the code blocks in a Markdown document, in order.
pub(crate) fn blocks(document: &str) -> impl Iterator<Item = Block<'_>> {
    // The pieces are alternately outside and inside a block.
    document.split("\n```").skip(1).step_by(2).map(|piece| {
        let (language, text) = piece.split_once('\n').unwrap();
        Block { language, text }
    })
}

/// Runs the command in the first line of a block, and compares its standard output with the other lines, where `   …`
/// stands for left-out lines. Returns the exit status of the command.
pub(crate) fn run_example(block: &Block<'_>, directory: &Path) -> Option<i32> {
    let (line, expected) = block.text.split_once('\n').unwrap();
    let line = line.strip_prefix("$ ").unwrap();
    let output = in_shell(line, directory);
    // A CSV table has Windows line breaks, which a reader does not see.
    let found = String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n");
    let mut rest = found.trim_end();
    for (index, part) in expected.split("   …\n").enumerate() {
        let part = part.trim_end();
        let at = if index == 0 { rest.starts_with(part).then_some(0) } else { rest.find(part) };
        let at = at.unwrap_or_else(|| panic!("`{line}` does not print\n{part}\nbut\n{found}"));
        rest = &rest[at + part.len()..];
    }
    assert_eq!(rest, "", "the example of `{line}` does not show the last lines");
    output.status.code()
}

/// Runs all jobs, at most `at_once` at a time.
pub(crate) fn in_parallel<T: Sync>(at_once: usize, jobs: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(job);
                }
            });
        }
    });
}

/// The search path, with the directory of the Python interpreter first. Otherwise, a version manager may put a much
/// slower script before it.
pub(crate) fn path() -> &'static str {
    static PATH: OnceLock<String> = OnceLock::new();
    PATH.get_or_init(|| {
        let python = ["-S", "-c", "import os, sys; print(os.path.dirname(sys.executable), end='')"];
        let found = std::process::Command::new("python3").args(python).output().unwrap().stdout;
        format!("{}:{}", String::from_utf8(found).unwrap(), std::env::var("PATH").unwrap())
    })
}

/// The names of all games within a sentence, as in `one, two or three`.
pub(crate) fn any_game() -> String {
    let names = GameName::ALL.map(GameName::name).join(", ");
    match names.rsplit_once(", ") {
        Some((others, last)) => format!("{others} or {last}"),
        None => names,
    }
}

/// Compares a text with its namesake in `snapshots/`.
pub(crate) fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// Compares a picture in every mode with its snapshot: in colour (with `␛` for the escape character), in Unicode and
/// in ASCII, wide and narrow.
pub(crate) fn picture(name: &str, draw: impl Fn(&Look) -> Scene) {
    let mut text = String::new();
    for (mode, look) in [
        ("unicode, 80 columns", Look { glyphs: Glyphs::Unicode, width: 80 }),
        ("ascii, 80 columns", Look { glyphs: Glyphs::Ascii, width: 80 }),
        ("unicode, 36 columns", Look { glyphs: Glyphs::Unicode, width: 36 }),
    ] {
        let scene = draw(&look);
        let plain = scene.text();
        assert!(look.glyphs != Glyphs::Ascii || plain.is_ascii(), "{name}: {plain}");
        text.push_str(&format!("--- {mode}\n{plain}"));
    }
    text.push_str(&format!("--- painted\n{}", ansi(&draw(&Look::PIPE)).replace('\x1b', "␛")));
    snapshot(name, &text);
}

/// Lists the parts of the sandbox that a process like this one cannot use on this kernel, in the order of `Level`.
///
/// Each part is tried with `unshare` and Python, not with the code under test. A missing part is reported once on
/// standard error, which the test harness does not capture. Tests that need it can only check that its absence is
/// reported.
pub(crate) fn withheld() -> &'static [&'static str] {
    static WITHHELD: OnceLock<Vec<&'static str>> = OnceLock::new();
    WITHHELD.get_or_init(|| {
        const LANDLOCK: &str = "import ctypes; exit(ctypes.CDLL(None).syscall(444, None, 0, 1) < 1)";
        const SECCOMP: &str = "import ctypes, struct
libc = ctypes.CDLL(None, use_errno=True)
allow = ctypes.create_string_buffer(struct.pack('HBBI', 6, 0, 0, 0x7fff0000))
program = ctypes.create_string_buffer(struct.pack('HxxxxxxQ', 1, ctypes.addressof(allow)))
exit(libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, ctypes.c_void_p(ctypes.addressof(program))))";
        let works = |command: &[&str]| {
            let output = std::process::Command::new(command[0]).args(&command[1..]).output();
            output.unwrap_or_else(|error| panic!("{}: {error}", command[0])).status.success()
        };
        // Root needs no user namespace. Otherwise, run the command in a new one.
        let unshared = |command: &[&str]| {
            let unshare = ["unshare", "--pid", "--mount", "--ipc", "--net", "--fork"];
            works(&[&unshare[..], command].concat())
                || works(&[&unshare[..], &["--map-root-user"], command].concat())
        };
        let mounts = "mount -t proc proc /proc && mount -t tmpfs shm /dev/shm";
        let sessions = std::fs::read_to_string("/proc/sys/kernel/sched_autogroup_enabled");
        let parts = [
            ("sessions", sessions.is_ok_and(|enabled| enabled.trim() == "1")),
            ("namespaces", unshared(&["true"])),
            ("own /proc", unshared(&["sh", "-c", mounts])),
            ("Landlock", works(&["python3", "-c", LANDLOCK])),
            ("seccomp", works(&["python3", "-c", SECCOMP])),
        ];
        let withheld: Vec<_> =
            parts.into_iter().filter(|(_, offered)| !offered).map(|(part, _)| part).collect();
        for part in &withheld {
            let line = format!(
                "\n*** WITHHELD: this kernel does not provide {part}, so the sandbox is tested only in part ***\n"
            );
            std::io::stderr().write_all(line.as_bytes()).unwrap();
        }
        withheld
    })
}

/// The recorded runs of the program: arguments, input, exit status and output.
#[derive(Default)]
pub(crate) struct Transcript(RefCell<String>);

impl Transcript {
    /// Runs the program and records it. Returns the exit status, standard output and standard error.
    pub(crate) fn run(&self, arguments: &[&str], input: &str) -> (i32, String, String) {
        let (status, out, err) = run(arguments, input);
        let mut text = self.0.borrow_mut();
        *text += "$ clowder";
        for argument in arguments {
            let plain = |byte: u8| byte.is_ascii_graphic() && !b"'\"[]{}\\".contains(&byte);
            *text += &if !argument.is_empty() && argument.bytes().all(plain) {
                format!(" {argument}")
            } else if argument.contains(|letter: char| letter == '\'' || letter.is_control()) {
                format!(" $'{}'", argument.escape_debug())
            } else {
                format!(" '{argument}'")
            };
        }
        text.push('\n');
        for (mark, stream) in [("0<", input), ("1>", &out), ("2>", &err)] {
            for line in stream.split_inclusive('\n') {
                let (line, end) =
                    line.strip_suffix('\n').map_or((line, " (no line break)"), |line| (line, ""));
                *text += &format!("{mark} {line}{end}\n");
            }
        }
        *text += &format!("exit status {status}\n\n");
        (status, out, err)
    }

    /// Compares all recorded runs with the snapshot of this name.
    pub(crate) fn check(self, name: &str) {
        snapshot(name, &self.0.into_inner());
    }
}
