//! What an index is given of a document, and asked of a question.

use crate::block::ExtractedDocument;
use crate::chunk::{Chunk, chunks};
use crate::terms::{TextLanguage, terms};

/// Most terms of a question, and languages that each is tried in.
const TERMS: usize = 24;
const LANGUAGES: usize = 3;
/// Chunks that a document's language is told by.
const SAMPLE: usize = 5;

/// A document as it is indexed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexedDocument {
    /// Its language, where that is certain.
    pub language: Option<TextLanguage>,
    /// Its chunks.
    pub chunks: Vec<IndexedChunk>,
}

/// A chunk with the terms that it is found by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexedChunk {
    /// The chunk.
    pub chunk: Chunk,
    /// Terms of the document's title and of its headings, with spaces between them.
    pub heading_terms: String,
    /// Terms of its text, likewise.
    pub body_terms: String,
}

/// Cuts a document into chunks and these into terms.
pub fn index(title: &str, document: &ExtractedDocument) -> IndexedDocument {
    let cut = chunks(document);
    let sample: Vec<&str> = cut
        .iter()
        .take(SAMPLE)
        .map(|chunk| chunk.text.as_str())
        .collect();
    let language = TextLanguage::of(&sample.join(" "));
    let of = |text: &str| terms(text, language).join(" ");
    let title = of(title);
    let indexed = |chunk: Chunk| IndexedChunk {
        heading_terms: format!("{title} {}", of(&chunk.section)),
        body_terms: of(&chunk.text),
        chunk,
    };
    IndexedDocument {
        language,
        chunks: cut.into_iter().map(indexed).collect(),
    }
}

/// Each term of a question in the forms that documents of these languages may have it in.
pub fn question(words: &str, languages: &[String]) -> Vec<Vec<String>> {
    let mut forms: Vec<Vec<String>> = terms(words, None)
        .into_iter()
        .map(|term| vec![term])
        .collect();
    let known = languages
        .iter()
        .filter_map(|code| TextLanguage::by_code(code));
    for language in known.take(LANGUAGES) {
        let stems = terms(words, Some(language));
        if stems.len() != forms.len() {
            // A word that has no stem at all: then they cannot be told one by one.
            forms.extend(stems.into_iter().map(|stem| vec![stem]));
            continue;
        }
        for (form, stem) in forms.iter_mut().zip(stems) {
            if !form.contains(&stem) {
                form.push(stem);
            }
        }
    }
    let mut seen = Vec::new();
    forms.retain(|form| {
        let new = !seen.contains(form);
        seen.push(form.clone());
        new
    });
    forms.truncate(TERMS);
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_asked_in_every_form_once() {
        let languages = ["eng", "deu", "xxx"].map(str::to_owned);
        let asked = question("Refunds refunds Häuser", &languages);
        let expected = [vec!["refunds", "refund"], vec!["hauser", "haus"]];
        let told: Vec<Vec<&str>> = asked
            .iter()
            .map(|forms| forms.iter().map(String::as_str).collect())
            .collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn a_chunk_is_found_by_its_title_and_headings_too() {
        let text = "# Leave\n\nEvery employee takes twenty days of leave, and has to ask for them in writing before.";
        let document = ExtractedDocument::of_text(text, "text/markdown");
        let indexed = index("Handbooks", &document);
        assert_eq!(indexed.language.map(TextLanguage::code), Some("eng"));
        assert_eq!(indexed.chunks[0].heading_terms, "handbook leav");
        assert!(
            indexed.chunks[0]
                .body_terms
                .starts_with("everi employe take")
        );
    }
}
