//! Files that pages give to be kept. The browser tells of them without saying by which tab.

use serde::Deserialize;

use super::State;
use crate::cdp::Event;

/// Beyond which files that pages give are broken off.
#[derive(Clone, Copy, Debug)]
pub struct FileLimits {
    /// Of one of them.
    pub bytes: u64,
    /// In all.
    pub files: usize,
}

/// A file that a page gave.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Download {
    /// The browser's name for it, under which it is written down.
    pub guid: String,
    /// What the page calls it.
    pub name: String,
    pub received: f64,
    pub state: DownloadState,
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum DownloadState {
    InProgress,
    Completed,
    Canceled,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Began {
    guid: String,
    suggested_filename: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Progress {
    guid: String,
    #[serde(default)]
    received_bytes: f64,
    state: DownloadState,
}

impl State {
    /// Whether the download at this place is more than is taken.
    pub(crate) fn is_beyond(&self, at: usize) -> bool {
        let received = self.downloads.get(at).map_or(0.0, |one| one.received);
        self.limits
            .is_some_and(|limits| at >= limits.files || received > limits.bytes as f64)
    }
}

/// The browser and the tab tell of the same, and either may be the first.
pub(super) fn began(state: &mut State, event: &Event<'_>) {
    let known = |guid: &str| state.downloads.iter().any(|each| each.guid == guid);
    if let Some(began) = event.read::<Began>().filter(|began| !known(&began.guid)) {
        state.downloads.push(Download {
            guid: began.guid,
            name: began.suggested_filename,
            received: 0.0,
            state: DownloadState::InProgress,
        });
    }
}

/// Tells of one that is to be broken off.
pub(super) fn went_on(state: &mut State, event: &Event<'_>) -> Option<String> {
    let progress = event.read::<Progress>()?;
    let mut downloads = state.downloads.iter();
    let at = downloads.position(|download| download.guid == progress.guid)?;
    let download = state.downloads.get_mut(at)?;
    download.received = progress.received_bytes;
    download.state = progress.state;
    let goes_on = progress.state == DownloadState::InProgress;
    (goes_on && state.is_beyond(at)).then_some(progress.guid)
}
