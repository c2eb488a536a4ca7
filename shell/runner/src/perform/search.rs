//! Searches the web.

use std::time::{Duration, Instant};

use screen_agent_kernel::event::Event;
use screen_agent_kernel::search::{SearchFailure, SearchQuery};
use tokio::time::timeout;

use crate::TurnError;
use crate::held::Held;
use crate::measure;

use super::waiting;

/// Longest wait for a search.
const PATIENCE: Duration = Duration::from_secs(15);

/// Searches; that nothing came back is an answer like any other.
pub(super) async fn search(held: &Held, query: &SearchQuery) -> Result<Event, TurnError> {
    let Some(engine) = held.runner.parts.search.clone() else {
        return Ok(Event::Searched {
            result: Err(SearchFailure::Unavailable),
        });
    };
    let began = Instant::now();
    let searching = async {
        let found = timeout(PATIENCE, engine.search(query)).await;
        Ok(found.unwrap_or(Err(SearchFailure::TimedOut)))
    };
    Ok(match waiting(held, searching).await? {
        Ok(result) => {
            measure::search(result.is_ok(), began.elapsed());
            Event::Searched { result }
        }
        Err(event) => event,
    })
}
