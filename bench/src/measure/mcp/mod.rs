//! What a look costs and keeps, beside three other servers of the Model Context Protocol: the same pages, the same Chromium,
//! one run. Whoever sees the whole page is told apart from whoever sees what is in view.

mod client;
mod contestant;
mod pages;
mod report;
mod said;
mod truth;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use screen_agent_cli::compose;

use super::tokens;
use crate::apps::app::App;
use crate::cpu::{Spent, spent_by};
use crate::figure::{Figure, median, ms_since};
use crate::others;
use crate::served::Served;
use client::Client;
use contestant::{Contestant, VIEW, Way};
use truth::{Part, Truth};

/// What the processes of a server bear in their environment, so that those that leave it are known, too.
const MARK: &str = "SCREEN_AGENT_BENCH_MARK";
/// Looks at each page.
const LOOKS: usize = 10;
/// Until a page that was opened is at rest.
const REST: Duration = Duration::from_millis(1500);

/// What looks at one page came to.
#[derive(Clone, Debug, Default)]
struct Seen {
    tokens: usize,
    /// Milliseconds of CPU a look.
    spent: Spent,
    /// Milliseconds by the clock, the middle one.
    wall: f64,
    controls: (Part, Part),
    /// Controls in view that were not told.
    missed: Vec<String>,
    words: (Part, Part),
}

/// By group and page, by who looked and how.
type Table = Vec<(&'static str, String, BTreeMap<String, Seen>)>;

/// Measures ours beside the others, and prints the tables.
pub async fn measure(own: &Path, saved: Option<&Path>) -> Result<Vec<Figure>> {
    screen_agent_adapters::install_tls();
    let modules = others::fetched()?;
    let apps = App::all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../e2e/apps"))?;
    let served = Served::open().await?;
    let groups = pages::groups(&apps, saved)?;
    let browser = browser()?;
    let contestants = contestant::all(own, &modules, &browser, &served.url(""))?;
    let mut clients = Vec::new();
    for (at, one) in contestants.iter().enumerate() {
        let client = one.start(&mark(at)).await;
        clients.push(client.with_context(|| one.name.clone())?);
    }
    let mut hands = compose::hands(VIEW).await?;
    let walk = truth::walk(&modules)?;
    let mut table = Table::new();
    for mut group in groups {
        group.serve(&served).await?;
        for path in group.paths.clone() {
            let url = served.url(&path);
            compose::go(&mut hands, &url).await?;
            tokio::time::sleep(REST).await;
            let truth = Truth::of(&hands, &walk).await?;
            let mut row = BTreeMap::new();
            for (at, (one, client)) in contestants.iter().zip(&mut clients).enumerate() {
                let looked = looks(one, client, &mark(at), &url, &truth).await;
                row.extend(looked.with_context(|| format!("{} on {path}", one.name))?);
            }
            report::page(group.name, &path, &row);
            table.push((group.name, path, row));
        }
    }
    hands.close().await;
    for (one, client) in contestants.iter().zip(clients) {
        one.end(client).await;
    }
    Ok(report::all(&table, &contestants))
}

fn mark(at: usize) -> String {
    format!("{}-{at}", std::process::id())
}

/// The Chromium that all of them use.
fn browser() -> Result<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    Ok(screen_agent_browser::find_browser(None, &folders)?)
}

/// Has one of them open a page and look at it in each of its ways.
async fn looks(
    one: &Contestant,
    client: &mut Client,
    mark: &str,
    url: &str,
    truth: &Truth,
) -> Result<Vec<(String, Seen)>> {
    one.open(client, url).await?;
    tokio::time::sleep(REST).await;
    let mut all = Vec::new();
    for way in &one.ways {
        let seen = look(one, client, way, mark, truth).await?;
        all.push((report::named(one, way), seen));
    }
    Ok(all)
}

async fn look(
    one: &Contestant,
    client: &mut Client,
    way: &Way,
    mark: &str,
    truth: &Truth,
) -> Result<Seen> {
    let process = client.process();
    let before = spent_by(process, MARK, mark);
    let (mut walls, mut text) = (Vec::new(), String::new());
    for _ in 0..LOOKS {
        let began = Instant::now();
        text = client.call(way.tool, way.args.clone()).await?;
        walls.push(ms_since(began));
    }
    let spent = spent_by(process, MARK, mark).since(before).a(LOOKS);
    ensure!(!text.is_empty(), "{} said nothing", one.name);
    let told = said::controls(one.tongue, &text);
    Ok(Seen {
        tokens: tokens(&text),
        spent,
        wall: median(&mut walls),
        controls: truth.controls(&told),
        missed: truth.missed(&told),
        words: truth.words(&text),
    })
}
