//! Tokens as statements.

use serde_json::{Value, json};

use super::token::{Token, tokens};
use super::{Expression, Method, Operator, Statement, SyntaxFault};

/// Deepest nesting.
const DEEPEST: usize = 48;

/// Operators by how tightly they bind, loosest first.
const LEVELS: [&[(&str, Operator)]; 7] = [
    &[("??", Operator::Coalesce)],
    &[("||", Operator::Or)],
    &[("&&", Operator::And)],
    &[("==", Operator::Equal), ("!=", Operator::NotEqual)],
    &[
        ("<", Operator::Less),
        ("<=", Operator::LessOrEqual),
        (">", Operator::Greater),
        (">=", Operator::GreaterOrEqual),
    ],
    &[("+", Operator::Add), ("-", Operator::Subtract)],
    &[
        ("*", Operator::Multiply),
        ("/", Operator::Divide),
        ("%", Operator::Remainder),
    ],
];

/// Reads statements.
pub fn statements(text: &str) -> Result<Vec<Statement>, SyntaxFault> {
    let tokens = tokens(text)?;
    let mut parser = Parser {
        tokens: &tokens,
        at: 0,
        depth: 0,
        end: text.chars().count() + 1,
    };
    let mut statements = Vec::new();
    while parser.at < tokens.len() {
        if parser.take(";") {
            continue;
        }
        statements.push(parser.statement()?);
        if parser.at < tokens.len() && !parser.take(";") {
            return Err(parser.fault("expected ; or the end"));
        }
    }
    match statements.is_empty() {
        true => Err(parser.fault("nothing is said")),
        false => Ok(statements),
    }
}

struct Parser<'a> {
    tokens: &'a [(usize, Token)],
    at: usize,
    depth: usize,
    end: usize,
}

impl Parser<'_> {
    fn statement(&mut self) -> Result<Statement, SyntaxFault> {
        let begun = self.at;
        let value = self.expression()?;
        if !self.take("=") {
            return Ok(Statement {
                target: None,
                value,
            });
        }
        let Some(target) = value.path() else {
            self.at = begun;
            return Err(self.fault("only a symbol can be assigned to"));
        };
        Ok(Statement {
            target: Some(target),
            value: self.expression()?,
        })
    }

    fn expression(&mut self) -> Result<Expression, SyntaxFault> {
        self.deeper(Self::choice)
    }

    fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, SyntaxFault>,
    ) -> Result<T, SyntaxFault> {
        if self.depth == DEEPEST {
            return Err(self.fault("nested too deep"));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    fn choice(&mut self) -> Result<Expression, SyntaxFault> {
        if let (Some(Token::Name(name)), Some(Token::Sign("=>"))) = (self.peek(0), self.peek(1)) {
            let name = name.clone();
            self.at += 2;
            return Ok(Expression::Lambda(name, Box::new(self.expression()?)));
        }
        let condition = self.level(0)?;
        if !self.take("?") {
            return Ok(condition);
        }
        let yes = self.expression()?;
        self.expect(":", "expected :")?;
        let no = self.expression()?;
        Ok(Expression::Choice(
            Box::new(condition),
            Box::new(yes),
            Box::new(no),
        ))
    }

    fn level(&mut self, level: usize) -> Result<Expression, SyntaxFault> {
        let Some(operators) = LEVELS.get(level) else {
            return self.unary();
        };
        let mut left = self.level(level + 1)?;
        let mut joined = 0;
        while let Some((_, operator)) = operators.iter().find(|(sign, _)| self.is(sign)) {
            joined += 1;
            // What is joined in a row nests to the left; dropping and evaluating it goes as deep.
            if joined > DEEPEST {
                return Err(self.fault("nested too deep"));
            }
            self.at += 1;
            let right = self.level(level + 1)?;
            left = Expression::Binary(*operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expression, SyntaxFault> {
        if self.take("!") {
            return Ok(Expression::Not(Box::new(self.deeper(Self::unary)?)));
        }
        if self.take("-") {
            return Ok(Expression::Minus(Box::new(self.deeper(Self::unary)?)));
        }
        let mut value = self.primary()?;
        for _ in 0..DEEPEST {
            if self.take("[") {
                let index = self.expression()?;
                self.expect("]", "expected ]")?;
                value = Expression::Index(Box::new(value), Box::new(index));
            } else if self.take(".") {
                value = self.member(value)?;
            } else {
                return Ok(value);
            }
        }
        Err(self.fault("nested too deep"))
    }

    fn member(&mut self, of: Expression) -> Result<Expression, SyntaxFault> {
        let Some(Token::Name(name)) = self.peek(0).cloned() else {
            return Err(self.fault("expected a name"));
        };
        self.at += 1;
        if !self.take("(") {
            return Ok(Expression::Member(Box::new(of), name));
        }
        let method = match name.as_str() {
            "substring" => Method::Substring,
            "map" => Method::Map,
            "push" => Method::Push,
            "includes" => Method::Includes,
            _ => return Err(self.fault("no such method")),
        };
        let arguments = self.until(")", "expected )")?;
        let fits = match method {
            Method::Substring => (1..=2).contains(&arguments.len()),
            Method::Map => matches!(arguments.as_slice(), [Expression::Lambda(..)]),
            Method::Push | Method::Includes => arguments.len() == 1,
        };
        match fits {
            true => Ok(Expression::Method(Box::new(of), method, arguments)),
            false => Err(self.fault("the method takes other arguments")),
        }
    }

    fn primary(&mut self) -> Result<Expression, SyntaxFault> {
        let Some(token) = self.peek(0).cloned() else {
            return Err(self.fault("expected a value"));
        };
        self.at += 1;
        match token {
            Token::Text(text) => Ok(Expression::Literal(Value::String(text))),
            Token::Number(number) => Ok(Expression::Literal(super::eval::number(number))),
            Token::Sign("(") => {
                let inner = self.expression()?;
                self.expect(")", "expected )")?;
                Ok(inner)
            }
            Token::Sign("[") => Ok(Expression::List(self.until("]", "expected ]")?)),
            Token::Name(name) => self.name(name),
            Token::Sign(_) => {
                self.at -= 1;
                Err(self.fault("expected a value"))
            }
        }
    }

    fn name(&mut self, name: String) -> Result<Expression, SyntaxFault> {
        match name.as_str() {
            "true" => Ok(Expression::Literal(json!(true))),
            "false" => Ok(Expression::Literal(json!(false))),
            "null" | "undefined" => Ok(Expression::Literal(Value::Null)),
            _ if !self.take("(") => Ok(Expression::Name(name)),
            "formatDate" => {
                let arguments = self.until(")", "expected )")?;
                let [date, pattern] = <[Expression; 2]>::try_from(arguments)
                    .map_err(|_| self.fault("formatDate takes a date and a pattern"))?;
                Ok(Expression::FormatDate(Box::new(date), Box::new(pattern)))
            }
            _ => Err(self.fault("no such function")),
        }
    }

    fn until(&mut self, close: &str, reason: &'static str) -> Result<Vec<Expression>, SyntaxFault> {
        let mut entries = Vec::new();
        while !self.take(close) {
            if !entries.is_empty() {
                self.expect(",", reason)?;
            }
            entries.push(self.expression()?);
        }
        Ok(entries)
    }

    fn peek(&self, ahead: usize) -> Option<&Token> {
        self.tokens.get(self.at + ahead).map(|(_, token)| token)
    }

    fn is(&self, sign: &str) -> bool {
        matches!(self.peek(0), Some(Token::Sign(found)) if *found == sign)
    }

    fn take(&mut self, sign: &str) -> bool {
        let is = self.is(sign);
        self.at += usize::from(is);
        is
    }

    fn expect(&mut self, sign: &str, reason: &'static str) -> Result<(), SyntaxFault> {
        match self.take(sign) {
            true => Ok(()),
            false => Err(self.fault(reason)),
        }
    }

    fn fault(&self, reason: &'static str) -> SyntaxFault {
        let at = self.tokens.get(self.at).map_or(self.end, |(at, _)| *at);
        SyntaxFault { at, reason }
    }
}

impl Expression {
    /// A name with its fields, as variables are called: `#_appData.login.userName`.
    pub fn path(&self) -> Option<String> {
        match self {
            Self::Name(name) => Some(name.clone()),
            Self::Member(of, name) => Some(format!("{}.{name}", of.path()?)),
            _ => None,
        }
    }
}
