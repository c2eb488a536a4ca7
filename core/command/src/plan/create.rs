//! "Add an author named Ann from Oslo": the form that the noun names is opened, filled in whole, and sent.

use screen_agent_action::Action;
use screen_agent_page::Node;
use screen_agent_words::WordList;

use super::turn::{Tried, Turn, click_on, said};
use super::{Move, claim, click, cover, effect, enter, explore, submit};
use crate::ground::place::narrow;
use crate::ground::reference::Place;
use crate::ground::scene::{is_field, is_ready};
use crate::ground::{Grounded, Reference, only};
use crate::read::created::{Created, created};
use crate::read::{Clause, Touch};
use crate::words::Phrase;
use crate::words::likeness::{Likeness, likeness};

/// Names of the field for what a thing is called.
static NAMES: WordList = WordList::named("names of the field for a name");
/// Which fields a word that leads to a value may mean.
static LEADS: WordList = WordList::named("fields that a word leads to");

/// The next step of making what is described; nothing where the page has no form for it.
pub(super) fn create(turn: &mut Turn<'_>, verb: &str, what: &Phrase) -> Option<Move> {
    let made = created(&what.0)?;
    if let Some(entries) = entries(turn, &made) {
        return Some(fill_in(turn, verb, &made, entries));
    }
    let opener = opener(turn, verb, &made.noun).filter(|_| !turn.memory.own.went);
    let Some(opener) = opener else {
        let why = format!(
            "I see no form that takes all that was said of the {}",
            made.noun
        );
        let part = turn.memory.own.went || !made.parts.is_empty();
        if !part {
            return None;
        }
        // What leads to the form may stand further down.
        return Some(match explore::look_further(turn, what) {
            Move::Stuck(_) => Move::Stuck(why),
            step => step,
        });
    };
    turn.memory.own.went = true;
    let id = opener.id.clone();
    Some(Move::Prepare(
        Action::Click { id },
        format!("I press {} first.", said(opener)),
    ))
}

/// Each value with its field, all of one form; a page that was not opened for it has to show more than a name's field.
fn entries<'a>(turn: &Turn<'a>, made: &Created) -> Option<Vec<(&'a Node, String)>> {
    let mut found: Vec<(&Node, String)> = Vec::new();
    for part in &made.parts {
        let node = if part.led {
            let mut names = LEADS.meanings().filter(|(_, lead)| *lead == part.label);
            names.find_map(|(name, _)| only(turn.fields_called(name)))?
        } else {
            match enter::find(turn, &Reference::of(&Phrase::of(&part.label))) {
                Grounded::One(node) => node,
                Grounded::Several(_) | Grounded::Nothing => return None,
            }
        };
        found.push((node, part.value.clone()));
    }
    if found.is_empty() && !turn.memory.own.went {
        return None;
    }
    let noun = made.noun.as_str();
    let own = [
        noun.to_owned(),
        format!("{noun} name"),
        format!("{noun} title"),
    ];
    let mut names = own.iter().map(String::as_str).chain(NAMES.iter().copied());
    let name = names.find_map(|name| turn.fields_called(name).into_iter().next())?;
    let same = |node: &Node| node.facts.form == name.facts.form && node.frame == name.frame;
    let apart = found
        .iter()
        .all(|(node, _)| same(node) && node.id != name.id);
    found.insert(0, (name, made.name.clone()));
    apart.then_some(found)
}

fn fill_in(turn: &mut Turn<'_>, verb: &str, made: &Created, entries: Vec<(&Node, String)>) -> Move {
    for (node, text) in entries {
        match enter::fill(turn, node, &text) {
            Move::Done => {}
            Move::Act(action, why) => return Move::Prepare(action, why),
            step => return step,
        }
    }
    let next = turn.reading.clauses.get(turn.memory.at + 1);
    let is_sent = match next {
        Some(Clause::Submit { .. }) => true,
        Some(Clause::Effect { verb, what }) => what.is_empty() || verb == "save",
        _ => false,
    };
    // What is filled in is sent by the order that follows.
    if is_sent {
        return Move::Done;
    }
    turn.sought = Some(claim::appears(made.name.clone()));
    match submit::sender(turn) {
        Some(button) => click::aim(turn, Touch::Click, button),
        None => Move::Stuck(format!("I see no button to {verb} the {}", made.noun)),
    }
}

/// What leads to the form: a control named after the verb and the noun, the verb's control beside the noun, or its only one.
fn opener<'a>(turn: &Turn<'a>, verb: &str, noun: &str) -> Option<&'a Node> {
    let nodes = || {
        turn.nodes()
            .filter(|node| is_ready(node) && !is_field(node))
    };
    let whole = ["add", "new", "create", "add new", "create new", verb]
        .map(|verb| format!("{verb} {noun}"));
    let named = |node: &&Node| {
        let mut whole = whole.iter();
        whole.any(|name| likeness(name, &node.name) >= Some(Likeness::SameWords))
    };
    let fresh = |node: &&Node| {
        let action = click_on(node);
        turn.tried(&action) == Tried::Never
    };
    if let Some(node) = nodes().filter(named).find(fresh) {
        return Some(node);
    }
    // "Add to basket" adds no author.
    let mut controls = effect::controls(turn, verb);
    let said = format!("add new create {verb} {noun}");
    controls.retain(|node| cover::adds_nothing(&node.name, &said));
    let landmark = Reference::of(&Phrase::of(noun));
    let near = narrow(&turn.scene, &controls, Place::Row, &landmark).unwrap_or_default();
    only(near).or_else(|| only(controls)).filter(fresh)
}
