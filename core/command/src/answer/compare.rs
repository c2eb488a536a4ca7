//! One listed thing against another: "is X cheaper than Y", "the difference between X and Y".

use super::total::written;
use crate::ground::measure::{Measure, Of};
use crate::ground::rows::{Entry, Part, listings};
use crate::ground::superlative::{at_comparative, value};
use crate::ground::{Scene, superlative};
use crate::words::Token;
use crate::words::normal::{stand_in, words};
use crate::words::token::text_of;

/// The answer to a question that compares two.
pub(super) fn compare(scene: &Scene<'_>, tokens: &[Token]) -> Option<String> {
    difference(scene, tokens).or_else(|| comparative(scene, tokens))
}

/// "The price difference between X and Y".
fn difference(scene: &Scene<'_>, tokens: &[Token]) -> Option<String> {
    tokens.iter().find(|token| token.is("difference"))?;
    let between = tokens
        .iter()
        .position(|token| token.is_any(&["between", "of"]))?;
    let and = (between + 1..tokens.len())
        .rev()
        .find(|at| tokens[*at].is("and"))?;
    let (first, second) = (
        mentioned(scene, &tokens[between + 1..and])?,
        mentioned(scene, &tokens[and + 1..])?,
    );
    let named: Vec<String> = tokens[..between]
        .iter()
        .filter(|token| !token.is_any(&["what", "is", "the", "difference", "in"]))
        .map(|token| token.low.clone())
        .collect();
    let about = named.last().map_or("price", String::as_str);
    let (a, b, part) = both(
        &first,
        &second,
        &superlative::names(about),
        superlative::of_name(about),
    )?;
    Some(written((a.value - b.value).abs(), part))
}

fn both<'e>(
    first: &'e Entry<'_>,
    second: &'e Entry<'_>,
    names: &[String],
    of: Option<Of>,
) -> Option<(Measure, Measure, &'e Part)> {
    let (a, part) = value(first, names, of)?;
    let (b, _) = value(second, names, of)?;
    (a.of == b.of).then_some((a, b, part))
}

/// "Is X cheaper than Y", "which is newer, X or Y", "how much cheaper is X than Y".
fn comparative(scene: &Scene<'_>, tokens: &[Token]) -> Option<String> {
    let (at, used, sought) = at_comparative(tokens)?;
    let turn = tokens
        .iter()
        .position(|token| token.is_any(&["than", "or"]))?;
    let before: Vec<Token> = tokens[..turn]
        .iter()
        .enumerate()
        .filter(|(n, _)| !(at..at + used).contains(n))
        .map(|(_, token)| token.clone())
        .collect();
    let (first, second) = (
        mentioned(scene, &before)?,
        mentioned(scene, &tokens[turn + 1..])?,
    );
    let (a, b, part) = both(&first, &second, &sought.about, sought.of)?;
    let wins = if sought.most {
        a.value > b.value
    } else {
        a.value < b.value
    };
    if tokens[turn].is("or") {
        if (a.value - b.value).abs() < 1e-9 {
            return Some("they are equal".into());
        }
        return Some(if wins { first.title } else { second.title });
    }
    if tokens.first().is_some_and(|token| token.is("how")) {
        return wins.then(|| written((a.value - b.value).abs(), part));
    }
    Some(if wins { "yes" } else { "no" }.into())
}

/// The entry whose title stands in the words; the longest title where several do.
pub(crate) fn mentioned<'a>(scene: &Scene<'a>, tokens: &[Token]) -> Option<Entry<'a>> {
    let asked = words(&text_of(tokens));
    let stands = |title: &[String]| stand_in(title, &asked);
    listings(scene)
        .into_iter()
        .flat_map(|listing| listing.entries)
        .map(|entry| (words(&entry.title), entry))
        .filter(|(title, entry)| stands(title) && entry.parts.len() > 1)
        .max_by_key(|(title, _)| title.len())
        .map(|(_, entry)| entry)
}
