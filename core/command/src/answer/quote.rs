//! The one place of a page that holds every telling word of a question, quoted: what it says is for the person to read.

use screen_agent_page::LineKind;
use screen_agent_words::WordList;

use crate::ground::{Scene, table};
use crate::words::date::{month, weekday};
use crate::words::normal::{is_filler, singular, words};
use crate::words::token::Token;

static ASKING: WordList = WordList::named("words that ask");

/// Most characters of what is quoted.
const LONGEST: usize = 300;

/// The cell, row or sentence that answers, where there is but one.
pub(super) fn quote(scene: &Scene<'_>, question: &[Token]) -> Option<String> {
    let wanted = wanted(question);
    let name = super::without_question(question);
    let asks = asks(question);
    if wanted.is_empty() || !asks && !name.iter().all(|token| token.word() || token.quoted()) {
        return None;
    }
    let name: Vec<String> = name.iter().flat_map(|token| telling(&token.text)).collect();
    let only = |units: Vec<String>| {
        let mut found: Vec<String> = units
            .into_iter()
            .filter(|unit| match asks {
                true => holds(unit, &wanted) && tells(question, &rest(unit, &wanted)),
                false => says_what_is(unit, &name),
            })
            .filter(|unit| unit.chars().count() <= LONGEST)
            .collect();
        found.sort();
        found.dedup();
        let one = found.pop();
        one.filter(|_| found.is_empty())
    };
    let sentence = |line: &String| -> Vec<String> {
        let parts = line.split_inclusive(". ").map(str::trim);
        parts.map(str::to_owned).collect()
    };
    let lines = lines(scene);
    only(cells(scene))
        .or_else(|| only(lines.iter().flat_map(sentence).collect()))
        .or_else(|| only(lines))
}

/// "the serial number is 4711": the words of a name, one behind the other, and what it is.
fn says_what_is(unit: &str, name: &[String]) -> bool {
    let copula = [" is ", " are ", " was ", " were "];
    let mut cuts = copula.iter().filter_map(|copula| unit.split_once(copula));
    !name.is_empty() && cuts.any(|(head, value)| telling(head).ends_with(name) && !value.is_empty())
}

/// The words of a text that are no fillers, each without its plural ending.
fn telling(text: &str) -> Vec<String> {
    let words = words(text).into_iter().filter(|word| !is_filler(word));
    words.map(|word| singular(&word)).collect()
}

/// What is asked for is there: a name, a number, a time.
fn tells(question: &[Token], rest: &str) -> bool {
    let asks = |asking: &[&str]| question.iter().any(|token| token.is_any(asking));
    if asks(&["called", "named"]) {
        return rest
            .split_whitespace()
            .skip(1)
            .any(|word| word.starts_with(char::is_uppercase));
    }
    let digit = rest.chars().any(|c| c.is_ascii_digit());
    if asks(&["who", "whose", "whom"]) {
        let mut words = rest.split_whitespace();
        return words.any(|word| word.starts_with(char::is_uppercase) && word.chars().count() > 1);
    }
    if asks(&["when", "time"]) {
        let said = words(rest);
        return digit
            || said
                .iter()
                .any(|word| month(word).is_some() || weekday(word));
    }
    digit || asks(&["where"]) && rest.chars().any(char::is_alphabetic)
}

/// True for a question of who, when, where or how much: what it wants can be told from what else is said.
fn asks(question: &[Token]) -> bool {
    question.iter().any(|token| {
        token.is_any(&[
            "who", "whose", "whom", "when", "where", "much", "time", "far", "long", "old",
            "called", "named",
        ])
    })
}

/// The words that the answer has to stand beside.
fn wanted(question: &[Token]) -> Vec<String> {
    let words = question
        .iter()
        .filter(|token| token.quoted() || token.word() && !token.is_in(&ASKING));
    words.flat_map(|token| telling(&token.text)).collect()
}

fn holds(unit: &str, wanted: &[String]) -> bool {
    let said: Vec<String> = words(unit).iter().map(|word| singular(word)).collect();
    wanted
        .iter()
        .all(|word| said.iter().any(|said| is_form(word, said)))
}

/// What is said besides the words of the question.
fn rest(unit: &str, wanted: &[String]) -> String {
    let other = |word: &&str| {
        let known = words(word);
        !known
            .iter()
            .all(|word| wanted.iter().any(|wanted| is_form(wanted, &singular(word))))
    };
    let kept: Vec<&str> = unit.split_whitespace().filter(other).collect();
    kept.join(" ")
}

/// "leads", "lead", "leading": forms of one word.
pub(super) fn is_form(one: &str, other: &str) -> bool {
    const STEM: usize = 4;
    const ENDING: usize = 3;
    let same = one
        .chars()
        .zip(other.chars())
        .take_while(|(a, b)| a == b)
        .count();
    let longest = one.chars().count().max(other.chars().count());
    one == other
        // "sign", "signature".
        || one.len() >= STEM && other.starts_with(one) && longest - same <= 2 * ENDING
        || same >= STEM && longest - same <= ENDING && !one.contains(|c: char| c.is_ascii_digit())
}

fn cells(scene: &Scene<'_>) -> Vec<String> {
    let cells = table::rows(scene).flat_map(|row| row.cells());
    cells.map(|cell| cell.text).collect()
}

/// Every line as a person reads it, heads of tables left out.
fn lines(scene: &Scene<'_>) -> Vec<String> {
    let said = scene
        .lines()
        .filter(|(_, line)| line.kind != LineKind::HeaderRow);
    said.map(|(at, _)| scene.spoken(at)).collect()
}
