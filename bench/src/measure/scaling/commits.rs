//! The two transactions of a turn on both databases, and beside them one row that is put on the disk and nothing else;
//! and how many turns of many people a PostgreSQL takes in a second, with a row of the audit log each and without.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use postgres::{Client, NoTls};
use screen_agent_action::id::{TenantId, UserId};
use screen_agent_audit::{Entry, Kind};
use screen_agent_store::Owner;
use screen_agent_store_postgres::PostgresOptions;
use screen_agent_store_sql::{Keeping, SqlStore};
use screen_agent_testkit::Cluster;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::figure::{Figure, median, ms_since};
use crate::measure::interact::sample;
use crate::measure::transactions::{Sample, Transactions};

const TURNS: usize = 300;
/// People who make turns at the same time, and for how long.
const CROWD: usize = 16;
const SPAN: Duration = Duration::from_secs(6);

pub(super) async fn measure() -> Result<Vec<Figure>> {
    let (sample, owner) = sample().await?;
    let cluster = Cluster::durable();
    let folder = tempfile::tempdir()?;
    let on_postgres = open(&cluster, &folder.path().join("key"))?;
    let lite = Transactions::open(owner).await?;
    let large = Transactions::on(on_postgres, owner).await?;
    let (mut took_lite, mut took_large) = (Vec::new(), Vec::new());
    // In turns, so that both find the same machine.
    for _ in 0..TURNS {
        for (at, took) in [(&lite, &mut took_lite), (&large, &mut took_large)] {
            let began = Instant::now();
            at.turn(&sample, &[]).await?;
            took.push(ms_since(began));
        }
    }
    let url = cluster.url();
    let mut bare = tokio::task::spawn_blocking(move || bare(&url)).await??;
    let bare = median(&mut bare);
    let without = crowd(&cluster, folder.path(), &sample, false).await?;
    let with = crowd(&cluster, folder.path(), &sample, true).await?;
    let name = |what: &str| format!("{what}: both transactions of a turn, p50");
    Ok(vec![
        Figure::plain(name("SQLite"), median(&mut took_lite), "ms").beside(bare),
        Figure::plain(name("PostgreSQL"), median(&mut took_large), "ms").beside(bare),
        Figure::plain(
            format!("PostgreSQL: turns of {CROWD} at once, alone"),
            without,
            "/s",
        ),
        Figure::plain("the same, each in the audit log", with, "/s").beside(without),
    ])
}

/// How many turns a second people make who know nothing of each other.
async fn crowd(
    cluster: &Cluster,
    folder: &std::path::Path,
    sample: &Sample,
    is_logged: bool,
) -> Result<f64> {
    let store = open(cluster, &folder.join("key"))?;
    let (began, mut crowd) = (Instant::now(), JoinSet::new());
    for _ in 0..CROWD {
        let owner = Owner {
            tenant: TenantId::new(Uuid::new_v4()),
            user: UserId::new(Uuid::new_v4()),
        };
        let (at, sample) = (
            Transactions::on(store.clone(), owner).await?,
            sample.clone(),
        );
        crowd.spawn(async move {
            let entry = Entry::of(Kind::Effect, owner.tenant.get(), owner.user.get());
            let entries = [entry];
            let logged = if is_logged { &entries[..] } else { &[] };
            let mut turns = 0;
            while began.elapsed() < SPAN {
                at.turn(&sample, logged).await?;
                turns += 1;
            }
            anyhow::Ok(turns)
        });
    }
    let turns = crowd.join_all().await.into_iter();
    let turns: u32 = turns.sum::<Result<u32>>()?;
    Ok(f64::from(turns) / began.elapsed().as_secs_f64())
}

/// Ours, on a PostgreSQL.
pub(super) fn open(cluster: &Cluster, key: &std::path::Path) -> Result<SqlStore> {
    let keeping = Keeping {
        retention: Default::default(),
        quota: Default::default(),
        knowledge_bytes: u64::MAX,
    };
    let options = PostgresOptions {
        url: cluster.url(),
        replica: None,
        password: None,
        connections: 20,
        patience: std::time::Duration::from_secs(30),
        key: key.to_owned(),
        keeping,
    };
    screen_agent_store_postgres::open(options).context("the database cannot be opened")
}

/// How long one row takes until it is on the disk.
fn bare(url: &str) -> Result<Vec<f64>> {
    let mut client = Client::connect(url, NoTls)?;
    client.batch_execute("CREATE TABLE bare (n BIGINT)")?;
    let insert = client.prepare("INSERT INTO bare VALUES (1)")?;
    let mut once = || -> Result<f64> {
        let began = Instant::now();
        client.execute(&insert, &[])?;
        Ok(ms_since(began))
    };
    (0..TURNS).map(|_| once()).collect()
}
