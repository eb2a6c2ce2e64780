//! Prints one line. The benchmarks compare the running times of this program and of clowder.

fn main() {
    println!("ok");
}
