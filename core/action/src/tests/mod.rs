#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod forms;
mod refusals;

use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::testing::{any, any_action};

use super::catalog::{CATALOG, Kind, Need};
use super::{Action, catalog, is_well_formed, parse, print};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn what_is_printed_reads_back(action in any_action()) {
        let printed = print(&action);
        prop_assert_eq!(parse(&printed), Ok(action.clone()), "{}", printed);
        prop_assert!(is_well_formed(&action));
        prop_assert!(!printed.contains(['\n', '\r']), "one line: {}", printed);
    }

    #[test]
    fn the_record_reads_back(action in any_action()) {
        let json = serde_json::to_string(&action).unwrap();
        prop_assert_eq!(parse(&json), Ok(action.clone()), "{}", json);
    }

    #[test]
    fn any_text_gives_an_action_or_an_error(text in "\\PC{0,60}") {
        let _ = parse(&text);
    }

    #[test]
    fn anything_that_looks_like_a_call_gives_an_action_or_an_error(
        name in "(click|setValue|scroll|wait_for|press|type|uploadFile|finish|[a-z]{1,6})",
        inside in "[\\\\\"'`,(){}\\[\\]:=a-z0-9+ u.é-]{0,40}",
    ) {
        let text = format!("{name}({inside})");
        if let Ok(action) = parse(&text) {
            prop_assert_eq!(parse(&print(&action)), Ok(action.clone()), "{}", text);
        }
    }
}

#[test]
fn every_default_is_json() {
    for param in CATALOG.iter().flat_map(|entry| entry.params) {
        if let Need::Default(json) | Need::Shown(json) = param.need {
            assert!(
                serde_json::from_str::<serde_json::Value>(json).is_ok(),
                "{param:?}"
            );
        }
    }
}

#[test]
fn no_name_belongs_to_two_actions() {
    let mut names = BTreeSet::new();
    for entry in CATALOG {
        let own: BTreeSet<String> = std::iter::once(&entry.name)
            .chain(std::iter::once(&entry.tag))
            .chain(entry.aliases)
            .map(|name| catalog::fold(name))
            .collect();
        for name in own {
            assert!(names.insert(name), "{entry:?}");
        }
    }
}

#[test]
fn the_catalogue_and_the_enum_agree() {
    let samples = any::samples();
    let tags: BTreeSet<String> = samples.iter().map(tag).collect();
    let listed: BTreeSet<String> = CATALOG.iter().map(|entry| entry.tag.to_owned()).collect();
    assert_eq!(tags, listed);
    for action in &samples {
        assert_eq!(action.entry().tag, tag(action));
        let ids = action
            .entry()
            .params
            .iter()
            .filter(|it| it.kind == Kind::Id);
        let given = ids.filter(|it| {
            let json = serde_json::to_value(action).unwrap();
            it.need == Need::Required || !json[it.field].is_null()
        });
        assert_eq!(action.ends().count(), given.count(), "{action:?}");
    }
}

fn tag(action: &Action) -> String {
    let json = serde_json::to_value(action).unwrap();
    json["name"].as_str().unwrap().to_owned()
}

/// The lines of a file in `fixtures/actions`.
fn fixture<T: serde::de::DeserializeOwned>(name: &str) -> Vec<T> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/actions");
    let text = std::fs::read_to_string(format!("{folder}/{name}.jsonl")).unwrap();
    let lines: Vec<T> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(lines.len() > 30, "{name} holds {} lines", lines.len());
    lines
}
