//! A text as the terms that an index compares: words in small letters, by their stem in the language of the text, without
//! marks; where a script puts no spaces between words, each two signs that stand side by side.

use rust_stemmers::{Algorithm, Stemmer};
use screen_agent_words::fold;
use whatlang::Lang;

/// Longest term, in characters.
const LONGEST: usize = 40;
/// As much of a text as tells its language, in bytes.
const SAMPLE: usize = 4_000;

/// A language whose words have stems that we know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLanguage(Lang);

impl TextLanguage {
    /// The language of a text; none where it is not certain, or has no stems that we know.
    pub fn of(text: &str) -> Option<Self> {
        let sample = &text[..text.floor_char_boundary(SAMPLE)];
        let found = whatlang::detect(sample).filter(whatlang::Info::is_reliable)?;
        Self::known(found.lang())
    }

    /// By its code of three letters, as in ISO 639-3.
    pub fn by_code(code: &str) -> Option<Self> {
        Self::known(Lang::from_code(code)?)
    }

    /// Its code.
    pub fn code(self) -> &'static str {
        self.0.code()
    }

    fn known(lang: Lang) -> Option<Self> {
        algorithm(lang).map(|_| Self(lang))
    }
}

fn algorithm(lang: Lang) -> Option<Algorithm> {
    Some(match lang {
        Lang::Ara => Algorithm::Arabic,
        Lang::Dan => Algorithm::Danish,
        Lang::Nld => Algorithm::Dutch,
        Lang::Eng => Algorithm::English,
        Lang::Fin => Algorithm::Finnish,
        Lang::Fra => Algorithm::French,
        Lang::Deu => Algorithm::German,
        Lang::Ell => Algorithm::Greek,
        Lang::Hun => Algorithm::Hungarian,
        Lang::Ita => Algorithm::Italian,
        Lang::Nob => Algorithm::Norwegian,
        Lang::Por => Algorithm::Portuguese,
        Lang::Ron => Algorithm::Romanian,
        Lang::Rus => Algorithm::Russian,
        Lang::Spa => Algorithm::Spanish,
        Lang::Swe => Algorithm::Swedish,
        Lang::Tam => Algorithm::Tamil,
        Lang::Tur => Algorithm::Turkish,
        _ => return None,
    })
}

/// The terms of a text, in its order. None holds a space, and none a sign that is neither letter nor digit.
pub fn terms(text: &str, language: Option<TextLanguage>) -> Vec<String> {
    let stemmer = language
        .and_then(|TextLanguage(lang)| algorithm(lang))
        .map(Stemmer::create);
    let mut terms = Vec::new();
    let mut word = String::new();
    let mut run: Vec<char> = Vec::new();
    for c in text.chars().chain([' ']) {
        let is_dense = is_dense(c);
        if !is_dense {
            end_run(&mut run, &mut terms);
        }
        if is_dense {
            end_word(&mut word, stemmer.as_ref(), &mut terms);
            run.push(c);
        } else if c.is_alphanumeric() || fold::is_unseen(c) || is_mark(c) {
            word.push(c);
        } else if !fold::is_apostrophe(c) || word.is_empty() {
            end_word(&mut word, stemmer.as_ref(), &mut terms);
        } else {
            word.push('\'');
        }
    }
    terms
}

fn end_word(word: &mut String, stemmer: Option<&Stemmer>, terms: &mut Vec<String>) {
    if word.is_empty() {
        return;
    }
    let small = std::mem::take(word).to_lowercase();
    let small = small.trim_end_matches('\'');
    let stem = match stemmer {
        Some(stemmer) => stemmer.stem(small),
        None => small.into(),
    };
    let plain: String = fold::word(&stem)
        .chars()
        .filter(|c| c.is_alphanumeric() || is_mark(*c))
        .take(LONGEST)
        .collect();
    if !plain.is_empty() {
        terms.push(plain);
    }
}

/// Each two signs side by side; a sign that stands alone is a term of its own.
fn end_run(run: &mut Vec<char>, terms: &mut Vec<String>) {
    match run.as_slice() {
        [] => return,
        [one] => terms.push(one.to_string()),
        many => terms.extend(many.windows(2).map(|pair| pair.iter().collect::<String>())),
    }
    run.clear();
}

/// Signs of scripts that put no spaces between words, or stick endings to them.
const fn is_dense(c: char) -> bool {
    matches!(c,
        '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{1100}'..='\u{11ff}'
        | '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{3096}' | '\u{3099}'..='\u{309f}' | '\u{30a1}'..='\u{30ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}'
        | '\u{ff66}'..='\u{ff9f}' | '\u{20000}'..='\u{3134f}')
}

/// Signs that are written on letters in scripts of India, of which no word may be torn apart.
const fn is_mark(c: char) -> bool {
    matches!(c, '\u{0900}'..='\u{0903}' | '\u{093a}'..='\u{094f}' | '\u{0980}'..='\u{0983}' | '\u{09bc}'..='\u{09cd}'
        | '\u{0a01}'..='\u{0a03}' | '\u{0a3c}'..='\u{0a4d}' | '\u{0a81}'..='\u{0a83}' | '\u{0abc}'..='\u{0acd}'
        | '\u{0b82}' | '\u{0bbe}'..='\u{0bcd}' | '\u{0c00}'..='\u{0c04}' | '\u{0c3e}'..='\u{0c4d}'
        | '\u{0c81}'..='\u{0c83}' | '\u{0cbc}'..='\u{0ccd}' | '\u{0d3e}'..='\u{0d4d}')
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn in_language(code: &str, text: &str) -> String {
        terms(text, TextLanguage::by_code(code)).join(" ")
    }

    #[test]
    fn words_are_compared_by_their_stem() {
        for (code, text, expected) in [
            (
                "eng",
                "Refunding the customers' orders",
                "refund the custom order",
            ),
            ("eng", "isn't foo_bar C3PO", "isnt foo bar c3po"),
            (
                "deu",
                "Die Häuser der Kündigungsfristen",
                "die haus der kundigungsfrist",
            ),
            ("fra", "Les congés payés", "le cong pai"),
            ("rus", "Возвраты заказов", "возврат заказ"),
            ("", "Été fin", "ete fin"),
        ] {
            assert_eq!(in_language(code, text), expected, "{text}");
        }
    }

    #[test]
    fn scripts_without_spaces_become_pairs() {
        for (text, expected) in [
            ("返金の方法", "返金 金の の方 方法"),
            ("API接続", "api 接続"),
            ("水", "水"),
            ("환불 정책", "환불 정책"),
            ("สวัสดี", "สว วั ัส สด ดี"),
            ("हिन्दी में", "हिन्दी में"),
        ] {
            assert_eq!(terms(text, None).join(" "), expected, "{text}");
        }
    }

    #[test]
    fn the_language_of_a_text_is_told_by_its_words() {
        let english = "An employee may take twenty days of leave in each year, and has to ask for them in writing.";
        let german = "Jeder Mitarbeiter hat in jedem Jahr Anspruch auf zwanzig Tage Urlaub und beantragt sie schriftlich.";
        assert_eq!(
            TextLanguage::of(english).map(TextLanguage::code),
            Some("eng")
        );
        assert_eq!(
            TextLanguage::of(german).map(TextLanguage::code),
            Some("deu")
        );
        for text in ["", "x", "12 34", "返金の方法について説明します。"] {
            assert_eq!(TextLanguage::of(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_has_terms_that_an_index_takes(text in "\\PC{0,200}") {
            for code in ["", "eng", "deu", "tur"] {
                for term in terms(&text, TextLanguage::by_code(code)) {
                    prop_assert!(!term.is_empty() && term.chars().count() <= LONGEST);
                    prop_assert!(!term.contains(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric()), "{}", term);
                }
            }
        }
    }
}
