//! Calls that are written out: `#act.nav.go(path="/h")`, `#http.call(…)`, `#expr.set(#k, v)`, `#if(e) then A else B`,
//! `#switch(e) case v then A case w then B else C`, `#while(e) do A`, and `A -> B`, where B follows on A's success.

use serde_json::{Map, Value, json};

use super::FlowStep;
use super::clause;

/// Reads a call. None where it is none.
pub(super) fn read(text: &str) -> Option<FlowStep> {
    let text = text.trim();
    if let Some((first, then)) = split_outside(text, "->") {
        let mut step = clause::read(first, &[])?;
        step.on_success.push(clause::read(then, &[])?);
        return Some(step);
    }
    if let Some(rest) = text.strip_prefix("#if(") {
        let (condition, rest) = closed(rest)?;
        let rest = rest.trim_start().strip_prefix("then ")?;
        let (yes, no) = match split_outside(rest, " else ") {
            Some((yes, no)) => (yes, Some(no)),
            None => (rest, None),
        };
        let mut step = FlowStep::conditional(condition.trim());
        step.is_true.push(clause::read(yes, &[])?);
        if let Some(no) = no {
            step.is_false.push(clause::read(no, &[])?);
        }
        return Some(step);
    }
    if let Some(rest) = text.strip_prefix("#switch(") {
        let (subject, cases) = closed(rest)?;
        return switch(subject.trim(), cases);
    }
    if let Some(rest) = text.strip_prefix("#while(") {
        let (condition, deed) = closed(rest)?;
        let mut step = FlowStep::repeated(condition.trim());
        let deed = deed.trim_start().strip_prefix("do ")?;
        step.is_true.push(clause::read(deed, &[])?);
        return Some(step);
    }
    let (name, rest) = text.split_once('(')?;
    let (inside, rest) = closed(rest)?;
    if !rest.trim().is_empty() {
        return None;
    }
    match name {
        "#act.nav.go" => {
            let arguments = arguments(inside);
            let path = arguments
                .get("path")
                .or_else(|| arguments.get("routePath"))?;
            Some(FlowStep::basic("navigate", json!({ "routePath": path })))
        }
        "#act.nav.back" => Some(FlowStep::basic("navigateBack", Value::Null)),
        "#http.call" => Some(FlowStep::of(
            "callback",
            "restApi",
            Value::Object(arguments(inside)),
        )),
        "#expr.set" => {
            let (target, value) = inside.split_once(',')?;
            Some(clause::set(target.trim(), value.trim()))
        }
        _ => None,
    }
}

/// `case v then A`, as often as that is, and `else C`: a question each, that is asked where the one before does not hold.
fn switch(subject: &str, cases: &str) -> Option<FlowStep> {
    let cases = cases.trim_start().strip_prefix("case ")?;
    let (case, others) = match split_outside(cases, " case ") {
        Some((case, others)) => (case, Some(format!("case {others}"))),
        None => (cases, None),
    };
    let (value, deed) = split_outside(case, " then ")?;
    let (deed, last) = match split_outside(deed, " else ") {
        Some((deed, last)) => (deed, Some(last)),
        None => (deed, None),
    };
    let mut step = FlowStep::conditional(format!("({subject}) == {}", value.trim()));
    step.is_true.push(clause::read(deed, &[])?);
    step.is_false = match (others, last) {
        (Some(others), None) => vec![switch(subject, &others)?],
        (None, Some(last)) => vec![clause::read(last, &[])?],
        (None, None) => Vec::new(),
        // What is done otherwise stands behind the last.
        (Some(_), Some(_)) => return None,
    };
    Some(step)
}

/// What is inside of a bracket that is open, and what is behind it.
fn closed(text: &str) -> Option<(&str, &str)> {
    let (mut depth, mut is_quoted) = (1, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            '(' if !is_quoted => depth += 1,
            ')' if !is_quoted => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((&text[..at], &text[at + 1..]));
        }
    }
    None
}

/// `name=value, …`; a value is JSON, or the word itself.
fn arguments(text: &str) -> Map<String, Value> {
    let mut found = Map::new();
    let mut rest = text;
    while !rest.trim().is_empty() {
        let (one, behind) = split_outside(rest, ",").unwrap_or((rest, ""));
        if let Some((name, value)) = one.split_once('=') {
            let value = value.trim();
            let read = serde_json::from_str(value).unwrap_or_else(|_| json!(value));
            found.insert(name.trim().to_owned(), read);
        }
        rest = behind;
    }
    found
}

/// Cuts a text at the first such sign that is in neither quotes nor brackets.
pub(super) fn split_outside<'a>(text: &'a str, sign: &str) -> Option<(&'a str, &'a str)> {
    let (mut depth, mut is_quoted) = (0_i32, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            '(' | '[' | '{' if !is_quoted => depth += 1,
            ')' | ']' | '}' if !is_quoted => depth -= 1,
            _ => {}
        }
        if depth == 0 && !is_quoted && text[at..].starts_with(sign) {
            return Some((&text[..at], &text[at + sign.len()..]));
        }
    }
    None
}
