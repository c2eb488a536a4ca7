//! `data copy`: everything that is stored, from one database to another.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Args as ClapArgs, Subcommand};
use screen_agent_adapters::private_folder;
use screen_agent_store_sql::StateKey;
use screen_agent_store_sql::copy::{CopySide, copy};
use screen_agent_store_sqlite::{Serving, SqliteCopy};

use crate::args::HomeArgs;
use crate::config::{PostgresPlace, Settings, StorePlace, place};
use crate::data::DATABASE;
use crate::exit::Ending;
use crate::terminal::say;

/// Manage what is stored.
#[derive(ClapArgs)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Copy everything into a new database, and compare. Stop the server first. What was broken off goes on when it is
    /// asked for again. A password may be given as SCREEN_AGENT_STORE_PASSWORD.
    Copy(CopyArgs),
}

#[derive(ClapArgs)]
struct CopyArgs {
    /// Where it is: sqlite:FILE or postgres://USER@HOST/DATABASE [default: what the settings name]
    #[arg(long, value_name = "ADDRESS")]
    from: Option<String>,
    /// Where it goes, likewise.
    #[arg(long, value_name = "ADDRESS")]
    to: String,
    #[command(flatten)]
    home: HomeArgs,
}

pub(crate) async fn run(args: Args) -> Result<Ending> {
    let Command::Copy(args) = args.command;
    // All of it blocks.
    tokio::task::spawn_blocking(move || copied(&args)).await?
}

fn copied(args: &CopyArgs) -> Result<Ending> {
    let settings = Settings::at_home(&args.home)?;
    let data = &settings.data;
    private_folder(data)
        .with_context(|| format!("cannot make the data folder {}", data.display()))?;
    let from = match &args.from {
        Some(address) => typed(address, &settings.store)?,
        None => settings.store.clone(),
    };
    let to = typed(&args.to, &settings.store)?;
    let file = file(data, &from);
    let _alone = match &file {
        Some(file) => Some(Serving::begin(file).context("the server must be stopped first")?),
        None => None,
    };
    let source: Box<dyn CopySide> = match (&file, &from) {
        (Some(file), _) => Box::new(SqliteCopy::from(file).context("cannot open --from")?),
        (None, StorePlace::Postgres(place)) => {
            postgres(data, place, None).context("cannot open --from")?
        }
        (None, StorePlace::Here | StorePlace::Sqlite(_)) => anyhow::bail!("no database is named"),
    };
    let key = source.key();
    let target: Box<dyn CopySide> = match (&to, self::file(data, &to)) {
        (StorePlace::Postgres(place), _) => {
            postgres(data, place, Some(key)).context("cannot open --to")?
        }
        (StorePlace::Here | StorePlace::Sqlite(_), Some(file)) => {
            Box::new(SqliteCopy::into(&file, key).context("cannot open --to")?)
        }
        (StorePlace::Here | StorePlace::Sqlite(_), None) => anyhow::bail!("no database is named"),
    };
    let tables = copy(&*source, &*target, &mut |table| {
        tracing::info!(table, "copying")
    })?;
    for table in &tables {
        say(&format!(
            "{:<24} {:>10} rows  {}",
            table.name, table.rows, table.digest
        ));
    }
    let rows: u64 = tables.iter().map(|table| table.rows).sum();
    say(&format!(
        "{} tables and {rows} rows are the same on both sides.",
        tables.len()
    ));
    Ok(Ending::Done)
}

/// The file of an embedded database.
fn file(data: &Path, place: &StorePlace) -> Option<PathBuf> {
    match place {
        StorePlace::Here => Some(data.join(DATABASE)),
        StorePlace::Sqlite(file) => Some(file.clone()),
        StorePlace::Postgres(_) => None,
    }
}

/// What was typed, with the key and the limits of the settings.
fn typed(address: &str, settings: &StorePlace) -> Result<StorePlace> {
    let (StorePlace::Postgres(typed), StorePlace::Postgres(known)) = (place(address)?, settings)
    else {
        return with_password(place(address)?);
    };
    with_password(StorePlace::Postgres(PostgresPlace {
        url: typed.url,
        ..known.clone()
    }))
}

fn with_password(place: StorePlace) -> Result<StorePlace> {
    let password = std::env::var("SCREEN_AGENT_STORE_PASSWORD").ok();
    Ok(match (place, password) {
        (StorePlace::Postgres(place), Some(password)) => StorePlace::Postgres(PostgresPlace {
            password: Some(screen_agent_adapters::SecretKey::new(password)),
            ..place
        }),
        (place, _) => place,
    })
}

#[cfg(feature = "postgres")]
fn postgres(
    data: &Path,
    place: &PostgresPlace,
    key: Option<&StateKey>,
) -> Result<Box<dyn CopySide>> {
    use screen_agent_store_postgres::PostgresCopy;
    let options = crate::data::postgres_options(data, place, crate::data::keeping());
    let opened = match key {
        None => PostgresCopy::from(&options),
        Some(key) => PostgresCopy::into(&options, key),
    };
    Ok(Box::new(opened?))
}

#[cfg(not(feature = "postgres"))]
fn postgres(_: &Path, _: &PostgresPlace, _: Option<&StateKey>) -> Result<Box<dyn CopySide>> {
    anyhow::bail!("this program was built without PostgreSQL")
}
