//! `user`: the people who may sign in.

use std::io::IsTerminal;

use anyhow::{Result, bail};
use rand::Rng;
use screen_agent_server::hash_password;
use screen_agent_store::Store;
use screen_agent_store::account::{NewUser, UserAdded};
use uuid::Uuid;

use crate::Outcome;
use crate::args::{HomeArgs, ModelArgs};
use crate::compose;
use crate::config::Settings;
use crate::exit::UsageError;
use crate::terminal::say;

/// Manage the people who may sign in.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Add a person. The password is read from standard input, or generated and printed.
    Add(Add),
    /// List everybody.
    List(List),
}

#[derive(clap::Args)]
struct Add {
    /// What they sign in with.
    email: String,
    /// Whose data they see [default: their own]
    #[arg(long, value_name = "NAME")]
    tenant: Option<String>,
    /// What others see [default: the part before the @]
    #[arg(long)]
    name: Option<String>,
    /// When they are there already, give them a new password and sign them out everywhere.
    #[arg(long)]
    reset: bool,
    #[command(flatten)]
    home: HomeArgs,
}

#[derive(clap::Args)]
struct List {
    #[command(flatten)]
    home: HomeArgs,
}

/// Shortest password that is taken, in characters.
const SHORTEST: usize = 8;

pub(crate) async fn run(args: Args) -> Result<Outcome> {
    match args.command {
        Command::Add(args) => add(args).await,
        Command::List(args) => list(args).await,
    }
}

async fn add(args: Add) -> Result<Outcome> {
    let email = args.email.trim().to_lowercase();
    let Some((before, _)) = email
        .split_once('@')
        .filter(|(before, after)| !before.is_empty() && !after.is_empty())
    else {
        return Err(UsageError(format!("{:?} is not an e-mail address", args.email)).into());
    };
    let (password, generated) = match typed_password().await? {
        Some(password) => (password, false),
        None => (generate(), true),
    };
    let settings = Settings::load(&args.home, &ModelArgs::default())?;
    let store = compose::open_store(&settings.data)?;
    let password_hash = hash_password(&password)?;
    let now_ms = compose::now_ms();
    let user = NewUser {
        id: screen_agent_kernel::UserId::new(Uuid::now_v7()),
        tenant: screen_agent_kernel::TenantId::new(Uuid::now_v7()),
        tenant_name: args.tenant.unwrap_or_else(|| email.clone()),
        email: email.clone(),
        name: args.name.unwrap_or_else(|| before.to_owned()),
        password_hash: password_hash.clone(),
        now_ms,
    };
    match store.upkeep().add_user(user).await? {
        UserAdded::Added(user) => say(&format!("added {} to {}", user.email, user.tenant.name)),
        UserAdded::EmailTaken if args.reset => {
            store
                .upkeep()
                .set_password(email.clone(), password_hash, now_ms)
                .await?;
            say(&format!("{email} has a new password"));
        }
        UserAdded::EmailTaken => {
            bail!("{email} is there already; --reset gives them a new password")
        }
    }
    if generated {
        say(&format!("password: {password}"));
    }
    Ok(Outcome::Done)
}

async fn list(args: List) -> Result<Outcome> {
    let settings = Settings::load(&args.home, &ModelArgs::default())?;
    let store = compose::open_store(&settings.data)?;
    for user in store.upkeep().users().await? {
        say(&format!(
            "{:<32} {:<24} {}",
            user.email, user.name, user.tenant.name
        ));
    }
    Ok(Outcome::Done)
}

/// A password that was piped in; `None` at a terminal, or when nothing was piped.
async fn typed_password() -> Result<Option<String>> {
    if std::io::stdin().is_terminal() {
        return Ok(None);
    }
    let line = tokio::task::spawn_blocking(|| {
        let mut line = String::new();
        std::io::stdin().read_line(&mut line).map(|_| line)
    })
    .await??;
    let password = line.trim_end_matches(['\r', '\n']).to_owned();
    if password.is_empty() {
        return Ok(None);
    }
    if password.chars().count() < SHORTEST {
        return Err(UsageError(format!("a password has at least {SHORTEST} characters")).into());
    }
    Ok(Some(password))
}

/// 120 random bits in letters and digits that nobody confuses.
fn generate() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut random = rand::rng();
    let letters: Vec<char> = (0..24)
        .map(|_| char::from(LETTERS[random.random_range(0..LETTERS.len())]))
        .collect();
    letters
        .chunks(6)
        .map(|part| part.iter().collect::<String>())
        .collect::<Vec<_>>()
        .join("-")
}
