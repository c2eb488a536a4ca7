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
    let examples: Examples = toml::from_str(include_str!("../examples.toml")).unwrap();
    let mut wrong = Vec::new();
    for part in &examples.part {
        for example in &part.say {
            let (order, expected) = example.split_first().unwrap();
            let acts = play(&part.page, order);
            if acts != expected {
                wrong.push(format!("{order}: {acts:?}, not {expected:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
