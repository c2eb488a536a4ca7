//! The tools that the server performs, one file each.
//!
//! What a tool came to goes to the model as ids, figures, counts and codes; whatever it brought of
//! pages, of the web or of a service stands in documents of its own, untrusted. What only the
//! client needs, such as a link that lets its holder in, is told to the client alone.

mod artifact_open;
mod artifact_save;
mod artifact_share;
mod collection_add_sources;
mod collection_create;
mod collection_list_sources;
mod integration_invoke;
mod search;
mod source_capture;
mod source_refresh;
mod transform_list_types;
mod transform_run;

use screen_agent_ports::FetchFailure;
use screen_agent_store::{Owner, StoreError};
use screen_agent_tools::{Outcome, Tables, Tool};
use screen_agent_wire::packet::Content;
use screen_agent_wire::packet::document::{Document, LinksDocument, ToolResultDocument};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use uuid::{Builder, Uuid};

use super::{AskError, LibraryFault, sentence};
use crate::Engine;
use crate::packet::history::History;
use crate::packet::source::documents::untrusted;
use crate::time::day;

/// Where a tool works.
pub(crate) struct Desk<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) owner: Owner,
    pub(crate) history: &'a History<'a>,
    pub(crate) run_id: &'a str,
    pub(crate) call_id: &'a str,
}

impl Desk<'_> {
    /// The id of the `nth` thing that this call makes: the same whenever it is performed, so that a
    /// call that was broken off finds what it has made.
    fn id(&self, kind: &str, nth: usize) -> String {
        format!("{kind}_{}", self.number(kind, nth).simple())
    }

    /// What this call had in hand before a crash.
    fn in_hand<T: DeserializeOwned>(&self) -> Option<T> {
        self.history.in_hand(self.call_id)
    }

    /// Keeps what this call has in hand, before it does anything with it.
    async fn hold(&self, what: &impl Serialize) -> Result<(), StoreError> {
        self.history.hold(self.call_id, what).await
    }

    fn number(&self, kind: &str, nth: usize) -> Uuid {
        let mut hash = Sha256::new();
        for part in [self.run_id, self.call_id, kind] {
            hash.update(part);
            hash.update([0]);
        }
        hash.update(nth.to_le_bytes());
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash.finalize()[..16]);
        Builder::from_random_bytes(bytes).into_uuid()
    }
}

/// What a tool came to.
#[derive(Debug)]
pub(crate) struct Done {
    /// For the model.
    pub(crate) outcome: Outcome,
    /// For the client besides.
    pub(crate) aside: Map<String, Value>,
}

impl Done {
    /// The tool did what it was asked, and brought these documents.
    fn with(result: Value, documents: Vec<Document>) -> Self {
        let mut outcome = Outcome::ok(result);
        outcome.documents = documents;
        outcome.into()
    }

    /// With something that only the client is told.
    fn and_aside(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.aside.insert(name.to_owned(), value.into());
        self
    }

    /// As the client is told.
    pub(crate) fn as_told(&self, call_id: &str, name: &str) -> ToolResultDocument {
        let outcome = &self.outcome;
        let mut result = outcome.result.clone();
        if let Some(Value::Object(fields)) = &mut result {
            fields.extend(self.aside.clone());
        }
        ToolResultDocument {
            call_id: call_id.to_owned(),
            name: name.to_owned(),
            status: outcome.status,
            error: outcome.error.clone(),
            result,
            documents: outcome
                .documents
                .iter()
                .map(|document| document.doc_id.clone())
                .collect(),
        }
    }
}

impl From<Outcome> for Done {
    fn from(outcome: Outcome) -> Self {
        Self {
            outcome,
            aside: Map::new(),
        }
    }
}

/// Why a tool did not do what it was asked.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// A result like any other: the model is told.
    Failed { code: &'static str, message: String },
    /// A page leads on to this address of another site. Whoever wants to go there asks for it by
    /// itself; the address is the page's word, and comes as such.
    LeadsElsewhere(String),
    /// The request breaks off.
    Store(StoreError),
}

impl Trouble {
    fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self::Failed {
            code,
            message: message.into(),
        }
    }

    fn unknown(what: &str) -> Self {
        Self::new("NOT_FOUND", format!("No such {what}."))
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::TooMany { what, most } => Self::Failed {
                code: "LIMIT_REACHED",
                message: format!("There are already {most} {what}. Remove some first."),
            },
            other => Self::Store(other),
        }
    }
}

impl From<LibraryFault> for Trouble {
    fn from(fault: LibraryFault) -> Self {
        use LibraryFault as F;
        let fault = match fault {
            F::Store(error) => return error.into(),
            F::Fetch(FetchFailure::LeadsElsewhere(to)) => return Self::LeadsElsewhere(to),
            other => other,
        };
        let code = match &fault {
            F::Unknown(_) => "NOT_FOUND",
            F::Address(_) | F::Fetch(FetchFailure::Blocked) => "INVALID_URL",
            F::Note | F::UnknownTransform | F::Config(_) => "INVALID_ARGUMENTS",
            F::CaptureBusy => "CAPTURE_BUSY",
            F::NoFetch | F::NoModel => "RUNTIME_UNAVAILABLE",
            F::Fetch(FetchFailure::TimedOut) => "TIMEOUT",
            F::Fetch(_) | F::Store(_) => "CAPTURE_FAILED",
            F::NoText | F::NothingCaptured => "CAPTURE_EMPTY",
            F::NotReady => "NOT_READY",
            F::UnsupportedFormat => "UNSUPPORTED_FORMAT",
            F::Broken(error) => {
                tracing::error!(%error, "a capture broke off");
                "CAPTURE_FAILED"
            }
        };
        Self::new(code, sentence(&fault))
    }
}

/// True for what happens at somebody else's, where nobody can look whether it did.
pub(crate) fn cannot_be_repeated(tool: &Tool) -> bool {
    matches!(tool, Tool::IntegrationInvoke(_))
}

/// The server stopped in the middle of it.
pub(crate) fn unknown_whether() -> Done {
    let message = "The server stopped while doing this, so it is not known whether it was done. \
        It will not be repeated.";
    Outcome::failed("UNKNOWN", message).into()
}

/// Performs a tool. Only calls that the gate let through come here.
pub(crate) async fn perform(desk: &Desk<'_>, tool: Tool) -> Result<Done, AskError> {
    let today = day(desk.engine.now_ms());
    let computed = tool.call().compute(Tables {
        taxes: desk.engine.parts.taxes.as_deref(),
        shipping: desk.engine.parts.shipping.as_deref(),
        today: &today,
    });
    let done = match computed {
        Some(outcome) => Ok(outcome.into()),
        None => perform_here(desk, &tool).await,
    };
    match done {
        Ok(done) => Ok(done),
        Err(Trouble::Failed { code, message }) => Ok(Outcome::failed(code, message).into()),
        Err(Trouble::LeadsElsewhere(to)) => Ok(leads_elsewhere(to).into()),
        Err(Trouble::Store(error)) => Err(error.into()),
    }
}

/// The tools that need what the server keeps, and whom it can reach: one line each.
async fn perform_here(desk: &Desk<'_>, tool: &Tool) -> Result<Done, Trouble> {
    match tool {
        Tool::Search(call) => search::search(desk, call).await,
        Tool::ArtifactSave(call) => artifact_save::save(desk, call).await,
        Tool::ArtifactShare(call) => artifact_share::share(desk, call).await,
        Tool::ArtifactOpen(call) => artifact_open::open(desk, call).await,
        Tool::IntegrationInvoke(call) => integration_invoke::invoke(desk, call).await,
        Tool::CollectionCreate(call) => collection_create::create(desk, call).await,
        Tool::CollectionAddSources(call) => collection_add_sources::add(desk, call).await,
        Tool::CollectionListSources(call) => collection_list_sources::list(desk, call).await,
        Tool::SourceCapture(call) => source_capture::capture(desk, call).await,
        Tool::SourceRefresh(call) => source_refresh::refresh(desk, call).await,
        Tool::TransformListTypes(_) => Ok(transform_list_types::list()),
        Tool::TransformRun(call) => transform_run::run(desk, call).await,
        _ => Err(elsewhere()),
    }
}

fn elsewhere() -> Trouble {
    Trouble::new(
        "UNSUPPORTED_TOOL",
        "This tool runs in the client, not on the server.",
    )
}

fn leads_elsewhere(to: String) -> Outcome {
    let message = "The page redirects to another site, which is not followed. Its address is in \
        web.links.v1; capture that address if you want it.";
    let link = LinksDocument {
        urls: vec![to],
        total_found: 1,
        truncated: false,
    };
    let mut outcome = Outcome::failed("LEADS_ELSEWHERE", message);
    outcome.documents = vec![untrusted("leads_to", Content::Links(link))];
    outcome
}
