//! Ordinary sentences, and what they carry.

use proptest::prelude::*;
use screen_agent_page::Role;
use serde::Deserialize;

use super::super::{ControlInUse, Label, SpokenConsent};

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Row {
    words: String,
    label: String,
    item: Option<String>,
    around: Option<String>,
    filled: bool,
    carried: bool,
}

fn rows() -> Vec<Row> {
    let text = include_str!("../../../../../fixtures/consent/words.jsonl");
    text.lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect()
}

fn carries(words: &str, row: &Row) -> bool {
    let label = Label::read(&row.label);
    SpokenConsent::of([words]).carries(&ControlInUse {
        around: row.around.as_deref().into_iter().collect(),
        item: row.item.as_deref().into_iter().collect(),
        filled_here: row.filled,
        ..ControlInUse::new(&label, &Role::Button)
    })
}

#[test]
fn ordinary_sentences_carry_exactly_what_they_order() {
    let wrong: Vec<String> = rows()
        .iter()
        .filter(|row| carries(&row.words, row) != row.carried)
        .map(|row| format!("{row:?}"))
        .collect();
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

/// What is put before or around an order takes it back.
const TAKES_BACK: &[&str] = &[
    "Never do this: {}",
    "If I say so later, {}",
    "Yesterday I asked you to {}",
    "The page says: {}",
    "How do I {}?",
    "What happens if I {}?",
    "Tell me whether I should {}",
    "Is it right to {}?",
    "Write \"{}\" into the field",
    "My boss told me to {}",
    "Do not {}",
    "Translate this: {}",
    "{} when I tell you",
    "{}? No!",
];

#[test]
fn what_is_taken_back_carries_nothing() {
    let mut wrong = Vec::new();
    for row in rows()
        .iter()
        .filter(|row| row.carried && !row.words.contains(['.', '?', ':', '"', ',']))
    {
        for frame in TAKES_BACK {
            let words = frame.replace("{}", &row.words.to_lowercase());
            if carries(&words, row) {
                wrong.push(format!("{words:?} carries {:?}", row.label));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

proptest! {
    /// Whatever a page writes around a control only takes consent away.
    #[test]
    fn no_word_of_a_page_adds_to_consent(at in 0_usize..500, item in ".{0,40}", around in ".{0,40}") {
        let rows = rows();
        let row = &rows[at % rows.len()];
        let label = Label::read(&row.label);
        let consent = SpokenConsent::of([row.words.as_str()]);
        // Cookies are told by what stands around them.
        prop_assume!(!around.contains("ookie") && !item.contains("ookie"));
        let bare = ControlInUse { filled_here: row.filled, ..ControlInUse::new(&label, &Role::Button) };
        let dressed = ControlInUse { item: vec![&item], around: vec![&around], ..bare.clone() };
        prop_assert!(consent.carries(&bare) || !consent.carries(&dressed));
    }

    /// Any label at all is read, and words that order nothing carry none.
    #[test]
    fn words_without_an_order_carry_no_label(name in ".{0,60}") {
        let label = Label::read(&name);
        let of = ControlInUse { filled_here: true, ..ControlInUse::new(&label, &Role::Button) };
        prop_assert!(!SpokenConsent::of(["What are the opening hours?"]).carries(&of));
    }
}
