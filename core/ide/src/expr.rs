//! The expression language of flows: `;`-separated assignments over symbols, with a parser, a check of types, and an
//! evaluator that always ends.

pub mod check;
pub mod eval;
pub mod parse;

mod format_date;
mod methods;
mod token;

#[cfg(test)]
mod tests;

use serde_json::Value;

/// One statement: a value, kept under a name where there is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The symbol that the value is kept under.
    pub target: Option<String>,
    /// What is computed.
    pub value: Expression,
}

/// Something that has a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A number, a text, true, false, null.
    Literal(Value),
    /// A symbol or a parameter, by its name.
    Name(String),
    /// A list.
    List(Vec<Expression>),
    /// A field of an object.
    Member(Box<Expression>, String),
    /// An entry of a list, or a field by its computed name.
    Index(Box<Expression>, Box<Expression>),
    /// A method of a value.
    Method(Box<Expression>, Method, Vec<Expression>),
    /// `formatDate(value, pattern)`.
    FormatDate(Box<Expression>, Box<Expression>),
    /// `x => …`, which only `map` takes.
    Lambda(String, Box<Expression>),
    /// `!x`.
    Not(Box<Expression>),
    /// `-x`.
    Minus(Box<Expression>),
    /// Two values joined.
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// `a ? b : c`.
    Choice(Box<Expression>, Box<Expression>, Box<Expression>),
}

/// Methods of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Substring,
    Map,
    Push,
    Includes,
}

/// What joins two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Coalesce,
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// Why a text is no expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at character {at}: {reason}")]
pub struct SyntaxFault {
    /// 1 for the first.
    pub at: usize,
    /// In a few words.
    pub reason: &'static str,
}
