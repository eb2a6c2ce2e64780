//! The `clowder` binary. All of its code is in [`clowder::cli`].

#[cfg(all(target_arch = "x86_64", any(target_env = "musl", test)))]
mod copy;

#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    clowder::cli::run()
}
