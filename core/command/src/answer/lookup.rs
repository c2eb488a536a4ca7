//! "The e-mail of Dora", "how much is the blue one": an attribute of something.

use std::cell::LazyCell;

use super::pairs::{Pair, best, cells, pairs};
use super::{Answer, records};
use crate::ground::Scene;
use crate::words::likeness::{Likeness, likeness};
use crate::words::token::{Token, text_of};

/// What is asked of what.
#[derive(Clone, Debug, PartialEq)]
struct Question {
    /// The attribute; empty when only its form is known.
    attribute: String,
    /// Whose it is.
    owner: String,
    /// What form the answer has.
    form: Form,
}

/// What form an answer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Any,
    Price,
    Mail,
    Phone,
    Date,
}

impl Form {
    fn of(attribute: &str) -> Self {
        let low = attribute.to_lowercase();
        let has = |words: &[&str]| {
            words
                .iter()
                .any(|word| low.split(' ').any(|part| part == *word))
        };
        if has(&["price", "cost", "much", "amount", "total"]) {
            Self::Price
        } else if has(&["email", "e-mail", "mail"]) {
            Self::Mail
        } else if has(&["phone", "telephone", "mobile"]) {
            Self::Phone
        } else if has(&["date", "when", "day"]) {
            Self::Date
        } else {
            Self::Any
        }
    }

    fn fits(self, word: &str) -> bool {
        let digits = word.chars().filter(char::is_ascii_digit).count();
        match self {
            Self::Any => false,
            Self::Price => {
                digits > 0
                    && (word.contains(['$', '€', '£'])
                        || word.trim_end_matches(['.', ',']).parse::<f64>().is_ok())
            }
            Self::Mail => word.contains('@') && word.contains('.'),
            Self::Phone => digits >= 6,
            Self::Date => crate::words::date::written(word).is_some(),
        }
    }
}

/// The attribute of something that the page tells of: it stands there in a table, and is guessed at elsewhere.
pub(super) fn lookup(scene: &Scene<'_>, tokens: &[Token]) -> Option<Answer> {
    let records = LazyCell::new(|| records::all(scene));
    questions(tokens).into_iter().find_map(|question| {
        let written = || records::told(&records, &question.attribute, &question.owner);
        let listed = in_tables(scene, &question).or_else(written);
        let listed = listed.map(Answer::read);
        listed.or_else(|| in_lines(scene, &question).map(Answer::guessed))
    })
}

/// Every way to read a phrase as "attribute of owner".
fn questions(tokens: &[Token]) -> Vec<Question> {
    let mut questions = Vec::new();
    let mut push = |attribute: &[Token], owner: &[Token]| {
        let attribute = text_of(super::without_question(attribute));
        let owner = text_of(super::without_question(owner));
        if !owner.is_empty() {
            questions.push(Question {
                form: Form::of(&attribute),
                attribute,
                owner,
            });
        }
    };
    for (at, token) in tokens.iter().enumerate() {
        if token.is_any(&["of", "for", "from", "by"]) && at > 0 {
            push(&tokens[..at], &tokens[at + 1..]);
        }
        if let Some(owner) = token
            .text
            .strip_suffix("'s")
            .or_else(|| token.text.strip_suffix("’s"))
            .filter(|_| token.word())
        {
            let mut whose: Vec<Token> = tokens[..=at].to_vec();
            if let Some(last) = whose.last_mut() {
                last.text = owner.to_owned();
                last.low = owner.to_lowercase();
            }
            push(&tokens[at + 1..], &whose);
        }
        let much = token.is("much") && at > 0 && tokens[at - 1].is("how");
        if much || token.is_any(&["cost", "costs"]) && at + 1 == tokens.len() {
            let owner = if much {
                &tokens[at + 1..]
            } else {
                &tokens[..at]
            };
            push(&tokens[at..=at], owner);
        }
    }
    if let Some(at) = tokens
        .iter()
        .position(|token| token.is("old"))
        .filter(|at| *at > 0 && tokens[at - 1].is("how"))
    {
        questions.push(Question {
            attribute: "age".into(),
            owner: text_of(super::without_question(&tokens[at + 1..])),
            form: Form::Any,
        });
    }
    for question in &mut questions {
        let owner = question
            .owner
            .trim_end_matches(" cost")
            .trim_end_matches(" one");
        question.owner = owner.to_owned();
    }
    questions
}

fn in_tables(scene: &Scene<'_>, question: &Question) -> Option<String> {
    let mut best: Option<(Likeness, String)> = None;
    for (at, table) in scene.screen.tables().iter().enumerate() {
        let column = table.column(&question.attribute).or_else(|| {
            table
                .columns
                .iter()
                .position(|name| likeness(&question.attribute, name) >= Some(Likeness::Start))
        });
        for row in scene.screen.rows(at) {
            let cells: Vec<String> = row.cells().into_iter().map(|cell| cell.text).collect();
            let like = cells
                .iter()
                .enumerate()
                .filter(|(at, _)| Some(*at) != column)
                .filter_map(|(_, cell)| likeness(&question.owner, cell))
                .max();
            let value = column
                .and_then(|column| cells.get(column).cloned())
                .or_else(|| by_form(question.form, &cells.join(" ")));
            if let (Some(like), Some(value)) = (like, value)
                && best.as_ref().is_none_or(|(held, _)| like > *held)
            {
                best = Some((like, value));
            }
        }
    }
    best.map(|(_, value)| value)
        .filter(|value| !value.is_empty())
}

fn by_form(form: Form, text: &str) -> Option<String> {
    text.split_whitespace()
        .map(|word| word.trim_matches([',', ';', '(', ')']))
        .find(|word| form.fits(word))
        .map(str::to_owned)
}

/// In the line of the owner, or in the ones below that belong to it.
fn in_lines(scene: &Scene<'_>, question: &Question) -> Option<String> {
    let known = pairs(scene);
    let mut owners: Vec<(Likeness, usize)> = scene
        .lines()
        .filter_map(|(at, _)| {
            let whole = likeness(&question.owner, &scene.spoken(at));
            let part = cells(scene, at)
                .iter()
                .filter_map(|cell| likeness(&question.owner, cell))
                .max();
            Some((whole.max(part)?, at))
        })
        .collect();
    owners.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    owners
        .into_iter()
        .find_map(|(_, at)| of_owner(scene, question, &known, at))
}

/// How many lines below its name something may be told of.
const REACH: usize = 6;

fn of_owner(scene: &Scene<'_>, question: &Question, known: &[Pair], at: usize) -> Option<String> {
    let near: Vec<Pair> = known
        .iter()
        .filter(|pair| pair.line >= at && pair.line <= at + REACH)
        .cloned()
        .collect();
    if !question.attribute.is_empty()
        && let Some(pair) = best(&near, &question.attribute)
    {
        return Some(pair.value.clone());
    }
    let lines: Vec<String> = scene
        .lines()
        .filter(|(line, _)| (at..=at + REACH).contains(line))
        .map(|(line, _)| scene.spoken(line))
        .collect();
    // A number with a currency sign is a price before any other number is.
    let marked = || lines.iter().find_map(|line| marked_price(line));
    let priced = (question.form == Form::Price).then(marked).flatten();
    let other = || lines.iter().find_map(|line| by_form(question.form, line));
    priced
        .or_else(other)
        .or_else(|| rest_of_pair(scene, question, at))
}

fn marked_price(line: &str) -> Option<String> {
    line.split_whitespace()
        .map(|word| word.trim_matches([',', ';', '(', ')']))
        .find(|word| word.contains(['$', '€', '£']) && word.chars().any(|c| c.is_ascii_digit()))
        .map(str::to_owned)
}

/// "Name | value" where the attribute is not named on the page.
fn rest_of_pair(scene: &Scene<'_>, question: &Question, at: usize) -> Option<String> {
    let generic = matches!(
        question.attribute.as_str(),
        "" | "value" | "much" | "text" | "number"
    );
    let cells = cells(scene, at);
    match cells.as_slice() {
        [label, value] if generic && likeness(&question.owner, label).is_some() => {
            Some(value.clone())
        }
        _ => None,
    }
}
