//! Where everything is kept: looked at, and left as it is.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use screen_agent_bucket::Bucket;
use screen_agent_store_sql::Looked;

use crate::config::{FilesPlace, PostgresPlace, Settings, StorePlace};
use crate::data::DATABASE;

/// Less room than this does not last for the pictures of a day.
const ROOM: u64 = 512 * 1024 * 1024;

/// The data folder, which the first `serve` makes where it is not there yet.
pub(super) fn folder(settings: &Settings) -> Result<String> {
    let near = nearest(&settings.data)?;
    tempfile::tempfile_in(near).with_context(|| format!("cannot write to {}", near.display()))?;
    let made = match near == settings.data {
        true => "",
        false => " (will be made)",
    };
    Ok(format!("{}{made}", settings.data.display()))
}

/// How much room there is for it.
pub(super) fn disk(settings: &Settings) -> Result<String> {
    let disk = rustix::fs::statvfs(nearest(&settings.data)?).context("cannot look")?;
    let free = disk.f_bavail.saturating_mul(disk.f_frsize);
    let told = format!("{} MiB free", free >> 20);
    ensure!(free >= ROOM, "{told}: requests are soon answered with 507");
    Ok(told)
}

/// The folder, or where it would be made.
fn nearest(data: &Path) -> Result<&Path> {
    let near = data.ancestors().find(|folder| folder.exists());
    near.context("no such place")
}

/// The database, and whether the next start changes it.
pub(super) async fn database(settings: &Settings) -> Result<String> {
    let (what, looked) = match &settings.store {
        StorePlace::Here => sqlite(settings.data.join(DATABASE)).await?,
        StorePlace::Sqlite(file) => sqlite(file.clone()).await?,
        StorePlace::Postgres(place) => {
            let more = match place.replica {
                Some(_) => ", with a replica",
                None => "",
            };
            (
                format!("PostgreSQL{more}"),
                Some(postgres(&settings.data, place).await?),
            )
        }
    };
    let standing = match looked {
        None | Some(Looked { found: None, .. }) => "the first start makes it",
        Some(Looked {
            found: Some(found),
            known,
        }) if found < known => "the next start brings it up to date",
        Some(_) => "up to date",
    };
    Ok(format!("{what}, {standing}"))
}

async fn sqlite(file: PathBuf) -> Result<(String, Option<Looked>)> {
    let told = format!("SQLite in {}", file.display());
    if !file.exists() {
        return Ok((told, None));
    }
    let looked = tokio::task::spawn_blocking(move || screen_agent_store_sqlite::look(&file));
    Ok((told, Some(looked.await?.context("cannot be used")?)))
}

#[cfg(feature = "postgres")]
async fn postgres(data: &Path, place: &PostgresPlace) -> Result<Looked> {
    let options = crate::data::postgres_options(data, place, crate::data::keeping());
    let looked = tokio::task::spawn_blocking(move || screen_agent_store_postgres::look(&options));
    looked.await?.context("the PostgreSQL of `store`")
}

#[cfg(not(feature = "postgres"))]
#[allow(clippy::unused_async, reason = "as it is where there is one")]
async fn postgres(_: &Path, _: &PostgresPlace) -> Result<Looked> {
    anyhow::bail!("this program was built without PostgreSQL")
}

/// What is in the data folder is looked at with it.
pub(super) async fn files(settings: &Settings) -> Result<String> {
    let FilesPlace::Bucket(config) = &settings.files else {
        return Ok("in the data folder".into());
    };
    Bucket::new(config)?.check().await?;
    let at = config.endpoint.as_deref().unwrap_or("Amazon's own server");
    Ok(format!("in the bucket {} at {at}", config.bucket))
}
