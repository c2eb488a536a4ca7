//! Does what an answer says stand in what it rests on?
//!
//! A sentence that names its quotes by `[n]` is held against where they stand; any other against all that was read. What
//! tools came to is among that, and the person's own words need no source. Small whole numbers count things in the answer
//! itself ("two offers"), and are not looked at.

use std::collections::{BTreeSet, HashMap, HashSet};

use screen_agent_wire::packet::Citation;
use screen_agent_wire::packet::tree::{Doc, Inline, words};

use super::book::base;
use super::claims::{Vocabulary, Wrong, has_strange_month, has_strange_name, is_turned};
use super::lines::each_line;
use super::sentences::{Sentence, sentences};
use crate::pack::{SentDocument, SentLine};

/// Marks what an answer says that nothing bears out: numbers, names, dates, and the opposite of what is quoted.
pub fn mark_unborne(mut doc: Doc, citations: &[Citation], sent: &[SentDocument], own: &str) -> Doc {
    // Without anything that was read there is nothing to hold it against.
    if sent
        .iter()
        .all(|one| one.lines.is_empty() && one.more.is_empty())
    {
        return doc;
    }
    let check = Check::new(citations, sent, own);
    each_line(&mut doc, &mut |line| check.line(line));
    doc
}

struct Check<'a> {
    /// What each citation bears out; none where it does not hold.
    cited: Vec<Option<Cited<'a>>>,
    /// Numbers of all that was read.
    all: HashSet<String>,
    /// Numbers that need no source: the person's own, and what tools came to.
    own: HashSet<String>,
    /// Words of each page that was read, by its id.
    pages: HashMap<&'a str, Vocabulary>,
    /// The person's own words, and what every document is called.
    common: Vocabulary,
    /// Numbers that calculators worked out and nothing states, each with how.
    computed: HashMap<String, String>,
}

/// What a citation bears out.
struct Cited<'a> {
    numbers: HashSet<String>,
    /// Where it stands: words near it, for dates.
    near: Vocabulary,
    /// Its page, for names.
    page: &'a str,
    quote: &'a str,
}

impl<'a> Check<'a> {
    fn new(citations: &'a [Citation], sent: &'a [SentDocument], own_words: &str) -> Self {
        let is_result = |one: &&SentDocument| one.doc_id.starts_with("doc:result:");
        let figures_of =
            |documents: &mut dyn Iterator<Item = &'a SentDocument>| -> HashSet<String> {
                documents
                    .flat_map(said)
                    .flat_map(figures)
                    .chain(figures(own_words))
                    .collect()
            };
        let own = figures_of(&mut sent.iter().filter(is_result));
        let stated = figures_of(&mut sent.iter().filter(|one| !is_result(one)));
        let all: HashSet<String> = own.union(&stated).cloned().collect();
        let mut pages: HashMap<&str, Vocabulary> = HashMap::new();
        for document in sent {
            let page = pages.entry(base(&document.doc_id)).or_default();
            said(document).for_each(|text| page.add(text));
        }
        let titles = sent.iter().map(|one| one.title.as_str());
        let cited = citations.iter().map(|citation| of_citation(citation, sent));
        Self {
            cited: cited.collect(),
            computed: computed(sent, &all, &stated),
            all,
            own,
            common: Vocabulary::of(titles.chain([own_words])),
            pages,
        }
    }

    fn line(&self, children: &mut Vec<Inline>) {
        let said = words(children);
        // A value that another check has marked needs no second mark.
        if said.contains("[not found in the source]") {
            return;
        }
        let sentences = sentences(&said);
        let marks = |at: usize| sentences[at..].iter().find(|one| !one.marks.is_empty());
        let wrong: BTreeSet<Wrong> = sentences
            .iter()
            .enumerate()
            .flat_map(|(at, one)| self.wrong(one, marks(at)))
            .collect();
        children.extend(wrong.into_iter().map(|wrong| Inline::text(wrong.mark())));
        let figures = sentences.iter().flat_map(|one| telling(&one.words));
        let computed: BTreeSet<&String> = figures
            .filter_map(|figure| self.computed.get(&figure))
            .collect();
        children.extend(computed.into_iter().map(Inline::text));
    }

    /// The quotes that a sentence names.
    fn named(&self, sentence: &Sentence) -> Vec<&Cited<'_>> {
        let cited = |mark: &usize| self.cited.get(mark.checked_sub(1)?)?.as_ref();
        sentence.marks.iter().filter_map(cited).collect()
    }

    /// What is wrong with a sentence. One mark behind several sentences is theirs, too, as far as they repeat its quote.
    fn wrong(&self, sentence: &Sentence, marked: Option<&Sentence>) -> Vec<Wrong> {
        let named = self.named(sentence);
        let said = sentence.words.as_str();
        let mut known: Vec<&Vocabulary> = vec![&self.common];
        let mut dated = vec![&self.common];
        match named.as_slice() {
            [] => {
                known.extend(self.pages.values());
                dated.extend(self.pages.values());
            }
            named => {
                known.extend(named.iter().filter_map(|one| self.pages.get(one.page)));
                dated.extend(named.iter().map(|one| &one.near));
            }
        }
        let is_number_borne = |figure: String| match named.as_slice() {
            [] => self.all.contains(&figure),
            named => {
                self.own.contains(&figure) || named.iter().any(|one| one.numbers.contains(&figure))
            }
        };
        let quotes = marked.map(|marked| self.named(marked)).unwrap_or_default();
        let is_turned = !quotes.is_empty() && quotes.iter().all(|one| is_turned(said, one.quote));
        [
            (!telling(said).all(is_number_borne), Wrong::Number),
            (has_strange_name(said, &known), Wrong::Name),
            (has_strange_month(said, &dated), Wrong::Date),
            (is_turned, Wrong::Turned),
        ]
        .into_iter()
        .filter_map(|(is_so, wrong)| is_so.then_some(wrong))
        .collect()
    }
}

/// What calculators worked out that no page states: how, and which of the numbers that they were given stand nowhere.
fn computed(
    sent: &[SentDocument],
    all: &HashSet<String>,
    stated: &HashSet<String>,
) -> HashMap<String, String> {
    let mut computed = HashMap::new();
    for one in sent.iter().filter_map(|one| one.computed.as_ref()) {
        let (given, _) = one.parts();
        let strange: BTreeSet<String> = telling(given)
            .filter(|figure| !all.contains(figure))
            .collect();
        let strange: Vec<String> = strange.into_iter().collect();
        let doubt = match strange.as_slice() {
            [] => String::new(),
            strange => format!("; not in the source: {}", strange.join(", ")),
        };
        let mark = format!(" [computed: {}{doubt}]", one.told);
        let figures = figures(&one.figure).filter(|figure| !stated.contains(figure));
        computed.extend(figures.map(|figure| (figure, mark.clone())));
    }
    computed
}

/// What stands where a citation does: its line, the lines around it, and the face of its document.
fn of_citation<'a>(citation: &'a Citation, sent: &'a [SentDocument]) -> Option<Cited<'a>> {
    citation.check.as_ref().filter(|check| check.verified)?;
    let document = sent.iter().find(|one| one.doc_id == citation.doc_id)?;
    let quote = citation.quote.as_deref().unwrap_or_default();
    let line = citation
        .node_id
        .as_deref()
        .and_then(|id| id.strip_prefix("n:")?.parse::<usize>().ok());
    let near = match line {
        Some(line) => around(&document.lines, line.saturating_sub(1)),
        None => document.more.iter().collect(),
    };
    let texts = || {
        near.iter().map(|line| line.text.as_str()).chain([
            document.title.as_str(),
            document.url.as_str(),
            quote,
        ])
    };
    Some(Cited {
        numbers: texts().flat_map(figures).collect(),
        near: Vocabulary::of(texts()),
        page: base(&document.doc_id),
        quote,
    })
}

/// A line and the lines beside it. Beside a row stands the head of its table: its neighbours are about something else.
fn around(lines: &[SentLine], at: usize) -> Vec<&SentLine> {
    let is_row = |line: &SentLine| line.text.contains(" | ");
    if lines.get(at).is_some_and(is_row) {
        let above = lines[..at].iter().rev().take_while(|line| is_row(line));
        let head = at - above.count();
        return lines.get(head).into_iter().chain(lines.get(at)).collect();
    }
    let near = at.saturating_sub(1)..(at + 2).min(lines.len());
    lines.get(near).unwrap_or_default().iter().collect()
}

/// All that a document says.
fn said(document: &SentDocument) -> impl Iterator<Item = &str> {
    let lines = document.lines.iter().chain(&document.more);
    lines
        .map(|line| line.text.as_str())
        .chain([document.title.as_str(), document.url.as_str()])
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
    fn numbers_that_were_worked_out_say_how() {
        let page: Document = serde_json::from_value(json!({ "doc_id": "d", "kind": "web.observation.summary.v1", "trust": "untrusted",
            "content": { "doc_type": "web.observation.summary.v1", "url": "https://a.test/", "title": "Teas",
                "text": "Green tea costs 12.40 euros.\nBlack tea costs 9.10 euros." } }))
        .unwrap();
        let result = |id: &str, told: &str, figure: &str| -> Document {
            serde_json::from_value(json!({ "doc_id": format!("doc:result:{id}"), "kind": "tool.result.v1", "trust": "trusted",
                "content": { "doc_type": "tool.result.v1", "call_id": id, "name": "app.calculate", "status": "ok",
                    "result": { "formatted": figure, "told": told } } }))
            .unwrap()
        };
        let sent = [
            page,
            result("a", "12.40 + 9.10 = 21.50", "21.50"),
            result("b", "3 * 14.75 = 44.25", "44.25"),
            result(
                "c",
                "Tax about 1.56 USD on 21.50 USD: CA 7.25 %, rates of 2026-01-01",
                "1.56",
            ),
        ]
        .map(|one| SentDocument::of(&one, Vec::new()));
        for (said, told) in [
            (
                "Both cost 21.5 euros.",
                "Both cost 21.5 euros. [computed: 12.40 + 9.10 = 21.50]",
            ),
            (
                "Green tea costs 12.40 euros.",
                "Green tea costs 12.40 euros.",
            ),
            // What was given to a calculator is borne out by no calculator.
            (
                "It costs 14.75 euros.",
                "It costs 14.75 euros. [a number here is not in the source]",
            ),
            (
                "Three cost 44.25 euros.",
                "Three cost 44.25 euros. [computed: 3 * 14.75 = 44.25; not in the source: 14.75]",
            ),
            (
                "The rate is 7.25 %, of 2026.",
                "The rate is 7.25 %, of 2026.",
            ),
        ] {
            let marked = mark_unborne(Doc::new(vec![Block::paragraph(said)]), &[], &sent, "");
            assert_eq!(screen_agent_answer::plain(&marked).trim(), told);
        }
    }

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
            assert_eq!(text.contains("a number here"), !holds, "{said}");
        }
    }
}
