//! Prints one line. The benchmarks compare its time with clowder's.

fn main() {
    println!("ok");
}
