//! `audit`: check the audit log, take it out, and sign it with another key.

mod check;
mod export;
mod seal;

use anyhow::{Result, bail};
use screen_agent_audit::PublicKey;
use screen_agent_store::Store;

use crate::Ending;
use crate::args::HomeArgs;
use crate::config::Settings;
use crate::data::{self, now_ms};
use crate::key_file::{self, NextKey};
use crate::terminal::say;

pub(crate) use seal::Sealer;

/// Check, export and re-key the audit log.
///
/// The server writes down every sign-in, change of an account or a setting, approval with what was
/// shown, consequential effect with its basis, tool, export and deletion. Each row bears the hash of
/// the one before; every few seconds the last one is signed, and the signature told to a second place.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "Examples:
  screen-agent audit verify                                  is the log whole?
  screen-agent audit verify --checkpoints /mnt/other/marks.jsonl --key https://agent.example.org
  screen-agent audit export > audit.jsonl                    every row, to be checked anywhere
  screen-agent audit verify --file audit.jsonl --key keys.json
  screen-agent audit export --since 2026-01-01 --format ocsf for tools that collect events
  screen-agent audit rotate                                  sign with a new key from now on

`docs/audit.md` has the formula of the chain, to be checked by hand.";

#[derive(clap::Subcommand)]
enum Command {
    /// Check that no row was changed, removed or reordered; names the row otherwise.
    Verify(check::Args),
    /// Write rows to standard output, one a line.
    Export(export::Args),
    /// Draw a new key, endorsed by the present one, which is then forgotten. A running server takes it
    /// up by itself.
    Rotate(HomeArgs),
}

pub(crate) async fn run(args: Args) -> Result<Ending> {
    match args.command {
        Command::Verify(args) => check::run(args).await,
        Command::Export(args) => export::run(args).await,
        Command::Rotate(home) => rotate(&home).await,
    }
}

async fn rotate(home: &HomeArgs) -> Result<Ending> {
    let settings = Settings::at_home(home)?;
    let store = data::open(&settings)?;
    let old = key_file::audit_key(&settings.data)?;
    seal::publish(&store, &old).await?;
    // What the old key has not signed yet, it signs now.
    let mut sealer = Sealer::new(&settings)?;
    sealer.seal(&store).await?;
    let next = NextKey::draw(&settings.data)?;
    let key = old.endorse(&next.key, now_ms());
    let id = key.id.clone();
    store.upkeep().add(key).await?;
    next.take_over(&settings.data)?;
    sealer.seal(&store).await?;
    let keys = store.upkeep().list::<PublicKey>(()).await?;
    if !keys.iter().any(|key| key.id == id) {
        bail!("the new key was not kept");
    }
    say(&format!(
        "key {id} signs the audit log from now on, endorsed by {}",
        old.id()
    ));
    Ok(Ending::Done)
}
