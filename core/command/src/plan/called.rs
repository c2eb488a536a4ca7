//! Which field, box or entry the words of a particular call.

use screen_agent_page::{Node, Role};

use super::turn::Turn;
use super::{choose, effect};
use crate::ground::only;
use crate::ground::scene::is_ready;
use crate::words::likeness::{Likeness, likeness};
use crate::words::normal::{fold, singular, words};
use crate::words::number::count_word;
use crate::words::token::{text_of, tokenise};
use crate::words::verb::{Verb, base_form, verb_at};
use crate::words::{Phrase, Token};

/// The only field or list of this name among those that are wanted.
pub(super) fn field_called<'a>(
    turn: &Turn<'a>,
    name: &str,
    wanted: impl Fn(&Node) -> bool,
) -> Option<&'a Node> {
    let mut named = turn.fields_called(name);
    named.retain(|node| wanted(node) && !node.role.is_checkable());
    let slides = |node: &&Node| {
        node.role == Role::Slider
            && wanted(node)
            && likeness(name, &turn.scene.label(node)) >= Some(Likeness::Start)
    };
    let list = || choose::list_called(turn, name).filter(|node| wanted(node));
    // "First line" of "First line of address", "length" of "number input for Length".
    let ending = [vec!["for".to_owned()], words(name)].concat();
    let within = |node: &&Node| {
        let label = turn.scene.label(node);
        let begun = likeness(name, &label) == Some(Likeness::Start);
        node.role.takes_text() && wanted(node) && (begun || words(&label).ends_with(&ending))
    };
    only(named)
        .or_else(list)
        .or_else(|| only(turn.nodes().filter(within)))
        .or_else(|| only(turn.nodes().filter(slides)))
}

/// The only box or choice that is called so; "four stars" is "4 Stars".
pub(super) fn choice_called<'a>(
    turn: &Turn<'a>,
    said: &[Token],
    wanted: impl Fn(&Node) -> bool,
) -> Option<&'a Node> {
    let name = text_of(said);
    let number = said.first().and_then(|first| count_word(&first.low));
    let counted = number.filter(|_| said.len() > 1).map(|number| {
        let mut all = telling(&text_of(&said[1..]));
        all.push(number.to_string());
        all.sort();
        all
    });
    let called = |node: &&Node| {
        let label = turn.scene.label(node);
        let same = counted
            .as_ref()
            .is_some_and(|said| *said == telling(&label));
        let named = likeness(&name, &label) >= Some(Likeness::SameWords);
        node.role.is_checkable() && wanted(node) && (named || same)
    };
    only(turn.nodes().filter(called))
}

/// The words of a name, each once.
fn telling(name: &str) -> Vec<String> {
    let mut all: Vec<String> = words(name).iter().map(|word| singular(word)).collect();
    all.sort();
    all.dedup();
    all
}

/// "Accept the terms", "tick Insurance": the only box that these words of an order tick.
pub(super) fn box_of<'a>(turn: &Turn<'a>, tokens: &[Token]) -> Option<&'a Node> {
    let (verb, used) = verb_at(tokens)?;
    let what = Phrase::slice(&tokens[used..]);
    match verb {
        Verb::Effect if tokens[0].is_any(&["accept", "agree"]) => {
            effect::box_called(turn, &base_form(&tokens[0].low), &what)
        }
        Verb::Check => choice_called(turn, &what.0, is_ready).filter(|_| !what.is_empty()),
        _ => None,
    }
}

/// The longest entry of a list that the words begin with.
pub(super) fn entry_at(node: &Node, rest: &[Token]) -> Option<(String, usize)> {
    let begun = |option: &&String| {
        let own = tokenise(option);
        let same = own.len() <= rest.len()
            && own
                .iter()
                .zip(rest)
                .all(|(one, said)| fold(&one.text) == fold(&said.text));
        (same && !own.is_empty()).then_some(own.len())
    };
    let found = node
        .facts
        .options
        .iter()
        .filter_map(|option| Some((begun(&option)?, option)));
    let (used, option) = found.max_by_key(|(used, _)| *used)?;
    Some((option.clone(), used))
}
