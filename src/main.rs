//! The `clowder` binary. All of its code is in [`clowder::cli`].

fn main() -> std::process::ExitCode {
    clowder::cli::run()
}
