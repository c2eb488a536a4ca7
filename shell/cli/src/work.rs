//! What `run` and `ask` have in common: a server, a browser, and who answers when something is asked.

use std::io::{IsTerminal as _, stdin};
use std::sync::Arc;

use anyhow::{Result, anyhow};
use screen_agent_ports::Proposer;

use crate::args::{BrowserArgs, HomeArgs, ModelArgs};
use crate::config::Settings;
use crate::drive::{Answerer, Yes};
use crate::server::{ServerArgs, Settled};
use crate::signals::Stops;

/// What both take.
#[derive(clap::Args)]
pub(crate) struct WorkArgs {
    /// Approve in advance what changes something on the sites of the task. Files, code, cookies, traffic, secrets, services
    /// and other sites are approved with --yes=all, or by `run` where your words name them. Questions still end it.
    #[arg(long, conflicts_with = "ask", num_args = 0..=1, require_equals = true, default_missing_value = "changes", value_name = "HOW-MUCH")]
    yes: Option<Yes>,
    /// Ask me before what acts, and read each answer from a line of standard input; a terminal does not show
    /// passwords and codes [default at a terminal, but for --json]
    #[arg(long)]
    ask: bool,
    #[command(flatten)]
    server: ServerArgs,
    #[command(flatten)]
    pub(crate) browser: BrowserArgs,
    #[command(flatten)]
    home: HomeArgs,
    #[command(flatten)]
    model: ModelArgs,
}

/// Where work is done.
pub(crate) struct Workplace {
    pub(crate) settings: Settings,
    pub(crate) server: Settled,
    /// Which browser, by the settings too.
    pub(crate) browser: BrowserArgs,
}

impl WorkArgs {
    pub(crate) async fn open(&self) -> Result<Workplace> {
        self.open_by(None).await
    }

    /// The same, with the proposer that is asked in the place of engine and models, if there is one.
    pub(crate) async fn open_by(&self, by: Option<Arc<dyn Proposer>>) -> Result<Workplace> {
        let settings = self.settings()?;
        Ok(Workplace {
            server: self.server.open_by(&self.home, &settings, by).await?,
            browser: settings.browser(&self.browser),
            settings,
        })
    }

    /// The settings, with what the command line says otherwise.
    pub(crate) fn settings(&self) -> Result<Settings> {
        Settings::load(&self.home, &self.model)
    }

    /// A person at the terminal is asked unless they said otherwise, or a program reads what is printed.
    pub(crate) fn answerer(&self, for_programs: bool) -> Answerer {
        match self.yes {
            Some(yes) => yes.into(),
            None if self.ask || stdin().is_terminal() && !for_programs => {
                Answerer::Person { at_page: false }
            }
            None => Answerer::Nobody,
        }
    }

    /// The same where the person can act on the page: they see it, or say that they do by --ask.
    pub(crate) fn answerer_at_page(&self, for_programs: bool) -> Answerer {
        let at_page = self.ask || self.browser.headed || self.browser.cdp.is_some();
        match self.answerer(for_programs) {
            Answerer::Person { .. } => Answerer::Person { at_page },
            other => other,
        }
    }
}

/// Works to the end, or until we are asked to stop.
pub(crate) async fn unless_stopped<T>(work: impl Future<Output = Result<T>>) -> Result<T> {
    let stops = Stops::counted()?;
    tokio::select! {
        done = work => done,
        () = stops.times(1) => Err(anyhow!("stopped")),
    }
}
