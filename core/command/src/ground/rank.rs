//! The most and the least of what is said.

use screen_agent_page::LineKind;

use super::kind::Kind;
use super::reference::{Extreme, Reference};
use super::scene::Scene;
use super::superlative::{of_word, says_which_way};
use crate::words::normal::{singular, words};
use crate::words::number::{amount, amounts, plain};
use crate::words::token::Token;

/// "the largest number", "the cheapest flight", "the lowest price".
pub(crate) fn rank(scene: &Scene<'_>, tokens: &[Token]) -> Option<String> {
    let reference = Reference::read(tokens);
    let (which, word) = reference.extreme.clone()?;
    if reference.is_kind(Kind::Number)
        || reference.whole.contains("number")
        || reference.whole.contains("value")
    {
        return number(scene, which).map(plain);
    }
    let column = column_for(scene, &word, &reference);
    in_table(scene, column, which).or_else(|| in_lines(scene, &reference))
}

/// The line of the most or least of something.
pub(crate) fn best_line(scene: &Scene<'_>, reference: &Reference) -> Option<usize> {
    let (which, word) = reference.extreme.clone()?;
    let mut best: Option<(f64, usize)> = None;
    let mut offer = |value: f64, line: usize| {
        if best.is_none_or(|(held, _)| better(which, value, held)) {
            best = Some((value, line));
        }
    };
    match column_for(scene, &word, reference) {
        Some((table, column)) => {
            for row in scene.screen.rows(table) {
                if let Some(value) = row.cell(column).and_then(|cell| amount(&cell.text)) {
                    offer(value, row.line);
                }
            }
        }
        None => {
            for (at, value) in numbers(scene, &word) {
                offer(value, at);
            }
        }
    }
    best.map(|(_, line)| line)
}

fn better(which: Extreme, value: f64, held: f64) -> bool {
    match which {
        Extreme::Most => value > held,
        Extreme::Least => value < held,
    }
}

fn number(scene: &Scene<'_>, which: Extreme) -> Option<f64> {
    let all = scene.all_text();
    amounts(&all).into_iter().reduce(|held, value| {
        if better(which, value, held) {
            value
        } else {
            held
        }
    })
}

/// The column that a superlative is about: cheapest is about prices, largest about the thing named.
fn column_for(scene: &Scene<'_>, word: &str, reference: &Reference) -> Option<(usize, usize)> {
    let about: &[&str] = match word {
        "cheapest" | "priciest" | "dearest" | "expensive" | "costly" => {
            &["price", "cost", "fare", "amount"]
        }
        "oldest" | "youngest" => &["age"],
        "tallest" | "shortest" => &["height", "length", "duration"],
        "heaviest" | "lightest" => &["weight"],
        "newest" | "latest" | "earliest" => &["date", "year", "time"],
        _ => &[],
    };
    let named = [reference.name.as_str()];
    scene
        .screen
        .tables()
        .iter()
        .enumerate()
        .find_map(|(table, content)| {
            about
                .iter()
                .chain(&named)
                .find_map(|name| content.column(name))
                .map(|column| (table, column))
        })
}

fn in_table(scene: &Scene<'_>, column: Option<(usize, usize)>, which: Extreme) -> Option<String> {
    let (table, column) = column?;
    let mut best: Option<(f64, String)> = None;
    for row in scene.screen.rows(table) {
        let Some(value) = row.cell(column).and_then(|cell| amount(&cell.text)) else {
            continue;
        };
        if best
            .as_ref()
            .is_none_or(|(held, _)| better(which, value, *held))
        {
            let name = row.cell(0).map(|cell| cell.text).unwrap_or_default();
            best = Some((value, name));
        }
    }
    best.map(|(_, name)| name)
}

fn in_lines(scene: &Scene<'_>, reference: &Reference) -> Option<String> {
    best_line(scene, reference).map(|line| title_of(scene, line))
}

/// What each line counts for: its price where there are prices, else its first number.
fn numbers(scene: &Scene<'_>, word: &str) -> Vec<(usize, f64)> {
    let price = |text: &str| {
        let at = text.find(['$', '€', '£'])?;
        amount(&text[at..]).or_else(|| amount(text))
    };
    let lines: Vec<(usize, String)> = scene
        .lines()
        .map(|(at, _)| (at, scene.spoken(at)))
        .collect();
    let about_money = matches!(
        word,
        "cheapest" | "priciest" | "dearest" | "expensive" | "costly" | "lowest" | "highest"
    );
    let priced: Vec<(usize, f64)> = lines
        .iter()
        .filter_map(|(at, text)| Some((*at, price(text)?)))
        .collect();
    if about_money && !priced.is_empty() {
        return priced;
    }
    // A length, an age or a date is no bare number.
    if of_word(word) {
        return Vec::new();
    }
    // "The least rain" is told by lines that speak of rain.
    let speaks = |text: &str| {
        says_which_way(word)
            || words(text)
                .iter()
                .any(|said| singular(said) == singular(word))
    };
    lines
        .iter()
        .filter(|(_, text)| speaks(text))
        .filter_map(|(at, text)| Some((*at, amount(text)?)))
        .collect()
}

/// How far above its price a thing is named.
const REACH: usize = 6;

/// What a line belongs to: the heading above it, if it says nothing but numbers itself.
fn title_of(scene: &Scene<'_>, line: usize) -> String {
    let own = scene.spoken(line);
    if own.chars().filter(|c| c.is_alphabetic()).count() > 3 {
        return own;
    }
    let above = (line.saturating_sub(REACH)..line).rev();
    let heading = above
        .clone()
        .find(|&at| matches!(scene.screen.lines()[at].kind, LineKind::Heading(_)));
    let named = heading.or_else(|| {
        above
            .clone()
            .find(|&at| scene.spoken(at).chars().any(char::is_alphabetic))
    });
    named.map_or(own, |at| scene.spoken(at))
}
