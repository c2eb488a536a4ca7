//! The `screen-agent` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    screen_agent_cli::main()
}
