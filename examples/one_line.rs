//! Prints one line, to measure the time of starting a process for comparison.

fn main() {
    println!("ok");
}
