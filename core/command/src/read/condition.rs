//! "If the order is paid, mark it as shipped; otherwise cancel it": what is done only where something is so.

use super::remark::Heard;
use super::split::Segment;
use super::{Clause, Reading, lead, segment_into};
use crate::words::token::{spaced, tokenise, without_marks_behind};
use crate::words::verb::verb_at;
use crate::words::{Phrase, Token};

/// What has to be seen before anything is done.
#[derive(Debug, PartialEq)]
struct Condition {
    asked: Vec<Token>,
    /// It has to be so; with "unless", it must not.
    holds: bool,
}

/// Reads a condition with what follows from it, either way; how many segments that took.
pub(super) fn conditional_into(segments: &[Segment], reading: &mut Reading) -> Option<usize> {
    let (first, rest) = segments.split_first()?;
    let begun = begun(&first.words).map(|condition| (condition, Vec::new()));
    let (condition, mut then) = begun.or_else(|| {
        let (order, condition) = trailing(&first.words)?;
        Some((condition, vec![order]))
    })?;
    let mut rest = rest.iter();
    let denied = denies(&condition.asked);
    let own = |segment: &&Segment| {
        segment.sentence == first.sentence && otherwise(&segment.words, denied).is_none()
    };
    let same = rest.as_slice().iter().take_while(own).count();
    then.extend(
        rest.by_ref()
            .take(same)
            .map(|segment| segment.words.clone()),
    );
    let mut condition = condition;
    let mut other = Vec::new();
    if then.is_empty() {
        other.extend(other_within(&mut condition.asked, denied));
        then.push(order_within(&mut condition.asked)?);
    }
    if let Some(next) = rest.as_slice().first()
        && let Some(words) =
            otherwise(&next.words, denied).filter(|_| next.sentence <= first.sentence + 1)
    {
        rest.next();
        let same = rest
            .as_slice()
            .iter()
            .take_while(|one| one.sentence == next.sentence);
        let same = same.count();
        other.extend((!words.is_empty()).then(|| words.to_vec()));
        other.extend(
            rest.by_ref()
                .take(same)
                .map(|segment| segment.words.clone()),
        );
    }
    let mut heard = Heard::default();
    // "It" is what the condition is about, and nothing that is said of it.
    let verb = condition.asked.iter().position(says_of);
    heard.add(&condition.asked[..verb.unwrap_or(condition.asked.len())]);
    let at = reading.clauses.len();
    let asked = Phrase::slice(&condition.asked);
    reading.clauses.push(Clause::If {
        asked: asked.clone(),
        holds: condition.holds,
        skip: 0,
    });
    reading.end_part(&condition.asked);
    branch_into(&then, &heard, reading);
    let has_other = other.iter().any(|order| !asks_nothing(order));
    if has_other {
        // It goes with what is done where it is so.
        let part = reading.parts.len() - 1;
        reading.clauses.push(Clause::Skip { count: 0 });
        reading.part_of.push(part);
    }
    let end = reading.clauses.len();
    reading.clauses[at] = Clause::If {
        asked,
        holds: condition.holds,
        skip: end - at - 1,
    };
    branch_into(&other, &heard, reading);
    if has_other {
        let count = reading.clauses.len() - end;
        reading.clauses[end - 1] = Clause::Skip { count };
    }
    Some(segments.len() - rest.len())
}

/// Verbs between what a condition is about and what is said of it.
pub(crate) fn says_of(token: &Token) -> bool {
    let low = token.low.trim_end_matches("n't");
    let verbs = [
        "is", "are", "was", "were", "costs", "cost", "falls", "fall", "reads", "says", "shows",
    ];
    token.word() && verbs.contains(&low)
}

fn branch_into(orders: &[Vec<Token>], heard: &Heard, reading: &mut Reading) {
    for order in orders.iter().filter(|order| !asks_nothing(order)) {
        let resolved = heard.resolved(order);
        segment_into(resolved.as_deref().unwrap_or(order), reading);
        reading.end_part(order);
    }
}

/// "If ...", "unless ...".
fn begun(segment: &[Token]) -> Option<Condition> {
    let (word, asked) = lead::without_courtesy(segment).split_first()?;
    let asked = without_marks_behind(asked);
    // "Should the box be ticked": if it is.
    if word.is("should")
        && let Some(be) = asked.iter().position(|token| token.is("be"))
    {
        let (subject, said) = asked.split_at(be);
        let asked = [subject, &tokenise("is"), &said[1..]].concat();
        let whole = be > 0 && said.len() > 1 && !segment.iter().any(|token| token.is_mark("?"));
        return whole.then(|| Condition {
            asked: spaced(asked),
            holds: true,
        });
    }
    let holds = word.is("if");
    let again = otherwise(segment, true).or_else(|| otherwise(segment, false));
    ((holds || word.is("unless")) && asked.len() > 1 && again.is_none()).then(|| Condition {
        asked: asked.to_vec(),
        holds,
    })
}

/// "..., otherwise do that" may stand in the same segment.
fn other_within(asked: &mut Vec<Token>, denied: bool) -> Option<Vec<Token>> {
    let begins = |at: &usize| asked[*at].is_mark(",") && otherwise(&asked[*at..], denied).is_some();
    let at = (0..asked.len()).find(begins)?;
    let other = asked.split_off(at);
    otherwise(&other, denied).map(<[Token]>::to_vec)
}

/// What is to be done, where it stands in the same segment; it may begin with no verb that is known.
fn order_within(asked: &mut Vec<Token>) -> Option<Vec<Token>> {
    if let Some(order) = order_behind(asked) {
        return Some(order);
    }
    let comma = asked.iter().position(|token| token.is_mark(","))?;
    let order = asked.split_off(comma + 1);
    asked.truncate(comma);
    Some(order)
}

/// "Earl Grey is available put it in the basket": the order begins without a comma, at a verb behind what is said.
fn order_behind(asked: &mut Vec<Token>) -> Option<Vec<Token>> {
    let verb = asked.iter().position(says_of)?;
    let leads = |at: usize| {
        let named = ["the", "a", "an", "to", "of", "in", "on", "for", "not", "my"];
        if asked[at].text != asked[at].low || asked[at - 1].is_any(&named) {
            return false;
        }
        let object = ["it", "them", "her", "him", "the", "a", "an", "my"];
        let told = asked.get(at + 1).is_some_and(|next| {
            next.quoted() || next.is_any(&object) || next.text.starts_with(char::is_uppercase)
        });
        told && verb_at(&asked[at..]).is_some()
    };
    let mut starts = (verb + 2..asked.len()).filter(|at| leads(*at));
    let at = starts.next().filter(|_| starts.next().is_none())?;
    (!asked.iter().any(|token| token.is_mark(","))).then(|| asked.split_off(at))
}

/// True for "Ann is not active", "nothing is ticked" apart.
fn denies(asked: &[Token]) -> bool {
    let verb = asked.iter().position(says_of);
    verb.is_some_and(|verb| {
        let not = asked.get(verb + 1).is_some_and(|next| next.is("not"));
        not || asked[verb].low.ends_with("n't")
    })
}

/// "Add onions if olives are on it", "take three, but only if there are three in stock".
fn trailing(segment: &[Token]) -> Option<(Vec<Token>, Condition)> {
    let at = (1..segment.len()).find(|&at| segment[at].is_any(&["if", "unless"]))?;
    let mut order = &segment[..at];
    while let [before @ .., last] = order
        && (last.is_mark(",") || last.is_any(&["but", "only"]))
    {
        order = before;
    }
    // "Tell me if ..." asks, "as if" compares.
    let asks = |last: &Token| {
        last.is_any(&[
            "me", "us", "know", "see", "check", "look", "as", "even", "out", "find", "test",
            "verify",
        ])
    };
    let condition = begun(&segment[at..])?;
    (order.len() > 1 && !order.last().is_some_and(asks)).then(|| (order.to_vec(), condition))
}

/// What is done where it is not so, without the words that say that it is not: "if she is" says so behind "if Ann is not
/// active".
fn otherwise(segment: &[Token], denied: bool) -> Option<&[Token]> {
    let segment = match segment {
        [mark, rest @ ..] if mark.is_mark(",") || mark.is_any(&["but", "and", "or"]) => rest,
        all => all,
    };
    let rest = match segment {
        [word, rest @ ..] if word.is_any(&["otherwise", "else"]) => rest,
        [cond, not, rest @ ..] if cond.is("if") && not.is("not") => rest,
        [cond, it, verb, rest @ ..]
            if cond.is("if")
                && it.is_any(&["it", "they", "she", "he", "that", "this", "there"]) =>
        {
            let (is_not, behind) = match rest {
                [not, behind @ ..] if not.is_any(&["not", "none"]) => (true, behind),
                _ => (verb.low.ends_with("n't"), rest),
            };
            let ends = behind.first().is_none_or(|next| next.is_mark(","));
            if !((is_not || denied) && ends && (is_not || says_of(verb))) {
                return None;
            }
            behind
        }
        _ => return None,
    };
    Some(match rest {
        [mark, rest @ ..] if mark.is_mark(",") => rest,
        rest => rest,
    })
}

/// "Do nothing", "leave it as it is", "don't change it": nothing is done.
fn asks_nothing(order: &[Token]) -> bool {
    let order = lead::without_courtesy(order);
    let leaves = |first: &Token| first.is_any(&["leave", "keep", "nothing"]);
    let nothing = matches!(order, [doing, nothing, ..] if doing.is("do") && nothing.is("nothing"));
    nothing || order.first().is_some_and(leaves) || lead::prohibition(order).is_some()
}
