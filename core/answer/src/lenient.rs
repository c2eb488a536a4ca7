//! Reads what a model wrote instead of a tree as far as it makes sense.
//!
//! Names that are meant are understood (`document`, `quote`, `p`, `h2`, `ul`, `td` …), words stand
//! for a list of words, lists and tables may hold bare words, numbers or records, and a node that
//! nobody knows keeps its words. Nothing is ever taken for markup.

mod inline;
mod table;

use serde_json::{Map, Value};

use super::clean::clean;
use super::limits::{DEPTH, NODES};
use screen_agent_wire::packet::tree::{Block, Doc, Inline, ListItem};

pub(super) type Node = Map<String, Value>;

/// Reads whatever holds words; nothing where there are none. What is given is valid.
pub fn read_lenient(value: &Value) -> Option<Doc> {
    let mut reader = Reader { seen: 0 };
    let doc = clean(Doc::new(reader.blocks(value, 0)));
    (!doc.children().is_empty()).then_some(doc)
}

/// What a node is taken for.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Group,
    Heading(u8),
    Paragraph,
    List(bool),
    Item,
    Quote,
    Code,
    Table,
    Row,
    Cell,
    Inline,
    Break,
}

/// What a tree is wrapped in.
const WRAPPED: [&str; 3] = ["doc", "document", "render"];

struct Reader {
    /// How many values were looked at.
    seen: usize,
}

impl Reader {
    /// Blocks out of any value, in order.
    fn blocks(&mut self, value: &Value, depth: usize) -> Vec<Block> {
        self.seen += 1;
        // Deeper or more than is ever shown: what is left is for `clean` to mark as cut.
        if depth > 3 * DEPTH || self.seen > 4 * NODES {
            return Vec::new();
        }
        match value {
            Value::Null => Vec::new(),
            Value::Bool(_) | Value::Number(_) => vec![Block::paragraph(value.to_string())],
            Value::String(words) => paragraphs(words),
            Value::Array(parts) => self.sequence(parts, depth),
            Value::Object(node) => self.node(node, depth),
        }
    }

    /// Blocks one after the other; words between them become paragraphs, entries lists, and rows
    /// tables.
    fn sequence(&mut self, parts: &[Value], depth: usize) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut rest = parts;
        while let Some(first) = rest.first() {
            let kind = kind_of(first);
            let alike = |part: &&Value| kind_of(part) == kind;
            let length = match kind {
                Some(Kind::Inline | Kind::Item | Kind::Row | Kind::Break) => {
                    rest.iter().take_while(alike).count()
                }
                _ => 1,
            };
            let (run, others) = rest.split_at(length);
            rest = others;
            match kind {
                Some(Kind::Inline | Kind::Break) => paragraph(inline::of(run), &mut blocks),
                Some(Kind::Item) => blocks.extend(self.list(false, run, depth)),
                Some(Kind::Row) => blocks.extend(table::of_rows(run)),
                _ => blocks.extend(self.blocks(first, depth + 1)),
            }
        }
        blocks
    }

    fn node(&mut self, node: &Node, depth: usize) -> Vec<Block> {
        match kind(node) {
            Some(Kind::Heading(_) | Kind::Paragraph) if holds_blocks(node) => {
                self.inside(node, depth)
            }
            Some(Kind::Heading(level)) => heading(level, inline::children(node)),
            Some(Kind::Paragraph) => paragraph_of(inline::children(node)),
            Some(Kind::Inline | Kind::Break) => {
                paragraph_of(inline::of(&[Value::Object(node.clone())]))
            }
            Some(Kind::List(ordered)) => {
                match first(node, &["items", "children", "content", "entries", "text"]) {
                    Some(Value::Array(items)) => self.list(ordered, items, depth),
                    Some(other) => self.blocks(other, depth + 1),
                    None => Vec::new(),
                }
            }
            Some(Kind::Quote) => {
                let children = self.inside(node, depth);
                (!children.is_empty())
                    .then_some(Block::Blockquote { children })
                    .into_iter()
                    .collect()
            }
            Some(Kind::Code) => code(node),
            Some(Kind::Table) => table::of(node).into_iter().collect(),
            Some(Kind::Row) => table::of_rows(&[Value::Object(node.clone())]),
            Some(Kind::Group | Kind::Item | Kind::Cell) => self.inside(node, depth),
            None => self.unknown(node, depth),
        }
    }

    fn list(&mut self, ordered: bool, items: &[Value], depth: usize) -> Vec<Block> {
        let mut entries = Vec::new();
        for item in items {
            let children = self.blocks(item, depth + 1);
            if !children.is_empty() {
                entries.push(ListItem::ListItem { children });
            }
        }
        let items = entries;
        (!items.is_empty())
            .then_some(Block::List { ordered, items })
            .into_iter()
            .collect()
    }

    /// What stands inside a node, as blocks.
    fn inside(&mut self, node: &Node, depth: usize) -> Vec<Block> {
        let title = first(node, &["title", "heading"])
            .filter(|title| title.is_string())
            .map(|title| heading(2, inline::of(std::slice::from_ref(title))));
        let mut blocks = title.unwrap_or_default();
        let keys = [
            "children", "content", "text", "items", "blocks", "body", "value",
        ];
        let inside = first(node, &keys).or_else(|| first(node, &WRAPPED));
        if let Some(inside) = inside {
            blocks.extend(self.blocks(inside, depth + 1));
        }
        blocks
    }

    /// A node that nobody knows: what it wraps, or its words.
    fn unknown(&mut self, node: &Node, depth: usize) -> Vec<Block> {
        if let Some(wrapped) = first(node, &WRAPPED) {
            return self.blocks(wrapped, depth + 1);
        }
        if node.contains_key("rows") {
            return table::of(node).into_iter().collect();
        }
        self.inside(node, depth)
    }
}

/// What a value is taken for, where it says so.
fn kind_of(value: &Value) -> Option<Kind> {
    match value {
        Value::String(words) if words.contains("\n\n") => None,
        Value::String(_) | Value::Number(_) | Value::Bool(_) => Some(Kind::Inline),
        Value::Object(node) => kind(node),
        Value::Null | Value::Array(_) => None,
    }
}

/// What a node is taken for, by its type.
fn kind(node: &Node) -> Option<Kind> {
    let name = node.get("type")?.as_str()?.trim().to_ascii_lowercase();
    let level = || level(node).unwrap_or(2);
    Some(match name.as_str() {
        "doc" | "document" | "root" | "body" | "section" | "article" | "div" => Kind::Group,
        "heading" | "header" | "title" => Kind::Heading(level()),
        "h1" => Kind::Heading(1),
        "h2" => Kind::Heading(2),
        "h3" => Kind::Heading(3),
        "h4" => Kind::Heading(4),
        "h5" => Kind::Heading(5),
        "h6" => Kind::Heading(6),
        "paragraph" | "p" => Kind::Paragraph,
        "list" => Kind::List(is_ordered(node)),
        "ul" | "bullet_list" | "unordered_list" | "bulletlist" => Kind::List(false),
        "ol" | "ordered_list" | "numbered_list" | "orderedlist" => Kind::List(true),
        "list_item" | "li" | "listitem" | "item" => Kind::Item,
        "blockquote" | "quote" | "block_quote" => Kind::Quote,
        "code_block" | "codeblock" | "pre" => Kind::Code,
        "table" => Kind::Table,
        "table_row" | "tr" | "row" | "tablerow" => Kind::Row,
        "table_cell" | "td" | "th" | "cell" | "table_header" | "tablecell" => Kind::Cell,
        "text" | "link" | "a" | "strong" | "b" | "bold" | "em" | "i" | "italic" | "emphasis"
        | "span" | "code" | "inline_code" | "u" | "mark" | "del" | "sup" | "sub" => Kind::Inline,
        "br" | "break" | "line_break" | "hard_break" => Kind::Break,
        _ => return None,
    })
}

fn is_block(value: &Value) -> bool {
    matches!(
        kind_of(value),
        Some(Kind::Group | Kind::Heading(_) | Kind::Paragraph | Kind::List(_) | Kind::Item)
            | Some(Kind::Quote | Kind::Code | Kind::Table | Kind::Row)
    )
}

/// True where a model put blocks among the words.
fn holds_blocks(node: &Node) -> bool {
    match first(node, &["children", "content"]) {
        Some(Value::Array(parts)) => parts.iter().any(is_block),
        Some(part) => is_block(part),
        None => false,
    }
}

fn is_ordered(node: &Node) -> bool {
    match first(node, &["ordered", "numbered", "style"]) {
        Some(Value::Bool(ordered)) => *ordered,
        Some(Value::String(word)) => matches!(word.as_str(), "ordered" | "numbered" | "true"),
        _ => false,
    }
}

fn level(node: &Node) -> Option<u8> {
    let level = match node.get("level")? {
        Value::Number(level) => level.as_f64()?,
        Value::String(level) => level.trim().trim_start_matches(['h', 'H']).parse().ok()?,
        _ => return None,
    };
    // A float that is no number becomes 0, one that is too large 255.
    Some((level as u8).clamp(1, 6))
}

/// The first key that is there and holds something.
fn first<'v>(node: &'v Node, keys: &[&str]) -> Option<&'v Value> {
    keys.iter().find_map(|key| {
        node.get(*key).filter(|value| match value {
            Value::Null => false,
            Value::Array(parts) => !parts.is_empty(),
            _ => true,
        })
    })
}

fn heading(level: u8, children: Vec<Inline>) -> Vec<Block> {
    match children.is_empty() {
        true => Vec::new(),
        false => vec![Block::Heading { level, children }],
    }
}

fn paragraph_of(children: Vec<Inline>) -> Vec<Block> {
    let mut blocks = Vec::new();
    paragraph(children, &mut blocks);
    blocks
}

fn paragraph(children: Vec<Inline>, blocks: &mut Vec<Block>) {
    if !children.is_empty() {
        blocks.push(Block::Paragraph { children });
    }
}

/// Bare words: an empty line begins a new paragraph.
fn paragraphs(words: &str) -> Vec<Block> {
    let words = words.replace("\r\n", "\n");
    words
        .split("\n\n")
        .map(str::trim)
        .filter(|words| !words.is_empty())
        .map(Block::paragraph)
        .collect()
}

fn code(node: &Node) -> Vec<Block> {
    let language = first(node, &["language", "lang"])
        .and_then(Value::as_str)
        .map(str::to_owned);
    let text = match first(node, &["text", "code", "children", "content", "value"]) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => inline::words(parts),
        Some(other) => inline::words(std::slice::from_ref(other)),
        None => String::new(),
    };
    vec![Block::CodeBlock { language, text }]
}
