//! A machine of its own for each test: a home, a temporary folder, pages, and the real command.

mod balancer;
mod client;
mod command;
mod model;
mod office;
mod packet;
pub mod power;
mod processes;
mod search;
mod served;
mod site;
mod socket;

pub use balancer::Balancer;
pub use client::Client;
pub use command::{Ended, Machine, Running, by};
pub use model::{Model, Player, Say, Told, analysis, judged, planned};
pub use office::Office;
pub use packet::{Reply, Request, Scribe};
pub use processes::{ended, pids_with, signal};
pub use search::Search;
pub use served::Served;
pub use site::{Site, Watch, bookshop, fixtures, root};
pub use socket::Socket;

use std::time::{Duration, Instant};

/// Longer than anything here takes on a busy machine; a test that gets here hangs.
pub const DEADLINE: Duration = Duration::from_secs(60);

/// Looks again and again until it is so.
pub fn until(what: &str, within: Duration, mut so: impl FnMut() -> bool) {
    let deadline = Instant::now() + within;
    while !so() {
        assert!(Instant::now() < deadline, "not within {within:?}: {what}");
        std::thread::park_timeout(Duration::from_millis(5));
    }
}
