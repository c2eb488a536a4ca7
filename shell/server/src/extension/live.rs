//! What listeners are told of what was committed: spec 001 §3.6.

use screen_agent_engine::turn::TurnReply;
use screen_agent_store::outbox::{Announced, Happened, TopicName};
use screen_agent_wire::extension::live::{LiveEvent, LiveRound};
use screen_agent_wire::extension::realtime::session_channel;
use screen_agent_wire::extension::response::InteractStatus;

use super::convert;
use crate::realtime::{Announcement, Wording};

/// Most bytes of an event's data; servers of the protocol take 10 KB.
const MOST: usize = 10_000;

/// Words a turn for listeners, as JSON that is kept with the turn.
pub fn tell(turn: &TurnReply) -> String {
    let mut round = LiveRound::from_reply(&turn.reply, &turn.task, turn.session);
    // The very bytes that are stored with the step: the reply's own action may type a secret.
    round.action.clone_from(&turn.action);
    serde_json::to_string(&round).unwrap_or_else(|_| "null".to_owned())
}

/// How this surface words what happens on its topics, which are conversations.
pub(crate) const WORDING: Wording = (TopicName::SESSION, announcement);

/// What the listeners of its conversation are told of it.
fn announcement(row: Announced) -> Option<Announcement> {
    let channel = session_channel(row.topic.session()?.get());
    let event = event(row)?;
    Some(Announcement {
        channel,
        event: event.name().to_owned(),
        data: data(event),
        traced: None,
    })
}

/// The event that tells of it; `None` for a turn of which nothing is told. Its id is the same
/// whenever it is made.
fn event(row: Announced) -> Option<LiveEvent> {
    let session_id = row.topic.session()?.get();
    let round = |event_id, data| LiveEvent::InteractResponse {
        session_id,
        event_id,
        data,
        truncated: None,
    };
    Some(match row.what {
        Happened::Message(record) => LiveEvent::NewMessage {
            session_id,
            event_id: record.id.to_string(),
            message: Box::new(convert::message(*record)),
            truncated: None,
        },
        Happened::Turn {
            task,
            turn,
            round: told,
        } => {
            let data: Option<LiveRound> = serde_json::from_str(&told).ok()?;
            round(format!("{task}-{turn}"), data?)
        }
        Happened::Published { .. } => return None,
        Happened::Interrupted {
            task,
            turn,
            step_count,
        } => {
            let data = LiveRound {
                task_id: task.get(),
                status: InteractStatus::Interrupted,
                current_step_index: u32::from(step_count.saturating_sub(1)),
                action: None,
                thought: None,
                verification: None,
                correction: None,
            };
            round(format!("{task}-{turn}-interrupted"), data)
        }
    })
}

/// The event's data: JSON of at most [`MOST`] bytes. What does not fit is cut, words first, and the
/// event says so.
fn data(mut event: LiveEvent) -> String {
    let whole = written(&event);
    if whole.len() <= MOST {
        return whole;
    }
    shorten(&mut event);
    let mut cut = written(&event);
    if cut.len() > MOST {
        strip(&mut event);
        cut = written(&event);
    }
    cut
}

/// Room for words beside everything else of a cut event.
const WORDS: usize = 4_000;

/// Cuts words and leaves what else may be long to whoever reads the whole.
fn shorten(event: &mut LiveEvent) {
    match event {
        LiveEvent::NewMessage {
            message, truncated, ..
        } => {
            *truncated = Some(true);
            cut(&mut message.content);
        }
        LiveEvent::InteractResponse {
            data, truncated, ..
        } => {
            *truncated = Some(true);
            data.thought.as_mut().map(cut);
            if let Some(verification) = &mut data.verification {
                verification.evidence.clear();
            }
        }
    }
}

/// Leaves out what cannot be cut and be itself.
fn strip(event: &mut LiveEvent) {
    match event {
        LiveEvent::NewMessage { message, .. } => {
            message.metadata = None;
            message.action_string = None;
            message.error = None;
            message.dom_summary = None;
        }
        LiveEvent::InteractResponse { data, .. } => {
            data.action = None;
            data.correction = None;
            data.verification = None;
        }
    }
}

/// Cuts a text so that it takes at most [`WORDS`] bytes once it is written as JSON.
fn cut(text: &mut String) {
    let mut room = WORDS;
    let mut end = text.len();
    for (at, letter) in text.char_indices() {
        // A control character is written as six.
        let size = match letter {
            '"' | '\\' => 2,
            '\u{0}'..='\u{1f}' => 6,
            _ => letter.len_utf8(),
        };
        if size > room {
            end = at;
            break;
        }
        room -= size;
    }
    text.truncate(end);
}

fn written(event: &LiveEvent) -> String {
    serde_json::to_string(event).unwrap_or_default()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use screen_agent_action::id::{MessageId, SessionId, TaskId, TenantId, UserId};
    use screen_agent_store::Owner;
    use screen_agent_store::outbox::{OutboxPosition, TopicName};
    use screen_agent_store::session::{MessageRecord, MessageSender};
    use serde_json::{Value, json};
    use uuid::Uuid;

    use super::*;

    const NUMBER: Uuid = Uuid::from_u128(7);

    fn row(what: Happened) -> Announced {
        Announced {
            place: OutboxPosition(1),
            owner: Owner {
                tenant: TenantId::new(NUMBER),
                user: UserId::new(NUMBER),
            },
            topic: TopicName::of_session(SessionId::new(NUMBER)),
            is_first: true,
            at_ms: 0,
            what,
        }
    }

    fn said(content: &str, metadata: Option<String>) -> Announced {
        row(Happened::Message(Box::new(MessageRecord {
            id: MessageId::new(NUMBER),
            sequence: 3,
            role: MessageSender::System,
            content: content.to_owned(),
            action: None,
            status: None,
            error: None,
            dom_summary: None,
            metadata,
            at_ms: 0,
        })))
    }

    fn told(row: Announced) -> Value {
        let data = data(event(row).unwrap());
        assert!(data.len() <= MOST, "{}", data.len());
        serde_json::from_str(&data).unwrap()
    }

    #[test]
    fn a_message_is_told_whole_under_its_own_id() {
        let data = told(said(
            "Hello",
            Some(r#"{"messageType":"plan_preview"}"#.into()),
        ));
        assert_eq!(
            data,
            json!({
                "type": "new_message",
                "sessionId": NUMBER,
                "eventId": NUMBER.to_string(),
                "message": {
                    "messageId": NUMBER,
                    "role": "system",
                    "content": "Hello",
                    "sequenceNumber": 3,
                    "timestamp": "1970-01-01T00:00:00.000Z",
                    "metadata": {"messageType": "plan_preview"},
                },
            })
        );
    }

    #[test]
    fn a_turn_is_told_under_its_number() {
        let round = json!({"taskId": NUMBER, "status": "executing", "currentStepIndex": 2,
            "action": "click(1)",
            "correction": {"strategy": "ALTERNATIVE_TOOL", "reason": "r", "retryAction": "click(1)"}});
        let what = Happened::Turn {
            task: TaskId::new(NUMBER),
            turn: 4,
            round: round.to_string(),
        };
        let expected = json!({"type": "interact_response", "sessionId": NUMBER,
            "eventId": format!("{NUMBER}-4"), "data": round});
        assert_eq!(told(row(what)), expected);
    }

    #[test]
    fn a_task_left_lying_is_told_as_interrupted() {
        let what = Happened::Interrupted {
            task: TaskId::new(NUMBER),
            turn: 2,
            step_count: 2,
        };
        let expected = json!({"type": "interact_response", "sessionId": NUMBER,
            "eventId": format!("{NUMBER}-2-interrupted"),
            "data": {"taskId": NUMBER, "status": "interrupted", "currentStepIndex": 1}});
        assert_eq!(told(row(what)), expected);
    }

    #[test]
    fn nothing_is_told_of_a_turn_that_says_nothing() {
        for round in ["null", "{}", "7"] {
            let what = Happened::Turn {
                task: TaskId::new(NUMBER),
                turn: 0,
                round: round.to_owned(),
            };
            assert_eq!(event(row(what)), None, "{round}");
        }
    }

    #[test]
    fn what_is_too_long_is_cut_and_says_so() {
        let plan = |steps: usize| Some(json!({"plan": "x".repeat(steps)}).to_string());
        for (content, metadata, kept) in [
            ("é".repeat(9_000), None, 2_000),
            ("\u{1}".repeat(9_000), None, 666),
            ("\"".repeat(9_000), plan(100), 2_000),
            ("short".to_owned(), plan(12_000), 5),
        ] {
            let data = told(said(&content, metadata));
            assert_eq!(data["truncated"], true);
            let cut = data["message"]["content"].as_str().unwrap();
            assert_eq!(cut.chars().count(), kept);
            assert!(content.starts_with(cut));
        }
        let action = format!("type({:?})", "x".repeat(12_000));
        let round = json!({"taskId": NUMBER, "status": "executing", "currentStepIndex": 0,
            "action": action, "thought": "t".repeat(6_000)});
        let what = Happened::Turn {
            task: TaskId::new(NUMBER),
            turn: 0,
            round: round.to_string(),
        };
        let data = told(row(what));
        assert_eq!(data["truncated"], true);
        assert_eq!(data["data"].get("action"), None);
    }
}
