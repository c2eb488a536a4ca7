//! "An author named Ann from Oslo, born 1970": what is to be made, its name, and what else is said of it.

use screen_agent_words::WordList;

use super::enter::label_and_value;
use super::lead::bare;
use crate::words::Token;
use crate::words::token::text_of;

static NAMING: WordList = WordList::named("words before a new thing's name");
static LEADS: WordList = WordList::named("fields that a word leads to");

/// What is to be made.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Created {
    /// Of what kind it is.
    pub noun: String,
    /// What it is called.
    pub name: String,
    /// What else is said of it.
    pub parts: Vec<Part>,
}

/// Something that is said of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part {
    /// The name of its field, or the word that leads to the value.
    pub label: String,
    /// It was led to by a word like "from".
    pub led: bool,
    /// The value.
    pub value: String,
}

/// Reads what is to be made; nothing where only a name is said, or more than can be read.
pub(crate) fn created(tokens: &[Token]) -> Option<Created> {
    /// Most words of a noun.
    const LONGEST: usize = 3;
    let words = match bare(tokens) {
        [new, rest @ ..] if new.is_any(&["new", "another"]) => rest,
        rest => rest,
    };
    let starts =
        |token: &Token| token.quoted() || token.text.starts_with(|c: char| c.is_uppercase());
    let leads = |token: &Token| token.is_in(&NAMING) || token.joins();
    let noun = words
        .iter()
        .take_while(|token| token.word() && !starts(token) && !leads(token))
        .count();
    let naming = words[noun..]
        .iter()
        .take_while(|token| leads(token))
        .count();
    let rest = &words[noun + naming..];
    let name = match rest.first()? {
        first if first.quoted() => 1,
        _ => rest
            .iter()
            .take_while(|token| token.word() && starts(token))
            .count(),
    };
    let parts = parts(&rest[name..])?;
    let told = !parts.is_empty() || words[noun..noun + naming].iter().any(Token::word);
    ((1..=LONGEST).contains(&noun) && name > 0 && told).then(|| Created {
        noun: text_of(&words[..noun]),
        name: text_of(&rest[..name]),
        parts,
    })
}

/// Every part, cut at commas, joining words and words that lead to a value.
fn parts(tokens: &[Token]) -> Option<Vec<Part>> {
    let joins = |token: &Token| {
        token.joins()
            || token.is_mark("(")
            || token.is_mark(")")
            || token.is_any(&["and", "with", "the", "a", "has", "is"])
    };
    let leads = |token: &Token| LEADS.meanings().any(|(_, lead)| token.is(lead));
    let mut pieces: Vec<Vec<Token>> = vec![Vec::new()];
    for token in tokens {
        let labelled = pieces
            .last()
            .is_some_and(|last| last.iter().any(|token| !leads(token)));
        // "Country: Oslo" is one piece.
        if token.is_mark(":") && labelled && is_label(pieces.last()) {
            continue;
        }
        if joins(token) && !token.quoted() {
            pieces.push(Vec::new());
        } else {
            // "born on 3 May": the label stands before the word that leads.
            let begins = leads(token) && !(labelled && is_label(pieces.last()));
            if begins {
                pieces.push(Vec::new());
            } else if leads(token) {
                continue;
            }
            if let Some(last) = pieces.last_mut() {
                last.push(token.clone());
            }
        }
    }
    pieces
        .iter()
        .filter(|piece| !piece.is_empty())
        .map(|piece| part(piece))
        .collect()
}

/// Words that name a field and hold no value yet.
fn is_label(piece: Option<&Vec<Token>>) -> bool {
    piece.is_some_and(|piece| {
        piece
            .iter()
            .all(|token| token.word() && token.text == token.low && !is_number(token))
    })
}

fn is_number(token: &Token) -> bool {
    token.text.starts_with(|c: char| c.is_ascii_digit())
}

fn part(piece: &[Token]) -> Option<Part> {
    let (lead, rest) = match piece {
        [lead, rest @ ..] if LEADS.meanings().any(|(_, name)| lead.is(name)) => (Some(lead), rest),
        rest => (None, rest),
    };
    let said = |label: &[Token], led: bool, value: &[Token]| Part {
        label: text_of(label).to_lowercase(),
        led,
        value: text_of(value),
    };
    match rest {
        // "2 copies".
        [count, noun]
            if is_number(count) && noun.word() && noun.text == noun.low && !is_number(noun) =>
        {
            return Some(said(&rest[1..], false, &rest[..1]));
        }
        [label @ .., value]
            if value.quoted() && !label.is_empty() && label.iter().all(Token::word) =>
        {
            return Some(said(label, false, &rest[rest.len() - 1..]));
        }
        _ => {}
    }
    if let Some((label, value)) = label_and_value(rest) {
        return Some(said(label, false, value));
    }
    lead.filter(|_| !rest.is_empty())
        .map(|lead| said(std::slice::from_ref(lead), true, rest))
}
