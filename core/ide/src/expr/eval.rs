//! Expressions as values. Each step, and each value that is copied, is counted, so that it ends soon whatever it says.

use serde_json::{Map, Value, json};

use super::{Expression, Operator, Statement, format_date, methods};

/// Steps of one evaluation.
const STEPS: usize = 20_000;

/// Why there is no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvalFault {
    /// It goes on too long.
    #[error("it takes more than {STEPS} steps")]
    TooLong,
    /// Something has the wrong type.
    #[error("{0}")]
    WrongType(&'static str),
}

/// What names stand for; those that are looked up first come first.
pub struct Scope<'a> {
    /// Parameters, what the flow has set, and what is global.
    pub layers: Vec<&'a Map<String, Value>>,
}

/// Evaluates statements one after another. Gives what was assigned, by name, and the last value.
pub fn run(
    statements: &[Statement],
    scope: &Scope<'_>,
) -> Result<(Map<String, Value>, Value), EvalFault> {
    let mut run = Evaluation {
        scope,
        assigned: Map::new(),
        bound: Vec::new(),
        left: STEPS,
    };
    let mut last = Value::Null;
    for statement in statements {
        last = run.value(&statement.value)?;
        if let Some(target) = &statement.target {
            let kept = run.copied(&last)?;
            run.assigned.insert(target.clone(), kept);
        }
    }
    Ok((run.assigned, last))
}

pub(super) struct Evaluation<'a> {
    scope: &'a Scope<'a>,
    assigned: Map<String, Value>,
    /// Names of lambdas, the innermost last.
    bound: Vec<(String, Value)>,
    left: usize,
}

impl Evaluation<'_> {
    pub(super) fn value(&mut self, expression: &Expression) -> Result<Value, EvalFault> {
        self.pay(1)?;
        match expression {
            Expression::Literal(value) => self.copied(value),
            Expression::Name(_) | Expression::Member(..) => self.member(expression),
            Expression::List(entries) => entries.iter().map(|entry| self.value(entry)).collect(),
            Expression::Index(of, index) => {
                let (of, index) = (self.value(of)?, self.value(index)?);
                Ok(entry(of, &index))
            }
            Expression::Method(of, method, arguments) => {
                let of = self.value(of)?;
                methods::call(self, of, *method, arguments)
            }
            Expression::FormatDate(date, pattern) => {
                let (date, pattern) = (self.value(date)?, self.value(pattern)?);
                format_date::format(&date, &pattern).map(Value::String)
            }
            Expression::Lambda(..) => Err(EvalFault::WrongType("only map takes a function")),
            Expression::Not(value) => Ok(json!(!truth(&self.value(value)?))),
            Expression::Minus(value) => Ok(number(-as_number(&self.value(value)?)?)),
            Expression::Binary(operator, left, right) => self.binary(*operator, left, right),
            Expression::Choice(condition, yes, no) => match truth(&self.value(condition)?) {
                true => self.value(yes),
                false => self.value(no),
            },
        }
    }

    /// Evaluates with a name bound.
    pub(super) fn with(
        &mut self,
        name: &str,
        value: Value,
        body: &Expression,
    ) -> Result<Value, EvalFault> {
        self.bound.push((name.to_owned(), value));
        let result = self.value(body);
        self.bound.pop();
        result
    }

    /// A variable by its whole name, or a field of what the first part of it stands for.
    fn member(&mut self, expression: &Expression) -> Result<Value, EvalFault> {
        if let Some(path) = expression.path() {
            self.pay(path.len() / 16)?;
            if let Some(found) = self.find(&path) {
                let found = found.clone();
                self.pay(size(&found))?;
                return Ok(found);
            }
        }
        let Expression::Member(of, name) = expression else {
            return Ok(Value::Null);
        };
        let of = self.value(of)?;
        Ok(match (&of, name.as_str()) {
            (Value::String(text), "length") => json!(text.chars().count()),
            (Value::Array(entries), "length") => json!(entries.len()),
            (Value::Object(fields), name) => fields.get(name).cloned().unwrap_or_default(),
            _ => Value::Null,
        })
    }

    fn find(&self, name: &str) -> Option<&Value> {
        let bound = self.bound.iter().rev().find(|(known, _)| known == name);
        let layers = || self.scope.layers.iter().find_map(|layer| layer.get(name));
        bound
            .map(|(_, value)| value)
            .or_else(|| self.assigned.get(name))
            .or_else(layers)
    }

    fn binary(
        &mut self,
        operator: Operator,
        left: &Expression,
        right: &Expression,
    ) -> Result<Value, EvalFault> {
        let left = self.value(left)?;
        match operator {
            Operator::Coalesce if !left.is_null() => return Ok(left),
            Operator::Or if truth(&left) => return Ok(left),
            Operator::And if !truth(&left) => return Ok(left),
            _ => {}
        }
        let right = self.value(right)?;
        let compared = |fits: fn(std::cmp::Ordering) -> bool| {
            let ordering = compare(&left, &right)?;
            Ok(json!(ordering.is_some_and(fits)))
        };
        match operator {
            Operator::Coalesce | Operator::Or | Operator::And => Ok(right),
            Operator::Equal => Ok(json!(same(&left, &right))),
            Operator::NotEqual => Ok(json!(!same(&left, &right))),
            Operator::Less => compared(std::cmp::Ordering::is_lt),
            Operator::LessOrEqual => compared(std::cmp::Ordering::is_le),
            Operator::Greater => compared(std::cmp::Ordering::is_gt),
            Operator::GreaterOrEqual => compared(std::cmp::Ordering::is_ge),
            Operator::Add if left.is_string() || right.is_string() => {
                let joined = json!(said(&left) + &said(&right));
                self.pay(size(&joined))?;
                Ok(joined)
            }
            Operator::Add => Ok(number(as_number(&left)? + as_number(&right)?)),
            Operator::Subtract => Ok(number(as_number(&left)? - as_number(&right)?)),
            Operator::Multiply => Ok(number(as_number(&left)? * as_number(&right)?)),
            Operator::Divide => Ok(number(as_number(&left)? / as_number(&right)?)),
            Operator::Remainder => Ok(number(as_number(&left)? % as_number(&right)?)),
        }
    }

    pub(super) fn copied(&mut self, value: &Value) -> Result<Value, EvalFault> {
        self.pay(size(value))?;
        Ok(value.clone())
    }

    fn pay(&mut self, steps: usize) -> Result<(), EvalFault> {
        self.left = self.left.checked_sub(steps).ok_or(EvalFault::TooLong)?;
        Ok(())
    }
}

/// Steps that a copy of a value counts for.
fn size(value: &Value) -> usize {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 1,
        Value::String(text) => 1 + text.len() / 16,
        Value::Array(entries) => 1 + entries.iter().map(size).sum::<usize>(),
        Value::Object(fields) => 1 + fields.values().map(size).sum::<usize>(),
    }
}

fn entry(of: Value, index: &Value) -> Value {
    match (of, index) {
        (Value::Array(mut entries), Value::Number(_)) => {
            let at = index.as_u64().and_then(|at| usize::try_from(at).ok());
            let at = at.filter(|at| *at < entries.len());
            at.map(|at| entries.swap_remove(at)).unwrap_or_default()
        }
        (Value::Object(mut fields), Value::String(name)) => fields.remove(name).unwrap_or_default(),
        (Value::String(text), Value::Number(_)) => {
            let at = index.as_u64().and_then(|at| usize::try_from(at).ok());
            let found = at.and_then(|at| text.chars().nth(at));
            found.map(|c| json!(c.to_string())).unwrap_or_default()
        }
        _ => Value::Null,
    }
}

/// Whether a value counts as yes.
pub fn truth(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(yes) => *yes,
        Value::Number(number) => number.as_f64().is_some_and(|number| number != 0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(_) | Value::Object(_) => true,
    }
}

fn same(left: &Value, right: &Value) -> bool {
    match (left.as_f64(), right.as_f64()) {
        (Some(left), Some(right)) => left == right,
        _ => left == right,
    }
}

fn compare(left: &Value, right: &Value) -> Result<Option<std::cmp::Ordering>, EvalFault> {
    if let (Some(left), Some(right)) = (left.as_str(), right.as_str()) {
        return Ok(Some(left.cmp(right)));
    }
    Ok(as_number(left)?.partial_cmp(&as_number(right)?))
}

fn as_number(value: &Value) -> Result<f64, EvalFault> {
    let read = match value {
        Value::String(text) => text.trim().parse().ok(),
        value => value.as_f64(),
    };
    read.ok_or(EvalFault::WrongType("a number is wanted"))
}

/// Whole numbers are written without a point; what is no number, such as 1/0, is null.
pub(super) fn number(number: f64) -> Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() < EXACT {
        #[allow(
            clippy::cast_possible_truncation,
            reason = "it is whole and within bounds"
        )]
        return json!(number as i64);
    }
    json!(number)
}

/// A value as it is shown.
fn said(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}
