//! Tests that a bot finds no secrets, even if it looks for them everywhere.

use crate::support::withheld;
use clowder::arena::process::{Program, Sandbox};
use std::ffi::OsString;
use std::fs;
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A secret that the tests hide in many places.
const SECRET: &str = "zoo-secret-3141592653";

/// Creates a directory with two bots for a match between them.
fn arena() -> tempfile::TempDir {
    let arena = tempfile::tempdir().unwrap();
    for folder in ["thief", "victim", "elsewhere"] {
        fs::create_dir(arena.path().join(folder)).unwrap();
    }
    let zoo = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/zoo"));
    for file in ["bot.py", "deals.py", "escapes.py"] {
        for folder in ["thief", "victim"] {
            fs::copy(zoo.join(file), arena.path().join(folder).join(file)).unwrap();
        }
    }
    for file in ["victim/strategy.txt", "elsewhere/notes.txt", "victim.env"] {
        fs::write(arena.path().join(file), SECRET).unwrap();
    }
    arena
}

/// Plays the match against the thief, and returns the line that the thief writes to standard error.
fn rob(arena: &Path, sandbox: &str) -> String {
    rob_with(arena, sandbox, Command::new("sh")).0
}

/// The command for a shell that may not create namespaces. It first creates a user namespace of its own, because only
/// there can it set the limits on namespaces to 0.
fn shell_without_namespaces() -> Command {
    let script = "for kind in user pid net ipc uts cgroup mnt; do \
                      echo 0 > /proc/sys/user/max_${kind}_namespaces || exit 9; \
                  done; exec sh \"$@\"";
    let mut shell = Command::new("unshare");
    shell.args(["--user", "--map-root-user", "sh", "-c", script, "sh"]);
    shell
}

/// Like [`rob`], but starts the match with the given shell, and also returns standard error.
fn rob_with(arena: &Path, sandbox: &str, mut shell: Command) -> (String, String) {
    // The socket and the shared memory have the same names in each test, so run only one test at a time.
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let out = arena.join("out");
    let _ = fs::remove_dir_all(&out);
    let shared = format!("/dev/shm/clowder-zoo-{}", std::process::id());
    fs::write(&shared, SECRET).unwrap();
    let address = format!("clowder-zoo-{}", &SECRET[..8]);
    let socket = UnixListener::bind_addr(&SocketAddr::from_abstract_name(address).unwrap()).unwrap();
    let places: Vec<_> = ["victim/strategy.txt", "elsewhere/notes.txt", "victim.env", "out/journal.jsonl"]
        .map(|place| arena.join(place).display().to_string())
        .into();
    // The thief gets all names and paths, but not the secrets themselves.
    let thief = format!("thief=python3 -S '{}' thief", arena.join("thief/bot.py").display());
    let victim = format!("victim=python3 -S '{}' good", arena.join("victim/bot.py").display());
    let output = shell
        .args(["-c", "exec 7<\"$1\" 8>>\"$1\"; shift; exec \"$@\"", "sh"])
        .arg(arena.join("victim.env"))
        .args([
            env!("CARGO_BIN_EXE_clowder"),
            "bot",
            "match",
            "--game",
            "tictactoe",
            "--games",
            "2",
            "--seed",
            "1",
        ])
        .args([
            "--start-limit",
            "20000",
            "--move-limit",
            "5000",
            "--sandbox",
            sandbox,
            "--bot",
            &thief,
            "--bot",
            &victim,
        ])
        .args(["--env", &format!("SECRET_NAME={SECRET}"), "--env", &format!("OUT={}", out.display())])
        .args(["--env", &format!("PLACES={}", places.join(":"))])
        .arg("--out")
        .arg(&out)
        .current_dir(arena)
        .env("REFEREE_SECRET", SECRET)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    drop(socket);
    fs::remove_file(shared).unwrap();
    assert_eq!(fs::read_to_string(arena.join("victim.env")).unwrap(), SECRET, "nothing was written to it");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{errors}");
    // A thief that found something has crashed. Otherwise, both bots have played.
    assert!(!errors.contains("victim: the first fault"), "{errors}");
    // The standard error of a bot is shown only if it has failed, which this one does if it has found something.
    let found = errors
        .lines()
        .find_map(|line| Some(line.split_once("found: ")?.1.split_once("\\n")?.0.to_owned()))
        .unwrap_or_default();
    assert_eq!(errors.contains("thief: the first fault"), !found.is_empty(), "{errors}");
    (found, errors)
}

#[test]
fn a_thief_finds_nothing() {
    let arena = arena();
    let found = rob(arena.path(), "off");
    for place in
        ["environment", "file", "journal", "list of sockets", "memory", "referee", "shared memory", "socket"]
    {
        assert!(found.split(", ").any(|found| found == place), "without a sandbox, the thief finds: {found}");
    }
    assert!(!found.contains("descriptor"), "descriptors are never inherited: {found}");
    if withheld().is_empty() {
        assert_eq!(rob(arena.path(), "require"), "");
    }
}

/// What a thief can read where ordinary users may not create namespaces: Landlock and seccomp still protect the
/// contents of all files. The thief can only see which files exist, and read the command lines of other processes.
#[test]
fn a_thief_reads_no_file_without_namespaces() {
    if !withheld().is_empty() {
        return;
    }
    let arena = arena();
    let (found, errors) = rob_with(arena.path(), "auto", shell_without_namespaces());
    assert_eq!(found, "environment, journal, list of sockets, referee");
    let line = errors.lines().find(|line| line.starts_with("sandbox: ")).unwrap();
    assert!(
        line.starts_with(
            "sandbox: not complete; consequences for the program: a process that it starts can outlive the referee, "
        ),
        "{line}"
    );
    assert!(line.contains("; the reasons: new namespaces are not available ("), "{line}");
    assert!(line.contains("it can see other processes"), "{line}");
    let kept = "; promises that are kept: it sees only its own files and system files, it can write only to its \
                temporary directory, it cannot change permissions, times or attributes of files, it cannot make dangerous \
                system calls, it inherits no open files";
    assert!(line.contains(kept), "{line}");
    // The program drops the capabilities that root has in the namespace.
    let output = shell_without_namespaces()
        .args(["-c", "exec \"$0\" bot check --game tictactoe --seed 1 --format json -- sh -c \"$1\""])
        .args([env!("CARGO_BIN_EXE_clowder"), "grep Cap /proc/self/status >&2"])
        .output()
        .unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    for set in ["Prm", "Eff", "Bnd"] {
        assert!(report.contains(&format!("Cap{set}:\\t0000000000000000")), "Cap{set}: {report}");
    }
    let output = shell_without_namespaces()
        .args(["-c", "exec \"$0\" bot check --game tictactoe --sandbox require -- cat"])
        .arg(env!("CARGO_BIN_EXE_clowder"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.starts_with(
            "clowder: cannot start cat: the sandbox is not complete; consequences for the program: "
        ),
        "{errors}"
    );
}

/// A program under test cannot read the cases, even if they are in its directory.
#[test]
fn a_program_under_test_cannot_read_the_cases() {
    let home = tempfile::tempdir().unwrap();
    let (cases, program) = (home.path().join("cases.jsonl"), home.path().join("thief.py"));
    fs::write(&cases, "{\"suite\":\"isGameOver\",\"secret\":1}\n").unwrap();
    let text = "import sys\n\
                try:\n    found = open(sys.argv[1]).read()\n\
                except OSError as error:\n    found = str(error)\n\
                sys.stderr.write('found: ' + (found or 'nothing') + '\\n')";
    fs::write(&program, text).unwrap();
    let run = |sandbox: &str| {
        let mut program = Program::new(["python3", "-S"].map(OsString::from));
        program.command.extend([home.path().join("thief.py").into(), cases.clone().into()]);
        program.sandbox = if sandbox == "off" { Sandbox::Off } else { Sandbox::Require };
        program.launcher = Some(env!("CARGO_BIN_EXE_clowder").into());
        program.files.hidden.push(cases.clone());
        let mut child = program.spawn().unwrap();
        child.exit_by(Instant::now() + Duration::from_secs(20));
        child.error_tail()
    };
    assert_eq!(run("off"), "found: {\"suite\":\"isGameOver\",\"secret\":1}\n\n");
    if withheld().is_empty() {
        assert_eq!(run("require"), "found: nothing\n");
    }
}
