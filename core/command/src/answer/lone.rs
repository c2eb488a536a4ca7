//! "What is the price" where the page says only one, and gives it no name.

use crate::ground::Scene;
use crate::ground::measure::is_money;
use crate::words::Token;
use screen_agent_words::WordList;

static OF_WRITER: WordList = WordList::named("words about a writer");
static OF_PRICE: WordList = WordList::named("words about a price or address");

/// The only text of the form that is asked for.
pub(crate) fn lone(scene: &Scene<'_>, tokens: &[Token]) -> Option<String> {
    let asks = |words: &[&str]| tokens.iter().any(|token| token.is_any(words));
    if asks(&["wrote", "written", "author", "writer"])
        && tokens.iter().all(|token| token.is_in(&OF_WRITER))
    {
        let by = scene.said();
        return only(by.iter().filter_map(|said| {
            said.text
                .strip_prefix("by ")
                .or_else(|| said.text.strip_prefix("By "))
        }));
    }
    let plain = tokens.iter().all(|token| token.is_in(&OF_PRICE));
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
