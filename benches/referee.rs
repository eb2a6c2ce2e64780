//! Measures the overhead of the referee, compared with loops that only write and read: `cargo bench --bench referee`.
//!
//! All measurements are made in one run. Each result is the median of many rounds, and the rounds of different
//! measurements alternate, because the kernel's placement of three processes on two cores changes the times by more
//! than the measured differences. These things are measured:
//!
//! - Bare ping-pong: a line to `cat` and back, with one child process and with two.
//! - The time from the start of `cat` to its first answer: for a bare child process, for a program without a sandbox,
//!   and for a program in the sandbox. After the first answer, the time for one line to `cat` and back, without a
//!   sandbox and in the sandbox.
//! - The time that the referee adds to a message: the same ping-pong with the child processes and the deadlines of the
//!   referee.
//! - A bare loop that writes the lines of a game to two bots and reads their answers without parsing them.
//! - The referee with the same bots: `benches/bot.js` if Node.js is installed, otherwise `clowder bot play first`. The
//!   referee is measured in the mode for one game at a time, in which it polls for answers before it sleeps, and in the
//!   mode for several games at a time, in which it sleeps immediately.

#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout, reason = "a measurement")]

use clowder::arboretum::Arboretum;
use clowder::arena::process::{self, Program, Sandbox};
use clowder::arena::referee::{Contender, Log, Rules, Setting, Timing, Waiting, play_from};
use clowder::games::{Game as _, GameJson};
use clowder::tictactoe::TicTacToe;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

const ROUNDS: usize = 77;
/// How many pairs of processes play. There are several, because the kernel often leaves a process on the core where
/// it was started.
const PAIRS: usize = 7;

/// A child process with blocking pipes, without limits or supervision.
struct Bare {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    line: String,
}

impl Bare {
    fn start(command: &[String]) -> Self {
        let mut start = Command::new(&command[0]);
        start.args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = start.spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output, line: String::new() }
    }

    fn write(&mut self, line: &str) {
        self.input.write_all(line.as_bytes()).unwrap();
    }

    fn read(&mut self) {
        self.line.clear();
        assert!(self.output.read_line(&mut self.line).unwrap() > 0);
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// The median of the times, in microseconds.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    micros(times[times.len() / 2])
}

/// Does the same work `count` times, and returns the average time.
fn time(count: u32, mut work: impl FnMut()) -> Duration {
    let start = Instant::now();
    for _ in 0..count {
        work();
    }
    start.elapsed() / count
}

fn program(command: &[String]) -> Program {
    let mut program = Program::new(command);
    // The program gets the same priority as the bare child processes.
    program.limits.nice = 0;
    program.launcher = Some(env!("CARGO_BIN_EXE_clowder").into());
    program
}

fn program_in(sandbox: Sandbox) -> Program {
    let mut program = program(&["cat".to_owned()]);
    program.sandbox = sandbox;
    program
}

/// Sends a line to a child process and waits for the answer.
fn exchange(child: &mut process::Child, line: &str) {
    child.send(line.as_bytes()).unwrap();
    let now = Instant::now();
    while child.next_line().is_none() {
        child.poll_briefly(now + Duration::from_micros(100), now + Duration::from_secs(1));
    }
}

/// Measures what the sandbox costs per start and per message.
fn sandbox() {
    let kinds = [Sandbox::Off, Sandbox::Require];
    let (mut bare, mut starts, mut messages) =
        (Vec::new(), [const { Vec::new() }; 2], [const { Vec::new() }; 2]);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let mut child = Bare::start(&["cat".to_owned()]);
        child.write("x\n");
        child.read();
        bare.push(start.elapsed());
        for (kind, sandbox) in kinds.into_iter().enumerate() {
            let start = Instant::now();
            let mut child = program_in(sandbox).spawn().unwrap();
            exchange(&mut child, "x\n");
            starts[kind].push(start.elapsed());
            messages[kind].push(time(500, || exchange(&mut child, "x\n")));
        }
    }
    let ([off, on], [off_each, on_each]) = (starts.map(median), messages.map(median));
    println!(
        "start of cat: bare {:.2} ms, without a sandbox {:.2} ms, in the sandbox {:.2} ms",
        median(bare) / 1e3,
        off / 1e3,
        on / 1e3
    );
    println!("one line to cat and back: without a sandbox {off_each:.1} us, in the sandbox {on_each:.1} us");
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// Sends a line of typical length to one or two child processes and back, first through bare pipes, then through the
/// functions of the referee.
fn ping_pong() {
    let cat = ["cat".to_owned()];
    let line = format!("{{\"move\":0,\"messageID\":\"{}\"}}\n", "0".repeat(36));
    let mut times = [const { Vec::new() }; 4];
    for _ in 0..PAIRS {
        let mut bare = [Bare::start(&cat), Bare::start(&cat)];
        let mut ours = [program(&cat).spawn().unwrap(), program(&cat).spawn().unwrap()];
        for count in (0..ROUNDS / PAIRS).flat_map(|_| [1, 2]) {
            let (bare, ours) = (&mut bare[..count], &mut ours[..count]);
            times[count - 1].push(time(500, || {
                for child in bare.iter_mut() {
                    child.write(&line);
                }
                bare.iter_mut().for_each(Bare::read);
            }));
            times[count + 1].push(time(500, || {
                for child in ours.iter_mut() {
                    child.send(line.as_bytes()).unwrap();
                }
                let now = Instant::now();
                for child in ours.iter_mut() {
                    while child.next_line().is_none() {
                        child.poll_briefly(now + Duration::from_micros(100), now + Duration::from_secs(1));
                    }
                }
            }));
        }
    }
    let [one, two, our_one, our_two] = times.map(median);
    println!("ping-pong, one child:    bare {one:6.1} us, with deadlines {our_one:6.1} us");
    println!("ping-pong, two children: bare {two:6.1} us, with deadlines {our_two:6.1} us");
}

/// The lines of a game with their receivers, in the order they were sent, from the log of the referee.
fn lines_of<G: GameJson>(contenders: &mut [Contender; 2], setting: Setting<'_>) -> Vec<(usize, String)> {
    let mut log = Log::of(G::NAME, 1, Timing::Omitted);
    let [a, b] = contenders;
    play_from::<G>(&setting.deal::<G>(), [a, b], &Rules::default(), setting, &mut log);
    let sent = log.text().lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    sent.filter(|line| line["dir"] == "in")
        .map(|line| (usize::from(line["bot"] == "B"), format!("{}\n", line["line"].as_str().unwrap())))
        .collect()
}

/// Writes the lines of a game in the same order as the referee, and reads the answers. In a turn, both lines are
/// written before the answers are read.
fn bare_game(bare: &mut [Bare; 2], lines: &[(usize, String)]) {
    let turns = 2..lines.len() - 2;
    let mut at = 0;
    while at < lines.len() {
        let count = if turns.contains(&at) { 2 } else { 1 };
        for (seat, line) in &lines[at..at + count] {
            bare[*seat].write(line);
        }
        for (seat, _) in &lines[at..at + count] {
            bare[*seat].read();
        }
        at += count;
    }
}

fn games<G: GameJson>(bot: &[String], count: u32) {
    let setting = Setting::new(1, "Round 1", 1, 0);
    let (mut times, mut messages) = ([const { Vec::new() }; 3], 0);
    for _ in 0..PAIRS {
        let mut bare = [Bare::start(bot), Bare::start(bot)];
        let mut contenders = ["A", "B"].map(|name| Contender::new(name, program(bot).spawn().unwrap()));
        let lines = lines_of::<G>(&mut contenders, setting);
        messages = lines.len();
        for _ in 0..ROUNDS / PAIRS {
            times[0].push(time(count, || bare_game(&mut bare, &lines)));
            for (times, waiting) in times[1..].iter_mut().zip([Waiting::BusyPoll, Waiting::Sleep]) {
                let mut rules = Rules::default();
                rules.waiting = waiting;
                let took = time(count, || {
                    let [a, b] = &mut contenders;
                    let finished =
                        play_from::<G>(&setting.deal::<G>(), [a, b], &rules, setting, &mut Log::none());
                    let faults = finished.faults.iter().map(clowder::arena::faults::Faults::total);
                    assert_eq!(faults.sum::<u32>(), 0);
                });
                times.push(took);
            }
        }
    }
    let [bare, ours @ ..] = times.map(median);
    println!("{:<9} {messages:>3} messages: bare loop  {:7.3} ms per game", G::NAME, bare / 1000.0);
    for (how, ours) in ["polling", "sleeping"].into_iter().zip(ours) {
        println!(
            "  referee, {how:<8}          {:7.3} ms per game ({:+.1} %), {:+.1} us per message",
            ours / 1000.0,
            (ours / bare - 1.0) * 100.0,
            (ours - bare) / messages as f64,
        );
    }
}

fn main() {
    sandbox();
    ping_pong();
    let clowder = env!("CARGO_BIN_EXE_clowder");
    let node = Command::new("node").arg("--version").output().is_ok_and(|output| output.status.success());
    for game in [TicTacToe::NAME, Arboretum::NAME] {
        let words: Vec<&str> = if node {
            vec!["node", concat!(env!("CARGO_MANIFEST_DIR"), "/benches/bot.js")]
        } else {
            vec![clowder, "bot", "play", "first", "--game", game]
        };
        let bot: Vec<_> = words.into_iter().map(str::to_owned).collect();
        match game {
            Arboretum::NAME => games::<Arboretum>(&bot, 10),
            _ => games::<TicTacToe>(&bot, 100),
        }
    }
}
