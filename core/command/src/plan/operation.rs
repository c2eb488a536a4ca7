//! "Remove the item with the id 4", where the page folds that deed away under its name: it is opened, filled in and sent.

use screen_agent_action::Action;
use screen_agent_page::{Node, NodeId, Role, State};
use screen_agent_words::WordList;
use serde_json::{Map, Value};

use super::enquiry::prepared;
use super::turn::{Tried, Turn, click_on, said};
use super::{Move, enter};
use crate::ground::only;
use crate::ground::scene::{is_field, is_ready};
use crate::read::deed::{Deed, Given, deed};
use crate::words::likeness::{Likeness, likeness, synonym};
use crate::words::normal::{is_filler, singular, words};

/// Names of buttons that send what stands in such a section, best first.
static SENDS: WordList = WordList::named("buttons that carry a section out");
/// Names of the field for a number that tells one thing from others.
static IDS: WordList = WordList::named("names of the field for a number");
/// Names of the field for what a thing is called.
static NAMES: WordList = WordList::named("names of the field for a name");
/// Names of buttons that take back what stands in a form.
static BACKS: WordList = WordList::named("buttons that take a form back");
/// Most times that the view is moved on to see the rest of a section.
const SCROLLS: usize = 4;

/// The next step of a deed that the page folds away; nothing where there is none of that name.
pub(super) fn operate(turn: &mut Turn<'_>) -> Option<Move> {
    let part = *turn.reading.part_of.get(turn.memory.at)?;
    if turn.memory.operated.is_some_and(|last| part <= last) {
        return Some(Move::Done);
    }
    let deed = deed(&turn.reading.parts.get(part)?.0)?;
    let Some(opened) = turn.memory.own.operation.clone() else {
        let opener = opener(turn, &deed)?;
        turn.memory.own.operation = Some(opener.id.clone());
        if opener.is(State::Expanded) {
            return operate(turn);
        }
        let why = format!("I open {} first.", said(opener));
        return Some(Move::Prepare(click_on(opener), why));
    };
    let section = section(turn, &opened);
    if let Some(sent) = turn.memory.own.target.clone()
        && turn.tried(&Action::Click { id: sent }) != Tried::Never
    {
        turn.memory.operated = Some(part);
        return Some(Move::Done);
    }
    let step = fill_in(turn, &deed, &section).or_else(|| further(turn, &section));
    // What opened holds nothing to fill in or to send: it was no deed that the page folds away.
    step.or_else(|| (!section.is_empty()).then(|| Move::Stuck(lacking(&deed))))
}

fn lacking(deed: &Deed) -> String {
    let noun = &deed.noun;
    format!("I see no form that takes all that was said of the {noun}")
}

/// What folds the deed away: a button that can be unfolded, with the verb and the noun in its name.
fn opener<'a>(turn: &Turn<'a>, deed: &Deed) -> Option<&'a Node> {
    let telling = |text: &str| -> Vec<String> {
        let words = words(text).into_iter().filter(|word| !is_filler(word));
        words.map(|word| singular(&word)).collect()
    };
    let noun = telling(&deed.noun);
    let fits = |node: &&Node| {
        let name = telling(&node.name);
        let names_verb = |word: &String| *word == deed.verb || synonym(word, &deed.verb);
        let ends = name.len() > noun.len() && name.ends_with(&noun);
        is_ready(node) && folds(node) && ends && {
            let before = &name[..name.len() - noun.len()];
            deed.verb.is_empty() || before.last().is_some_and(names_verb)
        }
    };
    only(turn.nodes().filter(fits))
}

/// A button under which more of the page is folded away.
fn folds(node: &Node) -> bool {
    let foldable = node.is(State::Collapsed) || node.is(State::Expanded);
    matches!(node.role, Role::Button | Role::Summary) && node.facts.popup.is_none() && foldable
}

/// The controls between what was unfolded and what folds away the next.
fn section<'a>(turn: &Turn<'a>, opened: &NodeId) -> Vec<&'a Node> {
    let mut nodes: Vec<&Node> = turn.nodes().collect();
    if let Some(at) = nodes.iter().position(|node| node.id == *opened) {
        let beside = |node: &&&Node| match (node.rect, nodes[at].rect) {
            (Some(one), Some(head)) => one.y < head.y + head.h,
            _ => false,
        };
        // What stands beside the name belongs to what is folded, not to what it holds.
        let head = nodes[at..].iter().take_while(beside).count().max(1);
        nodes.drain(..at + head);
    }
    let inside = nodes.into_iter().take_while(|node| !folds(node));
    inside.filter(|node| !node.covered).collect()
}

/// Puts each value where it belongs, then presses what sends them; nothing where not all of that is in view.
fn fill_in(turn: &mut Turn<'_>, deed: &Deed, section: &[&Node]) -> Option<Move> {
    let ready = |fits: fn(&Node) -> bool| -> Vec<&Node> {
        let usable = |node: &&Node| is_ready(node) && !node.is(State::Readonly) && fits(node);
        section.iter().copied().filter(usable).collect()
    };
    let (fields, buttons) = (ready(is_field), ready(presses));
    let mut inside: Vec<&Given> = Vec::new();
    for given in &deed.given {
        if turn.memory.own.entered.contains(&given.value) {
            continue;
        }
        let Some(node) = field(turn, deed, given, &fields) else {
            inside.push(given);
            continue;
        };
        match enter::fill(turn, node, &given.value) {
            Move::Done => turn.memory.own.entered.push(given.value.clone()),
            step => return Some(prepared(step)),
        }
    }
    if let (false, Some(body)) = (
        inside.is_empty(),
        fields.iter().find(|node| is_record(node)),
    ) {
        let present = body.value.as_deref().unwrap_or_default();
        // A record that is there already is replaced whole: what was not said of it would be lost.
        let is_there = inside.len() < deed.given.len();
        let unsaid = unsaid(&inside, present);
        if is_there && !unsaid.is_empty() {
            let why = format!(
                "The whole record is replaced there: say its {} as well",
                unsaid.join(" and ")
            );
            return Some(Move::Stuck(why));
        }
        let record = record(&inside, present)?;
        let id = body.id.clone();
        let action = Action::SetValue { id, text: record };
        match turn.tried(&action) {
            Tried::Met | Tried::Unseen => {
                turn.memory
                    .own
                    .entered
                    .extend(inside.iter().map(|given| given.value.clone()));
                inside.clear();
            }
            Tried::Never => {
                return Some(Move::Prepare(action, format!("I fill in {}.", said(body))));
            }
            Tried::Failed | Tried::Otherwise => return Some(Move::Stuck(turn.last_failure())),
        }
    }
    if fields.is_empty() || !inside.is_empty() {
        // Fields that cannot be written into yet are opened by the section's one button.
        let shut = section.iter().any(|node| is_field(node)) || inside.is_empty();
        let opens = only(buttons.iter().copied()).filter(|node| shut && !sends(turn, deed, node));
        if let Some(node) = opens.filter(|node| turn.tried(&click_on(node)) == Tried::Never) {
            return Some(Move::Prepare(
                click_on(node),
                format!("I press {} first.", said(node)),
            ));
        }
    }
    let sender = buttons
        .into_iter()
        .find(|node| sends(turn, deed, node))
        .filter(|_| inside.is_empty())?;
    turn.memory.own.target = Some(sender.id.clone());
    turn.remember(sender);
    Some(Move::Act(
        click_on(sender),
        format!("I press {}.", said(sender)),
    ))
}

fn presses(node: &Node) -> bool {
    node.role == Role::Button
        && !words(&node.name)
            .first()
            .is_some_and(|word| BACKS.contains(word))
}

fn sends(turn: &Turn<'_>, deed: &Deed, node: &Node) -> bool {
    let named = |name: &&str| likeness(name, &node.name) >= Some(Likeness::SameWords);
    let verb = !deed.verb.is_empty() && words(&node.name).first() == Some(&deed.verb);
    let sends = verb || node.facts.submits || SENDS.iter().any(named);
    sends && !turn.forbidden(&node.name)
}

/// The field of the section that a value belongs into.
fn field<'a>(turn: &Turn<'a>, deed: &Deed, given: &Given, fields: &[&'a Node]) -> Option<&'a Node> {
    let called = |name: &str| {
        let fits = |node: &&&Node| bears(name, &turn.scene.label(node)) && !is_record(node);
        fields.iter().find(fits).copied()
    };
    let names = given.names();
    if !names.is_empty() && !IDS.contains(given.label.as_str()) {
        return names.iter().find_map(|name| called(name));
    }
    let number = given.value.starts_with(|c: char| c.is_ascii_digit());
    let own = format!("{} id", deed.noun);
    let names = if number { IDS.iter() } else { NAMES.iter() };
    [own.as_str(), &deed.noun]
        .into_iter()
        .chain(names.copied())
        .find_map(called)
}

/// "Titled" is what stands under "title".
fn bears(said: &str, name: &str) -> bool {
    let stems = [Some(said), said.strip_suffix('d'), said.strip_suffix("ed")];
    stems
        .into_iter()
        .flatten()
        .any(|said| likeness(said, name) >= Some(Likeness::SameWords))
}

/// A field that holds one record, as JSON.
fn is_record(node: &Node) -> bool {
    let value = node.value.as_deref().unwrap_or_default();
    node.role == Role::TextArea && value.trim_start().starts_with('{')
}

/// The record with these values: of the type that the present one shows, under its names. Nothing where it has no such name;
/// of one that is too long to be told, what is not seen is called as it was said.
fn record(given: &[&Given], present: &str) -> Option<String> {
    let whole = serde_json::from_str::<Value>(present).is_ok();
    let members = members(present);
    let mut record = Map::new();
    for given in given {
        let called = |label: &str| members.iter().find(|(name, _)| bears(label, name));
        let names = given.names();
        let known = match names.is_empty() {
            true => NAMES.iter().copied().find_map(called),
            false => names.iter().find_map(|name| called(name)),
        };
        let (name, is_text) = match known {
            Some((name, is_text)) => ((*name).to_owned(), *is_text),
            None if whole || given.label.is_empty() => return None,
            None => (given.label.replace(' ', "_"), given.quoted),
        };
        let value = serde_json::from_str(&given.value).ok();
        let value = value.filter(|_| !is_text);
        record.insert(
            name,
            value.unwrap_or_else(|| Value::from(given.value.as_str())),
        );
    }
    serde_json::to_string_pretty(&record).ok()
}

/// The members of a record that nothing was given for.
fn unsaid(given: &[&Given], present: &str) -> Vec<String> {
    let is_given = |name: &str| {
        let named = |given: &&Given| match given.names().is_empty() {
            true => NAMES.contains(name),
            false => given.names().iter().any(|said| bears(said, name)),
        };
        given.iter().any(named)
    };
    let members = members(present).into_iter();
    let unsaid = members.filter(|(name, _)| !is_given(name));
    unsaid.map(|(name, _)| name.to_owned()).collect()
}

/// The names of a record's members, and which of them are texts, as far as it is told.
fn members(record: &str) -> Vec<(&str, bool)> {
    let pieces: Vec<&str> = record.split('"').collect();
    let quoted = pieces.chunks_exact(2).map(|pair| pair[1]);
    let behind = pieces.iter().skip(2).step_by(2).map(|piece| piece.trim());
    let named = quoted
        .zip(behind)
        .filter(|(_, behind)| behind.starts_with(':'));
    named.map(|(name, behind)| (name, behind == ":")).collect()
}

/// The rest of the section stands below the view.
fn further(turn: &Turn<'_>, section: &[&Node]) -> Option<Move> {
    let last = section.last()?;
    let below = turn.nodes().last().is_some_and(|node| node.id == last.id);
    let action = Action::Scroll {
        down: true,
        pages: 0.6,
        id: None,
    };
    let more = below && turn.ask.seen.scroll_position.is_some() && turn.tries(&action) < SCROLLS;
    more.then(|| Move::Prepare(action, "I scroll down to the rest of it.".to_owned()))
}
