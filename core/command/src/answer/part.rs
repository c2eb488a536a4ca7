//! Parts of a text: the last word, the third line, the first letter.

use crate::ground::Scene;
use crate::words::number::{Ordinal, ordinal};
use crate::words::token::Token;

/// The unit that is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Letter,
    Word,
    Sentence,
    Line,
}

/// "the last word of the text", "the 3rd line".
pub(crate) fn part(scene: &Scene<'_>, tokens: &[Token]) -> Option<String> {
    let (which, unit) = asked(tokens)?;
    let quoted = tokens
        .iter()
        .find(|token| token.quoted())
        .map(|token| token.text.clone());
    match unit {
        Unit::Line => {
            let lines: Vec<String> = scene
                .lines()
                .map(|(at, _)| scene.spoken(at))
                .filter(|line| !line.is_empty())
                .collect();
            pick(&lines, which)
        }
        Unit::Letter => pick(&letters(&quoted.or_else(|| body(scene))?), which),
        Unit::Word => pick(&words(&quoted.or_else(|| body(scene))?), which),
        Unit::Sentence => pick(&sentences(&quoted.or_else(|| body(scene))?), which),
    }
}

fn asked(tokens: &[Token]) -> Option<(Ordinal, Unit)> {
    tokens
        .windows(2)
        .find_map(|pair| Some((ordinal(&pair[0].low)?, unit(&pair[1].low)?)))
}

/// The part of this very text that the words ask for; `None` when they ask for no part.
pub(crate) fn of_text(text: &str, tokens: &[Token]) -> Option<String> {
    let (which, unit) = asked(tokens)?;
    match unit {
        Unit::Line => pick(&text.lines().map(str::to_owned).collect::<Vec<_>>(), which),
        Unit::Letter => pick(&letters(text), which),
        Unit::Word => pick(&words(text), which),
        Unit::Sentence => pick(&sentences(text), which),
    }
}

fn unit(word: &str) -> Option<Unit> {
    match word {
        "letter" | "character" => Some(Unit::Letter),
        "word" => Some(Unit::Word),
        "sentence" => Some(Unit::Sentence),
        "line" | "paragraph" => Some(Unit::Line),
        _ => None,
    }
}

fn letters(text: &str) -> Vec<String> {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .map(String::from)
        .collect()
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace()
        .map(|word| {
            word.trim_matches(|c: char| c.is_ascii_punctuation() && c != '\'')
                .to_owned()
        })
        .filter(|word| !word.is_empty())
        .collect()
}

fn sentences(text: &str) -> Vec<String> {
    text.split_inclusive(['.', '!', '?'])
        .map(|part| part.trim().to_owned())
        .filter(|part| !part.is_empty())
        .collect()
}

/// The running text of the page, or what its text area holds.
fn body(scene: &Scene<'_>) -> Option<String> {
    let said: Vec<&str> = scene
        .said()
        .iter()
        .map(|said| said.text)
        .filter(|text| text.contains(' ') || text.len() > 3)
        .collect();
    let held = scene
        .nodes()
        .iter()
        .filter(|node| node.facts.multiline)
        .filter_map(|node| node.value.clone())
        .find(|value| !value.is_empty());
    held.or_else(|| (!said.is_empty()).then(|| said.join(" ")))
}

fn pick(pieces: &[String], which: Ordinal) -> Option<String> {
    which
        .index(pieces.len())
        .and_then(|at| pieces.get(at).cloned())
}
