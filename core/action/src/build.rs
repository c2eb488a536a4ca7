//! From arguments to an action.

use serde_json::{Map, Value};

use super::Action;
use super::accept::{Fault, accept};
use super::catalog::{ActionEntry, Form, Kind, Need, Param, fold};
use super::error::{ParseError, ParseErrorKind};
use super::token::{Arg, Reader, Term};

type Built<T> = Result<T, ParseError>;

/// The action that an entry makes of these arguments. `reader` knows the text, for places.
pub(crate) fn build(
    entry: &'static ActionEntry,
    args: Vec<Arg>,
    reader: &Reader<'_>,
) -> Built<Action> {
    let args = spread(entry, args, reader)?;
    let args = gather(entry, args);
    let slots = assign(entry, args, reader)?;
    let mut object = Map::new();
    object.insert("name".to_owned(), Value::from(entry.tag));
    for (param, arg) in entry.params.iter().zip(slots) {
        let value = value_of(entry, param, arg.as_ref(), reader)?;
        put(&mut object, param, value);
    }
    fold_waiting(&mut object);
    let place = reader.at();
    serde_json::from_value(Value::Object(object))
        .map_err(|_| reader.error(ParseErrorKind::NotAValue, place))
}

/// One object that stands for all arguments becomes named arguments.
fn spread(entry: &ActionEntry, args: Vec<Arg>, reader: &Reader<'_>) -> Built<Vec<Arg>> {
    let [only] = args.as_slice() else {
        return Ok(args);
    };
    if only.name.is_some() {
        return Ok(args);
    }
    let at = only.at;
    let pairs = match &only.term {
        Term::Object(pairs) if !takes_json(entry) => pairs.clone(),
        Term::Text(text) if entry.form == Form::Object => {
            let mut inner = Reader::new(text);
            match inner.value(0).and_then(|term| inner.end().map(|()| term)) {
                Ok(Term::Object(pairs)) => pairs,
                Ok(_) => return Ok(args),
                Err(error) => return Err(reader.error(error.kind, at)),
            }
        }
        Term::Text(_) | Term::Object(_) | Term::Word(_) | Term::Number(_) => return Ok(args),
        Term::Bool(_) | Term::Null | Term::List(_) => return Ok(args),
    };
    let named = |(name, term)| Arg {
        name: Some(name),
        term,
        at,
    };
    Ok(pairs.into_iter().map(named).collect())
}

fn takes_json(entry: &ActionEntry) -> bool {
    let json = |param: &Param| matches!(param.kind, Kind::Json(_) | Kind::JsonOrText(_));
    entry.params.first().is_some_and(json)
}

/// The places where the published spellings depart from their own order of arguments: a repeated
/// last argument, and `scroll(id)`, where the region stands first.
fn gather(entry: &ActionEntry, mut args: Vec<Arg>) -> Vec<Arg> {
    let last = entry.params.len().saturating_sub(1);
    let bare = args.iter().all(|arg| arg.name.is_none());
    if entry.form == Form::Repeated && bare && args.len() > entry.params.len() {
        let rest = args.split_off(last);
        let at = rest.first().map_or(0, |arg| arg.at);
        let term = Term::List(rest.into_iter().map(|arg| arg.term).collect());
        args.push(Arg {
            name: None,
            term,
            at,
        });
    }
    if entry.tag == "scroll"
        && let [only] = args.as_mut_slice()
        && only.name.is_none()
        && names_region(&only.term)
    {
        only.name = Some("id".to_owned());
    }
    args
}

fn names_region(term: &Term) -> bool {
    match term {
        Term::Number(_) => true,
        Term::Text(word) | Term::Word(word) => {
            !word.eq_ignore_ascii_case("up") && !word.eq_ignore_ascii_case("down")
        }
        Term::Bool(_) | Term::Null | Term::List(_) | Term::Object(_) => false,
    }
}

/// Puts each argument where it belongs.
fn assign(entry: &ActionEntry, args: Vec<Arg>, reader: &Reader<'_>) -> Built<Vec<Option<Arg>>> {
    let mut slots: Vec<Option<Arg>> = entry.params.iter().map(|_| None).collect();
    for (position, arg) in args.into_iter().enumerate() {
        let at = arg.at;
        let index = match &arg.name {
            None => Some(position),
            Some(name) => entry.params.iter().position(|param| is_named(param, name)),
        };
        let Some(index) = index else {
            return Err(reader.error(ParseErrorKind::UnknownArgument(entry.name), at));
        };
        match slots.get_mut(index) {
            None => return Err(reader.error(ParseErrorKind::TooMany(entry.name), at)),
            Some(Some(_)) => return Err(reader.error(ParseErrorKind::Duplicate, at)),
            Some(slot) => *slot = Some(arg),
        }
    }
    Ok(slots)
}

fn is_named(param: &Param, name: &str) -> bool {
    let name = fold(name);
    let field = param.field.rsplit('.').next().unwrap_or_default();
    fold(param.name) == name
        || fold(field) == name
        || (param.name == "id" && matches!(name.as_str(), "i" | "elementid" | "element"))
}

/// The JSON of an argument, or of its default.
fn value_of(
    entry: &ActionEntry,
    param: &Param,
    arg: Option<&Arg>,
    reader: &Reader<'_>,
) -> Built<Value> {
    let given = arg.filter(|arg| !stands_for_nothing(param, &arg.term));
    let place = arg.map_or(reader.at(), |arg| arg.at);
    let Some(arg) = given else {
        return match param.need {
            Need::Default(json) | Need::Shown(json) => Ok(default_value(json)),
            Need::Required => {
                let kind = ParseErrorKind::Missing {
                    action: entry.name,
                    argument: param.name,
                };
                Err(reader.error(kind, place))
            }
        };
    };
    accept(param.kind, &arg.term).map_err(|fault| {
        let kind = match fault {
            Fault::Is(kind) => kind,
            Fault::Wants(wants) => ParseErrorKind::Wrong {
                action: entry.name,
                argument: param.name,
                wants,
            },
        };
        reader.error(kind, place)
    })
}

/// `null`, and empty text where an argument may be left out.
fn stands_for_nothing(param: &Param, term: &Term) -> bool {
    match term {
        Term::Null => true,
        Term::Text(text) => text.is_empty() && param.need == Need::Default("null"),
        Term::List(items) => items.is_empty() && param.need == Need::Default("[]"),
        Term::Bool(_) | Term::Number(_) | Term::Word(_) | Term::Object(_) => false,
    }
}

/// The JSON of a default. All of them are tested to be JSON.
pub(crate) fn default_value(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or(Value::Null)
}

/// Puts a value at its field; `a.b` is inside `a`.
fn put(object: &mut Map<String, Value>, param: &Param, value: Value) {
    if param.kind == Kind::Key
        && let Value::Object(parts) = value
    {
        object.extend(parts);
        return;
    }
    if param.kind == Kind::Modifiers {
        add_modifiers(object, value);
        return;
    }
    match param.field.split_once('.') {
        None if param.field.is_empty() => {}
        None => {
            object.insert(param.field.to_owned(), value);
        }
        Some((outer, inner)) => {
            let nested = object
                .entry(outer)
                .or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(nested) = nested {
                nested.insert(inner.to_owned(), value);
            }
        }
    }
}

/// Joins what was written before the key with what was written after it, in their order.
fn add_modifiers(object: &mut Map<String, Value>, more: Value) {
    let Some(Value::Array(held)) = object.get_mut("modifiers") else {
        object.insert("modifiers".to_owned(), more);
        return;
    };
    if let Value::Array(more) = more {
        held.extend(more);
    }
    held.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
    held.dedup();
}

/// `element_count` writes its selector and number as one value, `"li:3"`.
fn fold_waiting(object: &mut Map<String, Value>) {
    let Some(Value::Object(awaited)) = object.get_mut("awaited") else {
        return;
    };
    if awaited.get("type").and_then(Value::as_str) != Some("element_count") {
        return;
    }
    let written = awaited.get("value").and_then(Value::as_str).unwrap_or("");
    let (selector, count) = written
        .rsplit_once(':')
        .and_then(|(selector, count)| Some((selector, count.trim().parse::<u32>().ok()?)))
        .unwrap_or((written, 1));
    let (selector, count) = (Value::from(selector), Value::from(count));
    awaited.insert("selector".to_owned(), selector);
    awaited.insert("count".to_owned(), count);
    awaited.remove("value");
}
