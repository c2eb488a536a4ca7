//! "Move Peel one place down", "put Serve last among the steps": where in its list a thing is to stand.

use screen_agent_page::Node;
use screen_agent_words::WordList;

use crate::ground::neighbours::Neighbours;
use crate::ground::scene::Scene;
use crate::read::bare;
use crate::words::Token;
use crate::words::normal::{singular, words};
use crate::words::number::count_word;

static VERBS: WordList = WordList::named("verbs that place");
static IDLE: WordList = WordList::named("words of a place that say nothing of it");
static SIDES: WordList = WordList::named("sides of another thing");
static WAYS: WordList = WordList::named("ways in a list");
static ENDS: WordList = WordList::named("the two ends of a list");
static EXCHANGES: WordList = WordList::named("verbs that exchange two things");

/// The move as an order.
pub(super) fn moved(scene: &Scene<'_>, said: &[Token]) -> Option<String> {
    let (verb, rest) = said.split_first()?;
    if verb.is_in(&EXCHANGES) {
        return exchanged(scene, rest);
    }
    if !verb.is_in(&VERBS) {
        return None;
    }
    (1..rest.len()).rev().find_map(|at| {
        let things =
            Neighbours::of(scene, bare(&rest[..at])).filter(|things| things.all.len() > 1)?;
        let behind: Vec<&Token> = rest[at..]
            .iter()
            .filter(|token| !token.is_in(&IDLE))
            .collect();
        beside(scene, &things, &rest[at..])
            .or_else(|| along(scene, &things, &behind))
            .or_else(|| to_end(scene, &things, &behind))
    })
}

/// "Directly after Cook".
fn beside(scene: &Scene<'_>, things: &Neighbours<'_>, behind: &[Token]) -> Option<String> {
    let at = behind.iter().position(|token| !token.is_in(&IDLE))?;
    let side = SIDES
        .meaning(&behind[at].low)
        .filter(|_| behind[at].word())?;
    let other = Neighbours::of(scene, &behind[at + 1..])?;
    let other = other
        .at(0)
        .filter(|other| things.all.iter().any(|node| node.id == other.id))?;
    order(scene, things.at(0)?, side, other)
}

/// "One place down".
fn along(scene: &Scene<'_>, things: &Neighbours<'_>, behind: &[&Token]) -> Option<String> {
    let mut left = behind.iter();
    let mut sign = None;
    let mut count = None;
    let read = left.all(|token| {
        let way = WAYS.meaning(&token.low).filter(|_| token.word());
        match (way, count_word(&token.low)) {
            (Some("down"), _) => sign.replace(1).is_none(),
            (Some("up"), _) => sign.replace(-1).is_none(),
            (Some(_), _) => true,
            (None, Some(number)) => {
                isize::try_from(number).is_ok_and(|number| count.replace(number).is_none())
            }
            (None, None) => false,
        }
    });
    let distance = sign.filter(|_| read)? * count.unwrap_or(1);
    let other = things.at(distance).filter(|_| distance != 0)?;
    order(
        scene,
        things.at(0)?,
        if distance > 0 { "after" } else { "before" },
        other,
    )
}

/// "First among the steps".
fn to_end(scene: &Scene<'_>, things: &Neighbours<'_>, behind: &[&Token]) -> Option<String> {
    let (end, list) = behind.split_first()?;
    let end = ENDS.meaning(&end.low).filter(|_| end.word())?;
    // What the list is called has to stand on the page.
    let here: Vec<String> = words(&scene.all_text())
        .iter()
        .map(|word| singular(word))
        .collect();
    let known = |token: &&Token| here.contains(&singular(&token.low));
    let name = scene.label(things.at(0)?);
    let plain = list.iter().all(known) && !name.contains('"');
    plain.then(|| format!("move \"{name}\" to the {end}"))
}

/// "Swap Wash and Peel", which stand beside each other.
fn exchanged(scene: &Scene<'_>, rest: &[Token]) -> Option<String> {
    let and = rest.iter().position(|token| token.is("and"))?;
    let (one, other) = (bare(&rest[..and]), bare(&rest[and + 1..]));
    let (one, other) = (Neighbours::of(scene, one)?, Neighbours::of(scene, other)?);
    let (upper, lower) = if one.place < other.place {
        (one, other)
    } else {
        (other, one)
    };
    let next = upper.at(1)?;
    let beside = lower.at(0)?.id == next.id;
    beside
        .then(|| order(scene, upper.at(0)?, "after", next))
        .flatten()
}

fn order(scene: &Scene<'_>, thing: &Node, side: &str, other: &Node) -> Option<String> {
    let (thing, other) = (scene.label(thing), scene.label(other));
    let plain = thing != other && !thing.contains('"') && !other.contains('"');
    plain.then(|| format!("move \"{thing}\" {side} \"{other}\""))
}
