use screen_agent_wire::packet::Doc;
use screen_agent_wire::packet::document::Document;
use serde_json::json;

use super::*;

fn sent() -> Vec<SentDocument> {
    let page: Document = serde_json::from_value(json!({ "doc_id": "doc:web:summary",
        "kind": "web.observation.summary.v1", "trust": "untrusted",
        "content": { "doc_type": "web.observation.summary.v1", "url": "https://a.test/", "title": "Aurora",
            "text": "H1: Aurora X2\nThe “Aurora” costs $1,299.00 — taxes included.\n- It weighs\u{a0}1.2 kg\nCode: run 42",
            "items": [{ "title": "A story about ferries", "url": "", "snippet": "", "handle_id": "i1", "comment_count": 42 }] } }))
    .unwrap();
    let chunk: Document = serde_json::from_value(json!({ "doc_id": "doc:web:chunk:1",
        "kind": "web.observation.chunk.v1", "trust": "untrusted",
        "content": { "doc_type": "web.observation.chunk.v1", "url": "https://a.test/", "title": "Aurora",
            "chunk_index": 1, "chunk_count": 1, "text": "H2: Service\nService is free for two years." } }))
    .unwrap();
    let found: Document = serde_json::from_value(json!({ "doc_id": "doc:search", "kind": "search.results.v1", "trust": "untrusted",
        "content": { "doc_type": "search.results.v1", "query": "aurora", "engine": "x", "results": [
            { "title": "Elsewhere", "url": "https://else.test/p", "text": "The Aurora is sold in Oslo since March." },
            { "title": "Bad", "url": "javascript:alert(1)", "text": "Something quite different is told here." }] } }))
    .unwrap();
    let handles = ["h1", "p1", "p2"].map(|id| Some(id.to_owned())).to_vec();
    vec![
        SentDocument::of(&page, handles),
        SentDocument::of(&chunk, Vec::new()),
        SentDocument::of(&found, Vec::new()),
    ]
}

fn cite(doc_id: &str, quote: &str) -> Citation {
    Citation {
        doc_id: doc_id.to_owned(),
        quote: Some(quote.to_owned()),
        ..Citation::default()
    }
}

/// The check of one, in short: where it stands, or what is wrong.
fn told(citation: Citation) -> String {
    let checked = check(vec![citation], &sent());
    let one = &checked[0];
    let check = one.check.as_ref().unwrap();
    let place = |id: &Option<String>| id.clone().unwrap_or_else(|| "-".to_owned());
    let stands = format!(
        "{} {} {}",
        one.doc_id,
        place(&one.node_id),
        place(&one.handle_id)
    );
    match check.fault {
        None => stands,
        Some(CitationFault::OtherDocument) if check.verified => format!("elsewhere: {stands}"),
        Some(fault) => serde_json::to_value(fault)
            .unwrap()
            .as_str()
            .unwrap()
            .to_owned(),
    }
}

#[test]
fn quotes_are_found_however_they_are_written() {
    for (doc, quote, expected) in [
        (
            "doc:web:summary",
            "The \"Aurora\" costs $1,299.00 - taxes included.",
            "doc:web:summary n:2 p1",
        ),
        ("doc:web:summary", "the aurora", "quote_not_found"),
        (
            "doc:web:summary",
            "it weighs 1.2 KG",
            "doc:web:summary n:3 p2",
        ),
        (
            "doc:web:summary",
            "- It weighs 1.2 kg",
            "doc:web:summary n:3 p2",
        ),
        (
            "doc:web:summary",
            "taxes included. It weighs",
            "quote_not_found",
        ),
        (
            "doc:web:summary",
            "costs $1,299.00 • taxes included",
            "doc:web:summary n:2 p1",
        ),
        (
            "doc:web:summary",
            "costs $1,299.00, taxes included",
            "doc:web:summary n:2 p1",
        ),
        ("doc:web:summary", "costs $129,900 taxes", "quote_not_found"),
        (
            "doc:web:summary",
            "\"costs $1,299.00 … included\"",
            "doc:web:summary n:2 p1",
        ),
        // Of two blocks, however it is joined.
        (
            "doc:web:summary",
            "costs $1,299.00 … weighs 1.2 kg",
            "quote_not_found",
        ),
        ("doc:web:summary", "weighs … costs", "quote_not_found"),
        ("doc:web:summary", "H1: Aurora X2", "doc:web:summary n:1 h1"),
        (
            "doc:web:summary",
            "story about ferries",
            "doc:web:summary - i1",
        ),
        // Whole words only.
        ("doc:web:summary", "1.2 k", "quote_not_found"),
        ("doc:web:summary", "4", "quote_not_found"),
        ("doc:web:summary", "42", "doc:web:summary n:4 -"),
        // In another piece of the same page, or of all that was sent.
        (
            "doc:web:summary",
            "free for two years",
            "doc:web:chunk:1 n:2 -",
        ),
        ("doc:web", "free", "doc:web:chunk:1 n:2 -"),
        (
            "doc:nowhere",
            "Service is free for two years",
            "elsewhere: doc:web:chunk:1 n:2 -",
        ),
        ("doc:nowhere", "free", "unknown_document"),
        (
            "doc:web:summary",
            "Never said by anybody here",
            "quote_not_found",
        ),
        ("doc:web:summary", "…", "quote_not_found"),
    ] {
        assert_eq!(told(cite(doc, quote)), expected, "{quote}");
    }
}

#[test]
fn places_without_quotes_are_looked_up() {
    let place = |node: Option<&str>, handle: Option<&str>| Citation {
        doc_id: "doc:web:summary".to_owned(),
        node_id: node.map(str::to_owned),
        handle_id: handle.map(str::to_owned),
        ..Citation::default()
    };
    for (citation, expected) in [
        (place(Some("n:2"), None), "doc:web:summary n:2 p1"),
        (place(None, Some("p2")), "doc:web:summary n:3 p2"),
        (place(None, Some("i1")), "doc:web:summary - i1"),
        (place(Some("n:0"), None), "unknown_place"),
        (place(Some("n:99"), None), "unknown_place"),
        (place(Some("12"), None), "unknown_place"),
        (place(None, Some("x\"] , body *")), "unknown_place"),
        (place(None, None), "unquoted"),
    ] {
        assert_eq!(told(citation.clone()), expected, "{citation:?}");
    }
}

#[test]
fn addresses_and_titles_are_ours_and_a_models_own_word_counts_for_nothing() {
    let mut citation = cite("doc:search", "sold in Oslo since March");
    citation.check = Some(CitationCheck {
        verified: true,
        fault: None,
        url: Some("https://evil.test/".to_owned()),
        title: None,
    });
    let checked = check(
        vec![citation, cite("doc:search", "something quite different")],
        &sent(),
    );
    let faces: Vec<_> = checked
        .iter()
        .map(|one| one.check.clone().unwrap())
        .collect();
    assert_eq!(faces[0].url.as_deref(), Some("https://else.test/p"));
    assert_eq!(faces[0].title.as_deref(), Some("Elsewhere"));
    assert_eq!(faces[1].url, None);
    assert!(faces[1].verified);
    let bad = check(
        vec![Citation {
            check: faces.into_iter().next(),
            ..cite("doc:search", "not at all there")
        }],
        &sent(),
    );
    assert!(!bad[0].check.as_ref().unwrap().verified);
}

#[test]
fn the_same_is_kept_once_and_there_are_not_too_many() {
    let many =
        (0..500).map(|at| cite("doc:web:summary", if at % 2 == 0 { "42" } else { "1.2 kg" }));
    assert_eq!(check(many.collect(), &sent()).len(), 2);
}

#[test]
fn values_that_no_document_holds_are_marked() {
    let doc: Doc = serde_json::from_value(json!({ "type": "doc", "children": [
        { "type": "table", "rows": [
            row(&[("Field", true), ("Value", true)]),
            row(&[("price", false), ("$1299.00", false)]),
            row(&[("weight_kg", false), ("1.2 kg", false)]),
            row(&[("maker", false), ("Boreal Inc", false)]),
            row(&[("sku", false), ("not found", false)]),
            row(&[("years", false), ("4", false)]),
        ] },
        { "type": "list", "ordered": false, "items": [
            { "type": "list_item", "children": [{ "type": "paragraph", "children": [{ "type": "text", "text": "maker: Boreal Inc" }] }] },
            { "type": "list_item", "children": [{ "type": "paragraph", "children": [{ "type": "text", "text": "Note: anything" }] }] },
        ] },
    ] }))
    .unwrap();
    let fields = ["price", "weight_kg", "maker", "sku", "years"].map(str::to_owned);
    let marked = serde_json::to_string(&mark_unfounded(doc, &fields, &sent())).unwrap();
    let plain = marked.replace("\"},{\"type\":\"text\",\"text\":\"", "");
    for (value, founded) in [
        ("$1299.00", true),
        ("1.2 kg", true),
        ("Boreal Inc", false),
        ("not found", true),
        ("4", false),
        ("maker: Boreal Inc", false),
        ("Note: anything", true),
    ] {
        let unfounded = plain.contains(&format!("\"{value}{}\"", " [not found in the source]"));
        assert_eq!(unfounded, !founded, "{value}: {plain}");
    }
}

fn row(cells: &[(&str, bool)]) -> serde_json::Value {
    let cells: Vec<_> = cells
        .iter()
        .map(|(text, header)| json!({ "type": "table_cell", "header": header, "children": [{ "type": "text", "text": text }] }))
        .collect();
    json!({ "type": "table_row", "cells": cells })
}

#[test]
fn a_page_of_one_endless_word_is_looked_through_once() {
    use super::book::find_words;
    let page = format!("{} aaa", "a".repeat(400_000));
    // Each place in the word would be tried otherwise: minutes, not milliseconds.
    for _ in 0..64 {
        assert_eq!(find_words(&page, &"a".repeat(499), 0), None);
    }
    assert_eq!(find_words(&page, "aaa", 0), Some(400_001));
    assert_eq!(find_words("-42 42-", "42-", 0), Some(4));
    assert_eq!(find_words("xé é", "é", 0), Some(1));
}
