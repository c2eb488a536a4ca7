//! Markdown as models write it.

use serde_json::json;

use crate::{clean, from_markdown, plain};
use screen_agent_wire::packet::tree::{Block, Doc};

fn blocks(text: &str) -> Vec<Block> {
    let Doc::Doc { children } = from_markdown(text);
    children
}

#[test]
fn blocks_are_read() {
    let text = "## Opening hours\nOpen **daily** [1], see [the page](https://a.test/x).\nClosed on 1\\. May\n\n\
        - One\n  - inside | too\n- Two | three\n\n1. First\n\n   more of it\n2. Second\n> Quoted\n> - entry\n\
        ```rust\nlet a = \"|\";\n```\n---\nend";
    insta::assert_json_snapshot!(from_markdown(text));
}

#[test]
fn tables_are_read_with_and_without_their_line_of_dashes() {
    let bare = blocks("Plan | Price [1]\nTeam | €22\nSolo | a \\| b");
    assert_eq!(
        bare,
        blocks("| Plan | Price [1] |\n|:---|---:|\n| Team | €22 |\n| Solo | a \\| b |")
    );
    assert_eq!(
        plain(&from_markdown("a | b\n1 | 2\n\nc")).lines().count(),
        5
    );
    let words = |text: &str| matches!(blocks(text)[..], [Block::Paragraph { .. }]);
    // One such line alone is words, and so are bars that part nothing.
    for text in ["Home | News | About", "a|b\nc|d", "|", "||"] {
        assert!(words(text), "{text}");
    }
    let headless = blocks("| | |\n|---|---|\n| a | b |");
    assert_eq!(json!(headless)[0]["rows"][0]["cells"][0]["header"], false);
}

#[test]
fn what_is_no_mark_stays_a_word() {
    for (text, expected) in [
        ("2*3*4 is 24", "2*3*4 is 24"),
        ("a_b_c and 5__6__7", "a_b_c and 5__6__7"),
        ("*one* _two_ __three__ **four**.", "one two three four."),
        ("`a*b*c` and ``x`y``", "a*b*c and x`y"),
        ("[1] and [2][3]", "[1] and [2][3]"),
        ("[x](", "[x]("),
        ("![alt](https://a.test/a.png)", "alt"),
        ("#hash and 5 > 3 < 4", "#hash and 5 > 3 < 4"),
        ("\\*kept\\*", "*kept*"),
        ("a **b", "a **b"),
        ("-5 degrees", "-5 degrees"),
        ("<script>x</script>", "<script>x</script>"),
    ] {
        assert_eq!(plain(&from_markdown(text)).trim_end(), expected, "{text}");
    }
}

#[test]
fn reading_is_linear_and_its_depth_is_bounded() {
    for piece in [
        "- ", "  - a\n", "> ", "[", "[a](", "*a ", "`", "| ", "```\n", "#", "<http://", "\\",
        "1. ", "\n", "**_", "a | b\n",
    ] {
        let text = piece.repeat(64 * 1024 / piece.len());
        let tree = from_markdown(&text);
        assert!(crate::check(&clean(tree)).is_ok(), "{piece}");
    }
    let deep: String = (0..60)
        .map(|depth| format!("{}- a\n", "  ".repeat(depth)))
        .collect();
    let said = plain(&from_markdown(&deep));
    assert_eq!(said.matches('a').count(), 60);
}
