//! Whether a value is of the kind that an argument must be, and its JSON form.

use serde_json::{Map, Number, Value};

use super::catalog::Kind;
use super::code::refused_in;
use super::error::ParseErrorKind;
use super::key;
use super::token::{Reader, Term};
use screen_agent_page::NodeId;

/// Longest code that may be run.
const CODE: usize = 10_000;
/// Most texts of a list, and their length.
const TEXTS: usize = 100;
const ONE_TEXT: usize = 500;

/// Why a value is not accepted.
pub(crate) enum Fault {
    /// What it must be.
    Wants(String),
    /// Another error, as it is.
    Is(ParseErrorKind),
}

/// The JSON form of a value, if it is of the kind.
pub(crate) fn accept(kind: Kind, term: &Term) -> Result<Value, Fault> {
    let accepted = match kind {
        Kind::Id => id(term),
        Kind::Text(max) => text(term, 0, max),
        Kind::Words(max) => text(term, 1, max),
        Kind::Whole(min, max) => whole(term, min, max),
        Kind::Real(min, max) => real(term, min, max),
        Kind::Flag => flag(term, "true", "false"),
        Kind::Either(yes, no) => flag(term, yes, no),
        Kind::OneOf(words) => one_of(term, words),
        Kind::Key => key_name(term),
        Kind::Modifiers => modifiers(term),
        Kind::Json(max) => json(term, max),
        Kind::JsonOrText(max) => text(term, 0, max).or_else(|| json(term, max)),
        Kind::Code => return code(term),
        Kind::Texts => texts(term),
    };
    accepted.ok_or_else(|| Fault::Wants(wants(kind)))
}

/// What an argument of this kind must be, in words.
fn wants(kind: Kind) -> String {
    match kind {
        Kind::Id => format!("the id of a control, of at most {} characters", NodeId::MAX),
        Kind::Text(max) => format!("text of at most {max} characters"),
        Kind::Words(max) => format!("text of 1 to {max} characters"),
        Kind::Whole(min, max) => format!("a whole number from {min} to {max}"),
        Kind::Real(min, max) => format!("a number from {min} to {max}"),
        Kind::Flag => "true or false".to_owned(),
        Kind::Either(yes, no) => format!("true or false, {yes} or {no}"),
        Kind::OneOf(words) => format!("one of {}", words.join(", ")),
        Kind::Key => "one key, such as Enter or ctrl+a".to_owned(),
        Kind::Modifiers => "some of alt, ctrl, meta, shift, joined by +".to_owned(),
        Kind::Json(max) => format!("JSON of at most {max} characters"),
        Kind::JsonOrText(max) => format!("text or JSON of at most {max} characters"),
        Kind::Code => format!("code of at most {CODE} characters"),
        Kind::Texts => format!("a list of 1 to {TEXTS} texts of at most {ONE_TEXT} characters"),
    }
}

/// What was written, as text; nothing for lists, objects and null.
fn plain(term: &Term) -> Option<String> {
    match term {
        Term::Text(text) | Term::Word(text) | Term::Number(text) => Some(text.clone()),
        Term::Bool(flag) => Some(flag.to_string()),
        Term::Null | Term::List(_) | Term::Object(_) => None,
    }
}

fn text(term: &Term, min: usize, max: usize) -> Option<Value> {
    let text = plain(term)?;
    let length = text.chars().count();
    (min <= length && length <= max).then_some(Value::String(text))
}

fn id(term: &Term) -> Option<Value> {
    if matches!(term, Term::Bool(_)) {
        return None;
    }
    let digits = |raw: &String| raw.bytes().all(|byte| byte.is_ascii_digit());
    if matches!(term, Term::Number(raw) if !digits(raw)) {
        return None;
    }
    let id = plain(term)?;
    let sound = !id.trim().is_empty() && !id.chars().any(char::is_control);
    (sound && id.chars().count() <= NodeId::MAX).then_some(Value::String(id))
}

/// Models quote numbers; the quotes do not matter.
fn number(term: &Term) -> Option<f64> {
    match term {
        Term::Number(raw) | Term::Text(raw) => raw.trim().parse().ok(),
        Term::Bool(_) | Term::Null | Term::Word(_) | Term::List(_) | Term::Object(_) => None,
    }
}

fn whole(term: &Term, min: u32, max: u32) -> Option<Value> {
    let number = number(term)?;
    let fits = number.fract() == 0.0 && f64::from(min) <= number && number <= f64::from(max);
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the bounds are those of u32"
    )]
    fits.then(|| Value::from(number as u32))
}

fn real(term: &Term, min: f64, max: f64) -> Option<Value> {
    let number = number(term)?;
    // A negative zero would print and read differently.
    let number = if number == 0.0 { 0.0 } else { number };
    if !(min <= number && number <= max) {
        return None;
    }
    Number::from_f64(number).map(Value::Number)
}

fn flag(term: &Term, yes: &str, no: &str) -> Option<Value> {
    let word = plain(term)?;
    if word == "true" || word.eq_ignore_ascii_case(yes) {
        Some(Value::Bool(true))
    } else if word == "false" || word.eq_ignore_ascii_case(no) {
        Some(Value::Bool(false))
    } else {
        None
    }
}

fn one_of(term: &Term, words: &[&str]) -> Option<Value> {
    let word = plain(term)?;
    words
        .iter()
        .find(|candidate| candidate.eq_ignore_ascii_case(&word))
        .map(|candidate| Value::String((*candidate).to_owned()))
}

/// The key with any modifiers written before it: `{"key":"a","modifiers":["control"]}`.
fn key_name(term: &Term) -> Option<Value> {
    let written = plain(term)?;
    let (held, last) = match written.char_indices().rev().nth(1) {
        // "ctrl++" holds Control and presses the plus.
        Some((index, '+')) if written.ends_with('+') => (written.get(..index)?, "+"),
        _ => match written.rsplit_once('+') {
            Some((held, last)) if !last.is_empty() => (held, last),
            _ => ("", written.as_str()),
        },
    };
    let mut object = Map::new();
    object.insert("key".to_owned(), Value::String(key::canonical(last)?));
    object.insert("modifiers".to_owned(), named_modifiers(held)?);
    Some(Value::Object(object))
}

fn modifiers(term: &Term) -> Option<Value> {
    match term {
        Term::List(items) => {
            let names: Option<Vec<String>> = items.iter().map(plain).collect();
            named_modifiers(&names?.join("+"))
        }
        Term::Number(bits) => bit_modifiers(bits.parse().ok()?),
        Term::Text(names) | Term::Word(names) => named_modifiers(names),
        Term::Bool(_) | Term::Null | Term::Object(_) => None,
    }
}

fn named_modifiers(names: &str) -> Option<Value> {
    let mut bits = 0;
    for name in names.split(['+', ',', ' ']).filter(|name| !name.is_empty()) {
        bits |= match name.to_ascii_lowercase().as_str() {
            "alt" | "option" => 1,
            "ctrl" | "control" => 2,
            "meta" | "cmd" | "command" | "win" => 4,
            "shift" => 8,
            _ => return None,
        };
    }
    bit_modifiers(bits)
}

/// Bits as the browser protocol has them.
fn bit_modifiers(bits: u8) -> Option<Value> {
    let names = [(1, "alt"), (2, "control"), (4, "meta"), (8, "shift")];
    let held = names
        .into_iter()
        .filter(|(bit, _)| bits & bit != 0)
        .map(|(_, name)| Value::from(name))
        .collect();
    (bits < 16).then_some(Value::Array(held))
}

fn json(term: &Term, max: usize) -> Option<Value> {
    let text = match term {
        Term::Text(text) if is_json(text) => text.clone(),
        Term::Null | Term::Text(_) | Term::Word(_) => return None,
        Term::Number(_) | Term::Bool(_) | Term::List(_) | Term::Object(_) => {
            as_json(term)?.to_string()
        }
    };
    (text.chars().count() <= max).then_some(Value::String(text))
}

/// True for strict JSON that our reader takes too, which refuses doubled names and great depth.
fn is_json(text: &str) -> bool {
    let mut reader = Reader::new(text);
    let readable = reader.value(0).is_ok() && reader.end().is_ok();
    readable && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// A written value as JSON.
fn as_json(term: &Term) -> Option<Value> {
    match term {
        Term::Text(text) | Term::Word(text) => Some(Value::String(text.clone())),
        Term::Number(raw) => serde_json::from_str(raw).ok(),
        Term::Bool(flag) => Some(Value::Bool(*flag)),
        Term::Null => Some(Value::Null),
        Term::List(items) => items
            .iter()
            .map(as_json)
            .collect::<Option<_>>()
            .map(Value::Array),
        Term::Object(pairs) => pairs
            .iter()
            .map(|(name, term)| Some((name.clone(), as_json(term)?)))
            .collect::<Option<Map<_, _>>>()
            .map(Value::Object),
    }
}

fn texts(term: &Term) -> Option<Value> {
    let items = if let Term::List(items) = term {
        items.as_slice()
    } else {
        std::slice::from_ref(term)
    };
    let texts: Option<Vec<Value>> = items.iter().map(|item| text(item, 1, ONE_TEXT)).collect();
    texts
        .filter(|texts| !texts.is_empty() && texts.len() <= TEXTS)
        .map(Value::Array)
}

fn code(term: &Term) -> Result<Value, Fault> {
    let Some(Value::String(code)) = text(term, 1, CODE) else {
        return Err(Fault::Wants(wants(Kind::Code)));
    };
    match refused_in(&code) {
        Some(name) => Err(Fault::Is(ParseErrorKind::RefusedCode(name))),
        None => Ok(Value::String(code)),
    }
}
