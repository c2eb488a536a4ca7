//! The engine's front door.

use std::sync::Arc;
use std::time::Duration;

use screen_agent_action::ask::{Ask, Proposal};
use screen_agent_packet::engines::Engines;
use screen_agent_packet::run::Lasting;
use screen_agent_ports::{Blobs, Clock, Fetch, Hook, Ids, Printer, Proposer, Thinker, WebSearcher};
use screen_agent_store::turn::LeaseId;
use screen_agent_store::{Owner, Scoped, Store};
use screen_agent_tools::redact::Keep;
use screen_agent_tools::{ShippingTable, TaxTable};
use tokio::sync::watch;

use crate::background::Background;
use crate::known::KnowledgeMeans;
use crate::links::FileLinks;
use crate::live_traces::Traces;
use crate::memory::Memory;
use crate::models::OwnModels;
use crate::request::TurnReply;
use crate::works::Works;

/// What an engine is made of.
#[derive(Clone)]
pub struct EngineParts {
    /// Everything that is remembered.
    pub store: Arc<dyn Store>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Fresh ids.
    pub ids: Arc<dyn Ids>,
    /// Keeps files, and what is handed out.
    pub blobs: Arc<dyn Blobs>,
    /// Makes links to them that need no token.
    pub links: FileLinks,
    /// Who is asked what to do, in this order: the next one when the one before gives up.
    pub proposers: Vec<Arc<dyn Proposer>>,
    /// Reads what a kept step is for, and finds what it means where its control is not found: the command engine.
    pub healer: fn(&Ask) -> Proposal,
    /// The models; without them the first proposers are all there is, and no packet is answered.
    pub thinker: Option<Arc<dyn Thinker>>,
    /// The same for organisations that have their own.
    pub own_models: OwnModels,
    /// Searches the web, where that is set up.
    pub search: Option<Arc<dyn WebSearcher>>,
    /// Fetches pages, where that is set up.
    pub fetch: Option<Arc<dyn Fetch>>,
    /// What an organisation's knowledge is read and found by, where that is set up.
    pub knowledge: Option<KnowledgeMeans>,
    /// Invokes services, where there are any.
    pub hook: Option<Arc<dyn Hook>>,
    /// Prints, where that is set up.
    pub printer: Option<Arc<dyn Printer>>,
    /// Search engines that clients may be sent to.
    pub engines: Engines,
    /// What becomes of what is kept here.
    pub lasting: Lasting,
    /// What taxes are, where somebody has said so.
    pub taxes: Option<Arc<TaxTable>>,
    /// What shipping costs, where somebody has said so.
    pub shipping: Option<Arc<ShippingTable>>,
    /// Draws fresh random text for the fence around page text.
    pub draw_mark: fn() -> String,
    /// How a turn is worded for listeners: JSON, kept with the turn.
    pub tell: fn(&TurnReply) -> String,
    /// How long models may take.
    pub patience: Patience,
    /// Most millionths of the price table's unit for a tenant in a day; 0 means no limit.
    pub tenant_micros_a_day: u64,
    /// How much of packets is kept.
    pub keep: Keep,
}

/// How long models and other proposers are waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For one answer.
    pub call: Duration,
    /// For all answers that a request leads to.
    pub request: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            call: Duration::from_secs(60),
            request: Duration::from_secs(120),
        }
    }
}

/// Answers the requests of every surface. Cheap to clone.
#[derive(Clone)]
pub struct Engine {
    pub(crate) parts: Arc<EngineParts>,
    pub(crate) turns: Memory,
    pub(crate) background: Background,
    pub(crate) works: Works,
    /// Knowledge that is being read; apart, so that a long site keeps nobody from making anything.
    pub(crate) reading: Background,
    pub(crate) traces: Traces,
    commits: watch::Sender<()>,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").finish_non_exhaustive()
    }
}

impl Engine {
    /// How those outside did when they were last asked.
    pub fn works(&self) -> &Works {
        &self.works
    }

    /// An engine of these parts.
    pub fn new(parts: EngineParts) -> Self {
        Self {
            parts: Arc::new(parts),
            turns: Memory::default(),
            background: Background::default(),
            works: Works::default(),
            reading: Background::default(),
            traces: Traces::default(),
            commits: watch::Sender::new(()),
        }
    }

    /// The same for a client of somebody else's: what it says reaches nobody but the page, so there is no search, no fetching
    /// and no service. With a proposer, that one stands in the place of all others.
    #[must_use]
    pub fn for_client(&self, by: Option<Arc<dyn Proposer>>) -> Self {
        let parts = EngineParts {
            search: None,
            fetch: None,
            hook: None,
            ..(*self.parts).clone()
        };
        let parts = match by {
            Some(by) => EngineParts {
                proposers: vec![by],
                thinker: None,
                own_models: OwnModels::default(),
                ..parts
            },
            None => parts,
        };
        Self {
            parts: Arc::new(parts),
            ..self.clone()
        }
    }

    /// What it is made of.
    pub fn parts(&self) -> &EngineParts {
        &self.parts
    }

    /// Changes whenever something was committed that listeners are told of. It says no more: what
    /// it was stands in the store's outbox.
    pub fn commits(&self) -> watch::Receiver<()> {
        self.commits.subscribe()
    }

    /// Something was committed that listeners are told of, here or past the engine; nobody has to
    /// listen.
    pub fn committed(&self) {
        self.commits.send_replace(());
    }

    pub(crate) fn rows(&self, owner: Owner) -> Box<dyn Scoped + '_> {
        self.parts.store.scoped(owner)
    }

    /// A right to a task or a question that says which process has it.
    pub fn lease(&self) -> LeaseId {
        let name = self.parts.store.upkeep().name();
        LeaseId::of(name, self.parts.ids.fresh())
    }

    pub(crate) fn now_ms(&self) -> i64 {
        self.parts.clock.now_ms()
    }
}
