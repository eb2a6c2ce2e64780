//! Prints one line: what starting a process costs, for comparison.

fn main() {
    println!("ok");
}
