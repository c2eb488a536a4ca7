//! What is asked in words that no reading knows, said again in plain ones: "have the guest arrive a week later" is `set "Arrival" to
//! "2026-03-17"`.
//!
//! The page comes first here: a field or a cell that is named, what it holds now, and how it is to change. Every other word has
//! to say nothing else; what is left over means that it was not understood, and nothing is said in its place.

mod change;
mod choice;
mod coordinate;
pub(super) mod filter;
mod order;
mod place;
mod tick;
mod view;
mod wish;

use screen_agent_action::{Action, ActionFamily};
use screen_agent_words::WordList;

use self::change::Change;

use super::Move;
use super::turn::Turn;
use crate::ground::held::Held;
use crate::ground::thing::{self, End, Thing};
use crate::read::{denial, plainly, without_courtesy};
use crate::words::Token;

static CONDITIONS: WordList = WordList::named("words that make a change depend on something");

/// The part that the present clause is of, in plain words, where the engine came to nothing by the person's own. They are to be
/// tried in this order, and what comes to nothing as well was not meant.
pub(super) fn restate(turn: &Turn<'_>, decided: &Move) -> Vec<(usize, String)> {
    let at = turn.memory.at;
    let Some(part) = turn.reading.part_of.get(at).copied() else {
        return Vec::new();
    };
    let begins = at == 0 || turn.reading.part_of[at - 1] != part;
    let before = turn
        .memory
        .restated
        .iter()
        .any(|(restated, _)| *restated == part);
    let opens = matches!(decided, Move::Prepare(Action::Click { .. }, _));
    if !(is_lost(decided) || opens) || !turn.mine().is_empty() || !begins || before {
        return Vec::new();
    }
    let all = &turn.reading.parts[part].0;
    let mut whole = without_courtesy(all);
    // "Could you show the calendar by week?" asks for no answer.
    let mut asked = all[..all.len() - whole.len()].windows(2);
    if asked.any(|pair| pair[0].is_any(&["can", "could", "would", "will"]) && pair[1].is("you")) {
        while let [rest @ .., last] = whole
            && (last.is_mark("?") || last.joins() || last.is("please"))
        {
            whole = rest;
        }
    }
    let denied = denial(whole);
    let whole = denied.as_ref().map_or(whole, |(order, _)| &order[..]);
    let said = plainly(whole);
    if whole
        .iter()
        .any(|token| token.is_in(&CONDITIONS) || token.is_mark("?"))
    {
        return Vec::new();
    }
    let lets = wish::as_order(said);
    let lets = lets.as_deref().unwrap_or_default();
    let orders = [
        coordinate::apart(turn, said),
        coordinate::each(turn, said),
        coordinate::deeds(turn),
        choice::of_field(turn, said),
        filter::by_fields(&turn.scene, said),
        place::moved(&turn.scene, whole),
        order::exchanged(&turn.scene, said),
        tick::in_column(&turn.scene, whole),
        tick::of_box(turn, said),
        changed(turn, whole),
        view::behind(turn, said),
        place::moved(&turn.scene, lets),
        wish::wished(turn, said),
        filter::narrowed(said),
    ];
    orders
        .into_iter()
        .flatten()
        .map(|order| (part, order))
        .collect()
}

/// True where plainer words came to more: to something that can be done, and to what does it where the person's own words
/// came to what only opens something.
pub(super) fn is_better(plainer: &Move, own: &Move) -> bool {
    match plainer {
        Move::Prepare(..) => is_lost(own) && !is_lost(plainer),
        _ => !is_lost(plainer),
    }
}

/// Nothing was found that could be done, or what was said is looked for elsewhere.
fn is_lost(decided: &Move) -> bool {
    match decided {
        Move::Stuck(_) => true,
        Move::Act(action, _) | Move::Prepare(action, _) => action.family() == ActionFamily::Scroll,
        Move::Done | Move::Ask(..) | Move::Consult(..) => false,
    }
}

/// A change of one thing that is named.
fn changed(turn: &Turn<'_>, said: &[Token]) -> Option<String> {
    let (thing, rest) = thing::named(&turn.scene, said)?;
    let held = thing.held(turn.today)?;
    let same = |said: &[Token]| thing.of_another(&turn.scene, said, turn.today);
    let changes = change::read(&rest, &held, turn.today, thing.limits(), &same)?;
    carried_out(&thing, &held, &changes)
}

/// The change as an order.
fn carried_out(thing: &Thing<'_>, held: &Held, changes: &[(End, Change)]) -> Option<String> {
    if let Some((low, high)) = held.ends() {
        let (mut new_low, mut new_high) = (low.clone(), high.clone());
        for (end, change) in changes {
            let widens = matches!(end, End::Apart | End::Together);
            if matches!(end, End::Low | End::Both) || widens {
                new_low = change.of(&new_low, *end == End::Apart)?;
            }
            if matches!(end, End::High | End::Both) || widens {
                new_high = change.of(&new_high, *end == End::Together)?;
            }
        }
        return order::ends_to(thing, (&low, &new_low), (&high, &new_high));
    }
    let [(End::Both, change)] = changes else {
        return None;
    };
    order::to(thing, &change.of(held, false)?.text()?)
}
