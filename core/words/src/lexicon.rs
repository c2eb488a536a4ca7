//! Words on controls and in fields, in ten languages: what pressing does, what a field takes. Read once.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use crate::data::{EFFECTS, LABELS};
use crate::fold::{is_unspaced, word as fold, words};

/// What an effect comes to, beyond that it changes something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// It costs money.
    Costs,
    /// It moves money, or what is worth money.
    Moves,
    /// It takes a place or a time.
    Books,
    /// It changes how a site knows somebody.
    Identity,
}

impl Class {
    fn read(word: &str) -> Option<Self> {
        match word {
            "costs" => Some(Self::Costs),
            "moves" => Some(Self::Moves),
            "books" => Some(Self::Books),
            "identity" => Some(Self::Identity),
            _ => None,
        }
    }
}

/// One kind of effect.
#[derive(Debug, Default)]
pub struct EffectWords {
    /// Its name.
    pub name: &'static str,
    /// It cannot easily be taken back: a link that names it is asked about.
    pub grave: bool,
    /// Its verbs are no other words for one another: who pins something does not archive it.
    pub each: bool,
    /// What it comes to, where that is told apart.
    pub class: Option<Class>,
    /// Other effects that cannot be left out where this one is ordered.
    pub implies: Vec<&'static str>,
    /// What a label may call the thing that it is about.
    pub nouns: BTreeSet<String>,
    /// Those of them that are not the same thing: whoever names one means no other.
    pub things: BTreeSet<String>,
    /// English verbs and phrases, which people also order with.
    pub verbs: Vec<Vec<String>>,
    /// Those of the other languages that set spaces between words.
    pub elsewhere: Vec<Vec<String>>,
    /// Those of the languages that set none.
    unspaced: Vec<&'static str>,
}

/// A plain list.
#[derive(Debug, Default)]
pub struct List {
    /// In English.
    english: BTreeSet<String>,
    /// In any language, English too.
    all: BTreeSet<String>,
    /// How many words its longest phrase has.
    longest: usize,
}

#[derive(Debug, Default)]
struct Lexicon {
    effects: Vec<EffectWords>,
    lists: HashMap<&'static str, List>,
    /// Words without spaces, longest first, with the effect that each names, if any.
    unspaced: Vec<(&'static str, Option<usize>)>,
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::read);

impl Lexicon {
    fn read() -> Self {
        let mut lexicon = Self::default();
        for line in lines(EFFECTS) {
            if let Some(head) = line.strip_prefix("= ") {
                lexicon.effects.push(EffectWords::headed(head));
            } else if let (Some((key, items)), Some(effect)) =
                (line.split_once(':'), lexicon.effects.last_mut())
            {
                effect.take(key, items_of(items));
            }
        }
        LABELS
            .iter()
            .for_each(|(language, text)| lexicon.take(language, text));
        lexicon.sort_unspaced();
        lexicon
    }

    /// Takes the words of one language.
    fn take(&mut self, language: &str, text: &'static str) {
        let mut head = "";
        for line in lines(text) {
            if line.starts_with(['=', '@']) {
                head = line;
            } else if let Some(name) = head.strip_prefix("= ") {
                let mut effects = self.effects.iter_mut();
                if let Some(effect) = effects.find(|effect| effect.name == name) {
                    effect.take(language, items_of(line));
                }
            } else if head == "@ quiet" {
                let words = items_of(line).into_iter().map(|item| (item, None));
                self.unspaced.extend(words);
            } else if let Some(name) = head.strip_prefix("@ ") {
                self.lists
                    .entry(name)
                    .or_default()
                    .take(language, &items_of(line));
            }
        }
    }

    fn sort_unspaced(&mut self) {
        let effects = self.effects.iter().enumerate();
        let named = effects
            .flat_map(|(at, effect)| effect.unspaced.iter().map(move |word| (*word, Some(at))));
        let mut unspaced: Vec<_> = named.collect();
        unspaced.append(&mut self.unspaced);
        unspaced.sort_by_key(|(word, _)| std::cmp::Reverse(word.chars().count()));
        self.unspaced = unspaced;
    }
}

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn items_of(line: &'static str) -> Vec<&'static str> {
    let items = line.split(',').map(str::trim);
    items.filter(|item| !item.is_empty()).collect()
}

impl EffectWords {
    fn headed(head: &'static str) -> Self {
        let (head, implies) = head.split_once('>').unwrap_or((head, ""));
        let (name, weight) = head.trim().split_once(' ').unwrap_or((head, ""));
        Self {
            name,
            grave: weight.split_whitespace().any(|word| word == "grave"),
            each: weight.split_whitespace().any(|word| word == "each"),
            class: weight.split_whitespace().find_map(Class::read),
            implies: implies.split_whitespace().collect(),
            ..Self::default()
        }
    }

    fn take(&mut self, key: &str, items: Vec<&'static str>) {
        match key {
            "nouns" | "things" => {
                let named = items.iter().flat_map(|item| words(item));
                let named: BTreeSet<String> = named.collect();
                self.nouns.extend(named.iter().cloned());
                if key == "things" {
                    self.things.extend(named);
                }
            }
            "en" => self.verbs.extend(items.iter().map(|item| words(item))),
            "ja" | "zh" => self.unspaced.extend(items),
            _ => self
                .elsewhere
                .extend(items.iter().flat_map(|item| spellings(item))),
        }
    }
}

impl List {
    fn take(&mut self, key: &str, items: &[&'static str]) {
        let spelled = items.iter().flat_map(|item| spellings(item));
        let joined: BTreeSet<String> = spelled.map(|words| words.join(" ")).collect();
        if key == "en" {
            self.english.extend(joined.iter().cloned());
        }
        let lengths = joined.iter().map(|phrase| phrase.split(' ').count());
        self.longest = lengths.max().unwrap_or_default().max(self.longest);
        self.all.extend(joined);
    }

    /// True when it holds exactly this word or phrase.
    pub fn has(&self, phrase: &str) -> bool {
        self.all.contains(phrase) || self.all.contains(&words(phrase).join(" "))
    }

    /// Where the first of its phrases stands in the words, the longest that begins there, and how many words it has.
    /// In languages without spaces it may stand inside a word.
    pub fn find(&self, words: &[String]) -> Option<(usize, usize)> {
        let folded: Vec<String> = words.iter().map(|word| fold(word)).collect();
        let inside = |word: &String| {
            let mut entries = self.all.iter();
            word.chars().any(is_unspaced)
                && entries.any(|entry| entry.chars().any(is_unspaced) && word.contains(entry))
        };
        let ends = |at: usize| (1..=self.longest).rev().map(move |length| (at, length));
        (0..folded.len()).flat_map(ends).find(|(at, length)| {
            let part = folded.get(*at..at + length).unwrap_or_default();
            self.all.contains(&part.join(" ")) || part.len() == 1 && part.iter().any(inside)
        })
    }

    /// True when one of its phrases stands anywhere in the words.
    pub fn holds(&self, words: &[String]) -> bool {
        self.find(words).is_some()
    }
}

/// How an entry may be spelled: as it is, with "ae" for "ä", and with the French elision joined as
/// it is when the apostrophe goes.
fn spellings(entry: &str) -> Vec<Vec<String>> {
    let joined: String = entry
        .split(' ')
        .map(|word| match word {
            "l" | "d" | "s" | "j" | "n" => word.to_owned(),
            _ => format!("{word} "),
        })
        .collect();
    let umlauts = [("ä", "ae"), ("ö", "oe"), ("ü", "ue")];
    let typed = umlauts
        .iter()
        .fold(joined.clone(), |text, (from, to)| text.replace(from, to));
    let mut all = vec![words(entry), words(&joined), words(&typed)];
    all.dedup();
    all
}

/// Every effect.
pub fn effects() -> &'static [EffectWords] {
    &LEXICON.effects
}

/// The effect of this name.
pub fn effect(name: &str) -> Option<&'static EffectWords> {
    effects().iter().find(|effect| effect.name == name)
}

static NONE: List = List {
    english: BTreeSet::new(),
    all: BTreeSet::new(),
    longest: 0,
};

/// The list of this name.
pub fn list(name: &str) -> &'static List {
    let found = LEXICON.lists.get(name);
    debug_assert!(found.is_some(), "the lexicon has no list {name}");
    found.unwrap_or(&NONE)
}

/// True when the list holds exactly these words, in any language.
pub fn listed(name: &str, words: &str) -> bool {
    list(name).all.contains(words)
}

/// True when the list holds exactly these English words.
pub fn listed_in_english(name: &str, words: &str) -> bool {
    list(name).english.contains(words)
}

/// The effects that a text without spaces names, and what is left of it.
pub fn unspaced(text: &str) -> (Vec<&'static EffectWords>, String) {
    let mut rest = text;
    let mut named = Vec::new();
    let mut left = String::new();
    while let Some(c) = rest.chars().next() {
        let entries = &LEXICON.unspaced;
        let found = entries.iter().find(|(word, _)| rest.starts_with(word));
        let length = found.map_or(c.len_utf8(), |(word, _)| word.len());
        match found {
            Some((_, Some(at))) => named.extend(LEXICON.effects.get(*at)),
            _ if found.is_some() || is_unspaced(c) => {
                left.push_str(rest.get(..length).unwrap_or_default());
            }
            _ => {}
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    (named, left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_can_be_found() {
        assert!(effects().len() > 20);
        for effect in effects() {
            assert!(!effect.verbs.is_empty(), "{}", effect.name);
            assert!(!effect.elsewhere.is_empty(), "{}", effect.name);
            assert!(!effect.unspaced.is_empty(), "{}", effect.name);
            for implied in &effect.implies {
                assert!(super::effect(implied).is_some(), "{implied}");
            }
            for verb in effect.verbs.iter().chain(&effect.elsewhere) {
                assert!(!verb.is_empty(), "{}", effect.name);
            }
        }
        for name in [
            "generic",
            "looks",
            "looks-whole",
            "tells",
            "puts-away",
            "turns",
            "steps",
        ] {
            assert!(!list(name).english.is_empty(), "{name}");
        }
    }

    #[test]
    fn a_phrase_is_found_whole_and_the_longest_first() {
        let found = |text: &str| list("commits").find(&words(text));
        assert_eq!(found("please place an order"), Some((1, 3)));
        assert_eq!(found("Jetzt bestellen"), Some((0, 2)));
        assert_eq!(found("今すぐ購入する"), Some((0, 1)));
        assert_eq!(found("orders placed"), None);
        assert_eq!(found(""), None);
        assert!(list("credential").holds(&words("Contrasena")));
        assert!(!list("credential").holds(&words("Shipping address")));
        assert!(list("everybodys").has("Öffnungszeiten"));
    }

    #[test]
    fn the_longest_word_counts_where_no_spaces_are() {
        let names = |text: &str| -> Vec<&str> {
            unspaced(text).0.iter().map(|effect| effect.name).collect()
        };
        assert_eq!(names("注文を確定する"), ["order"]);
        assert_eq!(names("注文履歴"), Vec::<&str>::new());
        assert_eq!(names("取消订阅"), ["unsubscribe"]);
        assert_eq!(names("退出登录"), ["logout"]);
        assert_eq!(names("アカウントを削除"), ["delete"]);
    }
}
