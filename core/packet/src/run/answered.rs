//! What a model answered is read, checked and followed.

use screen_agent_answer::model::{AnswerFault, How, Repair};
use screen_agent_answer::{clean, model};
use screen_agent_think::models::ThinkFailure;
use screen_agent_wire::packet::request::TaskName;
use screen_agent_wire::packet::{Assistant, Block, Doc, ResponsePacket};
use screen_agent_words::quote::{cut, plain};

use crate::pack::{self, PackedDocuments};
use crate::{cite, prompt};

use super::effect::Effect;
use super::state::{Asking, WaitsFor};
use super::turn::Turn;
use super::{limits, propose};

/// Longest title, in characters.
const TITLE: usize = 200;
/// Said where a model answered twice and neither answer could be read.
const UNREADABLE: &str = "The model answered twice in a form that could not be read. Nothing was done; please ask again.";

/// Said where a model said nothing, twice.
const NOTHING: &str = "The model gave an empty answer twice. Nothing was done; please ask again, or ask another model.";

/// What a model is told whose answer broke off.
const TOO_LONG: &str = "it was too long and broke off before its end. Answer anew, shorter: the most important first, no \
    more than half as much, and every bracket closed";
/// What the person is told whose answer breaks off a second time.
const BROKEN_OFF: &str = "The answer breaks off here: it was longer than this model may write at once. Ask for less, or for one part of it.";

/// What a model said, or why it said nothing; `full` where it had no room to say more.
pub(super) fn answered(
    turn: &mut Turn<'_>,
    asking: &Asking,
    said: Result<String, ThinkFailure>,
    full: bool,
) {
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
        Err(AnswerFault::Empty) => turn.refuse(NOTHING),
        Err(_) => turn.refuse(UNREADABLE),
        Ok(reading) => {
            // An answer whose form is closed is whole; of mere words nobody can tell.
            let is_open = full && reading.how == How::Fallback;
            let broken_off = is_open || reading.notes.contains(&Repair::BrokenOff);
            let wrong = if broken_off {
                Some(TOO_LONG.to_owned())
            } else {
                reading.ask_again
            };
            match wrong {
                Some(wrong) if turn.run.repair.is_none() => ask_again(turn, wrong),
                _ => follow(turn, asking, reading.packet, broken_off),
            }
        }
    }
}

/// Once more, with what was wrong.
fn ask_again(turn: &mut Turn<'_>, wrong: String) {
    turn.run.repair = Some(wrong);
    turn.think();
}

fn follow(turn: &mut Turn<'_>, asking: &Asking, packet: ResponsePacket, broken_off: bool) {
    turn.run.repair = None;
    let sent = turn.run.packed.take();
    let packed = sent.unwrap_or_else(|| pack::pack(&turn.run.inquiry(), asking.room));
    let mut assistant = checked(turn, &packed, packet.assistant);
    if broken_off {
        let Doc::Doc { children } = &mut assistant.render;
        children.push(Block::paragraph(BROKEN_OFF));
        assistant.render = clean(assistant.render);
        assistant.broken_off = true;
    }
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

/// What needs no source: the person's words, what was said before, and the day.
fn own_words(turn: &Turn<'_>) -> String {
    let run = &turn.run;
    let mut own = format!("{} {} ", run.message.text, turn.means.today);
    for one in &run.earlier {
        own.push_str(&format!("{} {} ", one.question, one.answer));
    }
    own + &serde_json::to_string(&run.task.args).unwrap_or_default()
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
    let (render, citations) = cite::check_answer(render, said.citations, &packed.sent);
    let own = own_words(turn);
    let mut render = cite::mark_unborne(render, &citations, &packed.sent, &own);
    if render.children().is_empty() {
        render = Doc::new(vec![Block::paragraph("There is no answer in words.")]);
    }
    let title = said.title.map(|title| cut(&plain(&title), TITLE));
    Assistant {
        title: title.filter(|title| !title.is_empty()),
        render,
        citations,
        broken_off: false,
    }
}
