//! A check of types: what can be told to be wrong before anything runs. What is unknown is let pass.

use serde_json::Value;

use super::{Expression, Method, Operator, Statement};

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Text,
    Number,
    YesOrNo,
    List,
    Unknown,
}

/// What is wrong, in a few words each.
pub fn check(statements: &[Statement]) -> Vec<String> {
    let mut check = Check {
        assigned: Vec::new(),
        faults: Vec::new(),
    };
    for statement in statements {
        let kind = check.kind(&statement.value);
        check
            .assigned
            .extend(statement.target.clone().map(|target| (target, kind)));
    }
    check.faults
}

struct Check {
    assigned: Vec<(String, Kind)>,
    faults: Vec<String>,
}

impl Check {
    fn kind(&mut self, expression: &Expression) -> Kind {
        match expression {
            Expression::Literal(Value::String(_)) => Kind::Text,
            Expression::Literal(Value::Number(_)) => Kind::Number,
            Expression::Literal(Value::Bool(_)) => Kind::YesOrNo,
            Expression::Literal(_) => Kind::Unknown,
            Expression::Name(_) => self.known(expression),
            Expression::Member(of, name) => {
                let known = self.known(expression);
                let of = self.kind(of);
                let countable = matches!(of, Kind::Text | Kind::List | Kind::Unknown);
                match name == "length" {
                    _ if known != Kind::Unknown => known,
                    true if countable => Kind::Number,
                    true => self.wrong("length is of texts and lists"),
                    false if of == Kind::Unknown => Kind::Unknown,
                    false => self.wrong(&format!("there is no field {name:?} in it")),
                }
            }
            Expression::List(entries) => {
                for entry in entries {
                    self.kind(entry);
                }
                Kind::List
            }
            Expression::Index(of, index) => {
                self.kind(index);
                match self.kind(of) {
                    Kind::Number | Kind::YesOrNo => self.wrong("it has no entries"),
                    Kind::Text => Kind::Text,
                    Kind::List | Kind::Unknown => Kind::Unknown,
                }
            }
            Expression::Method(of, method, arguments) => self.method(of, *method, arguments),
            Expression::FormatDate(date, pattern) => {
                let kinds = [self.kind(date), self.kind(pattern)];
                if kinds
                    .iter()
                    .any(|kind| !matches!(kind, Kind::Text | Kind::Unknown))
                {
                    return self.wrong("formatDate takes texts");
                }
                Kind::Text
            }
            Expression::Lambda(_, body) => self.kind(body),
            Expression::Not(value) => {
                self.kind(value);
                Kind::YesOrNo
            }
            Expression::Minus(value) => match self.kind(value) {
                Kind::Number | Kind::Unknown => Kind::Number,
                Kind::Text | Kind::YesOrNo | Kind::List => self.wrong("- takes a number"),
            },
            Expression::Binary(operator, left, right) => self.binary(*operator, left, right),
            Expression::Choice(condition, yes, no) => {
                self.kind(condition);
                either(self.kind(yes), self.kind(no))
            }
        }
    }

    fn known(&self, expression: &Expression) -> Kind {
        let path = expression.path();
        let assigned = self.assigned.iter().rev();
        let mut found = assigned.filter(|(name, _)| Some(name) == path.as_ref());
        found.next().map_or(Kind::Unknown, |(_, kind)| *kind)
    }

    fn method(&mut self, of: &Expression, method: Method, arguments: &[Expression]) -> Kind {
        for argument in arguments {
            self.kind(argument);
        }
        let of = self.kind(of);
        match (method, of) {
            (Method::Substring, Kind::Text | Kind::Unknown) => Kind::Text,
            (Method::Map | Method::Push, Kind::List | Kind::Unknown) => Kind::List,
            (Method::Includes, Kind::Text | Kind::List | Kind::Unknown) => Kind::YesOrNo,
            (Method::Substring, _) => self.wrong("substring is of texts"),
            (Method::Map | Method::Push, _) => self.wrong("map and push are of lists"),
            (Method::Includes, _) => self.wrong("includes is of texts and lists"),
        }
    }

    fn binary(&mut self, operator: Operator, left: &Expression, right: &Expression) -> Kind {
        use Operator as O;
        let (left, right) = (self.kind(left), self.kind(right));
        match operator {
            O::Coalesce | O::Or | O::And => either(left, right),
            O::Equal | O::NotEqual => Kind::YesOrNo,
            O::Less | O::LessOrEqual | O::Greater | O::GreaterOrEqual => {
                let both = [left, right];
                let unlike = both.contains(&Kind::Text) && both.contains(&Kind::Number);
                if unlike || both.contains(&Kind::List) || both.contains(&Kind::YesOrNo) {
                    return self.wrong("these cannot be compared by size");
                }
                Kind::YesOrNo
            }
            O::Add if left == Kind::Text || right == Kind::Text => Kind::Text,
            O::Add if left == Kind::Unknown || right == Kind::Unknown => Kind::Unknown,
            O::Add | O::Subtract | O::Multiply | O::Divide | O::Remainder => {
                let numbers = |kind: &Kind| matches!(kind, Kind::Number | Kind::Unknown);
                match [left, right].iter().all(numbers) {
                    true => Kind::Number,
                    false => self.wrong("arithmetic takes numbers"),
                }
            }
        }
    }

    fn wrong(&mut self, reason: &str) -> Kind {
        if !self.faults.iter().any(|known| known == reason) {
            self.faults.push(reason.to_owned());
        }
        Kind::Unknown
    }
}

fn either(one: Kind, other: Kind) -> Kind {
    if one == other { one } else { Kind::Unknown }
}
