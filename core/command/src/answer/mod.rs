//! Answering from what is said in view.

mod accounted;
mod arithmetic;
mod calendar;
mod compare;
mod count;
mod fits;
mod headline;
mod holds;
mod listed;
mod lone;
mod lookup;
mod neighbour;
mod pairs;
pub(crate) mod part;
mod query;
mod quote;
mod records;
mod shown;
mod ticked;
mod total;

pub(crate) use compare::mentioned;
pub(crate) use count::is_whole;

use std::cell::LazyCell;

use screen_agent_page::NodeId;
use screen_agent_words::WordList;

use crate::ground::{Scene, only, rank};
use crate::words::Phrase;
use crate::words::time::time_at;
use crate::words::token::{Token, tokenise};

static QUESTIONS: WordList = WordList::named("words before what is asked");

/// An answer, and where it comes from.
pub(crate) struct Answer {
    pub text: String,
    /// It stands on the page under the name that was asked for; otherwise it was worked out.
    pub stands: bool,
    /// It was worked out without a look at every word of the question.
    guessed: bool,
}

impl Answer {
    pub(crate) fn standing(text: String) -> Self {
        Self {
            text,
            stands: true,
            guessed: false,
        }
    }

    fn made(text: String) -> Self {
        Self {
            text,
            stands: false,
            guessed: false,
        }
    }

    /// It stands there, beside what some of the words name.
    fn read(text: String) -> Self {
        Self {
            guessed: true,
            ..Self::standing(text)
        }
    }

    fn guessed(text: String) -> Self {
        Self {
            guessed: true,
            ..Self::made(text)
        }
    }
}

/// The answer to a question, if the page (or the question itself) tells it.
pub(crate) fn answer(scene: &Scene<'_>, question: &Phrase) -> Option<Answer> {
    found(scene, question).or_else(|| shown::yes_or_no(scene, question).map(Answer::made))
}

/// The text that a phrase describes.
pub(crate) fn value(scene: &Scene<'_>, phrase: &Phrase) -> Option<String> {
    found(scene, phrase).map(|answer| answer.text)
}

/// True where that text was worked out, and stands nowhere under the name that was said.
pub(crate) fn is_worked_out(scene: &Scene<'_>, phrase: &Phrase) -> bool {
    found(scene, phrase).is_some_and(|answer| !answer.stands)
}

fn found(scene: &Scene<'_>, phrase: &Phrase) -> Option<Answer> {
    let mut answer = worked_out(scene, phrase).filter(|answer| says_something(&answer.text))?;
    let mut pairs = phrase.0.windows(2);
    if pairs.any(|pair| pair[0].is("what") && pair[1].is("time")) {
        let said = tokenise(&answer.text);
        let times = (0..said.len()).filter_map(|at| time_at(&said[at..]));
        answer.text = only(times).map_or(answer.text, |(time, _)| time.iso());
    }
    Some(answer)
}

fn worked_out(scene: &Scene<'_>, phrase: &Phrase) -> Option<Answer> {
    let by_value = count::by_value(without_question(&phrase.0));
    let tokens = by_value
        .as_deref()
        .unwrap_or_else(|| without_question(&phrase.0));
    let unanswered = asks_twice(tokens) || fits::amount_of_what_is_not_here(scene, &phrase.0);
    if tokens.is_empty() || unanswered {
        return None;
    }
    // It accounts for every word by itself.
    if let Some(text) = calendar::calendar(scene, &phrase.0) {
        return Some(Answer::made(text));
    }
    let held = holds::holds(scene, &phrase.0).or_else(|| ticked::ticked(scene, &phrase.0));
    if let Some(text) = held {
        return Some(Answer::standing(text));
    }
    let (stands, made, guessed) = (Answer::standing, Answer::made, Answer::guessed);
    let accounted = LazyCell::new(|| accounted::is_accounted(scene, &phrase.0));
    let headed = || headline::line(scene, tokens).map(|line| scene.spoken(line));
    let ways: [&dyn Fn() -> Option<Answer>; 15] = [
        &|| headed().map(stands),
        &|| arithmetic::in_words(&phrase.text()).map(stands),
        &|| neighbour::neighbour(scene, &phrase.0).map(made),
        &|| part::part(scene, tokens).map(guessed),
        &|| pairs::total(scene, tokens).map(stands),
        &|| count::stated(scene, tokens).map(stands),
        &|| listed::listed(scene, &phrase.0),
        &|| count::count(scene, tokens).map(guessed),
        &|| rank::rank(scene, tokens).map(guessed),
        &|| arithmetic::on_page(scene, tokens).map(guessed),
        &|| lookup::lookup(scene, tokens),
        &|| pairs::named(scene, tokens),
        &|| lone::lone(scene, tokens).map(made),
        &|| shown::shown(scene, tokens).map(made),
        &|| quote::quote(scene, &phrase.0).map(made),
    ];
    // How many there are is no figure that stands under a name.
    let most = if count::is_asked(tokens) {
        8
    } else {
        ways.len()
    };
    let mut found = ways.iter().take(most).filter_map(|way| way());
    found.find(|answer| fits::fits(&phrase.0, &answer.text) && (!answer.guessed || *accounted))
}

/// A dash, or dots, stand where there is nothing to be told; nor is it somewhere else then.
fn says_something(text: &str) -> bool {
    let idle = |c: char| c.is_whitespace() || c.is_ascii_punctuation() || "–—…·".contains(c);
    !text.chars().all(idle)
}

/// True where the page itself says how many there are.
pub(crate) fn total_is_stated(scene: &Scene<'_>, question: &Phrase) -> bool {
    count::stated(scene, without_question(&question.0)).is_some()
}

/// True where the question is about a month that the page is headed by.
pub(crate) fn is_of_shown_period(scene: &Scene<'_>, question: &Phrase) -> bool {
    count::without_period(scene, without_question(&question.0)).1
        || calendar::calendar(scene, &question.0).is_some()
}

/// The line of the main heading, when that is what is asked for.
pub(crate) fn headline(scene: &Scene<'_>, question: &Phrase) -> Option<usize> {
    headline::line(scene, without_question(&question.0))
}

/// What the page tells under a name, other than in the field itself.
pub(crate) fn value_under(scene: &Scene<'_>, label: &str, field: &NodeId) -> Option<String> {
    let own = scene.line_of(field);
    let known: Vec<pairs::Pair> = pairs::pairs(scene)
        .into_iter()
        .filter(|pair| Some(pair.line) != own)
        .collect();
    pairs::best(&known, label).map(|pair| pair.value.clone())
}

/// "Which room is the highest, and who is in it": one answer would leave the other question open.
fn asks_twice(tokens: &[Token]) -> bool {
    static ASKING: WordList = WordList::named("words that begin another question");
    let mut pairs = tokens.windows(2);
    pairs.any(|pair| pair[0].is("and") && pair[1].is_in(&ASKING))
}

/// The phrase without "what is", "tell me" and the question mark.
fn without_question(tokens: &[Token]) -> &[Token] {
    let mut rest = tokens;
    while rest
        .first()
        .is_some_and(|token| token.is_in(&QUESTIONS) || token.is_mark(","))
    {
        rest = &rest[1..];
    }
    while rest
        .last()
        .is_some_and(|token| token.is_mark("?") || token.is_mark(",") || token.is_mark(":"))
    {
        rest = &rest[..rest.len() - 1];
    }
    rest
}
