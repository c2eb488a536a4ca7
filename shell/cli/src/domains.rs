//! `domains`: which domains an organisation's knowledge is about.

use anyhow::{Result, bail};
use screen_agent_server::domain_pattern;
use screen_agent_store::Store;
use screen_agent_store::file::{DomainChange, TenantDomain};

use crate::Ending;
use crate::args::HomeArgs;
use crate::data::{self, now_ms};
use crate::exit::usage;
use crate::terminal::say;

/// Manage the domains that an organisation's knowledge is about.
///
/// They are a filter and forbid nothing: elsewhere, only public knowledge is used.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Add a domain: a host such as app.acme.com, or *.acme.com for all below it and itself.
    Add(Change),
    /// Take a domain away.
    Remove(Change),
    /// List every tenant's.
    List(HomeArgs),
}

#[derive(clap::Args)]
struct Change {
    /// A host, or *. and a host.
    domain: String,
    /// Whose it is.
    #[arg(long, value_name = "NAME")]
    tenant: String,
    #[command(flatten)]
    home: HomeArgs,
}

pub(crate) async fn run(args: Args) -> Result<Ending> {
    match args.command {
        Command::Add(change) => set(change, true).await,
        Command::Remove(change) => set(change, false).await,
        Command::List(home) => list(&home).await,
    }
}

async fn set(change: Change, wanted: bool) -> Result<Ending> {
    let Some(pattern) = domain_pattern(&change.domain) else {
        let what = "is neither a host nor *. and a host";
        return Err(usage(format!("{:?} {what}", change.domain)));
    };
    let store = data::store_of(&change.home)?;
    let tenant = change.tenant;
    let upkeep = store.upkeep();
    let set = upkeep.set_domain(tenant.clone(), pattern.clone(), wanted, now_ms());
    match (set.await?, wanted) {
        (DomainChange::NoTenant, _) => {
            bail!("there is no tenant {tenant:?}; see: screen-agent user list")
        }
        (DomainChange::Changed, true) => say(&format!("added {pattern} to {tenant}")),
        (DomainChange::Changed, false) => say(&format!("removed {pattern} from {tenant}")),
        (DomainChange::Unchanged, true) => say(&format!("{tenant} has {pattern} already")),
        (DomainChange::Unchanged, false) => say(&format!("{tenant} does not have {pattern}")),
    }
    Ok(Ending::Done)
}

async fn list(home: &HomeArgs) -> Result<Ending> {
    let store = data::store_of(home)?;
    for TenantDomain { tenant, pattern } in store.upkeep().list::<TenantDomain>(()).await? {
        say(&format!("{tenant:<32} {pattern}"));
    }
    Ok(Ending::Done)
}
