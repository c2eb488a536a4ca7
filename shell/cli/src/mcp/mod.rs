//! `mcp`: the tools of a browser of ours, for clients that speak the Model Context Protocol.

mod acting;
mod carry_out;
mod desk;
mod done;
mod install;
mod kept;
mod leased;
mod person;
mod reading;
mod served;
mod sites;

use std::sync::Arc;

use anyhow::Result;
use clap::Subcommand;

use crate::Ending;
use crate::args::{BrowserArgs, HomeArgs, ModelArgs};
use crate::config::Settings;
use crate::drive::{Answerer, Yes};
use crate::work::unless_stopped;
use screen_agent_action::named::Site;
use sites::Sites;

pub(crate) use desk::BrowserDesk;
pub(crate) use reading::{Source, answer};
pub(crate) use served::{got, posted, served};

/// Give a client that speaks the Model Context Protocol the tools of a browser of ours, over standard input and output.
///
/// The client's model proposes, and our gate decides: what is of consequence is asked of you, by your client's own forms
/// (elicitation), and never of the model. Where a client has none it is refused. The audit log tells of all of it.
///
///   screen-agent mcp --site shop.example --site docs.example
///   screen-agent mcp install --client claude --site shop.example
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    desk: DeskArgs,
}

/// A desk for somebody else's program, and what its operator says in advance.
#[derive(clap::Args)]
pub(crate) struct DeskArgs {
    /// A site that may be opened without asking you, with all below it: shop.example, or http://127.0.0.1:8080; again
    /// for each one. Any other is asked about first.
    #[arg(long = "site", value_name = "SITE")]
    sites: Vec<Site>,
    /// Any public site may be opened without asking you. What is of consequence there is asked all the same.
    #[arg(long)]
    any_site: bool,
    /// Approve in advance what changes something on the sites of a task; files, code, cookies, traffic, secrets and other
    /// sites with --approve=all. Without it each is asked.
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "changes", value_name = "HOW-MUCH")]
    approve: Option<Yes>,
    #[command(flatten)]
    browser: BrowserArgs,
    #[command(flatten)]
    home: HomeArgs,
    #[command(flatten)]
    model: ModelArgs,
}

impl DeskArgs {
    pub(crate) async fn open(self) -> Result<Arc<BrowserDesk>> {
        let settings = Settings::load(&self.home, &self.model)?;
        let browser = settings.browser(&self.browser);
        let sites = Sites::new(self.sites, self.any_site);
        let consent = self.approve.map_or(Answerer::Nobody, Into::into);
        let desk = BrowserDesk::open(&settings, browser, sites, consent).await?;
        Ok(Arc::new(desk))
    }
}

#[derive(Subcommand)]
enum What {
    /// Write this command into a client's settings, and say what was changed.
    Install(install::Args),
}

pub(crate) async fn run(args: Args) -> Result<Ending> {
    if let Some(What::Install(install)) = args.what {
        return install::run(&install);
    }
    let desk = args.desk.open().await?;
    let served =
        unless_stopped(async { Ok(screen_agent_mcp::serve_stdio(desk.clone()).await?) }).await;
    desk.close().await;
    served?;
    Ok(Ending::Done)
}
