//! Methods of values.

use serde_json::{Value, json};

use super::eval::{EvalFault, Evaluation};
use super::{Expression, Method};

pub(super) fn call(
    run: &mut Evaluation<'_>,
    of: Value,
    method: Method,
    arguments: &[Expression],
) -> Result<Value, EvalFault> {
    match (method, of, arguments) {
        (Method::Substring, Value::String(text), [from, rest @ ..]) => {
            let from = place(&run.value(from)?)?;
            let to = match rest.first() {
                Some(to) => place(&run.value(to)?)?,
                None => usize::MAX,
            };
            let (from, to) = (from.min(to), from.max(to));
            Ok(json!(
                text.chars().skip(from).take(to - from).collect::<String>()
            ))
        }
        (Method::Map, Value::Array(entries), [Expression::Lambda(name, body)]) => {
            let each = |entry| run.with(name, entry, body);
            entries.into_iter().map(each).collect()
        }
        (Method::Push, Value::Array(mut entries), [entry]) => {
            entries.push(run.value(entry)?);
            Ok(Value::Array(entries))
        }
        (Method::Includes, Value::Array(entries), [entry]) => {
            let wanted = run.value(entry)?;
            Ok(json!(entries.contains(&wanted)))
        }
        (Method::Includes, Value::String(text), [part]) => {
            let wanted = run.value(part)?;
            Ok(json!(
                wanted.as_str().is_some_and(|part| text.contains(part))
            ))
        }
        (Method::Substring, ..) => Err(EvalFault::WrongType("substring is of texts")),
        (Method::Map, ..) => Err(EvalFault::WrongType("map is of lists")),
        (Method::Push, ..) => Err(EvalFault::WrongType("push is of lists")),
        (Method::Includes, ..) => Err(EvalFault::WrongType("includes is of texts and lists")),
    }
}

fn place(value: &Value) -> Result<usize, EvalFault> {
    let place = value.as_i64().map(|at| usize::try_from(at).unwrap_or(0));
    place.ok_or(EvalFault::WrongType("a place in a text is a whole number"))
}
