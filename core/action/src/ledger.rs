//! What a person asked for, clause by clause, and what showed each of them to be done.
//!
//! A task is done only as far as its ledger says. Each clause is settled by a look at the page, never by a
//! client's word, and never because the page merely changed.

use serde::{Deserialize, Serialize};

/// One thing that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clause {
    /// The person's words for it.
    pub words: String,
    /// How it stands.
    pub standing: Standing,
    /// What shows it, or why nothing does, in one sentence; empty while it is open.
    pub evidence: String,
}

/// Evidence of what needed no step: the page was so when it was looked at.
pub const SO_ALREADY: &str = "it was so already";
/// Evidence of what was to be told: it stands on the page.
pub const SAYS_SO: &str = "the page says so";

/// How a clause stands, the worst last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// It was seen to be done.
    #[default]
    Verified,
    /// It was carried out, and nothing that can be seen says what became of it.
    Unverified,
    /// It is still to be done.
    Open,
    /// It was seen to be otherwise.
    Wrong,
}

/// Evidence as people read it: what the page says is quoted; that some part of it changed is all that they need to know
/// of notes that name lines and controls by their numbers.
pub fn plainly(evidence: &str) -> String {
    match evidence.split_once("; seen was") {
        Some((why, seen)) => format!("{why}; {}", note(seen.trim_start_matches([':', ' ']))),
        None => note(evidence),
    }
}

fn note(note: &str) -> String {
    const SAYS: [&str; 2] = ["message: ", "says: "];
    const CHANGES: [&str; 9] = [
        "text: ",
        "new: ",
        "gone: ",
        "focus: ",
        "client: ",
        "event: ",
        "address: ",
        "changed: ",
        "read: ",
    ];
    if let Some(said) = SAYS.iter().find_map(|kind| note.strip_prefix(kind)) {
        format!("the page says {said}")
    } else if CHANGES.iter().any(|kind| note.starts_with(kind)) {
        "the page changed".to_owned()
    } else {
        note.to_owned()
    }
}

/// How a whole ledger stands: as its worst clause. One without clauses claims nothing, so nothing of it is seen.
pub fn standing(ledger: &[Clause]) -> Standing {
    let worst = ledger.iter().map(|clause| clause.standing).max();
    worst.unwrap_or(Standing::Unverified)
}
