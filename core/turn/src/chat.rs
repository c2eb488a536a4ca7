//! Questions about the conversation, answered from what is stored of it, without any model.
//! Spec 001 §10, "memory queries".

mod asked;
mod reply;
mod when;

use crate::route::asks_memory;
use asked::Asked;
use screen_agent_think::recollect::{PastSearch, Recollection};

/// The answer to a question about what was said and done, in plain words; nothing where the query
/// is no such question. `today` is `YYYY-MM-DD`.
pub(crate) fn from_memory(query: &str, recalled: &Recollection, today: &str) -> Option<String> {
    if asks_memory(query) {
        let asked = Asked::read(query, today);
        return Some(reply::answer(&asked, recalled));
    }
    reply::kept(query, recalled)
}

/// What is to be looked for in other conversations, where the query asks for the past.
pub(crate) fn search(query: &str, today: &str) -> Option<PastSearch> {
    asks_memory(query).then(|| Asked::read(query, today).search())
}

#[cfg(test)]
mod tests;
