//! What was found before narrows what is meant next, and what can be passed over.

use screen_agent_page::{Node, Role};
use screen_agent_words::WordList;

use super::apply::{Target, apply};
use super::turn::{Turn, click_on, said};
use super::{Move, click, explore, tell, terse};
use crate::ground::find::{candidates, is_grave};
use crate::ground::place::narrow;
use crate::ground::reference::Place;
use crate::ground::scene::is_field;
use crate::ground::{Grounded, Reference, Wish, ground};
use crate::read::{Clause, Touch};
use crate::words::likeness::{Likeness, likeness};
use crate::words::{Phrase, Token};

static SUBJECTS: WordList = WordList::named("words that begin a remark");
static STATES: WordList = WordList::named("verbs of a remark");

/// Of several, those that belong to what was found last.
pub(crate) fn near_context<'a>(turn: &Turn<'a>, nodes: &[&'a Node]) -> Option<&'a Node> {
    let context = turn.memory.context.as_ref()?;
    let landmark = item(&Reference::of(&Phrase::of(context)));
    let near = narrow(&turn.scene, nodes, Place::Row, &landmark)?;
    match near.as_slice() {
        [node] => Some(node),
        _ => None,
    }
}

/// What was found last may have to be opened before what it holds can be touched.
pub(crate) fn open_context(turn: &mut Turn<'_>) -> Option<Move> {
    let found = turn.memory.context.clone()?;
    if turn.memory.own.went {
        return None;
    }
    let reference = item(&Reference::of(&Phrase::of(&found)));
    let node = match ground(&turn.scene, &reference, Wish::Touch) {
        Grounded::One(node) => node,
        Grounded::Several(_) | Grounded::Nothing => return None,
    };
    if is_field(node) || is_grave(&node.name) || node.role == Role::Button {
        return None;
    }
    turn.memory.own.went = true;
    Some(Move::Prepare(
        click_on(node),
        format!("I open {} first.", said(node)),
    ))
}

/// An item is called by what stands in it: its sender, its subject, its name.
pub(crate) fn item(object: &Reference) -> Reference {
    let owner = object
        .places
        .iter()
        .find(|(place, _)| matches!(place, Place::Of))
        .map(|(_, owner)| owner.name.clone());
    match owner {
        Some(name) if object.name.is_empty() && !name.is_empty() => Reference {
            name: name.clone(),
            whole: name,
            kinds: object.kinds.clone(),
            ordinal: object.ordinal,
            number: object.number,
            ..Reference::default()
        },
        _ => object.clone(),
    }
}

/// Words that are no command: the name of a control, a remark about the page, or beyond us.
pub(crate) fn unread(turn: &mut Turn<'_>, words: &Phrase) -> Move {
    if let Some(step) = click::pressed(turn) {
        return step;
    }
    if let Some(step) = terse::row_of_next(turn, words) {
        return step;
    }
    let named = candidates(&turn.scene, &Reference::of(words), Wish::Touch)
        .into_iter()
        .find(|node| {
            !node.role.takes_text() && likeness(&words.text(), &node.name) >= Some(Likeness::Folded)
        });
    // A box that is named is to be ticked, whether it is or not.
    if let Some(node) = named.filter(|node| node.role.is_checkable()) {
        return apply(turn, vec![Target::Control(node)], true);
    }
    if let Some(node) = named {
        return click::aim(turn, Touch::Click, node);
    }
    if let Some(step) = terse::by_page(turn, words) {
        return step;
    }
    if is_remark(words)
        && turn
            .reading
            .clauses
            .iter()
            .any(|clause| !matches!(clause, Clause::Unread { .. }))
    {
        return Move::Done;
    }
    if asks_for_part(words) {
        return tell::tell(turn, words);
    }
    let why = Move::Stuck(format!("I do not understand \"{}\"", words.text()));
    // A few words may be the name of what is not in view.
    if !is_terse(words) {
        return why;
    }
    match explore::look_further(turn, words) {
        Move::Stuck(_) => why,
        step => step,
    }
}

/// "age of Ann Lee": what is asked of whom needs no verb.
fn asks_for_part(words: &Phrase) -> bool {
    let plain = |token: &Token| token.word() && token.text == token.low;
    let of = words.0.iter().position(|token| token.is("of"));
    let Some((part, [_, whose @ ..])) = of.map(|at| words.0.split_at(at)) else {
        return false;
    };
    let named = |token: &Token| token.quoted() || token.text.starts_with(char::is_uppercase);
    !part.is_empty() && part.iter().all(plain) && whose.first().is_some_and(named)
}

fn is_terse(words: &Phrase) -> bool {
    const SHORT: usize = 4;
    words.0.len() <= SHORT && words.0.iter().all(|token| token.word() || token.quoted())
}

/// "The page below shows a form": says how things are, and asks for nothing.
fn is_remark(words: &Phrase) -> bool {
    let first = words.0.first().is_some_and(|token| token.is_in(&SUBJECTS));
    let states = words.0.iter().any(|token| token.is_in(&STATES));
    first && states
}
