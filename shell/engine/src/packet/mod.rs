//! The packet surface: how the calls of its machine are performed, and how its notes are kept.

mod ask;
mod audit;
mod calls;
mod content;
mod error;
mod history;
mod notes;
mod source;
mod tools;
mod transform;

use screen_agent_packet::run::{Means, Moment, Service};
use screen_agent_ports::Thinker;

use crate::Engine;
use crate::time::day;

pub use ask::Answered;
pub use content::{ArtifactFile, Said};
pub use error::{AskError, LibraryFault, sentence};
pub use source::Added;

impl Engine {
    /// A fresh id with a word before it.
    fn fresh(&self, kind: &str) -> String {
        format!("{kind}_{}", self.parts.ids.fresh().simple())
    }

    fn moment(&self) -> Moment {
        Moment {
            now_ms: self.now_ms(),
            seed: self.parts.ids.fresh(),
        }
    }

    /// What can be done for a run.
    fn means(&self, thinker: Option<&dyn Thinker>) -> Means {
        let services = self.parts.hook.as_ref().map(|hook| hook.services());
        let services = services.unwrap_or_default().into_iter();
        let today = day(self.now_ms());
        Means {
            limits: thinker.map(Thinker::limits),
            can_search: self.parts.search.is_some(),
            lasting: self.parts.lasting,
            taxes: self
                .parts
                .taxes
                .as_ref()
                .is_some_and(|table| !table.is_old(&today)),
            ships: self.parts.shipping.is_some(),
            engines: self.parts.engines.clone(),
            services: services
                .map(|(name, operations)| Service { name, operations })
                .collect(),
            today,
        }
    }
}
