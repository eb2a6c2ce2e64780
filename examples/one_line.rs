//! Prints one line. The benchmarks compare the time of this program with the time of clowder.

fn main() {
    println!("ok");
}
