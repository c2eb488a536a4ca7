//! Reading an expression: numbers, `+ - * /`, signs and parentheses, and nothing else.
//!
//! Read from left to right onto two stacks, so that no depth of parentheses can exhaust ours.

use super::Fault;
use super::number::Number;

/// Longest expression, in characters.
const LONGEST: usize = 1_000;
/// Most parentheses inside of each other.
const DEEPEST: usize = 64;

/// A step of a calculation, in the order in which it is done: operands first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A number; `mark` says which of the marks stood at it, if any did.
    Number { value: Number, marked: bool },
    /// The sign of what is on top.
    Negate,
    /// Two are made one.
    Combine(Operator),
}

/// What makes one of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// What waits on the stack until its operands have been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pending {
    Open,
    Sign { negative: bool },
    Operator(Operator),
}

impl Pending {
    const fn binds(self) -> u8 {
        match self {
            Self::Open => 0,
            Self::Operator(Operator::Add | Operator::Subtract) => 1,
            Self::Operator(Operator::Multiply | Operator::Divide) => 2,
            Self::Sign { .. } => 3,
        }
    }
}

/// Reads an expression of plain numbers.
pub(crate) fn read(expression: &str) -> Result<Vec<Step>, Fault> {
    read_marked(expression, "")
}

/// Reads an expression in which numbers may be marked by the code of a currency, before or behind.
pub(crate) fn read_marked(expression: &str, code: &str) -> Result<Vec<Step>, Fault> {
    if expression.trim().is_empty() {
        return Err(Fault::Empty);
    }
    if expression.chars().count() > LONGEST {
        return Err(Fault::TooLong);
    }
    let mut reader = Reader {
        rest: expression,
        code,
        steps: Vec::new(),
        pending: Vec::new(),
        depth: 0,
    };
    reader.read()?;
    Ok(reader.steps)
}

struct Reader<'a> {
    rest: &'a str,
    code: &'a str,
    steps: Vec<Step>,
    pending: Vec<Pending>,
    depth: usize,
}

impl Reader<'_> {
    fn read(&mut self) -> Result<(), Fault> {
        let mut wants_operand = true;
        loop {
            self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
            let Some(c) = self.rest.chars().next() else {
                break;
            };
            wants_operand = if wants_operand {
                self.operand(c)?
            } else {
                self.operator(c)?
            };
        }
        if self.pending.contains(&Pending::Open) {
            return Err(Fault::Unbalanced);
        }
        if wants_operand {
            return Err(Fault::Invalid);
        }
        self.unwind(0);
        Ok(())
    }

    /// Reads where a number may stand; says whether one is wanted still.
    fn operand(&mut self, c: char) -> Result<bool, Fault> {
        match c {
            '(' => {
                self.depth += 1;
                if self.depth > DEEPEST {
                    return Err(Fault::TooDeep);
                }
                self.push(Pending::Open);
                Ok(true)
            }
            '+' | '-' => {
                self.push(Pending::Sign { negative: c == '-' });
                Ok(true)
            }
            ')' => Err(self.closing_fault()),
            _ => {
                let step = self.number()?;
                self.steps.push(step);
                Ok(false)
            }
        }
    }

    /// Reads where an operator may stand; says whether a number is wanted next.
    fn operator(&mut self, c: char) -> Result<bool, Fault> {
        let operator = match c {
            '+' => Operator::Add,
            '-' => Operator::Subtract,
            '*' => Operator::Multiply,
            '/' => Operator::Divide,
            ')' => return self.close(),
            _ => return Err(Fault::Invalid),
        };
        let pending = Pending::Operator(operator);
        self.unwind(pending.binds());
        self.push(pending);
        Ok(true)
    }

    fn close(&mut self) -> Result<bool, Fault> {
        self.unwind(1);
        if self.pending.pop() != Some(Pending::Open) {
            return Err(Fault::Unbalanced);
        }
        self.depth -= 1;
        self.rest = self.rest.get(1..).unwrap_or_default();
        Ok(false)
    }

    /// A closing parenthesis where a number belongs: too many of them, or nothing inside.
    fn closing_fault(&self) -> Fault {
        if self.depth == 0 {
            Fault::Unbalanced
        } else {
            Fault::Invalid
        }
    }

    /// Puts a sign of one byte on the stack.
    fn push(&mut self, pending: Pending) {
        self.pending.push(pending);
        self.rest = self.rest.get(1..).unwrap_or_default();
    }

    /// Takes off what binds at least as strongly, down to the last parenthesis.
    fn unwind(&mut self, least: u8) {
        while let Some(top) = self.pending.last().copied() {
            if top == Pending::Open || top.binds() < least {
                return;
            }
            self.pending.pop();
            match top {
                Pending::Operator(operator) => self.steps.push(Step::Combine(operator)),
                Pending::Sign { negative: true } => self.steps.push(Step::Negate),
                Pending::Sign { negative: false } | Pending::Open => {}
            }
        }
    }

    fn number(&mut self) -> Result<Step, Fault> {
        let before = self.mark()?;
        let length = self
            .rest
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(self.rest.len());
        let (literal, rest) = self.rest.split_at(length);
        let value = Number::read(literal)?;
        self.rest = rest;
        let after = self.mark()?;
        if before && after {
            return Err(Fault::Invalid);
        }
        Ok(Step::Number {
            value,
            marked: before || after,
        })
    }

    /// Reads the code of a currency, if one stands here.
    fn mark(&mut self) -> Result<bool, Fault> {
        let rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
        let length = rest
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        let (word, after) = rest.split_at(length);
        if word.is_empty() {
            return Ok(false);
        }
        // Without a currency to calculate in, letters have no place here at all.
        if self.code.is_empty() || word.len() != 3 {
            return Err(Fault::Invalid);
        }
        if !word.eq_ignore_ascii_case(self.code) {
            return Err(Fault::CurrencyMismatch);
        }
        self.rest = after.trim_start_matches([' ', '\t', '\n', '\r']);
        Ok(true)
    }
}
