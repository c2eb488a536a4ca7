//! Names, months and turns of a sentence, held against what it rests on.
//!
//! Only what is certain is marked: a name that the source does not know, a month that it does not name, the denial or the
//! opposite of what is quoted. Other words for the same are the answer's own.

use std::collections::HashSet;

use screen_agent_words::WordList;

use super::fold::folded;
use super::sentences::sentences;

static MONTHS: WordList = WordList::named("months");
static WEEKDAYS: WordList = WordList::named("weekdays");
static DENIALS: WordList = WordList::named("denials");
/// Words of languages that write every noun large.
static LARGE_NOUNS: WordList = WordList::named("beside large nouns");
static OPPOSITES: WordList = WordList::named("opposites in a sentence");

/// What is wrong with a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wrong {
    Number,
    Name,
    Date,
    Turned,
}

impl Wrong {
    /// Each of them.
    pub(super) const ALL: [Self; 4] = [Self::Number, Self::Name, Self::Date, Self::Turned];

    /// Set behind the line.
    pub(super) const fn mark(self) -> &'static str {
        match self {
            Self::Number => " [a number here is not in the source]",
            Self::Name => " [a name here is not in the source]",
            Self::Date => " [a date here is not in the source]",
            Self::Turned => " [the source says the opposite]",
        }
    }
}

/// The words of texts, to be looked up.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    words: HashSet<String>,
    /// The first letters of each, for other forms of the same name.
    stems: HashSet<String>,
    months: HashSet<usize>,
}

/// Letters by which forms of one name are the same: Norway, Norwegian.
const STEM: usize = 4;

impl Vocabulary {
    pub(super) fn add(&mut self, text: &str) {
        for word in words(text) {
            let word = folded(word);
            if let Some(month) = month(&word) {
                self.months.insert(month);
            }
            self.stems.insert(stem(&word));
            self.words.insert(word);
        }
        self.months.extend(months_in_figures(text));
    }

    pub(super) fn of<'t>(texts: impl Iterator<Item = &'t str>) -> Self {
        let mut all = Self::default();
        texts.for_each(|text| all.add(text));
        all
    }

    fn knows(&self, name: &str) -> bool {
        let name = folded(name);
        self.words.contains(&name)
            || name.chars().count() > STEM && self.stems.contains(&stem(&name))
    }

    /// How many of these words it holds, of a hundred.
    fn share<'w>(&self, words: impl Iterator<Item = &'w str>) -> Option<usize> {
        let (mut all, mut held) = (0, 0);
        for word in words {
            all += 1;
            held += usize::from(self.knows(word));
        }
        (all > 0).then(|| held * 100 / all)
    }
}

/// Names that none of these texts knows. Where the words around are not theirs either, the answer is in another language,
/// in which names may be written otherwise; and where every other word has a capital, a capital tells nothing.
pub(super) fn has_strange_name(sentence: &str, known: &[&Vocabulary]) -> bool {
    const SAME_LANGUAGE: usize = 40;
    const FEW: usize = 60;
    let all: Vec<&str> = words(sentence).collect();
    if all.iter().any(|word| LARGE_NOUNS.contains(word)) {
        return false;
    }
    let is_capital = |word: &&&str| word.starts_with(char::is_uppercase);
    let inside = all.iter().skip(1);
    if inside.clone().filter(is_capital).count() * 100 > all.len().saturating_sub(1) * FEW {
        return false;
    }
    let plain = || {
        inside
            .clone()
            .filter(|word| word.chars().all(char::is_lowercase))
    };
    let shares = known.iter().filter_map(|one| one.share(plain().copied()));
    if shares.max().unwrap_or_default() < SAME_LANGUAGE {
        return false;
    }
    names(sentence).any(|name| !known.iter().any(|one| one.knows(name)))
}

/// Words with a capital that no beginning explains. Short ones, days and months are none.
fn names(sentence: &str) -> impl Iterator<Item = &str> {
    let mut before = None;
    spaced(sentence).filter_map(move |piece| {
        let begins = before.replace(piece).is_none_or(|before: &str| {
            before.ends_with([':', ';', '-', '–', '—', '(', '“', '"', '/'])
        });
        let word = piece.trim_matches(|c: char| !c.is_alphanumeric());
        let quoted = piece.starts_with(|c: char| !c.is_alphanumeric());
        let word = word.split(['\'', '’']).next().unwrap_or(word);
        let long = word.chars().count() > 2 && word.chars().any(char::is_lowercase);
        let lower = word.to_lowercase();
        let is_day = month(&lower).is_some() || WEEKDAYS.contains(&lower);
        let is_name = long && !begins && !quoted && !is_day && word.starts_with(char::is_uppercase);
        (is_name && word.chars().all(char::is_alphabetic)).then_some(word)
    })
}

/// A month that these texts do not name, in words or in figures.
pub(super) fn has_strange_month(sentence: &str, known: &[&Vocabulary]) -> bool {
    // `may` and `march` are words of their own: a month is written large.
    let named = words(sentence).filter(|word| word.starts_with(char::is_uppercase));
    let mut months = named.filter_map(|word| month(&word.to_lowercase()));
    months.any(|month| !known.iter().any(|one| one.months.contains(&month)))
}

/// True where a sentence that repeats what is quoted denies it, or turns a word of it round. Of a quote each sentence and
/// each clause is looked at by itself: where one of them says the same, nothing is turned.
pub(super) fn is_turned(sentence: &str, quote: &str) -> bool {
    let said = Turns::of(sentence);
    let whole = sentences(quote);
    let clauses = whole
        .iter()
        .flat_map(|one| one.words.split([',', ';', '(', '|']));
    let pieces = whole.iter().map(|one| one.words.as_str()).chain(clauses);
    let mut repeated = pieces
        .map(Turns::of)
        .filter(|quoted| said.repeats(quoted))
        .peekable();
    repeated.peek().is_some() && repeated.all(|quoted| said.turns(&quoted))
}

/// A text as words that may be turned, and the others.
#[derive(Default)]
struct Turns {
    plain: HashSet<String>,
    denials: usize,
    /// Which pair of opposites, and which of the two.
    sides: HashSet<(usize, bool)>,
}

impl Turns {
    /// Nearly all of it stands there, too.
    fn repeats(&self, quoted: &Self) -> bool {
        const NEARLY: usize = 75;
        let held = self
            .plain
            .iter()
            .filter(|word| quoted.plain.contains(*word));
        self.plain.len() >= 3 && held.count() * 100 >= self.plain.len() * NEARLY
    }

    /// It denies what is quoted, or says the opposite of a word of it; not both.
    fn turns(&self, quoted: &Self) -> bool {
        let denied = self.denials % 2 != quoted.denials % 2;
        let turned = self.sides.iter().any(|(pair, side)| {
            quoted.sides.contains(&(*pair, !side))
                && !quoted.sides.contains(&(*pair, *side))
                && !self.sides.contains(&(*pair, !side))
        });
        denied != turned
    }

    fn of(text: &str) -> Self {
        let mut turns = Self::default();
        for word in words(text).map(folded) {
            if DENIALS.contains(&word) || word.ends_with("n't") {
                turns.denials += 1;
                continue;
            }
            let pair = OPPOSITES
                .groups()
                .position(|pair| pair.contains(&word.as_str()));
            match pair.and_then(|at| Some((at, OPPOSITES.groups().nth(at)?))) {
                Some((at, pair)) => {
                    turns
                        .sides
                        .insert((at, pair.first() == Some(&word.as_str())));
                }
                None if word.chars().count() > 2 => {
                    turns.plain.insert(word);
                }
                None => {}
            }
        }
        turns
    }
}

fn month(lower: &str) -> Option<usize> {
    MONTHS.place(lower).or_else(|| {
        let short = lower.len() == 3 || lower == "sept";
        let starts = |month: &&str| month.starts_with(lower);
        short.then(|| MONTHS.iter().position(starts))?
    })
}

/// Months of dates in figures: 2025-03-02, 02.03.2025, 3/2/2025. Where day and month may be either, both.
fn months_in_figures(text: &str) -> HashSet<usize> {
    let mut months = HashSet::new();
    for piece in spaced(text) {
        let piece = piece.trim_matches(|c: char| !c.is_ascii_digit());
        let piece = piece.split('T').next().unwrap_or(piece);
        let parts: Vec<&str> = piece.split(['-', '.', '/']).collect();
        if !(2..=3).contains(&parts.len()) {
            continue;
        }
        let numbers = parts.iter().filter(|part| part.len() <= 2);
        let numbers = numbers.filter_map(|part| part.parse::<usize>().ok());
        months.extend(
            numbers
                .filter(|number| (1..=12).contains(number))
                .map(|number| number - 1),
        );
    }
    months
}

fn stem(word: &str) -> String {
    word.chars().take(STEM).collect()
}

fn spaced(text: &str) -> impl Iterator<Item = &str> {
    text.split(char::is_whitespace)
        .filter(|piece| !piece.is_empty())
}

/// Words as they stand: parted by whatever is no letter, figure or apostrophe.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’');
    let words = text.split(move |c: char| !inside(c));
    words
        .map(|word| word.trim_matches(['\'', '’']))
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_months_are_known_by_their_source() {
        let source = Vocabulary::of(
            ["The ferry from Bergen was built by Ida Holm on 2025-03-02 for the Norwegian coast, in two years."].into_iter(),
        );
        for (sentence, name, date) in [
            (
                "The ferry was built by Ida Holm for Norway in March 2025.",
                false,
                false,
            ),
            ("The ferry was built by Ida Holt.", true, false),
            ("The ferry from Oslo was built in April.", true, true),
            ("It was built for the coast: Bergen's.", false, false),
            // Another language: nothing can be said of its names.
            ("Die Fähre aus Kopenhagen wurde gebaut.", false, false),
            ("It may march on.", false, false),
        ] {
            assert_eq!(has_strange_name(sentence, &[&source]), name, "{sentence}");
            assert_eq!(has_strange_month(sentence, &[&source]), date, "{sentence}");
        }
    }

    #[test]
    fn a_sentence_that_turns_its_quote_round_is_known() {
        for (sentence, quote, turned) in [
            (
                "Dogs are allowed on board.",
                "Dogs are not allowed on board",
                true,
            ),
            (
                "Dogs aren't allowed on board.",
                "Dogs are not allowed on board",
                false,
            ),
            (
                "Dogs are not allowed on board.",
                "Dogs are allowed on board",
                true,
            ),
            (
                "The museum is open on Monday.",
                "The museum is closed on Monday",
                true,
            ),
            (
                "The museum is not open on Monday.",
                "The museum is closed on Monday",
                false,
            ),
            (
                "It costs less than the old lamp.",
                "It costs more than the old lamp",
                true,
            ),
            (
                "Breakfast costs extra.",
                "The price does not include breakfast",
                false,
            ),
        ] {
            assert_eq!(is_turned(sentence, quote), turned, "{sentence} / {quote}");
        }
    }
}
