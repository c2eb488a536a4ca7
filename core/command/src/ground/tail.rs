//! Cutting a phrase into what is meant, where it stands and what it is called.

use std::sync::LazyLock;

use screen_agent_words::PhraseTable;
use serde::Deserialize;

use super::reference::Place;
use crate::words::Token;
use crate::words::token::begun_by;

/// Words that say where something stands, or after which its name stands.
static TAILS: LazyLock<PhraseTable<Tail>> =
    LazyLock::new(|| PhraseTable::named("what follows a name"));

/// What follows the head.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Tail {
    /// What it is called.
    Called,
    /// Where it stands.
    #[serde(untagged)]
    At(Place),
}

/// Cuts a phrase into its head and the parts that say where it stands or what it is called.
pub(crate) fn cut(tokens: &[Token]) -> (&[Token], Vec<(Tail, &[Token])>) {
    let mut marks: Vec<(usize, usize, Tail)> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        // Behind a word of place everything belongs to that place, except a name.
        // A name may begin with such a word: "By link".
        if at == 0 && (tokens[0].text != tokens[0].low || tokens[0].is("about")) {
            at += 1;
            continue;
        }
        let found = begun_by(&TAILS, &tokens[at].low, &tokens[at..]);
        match found {
            Some((tail, used)) => {
                marks.push((at, at + used, tail));
                at += used;
            }
            None => at += 1,
        }
    }
    let head_end = marks.first().map_or(tokens.len(), |mark| mark.0);
    let tails = marks
        .iter()
        .enumerate()
        .map(|(n, mark)| {
            let end = marks.get(n + 1).map_or(tokens.len(), |next| next.0);
            (mark.2, &tokens[mark.1..end])
        })
        .collect();
    (&tokens[..head_end], tails)
}
