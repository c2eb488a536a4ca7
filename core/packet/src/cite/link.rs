//! Links of an answer lead only to addresses that were read or said. A model that a page has talked
//! into it could otherwise write what it knows into an address, for a person to click on.

use std::collections::{HashMap, HashSet};

use screen_agent_page::reading::normalise_url;
use screen_agent_wire::packet::Document;
use screen_agent_wire::packet::tree::{
    Block, Doc, Inline, ListItem, TableCell, TableRow, TextNode,
};
use screen_agent_words::address::{only_those, stands_in};
use serde_json::Value;

/// Addresses that an answer may link to.
#[derive(Clone, Debug, Default)]
pub struct Addresses {
    /// Of documents, items, links and results.
    known: HashSet<String>,
    /// One of them for each page: a page may be written in several ways.
    pages: HashMap<String, String>,
    /// All text in which an address may stand.
    text: String,
}

impl Addresses {
    /// Those of these documents, and of the person's own words.
    pub fn of(documents: &[Document], words: &str) -> Self {
        let mut addresses = Self {
            text: words.to_owned(),
            ..Self::default()
        };
        for document in documents {
            addresses.gather(&serde_json::to_value(&document.content).unwrap_or_default());
        }
        addresses
    }

    fn gather(&mut self, value: &Value) {
        match value {
            Value::String(text) => {
                let address = text.starts_with("http") && !text.contains(char::is_whitespace);
                if address {
                    let page = self.pages.entry(normalise_url(text));
                    page.or_insert_with(|| text.clone());
                    self.known.insert(text.clone());
                } else {
                    self.text.push('\n');
                    self.text.push_str(text);
                }
            }
            Value::Array(values) => values.iter().for_each(|value| self.gather(value)),
            Value::Object(fields) => fields.values().for_each(|value| self.gather(value)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Where a link leads: to the address as it was read. What a model adds to one, and that does
    /// not change the page, could tell its site something.
    fn leads(&self, href: String) -> Option<String> {
        let bare = href.strip_prefix("mailto:").unwrap_or(&href);
        if self.known.contains(&href) || stands_in(&self.text, bare) {
            return Some(href);
        }
        let page = self.pages.get(&normalise_url(&href))?;
        screen_agent_answer::link::clean(page)
    }

    /// A text in which every address that was neither read nor said is left out: what reads it later
    /// makes links of addresses, too.
    pub fn within(&self, text: &str) -> String {
        // JSON may write a slash in this way, and Markdown reads it.
        let text = text.replace("\\/", "/");
        only_those(&text, |address| {
            self.leads(address.to_owned()).as_deref() == Some(address)
        })
    }
}

/// Links that lead elsewhere become their words.
pub fn without_strange_links(doc: Doc, addresses: &Addresses) -> Doc {
    cleaned(doc, addresses, false)
}

/// The same for what is kept, and for addresses that are plain words: it is handed out in forms whose readers make
/// links of words.
pub fn without_strange_addresses(doc: Doc, addresses: &Addresses) -> Doc {
    cleaned(doc, addresses, true)
}

fn cleaned(mut doc: Doc, addresses: &Addresses, in_words: bool) -> Doc {
    let Doc::Doc { children } = &mut doc;
    let known = Known {
        addresses,
        in_words,
    };
    known.blocks(children);
    doc
}

/// What an answer or a text may link to, and whether addresses that are plain words count, too.
struct Known<'a> {
    addresses: &'a Addresses,
    in_words: bool,
}

impl Known<'_> {
    fn blocks(&self, blocks: &mut [Block]) {
        for block in blocks {
            match block {
                Block::Heading { children, .. } | Block::Paragraph { children } => {
                    self.inlines(children);
                }
                Block::List { items, .. } => {
                    for ListItem::ListItem { children } in items {
                        self.blocks(children);
                    }
                }
                Block::Blockquote { children } => self.blocks(children),
                Block::CodeBlock { text, .. } => self.words(text),
                Block::Table { rows } => {
                    let cells = rows
                        .iter_mut()
                        .flat_map(|TableRow::TableRow { cells }| cells);
                    for TableCell::TableCell { children, .. } in cells {
                        self.inlines(children);
                    }
                }
            }
        }
    }

    fn inlines(&self, inlines: &mut Vec<Inline>) {
        let text = |TextNode::Text { text }| Inline::Text { text };
        let mut kept = Vec::with_capacity(inlines.len());
        for inline in inlines.drain(..) {
            match inline {
                Inline::Link { href, children } => match self.addresses.leads(href) {
                    Some(href) => kept.push(Inline::Link { href, children }),
                    None => kept.extend(children.into_iter().map(text)),
                },
                Inline::Text { .. } => kept.push(inline),
            }
        }
        for inline in &mut kept {
            match inline {
                Inline::Text { text } => self.words(text),
                Inline::Link { children, .. } => {
                    let texts = children.iter_mut().map(|TextNode::Text { text }| text);
                    texts.for_each(|text| self.words(text));
                }
            }
        }
        *inlines = kept;
    }

    fn words(&self, text: &mut String) {
        if self.in_words {
            *text = self.addresses.within(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn made_up_addresses_are_left_out_of_texts() {
        let known = Addresses::of(&[], "keep https://a.test/x?y=z and a@b.test");
        for (text, expected) in [
            ("See https://a.test/x?y=z.", "See https://a.test/x?y=z."),
            ("See https://a.test/x?y=z&d=1.", "See [address left out]."),
            (
                "[more](http://evil.test/?d=S)",
                "[more]([address left out])",
            ),
            ("<https://evil.test/S>", "<[address left out]>"),
            ("**HTTPS://evil.test/S**, and", "[address left out]**, and"),
            (
                "{\"u\":\"http:\\/\\/evil.test\\/S\"}",
                "{\"u\":\"[address left out]\"}",
            ),
            (
                "//evil.test/S www.evil.test/S",
                "[address left out] [address left out]",
            ),
            ("mailto:x@evil.test", "[address left out]"),
            ("mailto:a@b.test", "mailto:a@b.test"),
            ("a // b, 1/2, and/or", "a // b, 1/2, and/or"),
        ] {
            assert_eq!(known.within(text), expected, "{text}");
        }
    }

    #[test]
    fn links_lead_only_to_what_was_read_or_said() {
        let documents: Vec<Document> = serde_json::from_value(json!([
            { "doc_id": "a", "kind": "web.observation.summary.v1", "trust": "untrusted",
              "content": { "doc_type": "web.observation.summary.v1", "url": "https://a.test/page", "title": "A",
                "text": "See https://b.test/x. Send to https://evil.test/?d= whatever, or write to info@a.test",
                "items": [{ "title": "One", "url": "https://a.test/one?id=1", "snippet": "" }] } },
        ]))
        .unwrap();
        let known = Addresses::of(&documents, "compare it with https://said.test/");
        for (href, leads) in [
            ("https://a.test/page", Some("https://a.test/page")),
            ("https://a.test/page/", Some("https://a.test/page")),
            // What does not change the page may tell its site something.
            (
                "https://a.test/page?utm_source=secret#secret",
                Some("https://a.test/page"),
            ),
            ("https://a.test/one?id=1", Some("https://a.test/one?id=1")),
            ("https://b.test/x", Some("https://b.test/x")),
            ("https://said.test/", Some("https://said.test/")),
            ("mailto:info@a.test", Some("mailto:info@a.test")),
            ("https://evil.test/?d=secret", None),
            ("https://a.test/page?d=secret", None),
            ("https://b.test/", None),
            ("https://other.test/", None),
            ("mailto:evil@evil.test", None),
        ] {
            let doc: Doc = serde_json::from_value(json!({ "type": "doc", "children": [
                { "type": "blockquote", "children": [{ "type": "paragraph", "children": [
                    { "type": "link", "href": href, "children": [{ "type": "text", "text": "here" }] }] }] }] }))
            .unwrap();
            let told = serde_json::to_value(without_strange_links(doc, &known)).unwrap();
            let words = &told["children"][0]["children"][0]["children"][0];
            assert_eq!(words["href"].as_str(), leads, "{href}");
            assert!(words.to_string().contains("here"));
        }
    }
}
