//! Follows a sentence word by word: what is an order in it, and what is taken back.

use super::label::is_number;
use super::words::{Mark, Word, is_filler};
use screen_agent_words::WordList;

/// Why what follows is no order.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Block {
    #[default]
    None,
    /// Until the next comma: a condition or a time.
    Clause,
    /// Until the sentence ends or turns.
    Sentence,
    /// Until the sentence ends: it is reported, explained, or depends on what somebody will say.
    Firm,
}

#[derive(Default)]
pub(super) struct SentenceReader {
    pub(super) words: Vec<Word>,
    sentence: usize,
    block: Block,
    /// An order may not begin here, since something else has.
    underway: bool,
    /// The sentence looks for something; what it says after `to` describes that thing.
    looks: bool,
    described: bool,
    /// What stands here is what somebody is to be told.
    saying: bool,
    /// The rest of the line is a text to work on.
    text: bool,
}

impl SentenceReader {
    pub(super) fn mark(&mut self, mark: Mark) {
        match mark {
            Mark::Comma => {
                if self.block == Block::Clause {
                    self.block = Block::None;
                }
                if self.saying {
                    return;
                }
            }
            Mark::Colon if self.is_heading() => {
                self.take_back(|word, sentence| word.sentence == sentence)
            }
            Mark::Colon if HANDLES.contains(self.first()) => self.text = true,
            Mark::Colon if self.is_bare_phrase() => {
                self.take_back(|word, sentence| word.sentence == sentence);
                return;
            }
            // "Do this: ..." orders; what follows "search for:" is a value.
            Mark::Colon if self.underway && !ANNOUNCES.contains(self.last()) => return,
            Mark::Colon => {}
            Mark::Slash => {
                if let Some(word) = self.words.last_mut() {
                    word.slashed = true;
                }
                return;
            }
            Mark::Asks => {
                if !self.requests() {
                    self.take_back(|word, sentence| word.sentence == sentence);
                }
                self.end();
            }
            Mark::Line => {
                self.text = false;
                self.end();
            }
            Mark::Stop => self.end(),
        }
        self.described = false;
        self.underway = false;
    }

    fn end(&mut self) {
        self.take_back_if_retracted();
        self.sentence += 1;
        self.block = Block::None;
        self.looks = false;
        self.saying = false;
    }

    /// "Could you delete it?" asks for it to be done.
    fn requests(&self) -> bool {
        let here = self.here();
        let pairs = here.clone().zip(here.clone().skip(1));
        let mut pairs = pairs.map(|(left, right)| (left.text.as_str(), right.text.as_str()));
        pairs.any(|pair| matches!(pair, ("can" | "could" | "would" | "will", "you")))
            || here.clone().any(|word| word.text == "please")
    }

    /// "Order: newest first": a word by itself that is a noun, too, only heads what follows.
    fn is_heading(&self) -> bool {
        let mut own = self.here().filter(|word| !is_filler(&word.text));
        let first = own.next().is_some_and(|word| HEADINGS.contains(&word.text));
        first && own.next().is_none()
    }

    /// "Set theory article: ...": several words before a colon, none of which points at anything, are what
    /// the rest is about.
    fn is_bare_phrase(&self) -> bool {
        let bare = |word: &Word| {
            word.quoted.is_none()
                && !word.capital
                && !is_number(&word.text)
                && !DETERMINERS.contains(&word.text)
                && !LEADS_TO.contains(&word.text)
        };
        self.here().count() > 2
            && self.here().all(bare)
            && self.here().skip(1).all(|word| !word.orders)
    }

    fn here(&self) -> impl Iterator<Item = &Word> + Clone {
        let sentence = self.sentence;
        self.words
            .iter()
            .filter(move |word| word.sentence == sentence)
    }

    fn take_back(&mut self, which: impl Fn(&Word, usize) -> bool) {
        let sentence = self.sentence;
        for word in self.words.iter_mut().filter(|word| which(word, sentence)) {
            word.orders = false;
            word.live = false;
        }
    }

    /// "Delete it. No, wait." takes back what was said before.
    pub(super) fn take_back_if_retracted(&mut self) {
        let retracts = self.here().next().is_some()
            && self.here().all(|word| RETRACTS.contains(&word.text))
            && self.here().any(|word| NOES.contains(&word.text));
        if retracts {
            self.take_back(|_, _| true);
        }
    }

    pub(super) fn word(&mut self, text: String, quoted: Option<usize>, capital: bool) {
        if quoted.is_none() {
            self.turn(&text);
        }
        let starts = self.starts_sentence();
        let free = !self.underway && !self.described && !self.text && self.block == Block::None;
        let after_saying = !self.saying || AFTER_SAYING.contains(&text);
        self.words.push(Word {
            orders: quoted.is_none() && free && after_saying,
            live: self.block == Block::None && !self.text,
            quoted,
            sentence: self.sentence,
            text: text.clone(),
            capital: capital && !starts,
            slashed: false,
        });
        match quoted {
            None => self.follow(&text, starts),
            Some(_) => self.underway = true,
        }
    }

    fn starts_sentence(&self) -> bool {
        !self.here().any(|word| !is_filler(&word.text))
    }

    /// The first word of the sentence that is no filler.
    fn first(&self) -> &str {
        self.here()
            .find(|word| !is_filler(&word.text))
            .map_or("", |word| &word.text)
    }

    fn last(&self) -> &str {
        self.words
            .last()
            .filter(|word| word.quoted.is_none() && word.sentence == self.sentence)
            .map_or("", |word| &word.text)
    }

    /// What a word changes before it is itself looked at.
    fn turn(&mut self, word: &str) {
        match word {
            // "Everything but pay" leaves it out.
            "but" if WHOLES.contains(self.last()) => self.stop(Block::Clause),
            "then" | "but" | "instead" | "rather" => {
                if self.block != Block::Firm {
                    self.block = Block::None;
                }
                self.underway = false;
                self.described = false;
            }
            "of" | "than" if matches!(self.last(), "instead" | "rather") => {
                self.stop(Block::Clause)
            }
            "no" if CHOICES.contains(self.last()) => {}
            _ if REPORTS.contains(word) || word == "how" => self.stop(Block::Firm),
            _ if NEGATIONS.contains(word) || QUESTIONS.contains(word) => self.stop(Block::Sentence),
            _ if SOMEBODY.contains(word) && SUPPOSES.contains(self.last()) => {
                self.take_back(|word, sentence| word.sentence == sentence);
                self.stop(Block::Firm);
            }
            _ if CLAUSES.contains(word) && self.block == Block::None => self.stop(Block::Clause),
            "saying" => self.saying = true,
            _ => {}
        }
        if ASKS.contains(word) && self.starts_sentence() {
            self.stop(Block::Sentence);
        }
        // "Do click it" orders; "do I" and "can I" ask.
        let asks_leave = matches!(word, "i" | "we" | "they" | "one" | "anyone" | "someone");
        let leave = matches!(
            self.last(),
            "do" | "can" | "could" | "would" | "will" | "may" | "should" | "shall" | "must"
        );
        if asks_leave && leave {
            self.stop(Block::Sentence);
        }
    }

    fn stop(&mut self, block: Block) {
        if self.block != Block::Firm {
            self.block = block;
        }
    }

    /// What a word changes for those after it.
    fn follow(&mut self, word: &str, starts: bool) {
        self.looks |= starts && LOOKS_FOR.contains(word);
        let lead = match word {
            "and" | "or" | "then" | "but" | "by" | "instead" => true,
            "to" => {
                let lead = self.wishes();
                self.described |= self.looks && !lead;
                lead
            }
            "you" => MODALS.contains(self.back(1)),
            "may" | "should" | "must" => self.back(1) == "you",
            _ => false,
        };
        self.underway = !lead && (self.underway || !is_filler(word));
    }

    /// "I want to", "I need you to", "make sure to"; not "people want to".
    fn wishes(&self) -> bool {
        let wish = |word: &str| WISHES.contains(word);
        match self.back(1) {
            "you" => wish(self.back(2)) || self.back(2) == "have",
            "try" | "sure" | "remember" | "proceed" | "continue" => true,
            word => wish(word) && (self.back(2).is_empty() || WISHERS.contains(self.back(2))),
        }
    }

    /// A word of this sentence, counted from the last.
    fn back(&self, by: usize) -> &str {
        let index = self.words.len().checked_sub(by + 1);
        index
            .and_then(|index| self.words.get(index))
            .filter(|word| word.sentence == self.sentence)
            .map_or("", |word| &word.text)
    }
}

static NEGATIONS: WordList = WordList::named("sentence negations");

/// Words after which a sentence asks or tells about something instead of ordering it.
static QUESTIONS: WordList = WordList::named("sentence questions");

/// Words of what somebody said, wanted or did.
static REPORTS: WordList = WordList::named("sentence reports");

/// Words for all of something, of which "but" takes a part away.
static WHOLES: WordList = WordList::named("sentence wholes");

/// Words that begin a sentence that asks.
static ASKS: WordList = WordList::named("sentence asks");

/// Words after which "no" is an answer: "click yes or no".
static CHOICES: WordList = WordList::named("sentence choices");

/// Words that begin a condition or a time.
static CLAUSES: WordList = WordList::named("sentence clauses");

/// Those of them on which a later word of somebody may depend.
static SUPPOSES: WordList = WordList::named("sentence supposes");

/// Whose later word it is.
static SOMEBODY: WordList = WordList::named("sentence somebody");

/// Words before a colon that an order follows.
static ANNOUNCES: WordList = WordList::named("sentence announces");

/// Nouns that stand before a colon, and are verbs elsewhere.
static HEADINGS: WordList = WordList::named("sentence headings");

/// Words that point at something, and those that lead to it: what is ordered has one of them.
static DETERMINERS: WordList = WordList::named("order determiners");
static LEADS_TO: WordList = WordList::named("order leads to");

/// Verbs that do something with a text that follows them after a colon.
static HANDLES: WordList = WordList::named("sentence handles");

/// Orders that may follow on what somebody is told: "saying hi and press Send".
static AFTER_SAYING: WordList = WordList::named("sentence after saying");

/// All words of a sentence that takes back what was said, and those that do it.
static RETRACTS: WordList = WordList::named("sentence retracts");
static NOES: WordList = WordList::named("sentence noes");

/// Verbs of wishing, and who may wish.
static WISHES: WordList = WordList::named("sentence wishes");
static WISHERS: WordList = WordList::named("sentence wishers");

static MODALS: WordList = WordList::named("sentence modals");

/// Verbs that only look.
static LOOKS_FOR: WordList = WordList::named("sentence looks for");
