//! The `clowder` binary. All of its code is in [`clowder::cli`].

#[cfg(own_math)]
#[expect(unsafe_code, reason = "the linker finds these functions by their names")]
mod math;

fn main() -> std::process::ExitCode {
    clowder::cli::run()
}
