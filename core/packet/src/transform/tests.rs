#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;

use screen_agent_wire::packet::response::{CitationCheck, CitationFault};
use screen_agent_wire::packet::{Citation, Doc, Document};
use serde_json::{Map, Value, json};

use super::*;

fn doc(children: Value) -> Doc {
    serde_json::from_value(json!({"type": "doc", "children": children})).unwrap()
}

fn text(text: &str) -> Value {
    json!([{"type": "text", "text": text}])
}

fn heading(words: &str) -> Value {
    json!({"type": "heading", "level": 2, "children": text(words)})
}

fn paragraph(words: &str) -> Value {
    json!({"type": "paragraph", "children": text(words)})
}

fn list(entries: &[&str]) -> Value {
    let items: Vec<Value> = entries
        .iter()
        .map(|entry| json!({"type": "list_item", "children": [paragraph(entry)]}))
        .collect();
    json!({"type": "list", "ordered": true, "items": items})
}

/// The first row heads the table.
fn table(rows: &[&[&str]]) -> Value {
    let rows: Vec<Value> = rows
        .iter()
        .enumerate()
        .map(|(index, cells)| {
            let cells: Vec<Value> = cells
                .iter()
                .map(|cell| json!({"type": "table_cell", "header": index == 0, "children": text(cell)}))
                .collect();
            json!({"type": "table_row", "cells": cells})
        })
        .collect();
    json!({"type": "table", "rows": rows})
}

fn cited() -> Vec<Citation> {
    vec![Citation {
        doc_id: "src_1".to_owned(),
        quote: Some("It costs 12 francs.".to_owned()),
        ..Citation::default()
    }]
}

fn check(name: &str, children: Value) -> Result<(), String> {
    find(name).unwrap().check(&doc(children), &cited())
}

/// What is wrong holds these words; nothing is wrong where there are none.
fn assert_check(name: &str, children: Value, expected: &str) {
    let found = check(name, children.clone());
    match (&found, expected) {
        (Ok(()), "") => {}
        (Err(why), expected) if !expected.is_empty() && why.contains(expected) => {}
        _ => panic!("{name}: {found:?}, expected {expected:?} of {children}"),
    }
}

#[test]
fn every_type_is_told_apart_and_says_what_it_is() {
    let names: BTreeSet<&str> = types().iter().map(|transform| transform.name).collect();
    assert_eq!(names.len(), 8);
    for transform in types() {
        assert_eq!(find(transform.name).unwrap().title, transform.title);
        assert!(
            transform.guidance.contains("`answer`"),
            "{}",
            transform.name
        );
        assert!(transform.guidance.contains("Cite"), "{}", transform.name);
        assert!(transform.description.ends_with('.'), "{}", transform.name);
        let count = transform.count;
        assert!(
            (count.least..=count.most).contains(&count.usual),
            "{}",
            transform.name
        );
    }
    assert!(find("poem").is_none());
}

#[test]
fn a_comparison_is_a_table_with_headers_and_no_gaps() {
    let good: &[&[&str]] = &[&["Aspect", "A", "B"], &["Price", "12", "Unknown"]];
    for (children, expected) in [
        (json!([paragraph("Two jackets."), table(good)]), ""),
        (json!([paragraph("A is cheaper.")]), "holds a table"),
        (
            json!([table(&[&["Aspect", "A"], &["Price", "12"]])]),
            "two things",
        ),
        (json!([table(&[&["Aspect", "A", "B"]])]), "there is none"),
        (
            json!([table(&[&["Aspect", "A", "B"], &["Price", "12"]])]),
            "3 cells",
        ),
        (
            json!([table(&[&["Aspect", "A", "B"], &["Price", "12", " "]])]),
            "Unknown",
        ),
    ] {
        assert_check("comparison", children, expected);
    }
    let mut bare = table(good);
    bare["rows"][0]["cells"][1]["header"] = json!(false);
    assert_check("comparison", json!([bare]), "a row of its headers");
}

#[test]
fn a_timeline_has_dates_in_order() {
    let rows = |rows: &[&[&str]]| {
        let head: &[&str] = &["Date", "Event"];
        json!([table(&[&[head], rows].concat())])
    };
    for (children, expected) in [
        (
            rows(&[
                &["2025-01", "Began"],
                &["2025-01-09", "Met"],
                &["Undated", "Ended"],
            ]),
            "",
        ),
        (rows(&[&["March 2020", "Began"], &["1990s", "Met"]]), ""),
        (
            rows(&[&["2026", "Ended"], &["2025-03", "Began"]]),
            "in order",
        ),
        (
            rows(&[&["2025-03-02", "B"], &["2025-03-01", "A"]]),
            "in order",
        ),
        (rows(&[&["Soon", "Began"]]), "event 1 has no date"),
        (
            json!([list(&["2024: it began", "In May 2025 it ended"])]),
            "",
        ),
        (json!([list(&["2024: it began", "It ended"])]), "event 2"),
        (json!([paragraph("It began in 2024.")]), "neither"),
    ] {
        assert_check("timeline", children, expected);
    }
}

#[test]
fn a_brief_begins_with_what_it_comes_to() {
    let points = list(&["Sales rose.", "Costs fell."]);
    let long = "word ".repeat(1_000);
    for (children, expected) in [
        (
            json!([paragraph("Buy."), heading("Key points"), points.clone()]),
            "",
        ),
        (
            json!([heading("Brief"), paragraph("Buy."), points.clone()]),
            "",
        ),
        (json!([points.clone()]), "Begin the brief"),
        (json!([paragraph("Buy.")]), "list"),
        (json!([paragraph(&long), points]), "at most 900"),
    ] {
        assert_check("executive_brief", children, expected);
    }
}

#[test]
fn a_report_has_sections_with_text() {
    for (children, expected) in [
        (
            json!([heading("A"), paragraph("a"), heading("B"), list(&["b"])]),
            "",
        ),
        (json!([paragraph("a")]), "sections"),
        (json!([heading("A"), heading("B"), paragraph("b")]), "\"A\""),
        (json!([heading("A"), paragraph("a"), heading("B")]), "\"B\""),
    ] {
        assert_check("report", children, expected);
    }
}

#[test]
fn an_outline_has_two_levels() {
    let nested = json!({"type": "list", "ordered": true, "items": [
        {"type": "list_item", "children": [paragraph("One"), list(&["a", "b"])]},
    ]});
    for (children, expected) in [
        (json!([nested]), ""),
        (
            json!([heading("A"), list(&["a"]), heading("B"), list(&["b"])]),
            "",
        ),
        (json!([list(&["a", "b"])]), "parts"),
        (json!([paragraph("a")]), "list"),
    ] {
        assert_check("outline", children, expected);
    }
}

#[test]
fn a_study_guide_ends_with_questions() {
    for (children, expected) in [
        (
            json!([
                heading("Main ideas"),
                paragraph("a"),
                heading("Questions"),
                list(&["Why?"])
            ]),
            "",
        ),
        (
            json!([
                heading("Main ideas"),
                paragraph("a"),
                heading("Terms"),
                list(&["b"])
            ]),
            "questions",
        ),
        (json!([heading("Main ideas"), list(&["Why?"])]), "sections"),
        (
            json!([
                heading("A"),
                paragraph("Why?"),
                heading("B"),
                paragraph("b")
            ]),
            "list",
        ),
    ] {
        assert_check("study_guide", children, expected);
    }
}

#[test]
fn a_quiz_answers_what_it_asks() {
    let questions = list(&["What?", "Why?"]);
    for (children, expected) in [
        (
            json!([
                heading("Questions"),
                questions.clone(),
                heading("Answers"),
                list(&["a", "b"])
            ]),
            "",
        ),
        (
            json!([table(&[&["Question", "Answer"], &["What?", "That."]])]),
            "",
        ),
        (
            json!([heading("Questions"), questions.clone()]),
            "Give the answers",
        ),
        (
            json!([questions, heading("Answers"), list(&["a"])]),
            "2 questions and 1 answers",
        ),
        (json!([paragraph("What?")]), "ordered list"),
        (
            json!([table(&[&["Question", "Answer"], &["What?", ""]])]),
            "empty",
        ),
    ] {
        assert_check("quiz", children, expected);
    }
}

#[test]
fn flashcards_have_two_sides() {
    for (children, expected) in [
        (json!([table(&[&["Front", "Back"], &["a", "b"]])]), ""),
        (
            json!([table(&[&["Front", "Back"], &["a", "b"], &["A ", "c"]])]),
            "one card",
        ),
        (
            json!([table(&[&["Front", "Back", "Hint"], &["a", "b", "c"]])]),
            "two columns",
        ),
        (json!([list(&["a"])]), "table"),
    ] {
        assert_check("flashcards", children, expected);
    }
}

#[test]
fn an_answer_without_a_citation_that_may_hold_is_sent_back() {
    let cards = doc(json!([table(&[&["Front", "Back"], &["a", "b"]])]));
    let transform = find("flashcards").unwrap();
    assert!(transform.check(&cards, &[]).unwrap_err().contains("quotes"));
    let mut broken = cited();
    broken[0].check = Some(CitationCheck {
        verified: false,
        fault: Some(CitationFault::QuoteNotFound),
        url: None,
        title: None,
    });
    assert!(transform.check(&cards, &broken).is_err());
    broken.extend(cited());
    assert_eq!(transform.check(&cards, &broken), Ok(()));
}

fn config(name: &str, config: Value) -> Result<Config, String> {
    let Value::Object(config) = config else {
        panic!("an object");
    };
    Config::read(find(name).unwrap(), &config).map_err(|fault| fault.to_string())
}

#[test]
fn a_configuration_is_typed_and_bounded() {
    let usual = config("quiz", json!({})).unwrap();
    assert_eq!(
        usual,
        Config {
            depth: Depth::Standard,
            count: 10,
            tone: Tone::Neutral
        }
    );
    let other = json!({"depth": "deep", "count": 3, "tone": "friendly"});
    let told = config("quiz", other).unwrap().told(find("quiz").unwrap());
    assert!(told.contains("about 3 questions"), "{told}");
    assert!(
        told.contains("disagree") && told.contains("friendly"),
        "{told}"
    );
    for (written, fault) in [
        (
            json!({"count": 0}),
            "config.count: expected 1 to 50 questions",
        ),
        (
            json!({"count": 51}),
            "config.count: expected 1 to 50 questions",
        ),
        (
            json!({"count": 2.5}),
            "config.count: expected 1 to 50 questions",
        ),
        (
            json!({"count": "3"}),
            "config.count: expected 1 to 50 questions",
        ),
        (
            json!({"depth": "abyss"}),
            "config.depth: expected one of brief, standard, deep",
        ),
        (
            json!({"depth": 2}),
            "config.depth: expected one of brief, standard, deep",
        ),
        (
            json!({"tone": null}),
            "config.tone: expected one of neutral, formal, friendly, plain",
        ),
        (
            json!({"length": 2}),
            "config.length: expected depth, count or tone",
        ),
    ] {
        assert_eq!(
            config("quiz", written.clone()),
            Err(fault.to_owned()),
            "{written}"
        );
    }
}

#[test]
fn the_same_thing_has_the_same_key_and_no_other_has_it() {
    let (quiz, cards) = (find("quiz").unwrap(), find("flashcards").unwrap());
    let usual = Config::read(quiz, &Map::new()).unwrap();
    let one = SourceMark {
        id: "src_1",
        hash: Some("aa"),
    };
    let two = SourceMark {
        id: "src_2",
        hash: None,
    };
    let key = dedupe_key("col_1", quiz, &usual, &[one, two]);
    assert_eq!(key, dedupe_key("col_1", quiz, &usual, &[two, one]));
    assert_eq!(key.len(), 64);
    let recaptured = SourceMark {
        id: "src_1",
        hash: Some("bb"),
    };
    let shorter = Config { count: 9, ..usual };
    for other in [
        dedupe_key("col_2", quiz, &usual, &[one, two]),
        dedupe_key("col_1", cards, &usual, &[one, two]),
        dedupe_key("col_1", quiz, &shorter, &[one, two]),
        dedupe_key("col_1", quiz, &usual, &[one]),
        dedupe_key("col_1", quiz, &usual, &[recaptured, two]),
    ] {
        assert_ne!(key, other);
    }
}

#[test]
fn what_the_sources_hold_by_their_structure_is_made_without_a_model() {
    let source = |id: &str, title: &str, text: &str| -> Document {
        serde_json::from_value(json!({ "doc_id": id, "kind": "collection.source.v1", "trust": "untrusted",
            "content": { "doc_type": "collection.source.v1", "source_id": id, "title": title, "url": format!("https://{id}.test/"), "text": text } }))
        .unwrap()
    };
    let sources = [
        source(
            "a",
            "Brass lamp",
            "H1: Brass lamp\nH2: Facts\nWeight: 1.2 kg\nPrice: £18\nH2: History\nIt was first made in Leeds in 1931.\nIn May 1950 it was made for the last time.",
        ),
        source(
            "b",
            "Steel lamp",
            "H1: Steel lamp\nH2: Data\nWeight: 3 kg\nHeight: 40 cm\nIt won a prize on 2 June 1948.",
        ),
    ];
    let made = |name: &str| {
        let kind = find(name).unwrap();
        let config = Config::read(kind, &serde_json::Map::new()).unwrap();
        crate::quoted::make(kind, &config, &sources)
            .map(|made| screen_agent_answer::plain(&made.doc))
    };
    let comparison = made("comparison").unwrap();
    assert!(
        comparison.contains("Aspect | Brass lamp | Steel lamp"),
        "{comparison}"
    );
    assert!(
        comparison.contains("Weight | 1.2 kg [1] | 3 kg [2]"),
        "{comparison}"
    );
    assert!(!comparison.contains("Height"), "{comparison}");
    let timeline = made("timeline").unwrap();
    let dates: Vec<&str> = timeline
        .lines()
        .filter_map(|line| line.split_once(" | "))
        .map(|(date, _)| date)
        .collect();
    assert_eq!(dates[2..], ["1931", "1948-06-02", "1950-05"], "{timeline}");
    assert!(
        made("outline").unwrap().contains("History [2]"),
        "{:?}",
        made("outline")
    );
    assert!(
        made("flashcards").unwrap().contains("Price | £18 [2]"),
        "{:?}",
        made("flashcards")
    );
    assert_eq!(made("report"), None);
}
