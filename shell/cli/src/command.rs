//! The command engine as a proposer.

use async_trait::async_trait;
use screen_agent_action::ask::{Ask, ProposeFailure};

use screen_agent_ports::{Proposed, Proposer};

/// Above this many controls the engine thinks long enough to be moved off the async threads.
const MANY_CONTROLS: usize = 400;

/// The command engine: plain English, no model.
#[derive(Clone, Copy, Debug, Default)]
pub struct EngineProposer;

#[async_trait]
impl Proposer for EngineProposer {
    fn name(&self) -> &str {
        "command"
    }

    fn is_metered(&self) -> bool {
        false
    }

    async fn propose(&self, ask: &Ask) -> Result<Proposed, ProposeFailure> {
        let proposal = if ask.seen.nodes.len() > MANY_CONTROLS {
            let ask = ask.clone();
            tokio::task::spawn_blocking(move || screen_agent_command::propose(&ask))
                .await
                .map_err(|_| ProposeFailure::Unavailable)?
        } else {
            screen_agent_command::propose(ask)
        };
        Ok(Proposed {
            proposal,
            usage: None,
        })
    }
}
