//! Bringing a table into the order of one of its columns, by the head of that column.

use screen_agent_action::Action;
use screen_agent_page::Node;
use screen_agent_words::WordList;

use super::Move;
use super::turn::{Turn, click_on, said};
use crate::ground::measure::measure;
use crate::ground::{Grounded, Reference, Wish, ground, table};
use crate::words::likeness::{Likeness, likeness};
use crate::words::{Phrase, Token};

static DOWNWARDS: WordList = WordList::named("words for a falling order");
static UPWARDS: WordList = WordList::named("words for a rising order");
static IDLE: WordList = WordList::named("words beside an order");

/// Most times that the head of a column is pressed: unsorted, the one way, the other.
const MOST: usize = 3;

/// What is to be sorted, by which column, and which way.
#[derive(Debug, PartialEq)]
struct Order {
    what: Phrase,
    column: String,
    falling: bool,
}

impl Order {
    /// "the books by price, highest first"; nothing where a word is not understood.
    fn read(what: &Phrase) -> Option<Self> {
        let tokens = &what.0;
        let by = tokens.iter().position(|token| token.is("by"));
        let way = |token: &Token| token.is_in(&DOWNWARDS) || token.is_in(&UPWARDS);
        let from = by.map_or(0, |by| by + 1);
        let end = (from + 1..tokens.len())
            .find(|&at| tokens[at].joins() || way(&tokens[at]) || tokens[at].is_in(&IDLE));
        let (column, rest) = tokens[from.min(tokens.len())..]
            .split_at(end.unwrap_or(tokens.len()).saturating_sub(from));
        let known = |token: &Token| token.joins() || way(token) || token.is_in(&IDLE);
        let first = rest.iter().find(|token| way(token));
        // "From Z to A".
        let letter = rest.iter().find(|token| token.is_any(&["a", "z"]));
        let backwards = letter.is_some_and(|token| token.is("z"));
        (!column.is_empty() && rest.iter().all(known)).then(|| Self {
            what: Phrase::slice(&tokens[..by.unwrap_or(0)]),
            column: Reference::read(column).whole,
            falling: backwards || first.is_some_and(|token| token.is_in(&DOWNWARDS)),
        })
    }
}

/// Sorts by the head of the column, where there is one.
pub(super) fn sort(turn: &mut Turn<'_>, what: &Phrase) -> Option<Move> {
    let order = Order::read(what)?;
    let Some(head) = table::head(&turn.scene, &order.column) else {
        return to_the_list(turn, &order);
    };
    let action = click_on(head);
    let pressed = presses(turn, head);
    match (pressed, is_sorted(turn, &order)) {
        (0, _) => Some(press(turn, action, head)),
        (_, Some(true)) => Some(Move::Done),
        (_, None) => {
            turn.memory.own.doubt = Some("the order of what is listed is not to be seen".into());
            Some(Move::Done)
        }
        (MOST.., Some(false)) => Some(Move::Stuck(format!(
            "what is listed does not come into the order of \"{}\"",
            order.column
        ))),
        (_, Some(false)) => Some(press(turn, action, head)),
    }
}

fn press(turn: &mut Turn<'_>, action: Action, head: &Node) -> Move {
    turn.remember(head);
    Move::Act(action, format!("I click {}, which sorts.", said(head)))
}

/// How often the head was pressed; what it is called may tell the order by now.
fn presses(turn: &Turn<'_>, head: &Node) -> usize {
    let of_head = |name: &str| {
        likeness(name, &head.name) >= Some(Likeness::Start)
            || likeness(&head.name, name) >= Some(Likeness::Start)
    };
    let steps = turn.mine().iter();
    let clicks = steps.filter(|step| matches!(step.action, Action::Click { .. }));
    clicks
        .filter(|step| {
            step.target
                .as_ref()
                .is_some_and(|target| of_head(&target.name))
        })
        .count()
}

/// Whether what stands in the column is in order; nothing where that cannot be told.
fn is_sorted(turn: &Turn<'_>, order: &Order) -> Option<bool> {
    let column = table::column(&turn.scene, &order.column)?;
    let mut texts = table::values(&turn.scene, column);
    if order.falling {
        texts.reverse();
    }
    let amounts: Vec<f64> = texts
        .iter()
        .filter_map(|text| Some(measure(text)?.value))
        .collect();
    let names: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
    let same = names.windows(2).all(|pair| pair[0] == pair[1]);
    if same {
        return None;
    }
    Some(if amounts.len() == texts.len() {
        amounts.windows(2).all(|pair| pair[0] <= pair[1])
    } else {
        names.windows(2).all(|pair| pair[0] <= pair[1])
    })
}

/// What is to be sorted may stand on a page of its own, which a link is named after.
fn to_the_list(turn: &mut Turn<'_>, order: &Order) -> Option<Move> {
    let reference = Reference::of(&order.what);
    if reference.name.is_empty() || turn.memory.own.went {
        return None;
    }
    let Grounded::One(link) = ground(&turn.scene, &reference, Wish::Touch) else {
        return None;
    };
    let leads = link.facts.href.is_some()
        && likeness(&reference.name, &link.name) >= Some(Likeness::SameWords);
    leads.then(|| {
        turn.memory.own.went = true;
        let id = link.id.clone();
        Move::Prepare(Action::Click { id }, format!("I go to {}.", said(link)))
    })
}
