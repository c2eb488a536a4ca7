//! From text to one action.

use super::Action;
use super::build::build;
use super::catalog::{self, ActionEntry};
use super::error::{ParseError, ParseErrorKind};
use super::print::{has_sound_arguments, print};
use super::token::{Arg, Reader, Term};

/// Longest text that is read, in bytes: what a model may answer in all.
pub const MAX_BYTES: usize = 64 * 1024;

/// Reads exactly one well-formed action.
///
/// Two forms are read: the call, in every published spelling, and JSON, either
/// `{"op":"click","id":12}` or with the arguments apart, `{"name":"click","args":{"id":12}}` (or a list of them). Anything more, a doubled name, great depth and every value over its limit is an error.
pub fn parse(text: &str) -> Result<Action, ParseError> {
    let mut reader = Reader::new(text);
    if text.len() > MAX_BYTES {
        return Err(reader.error(ParseErrorKind::TooLong, 0));
    }
    reader.skip_space();
    match reader.peek() {
        None => Err(reader.error(ParseErrorKind::Empty, 0)),
        Some('{') => recorded(text).map_or_else(|| from_json(&mut reader), Ok),
        Some(_) => from_call(&mut reader),
    }
}

/// True when every argument is of its kind and within its limit, so that the action can be printed
/// and read back. Actions that were parsed always are; those made in code may not be.
pub fn is_well_formed(action: &Action) -> bool {
    has_sound_arguments(action) && parse(&print(action)).as_ref() == Ok(action)
}

/// Names that may stand without brackets.
const BARE: &[&str] = &["finish", "fail"];

fn from_call(reader: &mut Reader<'_>) -> Result<Action, ParseError> {
    let start = reader.at();
    let name = reader.word();
    if name.is_empty() {
        return Err(reader.error(ParseErrorKind::NoName, start));
    }
    if let Some((short, means)) = catalog::shorthand(name) {
        if !reader.take('(') || !reader.arguments()?.is_empty() {
            return Err(reader.error(ParseErrorKind::TooMany(short), start));
        }
        reader.end()?;
        return parse(means);
    }
    let entry = entry(name, start, reader)?;
    let after_name = reader.at();
    reader.skip_space();
    let args = if reader.take('(') {
        reader.arguments()?
    } else if BARE.contains(&entry.name) {
        Vec::new()
    } else {
        return Err(reader.error(ParseErrorKind::NeedsBrackets(entry.name), after_name));
    };
    reader.end()?;
    build(entry, args, reader)
}

fn entry(name: &str, at: usize, reader: &Reader<'_>) -> Result<&'static ActionEntry, ParseError> {
    catalog::find(name).ok_or_else(|| {
        let kind = ParseErrorKind::UnknownAction(catalog::nearest(name));
        reader.error(kind, at)
    })
}

/// The form of our own records: what is written must be all that the action says of itself.
fn recorded(text: &str) -> Option<Action> {
    let action: Action = serde_json::from_str(text).ok()?;
    let written: serde_json::Value = serde_json::from_str(text).ok()?;
    let same = serde_json::to_value(&action).ok()? == written;
    let single = Reader::new(text).value(0).is_ok();
    (same && single && is_well_formed(&action)).then_some(action)
}

fn from_json(reader: &mut Reader<'_>) -> Result<Action, ParseError> {
    let start = reader.at();
    let term = reader.value(0)?;
    reader.end()?;
    let Term::Object(mut pairs) = term else {
        return Err(reader.error(ParseErrorKind::NoName, start));
    };
    let name = match take_pair(&mut pairs, "op").or_else(|| take_pair(&mut pairs, "name")) {
        Some(Term::Text(name)) => name,
        _ => return Err(reader.error(ParseErrorKind::NoName, start)),
    };
    if let Some((_, means)) = catalog::shorthand(&name).filter(|_| pairs.is_empty()) {
        return parse(means);
    }
    let entry = entry(&name, start, reader)?;
    let args = match take_pair(&mut pairs, "args") {
        None => named(pairs, start),
        Some(_) if !pairs.is_empty() => {
            return Err(reader.error(ParseErrorKind::UnknownArgument(entry.name), start));
        }
        Some(Term::Object(inner)) => named(inner, start),
        Some(Term::List(items)) => items
            .into_iter()
            .map(|term| arg(None, term, start))
            .collect(),
        Some(_) => return Err(reader.error(ParseErrorKind::NotAValue, start)),
    };
    build(entry, args, reader)
}

fn take_pair(pairs: &mut Vec<(String, Term)>, name: &str) -> Option<Term> {
    let index = pairs.iter().position(|(found, _)| found == name)?;
    Some(pairs.remove(index).1)
}

fn arg(name: Option<String>, term: Term, at: usize) -> Arg {
    Arg { name, term, at }
}

fn named(pairs: Vec<(String, Term)>, at: usize) -> Vec<Arg> {
    pairs
        .into_iter()
        .map(|(name, term)| arg(Some(name), term, at))
        .collect()
}
