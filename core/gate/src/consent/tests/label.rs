#![allow(clippy::unwrap_used)]

use super::super::Label;

/// Labels that name a grave effect, with its name. A `-` tells that no grave one may be named.
const TABLE: &str = include_str!("../../../../../fixtures/consent/labels.txt");

fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLE
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('\t'))
}

#[test]
fn labels_name_what_they_do() {
    let mut wrong = Vec::new();
    for (expected, name) in rows() {
        let label = Label::read(name);
        let right = match expected {
            "-" => label.grave.is_empty(),
            "reads" => label.reads && label.effects.is_empty(),
            "generic" => label.generic,
            "unknown" => label.unknown && label.effects.is_empty(),
            effect => label.effects.contains(effect) && !label.reads && !label.unknown,
        };
        if !right {
            wrong.push(format!("{expected}\t{name}\t{label:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn neither_numbers_nor_haste_disarm_a_verb() {
    let verbs = [
        "Pay",
        "Delete",
        "Transfer",
        "Send",
        "Buy",
        "Remove",
        "Withdraw",
        "Subscribe",
    ];
    let around = [
        "{} $49.00",
        "{} 3 items",
        "{} 2",
        "1-click {}",
        "Instantly {}",
        "{} 0.5 BTC",
        "Securely {} €9",
        "2 x {}",
        "{} 1 for $9",
        "Yes, {} now",
        "{} all 5",
        "OK – {}",
        "View, {} everything",
        "→ {}",
        "({})",
        "⚠ {} ⚠",
        "Now {}!",
        "Continue and {}",
        "{} (3)",
        "3. {}",
    ];
    for verb in verbs {
        for frame in around {
            let name = frame.replace("{}", verb);
            assert!(!Label::read(&name).grave.is_empty(), "{name}");
            let upper = name.to_uppercase();
            assert!(!Label::read(&upper).grave.is_empty(), "{upper}");
        }
    }
}
