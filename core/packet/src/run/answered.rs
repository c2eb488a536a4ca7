//! What a model answered is read, checked and followed.

use screen_agent_answer::clean;
use screen_agent_answer::model;
use screen_agent_think::models::ThinkFailure;
use screen_agent_wire::packet::request::TaskName;
use screen_agent_wire::packet::{Assistant, Block, Doc, ResponsePacket};
use screen_agent_words::quote::{cut, plain};

use crate::pack::{self, PackedDocuments};
use crate::{cite, prompt};

use super::effect::Effect;
use super::limits;
use super::propose;
use super::state::{Asking, WaitsFor};
use super::turn::Turn;

/// Longest title, in characters.
const TITLE: usize = 200;
/// Said where a model answered twice and neither answer could be read.
const UNREADABLE: &str = "The model answered twice in a form that could not be read. Nothing was done; please ask again.";

/// What a model said, or why it said nothing.
pub(super) fn answered(
    turn: &mut Turn<'_>,
    asking: &Asking,
    said: Result<String, ThinkFailure>,
    model: Option<String>,
) {
    turn.run.model = model;
    let said = match said {
        Ok(said) => said,
        Err(failure) => {
            turn.run.ended = true;
            turn.run.waiting.clear();
            turn.effects.push(Effect::Fail(failure));
            return;
        }
    };
    let expected = &asking.request_id;
    match model::response(&said, expected) {
        Err(fault) if turn.run.repair.is_none() => ask_again(turn, fault.for_model()),
        Err(_) => turn.refuse(UNREADABLE),
        Ok(reading) => match reading.ask_again {
            Some(wrong) if turn.run.repair.is_none() => ask_again(turn, wrong),
            _ => follow(turn, asking, reading.packet),
        },
    }
}

/// Once more, with what was wrong.
fn ask_again(turn: &mut Turn<'_>, wrong: String) {
    turn.run.repair = Some(wrong);
    turn.think();
}

fn follow(turn: &mut Turn<'_>, asking: &Asking, packet: ResponsePacket) {
    turn.run.repair = None;
    let sent = turn.run.packed.take();
    let packed = sent.unwrap_or_else(|| pack::pack(&turn.run.inquiry(), asking.room));
    let assistant = checked(turn, &packed, packet.assistant);
    let proposed = if turn.is_last_step() {
        Vec::new()
    } else {
        packet.tool_calls
    };
    if proposed.is_empty() {
        turn.reply(limits::told(assistant, &packed));
        return;
    }
    let at = turn.effects.len();
    let addresses = addresses(turn, &packed);
    let calls = propose::propose(turn, proposed, &addresses);
    turn.run.said = Some(assistant.clone());
    let goes_on = turn.run.waiting.is_empty()
        || turn
            .run
            .waiting
            .iter()
            .any(|one| matches!(one.waits_for, WaitsFor::Server));
    if goes_on {
        // The answer comes before what came of it.
        let later = turn.effects.split_off(at);
        turn.keep_step(assistant, calls);
        turn.effects.extend(later);
    }
    turn.proceed();
}

/// Addresses that were read or said.
fn addresses(turn: &Turn<'_>, packed: &PackedDocuments) -> cite::Addresses {
    cite::Addresses::of(&packed.documents, &turn.run.message.text)
}

/// The answer as it may be shown: an allowed tree, citations held against what was sent.
fn checked(turn: &Turn<'_>, packed: &PackedDocuments, said: Assistant) -> Assistant {
    let addresses = addresses(turn, packed);
    let mut render = cite::without_strange_links(clean(said.render), &addresses);
    if turn.run.task.name == TaskName::Extract {
        let fields = prompt::fields(&turn.run.task.args);
        render = clean(cite::mark_unfounded(render, &fields, &packed.sent));
    }
    if render.children().is_empty() {
        render = Doc::new(vec![Block::paragraph("There is no answer in words.")]);
    }
    let title = said.title.map(|title| cut(&plain(&title), TITLE));
    Assistant {
        title: title.filter(|title| !title.is_empty()),
        render,
        citations: cite::check(said.citations, &packed.sent),
    }
}
