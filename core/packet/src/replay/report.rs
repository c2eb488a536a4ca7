//! What a replay found.

use serde::Serialize;
use serde_json::Value;

use super::kept::Kept;

/// How a replay went.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct HistoryReport {
    /// What was read again.
    pub checked: Checked,
    /// What came out otherwise than it was kept, in the order of the packets.
    pub differences: Vec<HistoryDifference>,
    /// What could not be checked, and why.
    pub unchecked: Vec<Gap>,
}

/// How much was read again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// Requests.
    pub requests: usize,
    /// Responses.
    pub responses: usize,
    /// Packets of tools.
    pub results: usize,
    /// Render trees.
    pub renders: usize,
    /// Citations.
    pub citations: usize,
    /// Calls of tools.
    pub calls: usize,
}

/// Something that came out otherwise than it was kept.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HistoryDifference {
    /// Id of the packet.
    pub packet: String,
    /// What it is about.
    pub what: What,
    /// Where in the packet, such as `assistant.citations[1]`; empty for all of it.
    pub path: String,
    /// What was kept; `null` where nothing was.
    pub recorded: Value,
    /// What came out; `null` where nothing did.
    pub replayed: Value,
}

/// What could not be checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gap {
    /// Id of the packet.
    pub packet: String,
    /// What it is about.
    pub what: What,
    /// Why not.
    pub why: &'static str,
}

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// The order of packets and turns.
    Order,
    /// A packet as a whole.
    Packet,
    /// The tree that was shown.
    Render,
    /// A citation.
    Citation,
    /// A tool.
    Call,
}

impl HistoryReport {
    /// Everything that could be checked came out as it was kept.
    pub fn is_same(&self) -> bool {
        self.differences.is_empty()
    }

    pub(super) fn differs(
        &mut self,
        kept: &Kept<'_>,
        what: What,
        path: impl Into<String>,
        (recorded, replayed): (impl Into<Value>, impl Into<Value>),
    ) {
        self.differences.push(HistoryDifference {
            packet: kept.id.to_owned(),
            what,
            path: path.into(),
            recorded: recorded.into(),
            replayed: replayed.into(),
        });
    }

    /// The same gap of a packet is told once.
    pub(super) fn gap(&mut self, kept: &Kept<'_>, what: What, why: &'static str) {
        let gap = Gap {
            packet: kept.id.to_owned(),
            what,
            why,
        };
        if !self.unchecked.contains(&gap) {
            self.unchecked.push(gap);
        }
    }
}
