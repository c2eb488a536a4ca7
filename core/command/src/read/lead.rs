//! What may stand before a command: courtesy, purpose, means, prohibition.

use std::sync::LazyLock;

use screen_agent_words::{PhraseTable, WordList};
use serde::de::IgnoredAny;

use super::clause::Clause;
use super::effect;
use crate::words::normal::singular;
use crate::words::number::{Ordinal, count_word, ordinal};
use crate::words::token::{begun_by, spaced, text_of, tokenise, without_marks_behind};
use crate::words::verb::{Verb, verb_at};
use crate::words::{Phrase, Token};

static NEXT: WordList = WordList::named("words for beside");
static DETERMINERS: WordList = WordList::named("determiners");
static GENERIC: WordList = WordList::named("words for any text");

static GREETINGS: LazyLock<PhraseTable<IgnoredAny>> =
    LazyLock::new(|| PhraseTable::named("greetings"));
static COURTESY: LazyLock<PhraseTable<IgnoredAny>> =
    LazyLock::new(|| PhraseTable::named("courtesy"));

/// How many tokens of courtesy these begin with.
fn courtesy(tokens: &[Token]) -> Option<usize> {
    let first = tokens.first()?;
    if first.is_mark(",") {
        return Some(1);
    }
    if first.is("second") && tokens.get(1).is_some_and(|next| next.is_mark(",")) {
        return Some(2);
    }
    begun_by(&COURTESY, &first.low, tokens).map(|(_, used)| used)
}

/// The command itself, courtesy and connecting words left out.
pub(crate) fn without_courtesy(mut tokens: &[Token]) -> &[Token] {
    loop {
        let lead = courtesy(tokens);
        let Some(used) = lead else { break };
        // "first" may be what is meant: "first link".
        let rest = &tokens[used..];
        let doubtful = tokens[0].is_any(&["first", "next", "to", "just", "now"]);
        if doubtful
            && verb_at(rest).is_none()
            && !rest.first().is_some_and(|token| token.is_mark(","))
        {
            break;
        }
        tokens = rest;
    }
    while tokens
        .last()
        .is_some_and(|token| token.is("please") || token.is_mark(",") || token.is_mark(":"))
    {
        tokens = &tokens[..tokens.len() - 1];
    }
    tokens
}

/// "Hi!", "next," by itself.
pub(super) fn is_only_courtesy(segment: &[Token]) -> bool {
    let said = without_marks_behind(segment);
    let begins = |used: Option<usize>| used.is_some_and(|used| used == said.len());
    let greets = |first: &Token| begun_by(&GREETINGS, &first.low, said).map(|(_, used)| used);
    begins(courtesy(said)) || said.first().is_some_and(|first| begins(greets(first)))
}

/// True for "could you take X off Y?": asked as a question, and meant as an order; what is to be told stays a question.
pub(super) fn is_request(words: &[Token], order: &[Token]) -> bool {
    let courtesy = &words[..words.len() - order.len()];
    let asks = courtesy
        .windows(2)
        .any(|pair| pair[0].is_any(&["can", "could", "would", "will"]) && pair[1].is("you"));
    asks && !matches!(verb_at(order), Some((Verb::Tell, _)))
}

/// False for "go back two months", which is said of a calendar, and for "return the book".
pub(super) fn is_of_pages(tokens: &[Token], rest: &[Token]) -> bool {
    static SPANS: WordList = WordList::named("spans of a calendar");
    let span = |token: &Token| SPANS.contains(singular(&token.low).as_str());
    let gives = tokens[0].is("return") && rest.first().is_some_and(|next| !next.is("to"));
    !gives && !rest.iter().any(span)
}

/// "me the third page", "page 3", "the next page": to go there, the page by its number.
pub(super) fn page(tokens: &[Token]) -> Option<Vec<Token>> {
    let words = match bare(tokens) {
        [me, rest @ ..] if me.is_any(&["me", "us"]) => bare(rest),
        rest => rest,
    };
    match words {
        [page, number] if page.is("page") && count_word(&number.low).is_some() => {
            Some(words.to_vec())
        }
        [which, page, ..] if page.is("page") => match ordinal(&which.low) {
            Some(Ordinal::Nth(at)) => Some(tokenise(&format!("page {at}"))),
            Some(_) => Some(words.to_vec()),
            None => which
                .is_any(&["next", "previous"])
                .then(|| words[..2].to_vec()),
        },
        _ => None,
    }
}

/// "I'd like three of these in my basket": to put them there.
pub(super) fn wished(tokens: &[Token]) -> Option<Vec<Token>> {
    static WISHES: LazyLock<PhraseTable<IgnoredAny>> =
        LazyLock::new(|| PhraseTable::named("wishes"));
    let (_, used) = begun_by(&WISHES, &tokens.first()?.low, tokens)?;
    let order = spaced([&tokenise("put"), &tokens[used..]].concat());
    effect::put(&order[0], &order[1..]).map(|_| order)
}

/// What must not be done, if that is what is said.
pub(crate) fn prohibition(tokens: &[Token]) -> Option<&[Token]> {
    let word = |at: usize| {
        tokens
            .get(at)
            .filter(|token| token.word())
            .map_or("", |token| token.low.as_str())
    };
    match (word(0), word(1)) {
        ("do", "not") => Some(&tokens[2..]),
        ("don't" | "never" | "avoid" | "without", _) => Some(&tokens[1..]),
        ("keep" | "leave", _) => as_it_is(&tokens[1..]),
        _ => None,
    }
}

/// "Tick Ann, not Bo", "choose pear, and not apple, as the fruit": the order without what is denied, and that.
pub(crate) fn denial(tokens: &[Token]) -> Option<(Vec<Token>, &[Token])> {
    static BRINGS: WordList = WordList::named("verbs that bring something about");
    // What is written is written whole, and "the orders that are paid and not shipped" are of one kind.
    const TELLS: [&str; 10] = [
        "that", "which", "who", "whose", "where", "is", "are", "if", "unless", "when",
    ];
    const PLACES: [&str; 8] = ["in", "into", "to", "from", "on", "as", "for", "of"];
    let verb = verb_at(tokens).map(|(verb, _)| verb);
    let not = (2..tokens.len()).find(|&at| tokens[at].is("not"))?;
    let mut from = not;
    while tokens[from - 1].is_mark(",") || tokens[from - 1].is_any(&["and", "but"]) {
        from -= 1;
    }
    let behind = &tokens[not + 1..];
    let end = behind.iter().position(|token| token.is_mark(","));
    let (denied, rest) = behind.split_at(end.unwrap_or(behind.len()));
    let named = denied.first()?;
    let apart = from < not || named.quoted() || named.text.starts_with(char::is_uppercase);
    let plain = |token: &Token| token.quoted() || token.word() && !token.is_any(&PLACES);
    // "The owner is Ann, not Bo" says how it is to be.
    let states = |token: &Token| verb.is_none() && token.is_any(&["is", "are"]);
    let tells = |token: &Token| token.is_any(&TELLS) && !states(token);
    let of_kind = tokens[..from].iter().any(tells);
    let writes = match verb {
        // What is put into a basket is not written.
        Some(Verb::Enter) => effect::put(&tokens[0], &tokens[1..from]).is_none(),
        Some(Verb::Search | Verb::Replace) => true,
        Some(Verb::Effect) => BRINGS.contains(tokens[0].low.as_str()),
        _ => false,
    };
    let apart = from < not || apart && verb.is_some();
    let clean = apart && !writes && !of_kind && denied.iter().all(plain);
    (clean && verb_at(denied).is_none() && from > 1)
        .then(|| (spaced([&tokens[..from], rest].concat()), denied))
}

/// "Leave the others alone", "keep the upper end where it is": what is not to be changed.
fn as_it_is(tokens: &[Token]) -> Option<&[Token]> {
    static UNCHANGED: LazyLock<PhraseTable<IgnoredAny>> =
        LazyLock::new(|| PhraseTable::named("words for what stays as it is"));
    let begins = |at: &usize| {
        let rest = &tokens[*at..];
        begun_by(&UNCHANGED, &rest[0].low, rest).is_some_and(|(_, used)| used == rest.len())
    };
    let end = (1..tokens.len()).find(begins)?;
    Some(&tokens[..end])
}

/// "Close the dialog by clicking the x": the goal, and the means.
pub(crate) fn means(tokens: &[Token]) -> Option<(&[Token], &[Token])> {
    let by = (1..tokens.len()).find(|&at| {
        tokens[at].is_any(&["by"])
            && tokens
                .get(at + 1)
                .is_some_and(|token| token.word() && token.low.ends_with("ing"))
            && verb_at(&tokens[at + 1..]).is_some()
    })?;
    verb_at(tokens)?;
    Some((&tokens[..by], &tokens[by + 1..]))
}

/// "Switch between the tabs to find X": where to look, and the command.
pub(crate) fn purpose(tokens: &[Token]) -> Option<(&[Token], &[Token])> {
    let (verb, used) = verb_at(tokens)?;
    if !matches!(
        verb,
        Verb::Explore | Verb::Use | Verb::Scroll | Verb::Expand | Verb::Open
    ) {
        return None;
    }
    let to = (used..tokens.len()).find(|&at| {
        tokens[at].is("to")
            && verb_at(&tokens[at + 1..]).is_some_and(|(verb, used)| {
                !matches!(verb, Verb::Effect | Verb::Use) && at + 1 + used <= tokens.len()
            })
    })?;
    // "scroll to find": the verb's own preposition leads to nothing but the purpose.
    Some((&tokens[..to], &tokens[to + 1..]))
}

/// "Use the textbox to enter X": enter X, in the textbox.
pub(crate) fn instrument(tokens: &[Token]) -> Option<Vec<Clause>> {
    let (verb, used) = verb_at(tokens)?;
    if !matches!(verb, Verb::Use) {
        return None;
    }
    let turn = (used + 1..tokens.len()).find(|&at| {
        (tokens[at].is_any(&["to", "and"]) || tokens[at].is_mark(","))
            && verb_at(&tokens[at + 1..]).is_some()
    })?;
    let tool = &tokens[used..turn];
    let (inner, taken) = verb_at(&tokens[turn + 1..])?;
    let rest = &tokens[turn + 1 + taken..];
    let mut clauses = super::by_verb(inner, &tokens[turn + 1..], rest);
    for clause in &mut clauses {
        with_tool(clause, tool);
    }
    Some(clauses)
}

fn with_tool(clause: &mut Clause, tool: &[Token]) {
    let tool = Phrase::slice(tool);
    match clause {
        Clause::Enter { field, .. } | Clause::Search { field, .. } if field.is_none() => {
            *field = Some(tool)
        }
        Clause::Choose { from, .. } if from.is_none() => *from = Some(tool),
        Clause::Touch { what, .. } if what.is_empty() => *what = tool,
        _ => {}
    }
}

/// Most times that one thing is done.
const MOST_TIMES: usize = 20;

/// "twice", "three times" at the end: what is to be done, and how often.
pub(crate) fn times(tokens: &[Token]) -> (&[Token], usize) {
    let (count, used) = match tokens {
        [.., last] if last.is("twice") => (2, 1),
        [.., last] if last.is("thrice") => (3, 1),
        [.., last] if last.is("once") => (1, 1),
        [.., count, last] if last.is("times") => (count_word(&count.low).unwrap_or(1), 2),
        _ => (1, 0),
    };
    (&tokens[..tokens.len() - used], count.clamp(1, MOST_TIMES))
}

/// "the icon to delete it": what is touched, without what for.
pub(crate) fn without_purpose(tokens: &[Token]) -> &[Token] {
    let to = (1..tokens.len()).find(|&at| {
        (tokens[at].is("to") && verb_at(&tokens[at + 1..]).is_some() && !next_names(tokens, at))
            || (tokens[at].is("so") && tokens.get(at + 1).is_some_and(|next| next.is("that")))
            || (tokens[at].is("in")
                && tokens.get(at + 1).is_some_and(|next| next.is("order"))
                && tokens.get(at + 2).is_some_and(|next| next.is("to")))
    });
    match to {
        Some(at) => &tokens[..at],
        None => tokens,
    }
}

/// "next to", "close to": no purpose follows.
fn next_names(tokens: &[Token], at: usize) -> bool {
    tokens[at - 1].is_in(&NEXT)
}

/// The words without articles, possessives and small words in front.
pub(crate) fn bare(mut tokens: &[Token]) -> &[Token] {
    while tokens
        .first()
        .is_some_and(|token| token.is_in(&DETERMINERS) || token.is_mark(","))
    {
        tokens = &tokens[1..];
    }
    without_marks_behind(tokens)
}

/// Words for nothing in particular, where a value stands.
pub(crate) fn is_generic(tokens: &[Token]) -> bool {
    let words = bare(tokens);
    words.is_empty() || GENERIC.contains(&text_of(words).to_lowercase())
}
