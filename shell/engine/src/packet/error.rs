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

/// Why a source was not captured.
#[derive(Debug, thiserror::Error)]
pub enum CaptureFault {
    /// There is no such source.
    #[error("no such source")]
    Unknown,
    /// It is a note: its text is there.
    #[error("a note is not captured")]
    Note,
    /// Somebody else captures it just now.
    #[error("the source is being captured")]
    Busy,
    /// This server fetches nothing.
    #[error("nothing is fetched here")]
    NoFetch,
    /// Its page was not fetched.
    #[error("not fetched: {0}")]
    Fetch(FetchFailure),
    /// There is hardly any text.
    #[error("there is hardly any text on the page")]
    Empty,
    /// Storage failed.
    #[error("storage failed")]
    Store(#[from] StoreError),
    /// A fault of ours.
    #[error("the capture broke off")]
    Broken(#[from] Broken),
}

impl CaptureFault {
    /// What people and models are told of it; nothing for what is no fact about the page.
    pub(crate) fn sentence(&self) -> Option<String> {
        let told = match self {
            Self::Fetch(why) => {
                let why = why.to_string();
                let mut letters = why.chars();
                let first = letters.next().map(|c| c.to_uppercase().to_string());
                format!("{}{}.", first.unwrap_or_default(), letters.as_str())
            }
            Self::Empty => "There is hardly any text on the page.".to_owned(),
            Self::NoFetch => "This server fetches no pages.".to_owned(),
            _ => return None,
        };
        Some(told)
    }
}

/// Why nothing is made of a collection.
#[derive(Debug, thiserror::Error)]
pub enum TransformFault {
    /// There is no such collection.
    #[error("no such collection")]
    UnknownCollection,
    /// There is no such transform.
    #[error("no such transform")]
    UnknownType,
    /// It cannot be made in this way.
    #[error("config: {0}")]
    Config(screen_agent_wire::Invalid),
    /// None of the sources has been captured.
    #[error("no source has any text")]
    NoText,
    /// No model is configured.
    #[error("no model is configured")]
    NoModel,
    /// Storage failed.
    #[error("storage failed")]
    Store(#[from] StoreError),
}
