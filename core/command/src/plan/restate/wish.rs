//! "I'd rather sit by the window", "the owner is Carla", "the plan should be called Plan C": how something is to be, said without a
//! verb that does it. What is wished is found on the page; every other word has to say nothing else.

use screen_agent_page::{LineKind, Node, Role, State, is_secret};
use screen_agent_words::WordList;

use super::super::turn::Turn;
use super::order;
use crate::ground::held::Held;
use crate::ground::only;
use crate::ground::scene::is_ready;
use crate::ground::thing::{self, Said, label, telling};
use crate::read::bare;
use crate::words::Token;
use crate::words::likeness::{Likeness, likeness};
use crate::words::normal::singular;
use crate::words::number::amount;
use crate::words::token::{spaced, text_of, tokenise};
use crate::words::verb::verb_at;

/// Words that say that something is wished.
static WISHES: WordList = WordList::named("words that wish");
/// Words that say how something has to be.
static MODALS: WordList = WordList::named("words for what has to be");
/// Words of a wish that say nothing of what is wished.
static IDLE: WordList = WordList::named("words of a wish that say nothing of it");
static CALLED: WordList = WordList::named("words before a new thing's name");

/// What is wished as an order.
pub(super) fn wished(turn: &Turn<'_>, said: &[Token]) -> Option<String> {
    // What begins with a verb that we know says itself what is to be done.
    if verb_at(said).is_some() {
        return None;
    }
    renamed(said)
        .or_else(|| declared(turn, said))
        .or_else(|| offered(turn, said))
        .or_else(|| made(said))
        .or_else(|| new_entry(said))
}

/// "New task: Feed the cat".
fn new_entry(said: &[Token]) -> Option<String> {
    let [new, noun, colon, name @ ..] = said else {
        return None;
    };
    let one = name.iter().all(|token| token.word() || token.quoted());
    let plain = new.is("new") && noun.word() && colon.is_mark(":") && one && !name.is_empty();
    plain.then(|| format!("add the {} \"{}\"", noun.low, text_of(name)))
}

/// "Serve should come first": let Serve come first.
pub(super) fn as_order(said: &[Token]) -> Option<Vec<Token>> {
    let at = said.iter().position(|token| token.is_in(&MODALS))?;
    let wish = at > 0 && verb_at(said).is_none();
    wish.then(|| spaced([&tokenise("let"), &said[..at], &said[at + 1..]].concat()))
}

/// ""Tea" should be bold": make it so. Of what is not quoted, too much could be meant.
fn made(said: &[Token]) -> Option<String> {
    let [what, modal, be, state] = said else {
        return None;
    };
    let plain = what.quoted() && modal.is_in(&MODALS) && be.is("be") && state.word();
    plain.then(|| format!("make \"{}\" {}", what.text, state.text))
}

/// "The plan should be called Plan C".
fn renamed(said: &[Token]) -> Option<String> {
    let at = said.iter().position(|token| token.is_in(&CALLED))?;
    let (before, name) = (&said[..at], &said[at + 1..]);
    let wish = before.iter().position(|token| token.is_in(&WISHES))?;
    let joins = |token: &Token| token.is_in(&WISHES) || token.is_in(&IDLE);
    let what = bare(&before[..wish]);
    let plain = !what.is_empty() && before[wish..].iter().all(joins) && is_value(name);
    plain.then(|| format!("rename {} to \"{}\"", quoted(what), text_of(name)))
}

fn quoted(tokens: &[Token]) -> String {
    match tokens {
        [one] if one.quoted() => format!("\"{}\"", one.text),
        many => text_of(many),
    }
}

/// One quotation, or a few words of which the first has a capital letter or a digit.
fn is_value(tokens: &[Token]) -> bool {
    /// Most words of a value without quotation marks.
    const LONGEST: usize = 5;
    let begins = |c: char| c.is_uppercase() || c.is_ascii_digit();
    match tokens {
        [one] if one.quoted() => true,
        [first, ..] => {
            tokens.len() <= LONGEST
                && first.text.starts_with(begins)
                && tokens.iter().all(Token::word)
                && !text_of(tokens).contains('"')
        }
        [] => false,
    }
}

/// "The owner is Carla", "Grace now lives in Paris": a field or a cell that holds a text, and another one that it is to hold.
fn declared(turn: &Turn<'_>, said: &[Token]) -> Option<String> {
    if let Some((thing, rest)) = thing::named(&turn.scene, said) {
        let value = value_of(said, &rest)?;
        let fits = match thing.held(turn.today) {
            Some(Held::Number(_)) => amount(&value).is_some(),
            Some(Held::Text(_)) | None => true,
            Some(Held::Day(_) | Held::Time(_) | Held::Range(..)) => false,
        };
        return fits.then(|| order::to(&thing, &value)).flatten();
    }
    let words = Said::of(said);
    let lists = turn.nodes().filter(|node| {
        let offers = node.role == Role::Select || node.facts.popup.is_some();
        offers && is_ready(node) && !is_secret(node)
    });
    let named = lists.filter_map(|node| {
        let name = label(&turn.scene, node);
        let run = words.run(&telling(&name)).or_else(|| words.verb_of(&name));
        Some((run?, name))
    });
    let (run, name) = only(named)?;
    let value = value_of(said, &words.without(said, &[run]))?;
    (!name.contains('"')).then(|| format!("choose \"{value}\" as the \"{name}\""))
}

/// The words that are left, where they are one value as it was said.
fn value_of(said: &[Token], rest: &[Token]) -> Option<String> {
    let says = |token: &&Token| {
        !token.is_in(&IDLE) && !token.is_in(&WISHES) && (token.word() || token.quoted())
    };
    let value: Vec<Token> = rest.iter().filter(says).cloned().collect();
    let whole = !value.is_empty() && said.windows(value.len()).any(|part| part == value);
    (whole && is_value(&value)).then(|| text_of(&value))
}

/// "I'd like the newsletter", "the course should be on Fridays": a box, or one of several choices, that is called so.
fn offered(turn: &Turn<'_>, said: &[Token]) -> Option<String> {
    let words = Said::of(said);
    if !said.iter().any(|token| token.is_in(&WISHES)) {
        return None;
    }
    let about = about_page(turn);
    let accounts = |node: &Node, run: std::ops::Range<usize>| {
        let group = node.facts.group.as_deref().map(telling).unwrap_or_default();
        let heads = turn
            .scene
            .head_of(node)
            .map(|head| telling(&head))
            .unwrap_or_default();
        let left = words.without(said, &[run]);
        let known = |token: &Token| {
            let word = singular(&token.low);
            token.is_in(&IDLE)
                || token.is_in(&WISHES)
                || !token.word() && !token.quoted()
                || about.contains(&word)
                || group.contains(&word)
                || heads.contains(&word)
        };
        left.iter().all(known)
    };
    let found = turn.nodes().filter(|node| {
        node.role.is_checkable()
            && is_ready(node)
            && words
                .run(&telling(&node.name))
                .is_some_and(|run| accounts(node, run))
    });
    let node = only(found)?;
    let verb = if node.role == Role::Radio {
        "choose"
    } else {
        "tick"
    };
    let twin = |other: &&Node| likeness(&node.name, &other.name) >= Some(Likeness::SameWords);
    let plain = !node.name.contains('"') && turn.nodes().filter(twin).count() == 1;
    (plain && !node.is(State::Disabled)).then(|| format!("{verb} \"{}\"", node.name))
}

/// What the page is about: the words of its title and its main headings.
fn about_page(turn: &Turn<'_>) -> Vec<String> {
    let heads = turn
        .scene
        .lines()
        .filter(|(_, line)| matches!(line.kind, LineKind::Heading(1)));
    let heads = heads.flat_map(|(_, line)| telling(&line.words()));
    telling(&turn.ask.seen.title)
        .into_iter()
        .chain(heads)
        .collect()
}
