//! Takes out of texts what looks like a secret: keys and tokens by their form, card numbers, secrets
//! in addresses, and what stands after a word such as "password:".

use screen_agent_page::reading;
use screen_agent_page::secret::is_secret_name;
use screen_agent_wire::packet::tree::{
    Block, Doc, Inline, ListItem, TableCell, TableRow, TextNode,
};

/// Stands for what was taken out.
const HIDDEN: &str = "•••";
/// What keys of well-known services begin with.
const PREFIXES: [&str; 12] = [
    "sk-",
    "sk_live_",
    "rk_live_",
    "ghp_",
    "gho_",
    "ghs_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "xoxp-",
    "AKIA",
    "AIza",
];
/// A key is at least this long.
const KEY: usize = 16;

/// The text without them.
pub(super) fn out_of(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut named = false;
    for piece in pieces(text) {
        if piece.trim().is_empty() {
            named &= !piece.contains('\n');
            out.push_str(piece);
            continue;
        }
        let hidden = named || is_secret(piece);
        named = !hidden && names_secret(piece);
        match hidden {
            true => out.push_str(HIDDEN),
            false => out.push_str(&address(piece)),
        }
    }
    without_cards(&out)
}

/// The same of every text in a tree.
pub(super) fn out_of_doc(doc: Doc) -> Doc {
    let Doc::Doc { children } = doc;
    Doc::Doc {
        children: children.into_iter().map(block).collect(),
    }
}

fn block(node: Block) -> Block {
    match node {
        Block::Heading { level, children } => Block::Heading {
            level,
            children: inlines(children),
        },
        Block::Paragraph { children } => Block::Paragraph {
            children: inlines(children),
        },
        Block::List { ordered, items } => Block::List {
            ordered,
            items: items
                .into_iter()
                .map(|ListItem::ListItem { children }| ListItem::ListItem {
                    children: children.into_iter().map(block).collect(),
                })
                .collect(),
        },
        Block::Blockquote { children } => Block::Blockquote {
            children: children.into_iter().map(block).collect(),
        },
        Block::CodeBlock { language, text } => Block::CodeBlock {
            language,
            text: out_of(&text),
        },
        Block::Table { rows } => Block::Table {
            rows: rows.into_iter().map(row).collect(),
        },
    }
}

fn row(TableRow::TableRow { cells }: TableRow) -> TableRow {
    let cell = |TableCell::TableCell { header, children }: TableCell| TableCell::TableCell {
        header,
        children: inlines(children),
    };
    TableRow::TableRow {
        cells: cells.into_iter().map(cell).collect(),
    }
}

fn inlines(nodes: Vec<Inline>) -> Vec<Inline> {
    let one = |node| match node {
        Inline::Text { text } => Inline::Text {
            text: out_of(&text),
        },
        Inline::Link { href, children } => Inline::Link {
            href: reading::clean_url(&href).0,
            children: children
                .into_iter()
                .map(|TextNode::Text { text }| TextNode::Text {
                    text: out_of(&text),
                })
                .collect(),
        },
    };
    nodes.into_iter().map(one).collect()
}

/// Words and the white space between them, in order.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = rest.find(|c: char| c.is_whitespace() != first.is_whitespace());
        let (piece, left) = rest.split_at(end.unwrap_or(rest.len()));
        rest = left;
        Some(piece)
    })
}

fn is_secret(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-');
    let long = word.len() >= KEY && !word.contains("://");
    long && (PREFIXES.iter().any(|prefix| word.starts_with(prefix)) || is_signed_token(word))
}

/// Three parts of base64 whose first is JSON.
fn is_signed_token(word: &str) -> bool {
    let base64 = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_=".contains(&byte))
    };
    word.starts_with("eyJ") && word.split('.').count() == 3 && word.split('.').all(base64)
}

/// The next word is a secret: "password:", "api_key =", "Bearer".
fn names_secret(word: &str) -> bool {
    if word == "Bearer" {
        return true;
    }
    let name = word.strip_suffix([':', '=']);
    name.is_some_and(|name| {
        is_secret_name(name)
            || matches!(
                name.to_ascii_lowercase().as_str(),
                "api_key" | "apikey" | "token" | "secret"
            )
    })
}

fn address(word: &str) -> String {
    match word.starts_with("http://") || word.starts_with("https://") {
        true => reading::clean_url(word).0,
        false => word.to_owned(),
    }
}

/// Numbers of 13 to 19 digits, in groups or not, that check as cards do.
fn without_cards(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest
            .find(|c: char| !c.is_ascii_digit() && c != ' ' && c != '-')
            .unwrap_or(rest.len());
        let number = rest[..end].trim_end_matches([' ', '-']);
        match is_card(number) {
            true => out.push_str(HIDDEN),
            false => out.push_str(number),
        }
        rest = &rest[number.len()..];
    }
    out + rest
}

fn is_card(number: &str) -> bool {
    let digits: Vec<u32> = number.chars().filter_map(|c| c.to_digit(10)).collect();
    if !(13..=19).contains(&digits.len()) {
        return false;
    }
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(at, digit)| match at % 2 {
            0 => *digit,
            _ => digit * 2 / 10 + digit * 2 % 10,
        })
        .sum();
    sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_taken_out_and_words_stay() {
        for (text, expected) in [
            ("nothing here,\n  at all", "nothing here,\n  at all"),
            ("my key is sk-abcdefghijklmnopqrst.", "my key is •••"),
            ("password: hunter2 and more", "password: ••• and more"),
            ("password:\nnext line", "password:\nnext line"),
            ("Authorization: Bearer abc", "Authorization: Bearer •••"),
            ("card 4111 1111 1111 1111 ok", "card ••• ok"),
            (
                "order 4111 1111 1111 1112 ok",
                "order 4111 1111 1111 1112 ok",
            ),
            ("call 030 1234567", "call 030 1234567"),
            ("eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl", "•••"),
            ("sketch", "sketch"),
        ] {
            assert_eq!(out_of(text), expected, "{text:?}");
        }
        let clean = out_of("see https://a.example/x?token=abcdef&p=2 now");
        assert!(!clean.contains("abcdef"), "{clean}");
        assert!(clean.contains("p=2") && clean.ends_with(" now"), "{clean}");
    }

    #[test]
    fn a_tree_keeps_its_shape() {
        let doc = Doc::new(vec![
            Block::heading(2, "token: abc"),
            Block::paragraph("fine"),
        ]);
        let expected = Doc::new(vec![
            Block::heading(2, "token: •••"),
            Block::paragraph("fine"),
        ]);
        assert_eq!(out_of_doc(doc), expected);
    }
}
