//! "The cheapest one from A to B next Friday": a form on the page asks for these before it lists
//! anything, so they are entered first.

use screen_agent_page::{Node, Role};
use screen_agent_words::WordList;

use super::enter::fill;
use super::turn::{Tried, Turn, click_on, said};
use super::{Move, date};
use crate::ground::scene::is_ready;
use crate::read::{Clause, Touch};
use crate::words::date::date_at;
use crate::words::likeness::{Likeness, likeness};
use crate::words::token::tokenise;
use crate::words::{Phrase, Token};

/// Words that lead to a value, each with the names that its field may have.
const LEADS: [(&str, &[&str]); 2] = [
    ("from", &["from", "origin", "leaving from", "where from"]),
    ("to", &["to", "destination", "going to", "where to"]),
];
/// The lead of a date, which may as well stand without one.
static WHEN: WordList = WordList::named("enquiry when");

/// What an instruction says for a form, and the rest of it.
struct Enquiry<'a> {
    entries: Vec<(&'a Node, String)>,
    rest: Vec<Token>,
}

/// The clause without what is entered into the form, once that is done; or the next step towards it.
pub(super) fn enquire(turn: &mut Turn<'_>, clause: &Clause) -> Result<Option<Clause>, Move> {
    if let Some(rest) = &turn.memory.own.rest {
        return Ok(with_words(clause, Phrase::of(rest)));
    }
    let Some(enquiry) = words(clause).and_then(|words| read(turn, &words)) else {
        return Ok(None);
    };
    for (node, text) in &enquiry.entries {
        if turn.memory.own.enquired.contains(&node.id) {
            continue;
        }
        match fill(turn, node, text) {
            Move::Done => turn.memory.own.enquired.push(node.id.clone()),
            other => return Err(prepared(other)),
        }
    }
    let Some(button) = sender(turn) else {
        return Ok(None);
    };
    let action = click_on(button);
    if turn.tried(&action) == Tried::Never {
        return Err(Move::Prepare(action, format!("I press {}.", said(button))));
    }
    let rest = Phrase(enquiry.rest);
    turn.memory.own.rest = Some(rest.text());
    Ok(with_words(clause, rest))
}

/// The same step, as one that only makes way.
pub(super) fn prepared(step: Move) -> Move {
    match step {
        Move::Act(action, why) => Move::Prepare(action, why),
        other => other,
    }
}

/// The words that may hold an enquiry. "Select X from A to B" was read as choosing from a list.
fn words(clause: &Clause) -> Option<Vec<Token>> {
    let (what, list) = match clause {
        Clause::Find { what }
        | Clause::Touch {
            how: Touch::Click,
            what,
        } => (what, None),
        Clause::Choose {
            items,
            from,
            on: true,
        } => (items, from.as_ref()),
        _ => return None,
    };
    let mut words = what.0.clone();
    if let Some(list) = list {
        words.extend(tokenise("from"));
        words.extend(list.0.iter().cloned());
    }
    Some(words)
}

fn with_words(clause: &Clause, words: Phrase) -> Option<Clause> {
    match clause {
        Clause::Find { .. } => Some(Clause::Find { what: words }),
        Clause::Touch { how, .. } => Some(Clause::Touch {
            how: *how,
            what: words,
        }),
        Clause::Choose { .. } => Some(Clause::Choose {
            items: words,
            from: None,
            on: true,
        }),
        _ => None,
    }
}

/// Every part that has a field of its own; one alone may as well say where something stands.
fn read<'a>(turn: &Turn<'a>, tokens: &[Token]) -> Option<Enquiry<'a>> {
    let mut enquiry = Enquiry {
        entries: Vec::new(),
        rest: Vec::new(),
    };
    let mut at = 0;
    while at < tokens.len() {
        match part(turn, tokens, at) {
            Some((node, text, used)) => {
                enquiry.entries.push((node, text));
                at += used;
            }
            None => {
                enquiry.rest.push(tokens[at].clone());
                at += 1;
            }
        }
    }
    let begun = !turn.memory.own.enquired.is_empty();
    let enough = enquiry.entries.len() > 1 && !enquiry.rest.is_empty();
    (enough && (begun || sender(turn).is_some())).then_some(enquiry)
}

/// A value that begins here, with its field and how many tokens it takes.
fn part<'a>(turn: &Turn<'a>, tokens: &[Token], at: usize) -> Option<(&'a Node, String, usize)> {
    if let Some(used) = date_here(turn, tokens, at) {
        let lead = usize::from(tokens[at].is_in(&WHEN));
        let text = Phrase::slice(&tokens[at + lead..at + used]).text();
        return Some((date_field(turn)?, text, used));
    }
    let (_, names) = LEADS.iter().find(|(lead, _)| tokens[at].is(lead))?;
    let end = (at + 1..tokens.len())
        .find(|&end| leads(&tokens[end]) || date_here(turn, tokens, end).is_some())
        .unwrap_or(tokens.len());
    let text = Phrase::slice(&tokens[at + 1..end]).text();
    let node = field(turn, |node| {
        let label = turn.scene.label(node);
        names
            .iter()
            .any(|name| likeness(name, &label) >= Some(Likeness::SameWords))
    })?;
    (!text.is_empty()).then_some((node, text, end - at))
}

fn leads(token: &Token) -> bool {
    token.is_in(&WHEN) || LEADS.iter().any(|(lead, _)| token.is(lead))
}

/// How many tokens a date takes that begins here, with its lead.
fn date_here(turn: &Turn<'_>, tokens: &[Token], at: usize) -> Option<usize> {
    let lead = usize::from(tokens[at].is_in(&WHEN));
    let (_, used) = date_at(&tokens[at + lead..], turn.today)?;
    Some(lead + used)
}

/// The first field for a date: where there are two, the way back is not asked for.
fn date_field<'a>(turn: &Turn<'a>) -> Option<&'a Node> {
    field(turn, |node| {
        node.facts.input_type.as_deref() == Some("date")
            || node
                .value
                .as_deref()
                .is_some_and(|value| date::is_date(turn, value))
    })
}

fn field<'a>(turn: &Turn<'a>, fits: impl Fn(&Node) -> bool) -> Option<&'a Node> {
    turn.nodes().find(|node| {
        (node.role.takes_text() || node.role == Role::Select) && is_ready(node) && fits(node)
    })
}

/// The button that searches.
fn sender<'a>(turn: &Turn<'a>) -> Option<&'a Node> {
    turn.nodes().find(|node| {
        node.role == Role::Button
            && is_ready(node)
            && turn.goes_with_filled(node)
            && likeness("search", &node.name) >= Some(Likeness::Start)
    })
}
