//! Trees made by chance.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

use super::back::{read_back, shape};
use crate::*;
use screen_agent_wire::packet::tree::*;

/// Words that are something else in some form.
const WORDS: [&str; 40] = [
    "word",
    "two words",
    " ",
    "\n",
    "\\",
    "`",
    "``",
    "*",
    "_",
    "**b**",
    "[x](y)",
    "![",
    "!",
    "<b>",
    "</p>",
    "&amp;",
    "&#60;",
    "|",
    "#",
    "# x",
    "- ",
    "+ x",
    "1. ",
    "12) ",
    "---",
    "===",
    "> ",
    "~~",
    "$x$",
    "{#a}",
    "https://a.example",
    "www.a.example",
    "://",
    "bank.com",
    "\u{202e}",
    "\u{1b}[1m",
    "é",
    "日本",
    "=1+1",
    ":-",
];

fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        vec(select(&WORDS[..]), 0..5).prop_map(|words| words.concat()),
        any::<String>(),
    ]
}

fn href() -> impl Strategy<Value = String> {
    prop_oneof![
        select(
            &[
                "https://a.example/x_(y)?q=1&copy;=2#z",
                "https://a.example/|*a*|`b`~~c~~",
                "mailto:a@b.example",
                "javascript:alert(1)",
                "https://evil.example.net/",
                "",
            ][..]
        )
        .prop_map(str::to_owned),
        words(),
    ]
}

fn inline() -> impl Strategy<Value = Inline> {
    let text = |text| TextNode::Text { text };
    prop_oneof![
        3 => words().prop_map(|text| Inline::Text { text }),
        1 => (href(), vec(words().prop_map(text), 0..3))
            .prop_map(|(href, children)| Inline::Link { href, children }),
    ]
}

fn table() -> impl Strategy<Value = Block> {
    let cell = (any::<bool>(), vec(inline(), 0..3))
        .prop_map(|(header, children)| TableCell::TableCell { header, children });
    let row = vec(cell, 0..4).prop_map(|cells| TableRow::TableRow { cells });
    vec(row, 0..4).prop_map(|rows| Block::Table { rows })
}

fn leaf() -> impl Strategy<Value = Block> {
    prop_oneof![
        (0..9_u8, vec(inline(), 0..3))
            .prop_map(|(level, children)| Block::Heading { level, children }),
        vec(inline(), 0..4).prop_map(|children| Block::Paragraph { children }),
        (proptest::option::of(words()), words())
            .prop_map(|(language, text)| Block::CodeBlock { language, text }),
        table(),
    ]
}

fn block() -> impl Strategy<Value = Block> {
    leaf().prop_recursive(10, 60, 4, |inner| {
        let item = vec(inner.clone(), 0..4).prop_map(|children| ListItem::ListItem { children });
        prop_oneof![
            (any::<bool>(), vec(item, 0..4))
                .prop_map(|(ordered, items)| Block::List { ordered, items }),
            vec(inner, 0..4).prop_map(|children| Block::Blockquote { children }),
        ]
    })
}

pub(super) fn doc() -> impl Strategy<Value = Doc> {
    vec(block(), 0..5).prop_map(Doc::new)
}

/// Any JSON, with the words of trees for keys and types.
fn value() -> impl Strategy<Value = Value> {
    const KEYS: [&str; 14] = [
        "type", "children", "items", "rows", "cells", "text", "href", "level", "header", "headers",
        "doc", "language", "ordered", "content",
    ];
    const TYPES: [&str; 14] = [
        "doc",
        "paragraph",
        "heading",
        "list",
        "list_item",
        "table",
        "table_row",
        "table_cell",
        "link",
        "text",
        "quote",
        "code_block",
        "thead",
        "other",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        words().prop_map(Value::from),
        select(&TYPES[..]).prop_map(Value::from),
    ];
    leaf.prop_recursive(8, 80, 6, |inner| {
        let key = select(&KEYS[..]).prop_map(str::to_owned);
        let pairs = vec((key, inner.clone()), 0..5);
        let kind = select(&TYPES[..]);
        prop_oneof![
            vec(inner, 0..5).prop_map(Value::from),
            (kind, pairs).prop_map(|(kind, pairs)| {
                let mut node: serde_json::Map<String, Value> = pairs.into_iter().collect();
                node.insert("type".to_owned(), kind.into());
                Value::Object(node)
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_cleaned_may_be_shown_and_stays_so(doc in doc()) {
        let cleaned = clean(doc);
        prop_assert_eq!(check(&cleaned), Ok(()));
        prop_assert_eq!(clean(cleaned.clone()), cleaned.clone());
        let written = serde_json::to_value(&cleaned).unwrap();
        prop_assert_eq!(read(&written), Ok(cleaned));
    }

    #[test]
    fn an_address_claims_what_it_is(host in "[a-zé_.:0-9\\[\\]%@-]{1,12}", rest in "[a-z/?#.:@_-]{0,6}", ending in select(&["", ".com", ".co.uk", ".example", "."][..])) {
        if let Some(cleaned) = link::clean(&format!("https://{host}{ending}/{rest}")) {
            prop_assert_eq!(link::clean(&cleaned), Some(cleaned.clone()));
            prop_assert_eq!(link::other_host(&cleaned, &cleaned), None, "{}", cleaned);
            let host = link::host(&cleaned).unwrap_or_default();
            prop_assert_eq!(link::other_host(host, &cleaned), None, "{}", cleaned);
        }
    }

    #[test]
    fn whatever_is_read_leniently_may_be_shown(value in value()) {
        if let Some(doc) = read_lenient(&value) {
            prop_assert_eq!(check(&doc), Ok(()));
        }
        if let Ok(doc) = read(&value) {
            prop_assert_eq!(check(&clean(doc)), Ok(()));
        }
    }

    #[test]
    fn markdown_reads_back_as_the_same_tree(doc in doc()) {
        let cleaned = clean(doc);
        let written = markdown(&cleaned);
        prop_assert_eq!(read_back(&written), shape(&cleaned), "{}", written);
    }

    #[test]
    fn every_form_of_any_tree_is_free_of_controls(doc in doc()) {
        for shown in [html(&doc), markdown(&doc), plain(&doc)] {
            let stray = shown.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t'));
            prop_assert_eq!(stray, None, "{}", shown);
        }
    }

    #[test]
    fn html_holds_the_allowed_elements_and_no_others(doc in doc()) {
        for tag in html(&doc).split('<').skip(1) {
            let tag = tag.trim_start_matches('/');
            let name: String = tag.chars().take_while(char::is_ascii_alphanumeric).collect();
            let allowed = ["p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code",
                "table", "thead", "tbody", "tr", "th", "td", "a"];
            prop_assert!(allowed.contains(&name.as_str()), "<{}", tag);
        }
    }
}

proptest! {
    /// Of what we write as Markdown no letter is lost when it is read, and none is added.
    #[test]
    fn our_own_markdown_is_read_back(doc in doc()) {
        let letters = |doc: &Doc| -> String {
            plain(doc).chars().filter(|c| c.is_alphabetic()).collect()
        };
        let doc = clean(doc);
        let again = clean(from_markdown(&markdown(&doc)));
        prop_assert_eq!(letters(&again), letters(&doc));
    }
}
