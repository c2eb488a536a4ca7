//! Things of a list that are told from all others by what they say, where the list accounts for every word of it: "the member
//! who lives in Brno", "the better paid one of Ann and Bo".

use std::collections::HashSet;

use screen_agent_words::WordList;

use super::measure::measure;
use super::pick::limit_at;
use super::rows::{Entry, Listing, Part};
use super::superlative::{Superlative, at_comparative, best, names, of_name, superlative};
use crate::words::Token;
use crate::words::likeness::{Likeness, likeness};
use crate::words::normal::{singular, stand_in, words};
use crate::words::token::text_of;

/// Words that ask, or join what is said.
static AROUND: WordList = WordList::named("words around a question");
/// What a verb tells an amount or a place of.
static VERBS: WordList = WordList::named("verbs of attributes");
/// What "how old", "how expensive" asks for.
static ADJECTIVES: WordList = WordList::named("adjectives of attributes");
static YES_OR_NO: WordList = WordList::named("words for yes or no");
static NO: WordList = WordList::named("words for no");
static ASKS_STATE: WordList = WordList::named("words that ask for yes or no");
/// Words that turn what is said into something else than can be read here.
static BARS: WordList = WordList::named("words that bar a question");

/// What is said of things of one list, and what is asked of them.
pub(crate) struct Described<'l, 'a> {
    pub listing: &'l Listing<'a>,
    /// "How many".
    pub counts: bool,
    /// Values that have to be said; of those that belong together any will do.
    values: Vec<Vec<Vec<String>>>,
    /// The next value belongs to the one before.
    joined: bool,
    /// The most or the least of something.
    pub most: Option<Superlative>,
    /// "The most", with nothing behind it.
    bare: bool,
    /// It is the one of two that has more.
    pub of_two: bool,
    /// A noun for what is listed was said; it may stand nowhere on the page.
    pub noun: bool,
    /// The name of a person is asked for.
    pub who: bool,
    /// A place is asked for: "where".
    pub at_place: bool,
    /// Columns that have to say yes.
    flags: Vec<Vec<String>>,
    /// Bounds of what stands in a column.
    limits: Vec<(Vec<String>, f64, f64, bool)>,
    /// The column that was named last.
    last: Option<Vec<String>>,
    /// A word says by which column they are told, or of what kind they are, as the page calls it.
    pub tied: bool,
    /// Names of what is asked for.
    pub asked: Option<Vec<String>>,
    /// The words of everything that the list says.
    said: HashSet<Vec<String>>,
}

impl<'l, 'a> Described<'l, 'a> {
    /// Reads it; nothing where the list knows nothing of a word.
    pub fn read(listing: &'l Listing<'a>, tokens: &[Token]) -> Option<Self> {
        let end = tokens.len().checked_sub(1)?;
        // "How long does it last" asks for no last one; "under ten" is a bound.
        let bars = |at: usize| {
            let free = at == end && tokens[at].is("last")
                || at == 0 && tokens[at].is_any(&["where", "when"]);
            tokens[at].is_in(&BARS) && !free
        };
        let mut at = 0;
        while at <= end {
            match limit_at(&tokens[at..]) {
                Some((_, _, _, used)) => at += used,
                None if bars(at) => return None,
                None => at += 1,
            }
        }
        let parts = listing.entries.iter().flat_map(|entry| &entry.parts);
        let mut described = Self {
            listing,
            counts: false,
            values: Vec::new(),
            joined: false,
            most: None,
            bare: false,
            of_two: false,
            noun: false,
            who: tokens
                .iter()
                .take(3)
                .any(|token| token.is_any(&["who", "who's", "whos", "whose", "whom"])),
            at_place: tokens.first().is_some_and(|token| token.is("where")),
            flags: Vec::new(),
            limits: Vec::new(),
            last: None,
            tied: false,
            asked: None,
            said: parts.map(|part| words(&part.text)).collect(),
        };
        let mut at = 0;
        while at < tokens.len() {
            at += described.next(tokens, at)?;
        }
        described.settle();
        Some(described)
    }

    /// Takes what stands here; how many words that are.
    fn next(&mut self, tokens: &[Token], at: usize) -> Option<usize> {
        let (token, behind) = (&tokens[at], tokens.get(at + 1..).unwrap_or_default());
        if token.is("how")
            && let Some(used) = self.how(behind)?
        {
            return Some(used + 1);
        }
        if let Some((low, high, strict, used)) = limit_at(&tokens[at..]) {
            let column = self.last.clone()?;
            self.limits.push((column, low, high, strict));
            self.tied = true;
            return Some(used);
        }
        if let Some(used) = self.extreme(tokens, at) {
            return Some(used);
        }
        let literal = token.quoted()
            || token
                .text
                .starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
        if let Some((value, used)) = self.value(&tokens[at..], literal && at > 0) {
            match self.values.last_mut().filter(|_| self.joined) {
                Some(any) => any.push(value),
                None => self.values.push(vec![value]),
            }
            self.joined = false;
            return Some(used);
        }
        if token.is_in(&AROUND) || at == 0 && token.is_any(&["where", "when"]) {
            self.joined = token.is("and") && !self.values.is_empty();
            return Some(1);
        }
        // "Who ordered A-7": what was done to it is no name of what is asked for.
        if at == 1 && tokens[0].is("who") && !literal && VERBS.meaning(&token.low).is_none() {
            return Some(1);
        }
        // "The city Oslo" says what Oslo is; "the city of Ann" asks for it.
        let told = self.value(behind, true).is_some() || limit_at(behind).is_some();
        let of_whom = at > 0 && tokens[at - 1].is_any(&["whose", "who's", "whos"]);
        // "Is the trip booked" asks whether it is; "which are booked" says it of them.
        let asks_state =
            tokens[0].is_in(&ASKS_STATE) && !tokens.iter().any(|word| word.is("there"));
        if let Some(label) = self.label(token) {
            // "Whose task is the garden" asks for a person, and says what the garden is.
            let told = told || of_whom;
            self.last = Some(label.clone());
            self.tied |= told;
            if !told && !asks_state && self.is_flag(&label) {
                self.flags.push(label);
            } else if !told {
                self.ask(label)?;
            }
        } else if let Some(meaning) = VERBS.meaning(&token.low) {
            self.tied = true;
            self.last = Some(names(meaning));
            if !told && (meaning != "place" || self.at_place) && self.knows(&names(meaning)) {
                self.ask(names(meaning))?;
            }
        } else if !token.word() || literal {
            return None;
        } else if !told {
            // "The surname Jones" is called something; "people" are what is listed.
            self.is_noun(token)?;
        }
        Some(1)
    }

    /// "How many people", "how much": what is asked; how many words say it.
    #[allow(
        clippy::option_option,
        reason = "nothing of the kind, or nothing that can be answered"
    )]
    fn how(&mut self, behind: &[Token]) -> Option<Option<usize>> {
        let Some(much) = behind.first().filter(|next| next.is_any(&["many", "much"])) else {
            // "How old is Ann".
            let of = behind
                .first()
                .and_then(|next| ADJECTIVES.meaning(&next.low));
            let of = of.map(names).filter(|names| self.knows(names));
            let known = of.is_some();
            if let Some(names) = of {
                self.ask(names)?;
            }
            return Some(known.then_some(1));
        };
        if much.is("much") {
            if self.knows(&names("price")) {
                self.ask(names("price"))?;
            }
            return Some(Some(1));
        }
        self.counts = true;
        // What is counted is a kind of thing, also where something is called so.
        let counted = behind
            .get(1)
            .filter(|what| what.word() && !self.is_amount(what));
        if let Some(what) = counted {
            self.is_noun(what)?;
        }
        Some(Some(1 + usize::from(counted.is_some())))
    }

    /// One noun says what is listed, and no other.
    fn is_noun(&mut self, token: &Token) -> Option<()> {
        let first = !std::mem::replace(&mut self.noun, true);
        self.tied |= self.listing.kinds.contains(&singular(&token.low));
        first.then_some(())
    }

    /// One thing is asked for, and no other.
    fn ask(&mut self, names: Vec<String>) -> Option<()> {
        let asked = self.asked.get_or_insert_with(|| names.clone());
        let called = |names: &[String], column: &str| names.iter().any(|name| calls(name, column));
        let mut columns = self.listing.columns.iter();
        let same = columns.all(|column| called(asked, column) == called(&names, column));
        same.then_some(())
    }

    /// "Earns the most": what is asked for is what is compared, where who it is was not asked otherwise.
    fn settle(&mut self) {
        if let Some(most) = self.most.as_mut().filter(|most| most.about.is_empty())
            && let Some(asked) = self.asked.clone()
        {
            most.of = asked.first().and_then(|name| of_name(name));
            most.about = asked;
            // "The lowest price" asks for it; "who earns the most" does not.
            if self.bare {
                self.asked = None;
            }
        }
    }

    /// A superlative, or a comparative that tells one of two; how many words it takes.
    fn extreme(&mut self, tokens: &[Token], at: usize) -> Option<usize> {
        if self.most.is_some() {
            return None;
        }
        let rest = &tokens[at..];
        let bare = rest[0].is_any(&["most", "least"]) && at > 0 && tokens[at - 1].is("the");
        let (mut most, used) = match superlative(rest).filter(|found| found.from == 0) {
            Some(found) => (found.clone(), found.to),
            None if bare => {
                let most = rest[0].is("most");
                self.bare = true;
                (
                    Superlative {
                        most,
                        about: Vec::new(),
                        of: None,
                        from: 0,
                        to: 1,
                    },
                    1,
                )
            }
            None => {
                let (_, used, found) = at_comparative(rest).filter(|(from, _, _)| *from == 0)?;
                self.of_two = true;
                (found, used)
            }
        };
        // "Better paid": by what.
        let by = tokens
            .get(at + used)
            .and_then(|next| VERBS.meaning(&next.low));
        let used = used + usize::from(by.is_some());
        if let Some(by) = by {
            most.about = names(by);
            most.of = of_name(by);
        }
        self.most = Some(most);
        Some(used)
    }

    /// The longest words that an entry says as one of its values, or in one.
    fn value(&self, tokens: &[Token], literal: bool) -> Option<(Vec<String>, usize)> {
        /// Most words of a value.
        const LONGEST: usize = 8;
        let says = |asked: &[String], whole: bool| match whole {
            true => self.said.contains(asked),
            false => self.said.iter().any(|said| stand_in(asked, said)),
        };
        let run = |long: usize| {
            let run = &tokens[..long];
            let edges = [run.first(), run.last()];
            let plain = |token: &&Token| token.word() && token.is_in(&AROUND) && !literal;
            let bare = edges.into_iter().flatten().any(|token| plain(&token));
            let run: Vec<String> = words(&own(&text_of(run)));
            (!bare && !run.is_empty()).then_some(run)
        };
        let most = LONGEST.min(tokens.len());
        let find = |whole: bool| {
            (1..=most).rev().find_map(|long| {
                let asked = run(long).filter(|asked| says(asked, whole))?;
                Some((asked, long))
            })
        };
        let own = || Some((vec![self.part_of_name(tokens.first()?)?], 1));
        find(true)
            .or_else(|| find(false).filter(|_| literal))
            .or_else(own)
    }

    /// "reyes": a word of the name of one entry, and of no other.
    fn part_of_name(&self, token: &Token) -> Option<String> {
        /// Fewest letters.
        const FEWEST: usize = 4;
        let word = own(&token.low);
        let title = |entry: &Entry<'_>| {
            let mut own = entry.title.split_whitespace();
            own.any(|own| own.starts_with(char::is_uppercase) && own.to_lowercase() == word)
                && words(&entry.title).len() > 1
        };
        let mut bearers = self.listing.entries.iter().filter(|entry| title(entry));
        let plain = token.word() && word.chars().count() >= FEWEST && !token.is_in(&AROUND);
        (plain && bearers.next().is_some() && bearers.next().is_none()).then_some(word)
    }

    /// True where what is said of all in this column is yes or no.
    fn is_flag(&self, names: &[String]) -> bool {
        let parts = self.listing.entries.iter().flat_map(|entry| &entry.parts);
        let mut held = parts.filter(|part| is_called(part, names)).peekable();
        held.peek().is_some()
            && held.all(|part| YES_OR_NO.contains(&part.text.trim().to_lowercase()))
    }

    /// The names of a column that a word is called after.
    fn label(&self, token: &Token) -> Option<Vec<String>> {
        let named = vec![singular(&own(&token.low))];
        self.knows(&named).then_some(named)
    }

    /// "Nights", where a column of that name holds numbers.
    fn is_amount(&self, token: &Token) -> bool {
        let Some(names) = self.label(token) else {
            return false;
        };
        let parts = self.listing.entries.iter().flat_map(|entry| &entry.parts);
        let mut held = parts.filter(|part| is_called(part, &names) && !part.text.is_empty());
        held.all(|part| measure(&part.text).is_some())
    }

    /// True where a column is called by one of these names.
    fn knows(&self, names: &[String]) -> bool {
        let called = |column: &String| names.iter().any(|name| calls(name, column));
        self.listing.columns.iter().any(called)
    }

    /// The entries that are meant.
    pub fn entries(&self) -> Option<Vec<&'l Entry<'a>>> {
        let mut entries: Vec<&Entry<'a>> = self.listing.entries.iter().collect();
        for any in &self.values {
            let says = |entry: &&Entry<'a>, whole| {
                any.iter()
                    .any(|value| entry.parts.iter().any(|part| holds(part, value, whole)))
            };
            let exactly = entries.iter().any(|entry| says(entry, true));
            entries.retain(|entry| says(entry, exactly));
        }
        for (column, low, high, strict) in &self.limits {
            let mut known = Vec::new();
            for entry in entries {
                let mut parts = entry.parts.iter().filter(|part| is_called(part, column));
                let held = measure(&parts.next()?.text)?.value;
                let fits = match strict {
                    true => held > *low && held < *high,
                    false => held >= *low && held <= *high,
                };
                known.extend(fits.then_some(entry));
            }
            entries = known;
        }
        for flag in &self.flags {
            let no = |part: &&Part| NO.contains(&part.text.trim().to_lowercase());
            entries.retain(|entry| {
                let mut parts = entry.parts.iter().filter(|part| is_called(part, flag));
                parts.next().is_some_and(|part| !no(&part))
            });
        }
        let Some(most) = &self.most else {
            return Some(entries);
        };
        if self.of_two && entries.len() != 2 {
            return None;
        }
        let found = best(self.listing, &entries, most);
        (!found.is_empty()).then(|| found.into_iter().map(|(entry, _)| entry).collect())
    }

    /// True where something tells them from all others.
    pub fn tells(&self) -> bool {
        let bound = !self.limits.is_empty() || !self.flags.is_empty() && self.noun;
        !self.values.is_empty() || self.most.is_some() || bound
    }

    /// True where this is one of the values that were said.
    pub fn says(&self, name: &[String]) -> bool {
        let said = |value: &Vec<String>| stand_in(value, name);
        self.values.iter().flatten().any(said)
    }
}

/// "Ann's" without its ending.
fn own(text: &str) -> String {
    let bare = text.strip_suffix("'s").or_else(|| text.strip_suffix("’s"));
    bare.unwrap_or(text).to_owned()
}

pub(crate) fn is_called(part: &Part, names: &[String]) -> bool {
    names.iter().any(|name| calls(name, &part.label))
}

fn calls(name: &str, label: &str) -> bool {
    likeness(name, label) >= Some(Likeness::Synonym)
}

/// True where a part says just this, or says it among other words.
fn holds(part: &Part, asked: &[String], whole: bool) -> bool {
    let said = words(&part.text);
    match whole {
        true => said == asked,
        false => stand_in(asked, &said),
    }
}
