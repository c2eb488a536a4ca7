//! `user`: the people who may sign in.

use std::fs::File;
use std::io::IsTerminal;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use rand::RngExt as _;
use screen_agent_audit::{Entry, Kind};
use screen_agent_ports::Blobs;
use screen_agent_server::{hash_password, password_fault};
use screen_agent_store::Store;
use screen_agent_store::account::{
    Account, AccountChange, By, NewUser, PasswordRecord, SecondFactorChange, User, UserAdded,
};
use screen_agent_store_sql::SqlStore;
use uuid::Uuid;

use crate::args::HomeArgs;
use crate::config::Settings;
use crate::data::{self, now_ms};
use crate::exit::usage;
use crate::terminal::say;
use crate::{Ending, compose};

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
    List(HomeArgs),
    /// Give a person a new password, read from standard input or generated, and sign them out everywhere.
    Reset(Reset),
    /// Close a person's account and sign them out everywhere; what is theirs stays.
    Disable(Named),
    /// Open a closed account again.
    Enable(Named),
    /// Write everything that is a person's into a ZIP of JSON and files.
    Export(Export),
    /// Erase everything that is a person's; they can sign in as before.
    Erase(Erase),
    /// Remove a person with everything that is theirs.
    Remove(Named),
}

#[derive(clap::Args)]
struct Reset {
    /// Whom.
    email: String,
    /// Ask for no second factor any more, for whoever lost app and recovery codes.
    #[arg(long)]
    no_totp: bool,
    #[command(flatten)]
    home: HomeArgs,
}

#[derive(clap::Args)]
struct Export {
    /// Whose.
    email: String,
    /// The archive; one that is there is not overwritten.
    file: PathBuf,
    #[command(flatten)]
    home: HomeArgs,
}

#[derive(clap::Args)]
struct Erase {
    /// Whose.
    email: String,
    /// Do it: nothing brings it back.
    #[arg(long)]
    yes: bool,
    #[command(flatten)]
    home: HomeArgs,
}

#[derive(clap::Args)]
struct Named {
    /// Whom.
    email: String,
    #[command(flatten)]
    home: HomeArgs,
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

pub(crate) async fn run(args: Args) -> Result<Ending> {
    match args.command {
        Command::Add(args) => add(args).await,
        Command::List(home) => list(&home).await,
        Command::Reset(args) => reset(args).await,
        Command::Disable(args) => set_disabled(args, true).await,
        Command::Enable(args) => set_disabled(args, false).await,
        Command::Export(args) => export(args).await,
        Command::Erase(args) => erase(args).await,
        Command::Remove(args) => remove(args).await,
    }
}

async fn reset(args: Reset) -> Result<Ending> {
    let (store, email) = open(&args.home, &args.email)?;
    let upkeep = store.upkeep();
    let user = known(&store, &email).await?;
    let given = password_for(&user.email, &user.name).await?;
    let hash = hash_password(&given.password)?;
    let change = AccountChange::Password { hash, kept: None };
    let changed = upkeep.change_account(email.clone(), change, now_ms());
    changed.await?;
    say(&format!("{email} has a new password"));
    let off = SecondFactorChange::Remove(By::Operator);
    if args.no_totp && upkeep.change_second_factor(user.id, off, now_ms()).await? {
        say("no second factor is asked for any more");
    }
    given.tell();
    Ok(Ending::Done)
}

async fn set_disabled(args: Named, disabled: bool) -> Result<Ending> {
    let (store, email) = open(&args.home, &args.email)?;
    let change = AccountChange::Disabled(disabled);
    let upkeep = store.upkeep();
    let changed = upkeep.change_account(email.clone(), change, now_ms());
    if !changed.await? {
        return nobody(&email);
    }
    let word = if disabled { "disabled" } else { "enabled" };
    say(&format!("{word} {email}"));
    Ok(Ending::Done)
}

async fn export(args: Export) -> Result<Ending> {
    let (store, email) = open(&args.home, &args.email)?;
    let owner = known(&store, &email).await?.owner();
    let bytes = files(&args.home)?;
    let shown = args.file.display();
    let mut options = File::options();
    options.read(true).write(true).create_new(true).mode(0o600);
    let to = options
        .open(&args.file)
        .with_context(|| format!("cannot make {shown}"))?;
    screen_agent_server::take_out(&store, &*bytes, owner, to).await?;
    let entry = Entry::of(Kind::Exported, owner.tenant.get(), owner.user.get());
    let entry = entry.with("what", "everything").with("by", "operator");
    store.upkeep().log(entry).await?;
    say(&format!("wrote everything of {email} into {shown}"));
    Ok(Ending::Done)
}

async fn erase(args: Erase) -> Result<Ending> {
    if !args.yes {
        return Err(usage(
            "this cannot be undone: say --yes, after screen-agent user export if they want it"
                .to_owned(),
        ));
    }
    let (store, email) = open(&args.home, &args.email)?;
    let owner = known(&store, &email).await?.owner();
    let bytes = files(&args.home)?;
    for file in store.scoped(owner).erase(By::Operator).await? {
        bytes.remove(file).await?;
    }
    say(&format!("erased everything of {email}"));
    Ok(Ending::Done)
}

fn files(home: &HomeArgs) -> Result<Arc<dyn Blobs>> {
    let settings = Settings::at_home(home)?;
    compose::files(&settings.data, &settings.files)
}

/// Who signs in by this address.
pub(crate) async fn known(store: &SqlStore, email: &str) -> Result<User> {
    let known = store.upkeep().find::<PasswordRecord>(email.to_owned());
    match known.await? {
        Some(known) => Ok(known.user),
        None => nobody(email),
    }
}

async fn remove(args: Named) -> Result<Ending> {
    let (store, email) = open(&args.home, &args.email)?;
    let upkeep = store.upkeep();
    let removed = upkeep.change_account(email.clone(), AccountChange::Removed, now_ms());
    if !removed.await? {
        return nobody(&email);
    }
    say(&format!("removed {email} and everything of theirs"));
    Ok(Ending::Done)
}

fn nobody<T>(email: &str) -> Result<T> {
    bail!("there is no {email}; screen-agent user list tells who there is")
}

pub(crate) fn open(home: &HomeArgs, email: &str) -> Result<(SqlStore, String)> {
    let store = data::store_of(home)?;
    Ok((store, email.trim().to_lowercase()))
}

/// A password, and whether the person has to be told it.
struct Given {
    password: String,
    generated: bool,
}

impl Given {
    fn tell(&self) {
        if self.generated {
            say(&format!("password: {}", self.password));
        }
    }
}

async fn password_for(email: &str, name: &str) -> Result<Given> {
    let Some(password) = typed_password().await? else {
        return Ok(Given {
            password: generate(),
            generated: true,
        });
    };
    if let Some(fault) = password_fault(&password, email, name) {
        return Err(usage(fault.to_owned()));
    }
    Ok(Given {
        password,
        generated: false,
    })
}

async fn add(args: Add) -> Result<Ending> {
    let email = args.email.trim().to_lowercase();
    let Some((before, _)) = email
        .split_once('@')
        .filter(|(before, after)| !before.is_empty() && !after.is_empty())
    else {
        return Err(usage(format!("{:?} is not an e-mail address", args.email)));
    };
    let name = args.name.unwrap_or_else(|| before.to_owned());
    let given = password_for(&email, &name).await?;
    let (store, email) = open(&args.home, &email)?;
    let password_hash = hash_password(&given.password)?;
    let user = NewUser {
        id: screen_agent_action::id::UserId::new(Uuid::now_v7()),
        tenant: screen_agent_action::id::TenantId::new(Uuid::now_v7()),
        tenant_name: args.tenant.unwrap_or_else(|| email.clone()),
        email: email.clone(),
        name,
        password_hash: password_hash.clone(),
        now_ms: now_ms(),
    };
    match store.upkeep().add_user(user).await? {
        UserAdded::Added(user) => say(&format!("added {} to {}", user.email, user.tenant.name)),
        UserAdded::EmailTaken if args.reset => {
            let (hash, kept) = (password_hash, None);
            let change = AccountChange::Password { hash, kept };
            let upkeep = store.upkeep();
            let changed = upkeep.change_account(email.clone(), change, now_ms());
            changed.await?;
            say(&format!("{email} has a new password"));
        }
        UserAdded::EmailTaken => {
            bail!("{email} exists already; --reset gives them a new password")
        }
    }
    given.tell();
    Ok(Ending::Done)
}

async fn list(home: &HomeArgs) -> Result<Ending> {
    let store = data::store_of(home)?;
    for user in store.upkeep().list::<Account>(()).await? {
        let standing = match (user.disabled_ms, user.second_factor) {
            (Some(_), _) => "disabled",
            (None, true) => "second factor",
            (None, false) => "",
        };
        let user = user.user;
        let line = format!(
            "{:<32} {:<24} {:<24} {standing}",
            user.email, user.name, user.tenant.name
        );
        say(line.trim_end());
    }
    Ok(Ending::Done)
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
    Ok((!password.is_empty()).then_some(password))
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
