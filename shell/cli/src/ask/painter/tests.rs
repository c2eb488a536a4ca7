//! Trees out of `fixtures/render`, and what is meant to be obeyed by a terminal.

#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use screen_agent_wire::packet::response::{CitationCheck, CitationFault};
use screen_agent_wire::packet::tree::TextNode;

use super::*;

fn link_to(href: &str, words: &str) -> Inline {
    Inline::Link {
        href: href.to_owned(),
        children: vec![TextNode::Text {
            text: words.to_owned(),
        }],
    }
}

fn row(cells: &[&str]) -> TableRow {
    let cell = |words: &&str| TableCell::TableCell {
        header: false,
        children: vec![Inline::text(*words)],
    };
    TableRow::TableRow {
        cells: cells.iter().map(cell).collect(),
    }
}

/// What is left without our own codes.
fn undressed(painted: String) -> String {
    let ours = [RESET, BOLD, DIM, LINK, CODE];
    ours.iter()
        .fold(painted, |rest, style| rest.replace(style, ""))
}

fn snapshots(inside: &str) -> insta::Settings {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/render");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder.join(inside));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

#[test]
fn a_good_tree_is_shown_in_any_width() {
    for name in ["answer", "lists", "markup", "scripts"] {
        let path = format!("../../fixtures/render/trees/{name}.json");
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
        let doc: Doc = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        snapshots("trees").bind(|| {
            for width in [60, 24] {
                insta::assert_snapshot!(format!("{name}.{width}"), answer(&doc, width, false));
            }
        });
        for width in [24, 60] {
            let coloured = undressed(answer(&doc, width, true));
            assert_eq!(coloured, answer(&doc, width, false), "{name}");
        }
    }
}

#[test]
fn what_is_nested_too_deep_is_not_shown() {
    let mut inner = Block::paragraph("deep");
    for _ in 0..100 {
        inner = Block::Blockquote {
            children: vec![inner],
        };
    }
    let shown = answer(&Doc::new(vec![inner]), 80, true);
    assert!(shown.contains('…') && !shown.contains("deep"), "{shown}");
}

#[test]
fn a_terminal_is_sent_no_control_character_of_the_content() {
    let nasty = "\u{1b}[2J\u{1b}]0;title\u{7}\u{9b}31m\r\u{8}\u{0}\u{202e}text\u{90}";
    let doc = Doc::new(vec![
        Block::heading(1, nasty),
        Block::paragraph(nasty),
        Block::CodeBlock {
            language: Some(nasty.to_owned()),
            text: nasty.to_owned(),
        },
        Block::Table {
            rows: vec![row(&[nasty])],
        },
        Block::Paragraph {
            children: vec![link_to(nasty, nasty)],
        },
    ]);
    let plainly = answer(&doc, 80, false);
    assert!(
        !plainly.chars().any(|c| c.is_control() && c != '\n'),
        "{plainly:?}"
    );
    assert_eq!(undressed(answer(&doc, 80, true)), plainly);
}

#[test]
fn no_line_is_wider_than_the_terminal_and_none_leaves_a_style_open() {
    let words =
        "灯りは明るい lamp verylongwordthatfitsnowhereatall https://a.example/x 👩\u{200d}🔬";
    let list = Block::List {
        ordered: true,
        items: vec![ListItem::ListItem {
            children: vec![Block::paragraph(words)],
        }],
    };
    let doc = Doc::new(vec![
        Block::heading(1, words.repeat(2)),
        Block::paragraph(words.repeat(3)),
        Block::Table {
            rows: vec![row(&[words, words, "short"]), row(&["a"])],
        },
        Block::Blockquote {
            children: vec![list],
        },
        Block::Paragraph {
            children: vec![link_to("https://a.example/", &words.repeat(2))],
        },
    ]);
    for width in [20, 33, 80] {
        for line in answer(&doc, width, true).lines() {
            assert!(display_width(line) <= width, "{width}: {line}");
            let opened = line.matches('\u{1b}').count() - line.matches(RESET).count();
            assert_eq!(opened, line.matches(RESET).count(), "{line:?}");
        }
    }
}

#[test]
fn citations_show_number_quote_title_host_and_doubt() {
    let citation = |quote: &str, verified: bool, url: &str, title: &str| Citation {
        doc_id: "doc:web:summary".to_owned(),
        quote: Some(quote.to_owned()),
        check: Some(CitationCheck {
            verified,
            fault: (!verified).then_some(CitationFault::QuoteNotFound),
            url: Some(url.to_owned()),
            title: Some(title.to_owned()),
        }),
        ..Citation::default()
    };
    let some = [
        citation(
            "49.90 €",
            true,
            "https://lamps.example.org/test",
            "The lamp test",
        ),
        citation(
            "the *best* <b>lamp</b>\n\u{202e}of",
            false,
            "https://lamps.example.org/?a=1&b=2",
            "[x](javascript:y) bank.com",
        ),
        citation(
            "1. x",
            true,
            "javascript:alert(1)",
            "<script>alert(1)</script>",
        ),
        Citation {
            doc_id: "src:1".to_owned(),
            ..Citation::default()
        },
    ];
    snapshots("citations").bind(|| {
        insta::assert_snapshot!("50", citations(&some, 50, false));
    });
    assert_eq!(
        undressed(citations(&some, 50, true)),
        citations(&some, 50, false)
    );
    assert_eq!(citations(&[], 80, true), "");
}
