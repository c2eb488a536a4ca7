//! Requests in flight, as far as they tell that a page is still busy.

use std::collections::HashMap;
use std::time::Duration;

use serde::Deserialize;
use tokio::time::Instant;

/// A request that takes longer is a long poll or a stream: the page does not wait for it.
const LONG_POLL: Duration = Duration::from_secs(3);

/// Requests of one tab.
#[derive(Default)]
pub(crate) struct Network {
    /// Those that may still change the page, with their start.
    busy: HashMap<String, Instant>,
    /// How many requests of any kind were made so far.
    pub made: u64,
    /// How many of them a page may wait for.
    pub awaited: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Sent {
    request_id: String,
    #[serde(rename = "type", default)]
    kind: Kind,
}

/// Kinds of requests that a page may wait for; it shows itself without pictures and sounds.
#[derive(Deserialize, Default, PartialEq, Eq)]
enum Kind {
    Document,
    #[serde(rename = "XHR")]
    Xhr,
    Fetch,
    Script,
    Stylesheet,
    #[default]
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Ended {
    request_id: String,
}

impl Network {
    pub fn sent(&mut self, request: Sent) {
        self.made += 1;
        if matches!(
            request.kind,
            Kind::Xhr | Kind::Fetch | Kind::Script | Kind::Stylesheet
        ) {
            self.awaited += 1;
            self.busy.insert(request.request_id, Instant::now());
        }
    }

    pub fn ended(&mut self, request: &Ended) {
        self.busy.remove(&request.request_id);
    }

    /// A new document: what the old one asked for does not matter any more.
    pub fn forget(&mut self) {
        self.busy.clear();
    }

    /// When the last request worth waiting for will be given up; `None` when there is none.
    pub fn busy_until(&self) -> Option<Instant> {
        let now = Instant::now();
        self.busy
            .values()
            .map(|start| *start + LONG_POLL)
            .filter(|end| *end > now)
            .max()
    }
}
