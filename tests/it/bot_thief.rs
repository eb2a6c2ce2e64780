//! A bot that looks for secrets everywhere comes back with nothing.

use crate::support::withheld;
use clowder::arena::process::{Program, Sandbox};
use std::ffi::OsString;
use std::fs;
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A secret that is hidden in many places.
const SECRET: &str = "zoo-secret-3141592653";

/// A directory with two bots, in which a match between them takes place.
fn arena() -> tempfile::TempDir {
    let arena = tempfile::tempdir().unwrap();
    for folder in ["thief", "victim", "elsewhere"] {
        fs::create_dir(arena.path().join(folder)).unwrap();
    }
    let zoo = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/zoo"));
    for file in ["bot.py", "escapes.py"] {
        for folder in ["thief", "victim"] {
            fs::copy(zoo.join(file), arena.path().join(folder).join(file)).unwrap();
        }
    }
    for file in ["victim/strategy.txt", "elsewhere/notes.txt", "victim.env"] {
        fs::write(arena.path().join(file), SECRET).unwrap();
    }
    arena
}

/// Plays a match against the thief. Returns the line that the thief writes to standard error.
fn rob(arena: &Path, sandbox: &str) -> String {
    let out = arena.join("out");
    let _ = fs::remove_dir_all(&out);
    let shared = format!("/dev/shm/clowder-zoo-{}", std::process::id());
    fs::write(&shared, SECRET).unwrap();
    let address = format!("clowder-zoo-{}", &SECRET[..8]);
    let socket = UnixListener::bind_addr(&SocketAddr::from_abstract_name(address).unwrap()).unwrap();
    let places: Vec<_> = ["victim/strategy.txt", "elsewhere/notes.txt", "victim.env", "out/journal.jsonl"]
        .map(|place| arena.join(place).display().to_string())
        .into();
    // The thief gets all names and paths. Only the secrets themselves are kept from it.
    let thief = format!("thief=python3 -S '{}' thief", arena.join("thief/bot.py").display());
    let victim = format!("victim=python3 -S '{}' good", arena.join("victim/bot.py").display());
    let output = Command::new("sh")
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
    // Standard error of a bot is shown only if the bot has failed. This one fails if it has found something.
    errors
        .lines()
        .find_map(|line| Some(line.split_once("found: ")?.1.split_once("\\n")?.0.to_owned()))
        .unwrap_or_default()
}

#[test]
fn a_thief_comes_back_with_nothing() {
    let arena = arena();
    let found = rob(arena.path(), "off");
    for place in
        ["environment", "file", "journal", "list of sockets", "memory", "referee", "shared memory", "socket"]
    {
        assert!(found.split(", ").any(|found| found == place), "without a sandbox, it finds: {found}");
    }
    assert!(!found.contains("descriptor"), "descriptors are never inherited: {found}");
    if withheld().is_empty() {
        assert_eq!(rob(arena.path(), "require"), "");
    }
}

/// Checks that a program under test cannot read the cases, even if they are in its own folder.
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
