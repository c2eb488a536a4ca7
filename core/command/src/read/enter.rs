//! Values and the fields that they go into.

use super::clause::Clause;
use super::letters;
use super::lead::{bare, is_generic};
use crate::words::token::Kind;
use crate::words::{Phrase, Token};

const INTO: &[&str] = &["into", "in", "inside", "within", "to", "onto", "on", "at"];
const AS: &[&str] = &["as", "for"];
const WITH: &[&str] = &["with", "as", "to", "=", "is"];

/// "Enter VALUE into FIELD", and several of them joined by "and".
pub(crate) fn enter(tokens: &[Token]) -> Vec<Clause> {
    let tokens = &letters::recased(tokens);
    if is_pattern(tokens) {
        let (value, field) = value_then_field(tokens, true);
        return vec![clause(value, &[], field)];
    }
    let quotes = tokens.iter().filter(|token| token.quoted()).count();
    let mut clauses: Vec<Clause> = match quotes {
        0 => unquoted_parts(tokens).into_iter().map(unquoted).collect(),
        1 => vec![quoted(tokens)],
        _ => quoted_parts(tokens).into_iter().map(quoted).collect(),
    };
    share_field(&mut clauses);
    clauses
}

/// "Fill FIELD with VALUE", "set FIELD to VALUE"; the other order is read as well.
pub(crate) fn fill(tokens: &[Token]) -> Vec<Clause> {
    let quotes = tokens.iter().filter(|token| token.quoted()).count();
    if quotes > 1 {
        return quoted_parts(tokens)
            .into_iter()
            .map(|part| field_first(part).unwrap_or_else(|| quoted(part)))
            .collect();
    }
    let parts = if quotes == 0 { unquoted_parts(tokens) } else { vec![tokens] };
    parts
        .into_iter()
        .flat_map(|part| match field_first(part) {
            Some(clause) => vec![clause],
            None => enter(part),
        })
        .collect()
}

/// "Name: Bob", with a quotation or a short value.
pub(crate) fn labelled(tokens: &[Token]) -> Option<Clause> {
    let colon = tokens.iter().position(|token| token.is_mark(":"))?;
    let (label, value) = (&tokens[..colon], &tokens[colon + 1..]);
    (!label.is_empty() && label.len() <= 4 && !value.is_empty()).then(|| clause(value, label, None))
}

/// "Search for WORDS in FIELD".
pub(crate) fn search(tokens: &[Token]) -> Vec<Clause> {
    let tokens = match tokens.first() {
        Some(token) if token.is_any(&["for", "the"]) && tokens.len() > 1 => &tokens[1..],
        _ => tokens,
    };
    // "Search the store for lamps".
    if let Some(at) = (1..tokens.len()).find(|&at| tokens[at].is("for")) {
        return vec![Clause::Search {
            words: Phrase::slice(bare(&tokens[at + 1..])),
            field: Some(Phrase::slice(&tokens[..at])),
        }];
    }
    let (words, field) = value_then_field(tokens, false);
    vec![Clause::Search {
        words: Phrase::slice(bare(words)),
        field: field.map(Phrase::slice),
    }]
}

/// "Copy TEXT into FIELD": what is read there is entered here.
pub(crate) fn copy(tokens: &[Token]) -> Vec<Clause> {
    let turn = (1..tokens.len()).rev().find(|&at| {
        tokens[at].is_any(&["into", "to", "in"]) && !tokens[at + 1..].is_empty()
    });
    match turn {
        Some(at) => {
            let end = if tokens[at - 1].is("it") { at.saturating_sub(2) } else { at };
            vec![clause(&tokens[..end.max(1)], &[], Some(&tokens[at + 1..]))]
        }
        None => vec![Clause::Copy {
            what: Phrase::slice(tokens),
        }],
    }
}

/// "Paste it into FIELD": the text that was found last.
pub(crate) fn paste(tokens: &[Token]) -> Vec<Clause> {
    let turn = tokens.iter().position(|token| token.is_any(INTO));
    let (value, field) = match turn {
        Some(at) => (&tokens[..at], Some(&tokens[at + 1..])),
        None => (tokens, None),
    };
    vec![clause(value, &[], field)]
}

fn clause(value: &[Token], label: &[Token], field: Option<&[Token]>) -> Clause {
    let label = bare(label);
    Clause::Enter {
        value: Phrase::slice(bare_marks(value)),
        label: (!is_generic(label)).then(|| Phrase::slice(label)),
        field: field.map(|field| Phrase::slice(bare_marks(field))),
    }
}

fn bare_marks(mut tokens: &[Token]) -> &[Token] {
    while tokens.first().is_some_and(|token| token.is_mark(",") || token.is_mark(":")) {
        tokens = &tokens[1..];
    }
    while tokens.last().is_some_and(|token| token.is_mark(",") || token.is_mark(":")) {
        tokens = &tokens[..tokens.len() - 1];
    }
    tokens
}

/// "an item that starts with X and ends with Y": one value, described.
pub(crate) fn is_pattern(tokens: &[Token]) -> bool {
    (1..tokens.len()).any(|at| {
        tokens[at].is("with")
            && tokens[at - 1].is_any(&["starts", "start", "starting", "begins", "begin", "beginning", "ends", "end", "ending"])
    }) || tokens
        .windows(2)
        .any(|pair| pair[0].is_any(&["containing", "contains"]) && pair[1].quoted())
}

/// Parts of one quotation each, cut at "and" and commas.
fn quoted_parts(tokens: &[Token]) -> Vec<&[Token]> {
    let mut parts = Vec::new();
    let mut from = 0;
    let mut seen = false;
    for at in 0..tokens.len() {
        let joint = tokens[at].is("and") || tokens[at].is_mark(",");
        let more = tokens[at + 1..].iter().any(|token| token.quoted());
        if joint && seen && more {
            parts.push(&tokens[from..at]);
            (from, seen) = (at + 1, false);
        } else if tokens[at].quoted() {
            seen = true;
        }
    }
    parts.push(&tokens[from..]);
    parts.retain(|part| part.iter().any(|token| token.quoted()));
    parts
}

/// Parts that each name their field: "Bob as the name and 5 as the number".
fn unquoted_parts(tokens: &[Token]) -> Vec<&[Token]> {
    let names_field = |part: &[Token]| {
        part.iter().enumerate().any(|(at, token)| {
            at > 0 && at + 1 < part.len() && (token.is_any(AS) || token.is_any(WITH) || token.is_any(&["into", "in"]))
        })
    };
    let mut parts = Vec::new();
    let mut from = 0;
    for at in 1..tokens.len() {
        let joint = tokens[at].is("and") || tokens[at].is_mark(",");
        if joint && names_field(&tokens[from..at]) && names_field(&tokens[at + 1..]) {
            parts.push(&tokens[from..at]);
            from = at + 1;
        }
    }
    parts.push(&tokens[from..]);
    parts.retain(|part| !part.is_empty());
    parts
}

/// One quotation with what is said before and after it.
fn quoted(tokens: &[Token]) -> Clause {
    let Some(at) = tokens.iter().position(|token| token.quoted()) else {
        return unquoted(tokens);
    };
    let (before, after) = (bare_marks(&tokens[..at]), bare_marks(&tokens[at + 1..]));
    // "the value of Q" is not Q itself.
    let described = before.len() > 1 && before.last().is_some_and(|last| last.is_any(&["of", "for", "under", "beside", "from"]));
    let (value, before) = if described { (&tokens[..=at], &before[..0]) } else { (&tokens[at..=at], before) };
    if let Some(field) = leading_field(after) {
        return clause(value, before, Some(field));
    }
    match before.last() {
        Some(last) if last.is_any(WITH) || last.is_mark(":") => {
            clause(value, &[], Some(without_in(&before[..before.len() - 1])))
        }
        _ if before.first().is_some_and(|token| token.is_any(INTO)) => clause(value, &[], Some(&before[1..])),
        _ => clause(value, before, None),
    }
}

/// "into FIELD", "as FIELD", "in the field labelled ..." after a value.
fn leading_field(after: &[Token]) -> Option<&[Token]> {
    let first = after.first()?;
    (first.is_any(INTO) || first.is_any(AS)).then(|| &after[1..]).filter(|rest| !rest.is_empty())
}

fn unquoted(tokens: &[Token]) -> Clause {
    let (value, field) = value_then_field(tokens, true);
    clause(value, &[], field)
}

/// Cuts at the word that leads to the field. The first one that does so clearly wins.
fn value_then_field(tokens: &[Token], with_as: bool) -> (&[Token], Option<&[Token]>) {
    let leads = |words: &[&str]| {
        (1..tokens.len().saturating_sub(1)).rev().find(|&at| tokens[at].is_any(words))
    };
    let clear = leads(&["into"]).or_else(|| with_as.then(|| leads(&["as"])).flatten());
    let soft = || {
        (1..tokens.len().saturating_sub(1)).find(|&at| {
            tokens[at].is_any(&["in", "to", "on", "inside", "within", "for", "at"]) && names_a_field(&tokens[at + 1..])
        })
    };
    match clear.or_else(soft) {
        Some(at) => (&tokens[..at], Some(&tokens[at + 1..])),
        None => (tokens, None),
    }
}

/// True when the words end in a word for a place where text goes.
fn names_a_field(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| {
        token.is_any(&[
            "field", "fields", "box", "boxes", "textbox", "textboxes", "input", "inputs", "textarea", "area", "bar", "form", "editor",
            "spinner", "slider", "dropdown", "list", "cell", "combobox", "searchbox", "terminal", "column", "blank", "menu",
        ])
    })
}

/// "FIELD with VALUE", "FIELD to VALUE".
fn field_first(tokens: &[Token]) -> Option<Clause> {
    let at = (1..tokens.len().saturating_sub(1)).find(|&at| {
        (tokens[at].is_any(WITH) || tokens[at].is_mark(":"))
            && tokens[..at].iter().all(|token| token.kind != Kind::Quoted || at > 1)
    })?;
    let field = &tokens[..at];
    let mut value = &tokens[at + 1..];
    if value.first().is_some_and(|token| token.is_any(&["be", "say", "read"])) {
        value = &value[1..];
    }
    // "Change X from A to B".
    let field = match field.iter().position(|token| token.is("from")) {
        Some(from) if from > 0 => &field[..from],
        _ => field,
    };
    // "Set the volume to 30 with the slider".
    let tool = (1..value.len()).find(|&at| value[at].is_any(&["with", "using"]) && names_a_field(&value[at + 1..]));
    let value = tool.map_or(value, |at| &value[..at]);
    Some(clause(value, &[], Some(bare(field))))
}

/// "in the name field" → "the name field".
fn without_in(tokens: &[Token]) -> &[Token] {
    match tokens.first() {
        Some(first) if first.is_any(INTO) => &tokens[1..],
        _ => tokens,
    }
}

/// "the username X and the password Y into the text fields": the field said last is for all.
fn share_field(clauses: &mut [Clause]) {
    let Some((last, earlier)) = clauses.split_last_mut() else { return };
    let Clause::Enter { field: Some(shared), .. } = last else { return };
    for clause in earlier {
        if let Clause::Enter { field: field @ None, .. } = clause {
            *field = Some(shared.clone());
        }
    }
}
