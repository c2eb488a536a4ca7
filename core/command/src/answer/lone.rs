//! "What is the price" where the page says only one, and gives it no name.

use crate::ground::Scene;
use crate::ground::measure::is_money;
use crate::words::Token;

/// The only text of the form that is asked for.
pub(crate) fn lone(scene: &Scene<'_>, tokens: &[Token]) -> Option<String> {
    let asks = |words: &[&str]| tokens.iter().any(|token| token.is_any(words));
    if asks(&["wrote", "written", "author", "writer"])
        && tokens.iter().all(|token| {
            token.is_any(&[
                "wrote", "written", "it", "this", "author", "writer", "of", "the", "by", "is",
            ])
        })
    {
        let by = scene.said();
        return only(by.iter().filter_map(|said| {
            said.text
                .strip_prefix("by ")
                .or_else(|| said.text.strip_prefix("By "))
        }));
    }
    let plain = tokens.iter().all(|token| {
        token.is_any(&[
            "the", "price", "cost", "much", "how", "is", "it", "does", "this", "that", "what",
            "e-mail", "email", "address", "of", "page", "on", "here", "cost",
        ])
    });
    if !plain {
        return None;
    }
    if asks(&["price", "cost", "much"]) {
        return only(
            scene
                .said()
                .iter()
                .map(|said| said.text)
                .filter(|text| is_money(text) && text.split_whitespace().count() <= 2),
        );
    }
    let mail = |word: &&str| word.contains('@') && word.contains('.');
    asks(&["e-mail", "email"])
        .then(|| {
            only(
                scene
                    .said()
                    .iter()
                    .flat_map(|said| said.text.split_whitespace())
                    .filter(mail),
            )
        })
        .flatten()
}

fn only<'t>(mut texts: impl Iterator<Item = &'t str>) -> Option<String> {
    let first = texts.next()?;
    texts
        .all(|text| text == first)
        .then(|| first.trim_end_matches(['.', ',']).to_owned())
}
