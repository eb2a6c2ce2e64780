//! Links the program at a fixed address on Linux: the five thousand relocations of a position-independent one are paid
//! at every start, and a single validation costs little else (`benches/startup.py`).

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo::rustc-link-arg-bin=clowder=-no-pie");
    }
}
