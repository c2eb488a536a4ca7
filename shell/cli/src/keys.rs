//! `keys`: keys that applications may show in public, for what IDEs ask.

use anyhow::{Result, bail};
use screen_agent_server::{issue_key, revoke_key};
use screen_agent_store::account::PublishableKey;
use screen_agent_store::{Owner, Store};
use screen_agent_store_sql::SqlStore;
use uuid::Uuid;

use crate::args::HomeArgs;
use crate::data::now_ms;
use crate::exit::usage;
use crate::terminal::say;
use crate::{Ending, user};

/// Manage keys that applications may show in public. They count for what IDEs ask, in the name of whose they are.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Make a key. It is printed this once: only its digest is kept.
    Add(Add),
    /// List a person's keys that count.
    List(Whose),
    /// Revoke a key.
    Revoke(Revoke),
}

#[derive(clap::Args)]
struct Add {
    /// What it is for.
    name: String,
    #[command(flatten)]
    whose: Whose,
}

#[derive(clap::Args)]
struct Revoke {
    /// Its id, as the list shows it.
    id: Uuid,
    #[command(flatten)]
    whose: Whose,
}

#[derive(clap::Args)]
struct Whose {
    /// Whose: the e-mail address that they sign in with.
    #[arg(long = "of", value_name = "EMAIL")]
    email: String,
    #[command(flatten)]
    home: HomeArgs,
}

pub(crate) async fn run(args: Args) -> Result<Ending> {
    match args.command {
        Command::Add(args) => {
            let name = args.name.trim();
            if name.is_empty() || name.chars().count() > 100 {
                return Err(usage("a name has 1 to 100 letters"));
            }
            let (store, owner) = open(&args.whose).await?;
            let (id, key) = issue_key(&store, owner, name, now_ms()).await?;
            say(&format!("made {id}\nkey: {key}"));
        }
        Command::List(whose) => {
            let (store, owner) = open(&whose).await?;
            let keys = store
                .upkeep()
                .list::<PublishableKey>((owner.user, now_ms()))
                .await?;
            for key in keys {
                let made = screen_agent_engine::iso(key.created_ms);
                say(&format!("{} {made} {}", key.token.sign_in(), key.name));
            }
        }
        Command::Revoke(args) => {
            let (store, owner) = open(&args.whose).await?;
            if !revoke_key(&store, owner, args.id, now_ms()).await? {
                bail!("{} has no key {}", args.whose.email, args.id);
            }
            say(&format!("revoked {}", args.id));
        }
    }
    Ok(Ending::Done)
}

async fn open(whose: &Whose) -> Result<(SqlStore, Owner)> {
    let (store, email) = user::open(&whose.home, &whose.email)?;
    let owner = user::known(&store, &email).await?.owner();
    Ok((store, owner))
}
