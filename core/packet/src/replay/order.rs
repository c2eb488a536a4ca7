//! Do packets stand in the order in which they must, and say the same as what is known of them?

use std::collections::HashSet;

use screen_agent_wire::packet::conversation::ConversationData;
use serde_json::{Value, json};

use super::kept::{Kept, Kind};
use super::report::{HistoryReport, What};

/// What was seen so far.
pub(super) struct Order<'a> {
    conversation: &'a str,
    latest: u32,
    turns: HashSet<u32>,
    ids: HashSet<&'a str>,
    requests: HashSet<&'a str>,
}

impl<'a> Order<'a> {
    pub(super) fn of(data: &'a ConversationData, report: &mut HistoryReport) -> Self {
        let count = data.messages.len() as u64;
        if data.conversation.message_count != count
            && let Some(last) = data.messages.last()
        {
            let counts = (data.conversation.message_count, count);
            report.differs(&Kept::of(last), What::Order, "message_count", counts);
        }
        Self {
            conversation: &data.conversation.id,
            latest: 0,
            turns: HashSet::new(),
            ids: HashSet::new(),
            requests: HashSet::new(),
        }
    }

    pub(super) fn follow(&mut self, kept: &Kept<'a>, report: &mut HistoryReport) {
        self.agrees(kept, report);
        let turn = kept.message.turn;
        let late =
            turn < self.latest && (kept.kind == Kind::Request || !self.turns.contains(&turn));
        if late {
            report.differs(kept, What::Order, "conversation.turn", (turn, self.latest));
        }
        if !self.ids.insert(kept.id) {
            report.differs(kept, What::Order, "id", (kept.id, Value::Null));
        }
        match (kept.kind, kept.message.in_reply_to_request_id.as_deref()) {
            (Kind::Request, _) => {
                self.requests.insert(kept.id);
            }
            (Kind::Response, Some(id)) if !self.requests.contains(id) => {
                report.differs(
                    kept,
                    What::Order,
                    "in_reply_to.request_id",
                    (id, Value::Null),
                );
            }
            (Kind::Response, None) => {
                report.differs(
                    kept,
                    What::Order,
                    "in_reply_to.request_id",
                    (Value::Null, "an id"),
                );
            }
            (Kind::Response | Kind::Tool | Kind::Other, _) => {}
        }
        self.latest = self.latest.max(turn);
        self.turns.insert(turn);
    }

    /// The columns say what the packet says.
    fn agrees(&self, kept: &Kept<'a>, report: &mut HistoryReport) {
        let message = kept.message;
        let role = json!(message.sender_role);
        let mut pairs = vec![
            ("id", json!(message.id), &kept.packet["id"]),
            (
                "conversation.id",
                json!(self.conversation),
                &kept.packet["conversation"]["id"],
            ),
            (
                "conversation.turn",
                json!(message.turn),
                &kept.packet["conversation"]["turn"],
            ),
            ("sender.role", role, &kept.packet["sender"]["role"]),
        ];
        if kept.kind == Kind::Response {
            let named = &kept.packet["in_reply_to"]["request_id"];
            pairs.push((
                "in_reply_to.request_id",
                json!(message.in_reply_to_request_id),
                named,
            ));
        }
        for (path, recorded, packet) in pairs {
            if recorded != *packet {
                report.differs(kept, What::Order, path, (recorded, packet.clone()));
            }
        }
    }
}
