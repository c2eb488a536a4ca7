//! The command line.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};

use crate::config::{RealtimeMode, Settings};
use crate::{ask, audit, doctor, domains, gate, observe, read_file, replay, run, serve, user};

/// A self-hosted agent that works on what is on the screen.
///
/// Say what you want; it looks at the page, proposes one action, checks it, performs it, verifies by looking again, and
/// records it. Without a model it understands plain English commands; with one it plans.
///
/// Exit codes: 0 done and verified · 1 failed · 2 needs the user · 64 usage.
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
    /// Try a policy: print the gate's decision and reason for each case of a file.
    Gate(gate::Args),
    /// Decide again what was recorded, and compare: turns of tasks, or a conversation of questions.
    Replay(replay::Args),
    /// Say what is missing on this machine.
    Doctor(doctor::Args),
    /// Manage the people who may sign in.
    User(user::Args),
    /// Check, export and re-key the audit log.
    Audit(audit::Args),
    /// Manage the domains that an organisation's knowledge is about.
    Domains(domains::Args),
    /// Read a file from standard input; for the server's own use.
    #[command(hide = true)]
    ReadFile(read_file::Args),
}

/// Which browser to use.
#[derive(ClapArgs, Clone, Debug, Default)]
pub(crate) struct BrowserArgs {
    /// Use a browser that is running already, e.g. http://127.0.0.1:9222 or ws://…
    #[arg(long, value_name = "ENDPOINT")]
    pub(crate) cdp: Option<String>,
    /// The browser to start [default: the first of chromium, google-chrome … on PATH]
    #[arg(long, env = "SCREEN_AGENT_BROWSER", value_name = "FILE")]
    pub(crate) browser: Option<PathBuf>,
    /// Show the browser's window.
    #[arg(long)]
    pub(crate) headed: bool,
    /// Start it without its sandbox, where it has none: in most containers
    /// [env: SCREEN_AGENT_BROWSER_SANDBOX=off]
    #[arg(long)]
    pub(crate) no_browser_sandbox: bool,
    /// Size of the window.
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = window)]
    pub(crate) window: (u32, u32),
}

impl BrowserArgs {
    /// The same, by these settings besides.
    pub(crate) fn under(&self, settings: &Settings) -> Self {
        Self {
            no_browser_sandbox: self.no_browser_sandbox || !settings.browser_sandbox,
            ..self.clone()
        }
    }
}

/// Only what a person could open without reaching into the machine.
pub(crate) fn address(text: &str) -> Result<String, String> {
    let url = url::Url::parse(text).map_err(|error| format!("no address: {error}"))?;
    match url.scheme() {
        "http" | "https" => Ok(text.to_owned()),
        _ => Err("only http and https addresses can be opened".into()),
    }
}

fn window(text: &str) -> Result<(u32, u32), String> {
    let read = |side: &str| {
        side.parse::<u32>()
            .ok()
            .filter(|side| (100..=8000).contains(side))
    };
    text.split_once('x')
        .and_then(|(width, height)| Some((read(width)?, read(height)?)))
        .ok_or_else(|| "expected WIDTHxHEIGHT, each from 100 to 8000, like 1280x800".to_owned())
}

/// Which model to ask when the command engine is not sure.
#[derive(ClapArgs, Clone, Debug, Default)]
pub(crate) struct ModelArgs {
    /// A model to ask when the command engine cannot go on, e.g. gpt-4o-mini, or local:FILE for a
    /// GGUF file in this process [env: SCREEN_AGENT_MODEL]
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// Where it answers: any server with OpenAI's chat-completions API [env: SCREEN_AGENT_MODEL_URL]
    #[arg(long, value_name = "URL")]
    pub(crate) model_url: Option<String>,
}

/// Where listeners are told what happens.
#[derive(ClapArgs, Clone, Copy, Debug, Default)]
pub(crate) struct RealtimeArgs {
    /// Who carries the live stream [default: embedded] [env: SCREEN_AGENT_REALTIME]
    #[arg(long, value_enum, value_name = "WHO")]
    pub(crate) realtime: Option<RealtimeMode>,
}

/// Settings and data.
#[derive(ClapArgs, Clone, Debug, Default)]
pub(crate) struct HomeArgs {
    /// Settings, as TOML; `docs/configuration.md` lists them.
    #[arg(long, env = "SCREEN_AGENT_CONFIG", value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Where the data lives.
    #[arg(long, env = "SCREEN_AGENT_DATA", value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
}
