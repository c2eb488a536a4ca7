//! One order for several things: fields that are filled, or controls that are worked, one by one.

use super::{Cut, verb};
use crate::plan::words::Token;

/// Where the second of the things begins.
pub(super) fn second(step: &str, said: &[Token]) -> Option<Cut> {
    let order = said
        .iter()
        .position(|token| !token.quoted && verb::begins(&token.text))?;
    (order + 2..said.len()).find_map(|at| {
        let from = tie_before(said, order, at)?;
        let right = &said[at..];
        let left = &said[order + 1..from];
        let apart =
            both_quoted(&said[order], left, right) || both_fields(&said[order], left, right);
        apart.then(|| cut(step, said, order, from, at))
    })
}

fn cut(step: &str, said: &[Token], order: usize, from: usize, at: usize) -> Cut {
    let particle = said
        .get(order + 1)
        .filter(|token| said[order].is_one_of(&["fill"]) && token.is_one_of(&["in", "out"]));
    let verb_end = particle.unwrap_or(&said[order]).end;
    let verb = &step[said[order].start..verb_end];
    let left = &step[..said[from - 1].end];
    let noun = said[from - 1]
        .is_one_of(&verb::TWINS)
        .then(|| shared_noun(step, &said[at..]))
        .flatten();
    Cut {
        left: noun.map_or_else(|| left.to_owned(), |noun| format!("{left} {noun}")),
        right: format!("{verb} {}", &step[said[at].start..]),
        main: 0,
        bare: false,
    }
}

/// The first token of what ties two things together: `and`, `&`, or the second thing itself after
/// a comma.
fn tie_before(said: &[Token], order: usize, at: usize) -> Option<usize> {
    let before = at - 1;
    if said[before].is_one_of(&["and", "&"]) {
        return (before > order + 1).then_some(before);
    }
    said[at].pause.then_some(at)
}

fn both_quoted(order: &Token, left: &[Token], right: &[Token]) -> bool {
    order.is_one_of(&verb::REPEATED) && begins_quoted(left) && begins_quoted(right)
}

fn begins_quoted(said: &[Token]) -> bool {
    said.iter()
        .find(|token| !token.is_one_of(&verb::ARTICLES))
        .is_some_and(|token| token.quoted)
}

/// The second is looked at up to where a third one begins.
fn both_fields(order: &Token, left: &[Token], right: &[Token]) -> bool {
    let upto = right
        .iter()
        .skip(1)
        .position(|token| token.pause || token.is_one_of(&["and", "&"]));
    let right = &right[..upto.map_or(right.len(), |at| at + 1)];
    let named = |said: &[Token]| said.iter().any(|token| token.is_one_of(&verb::FIELDS));
    let twin = left
        .last()
        .is_some_and(|token| token.is_one_of(&verb::TWINS));
    order.is_one_of(&verb::ENTERING) && named(right) && (named(left) || twin)
}

/// "first and last name": the noun that both share.
fn shared_noun<'a>(step: &'a str, right: &[Token]) -> Option<&'a str> {
    let noun = right.iter().find(|token| token.is_one_of(&verb::FIELDS))?;
    step.get(noun.start..noun.end)
}
