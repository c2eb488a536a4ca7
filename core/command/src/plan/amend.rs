//! Changing a text that a field holds: what stood there is kept, but for what the words replace.

use screen_agent_action::{Action, Modifier};
use screen_agent_page::Node;
use screen_agent_words::WordList;

use super::turn::{Tried, Turn, said};
use super::{Move, choose, copy, effect, enter, explore};
use crate::ground::find::candidates;
use crate::ground::scene::is_ready;
use crate::ground::{Grounded, Wish, only};
use crate::read::{Amend, and_field};
use crate::words::Phrase;
use crate::words::normal::words;
use crate::words::token::{spaced, tokenise};

/// Adds a text to what a field holds, or puts it in the place of a phrase.
pub(super) fn amend(
    turn: &mut Turn<'_>,
    how: &Amend,
    text: &Phrase,
    field: Option<&Phrase>,
) -> Move {
    if let Some(step) = entry_of_list(turn, how, text, field) {
        return step;
    }
    let kept = turn.memory.own.fields.first().cloned();
    let node = match kept {
        Some(id) => turn.scene.screen.node(&id),
        None => meant(turn, how, field),
    };
    let Some(node) = node else {
        return open_editor(turn, field);
    };
    turn.memory.own.fields = vec![node.id.clone()];
    let wanted = match turn.memory.own.value.clone() {
        Some(wanted) => wanted,
        None if is_rich(node) => {
            let text = text.text();
            return match how {
                Amend::Instead(old) => over(turn, node, &old.text(), text),
                Amend::Before(phrase) => {
                    let phrase = phrase.text();
                    over(turn, node, &phrase, format!("{text} {phrase}"))
                }
                Amend::End | Amend::Start => by_keys(turn, node, how, &text),
            };
        }
        None => match copy::whole(turn, node) {
            Err(Move::Act(action, why)) => return Move::Prepare(action, why),
            Err(step) => return step,
            Ok(held) => match amended(
                &held,
                how,
                &text.text(),
                node.facts.multiline || is_area(node),
            ) {
                Some(wanted) => wanted,
                None => return Move::Stuck(format!("{} does not hold that once", said(node))),
            },
        },
    };
    turn.memory.own.value = Some(wanted.clone());
    // It is changed on purpose.
    turn.memory.filled.push(node.id.as_str().to_owned());
    enter::fill(turn, node, &wanted)
}

/// "Replace Olives by Onions in the toppings": the one is taken out of the list, the other chosen.
fn entry_of_list(
    turn: &mut Turn<'_>,
    how: &Amend,
    text: &Phrase,
    field: Option<&Phrase>,
) -> Option<Move> {
    let (Amend::Instead(old), Some(list)) = (how, field) else {
        return None;
    };
    let name = turn.reference(list).whole;
    if choose::holds_entry(turn, &name, old) && turn.mine().is_empty() {
        let out = [old.0.clone(), tokenise("from"), list.0.clone()].concat();
        return Some(match effect::effect(turn, "remove", &Phrase(spaced(out))) {
            Move::Act(action, why) => Move::Prepare(action, why),
            step => step,
        });
    }
    let began = !turn.mine().is_empty() && choose::list_called(turn, &name).is_some();
    began.then(|| choose::choose(turn, text, Some(list), true))
}

/// The text as it is to be; nothing where the phrase does not stand in it, or more than once.
fn amended(held: &str, how: &Amend, text: &str, lines: bool) -> Option<String> {
    let joint = match (held.is_empty(), lines) {
        (true, _) => "",
        (false, true) => "\n",
        (false, false) => " ",
    };
    match how {
        Amend::End => Some(format!("{}{joint}{text}", held.trim_end_matches('\n'))),
        Amend::Start => Some(format!("{text}{joint}{held}")),
        Amend::Instead(old) => exchanged(held, &old.text(), text),
        Amend::Before(phrase) => {
            let phrase = phrase.text();
            exchanged(held, &phrase, &format!("{text} {phrase}"))
        }
    }
}

/// With one phrase in the place of another, where it stands once as whole words.
fn exchanged(held: &str, old: &str, new: &str) -> Option<String> {
    let at = only(places(held, old))?;
    Some(format!("{}{new}{}", &held[..at], &held[at + old.len()..]))
}

fn places(held: &str, old: &str) -> Vec<usize> {
    let edge = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
    let stands = |at: &usize| {
        edge(held[..*at].chars().next_back()) && edge(held[at + old.len()..].chars().next())
    };
    let found = held.match_indices(old).map(|(at, _)| at);
    found.filter(stands).collect()
}

/// An editor that keeps more than plain text.
fn is_rich(node: &Node) -> bool {
    is_area(node) && !matches!(node.facts.tag.as_deref(), Some("input" | "textarea"))
}

fn is_area(node: &Node) -> bool {
    node.role == screen_agent_page::Role::TextArea
}

/// The editor that holds a phrase once and can give it another look.
pub(super) fn holder<'a>(
    turn: &Turn<'a>,
    text: &Phrase,
    field: Option<&Phrase>,
) -> Option<&'a Node> {
    let node = meant(turn, &Amend::Instead(text.clone()), field)?;
    (is_rich(node) && holds_once(node, &text.text())).then_some(node)
}

/// The field that is named, else the one that holds the phrase, else the only one for a text of some length.
fn meant<'a>(turn: &Turn<'a>, how: &Amend, field: Option<&Phrase>) -> Option<&'a Node> {
    static TEXTS: WordList = WordList::named("texts that stand in a field");
    let fields = turn.text_fields();
    if let Some(field) = field {
        let reference = turn.reference(field);
        let named = candidates(&turn.scene, &reference, Wish::Fill);
        let named = only(named.into_iter().filter(|node| node.role.takes_text()));
        if named.is_some() {
            return named;
        }
        let text = |word: &String| TEXTS.contains(word.as_str());
        if !words(&reference.name).iter().all(text) {
            return None;
        }
    }
    if let Amend::Instead(old) | Amend::Before(old) = how {
        let holds = |node: &&&Node| {
            let held = node.value.as_deref().unwrap_or_default();
            !places(held, &old.text()).is_empty()
        };
        if let Some(node) = only(fields.iter().filter(holds)) {
            return Some(node);
        }
    }
    only(fields.into_iter().filter(|node| is_area(node)))
}

/// Marks a phrase of an editor and writes over it, so that all the rest stays as it is.
fn over(turn: &Turn<'_>, node: &Node, old: &str, new: String) -> Move {
    if let Some(step) = mark(turn, node, old) {
        return step;
    }
    let why = format!("I write \"{new}\" over it.");
    let delay_ms = None;
    turn.once(
        Action::Type {
            text: new,
            delay_ms,
        },
        why,
    )
}

/// Marks a phrase that an editor holds once; nothing where that is done.
pub(super) fn mark(turn: &Turn<'_>, node: &Node, phrase: &str) -> Option<Move> {
    let id = node.id.clone();
    let text = phrase.to_owned();
    let select = Action::SelectText { id, text };
    match turn.tried(&select) {
        Tried::Never if !holds_once(node, phrase) => {
            let why = format!("{} does not hold that once", said(node));
            Some(Move::Stuck(why))
        }
        Tried::Never => {
            let why = format!("I mark \"{phrase}\" in {}.", said(node));
            Some(Move::Prepare(select, why))
        }
        Tried::Failed => Some(Move::Stuck(turn.last_failure())),
        Tried::Met | Tried::Unseen | Tried::Otherwise => None,
    }
}

fn holds_once(node: &Node, phrase: &str) -> bool {
    places(node.value.as_deref().unwrap_or_default(), phrase).len() == 1
}

/// Writes at an end of an editor by keys, so that all that stands there stays as it is.
fn by_keys(turn: &mut Turn<'_>, node: &Node, how: &Amend, text: &str) -> Move {
    let value = node.value.clone().unwrap_or_default();
    let mut mine = turn.mine().iter();
    if let Some(step) = mine.find(|step| matches!(step.action, Action::Type { .. })) {
        return turn.once(step.action.clone(), "I write it once more.".to_owned());
    }
    let held = match (how, value.trim().is_empty()) {
        // Whether the last line is empty only a query tells.
        (Amend::End, false) => match copy::in_lines(turn, node, value) {
            Err(Move::Act(action, why)) => return Move::Prepare(action, why),
            Err(step) => return step,
            Ok(held) => held,
        },
        _ => value,
    };
    let (key, text) = match how {
        _ if held.trim().is_empty() => ("End", text.to_owned()),
        Amend::Start => ("Home", format!("{text}\n")),
        Amend::End if held.ends_with('\n') => ("End", text.to_owned()),
        Amend::End | Amend::Instead(_) | Amend::Before(_) => ("End", format!("\n{text}")),
    };
    let steps = [
        (
            Action::Focus {
                id: node.id.clone(),
            },
            format!("I put the cursor into {}.", said(node)),
        ),
        (
            Action::Press {
                key: key.into(),
                modifiers: vec![Modifier::Control],
            },
            "I go to where the text is to stand.".to_owned(),
        ),
    ];
    for (action, why) in steps {
        match turn.tried(&action) {
            Tried::Never => return Move::Prepare(action, why),
            Tried::Failed => return Move::Stuck(turn.last_failure()),
            Tried::Met | Tried::Unseen | Tried::Otherwise => {}
        }
    }
    let why = format!("I write \"{}\".", text.trim());
    turn.once(
        Action::Type {
            text,
            delay_ms: None,
        },
        why,
    )
}

/// True where a text of the page holds what was to be written.
pub(super) fn stands(turn: &Turn<'_>, text: &Phrase) -> bool {
    let text = text.text();
    let holds = |node: &&Node| {
        node.value
            .as_deref()
            .is_some_and(|value| value.contains(&text))
    };
    turn.text_fields().iter().any(holds)
        || turn
            .scene
            .lines()
            .any(|(at, _)| turn.scene.spoken(at).contains(&text))
}

/// The text may have to be opened to be changed.
fn open_editor(turn: &mut Turn<'_>, field: Option<&Phrase>) -> Move {
    match editor_opener(turn).filter(|_| !turn.memory.own.went) {
        Some(node) => {
            turn.memory.own.went = true;
            let id = node.id.clone();
            Move::Prepare(
                Action::Click { id },
                format!("I open the text with {}.", said(node)),
            )
        }
        None => explore::explore(turn, field.unwrap_or(&Phrase::of("text field"))),
    }
}

/// The only control that opens the page's text to be changed.
fn editor_opener<'a>(turn: &Turn<'a>) -> Option<&'a Node> {
    let opens = |node: &&Node| {
        is_ready(node) && words(&node.name).first().is_some_and(|word| word == "edit")
    };
    let page = |node: &&Node| words(&node.name).iter().any(|word| word == "page");
    let all = || turn.nodes().filter(opens);
    only(all()).or_else(|| only(all().filter(page)))
}

/// True where the text of the page holds a phrase, and once.
fn says_once(turn: &Turn<'_>, phrase: &str) -> bool {
    let lines = turn.scene.lines();
    let counts = lines.map(|(at, _)| places(&turn.scene.spoken(at), phrase).len());
    counts.sum::<usize>() == 1
}

/// "Change coffee to tea in the note", where no field is called coffee: a phrase of the only text that holds it.
pub(super) fn phrase_of_text(turn: &mut Turn<'_>, old: &Phrase, value: &Phrase) -> Option<Move> {
    let (new, field) = and_field(&value.0);
    let field = (!field.is_empty()).then(|| Phrase::slice(field));
    let reference = turn.reference(old);
    let how = Amend::Instead(Phrase::of(&format!("\"{}\"", reference.whole)));
    if !turn.memory.own.amends {
        let begun = turn.memory.own.value.is_some() || !turn.memory.own.fields.is_empty();
        if begun || reference.same || enter::find(turn, &reference) != Grounded::Nothing {
            return None;
        }
        let text = meant(turn, &how, field.as_ref());
        let Some(held) = text.and_then(|node| node.value.as_deref()) else {
            let opens = !turn.memory.own.went
                && editor_opener(turn).is_some()
                && says_once(turn, &reference.whole);
            return opens.then(|| open_editor(turn, field.as_ref()));
        };
        turn.memory.own.amends = !places(held, &reference.whole).is_empty();
    }
    let new = Phrase::slice(new);
    let amends = turn.memory.own.amends && !new.is_empty();
    amends.then(|| amend(turn, &how, &new, field.as_ref()))
}
