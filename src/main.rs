//! The `clowder` binary: everything is in [`clowder::cli`].

fn main() -> std::process::ExitCode {
    clowder::cli::run()
}
