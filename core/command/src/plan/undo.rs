//! "Undo that": the page's own button for it, else the key, where keys were what changed it.

use screen_agent_action::{Action, Modifier};
use screen_agent_page::Node;
use screen_agent_words::WordList;

use super::Move;
use super::turn::{Turn, click_on, said};
use crate::ground::only;
use crate::ground::scene::is_ready;
use crate::words::Phrase;
use crate::words::normal::words;
use crate::words::number::{Ordinal, ordinal};

/// Takes back what was done last; nothing where something else is meant.
pub(super) fn undo(turn: &Turn<'_>, verb: &str, what: &Phrase) -> Option<Move> {
    static LAST: WordList = WordList::named("words for what was done last");
    // "The second change", of two.
    let counted = |word: &str| ordinal(word) == Some(Ordinal::Nth(turn.memory.at));
    let last = words(&what.text())
        .iter()
        .all(|word| LAST.contains(word) || counted(word));
    if verb != "undo" || !last {
        return None;
    }
    let named = |node: &&Node| {
        let name = words(&node.name);
        is_ready(node) && name.len() <= 2 && name.first().is_some_and(|word| word == verb)
    };
    let mut buttons = turn.nodes().filter(named).peekable();
    if buttons.peek().is_some() {
        let button = only(buttons)?;
        return Some(turn.once(click_on(button), format!("I click {}.", said(button))));
    }
    let before = &turn.ask.steps[..turn.memory.since];
    let typed = before
        .last()
        .is_some_and(|step| matches!(step.action, Action::Type { .. } | Action::Press { .. }));
    let key = Action::Press {
        key: "z".to_owned(),
        modifiers: vec![Modifier::Control],
    };
    Some(match typed {
        true => turn.once(key, "I press the key that takes it back.".to_owned()),
        false => Move::Stuck("I see no button that takes it back".to_owned()),
    })
}
