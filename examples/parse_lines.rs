//! Parses each line of standard input as a JSON string with `serde_json`, and adds up the lengths of the
//! strings. The benchmarks compare the running times of this program and of clowder.

use std::io::{BufRead as _, Error};

fn main() -> Result<(), Error> {
    let mut input = std::io::stdin().lock();
    let mut line = String::new();
    let mut bytes = 0;
    while input.read_line(&mut line)? > 0 {
        bytes += serde_json::from_str::<String>(&line)?.len();
        line.clear();
    }
    println!("{bytes}");
    Ok(())
}
