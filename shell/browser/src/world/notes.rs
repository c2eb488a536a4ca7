//! What happened lately around a page that the page itself cannot tell.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

use crate::error::bounded;

/// Longest note, in characters, as the contract has it.
const LONGEST: usize = 180;
const KEPT: usize = 10;
/// A dialog is worth telling longer than a change on the page: nothing of it is left to be seen.
const WORTH_TELLING: Duration = Duration::from_secs(15);

/// The latest notes of one tab.
#[derive(Default)]
pub(crate) struct Notes(VecDeque<(Instant, String)>);

impl Notes {
    pub fn add(&mut self, text: &str) {
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back((Instant::now(), bounded(text, LONGEST)));
    }

    /// As the observation words them: "[3s ago] text".
    pub fn lines(&self) -> Vec<String> {
        let fresh = self.0.iter().filter(|(at, _)| at.elapsed() < WORTH_TELLING);
        fresh
            .map(|(at, text)| format!("[{}s ago] {text}", at.elapsed().as_secs()))
            .collect()
    }
}
