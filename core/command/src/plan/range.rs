//! "from 50 to 120": two fields, of which one is named after the lower end and the other after the upper.

use screen_agent_page::Node;
use screen_agent_words::WordList;

use super::turn::Turn;
use super::{Move, date, enter};
use crate::ground::find::candidates;
use crate::ground::scene::{is_field, is_ready};
use crate::ground::{Reference, Wish, only};
use crate::words::Phrase;
use crate::words::normal::words;

static LOWER: WordList = WordList::named("names of a lower end");
static UPPER: WordList = WordList::named("names of an upper end");
static NOUNS: WordList = WordList::named("nouns for a range");

/// Fills in both ends.
pub(super) fn fill(turn: &mut Turn<'_>, field: &Phrase, low: &Phrase, high: &Phrase) -> Move {
    let (lower, upper) = (end(turn, field, &LOWER), end(turn, field, &UPPER));
    let (Some(lower), Some(upper)) = (lower, upper) else {
        return by_calendar(turn, field, low, high)
            .unwrap_or_else(|| enter::enter(turn, high, None, Some(field)));
    };
    match enter::fill(turn, lower, &low.text()) {
        Move::Done => enter::fill(turn, upper, &high.text()),
        step => step,
    }
}

/// One field for two days: the calendar takes the one and then the other.
fn by_calendar(turn: &mut Turn<'_>, field: &Phrase, low: &Phrase, high: &Phrase) -> Option<Move> {
    let dated = date::is_date(turn, &low.text()) && date::is_date(turn, &high.text());
    let found = candidates(&turn.scene, &Reference::of(field), Wish::Fill);
    let [node] = found[..] else { return None };
    if !dated {
        return None;
    }
    if turn.memory.own.listed == 0 {
        match date::by_picker(turn, node, &low.text()) {
            Move::Done => {
                turn.memory.own.listed = 1;
                turn.memory.own.day = None;
            }
            step => return Some(step),
        }
    }
    Some(date::by_picker(turn, node, &high.text()))
}

/// The only field that is named after the thing and this end of it.
fn end<'a>(turn: &Turn<'a>, field: &Phrase, ends: &WordList) -> Option<&'a Node> {
    let said = words(&Reference::of(field).whole);
    let of: Vec<&String> = said
        .iter()
        .filter(|word| !NOUNS.contains(word.as_str()))
        .collect();
    let named = |node: &&Node| {
        let label = words(&turn.scene.label(node));
        is_field(node)
            && is_ready(node)
            && of.iter().all(|word| label.contains(word))
            && label.iter().any(|word| ends.contains(word.as_str()))
    };
    only(turn.nodes().filter(named))
}
