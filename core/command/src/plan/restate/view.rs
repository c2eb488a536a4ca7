//! "Show the old revisions of this page", "show the events as a list": what is to be seen is behind a control that is called so.

use screen_agent_page::{Node, Role, State};
use screen_agent_words::WordList;

use super::super::turn::Turn;
use crate::ground::month::headed;
use crate::ground::only;
use crate::ground::scene::is_ready;
use crate::ground::thing::{Said, telling};
use crate::words::Token;
use crate::words::date::month;
use crate::words::normal::singular;
use crate::words::token::{spaced, text_of, tokenise};

static VERBS: WordList = WordList::named("verbs that show");
static IDLE: WordList = WordList::named("words of a view that say nothing of it");
static FORMS: WordList = WordList::named("words before a form of view");

/// A click on the control as an order.
pub(super) fn behind(turn: &Turn<'_>, said: &[Token]) -> Option<String> {
    let (verb, rest) = said.split_first()?;
    if !verb.is_in(&VERBS) {
        return None;
    }
    let rest = &plainly_named(rest);
    as_form(turn, rest)
        .or_else(|| to_month(turn, rest))
        .or_else(|| {
            let words = Said::of(rest);
            let leads = |node: &&Node| {
                matches!(
                    node.role,
                    Role::Button | Role::Link | Role::Tab | Role::MenuItem
                ) && is_ready(node)
            };
            let named = turn
                .nodes()
                .filter(leads)
                .filter_map(|node| Some((words.run(&telling(&node.name))?, node)));
            let mut named: Vec<_> = named.collect();
            let longest = named.iter().map(|(run, _)| run.len()).max()?;
            named.retain(|(run, _)| run.len() == longest);
            let (run, node) = only(named)?;
            let left = words.without(rest, &[run]);
            left.iter()
                .all(|token| token.is_in(&IDLE))
                .then(|| click(node))
                .flatten()
        })
}

/// "Weekly" is by week.
fn plainly_named(rest: &[Token]) -> Vec<Token> {
    static FORMS: WordList = WordList::named("other forms of a span");
    let plain = |token: &Token| FORMS.meaning(&token.low).filter(|_| token.word());
    let all = rest.iter();
    let plain = all.flat_map(|token| plain(token).map_or_else(|| vec![token.clone()], tokenise));
    spaced(plain.collect())
}

/// "Turn the page to April": the month that a calendar is to show.
fn to_month(turn: &Turn<'_>, rest: &[Token]) -> Option<String> {
    headed(&turn.scene)?;
    let said: Vec<Token> = rest
        .iter()
        .filter(|token| !token.is_in(&IDLE))
        .cloned()
        .collect();
    let named = said.first().is_some_and(|name| month(&name.low).is_some());
    let year = |token: &Token| token.text.len() == 4 && token.text.parse::<u16>().is_ok();
    let only = named && said.len() <= 2 && said[1..].iter().all(year);
    only.then(|| format!("go to {}", text_of(&said)))
}

/// "As a list": of what is shown, another form, by one of the controls of which one is on.
fn as_form(turn: &Turn<'_>, rest: &[Token]) -> Option<String> {
    let lead = rest
        .iter()
        .rposition(|token| token.is_in(&FORMS))
        .filter(|at| *at > 0)?;
    let name: Vec<String> = rest[lead + 1..]
        .iter()
        .filter(|token| !token.is_in(&IDLE))
        .map(|token| singular(&token.low))
        .collect();
    let is_on = |node: &Node| node.is(State::Pressed) || node.is(State::Selected);
    let beside = |node: &Node| {
        let line = turn.scene.line_of(&node.id);
        let mut others = line
            .map(|line| turn.scene.screen.in_line(line))
            .unwrap_or_default()
            .into_iter();
        others.any(|other| other.id != node.id && is_on(other))
    };
    let switches = turn.nodes().filter(|node| {
        matches!(node.role, Role::Button | Role::Tab | Role::Radio)
            && is_ready(node)
            && telling(&node.name) == name
            && beside(node)
    });
    click(only(switches)?)
}

fn click(node: &Node) -> Option<String> {
    (!node.name.contains('"')).then(|| format!("click \"{}\"", node.name))
}
