//! "Fill in the booking: arrival 24 March, three guests, a window seat": what is told of a form in a row, whatever stands
//! before it. It is read once, by what the fields are called and what the lists offer, and then carried out to the end:
//! lists and calendars that open on the way change nothing of what was meant. Either all of it means something, or nothing
//! is filled in.

use screen_agent_action::EffectClass;
use screen_agent_action::step::Step;
use screen_agent_page::{Node, NodeId, Role};
use serde::{Deserialize, Serialize};

use super::apply::{Target, apply, enter_option};
use super::called::box_of;
use super::enquiry::prepared;
use super::memory::ClauseState;
use super::survey;
use super::told::Told;
use super::turn::Turn;
use super::{Move, choose, click, doubt, enter};
use crate::read::{Clause, Touch, plainly};
use crate::words::token::text_of;
use crate::words::{Phrase, Token};

/// Most times that the view is moved on to see the rest of a form, and back.
const SCROLLS: usize = 8;

/// What is told of a form, as it was read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Particulars {
    /// In the order in which they were told.
    pub list: Vec<Particular>,
    /// What is pressed in the end.
    pub button: Option<NodeId>,
    /// The last part of the order that they are of.
    pub last: usize,
    /// All of it means something.
    pub whole: bool,
    /// How many of them were carried out.
    pub done: usize,
    /// How often the view was moved on, and back.
    pub scrolls: usize,
}

/// Where one of them goes, and what it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Particular {
    /// The field.
    pub field: NodeId,
    /// Which words it was read from.
    pub words: (usize, usize),
    /// What goes there.
    pub entry: Entry,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Entry {
    /// These of the words, which are not kept themselves: they may be secret.
    Said(usize, usize),
    /// A number, or what a list is seen to offer.
    Value(String),
    /// These of the words, which a list offers once it is open.
    Offered(usize, usize),
    /// It is ticked or chosen.
    On,
}

/// The next step for what is told of a form; nothing where not every word of it is.
pub(super) fn fill_in(turn: &mut Turn<'_>) -> Option<Move> {
    let part = *turn.reading.part_of.get(turn.memory.at)?;
    if turn.memory.operated.is_some_and(|last| part <= last) {
        return Some(Move::Done);
    }
    let tokens = plainly(&turn.reading.parts.get(part)?.0).to_vec();
    // What hangs on a condition is for its clauses.
    let mut clauses = turn.reading.clauses.iter().zip(&turn.reading.part_of);
    if clauses.any(|(clause, of)| {
        *of == part && matches!(clause, Clause::If { .. } | Clause::Skip { .. })
    }) {
        return None;
    }
    let begins = turn.reading.part_of.iter().position(|of| *of == part) == Some(turn.memory.at);
    let mut told = match turn.memory.own.told.take() {
        Some(told) => told,
        // What was begun clause by clause, or in another way, goes on so.
        None if begins && !turn.mine().iter().any(changes) => Particulars::default(),
        None => return None,
    };
    if !told.whole {
        let began = told.scrolls > 0;
        match read(turn, part, &tokens, told) {
            Reading::Whole(read) => told = read,
            Reading::Part(mut read) if turn.ask.seen.has_more_below() && read.scrolls < SCROLLS => {
                read.scrolls += 1;
                turn.memory.own.told = Some(read);
                let why = "I look at the rest of the form first.";
                return Some(survey::scroll(None, true, why));
            }
            Reading::Part(_) | Reading::Nothing if began => {
                let why = "I see no form that takes all that was said";
                return Some(Move::Stuck(why.to_owned()));
            }
            Reading::Part(_) | Reading::Nothing => return None,
        }
    }
    while let Some(next) = told.list.get(told.done).cloned() {
        let step = match turn.scene.screen.node(&next.field) {
            Some(node) => put(turn, node, &next.entry, &tokens),
            None => return Some(back(turn, told)),
        };
        if step != Move::Done {
            let sends = told.button.is_some();
            turn.memory.own.told = Some(told);
            return Some(if sends { prepared(step) } else { step });
        }
        // What a list did not take would be sent otherwise than it was said.
        if let Some(doubt) = doubt::of_form(turn) {
            if told.button.is_some() {
                return Some(Move::Stuck(format!("{doubt}, so it is not sent")));
            }
            turn.memory.untaken = Some(doubt);
        }
        told.done += 1;
        turn.memory.own = ClauseState::default();
    }
    let Some(button) = told.button.clone() else {
        turn.memory.operated = Some(told.last);
        return Some(Move::Done);
    };
    match turn.scene.screen.node(&button) {
        Some(button) => {
            turn.memory.operated = Some(told.last);
            Some(click::aim(turn, Touch::Click, button))
        }
        None => Some(back(turn, told)),
    }
}

fn changes(step: &Step) -> bool {
    matches!(
        step.action.effect(),
        EffectClass::Works | EffectClass::Types
    )
}

enum Reading {
    /// Every word means something here.
    Whole(Particulars),
    /// Some of the fields are not in view.
    Part(Particulars),
    Nothing,
}

/// Reads what is told, and what of the next parts is ticked in the same form before it is sent.
fn read(turn: &Turn<'_>, part: usize, tokens: &[Token], known: Particulars) -> Reading {
    let Some((mut told, whole)) = Told::read(turn, tokens, known) else {
        return Reading::Nothing;
    };
    if !whole {
        return Reading::Part(told);
    }
    told.last = part;
    told.whole = true;
    while told.button.is_some()
        && let Some(next) = turn.reading.parts.get(told.last + 1)
        && let Some(node) = box_of(turn, plainly(&next.0))
        && goes_with(turn, node, &told)
    {
        told.last += 1;
        told.list.push(Particular {
            field: node.id.clone(),
            words: (tokens.len(), tokens.len()),
            entry: Entry::On,
        });
    }
    Reading::Whole(told)
}

/// True where it is of the same form as what was told.
fn goes_with(turn: &Turn<'_>, node: &Node, told: &Particulars) -> bool {
    let mut fields = told
        .list
        .iter()
        .filter_map(|one| turn.scene.screen.node(&one.field));
    fields.all(|field| field.facts.form == node.facts.form && field.id != node.id)
}

/// Brings one of them to where it belongs.
fn put(turn: &mut Turn<'_>, node: &Node, entry: &Entry, tokens: &[Token]) -> Move {
    let words = |from: usize, to: usize| text_of(tokens.get(from..to).unwrap_or_default());
    let label = Phrase::of(&turn.scene.label(node));
    let text = match entry {
        Entry::On => return apply(turn, vec![Target::Control(node)], true),
        Entry::Offered(from, to) => {
            let items = Phrase::of(&words(*from, *to));
            return choose::choose(turn, &items, Some(&label), true);
        }
        Entry::Value(text) => text.clone(),
        Entry::Said(from, to) => words(*from, *to),
    };
    if node.facts.options.contains(&text) {
        enter_option(turn, node, &text)
    } else if node.role.takes_text() || node.role == Role::Slider || doubt::opens(node) {
        enter::fill(turn, node, &text)
    } else {
        enter::enter(turn, &Phrase::of(&text), None, Some(&label))
    }
}

/// What was seen before the view was moved on: back to it.
fn back(turn: &mut Turn<'_>, mut told: Particulars) -> Move {
    if told.scrolls == 0 || told.scrolls > SCROLLS * 3 {
        return Move::Stuck("what was to be filled in is not in view any more".to_owned());
    }
    // The first of the form stand above, what sends it below.
    let down = told.done == told.list.len();
    told.scrolls += 1;
    turn.memory.own.told = Some(told);
    survey::scroll(None, down, "I go to where it stands.")
}
