//! Do the numbers of an answer stand in what it rests on?
//!
//! A sentence that names its quotes by `[n]` is held against where they stand; any other against all that was read. What
//! tools came to is among that, and the person's own words need no source. Small whole numbers count things in the answer
//! itself ("two offers"), and are not looked at.

use std::collections::HashSet;

use screen_agent_answer::unmarked;
use screen_agent_wire::packet::Citation;
use screen_agent_wire::packet::tree::{Doc, Inline, words};

use super::lines::each_line;
use crate::pack::SentDocument;

/// Set behind a sentence of which a number stands nowhere.
const MARK: &str = " [a number here is not in the source]";

/// Marks what an answer says in numbers that nothing bears out.
pub fn mark_unborne(mut doc: Doc, citations: &[Citation], sent: &[SentDocument], own: &str) -> Doc {
    let check = Check {
        cited: citations
            .iter()
            .map(|citation| of_citation(citation, sent))
            .collect(),
        all: sent
            .iter()
            .flat_map(of_document)
            .chain(figures(own))
            .collect(),
        own: figures(own).collect(),
    };
    // Without anything that was read there is nothing to hold it against.
    if sent
        .iter()
        .all(|one| one.lines.is_empty() && one.more.is_empty())
    {
        return doc;
    }
    each_line(&mut doc, &mut |line| check.line(line));
    doc
}

struct Check {
    /// Numbers where each citation stands; none where it does not hold.
    cited: Vec<Option<HashSet<String>>>,
    all: HashSet<String>,
    own: HashSet<String>,
}

impl Check {
    fn line(&self, children: &mut Vec<Inline>) {
        let said = words(children);
        // A value that another check has marked needs no second mark.
        if !said.contains("[not found in the source]") && !self.bears(&said) {
            children.push(Inline::text(MARK));
        }
    }

    fn bears(&self, said: &str) -> bool {
        let (plain, marks) = unmarked(said);
        let named: Vec<&HashSet<String>> = marks
            .iter()
            .filter_map(|mark| self.cited.get(mark.checked_sub(1)?)?.as_ref())
            .collect();
        telling(&plain).all(|figure| match named.as_slice() {
            [] => self.all.contains(&figure),
            named => self.own.contains(&figure) || named.iter().any(|one| one.contains(&figure)),
        })
    }
}

/// Numbers where a citation stands: its line, the lines around it, and the face of its document.
fn of_citation(citation: &Citation, sent: &[SentDocument]) -> Option<HashSet<String>> {
    const AROUND: usize = 1;
    citation.check.as_ref().filter(|check| check.verified)?;
    let document = sent.iter().find(|one| one.doc_id == citation.doc_id)?;
    let mut found: HashSet<String> =
        figures(citation.quote.as_deref().unwrap_or_default()).collect();
    found.extend(figures(&document.title).chain(figures(&document.url)));
    match citation
        .node_id
        .as_deref()
        .and_then(|id| id.strip_prefix("n:")?.parse::<usize>().ok())
    {
        Some(line) => {
            let near = line.saturating_sub(1 + AROUND)..(line + AROUND).min(document.lines.len());
            let lines = document.lines.get(near).unwrap_or_default();
            found.extend(lines.iter().flat_map(|line| figures(&line.text)));
        }
        None => found.extend(document.more.iter().flat_map(|line| figures(&line.text))),
    }
    Some(found)
}

fn of_document(document: &SentDocument) -> impl Iterator<Item = String> {
    let lines = document
        .lines
        .iter()
        .chain(&document.more)
        .map(|line| line.text.as_str());
    lines
        .chain([document.title.as_str(), document.url.as_str()])
        .flat_map(figures)
}

/// Numbers that tell something: of two digits or more, or with a point.
fn telling(text: &str) -> impl Iterator<Item = String> {
    figures(text).filter(|figure| figure.len() > 1)
}

/// The numbers of a text, each in one form: `1,299.00`, `1299` and `1 299` are the same. Of a number that may be read in
/// two ways both are given where it is a source, and they are the same here since the point goes.
fn figures(text: &str) -> impl Iterator<Item = String> {
    let parts = text.split(|c: char| {
        !(c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | '’' | '\u{a0}' | '\u{202f}'))
    });
    parts
        .filter(|part| part.contains(|c: char| c.is_ascii_digit()))
        .map(canonical)
}

fn canonical(number: &str) -> String {
    let digit = |c: char| c.is_ascii_digit();
    let number = number.trim_matches(|c| !digit(c));
    let point = number
        .rfind(['.', ','])
        .filter(|at| number.len() - at - 1 != 3);
    let (whole, part) = point.map_or((number, ""), |at| (&number[..at], &number[at + 1..]));
    let whole: String = whole.chars().filter(|c| digit(*c)).collect();
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    match part.trim_end_matches('0') {
        "" => whole.to_owned(),
        part => format!("{whole}.{part}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cite::check;
    use screen_agent_wire::packet::Block;
    use screen_agent_wire::packet::document::Document;
    use serde_json::json;

    #[test]
    fn numbers_that_stand_nowhere_are_marked() {
        let page: Document = serde_json::from_value(json!({ "doc_id": "d", "kind": "web.observation.summary.v1", "trust": "untrusted",
            "content": { "doc_type": "web.observation.summary.v1", "url": "https://a.test/", "title": "Lamps of 2024",
                "text": "Brass | $1,299.00 | 1.2 kg\nA word\nMore\nSteel | $890 | 3 kg\nOn 2025-03-02 it was 40% less." } }))
        .unwrap();
        let sent = [SentDocument::of(&page, Vec::new())];
        let quote = Citation {
            doc_id: "d".into(),
            quote: Some("Brass | $1,299.00".into()),
            ..Citation::default()
        };
        let citations = check(vec![quote], &sent);
        for (said, holds) in [
            ("Brass costs $1299 [1].", true),
            ("Brass costs 1,299 dollars.", true),
            ("Brass costs $1,399 [1].", false),
            ("Brass costs $890 [1].", false),
            ("Steel costs $890.", true),
            ("Steel costs $899.", false),
            ("There are two, 3 in all, since 2 March 2025.", true),
            ("It is 40% less, you asked for 75.", true),
            ("Lamps of 2024 [1]", true),
            ("No such mark [7] and 1.2 kg", true),
        ] {
            let marked = mark_unborne(
                Doc::new(vec![Block::paragraph(said)]),
                &citations,
                &sent,
                "up to 75?",
            );
            let text = serde_json::to_string(&marked).unwrap();
            assert_eq!(text.contains(MARK), !holds, "{said}");
        }
    }
}
