//! Files that pages give: handed on to whoever keeps them, before the server is told that they came.

use std::path::Path;

use async_trait::async_trait;
use screen_agent_action::Action;
use screen_agent_browser::{ErrorCode, PerformError, Performed};
use screen_agent_words::quote::quote;

use super::Drive;

/// Whoever keeps files that pages give, where they are wanted.
#[async_trait]
pub trait FileKeeper: std::fmt::Debug + Send + Sync {
    /// Keeps the one that lies here, or says why not.
    async fn keep(&self, name: &str, at: &Path) -> Result<(), String>;
}

impl Drive<'_> {
    /// What was performed, once its files are kept. It has failed where one that is not is all that came of it.
    pub(super) async fn handed_on(
        &mut self,
        mut performed: Performed,
        action: &Action,
    ) -> Performed {
        let Some(keeper) = &self.plan.keeper else {
            return performed;
        };
        let mut refused = Vec::new();
        for file in &mut performed.received {
            let Some(at) = &file.kept else { continue };
            if let Err(why) = keeper.keep(&file.name, at).await {
                refused.push(format!("{} ({why})", quote(&file.name)));
                file.kept = None;
            }
        }
        if refused.is_empty() {
            return performed;
        }
        let why = format!("given and not kept: {}", refused.join(", "));
        let seen = performed.observations;
        let is_kept = performed.received.iter().any(|file| file.kept.is_some());
        if is_kept || seen.dom || seen.url {
            performed.state = Some(why);
            return performed;
        }
        performed.success = false;
        performed.error = Some(PerformError {
            code: ErrorCode::ActionFailed,
            refusal: None,
            message: why,
            action: action.entry().tag.to_owned(),
            element_id: action.target().map(|id| id.as_str().to_owned()),
        });
        performed
    }
}
