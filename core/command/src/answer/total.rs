//! Sums and averages over what is listed.

use crate::ground::Scene;
use crate::ground::measure::Of;
use crate::ground::pick::{Sure, pick};
use crate::ground::rows::{Entry, Part};
use crate::ground::superlative::{names, of_name, values};
use crate::words::Token;
use crate::words::likeness::{Likeness, likeness};
use crate::words::normal::singular;
use crate::words::number::plain;
use screen_agent_words::WordList;

static AROUND: WordList = WordList::named("words around a total");

/// "The total price of all books", "the average rating".
pub(super) fn total(scene: &Scene<'_>, tokens: &[Token]) -> Option<String> {
    let average = tokens
        .iter()
        .any(|token| token.is_any(&["average", "mean"]));
    let together = tokens
        .iter()
        .any(|token| token.is_any(&["total", "sum", "together", "altogether", "combined"]));
    // "The total number of orders" counts them.
    let counts = tokens.iter().any(|token| token.is("number"));
    if !average && (!together || counts) {
        return None;
    }
    let attribute = tokens.iter().rev().find(|token| {
        token.is_any(&["price", "prices", "cost", "costs"])
            || (token.word()
                && of_name(&token.low).is_some()
                && !token.is_any(&["total", "amount", "much"]))
            || is_column(scene, token)
    })?;
    let rest: Vec<Token> = tokens
        .iter()
        .filter(|token| *token != attribute && !token.is_in(&AROUND))
        .cloned()
        .collect();
    let picked = pick(scene, &rest)
        .filter(|picked| picked.sure >= Sure::Generic && picked.entries.len() > 1)?;
    let entries: Vec<&Entry<'_>> = picked.entries.iter().collect();
    let found = values(&entries, &names(&attribute.low), of_name(&attribute.low));
    let (_, first, part) = *found.first()?;
    if !matches!(first.of, Of::Money | Of::Count) || found.len() < entries.len() {
        return None;
    }
    let sum: f64 = found.iter().map(|(_, value, _)| value.value).sum();
    let count = f64::from(u32::try_from(found.len()).ok()?);
    Some(written(if average { sum / count } else { sum }, part))
}

fn is_column(scene: &Scene<'_>, token: &Token) -> bool {
    token.word()
        && scene.screen.tables().iter().any(|table| {
            table
                .columns
                .iter()
                .skip(1)
                .any(|name| likeness(&singular(&token.low), name) >= Some(Likeness::SameWords))
        })
}

/// A number written as another text of the page writes its own: with its currency and its decimals.
pub(super) fn written(value: f64, like: &Part) -> String {
    let text = &like.text;
    let digit = |c: char| c.is_ascii_digit();
    let (Some(from), Some(to)) = (text.find(digit), text.rfind(digit)) else {
        return plain(value);
    };
    let number = &text[from..=to];
    if number.contains(' ') || !crate::ground::measure::is_money(text) {
        return plain((value * 100.0).round() / 100.0);
    }
    let mark = if number.len() > 3 && number.as_bytes()[number.len() - 3] == b',' {
        ","
    } else {
        "."
    };
    let shown = format!("{value:.2}").replace('.', mark);
    format!("{}{shown}{}", &text[..from], &text[to + 1..])
}
