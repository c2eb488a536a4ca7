//! Cutting a phrase into what is meant, where it stands and what it is called.

use super::reference::Place;
use crate::words::Token;

/// Words that say where something stands. Longest first.
const PLACES: &[(&[&str], Place)] = &[
    (&["in", "the", "same", "row", "as"], Place::Row),
    (&["to", "the", "left", "of"], Place::LeftOf),
    (&["to", "the", "right", "of"], Place::RightOf),
    (&["on", "the", "left", "of"], Place::LeftOf),
    (&["on", "the", "right", "of"], Place::RightOf),
    (&["in", "the", "row", "of"], Place::Row),
    (&["in", "the", "row", "with"], Place::Row),
    (&["in", "the", "row", "for"], Place::Row),
    (&["in", "the", "row"], Place::Row),
    (&["on", "the", "row", "of"], Place::Row),
    (&["that", "belongs", "to"], Place::Row),
    (&["belonging", "to"], Place::Row),
    (&["in", "front", "of"], Place::Near),
    (&["that", "is", "in"], Place::Within),
    (&["next", "to"], Place::Near),
    (&["close", "to"], Place::Near),
    (&["nearest", "to"], Place::Near),
    (&["closest", "to"], Place::Near),
    (&["adjacent", "to"], Place::Near),
    (&["left", "of"], Place::LeftOf),
    (&["right", "of"], Place::RightOf),
    (&["inside", "of"], Place::Within),
    (&["beside"], Place::Near),
    (&["near"], Place::Near),
    (&["by"], Place::Of),
    (&["above"], Place::Above),
    (&["over"], Place::Above),
    (&["below"], Place::Below),
    (&["beneath"], Place::Below),
    (&["underneath"], Place::Below),
    (&["under"], Place::Below),
    (&["in"], Place::Within),
    (&["inside"], Place::Within),
    (&["within"], Place::Within),
    (&["on"], Place::Within),
    (&["at"], Place::Within),
    (&["from"], Place::Of),
    (&["of"], Place::Of),
    (&["for"], Place::Of),
];

/// Words after which the name stands.
const CALLED: &[&[&str]] = &[
    &["with", "the", "label"],
    &["with", "the", "text"],
    &["with", "the", "name"],
    &["with", "the", "title"],
    &["with", "the", "caption"],
    &["with", "the", "value"],
    &["with", "the", "word"],
    &["with", "the", "subject"],
    &["with", "the", "number"],
    &["with", "the", "words"],
    &["with", "label"],
    &["with", "text"],
    &["with", "name"],
    &["with", "title"],
    &["with", "value"],
    &["that", "says"],
    &["that", "reads"],
    &["which", "says"],
    &["that", "is", "labeled"],
    &["that", "is", "labelled"],
    &["that", "is", "named"],
    &["that", "is", "called"],
    &["that", "contains"],
    &["that", "contain"],
    &["that", "has", "the", "text"],
    &["which", "contains"],
    &["that", "starts", "with"],
    &["labeled"],
    &["labelled"],
    &["named"],
    &["called"],
    &["titled"],
    &["saying"],
    &["containing"],
    &["entitled"],
    &["reading"],
    &["marked"],
];

/// What follows the head.
#[derive(Clone, Copy)]
pub(crate) enum Tail {
    /// What it is called.
    Called,
    /// Where it stands.
    At(Place),
}

/// Cuts a phrase into its head and the parts that say where it stands or what it is called.
pub(crate) fn cut(tokens: &[Token]) -> (&[Token], Vec<(Tail, &[Token])>) {
    let mut marks: Vec<(usize, usize, Tail)> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        // Behind a word of place everything belongs to that place, except a name.
        // A name may begin with such a word: "By link".
        if at == 0 && tokens[0].text != tokens[0].low {
            at += 1;
            continue;
        }
        let found = match_words(CALLED.iter().copied(), &tokens[at..])
            .map(|used| (used, Tail::Called))
            .or_else(|| {
                PLACES
                    .iter()
                    .find(|(words, _)| matches(words, &tokens[at..]))
                    .map(|(words, place)| (words.len(), Tail::At(*place)))
            });
        match found {
            Some((used, tail)) => {
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

fn matches(words: &[&str], tokens: &[Token]) -> bool {
    words
        .iter()
        .enumerate()
        .all(|(at, word)| tokens.get(at).is_some_and(|token| token.is(word)))
}

fn match_words<'w>(
    mut lists: impl Iterator<Item = &'w [&'w str]>,
    tokens: &[Token],
) -> Option<usize> {
    lists
        .find(|words| matches(words, tokens))
        .map(<[&str]>::len)
}
