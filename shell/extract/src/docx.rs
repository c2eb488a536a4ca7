//! Documents of word processors: one part of a ZIP archive, in XML.

use std::collections::HashMap;
use std::io::{Cursor, Read};

use quick_xml::events::{BytesStart, Event};
use screen_agent_think::file::{FileKind, Unreadable};
use zip::ZipArchive;

use crate::{Found, counted, xml};

/// The part that holds the text.
const TEXT_PART: &str = "word/document.xml";
/// The part that says how letters look.
const STYLE_PART: &str = "word/styles.xml";
/// Most parts of an archive, and how many bytes they may be together once unpacked.
const PARTS: usize = 1_000;
const UNPACKED: u64 = 20 * 1024 * 1024;
/// What a part may grow by when it is unpacked; small parts are not worth the question.
const RATIO: u64 = 100;
const SMALL: u64 = 64 * 1024;

/// An archive in memory.
pub(crate) type Archive<'a> = ZipArchive<Cursor<&'a [u8]>>;

pub(crate) fn read(bytes: &[u8]) -> Result<Found, Unreadable> {
    let mut archive = open(bytes, PARTS, UNPACKED)?;
    let text = unpacked(&mut archive, TEXT_PART)?;
    let mut document = Document {
        styles: styles_of(&mut archive),
        ..Document::default()
    };
    xml::walk(&text, |event| document.on_event(event))?;
    document.end_table();
    let paragraphs = document.paragraphs;
    Ok(Found {
        about: format!("a document of {}", counted(paragraphs, "paragraph")),
        record: record_of(&document.tables),
        headings: document.headings,
        ..Found::new(FileKind::Docx, document.text)
    })
}

/// Names and values, where a document has one table: names on the left and values beside them, or a row of names over a
/// row of values.
fn record_of(tables: &[Vec<Vec<String>>]) -> Vec<(String, String)> {
    let [rows] = tables else {
        return Vec::new();
    };
    let named = |(name, value): (&String, &String)| {
        let name = name.trim().trim_end_matches(':').to_owned();
        (!name.is_empty()).then(|| (name, value.trim().to_owned()))
    };
    match rows.as_slice() {
        [names, values] if names.len() == values.len() && names.len() > 2 => {
            names.iter().zip(values).filter_map(named).collect()
        }
        pairs if pairs.iter().all(|row| row.len() == 2) => pairs
            .iter()
            .filter_map(|row| named((&row[0], &row[1])))
            .collect(),
        _ => Vec::new(),
    }
}

/// Most cells of a document's tables that are kept apart.
const CELLS: usize = 400;

/// An archive that says it holds no more than may be.
pub(crate) fn open(bytes: &[u8], parts: usize, unpacked: u64) -> Result<Archive<'_>, Unreadable> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| Unreadable::Broken)?;
    if archive.len() > parts {
        return Err(Unreadable::TooMuch);
    }
    let mut together = 0_u64;
    for index in 0..archive.len() {
        let part = archive
            .by_index_raw(index)
            .map_err(|_| Unreadable::Broken)?;
        together = together.saturating_add(part.size());
        if together > unpacked || part.size() > largest(part.compressed_size()) {
            return Err(Unreadable::TooMuch);
        }
    }
    Ok(archive)
}

/// The bytes of a part. What an archive says of sizes is not believed: no more is unpacked than may be.
pub(crate) fn bytes_of(part: zip::read::ZipFile<'_, Cursor<&[u8]>>) -> Result<Vec<u8>, Unreadable> {
    let most = largest(part.compressed_size()).min(UNPACKED);
    let mut bytes = Vec::new();
    let mut part = part.take(most + 1);
    part.read_to_end(&mut bytes)
        .map_err(|_| Unreadable::Broken)?;
    match bytes.len() as u64 > most {
        true => Err(Unreadable::TooMuch),
        false => Ok(bytes),
    }
}

/// What a part of so many bytes may come to.
fn largest(compressed: u64) -> u64 {
    compressed.saturating_mul(RATIO).max(SMALL)
}

/// One part, as text.
fn unpacked(archive: &mut Archive<'_>, name: &str) -> Result<String, Unreadable> {
    let part = archive.by_name(name).map_err(|error| match error {
        zip::result::ZipError::FileNotFound => Unreadable::Unsupported,
        zip::result::ZipError::UnsupportedArchive(_) => Unreadable::Locked,
        _ => Unreadable::Broken,
    })?;
    let text = String::from_utf8(bytes_of(part)?).map_err(|_| Unreadable::Broken)?;
    Ok(text
        .strip_prefix('\u{feff}')
        .map(str::to_owned)
        .unwrap_or(text))
}

/// How letters look by their style. A document without styles, or with broken ones, has none.
fn styles_of(archive: &mut Archive<'_>) -> HashMap<String, Look> {
    let mut styles = HashMap::new();
    let Ok(text) = unpacked(archive, STYLE_PART) else {
        return styles;
    };
    let mut style = String::new();
    // What is broken after some styles does not take those away.
    let _ = xml::walk(&text, |event| {
        if let Event::Start(tag) | Event::Empty(tag) = event {
            if tag.local_name().as_ref() == "style" {
                style = attribute(tag, "styleId").unwrap_or_default();
            }
            let look: &mut Look = styles.entry(style.clone()).or_default();
            look.on_tag(tag, &HashMap::new());
        }
    });
    styles
}

/// How letters look, as far as they may not be seen at all.
#[derive(Clone, Copy, Default)]
struct Look {
    vanished: bool,
    white: bool,
    speck: bool,
    /// Level of a heading, from 1.
    outline: Option<u8>,
    /// Something else than paper is behind them.
    shaded: bool,
}

/// Halves of a point; letters lower than that are specks.
const SPECK: u32 = 4;

impl Look {
    fn on_tag(&mut self, tag: &BytesStart<'_>, styles: &HashMap<String, Look>) {
        let value = || attribute(tag, "val").unwrap_or_default();
        let on = || !matches!(value().as_str(), "0" | "false" | "off");
        match tag.local_name().as_ref() {
            "vanish" | "webHidden" | "specVanish" => self.vanished = on(),
            "color" => self.white = is_white(&value()),
            "sz" | "szCs" => self.speck = value().parse().is_ok_and(|size: u32| size < SPECK),
            "shd" => {
                self.shaded |=
                    attribute(tag, "fill").is_some_and(|fill| fill != "auto" && !is_white(&fill))
            }
            "highlight" => self.shaded |= !matches!(value().as_str(), "white" | "none"),
            "outlineLvl" => {
                let level = value().parse().ok().filter(|level: &u8| *level < 6);
                self.outline = level.map(|level| level + 1);
            }
            "rStyle" | "pStyle" => {
                let style = styles.get(&value()).copied().unwrap_or_default();
                self.vanished |= style.vanished;
                self.white |= style.white;
                self.speck |= style.speck;
                self.shaded |= style.shaded;
                self.outline = style.outline.or(self.outline);
            }
            _ => {}
        }
    }

    fn is_hidden(self) -> bool {
        self.vanished || self.speck || self.white && !self.shaded
    }
}

/// White, or so near to it that nobody can tell.
fn is_white(colour: &str) -> bool {
    colour.len() == 6
        && (0..3).all(|part| {
            let part = colour.get(part * 2..part * 2 + 2);
            part.and_then(|part| u8::from_str_radix(part, 16).ok()) >= Some(0xf5)
        })
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    tag.attributes()
        .flatten()
        .find(|attribute| attribute.key.local_name().as_ref() == name)
        .map(|attribute| attribute.value.into_owned())
}

/// A document as it is read: only what was written in it and shows, row by row where it is a table.
#[derive(Default)]
struct Document {
    text: String,
    paragraphs: usize,
    cells: usize,
    /// Tables by row and cell, those alone that stand in no other.
    tables: Vec<Vec<Vec<String>>>,
    rows: Vec<Vec<String>>,
    row: Vec<String>,
    /// Where the text of the present cell begins.
    cell_from: usize,
    depth: usize,
    kept: usize,
    writing: bool,
    styles: HashMap<String, Look>,
    /// What holds for the cell of a table, for the paragraph, and for the letters that are read now.
    cell: Look,
    paragraph: Look,
    letters: Look,
    part: Part,
    /// The page, a shape or the style of a table may lie behind the letters.
    painted: bool,
    shapes: usize,
    styled: bool,
    /// Where the paragraph began, and the headings so far: where each begins, and its level.
    start: usize,
    headings: Vec<(usize, u8)>,
}

/// What the looks that are told now are of.
#[derive(Clone, Copy, Default, PartialEq)]
enum Part {
    #[default]
    Cell,
    Paragraph,
    Letters,
}

impl Document {
    fn on_event(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(tag) => match tag.local_name().as_ref() {
                "t" => self.writing = !self.letters.is_hidden(),
                "tbl" => self.depth += 1,
                "tc" => {
                    self.cells += 1;
                    self.cell = self.paper();
                    if self.depth == 1 {
                        self.cell_from = self.text.len();
                    }
                }
                "txbxContent" => self.shapes += 1,
                "p" => {
                    self.part = Part::Paragraph;
                    self.start = self.text.len();
                    self.paragraph = if self.cells > 0 {
                        self.cell
                    } else {
                        self.paper()
                    };
                }
                "r" => {
                    self.part = Part::Letters;
                    self.letters = self.paragraph;
                }
                "tab" => self.text.push('\t'),
                "br" | "cr" => self.text.push('\n'),
                _ => self.look(tag),
            },
            Event::Empty(tag) => match tag.local_name().as_ref() {
                "tab" => self.text.push('\t'),
                "br" | "cr" => self.text.push('\n'),
                "p" => self.end_paragraph(),
                _ => self.look(tag),
            },
            Event::End(tag) => match tag.local_name().as_ref() {
                "t" => self.writing = false,
                "r" => self.part = Part::Paragraph,
                "txbxContent" => self.shapes = self.shapes.saturating_sub(1),
                "tbl" => {
                    self.styled = false;
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        self.end_table();
                    }
                }
                "p" => self.end_paragraph(),
                "tc" => {
                    self.cells = self.cells.saturating_sub(1);
                    if self.depth == 1 && self.kept < CELLS {
                        self.kept += 1;
                        let cell = self.text.get(self.cell_from..).unwrap_or_default();
                        self.row.push(cell.trim().to_owned());
                    }
                    self.text.push('\t');
                }
                "tr" => {
                    self.text.push('\n');
                    if self.depth == 1 {
                        self.rows.push(std::mem::take(&mut self.row));
                    }
                }
                _ => {}
            },
            Event::Text(words) if self.writing => self.text.push_str(&words.xml10_content()),
            Event::CData(words) if self.writing => self.text.push_str(&words.xml10_content()),
            Event::GeneralRef(name) if self.writing => self.refer(name),
            _ => {}
        }
    }

    fn end_table(&mut self) {
        if !self.rows.is_empty() {
            self.tables.push(std::mem::take(&mut self.rows));
        }
    }

    /// What is behind letters before anything is said of it. In doubt it is no paper.
    fn paper(&self) -> Look {
        Look {
            shaded: self.painted || self.styled || self.shapes > 0,
            ..Look::default()
        }
    }

    fn look(&mut self, tag: &BytesStart<'_>) {
        match (tag.local_name().as_ref(), self.part) {
            ("background", _) => self.painted = true,
            ("tblStyle", _) => self.styled = true,
            (_, Part::Letters) => self.letters.on_tag(tag, &self.styles),
            // The mark at a paragraph's end has a look of its own; its style and shade are the paragraph's.
            ("pStyle" | "shd" | "outlineLvl", Part::Paragraph) => {
                self.paragraph.on_tag(tag, &self.styles)
            }
            ("shd", Part::Cell) => self.cell.on_tag(tag, &self.styles),
            _ => {}
        }
    }

    fn end_paragraph(&mut self) {
        self.paragraphs += 1;
        self.part = Part::Cell;
        if let Some(level) = self.paragraph.outline.take().filter(|_| self.cells == 0) {
            self.headings.push((self.start, level));
        }
        self.text.push(if self.cells > 0 { ' ' } else { '\n' });
    }

    /// Nothing is declared, so only the names that XML itself knows mean anything.
    fn refer(&mut self, name: &quick_xml::events::BytesRef<'_>) {
        if let Ok(Some(letter)) = name.resolve_char_ref() {
            self.text.push(letter);
            return;
        }
        match name.xml10_content().as_ref() {
            "amp" => self.text.push('&'),
            "lt" => self.text.push('<'),
            "gt" => self.text.push('>'),
            "quot" => self.text.push('"'),
            "apos" => self.text.push('\''),
            _ => {}
        }
    }
}
