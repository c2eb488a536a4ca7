//! What words say to a dialog: yes, no, or a text.

use crate::read::{Clause, Touch};
use crate::words::normal::singular;
use crate::words::token::tokenise;
use crate::words::{Phrase, Token};
use screen_agent_words::WordList;

/// How a dialog is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    Yes,
    No,
    Text(String),
}

/// What a clause says to a dialog.
pub(super) fn reply_of(clause: &Clause, prompt: bool, known: &[Token]) -> Option<Reply> {
    let polar = |words: &[Token]| yes_or_no(words, known);
    match clause {
        Clause::Touch {
            how: Touch::Click,
            what,
        }
        | Clause::Submit { what }
        | Clause::Choose {
            items: what,
            on: true,
            ..
        }
        | Clause::Unread { words: what } => polar(&what.0),
        Clause::Effect { verb, what } => {
            let words: Vec<Token> = tokenise(verb).into_iter().chain(what.0.clone()).collect();
            polar(&words)
        }
        Clause::Close { what } => {
            let said = what.0.iter().all(|word| is_filler(word, known));
            said.then_some(Reply::No)
        }
        Clause::Press { key, .. } => match key.as_str() {
            "Enter" => Some(Reply::Yes),
            "Escape" => Some(Reply::No),
            _ => None,
        },
        Clause::Enter { value, field, .. } => {
            let here = |field: &Phrase| field.0.iter().all(|word| is_filler(word, known));
            let meant = prompt && field.as_ref().is_none_or(here);
            meant.then(|| Reply::Text(text_of(value)))
        }
        _ => None,
    }
}

fn text_of(value: &Phrase) -> String {
    match value.quotes().as_slice() {
        [quote] => (*quote).to_owned(),
        _ => value.text(),
    }
}

static YES: WordList = WordList::named("reply yes");
static NO: WordList = WordList::named("reply no");
static DIALOGS: WordList = WordList::named("reply dialogs");
/// Words that change nothing about a yes or no.
static FILLER: WordList = WordList::named("reply filler");

/// A plain yes or no: with nothing around it but filler, and words of the dialog itself.
pub(super) fn yes_or_no(words: &[Token], known: &[Token]) -> Option<Reply> {
    let polar = |word: &Token| {
        let word = word.low.as_str();
        if YES.contains(word) {
            Some(Reply::Yes)
        } else {
            NO.contains(word).then_some(Reply::No)
        }
    };
    let mut replies: Vec<Reply> = words.iter().filter_map(polar).collect();
    replies.dedup();
    let plain = words
        .iter()
        .all(|word| polar(word).is_some() || is_filler(word, known));
    match replies.as_slice() {
        [reply] if plain => Some(reply.clone()),
        _ => None,
    }
}

fn is_filler(word: &Token, known: &[Token]) -> bool {
    word.is_in(&DIALOGS)
        || word.is_in(&FILLER)
        || !word.word() && !word.quoted()
        || word.is_any(&["both", "all"])
        || known
            .iter()
            .any(|known| singular(&known.low) == singular(&word.low))
}

/// True for a clause that speaks of a dialog, and so of nothing on the page.
pub(super) fn names_dialog(clause: &Clause) -> bool {
    let named = |what: &Phrase| what.0.iter().any(|word| word.is_in(&DIALOGS));
    match clause {
        Clause::Touch { what, .. }
        | Clause::Submit { what }
        | Clause::Close { what }
        | Clause::Effect { what, .. }
        | Clause::Unread { words: what } => named(what),
        Clause::Choose { items, from, .. } => named(items) || from.as_ref().is_some_and(named),
        Clause::Enter { field, .. } => field.as_ref().is_some_and(named),
        _ => false,
    }
}
