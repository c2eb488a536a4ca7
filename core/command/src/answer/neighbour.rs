//! "Which step follows Peel?": what stands before, after or between what is named, among things of one kind in a row.

use std::cmp::Ordering;

use screen_agent_words::WordList;

use super::accounted::is_accounted;
use crate::ground::neighbours::Neighbours;
use crate::ground::scene::Scene;
use crate::words::Token;

static BEFORE: WordList = WordList::named("words for the one before");
static WORKED_OUT: WordList = WordList::named("words of what is worked out");
static PLACING: WordList = WordList::named("words around where something stands");
static AFTER: WordList = WordList::named("words for the one after");

/// The neighbour that is asked for.
pub(super) fn neighbour(scene: &Scene<'_>, question: &[Token]) -> Option<String> {
    let asked = match question {
        [asked @ .., mark] if mark.is_mark("?") => asked,
        asked => asked,
    };
    asked
        .first()
        .filter(|first| first.is_any(&["which", "what"]))?;
    let at = asked
        .iter()
        .position(|token| token.is("between") || token.is_in(&BEFORE) || token.is_in(&AFTER))?;
    let (relation, named) = (&asked[at], &asked[at + 1..]);
    // "Which step", and where it stands.
    let what: Vec<Token> = asked[..at]
        .iter()
        .filter(|token| !token.is_in(&PLACING))
        .cloned()
        .collect();
    let works_out = what.iter().any(|token| token.is_in(&WORKED_OUT));
    if works_out || !is_accounted(scene, &what) {
        return None;
    }
    if relation.is("between") {
        let and = named.iter().position(|token| token.is("and"))?;
        let (one, other) = (&named[..and], &named[and + 1..]);
        let (one, other) = (Neighbours::of(scene, one)?, Neighbours::of(scene, other)?);
        let node = match one.place.cmp(&other.place) {
            Ordering::Less => one.at(1).filter(|_| one.place + 2 == other.place),
            _ => other.at(1).filter(|_| other.place + 2 == one.place),
        };
        return node.map(|node| scene.label(node));
    }
    let distance = if relation.is_in(&BEFORE) { -1 } else { 1 };
    let node = Neighbours::of(scene, named)?.at(distance)?;
    Some(scene.label(node))
}
