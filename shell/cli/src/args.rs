//! What several subcommands take from the command line.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use serde::Deserialize;

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
    /// Where files that pages give are kept; `run` alone asks for it.
    #[arg(skip)]
    pub(crate) downloads: Option<PathBuf>,
}

/// Only what a person could open without reaching into the machine.
pub(crate) fn address(text: &str) -> Result<String, String> {
    let url = url::Url::parse(text).map_err(|error| format!("no address: {error}"))?;
    match url.scheme() {
        "http" | "https" => Ok(text.to_owned()),
        _ => Err("only http and https addresses can be opened".into()),
    }
}

/// The address that words begin with, and the rest of them.
pub(crate) fn addressed(text: &str) -> (Option<String>, String) {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match address(first) {
        Ok(url) => (Some(url), rest.trim().to_owned()),
        Err(_) => (None, text.to_owned()),
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

/// Who carries the live stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum RealtimeMode {
    /// Nobody: clients ask now and then.
    Off,
    /// A hub in this process.
    #[default]
    Embedded,
    /// Another server that speaks the Pusher protocol, by the settings file.
    External,
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
