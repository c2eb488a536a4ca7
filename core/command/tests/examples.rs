//! Every example of `docs/commands.md` comes to what it says.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod notation;

use notation::play;
use serde::Deserialize;

#[derive(Deserialize)]
struct Examples {
    part: Vec<Part>,
}

#[derive(Deserialize)]
struct Part {
    page: String,
    say: Vec<Vec<String>>,
}

#[test]
fn each_example_comes_to_its_actions() {
    try_all(|order| vec![order.to_owned()]);
}

#[test]
fn a_name_in_quotation_marks_is_the_same_name() {
    try_all(with_a_name_quoted);
}

/// Tries what is made of every order; all of it comes to the actions of the order.
fn try_all(made_of: impl Fn(&str) -> Vec<String>) {
    let examples: Examples = toml::from_str(include_str!("../examples.toml")).unwrap();
    let mut wrong = Vec::new();
    for part in &examples.part {
        for example in &part.say {
            let (order, expected) = example.split_first().unwrap();
            for said in made_of(order) {
                let acts = play(&part.page, &said);
                if acts != expected {
                    wrong.push(format!("{said}: {acts:?}, not {expected:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The order once for each of its names, words in a row that begin with a capital letter or a digit, with that name quoted.
fn with_a_name_quoted(order: &str) -> Vec<String> {
    let words: Vec<&str> = order.split(' ').collect();
    let begins = |word: &str| word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    let ends = |word: &str| word.ends_with([',', ':', '?']);
    // An order's first word is a verb, unless a label begins there.
    let mut at = usize::from(!words.get(1).is_some_and(|word| word.ends_with(':')));
    let mut found = Vec::new();
    while at < words.len() && !order.contains('"') {
        let mut end = at;
        while end < words.len() && begins(words[end]) && (end == at || !ends(words[end - 1])) {
            end += 1;
        }
        if end > at {
            let name = words[at..end].join(" ");
            let bare = name.trim_end_matches([',', ':', '?']);
            let quoted = format!("\"{bare}\"{}", &name[bare.len()..]);
            let parts = [&words[..at], &[quoted.as_str()], &words[end..]];
            found.push(parts.concat().join(" "));
        }
        at = end.max(at + 1);
    }
    found
}
