//! What a slot of a worker takes: memory and processor, idle and at work, with a real Chromium.

use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use axum::Router;
use axum::response::Html;
use axum::routing::get;
use serde_json::json;

use super::Meter;
use super::person::Person;
use super::place::Place;
use crate::cpu::{tree_mb, whole_ms};
use crate::figure::Figure;
use crate::measure::serve_here;

/// Runs of each slot.
const RUNS: usize = 3;
const SLOTS: [usize; 2] = [1, 2];
const LOOK: Duration = Duration::from_millis(250);
/// How long nothing is done.
const IDLE: Duration = Duration::from_secs(5);
const PATIENCE: Duration = Duration::from_secs(300);

/// A page whose buttons say that they were pressed.
const PAGE: &str = "<!doctype html><title>Lab</title><h1>Lab</h1>
<button type=button>One</button> <button type=button>Two</button> <button type=button>Three</button><p id=p>pressed:</p>
<script>document.onclick = e => { if (e.target.tagName == 'BUTTON') p.textContent += ' ' + e.target.textContent }</script>";
const WORDS: &str = "Click One, then click Two, then click Three";

/// Ends with us.
struct Worker(Child);

impl Drop for Worker {
    fn drop(&mut self) {
        // Told to stop, it takes its browsers with it.
        let id = self.0.id().to_string();
        let _gone = std::process::Command::new("kill").arg(id).status();
        let _ended = self.0.wait();
    }
}

pub(super) async fn measure(binary: &Path) -> Result<Vec<Figure>> {
    let site = serve_here(Router::new().route("/", get(|| async { Html(PAGE) }))).await?;
    let place = Place::new(binary, None, site.trim_start_matches("http://"))?;
    let servers = place.serve(1)?;
    let base = &servers[0].base;
    let person = Person::sign_in(base, 0).await?;
    let mut figures = Vec::new();
    for slots in SLOTS {
        let mut work = place.command(&["worker", "--poll", "1", "--slots", &slots.to_string()]);
        work.env("SCREEN_AGENT_SERVER", base).stdin(Stdio::null());
        let worker = Worker(work.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?);
        let id = worker.0.id();
        tokio::time::sleep(IDLE).await;
        let (idle_mb, before) = (tree_mb(id), whole_ms(id));
        tokio::time::sleep(IDLE).await;
        let idle_cpu = (whole_ms(id) - before) / IDLE.as_secs_f64();
        let meter = Meter::begin(vec![servers[0].id()], None);
        let (before, began) = (whole_ms(id), Instant::now());
        let count = RUNS * slots;
        for _ in 0..count {
            let order = json!({"instruction": WORDS, "url": format!("{site}/")});
            person.post(format!("{base}/api/runs"), &order).await?;
        }
        let most_mb = done(&person, base, id).await?;
        let (cpu, seconds) = (whole_ms(id) - before, began.elapsed().as_secs_f64());
        meter.end(&format!("worker, {slots} slots"));
        let name = format!("worker, {slots} slots");
        let each = slots as f64;
        figures.extend([
            Figure::plain(format!("{name}: memory idle"), idle_mb, "MB"),
            Figure::plain(format!("{name}: CPU idle"), idle_cpu, "ms/s"),
            Figure::plain(
                format!("{name}: memory a slot at work"),
                (most_mb - idle_mb) / each,
                "MB",
            ),
            Figure::plain(
                format!("{name}: CPU, a run of 3 clicks"),
                cpu / count as f64,
                "ms",
            ),
            Figure::plain(
                format!("{name}: runs"),
                count as f64 * 60.0 / seconds,
                "/min",
            ),
        ]);
    }
    Ok(figures)
}

/// Waits until all runs are done, and tells the most memory that was held meanwhile.
async fn done(person: &Person, base: &str, worker: u32) -> Result<f64> {
    let (began, mut most) = (Instant::now(), 0.0_f64);
    loop {
        most = most.max(tree_mb(worker));
        let told = person.get(format!("{base}/api/runs?limit=100")).await?;
        let runs = told["data"]["runs"].as_array().cloned().unwrap_or_default();
        let stand = |wanted: &str| runs.iter().filter(|run| run["status"] == wanted).count();
        if !runs.is_empty() && stand("done") == runs.len() {
            return Ok(most);
        }
        for failed in ["failed", "waiting", "cancelled", "done_unverified"] {
            ensure!(stand(failed) == 0, "a run is {failed}: {told}");
        }
        ensure!(began.elapsed() < PATIENCE, "not done in time: {told}");
        tokio::time::sleep(LOOK).await;
    }
}
