//! Why something was not done.

use screen_agent_packet::run::ResumeFault;
use screen_agent_ports::FetchFailure;
use screen_agent_store::StoreError;
use screen_agent_think::models::ThinkFailure;

use crate::work::Broken;

/// Why a request was not answered.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// No model is configured.
    #[error("no model is configured")]
    NoModel,
    /// No model answered.
    #[error("no model answered: {0:?}")]
    Model(ThinkFailure),
    /// The request cannot go on with the run that it names.
    #[error("the run does not go on: {0}")]
    Resume(#[from] ResumeFault),
    /// Another request of the run, or this very one, is under way.
    #[error("another request of this run is under way")]
    Busy,
    /// A packet of this id was another one.
    #[error("this id was another packet's")]
    Reused,
    /// The conversation is further on already.
    #[error("the conversation is at turn {latest} already")]
    TurnRanBack {
        /// Its latest turn.
        latest: u32,
    },
    /// The conversation is as long as any may be.
    #[error("the conversation has {0} packets already")]
    TooLong(u64),
    /// The caller went away.
    #[error("the caller went away")]
    Gone,
    /// Storage failed.
    #[error("storage failed")]
    Store(#[source] StoreError),
    /// It broke off through a fault of ours.
    #[error("the run broke off")]
    Broken(#[from] Broken),
}

impl From<StoreError> for AskError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::LeaseLost => Self::Busy,
            other => Self::Store(other),
        }
    }
}

/// Why nothing was done for a collection, a source or an artifact. It says so in words that may be shown.
#[derive(Debug, thiserror::Error)]
pub enum LibraryFault {
    /// There is no such collection, source or artifact, or it is somebody else's.
    #[error("no such {0}")]
    Unknown(&'static str),
    /// The address of a new source, counted from 0, is not one of the web.
    #[error("sources[{0}].url: is not a web address")]
    Address(usize),
    /// A note has its text already.
    #[error("notes cannot be captured")]
    Note,
    /// Another request captures it.
    #[error("the source is being captured already")]
    CaptureBusy,
    /// No page is fetched here.
    #[error("fetching pages is switched off on this server")]
    NoFetch,
    /// Its page was not fetched.
    #[error("{0}")]
    Fetch(FetchFailure),
    /// Its page says nothing.
    #[error("there is hardly any text on the page")]
    NoText,
    /// Nothing that collections are made into has this name.
    #[error("no such transform")]
    UnknownTransform,
    /// It is not made in this way.
    #[error("{0}")]
    Config(screen_agent_wire::Invalid),
    /// There is nothing to make it of.
    #[error("no source of the collection has been captured yet")]
    NothingCaptured,
    /// No model is configured.
    #[error("no model is configured")]
    NoModel,
    /// It is in the making, or could not be made.
    #[error("the artifact is not ready yet")]
    NotReady,
    /// It has no such form, or nothing here can make it.
    #[error("the artifact is not available in this format")]
    UnsupportedFormat,
    /// Storage failed.
    #[error("storage failed")]
    Store(#[from] StoreError),
    /// A page was not read through a fault of ours.
    #[error("the page could not be read")]
    Broken(#[from] Broken),
}

/// Words as a sentence: with a capital at their beginning and a stop at their end. What stands before a colon is a
/// field.
pub fn sentence(words: &impl ToString) -> String {
    let words = words.to_string();
    let is_field = words
        .split_once(": ")
        .is_some_and(|(field, _)| !field.contains(' '));
    let mut letters = words.chars();
    let first = match letters.next() {
        Some(first) if !is_field => first.to_uppercase().to_string(),
        Some(first) => first.to_string(),
        None => String::new(),
    };
    let stop = if words.ends_with(['.', '!', '?']) {
        ""
    } else {
        "."
    };
    format!("{first}{}{stop}", letters.as_str())
}
