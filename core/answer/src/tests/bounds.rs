//! Trees at the limits, and far beyond them.

use serde_json::Value;

use super::{link_to, row, tree};
use crate::limits::{CHARACTERS, DEPTH, NODES};
use crate::*;
use screen_agent_wire::packet::tree::*;

fn nested(levels: usize) -> Doc {
    let mut inner = Block::paragraph("deep");
    for _ in 0..levels {
        inner = Block::Blockquote {
            children: vec![inner],
        };
    }
    tree(vec![inner])
}

/// Built by hand: `json!` would copy the value once a level.
fn deep_value(levels: usize) -> Value {
    let node = |kind: &str, child: Value| {
        let children = Value::Array(vec![child]);
        let pairs = [
            ("type".to_owned(), kind.into()),
            ("children".to_owned(), children),
        ];
        Value::Object(pairs.into_iter().collect())
    };
    let mut value = node(
        "paragraph",
        serde_json::json!({ "type": "text", "text": "deep" }),
    );
    for _ in 0..levels {
        value = node("blockquote", value);
    }
    node("doc", value)
}

/// A value that deep cannot be dropped as it is: that would go down its levels on the stack.
fn take_apart(mut value: Value) {
    while let Some(inner) = value.get_mut("children").and_then(|inner| inner.get_mut(0)) {
        value = inner.take();
    }
}

#[test]
fn a_tree_may_be_as_deep_as_the_limit_and_no_deeper() {
    // The root, the quotations, the paragraph and its text.
    let fits = DEPTH - 3;
    assert_eq!(check(&nested(fits)), Ok(()));
    assert_eq!(clean(nested(fits)), nested(fits));
    assert!(read(&deep_value(fits)).is_ok());
    let fault = check(&nested(fits + 1)).unwrap_err();
    assert_eq!(fault.wrong, Wrong::TooDeep);
    assert_eq!(
        read(&deep_value(fits + 1)).unwrap_err().wrong,
        Wrong::TooDeep
    );
    assert_eq!(clean(nested(fits + 1)), nested(fits));
}

#[test]
fn no_depth_overflows_the_stack() {
    let doc = clean(nested(200_000));
    assert_eq!(check(&doc), Ok(()));
    assert_eq!(plain(&doc).matches("deep").count(), 1);
    let value = deep_value(20_000);
    assert_eq!(read(&value).unwrap_err().wrong, Wrong::TooDeep);
    let _ = read_lenient(&value);
    take_apart(value);
}

#[test]
fn renderers_stop_where_a_tree_is_too_deep() {
    let doc = nested(100);
    for shown in [html(&doc), markdown(&doc), plain(&doc)] {
        assert!(shown.contains('…') && !shown.contains("deep"), "{shown}");
    }
    assert_eq!(csv(&doc), None);
}

#[test]
fn too_many_nodes_are_cut_with_a_mark() {
    let lines = |count: usize| {
        tree(
            (0..count)
                .map(|n| Block::paragraph(n.to_string()))
                .collect(),
        )
    };
    // Each line is a paragraph and its text; the root is one more.
    let most = (NODES - 1) / 2;
    assert_eq!(check(&lines(most)), Ok(()));
    assert_eq!(
        check(&lines(most + 1)).unwrap_err().wrong,
        Wrong::TooManyNodes
    );
    let cut = clean(lines(10 * NODES));
    assert_eq!(check(&cut), Ok(()));
    assert!(plain(&cut).ends_with("was left out: it is too long.]\n"));
    assert_eq!(clean(cut.clone()), cut);
}

#[test]
fn too_many_characters_are_cut_with_a_mark() {
    let long = "é".repeat(CHARACTERS + 1);
    let doc = tree(vec![
        Block::paragraph("before"),
        Block::paragraph(&*long),
        Block::paragraph("after"),
    ]);
    assert_eq!(check(&doc).unwrap_err().wrong, Wrong::TooLong);
    let cut = clean(doc);
    assert_eq!(check(&cut), Ok(()));
    let shown = plain(&cut);
    assert!(
        shown.starts_with("before\n\néé") && shown.contains("é…\n\n[") && !shown.contains("after")
    );
    assert_eq!(clean(cut.clone()), cut);
}

#[test]
fn an_address_is_left_out_rather_than_cut() {
    let filler = Block::paragraph("x".repeat(CHARACTERS - 90));
    let address = format!("https://a.example/{}", "y".repeat(60));
    let linked = Block::Paragraph {
        children: vec![link_to(&address, "here")],
    };
    let cut = clean(tree(vec![filler, linked]));
    assert_eq!(check(&cut), Ok(()));
    assert!(!plain(&cut).contains("https"));
}

#[test]
fn a_row_is_kept_whole_or_not_at_all() {
    let rows = (0..NODES).map(|_| row(&["a", "b", "c"])).collect();
    let cut = clean(tree(vec![Block::Table { rows }]));
    assert_eq!(check(&cut), Ok(()));
    let [Block::Table { rows }, Block::Paragraph { .. }] = cut.children() else {
        panic!("{:.300}", format!("{cut:?}"));
    };
    assert!(rows.len() > 500);
    let whole = rows
        .iter()
        .filter(|TableRow::TableRow { cells }| cells.len() == 3);
    assert_eq!(whole.count(), rows.len());
}

#[test]
fn a_table_where_none_fits_becomes_its_rows() {
    let mut block = Block::Table {
        rows: vec![row(&["a", "b"]), row(&["c"])],
    };
    for _ in 0..DEPTH {
        block = Block::Blockquote {
            children: vec![block],
        };
    }
    let cleaned = clean(tree(vec![block]));
    assert_eq!(check(&cleaned), Ok(()));
    let shown = plain(&cleaned);
    assert!(
        shown.contains("a | b") && shown.contains("> c\n"),
        "{shown}"
    );
}

#[test]
fn a_spreadsheet_computes_nothing() {
    let cells = [
        "=1+1",
        "+cmd|' /C calc'!A0",
        "-2+3",
        "@SUM(A1)",
        "\t=1",
        "＝1+1",
        "-12.5",
        "+3",
        "-",
        "a=b",
        "a,b",
        "\"",
        "x\ny",
    ];
    let rows = cells.iter().map(|cell| row(&[cell])).collect();
    let shown = csv(&tree(vec![Block::Table { rows }])).unwrap();
    let expected = "\"'=1+1\"\r\n\"'+cmd|' /C calc'!A0\"\r\n\"'-2+3\"\r\n\"'@SUM(A1)\"\r\n\"'=1\"\r\n\"'＝1+1\"\r\n-12.5\r\n+3\r\n\"'-\"\r\na=b\r\n\"a,b\"\r\n\"\"\"\"\r\nx y\r\n";
    assert_eq!(shown, expected);
}
