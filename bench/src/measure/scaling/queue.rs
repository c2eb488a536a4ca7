//! Runs that are taken from the queue, beside a bare loop over `SKIP LOCKED` that knows of no fairness, no sites, no
//! tokens and no audit log.

use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context as _, Result};
use postgres::{Client, NoTls};
use screen_agent_action::id::{SessionId, TenantId, UserId};
use screen_agent_store::account::{NewUser, TokenHash};
use screen_agent_store::queue::{NewQueuedRun, TakeRun};
use screen_agent_store::{Owner, Packed, Store};
use screen_agent_store_sql::SqlStore;
use screen_agent_testkit::Cluster;
use tokio::task::JoinSet;
use uuid::Uuid;

use super::{Meter, commits};
use crate::figure::Figure;

/// Organisations, each with one person.
const TENANTS: usize = 20;
/// Who take at the same time.
const HANDS: usize = 4;
const SPAN: Duration = Duration::from_secs(4);
/// How many runs wait.
const WAITING: [usize; 3] = [400, 2_000, 10_000];

pub(super) async fn measure() -> Result<Vec<Figure>> {
    let cluster = Cluster::durable();
    let folder = tempfile::tempdir()?;
    let store = commits::open(&cluster, &folder.path().join("key"))?;
    let mut owners = Vec::new();
    for nth in 0..TENANTS {
        let owner = Owner {
            tenant: TenantId::new(Uuid::new_v4()),
            user: UserId::new(Uuid::new_v4()),
        };
        let user = NewUser {
            id: owner.user,
            tenant: owner.tenant,
            tenant_name: format!("tenant {nth}"),
            email: format!("{nth}@example.test"),
            name: "one of many".into(),
            password_hash: "!".into(),
            now_ms: now(),
        };
        store.upkeep().add_user(user).await?;
        owners.push(owner);
    }
    begin(&store, &owners).await?;
    let mut figures = Vec::new();
    for waiting in WAITING {
        fill(&cluster, waiting);
        let (url, meter) = (cluster.url(), Meter::begin(Vec::new(), Some(cluster.id())));
        let bare = tokio::task::spawn_blocking(move || bare(&url, waiting)).await??;
        let taken = ours(&store, waiting).await?;
        meter.end(&format!("{waiting} runs wait"));
        let name = format!("queue: taken of {waiting} that wait, beside a bare loop");
        figures.push(Figure::plain(name, taken, "/s").beside(bare));
    }
    Ok(figures)
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}

/// Submits one run for each, to be queued again and again by statements.
async fn begin(store: &SqlStore, owners: &[Owner]) -> Result<()> {
    for (nth, owner) in owners.iter().enumerate() {
        let site = format!("shop{nth}.example");
        let run = NewQueuedRun {
            id: Uuid::new_v4(),
            title: "Order green tea".into(),
            url: format!("https://{site}/"),
            site,
            priority: 0,
            session: SessionId::new(Uuid::new_v4()),
            callback: None,
            profile: None,
            row: None,
            files: Vec::new(),
            order: Packed::bytes(b"order"),
            now_ms: now(),
        };
        store.scoped(*owner).submit_run(run).await?;
    }
    Ok(())
}

/// Has so many wait, each on a site of its own.
fn fill(cluster: &Cluster, waiting: usize) {
    cluster.ask(&format!(
        "SET session_replication_role = replica;
         UPDATE queued_runs SET status = 'queued', lease_until_ms = NULL, claimed_ms = NULL, attempt = 0;
         INSERT INTO queued_runs (tenant_id, user_id, id, title, url, site, status, priority, session_id, created_ms)
           SELECT tenant_id, user_id, convert_to(lpad((pk * 1000000 + n)::text, 16, '0'), 'UTF8'), title, url,
             n || '.' || site, status, priority, session_id, created_ms + n
           FROM queued_runs, generate_series((SELECT count(*) FROM queued_runs) / {TENANTS}, {waiting} / {TENANTS} - 1) n
           WHERE pk <= {TENANTS};
         INSERT INTO queued_run_orders (run_pk, tenant_id, user_id, body)
           SELECT run.pk, run.tenant_id, run.user_id, first.body FROM queued_runs run
             JOIN queued_run_orders first ON first.tenant_id = run.tenant_id AND first.run_pk <= {TENANTS}
           WHERE run.pk NOT IN (SELECT run_pk FROM queued_run_orders)"
    ));
    cluster.ask("VACUUM ANALYZE queued_runs");
}

/// How many a second are taken of ours.
async fn ours(store: &SqlStore, waiting: usize) -> Result<f64> {
    let began = Instant::now();
    let mut hands = JoinSet::new();
    for hand in 0..HANDS {
        let store = store.clone();
        hands.spawn(async move {
            let mut taken = 0;
            while began.elapsed() < SPAN {
                let mut token = [0; 32];
                token[..16].copy_from_slice(Uuid::new_v4().as_bytes());
                let take = TakeRun {
                    worker: format!("worker {hand}"),
                    lease_ms: 60_000,
                    per_site: 2,
                    site_delay_ms: 0,
                    token: TokenHash(token),
                    token_until_ms: now() + 3_600_000,
                    now_ms: now(),
                };
                if store.upkeep().take_queued(take).await?.is_none() {
                    break;
                }
                taken += 1;
            }
            anyhow::Ok(taken)
        });
    }
    let taken = hands.join_all().await.into_iter();
    let taken: usize = taken.sum::<Result<usize>>().context("nothing was taken")?;
    anyhow::ensure!(
        taken > 0 && taken <= waiting,
        "{taken} of {waiting} were taken"
    );
    Ok(taken as f64 / began.elapsed().as_secs_f64())
}

/// How many a second a bare loop takes of as many.
fn bare(url: &str, waiting: usize) -> Result<f64> {
    let mut client = Client::connect(url, NoTls)?;
    client.batch_execute(&format!(
        "DROP TABLE IF EXISTS bare_queue;
         CREATE TABLE bare_queue (pk BIGINT PRIMARY KEY, taken_ms BIGINT);
         INSERT INTO bare_queue SELECT n, NULL FROM generate_series(1, {waiting}) n;
         CREATE INDEX bare_waiting ON bare_queue (pk) WHERE taken_ms IS NULL;
         ANALYZE bare_queue"
    ))?;
    let began = Instant::now();
    let hand = || -> Result<u64> {
        let mut client = Client::connect(url, NoTls)?;
        let take = client.prepare(
            "UPDATE bare_queue SET taken_ms = 1 WHERE pk =
               (SELECT pk FROM bare_queue WHERE taken_ms IS NULL ORDER BY pk LIMIT 1 FOR UPDATE SKIP LOCKED)",
        )?;
        let mut taken = 0;
        while began.elapsed() < SPAN && client.execute(&take, &[])? == 1 {
            taken += 1;
        }
        Ok(taken)
    };
    let taken: u64 = std::thread::scope(|threads| {
        let hands: Vec<_> = (0..HANDS).map(|_| threads.spawn(hand)).collect();
        let ends = hands.into_iter().filter_map(|hand| hand.join().ok());
        ends.sum::<Result<u64>>()
    })?;
    Ok(taken as f64 / began.elapsed().as_secs_f64())
}
