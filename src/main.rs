//! The `clowder` binary. All of its code is in [`clowder::cli`].

#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    clowder::cli::run()
}
