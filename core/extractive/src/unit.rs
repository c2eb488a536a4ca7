//! The pieces of a text that may answer, each with what it stands under.

use super::spaced::spaced;
use super::table::{self, Table};
use super::terms::terms;
use super::text::{LineKind, ListedEntry, Text, line, sentences};

/// A sentence, an entry, a value behind its label, or a row of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unit {
    /// Which text.
    pub(crate) text: usize,
    /// Its words, as they stand there.
    pub(crate) quote: String,
    /// A label before its value: `Weight: 1.2 kg`, a term and its definition.
    pub(crate) label: Option<(String, String)>,
    /// The nearest heading.
    pub(crate) under: String,
    /// Row of a table: which table of the text, and which row of it.
    pub(crate) row: Option<(usize, usize)>,
    /// Stems of the words of it.
    pub(crate) own: Vec<String>,
    /// Stems of what it stands directly under, and of its label.
    pub(crate) near: Vec<String>,
    /// Stems of what it belongs to: title, headings above, the sentence before where it points back.
    pub(crate) far: Vec<String>,
    /// It is a heading or another line that says nothing by itself.
    pub(crate) is_bare: bool,
}

/// All units of texts, and their tables.
#[derive(Debug, Default)]
pub(crate) struct Units {
    pub(crate) units: Vec<Unit>,
    pub(crate) tables: Vec<Table>,
}

impl Units {
    pub(crate) fn of(texts: &[Text]) -> Self {
        let mut all = Self::default();
        for (at, text) in texts.iter().enumerate() {
            let mut walk = Walk {
                text: at,
                title: terms(&text.title),
                ..Walk::default()
            };
            walk.lines(&text.lines, &mut all);
            for entry in &text.entries {
                all.units.push(walk.entry(entry));
            }
        }
        all
    }
}

/// Where one is in a text.
#[derive(Default)]
struct Walk {
    text: usize,
    title: Vec<String>,
    /// Headings that are open, with their level.
    headings: Vec<(u8, String)>,
    term: String,
    /// A line that ends with a colon, or a caption: what follows is of it.
    lead: String,
    /// The line or sentence before.
    before: String,
}

impl Walk {
    fn lines(&mut self, lines: &[String], all: &mut Units) {
        let mut at = 0;
        while let Some(raw) = lines.get(at) {
            let (kind, words) = line(raw);
            if kind == LineKind::Row {
                let rows = lines[at..]
                    .iter()
                    .take_while(|raw| line(raw).0 == LineKind::Row);
                let rows: Vec<&str> = rows.map(|raw| line(raw).1).collect();
                at += rows.len();
                self.rows(&rows, all);
                continue;
            }
            self.line(kind, words, all);
            at += 1;
        }
    }

    fn rows(&mut self, rows: &[&str], all: &mut Units) {
        for table in table::of(rows) {
            let number = all.tables.len();
            for at in 0..table.rows.len() {
                let row = &table.rows[at];
                let mut unit = self.unit(&row.quote);
                unit.row = Some((number, at));
                if let [label, value] = row.cells.as_slice()
                    && table.head.is_empty()
                {
                    unit.label = Some((label.clone(), value.clone()));
                    unit.near.extend(terms(label));
                }
                all.units.push(unit);
            }
            all.tables.push(table);
        }
        self.lead.clear();
        self.before.clear();
    }

    fn line(&mut self, kind: LineKind, words: &str, all: &mut Units) {
        match kind {
            LineKind::Heading(level) => {
                self.headings.retain(|(open, _)| *open < level);
                self.headings.push((level, words.to_owned()));
                (self.lead, self.before, self.term) = (String::new(), String::new(), String::new());
                let mut unit = self.unit(words);
                unit.is_bare = true;
                all.units.push(unit);
            }
            LineKind::Term => words.clone_into(&mut self.term),
            LineKind::Definition => {
                let mut unit = self.unit(words);
                unit.near.extend(terms(&self.term));
                unit.label = Some((self.term.clone(), words.to_owned()));
                all.units.push(unit);
            }
            LineKind::Caption => {
                all.units.push(self.unit(words));
                words.clone_into(&mut self.lead);
            }
            LineKind::Item | LineKind::Quote | LineKind::Plain => self.said(words, kind, all),
            LineKind::Code | LineKind::Row => {}
        }
    }

    fn said(&mut self, words: &str, kind: LineKind, all: &mut Units) {
        if let Some((label, value)) = labelled(words) {
            let mut unit = self.unit(words);
            unit.near.extend(terms(label));
            unit.label = Some((label.to_owned(), value.to_owned()));
            all.units.push(unit);
        } else {
            for sentence in sentences(words) {
                all.units.push(self.unit(sentence));
                sentence.clone_into(&mut self.before);
            }
        }
        if words.ends_with(':') {
            words.clone_into(&mut self.lead);
        } else if kind != LineKind::Item {
            self.lead.clear();
        }
    }

    fn entry(&self, entry: &ListedEntry) -> Unit {
        let comments = entry
            .comments
            .map(|count| ("comments".to_owned(), count.to_string()));
        let whole = format!("{} {}", entry.title, entry.snippet);
        Unit {
            text: self.text,
            quote: entry.title.clone(),
            label: comments,
            own: terms(&whole),
            near: if entry.comments.is_some() {
                terms("comments")
            } else {
                Vec::new()
            },
            far: self.title.clone(),
            ..Unit::default()
        }
    }

    fn unit(&self, quote: &str) -> Unit {
        let under = self
            .headings
            .last()
            .map(|(_, words)| words.clone())
            .unwrap_or_default();
        let mut near = terms(&under);
        near.extend(terms(&self.lead));
        let mut far = self.title.clone();
        far.extend(self.headings.iter().flat_map(|(_, words)| terms(words)));
        if points_back(quote) {
            far.extend(terms(&self.before));
        }
        Unit {
            text: self.text,
            quote: quote.to_owned(),
            own: terms(quote),
            under,
            near,
            far,
            ..Unit::default()
        }
    }
}

/// A label of few words before a colon, and its value.
fn labelled(words: &str) -> Option<(&str, &str)> {
    const LONGEST: usize = 5;
    let (label, value) = words.split_once(": ").or_else(|| words.split_once('：'))?;
    let short = spaced(label).split_whitespace().count() <= LONGEST
        && !label.contains(['.', '!', '?', ',', '。', '，', '、']);
    let is_one = super::text::sentences(value).len() == 1;
    (short && is_one && !value.trim().is_empty()).then_some((label.trim(), value.trim()))
}

/// It begins with a word that stands for something said before.
fn points_back(words: &str) -> bool {
    static BACK: screen_agent_words::WordList =
        screen_agent_words::WordList::named("words that point back");
    let first = words
        .split_whitespace()
        .next()
        .unwrap_or_default()
        .to_lowercase();
    BACK.contains(first.trim_matches(|c: char| !c.is_alphanumeric()))
}
