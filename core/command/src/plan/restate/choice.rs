//! "Select Guinea-Bissau in Country", "set 40 as the volume": a value, and the field that it is for, whatever word stands between.

use screen_agent_page::{Node, Role, is_secret};
use screen_agent_words::WordList;

use super::super::turn::Turn;
use crate::ground::only;
use crate::ground::scene::is_ready;
use crate::ground::thing::label;
use crate::read::bare;
use crate::words::Token;
use crate::words::likeness::{Likeness, likeness};
use crate::words::token::{text_of, tokenise};

static VERBS: WordList = WordList::named("verbs that choose");
static BETWEEN: WordList = WordList::named("words between a value and its field");
static NO_VALUE: WordList = WordList::named("words that stand in no value");
static BEFORE: WordList = WordList::named("words between a field and its value");

/// The choice as an order.
pub(super) fn of_field(turn: &Turn<'_>, said: &[Token]) -> Option<String> {
    let (verb, rest) = said.split_first()?;
    if !verb.is_in(&VERBS) {
        return None;
    }
    let mut cuts = (1..rest.len().saturating_sub(1)).rev();
    cuts.find_map(|at| {
        let (before, after) = (bare(&rest[..at]), bare(&rest[at + 1..]));
        let either = [(&BETWEEN, before, after), (&BEFORE, after, before)];
        let mut either = either
            .into_iter()
            .filter(|(between, ..)| rest[at].is_in(between));
        either.find_map(|(_, value, field)| order(turn, value, field))
    })
}

fn order(turn: &Turn<'_>, value: &[Token], name: &[Token]) -> Option<String> {
    /// Most words of a value without quotation marks.
    const LONGEST: usize = 5;
    let word = |token: &Token| token.word() && !token.is_in(&BETWEEN) && !token.is_in(&NO_VALUE);
    let plain = value.iter().all(word) && value.len() <= LONGEST;
    if !plain && !matches!(value, [quote] if quote.quoted()) {
        return None;
    }
    let (value, name) = (text_of(value), text_of(name));
    let (field, label) = only(named(turn, &name))?;
    let plain = !value.is_empty() && !value.contains('"') && !label.contains('"');
    let offers = field.role == Role::Select || field.facts.popup.is_some();
    plain.then(|| match offers {
        true => format!("choose \"{value}\" as the \"{label}\""),
        false => format!("set \"{label}\" to \"{value}\""),
    })
}

/// The fields of this very name, each with what it is called.
fn named<'a>(turn: &Turn<'a>, name: &str) -> Vec<(&'a Node, String)> {
    let takes = |node: &&Node| {
        let role = matches!(node.role, Role::Select | Role::Slider) || node.role.takes_text();
        role && is_ready(node) && !is_secret(node)
    };
    let fields = turn
        .nodes()
        .filter(takes)
        .map(|node| (node, label(&turn.scene, node)));
    fields
        .filter(|(_, label)| likeness(name, label) >= Some(Likeness::SameWords))
        .collect()
}

/// "Make the colour green", "size small": a list, and one of the entries that it is seen to offer.
pub(super) fn offered(turn: &Turn<'_>, said: &[Token]) -> Option<String> {
    let said = match said.split_first()? {
        (verb, rest) if verb.is_in(&VERBS) => rest,
        _ => said,
    };
    let said = bare(said);
    (1..said.len()).find_map(|at| {
        let idle = |token: &&Token| token.is_any(&["is", "to", "be", "should", "shall", "must"]);
        let behind = &said[at..];
        let value = text_of(&behind[behind.iter().take_while(idle).count()..]);
        let (field, label) = only(named(turn, &text_of(&said[..at])))?;
        let same = |entry: &String| likeness(&value, entry) >= Some(Likeness::SameWords);
        let offers = match &field.facts.options[..] {
            // What it offers is seen once it is opened.
            [] => field.role == Role::Select || field.facts.popup.is_some(),
            all => all.iter().any(same),
        };
        order(turn, &tokenise(&value), &said[..at]).filter(|_| offers && !label.is_empty())
    })
}
