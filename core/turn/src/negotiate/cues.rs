//! Words that say how much of a page has to be seen. What stands in quotes is a name, not a cue.

use screen_agent_words::WordList;

use crate::phrases;

/// How something looks, beyond its name. Spec 001 §6; facts §3.
static VISUAL: WordList = WordList::named("cues visual");
static COLORS: WordList = WordList::named("cues colors");
static PLACES: WordList = WordList::named("cues places");
/// The page is to be read. Longer ones are several words in a row.
static READS: WordList = WordList::named("cues reads");
/// Words of a control's name that every control could have.
static COMMON: WordList = WordList::named("cues common");

/// The words of a query, without what it quotes.
pub(super) struct Cues {
    words: Vec<String>,
    quoted: Vec<String>,
}

impl Cues {
    pub(super) fn of(query: &str) -> Self {
        let (said, quoted) = apart(query);
        Self {
            words: words(&said),
            quoted: words(&quoted),
        }
    }

    /// The page is to be read, not only worked.
    pub(super) fn reads(&self) -> bool {
        phrases::says(&self.words, &READS)
    }

    pub(super) fn visual(&self) -> impl Iterator<Item = &'static str> {
        VISUAL.iter().copied().filter(|word| self.says(word))
    }

    pub(super) fn colors(&self) -> impl Iterator<Item = &'static str> {
        COLORS.iter().copied().filter(|word| self.says(word))
    }

    pub(super) fn places(&self) -> bool {
        phrases::says(&self.words, &PLACES)
    }

    /// True when a control of this name may be meant: quoted or not, it shares a word that counts.
    pub(super) fn mean(&self, name: &str) -> bool {
        words(name)
            .iter()
            .filter(|word| !COMMON.contains(word.as_str()))
            .any(|word| self.words.contains(word) || self.quoted.contains(word))
    }

    fn says(&self, phrase: &str) -> bool {
        phrases::says(&self.words, &[phrase])
    }
}

/// True when the word stands in a control's name.
pub(super) fn names(name: &str, word: &str) -> bool {
    words(name).iter().any(|known| known == word)
}

/// What is said, and what is quoted. A quote that is not closed quotes nothing; one in the middle
/// of a word is an apostrophe.
fn apart(query: &str) -> (String, String) {
    let (mut said, mut quoted) = (String::new(), String::new());
    let mut rest = query;
    let mut before = ' ';
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let inside = closing(c)
            .filter(|_| !before.is_alphanumeric())
            .and_then(|end| after.find(end).map(|at| (at, end)));
        if let Some((at, end)) = inside {
            quoted.push(' ');
            quoted.push_str(&after[..at]);
            said.push(' ');
            rest = &after[at + end.len_utf8()..];
        } else {
            said.push(c);
            rest = after;
        }
        before = c;
    }
    (said, quoted)
}

const fn closing(open: char) -> Option<char> {
    match open {
        '"' | '\'' | '`' => Some(open),
        '“' | '„' => Some('”'),
        '‘' => Some('’'),
        '«' => Some('»'),
        _ => None,
    }
}

fn words(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .map(|word| word.trim_matches('\''))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}
