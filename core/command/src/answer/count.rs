//! How many there are.

use crate::ground::find::candidates;
use crate::ground::reference::Number;
use crate::ground::{Kind, Reference, Scene, Wish};
use crate::words::likeness::{Likeness, likeness};
use crate::words::normal::{singular, words};
use crate::words::token::Token;
use screen_agent_words::WordList;

/// "how many links are there", "the number of red circles", "count the rows".
pub(crate) fn count(scene: &Scene<'_>, tokens: &[Token]) -> Option<String> {
    let what = counted(tokens)?;
    let reference = Reference {
        number: Number::All,
        ..Reference::read(&what)
    };
    let shapes = shapes(scene, &reference);
    if shapes > 0 {
        return Some(shapes.to_string());
    }
    if reference.is_kind(Kind::Row) {
        let rows: usize = scene
            .screen
            .tables()
            .iter()
            .map(|table| table.rows.len())
            .sum();
        return Some(rows.to_string());
    }
    let found = candidates(scene, &reference, Wish::Any);
    if !found.is_empty() {
        return Some(found.len().to_string());
    }
    let said = scene
        .said()
        .iter()
        .filter(|said| {
            likeness(&reference.name, said.text).is_some_and(|like| like >= Likeness::Within)
        })
        .count();
    (said > 0).then(|| said.to_string())
}

/// What is to be counted.
fn counted(tokens: &[Token]) -> Option<Vec<Token>> {
    let at = tokens
        .iter()
        .position(|token| token.is_any(&["many", "number", "count"]))?;
    let mut rest = match tokens[at].low.as_str() {
        "many" if at > 0 && tokens[at - 1].is("how") => &tokens[at + 1..],
        "number" if tokens.get(at + 1).is_some_and(|token| token.is("of")) => &tokens[at + 2..],
        "count" => &tokens[at + 1..],
        _ => return None,
    };
    while rest.last().is_some_and(|token| token.is_in(&STOPS)) {
        rest = &rest[..rest.len() - 1];
    }
    let kept: Vec<Token> = rest
        .iter()
        .filter(|token| !token.is_in(&STOPS))
        .cloned()
        .collect();
    (!kept.is_empty()).then_some(kept)
}

/// Words that say nothing of what is counted.
static STOPS: WordList = WordList::named("count stops");

/// Drawn shapes are said as "[large red circle]".
fn shapes(scene: &Scene<'_>, reference: &Reference) -> usize {
    let mut asked: Vec<String> = words(&reference.whole)
        .iter()
        .map(|word| singular(word))
        .collect();
    asked.retain(|word| !matches!(word.as_str(), "shape" | "item" | "object" | "all"));
    scene
        .said()
        .iter()
        .filter(|said| said.text.starts_with('['))
        .flat_map(|said| said.text.split(']'))
        .map(words)
        .filter(|looks| !looks.is_empty() && asked.iter().all(|word| looks.contains(word)))
        .count()
}
