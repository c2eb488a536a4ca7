//! The `screen-agent` command.

use std::process::ExitCode;

/// Gives freed memory back. glibc's own raises, at the first large block that is freed, the size from
/// which blocks are given back, and keeps hundreds of MiB after a burst of sign-ins.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    screen_agent_cli::main()
}
