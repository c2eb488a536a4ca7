//! What one node holds, and what more of them bring: turns by one, two and three servers on a PostgreSQL beside one on
//! SQLite, commits, steps beside what is stored already, the queue, workers. One run, one machine: read the ratios.

mod commits;
mod nodes;
mod person;
mod place;
mod queue;
mod stored;
mod workers;

use std::path::Path;
use std::time::Instant;

use anyhow::Result;

use crate::cpu::{machine_ms, own_ms, process_ms, tree_ms};
use crate::figure::Figure;
use crate::say;

/// Measures all of it, one after the other.
pub async fn measure(binary: &Path, steps: usize) -> Result<Vec<Figure>> {
    screen_agent_adapters::install_tls();
    if cfg!(debug_assertions) {
        say("a debug build: every figure of ours is that of a program that is not optimised");
    }
    let mut figures = Vec::new();
    let measured = each(binary, steps, &mut figures).await;
    if measured.is_err() {
        figures.iter().for_each(|figure| say(&figure.line()));
    }
    measured?;
    Ok(figures)
}

/// What was measured before something failed is not lost.
async fn each(binary: &Path, steps: usize, figures: &mut Vec<Figure>) -> Result<()> {
    figures.extend(nodes::measure(binary).await?);
    figures.extend(commits::measure().await?);
    figures.extend(queue::measure().await?);
    figures.extend(workers::measure(binary).await?);
    stored::measure(binary, steps, figures).await
}

/// Who took the processors, for a while.
struct Meter {
    servers: Vec<u32>,
    database: Option<u32>,
    began: Instant,
    before: Taken,
}

/// CPU milliseconds.
#[derive(Clone, Copy)]
struct Taken {
    servers: f64,
    database: f64,
    /// Everything on this machine.
    machine: f64,
    /// Those who ask: this process.
    own: f64,
}

impl Taken {
    fn now(servers: &[u32], database: Option<u32>) -> Self {
        let server = |id: &u32| process_ms(&id.to_string());
        Self {
            servers: servers.iter().filter_map(server).sum(),
            database: database.map_or(0.0, tree_ms),
            machine: machine_ms(),
            own: own_ms(),
        }
    }

    /// What nobody here took.
    fn others(self) -> f64 {
        self.machine - self.servers - self.database - self.own
    }
}

impl Meter {
    fn begin(servers: Vec<u32>, database: Option<u32>) -> Self {
        Self {
            before: Taken::now(&servers, database),
            servers,
            database,
            began: Instant::now(),
        }
    }

    /// What was taken since, and for how many seconds; who else was at work is said.
    fn end(self, what: &str) -> (Taken, f64) {
        let (now, before) = (Taken::now(&self.servers, self.database), self.before);
        let seconds = self.began.elapsed().as_secs_f64();
        let others = (now.others() - before.others()) / seconds / 1000.0;
        say(&format!(
            "  {what}: {seconds:.0} s, in which others took {others:.1} processors"
        ));
        let taken = Taken {
            servers: now.servers - before.servers,
            database: now.database - before.database,
            machine: now.machine - before.machine,
            own: now.own - before.own,
        };
        (taken, seconds)
    }
}
