//! Changing a text that stands there: adding to it, and putting one phrase in the place of another.

use std::sync::LazyLock;

use screen_agent_words::{PhraseTable, WordList};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::clause::{Amend, Clause};
use super::idle::unread;
use super::lead::bare;
use super::passage::{By, Passage, Unit, passage, unit};
use crate::words::token::begun_by;
use crate::words::{Phrase, Token};

static ENDS: WordList = WordList::named("words for the end of a text");
static STARTS: WordList = WordList::named("words for the start of a text");
static PARTS: WordList = WordList::named("words for a part of a text");
static ADDS: WordList = WordList::named("verbs that add to a text");

/// "Append X to Y", "add X at the end of Y", "put "X" before Y": what is added, and where.
pub(super) fn added(verb: &Token, rest: &[Token]) -> Option<Clause> {
    if !verb.is_in(&ADDS) {
        return None;
    }
    if let Some(clause) = beside(rest) {
        return Some(clause);
    }
    let (how, text, field) = at_an_end(rest)
        .or_else(|| before(rest))
        .or_else(|| verb.is("append").then(|| to(rest)))?;
    // What is listed is no text.
    if field
        .iter()
        .any(|word| word.is_any(&["list", "table", "basket", "cart"]))
    {
        return None;
    }
    let field = bare(field);
    Some(match written(text) {
        Some(text) => Clause::Amend {
            how,
            text,
            field: (!field.is_empty()).then(|| Phrase::slice(field)),
        },
        // "A short summary" is to be composed.
        None => unread(rest),
    })
}

/// On which side of a part something is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Beside {
    After,
    Before,
}

/// The words for a side that these tokens begin with.
fn side(tokens: &[Token]) -> Option<(Beside, usize)> {
    static SIDES: LazyLock<PhraseTable<Beside>> =
        LazyLock::new(|| PhraseTable::named("sides of a line"));
    begun_by(&SIDES, &tokens.first()?.low, tokens)
}

/// "X after the second line (, before “Y”)", "the line X before “Y”".
fn beside(tokens: &[Token]) -> Option<Clause> {
    let (at, (beside, used)) = (1..tokens.len()).find_map(|at| Some((at, side(&tokens[at..])?)))?;
    let (text, place) = (&tokens[..at], &tokens[at + used..]);
    let text_unit = text.iter().find_map(unit);
    let part = |tokens| part_said(tokens, text_unit.is_some());
    let cut = (1..place.len()).find_map(|at| Some((at, side(&place[at..])?)));
    let (place, next) = match (cut, beside) {
        (Some((at, (Beside::Before, used))), Beside::After) => {
            let joins = |token: &&Token| token.is("and") || token.joins();
            let joined = place[..at].iter().rev().take_while(joins).count();
            let (next, more) = part(&place[at + used..])?;
            (
                &place[..at - joined],
                more.is_empty().then_some(Some(next))?,
            )
        }
        (Some(_), _) => return None,
        (None, _) => (place, None),
    };
    let (part, field) = part(place)?;
    // "“X” before “Y”" says nothing of lines.
    if beside == Beside::Before && part.unit == Unit::Words {
        return None;
    }
    let field = bare(field);
    Some(Clause::Amend {
        how: match beside {
            Beside::After => Amend::After(part, next),
            Beside::Before => Amend::Ahead(part),
        },
        text: written(text)?,
        field: (!field.is_empty()).then(|| Phrase::slice(field)),
    })
}

/// A part that is told as one, or that is quoted: a line where lines are spoken of.
fn part_said(tokens: &[Token], lines: bool) -> Option<(Passage, &[Token])> {
    passage(tokens).or_else(|| {
        let (said, field) = and_field(bare(tokens));
        let [quote] = said else {
            return None;
        };
        let unit = if lines { Unit::Line } else { Unit::Words };
        let by = By::Text(Phrase::slice(said));
        quote.quoted().then_some((Passage { unit, by }, field))
    })
}

/// "Delete the second line", "remove the sentence about the meeting".
pub(super) fn cut(tokens: &[Token]) -> Option<Clause> {
    static CUTS: LazyLock<PhraseTable<IgnoredAny>> =
        LazyLock::new(|| PhraseTable::named("verbs that cut a text"));
    static STAYS: WordList = WordList::named("what stays as it is");
    let (_, used) = begun_by(&CUTS, &tokens.first()?.low, tokens)?;
    let rest = &tokens[used..];
    let kept = |at: &usize| {
        rest[*at].is_mark(",") && rest[at + 1..].iter().any(|token| token.is_in(&STAYS))
    };
    let said = &rest[..(1..rest.len()).find(kept).unwrap_or(rest.len())];
    let (part, field) = passage(said)?;
    let field = bare(field);
    Some(Clause::Amend {
        how: Amend::Cut(part),
        text: Phrase::slice(said),
        field: (!field.is_empty()).then(|| Phrase::slice(field)),
    })
}

/// "X at the end (of FIELD)", "a line at the end (of FIELD) saying X", "at the end: X".
fn at_an_end(tokens: &[Token]) -> Option<(Amend, &[Token], &[Token])> {
    let small = |token: &&Token| token.is_any(&["the", "very"]);
    let at = (0..tokens.len()).find(|&at| {
        let behind = tokens[at + 1..].iter().find(|token| !small(token));
        tokens[at].is_any(&["at", "to", "on"])
            && behind.is_some_and(|word| word.is_in(&ENDS) || word.is_in(&STARTS))
    })?;
    let end = at + 1 + tokens[at + 1..].iter().take_while(small).count();
    let how = if tokens[end].is_in(&ENDS) {
        Amend::End
    } else {
        Amend::Start
    };
    let (text, behind) = (&tokens[..at], &tokens[end + 1..]);
    let named = matches!(bare(text), [] | [_]) && bare(text).iter().all(|noun| noun.is_in(&PARTS));
    let says = |token: &Token| token.is_any(&["saying", "reading"]) || token.is_mark(":");
    let (field, text) = match behind.iter().position(says).filter(|_| named) {
        Some(says) => (&behind[..says], &behind[says + 1..]),
        None => (behind, text),
    };
    match (text, field) {
        ([], _) => None,
        (text, []) => Some((how, text, &[])),
        (text, [of, field @ ..]) if of.is_any(&["of", "in"]) => Some((how, text, field)),
        _ => None,
    }
}

/// "“X” before FIELD", "“X” before “good”".
fn before(tokens: &[Token]) -> Option<(Amend, &[Token], &[Token])> {
    let at = tokens.iter().position(|token| token.is("before"))?;
    let (text, place) = (&tokens[..at], bare(&tokens[at + 1..]));
    if !text.iter().any(Token::quoted) || place.is_empty() {
        return None;
    }
    match place {
        [phrase, rest @ ..] if phrase.quoted() => {
            let field = match rest {
                [lead, field @ ..] if lead.is_any(&["in", "of"]) => field,
                _ => &[],
            };
            Some((Amend::Before(Phrase::slice(&place[..1])), text, field))
        }
        _ => Some((Amend::Start, text, place)),
    }
}

/// "X to FIELD".
fn to(tokens: &[Token]) -> (Amend, &[Token], &[Token]) {
    match (1..tokens.len()).rev().find(|&at| tokens[at].is("to")) {
        Some(at) => (Amend::End, &tokens[..at], &tokens[at + 1..]),
        None => (Amend::End, tokens, &[]),
    }
}

/// "Replace X with Y in FIELD", "replace the whole letter with Y".
pub(super) fn replaced(tokens: &[Token]) -> Clause {
    let Some(at) = (1..tokens.len()).find(|&at| tokens[at].is_any(&["with", "by"])) else {
        return unread(tokens);
    };
    let (new, mut field) = and_field(&tokens[at + 1..]);
    let (old, elsewhere) = and_field(&tokens[..at]);
    if field.is_empty() {
        field = elsewhere;
    }
    if is_all(old) && field.is_empty() {
        let whole = Amend::Whole;
        return written(new).map_or_else(
            || unread(tokens),
            |text| Clause::Amend {
                how: whole,
                text,
                field: None,
            },
        );
    }
    match (written(old), written(new)) {
        (Some(old), Some(text)) => Clause::Amend {
            how: Amend::Instead(old),
            text,
            field: (!field.is_empty()).then(|| Phrase::slice(bare(field))),
        },
        (None, Some(value)) if field.is_empty() => Clause::Enter {
            value,
            label: None,
            field: Some(Phrase::slice(whole(old))),
        },
        _ => unread(tokens),
    }
}

/// "the whole letter" → the letter.
fn whole(tokens: &[Token]) -> &[Token] {
    match bare(tokens) {
        [all, rest @ ..] if all.is_any(&["whole", "entire", "complete", "full"]) => rest,
        rest => rest,
    }
}

/// "Y in the note": a phrase, and the field that it stands in.
pub(crate) fn and_field(tokens: &[Token]) -> (&[Token], &[Token]) {
    let led = |at: &usize| {
        let next = tokens.get(at + 1);
        let field =
            next.is_some_and(|next| next.quoted() || bare(&tokens[at + 1..at + 2]).is_empty());
        tokens[*at].is_any(&["in", "on", "within"]) && field
            || tokens[*at].is("under") && next.is_some()
    };
    match (1..tokens.len()).rev().find(led) {
        Some(at) => (&tokens[..at], &tokens[at + 1..]),
        None => (tokens, &[]),
    }
}

/// True for "all of it", "everything", "the whole text".
fn is_all(tokens: &[Token]) -> bool {
    match tokens {
        [all] => all.is_any(&["everything", "all"]),
        [all, of, it] => all.is("all") && of.is("of") && it.is_any(&["it", "this", "that"]),
        [it, all] => it.is("it") && all.is("all"),
        _ => false,
    }
}

/// The text itself: a quotation, or what stands behind a word for a part of a text. Words that only describe one are none.
fn written(tokens: &[Token]) -> Option<Phrase> {
    let mut quotes = tokens.iter().filter(|token| token.quoted());
    // The marks in "log("a")" are of the text, and are not known any more.
    let glued = |pair: &[Token]| {
        !pair[1].spaced
            && (pair[0].quoted() && pair[1].text == ")" || pair[0].word() && pair[1].quoted())
    };
    if tokens.windows(2).any(glued) {
        return None;
    }
    if let Some(quote) = quotes.next() {
        return quotes
            .next()
            .is_none()
            .then(|| Phrase::slice(std::slice::from_ref(quote)));
    }
    let words = bare(tokens);
    let determined = words.len() < tokens.len();
    let text = match words {
        [noun, text @ ..] if noun.is_in(&PARTS) && !text.is_empty() => text,
        _ if determined => return None,
        text => text,
    };
    let text = match text {
        [says, text @ ..] if says.is_any(&["saying", "reading"]) || says.is_mark(":") => text,
        text => text,
    };
    (!text.is_empty()).then(|| Phrase::slice(text))
}
