//! The command line: which subcommands there are, and what runs each.

use clap::{Parser, Subcommand};

use crate::exit::Ending;
use crate::{
    acp, ask, audit, data_copy, doctor, domains, gate, ide, intents, keys, knowledge, logs, mcp,
    observe, profiles, read_file, replay, retention, run, runs, schedules, secrets, serve, submit,
    user, worker, workflow,
};

/// A self-hosted agent that works on what is on the screen.
///
/// Say what you want; it looks at the page, proposes one action, checks it, performs it, verifies by looking again, and
/// records it. Without a model it understands plain English commands; with one it plans.
///
/// Exit codes: 0 done · 1 failed · 2 needs the user · 3 not whole · 64 usage. What they mean for a subcommand its
/// --help says.
#[derive(Parser)]
#[command(name = "screen-agent", version, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "Examples:
  screen-agent run 'Search for \"rust\" and open the second result' --url https://example.org
  screen-agent ask 'What changed?' --url https://example.org --model gpt-4o-mini
  screen-agent observe --url https://example.org        what a model would read of a page
  screen-agent user add me@example.org                  then: screen-agent serve
  screen-agent doctor                                   what is missing on this machine";

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Do something on a page, in a browser of our own.
    Run(run::Args),
    /// Ask about pages and files; the answer says where its facts come from.
    Ask(ask::Args),
    /// Show what a model would read of a page, with its cost.
    Observe(observe::Args),
    /// Serve clients: the browser extension, and the console at /.
    Serve(serve::Args),
    /// Have a worker of a server do something on a page.
    Submit(submit::Args),
    /// List, show, cancel, answer and repeat runs of a server's workers.
    Runs(runs::Args),
    /// Have runs of a server's workers begun by the clock.
    Schedules(schedules::Args),
    /// List and remove what runs of workers stay signed in with.
    Profiles(profiles::Args),
    /// Keep secrets that runs of workers enter and nobody reads.
    Secrets(secrets::Args),
    /// Show what a run of a worker did, step by step.
    Logs(logs::Args),
    /// Take runs from a server and do them, each in a browser of its own.
    Worker(worker::Args),
    /// Give clients of the Model Context Protocol the tools of a browser of ours.
    Mcp(mcp::Args),
    /// Be the agent of an editor, by the Agent Client Protocol.
    Acp(acp::Args),
    /// Try a policy: print the gate's decision and reason for each case of a file.
    Gate(gate::Args),
    /// Decide again what was recorded, and compare: turns of tasks, or a conversation of questions.
    Replay(replay::Args),
    Workflow(workflow::Args),
    /// Say what is missing on this machine.
    Doctor(doctor::Args),
    /// Manage the people who may sign in.
    User(user::Args),
    /// Check, export and re-key the audit log.
    Audit(audit::Args),
    /// Delete what has grown old, or say what would go.
    Retention(retention::Args),
    /// Copy what is stored into another database.
    Data(data_copy::Args),
    /// Manage the domains that an organisation's knowledge is about.
    Domains(domains::Args),
    /// Manage what an organisation knows about its sites.
    Knowledge(knowledge::Args),
    Ide(ide::Args),
    /// Manage the keywords that requests of IDEs name.
    Intents(intents::Args),
    /// Manage keys that applications may show in public, for what IDEs ask.
    Keys(keys::Args),
    /// Read a file from standard input; for the server's own use.
    #[command(hide = true)]
    ReadFile(read_file::Args),
}

impl Command {
    /// Runs it to its end.
    pub(crate) async fn run(self) -> anyhow::Result<Ending> {
        match self {
            Self::Run(args) => run::run(args).await,
            Self::Ask(args) => ask::run(args).await,
            Self::Observe(args) => observe::run(args).await,
            Self::Serve(args) => serve::run(args).await,
            Self::Submit(args) => submit::run(args).await,
            Self::Runs(args) => runs::run(args).await,
            Self::Schedules(args) => schedules::run(args).await,
            Self::Profiles(args) => profiles::run(args).await,
            Self::Secrets(args) => secrets::run(args).await,
            Self::Logs(args) => logs::run(args).await,
            Self::Worker(args) => worker::run(args).await,
            Self::Domains(args) => domains::run(args).await,
            Self::Knowledge(args) => knowledge::run(args).await,
            Self::Ide(args) => ide::run(args).await,
            Self::Intents(args) => intents::run(args).await,
            Self::Keys(args) => keys::run(args).await,
            Self::ReadFile(_) => Ok(Ending::Failed),
            Self::Mcp(args) => mcp::run(args).await,
            Self::Acp(args) => acp::run(args).await,
            Self::Gate(args) => gate::run(&args),
            Self::Replay(args) => replay::run(&args).await,
            Self::Workflow(args) => workflow::run(args).await,
            Self::Doctor(args) => doctor::run(&args).await,
            Self::User(args) => user::run(args).await,
            Self::Retention(args) => retention::run(args).await,
            Self::Data(args) => data_copy::run(args).await,
            Self::Audit(args) => audit::run(args).await,
        }
    }
}
