//! What is kept, one file for each kind: the port's methods with their statements.

mod accounts;
mod answered;
mod artifacts;
pub(crate) mod audit;
mod begin;
mod belongings;
mod callbacks;
mod captures;
mod collections;
mod commit;
mod conversations;
pub(crate) mod domains;
mod ide_documents;
mod ide_objects;
pub(crate) mod keywords;
mod knowledge;
mod knowledge_search;
mod learned;
mod lease;
mod messages;
mod oauth;
mod outbox;
pub(crate) mod owned;
mod packets;
mod profiles;
mod queue;
pub(crate) mod quota;
pub(crate) mod rates;
mod recollect;
mod records;
pub(crate) mod recover;
mod removal;
mod runs;
mod schedules;
mod second_factors;
mod sessions;
mod sources;
mod spent;
pub(crate) mod sweep;
mod tab_leases;
mod takeout;
mod tasks;
mod tokens;
mod turns;
mod vault;
mod workflows;

pub use knowledge_search::scope_term;

/// The first characters of a text, as many as may be kept.
fn cut(text: &str, most: usize) -> &str {
    match text.char_indices().nth(most) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}
