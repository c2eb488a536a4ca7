//! Whether those outside answered when they were last asked, for whoever watches over the server.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How those outside did when they were last asked. Cheap to clone; the clones share it.
#[derive(Clone, Debug, Default)]
pub struct Works {
    no_model: Arc<AtomicBool>,
    no_search: Arc<AtomicBool>,
}

impl Works {
    pub(crate) fn model(&self, answered: bool) {
        self.no_model.store(!answered, Ordering::Relaxed);
    }

    pub(crate) fn searched(&self, answered: bool) {
        self.no_search.store(!answered, Ordering::Relaxed);
    }

    /// False when no model answered the last question; true before the first.
    pub fn models_answer(&self) -> bool {
        !self.no_model.load(Ordering::Relaxed)
    }

    /// False when the last search failed; true before the first.
    pub fn search_answers(&self) -> bool {
        !self.no_search.load(Ordering::Relaxed)
    }
}
