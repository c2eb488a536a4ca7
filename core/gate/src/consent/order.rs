//! What a person's words order: an effect with its object.
//!
//! A verb alone orders nothing that a control does. "Send me the hours" asks for an answer, "order
//! them by day" for a list, "text is enough" for nothing at all.

use screen_agent_words::WordList;
use std::collections::BTreeSet;

use super::effect::{effects_at, with_implied};
use super::is_order;
use super::label::{SMALL, is_noun, is_number};
use super::words::Word;
use screen_agent_words::fold::is_unspaced;
use screen_agent_words::lexicon::listed;

/// An order, and what it is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Order {
    /// Where its verb stands.
    pub(super) at: usize,
    /// The effects that its verb names.
    pub(super) effects: BTreeSet<&'static str>,
    /// These, with those that they imply.
    pub(super) implied: BTreeSet<&'static str>,
    /// Words of its object.
    pub(super) object: BTreeSet<String>,
    /// Words of its verb, where it has several: "cancel subscription".
    pub(super) verb: BTreeSet<String>,
    /// Names in it, and whom it is for.
    pub(super) names: BTreeSet<String>,
    /// It tells which one by rank or pointing, or not at all: "the cheapest", "it".
    pub(super) described: bool,
}

/// Every order in these words.
pub(super) fn orders(words: &[Word]) -> Vec<Order> {
    (0..words.len())
        .filter_map(|at| order_at(words, at))
        .collect()
}

fn order_at(words: &[Word], at: usize) -> Option<Order> {
    let verb = words.get(at).filter(|word| word.orders && word.live)?;
    let sentence = words.get(at..)?;
    let end = sentence
        .iter()
        .position(|word| word.sentence != verb.sentence);
    let rest = sentence.get(..end.unwrap_or(sentence.len()))?;
    let texts: Vec<String> = rest.iter().map(|word| word.text.clone()).collect();
    let named = effects_at(&texts, 0);
    let used: BTreeSet<usize> = named.iter().flat_map(|named| named.at.clone()).collect();
    let effects: BTreeSet<&'static str> = named.iter().map(|named| named.effect.name).collect();
    let none = texts
        .iter()
        .any(|word| matches!(word.as_str(), "nothing" | "nobody" | "none"));
    if effects.is_empty() || none || is_foreign(rest) || !begins(words, at, used.len() > 1) {
        return None;
    }
    let rest: Vec<&Word> = (0..)
        .zip(rest)
        .filter(|(at, _)| !used.contains(at))
        .map(|(_, word)| word)
        .collect();
    let clause = until_next_order(&rest);
    let mut order = Order {
        at,
        implied: with_implied(&effects),
        effects,
        ..Order::default()
    };
    order.take(clause);
    let several = used.iter().filter_map(|at| texts.get(*at)).cloned();
    order.verb.extend(several);
    let meant = if used.len() > 1 {
        order.is_on_the_page() && order.phrase_means(&verb.text, clause)
    } else {
        order.means(&verb.text, &texts, clause)
    };
    meant.then_some(order)
}

/// A gerund orders after "by" alone; a verb that is a noun, too, needs something right behind it that
/// nouns do not have: "post codes only", "the price and order date", "refund policy, please". So do verbs
/// that a slash joins: "buy/sell prices".
fn begins(words: &[Word], at: usize, phrase: bool) -> bool {
    let text = |at: usize| words.get(at).map_or("", |word| word.text.as_str());
    let before = at.checked_sub(1).map_or("", text);
    let verb = text(at);
    if verb.ends_with("ing") && verb.len() > 5 {
        return matches!(before, "by" | "start" | "begin" | "try");
    }
    if joins_a_noun(words, at) {
        return false;
    }
    let here = words.get(at).map(|word| word.sentence);
    let slashed = words.iter().skip(at).take_while(|word| word.slashed);
    let joined = slashed.count();
    let next = words.get(at + joined + 1);
    let next = next.filter(|next| Some(next.sentence) == here);
    let led = next.is_some_and(|next| LEADS_TO.contains(&next.text));
    let noun = joined > 0 || NOUN_VERBS.contains(verb);
    before != "by" && (phrase || !noun || led || points(next))
}

/// "The buy and sell prices": what is joined to a verb that orders nothing orders nothing either.
fn joins_a_noun(words: &[Word], at: usize) -> bool {
    let before = words.get(at.saturating_sub(2)..at).unwrap_or_default();
    let [verb, joint] = before else { return false };
    let named = effects_at(std::slice::from_ref(&verb.text), 0);
    matches!(joint.text.as_str(), "and" | "or") && !verb.orders && !named.is_empty()
}

/// Verbs that are nouns just as often.
static NOUN_VERBS: WordList = WordList::named("order noun verbs");

/// Words behind such a verb that lead to its object, and those that tell how: "reply to Bob", "vote for it".
static LEADS_TO: WordList = WordList::named("order leads to");

/// Verbs are read in English. In a sentence of another language a word that looks like one is another word.
/// Small words inside a name do not count: "Ana de la Cruz".
fn is_foreign(sentence: &[Word]) -> bool {
    let plain = |word: &Word| word.quoted.is_none() && !word.capital;
    let foreign = |word: &Word| plain(word) && listed("foreign", &word.text);
    let in_a_name = |at: usize| {
        let before = sentence.get(at.saturating_sub(2)..at).unwrap_or_default();
        before.iter().any(|word| word.capital)
    };
    let count = (0..)
        .zip(sentence)
        .filter(|(at, word)| foreign(word) && !in_a_name(*at));
    let unspaced = |word: &Word| word.quoted.is_none() && word.text.chars().any(is_unspaced);
    count.count() > 1 || sentence.get(1).is_some_and(foreign) || sentence.iter().any(unspaced)
}

fn points(word: Option<&Word>) -> bool {
    word.is_none_or(|word| {
        word.quoted.is_some()
            || word.capital
            || is_number(&word.text)
            || DETERMINERS.contains(&word.text)
    })
}

static DETERMINERS: WordList = WordList::named("order determiners");

fn until_next_order<'a, 'w>(rest: &'a [&'w Word]) -> &'a [&'w Word] {
    let end = rest
        .iter()
        .position(|word| is_order(word))
        .unwrap_or(rest.len());
    rest.get(..end).unwrap_or_default()
}

impl Order {
    /// Sorts the words behind the verb: what it is about, whom it is for.
    fn take(&mut self, clause: &[&Word]) {
        let mut for_whom = false;
        let mut about = true;
        let mut concrete = false;
        for word in clause {
            let text = word.text.as_str();
            if word.quoted.is_none() && ENDS.contains(text) {
                (about, for_whom) = (false, false);
            } else if matches!(text, "to" | "for") && word.quoted.is_none() {
                (about, for_whom) = (false, true);
            } else if word.capital || for_whom {
                self.names
                    .extend((!SMALL.contains(text)).then(|| text.to_owned()));
            }
            if !about {
                continue;
            }
            if which_one(text) && word.quoted.is_none() {
                self.described = true;
            }
            if word.quoted.is_some() || text == "all" || !SMALL.contains(text) {
                self.object.insert(text.to_owned());
                concrete |= !which_one(text);
            }
        }
        self.described |= !concrete;
    }

    fn is_on_the_page(&self) -> bool {
        !self.object.iter().any(|word| ANSWER.contains(word))
    }

    /// The same for a verb of several words: who checks something out looks at it.
    fn phrase_means(&self, verb: &str, clause: &[&Word]) -> bool {
        let next = clause.first().map_or("", |word| &word.text);
        let looks = verb == "check" && !self.object.is_empty();
        !looks
            && !is_what_alone(clause)
            && !matches!(next, "what" | "whether" | "how" | "why" | "where")
    }

    /// True when the verb means an effect on a page here, not something about the answer.
    fn means(&self, verb: &str, texts: &[String], clause: &[&Word]) -> bool {
        let behind: Vec<&str> = clause.iter().map(|word| word.text.as_str()).collect();
        let next = behind.first().copied().unwrap_or_default();
        let has = |wanted: &[&str]| behind.iter().any(|word| wanted.contains(word));
        if is_noun(texts, 0) || is_subject(texts) || !self.is_on_the_page() {
            return false;
        }
        if self.tells() && asks_for_an_answer(&behind) || has(&OF_YOURS) {
            return false;
        }
        if is_what_alone(clause) || !self.takes(next) || self.is_about_form(&behind) {
            return false;
        }
        match verb {
            "order" | "reorder" => !has(&SORTS) && !has(&TEXT),
            "leave" => has(&GROUPS),
            "run" => has(&JOBS),
            "sign" => has(&PAPERS),
            "empty" => has(&BINS),
            "make" => !has(&MADE) && !matches!(next, "me" | "us"),
            "create" | "draw" | "write" | "compose" if has(&TEXT) => has(&["called", "named"]),
            "add" if has(&["up", "together"]) => false,
            "create" | "add" | "draw" | "insert" => !matches!(next, "me" | "us"),
            "write" => !has(&FIELDS) && !matches!(next, "me" | "us"),
            "confirm" => !has(&["that", "whether", "if"]),
            "reply" | "respond" => !matches!(next, "only" | "just" | "briefly"),
            "comment" => !has(&["me", "us", "briefly"]),
            "assign" | "join" if has(&["name", "number"]) => false,
            "move" | "update" if matches!(next, "on" | "ahead" | "forward") => false,
            "report" => has(&REPORTED) || !self.names.is_empty(),
            "apply" => !has(&TEXT),
            "like" => !has(&["time", "before"]),
            "exchange" | "trade" => !has(&TEXT) && !clause.is_empty(),
            // A name behind it makes it one, too: "Mark Twain quotes".
            "mark" if clause.first().is_some_and(|word| word.is_name()) => has(&["as"]),
            "merge" | "join" | "transfer" | "change" | "rotate" | "move" => !has(&TEXT),
            "follow" => !has(&RULES),
            "text" | "wire" | "tip" => !self.names.is_empty() || points(clause.first().copied()),
            "release" | "block" | "ban" | "deny" => !clause.is_empty(),
            "post" => !behind.starts_with(&["office"]),
            _ => true,
        }
    }

    /// True where a verb of this order may stand before this word. "Adjust for inflation", "stop at ten",
    /// "save me time", "share what it says" and "make no changes" change nothing.
    fn takes(&self, next: &str) -> bool {
        let is = |effects: &WordList| self.effects.iter().any(|name| effects.contains(name));
        match next {
            "me" | "us" => is(&FOR_ME),
            "for" | "with" | "from" | "by" | "in" | "as" | "at" => is(&TAKES_ANY),
            _ => !TAKEN_BY_NONE.contains(next),
        }
    }

    /// "as a table", "into one answer", "with commas": a form that an answer is given.
    fn is_about_form(&self, behind: &[&str]) -> bool {
        let led = behind.iter().position(|word| INTO_FORM.contains(word));
        let form = led.is_some_and(|at| {
            let mut rest = behind.iter().skip(at);
            rest.any(|word| ANSWER.contains(word) || TEXT.contains(word) || FORMS.contains(word))
        });
        let receivers = self.names.iter().any(|name| !FORMS.contains(name));
        form && !receivers
    }

    /// It brings something to somebody, who may be the person.
    fn tells(&self) -> bool {
        [
            "send", "publish", "share", "comment", "approve", "mark", "like", "rate", "report",
        ]
        .iter()
        .any(|effect| self.effects.contains(effect))
    }
}

/// "Login names only": what is wanted, not what is to be done.
fn is_what_alone(clause: &[&Word]) -> bool {
    let only = clause.last().is_some_and(|word| word.text == "only");
    only && !clause.iter().any(|word| points(Some(word)))
}

/// "me the hours", "them to me", "it here": the person is who gets it.
fn asks_for_an_answer(behind: &[&str]) -> bool {
    let person = |word: &str| matches!(word, "me" | "us" | "myself");
    let first = behind
        .first()
        .is_some_and(|word| person(word) || *word == "back");
    let pairs = behind.iter().zip(behind.iter().skip(1));
    let given = pairs
        .into_iter()
        .any(|(left, right)| matches!(*left, "to" | "with") && person(right));
    let here = behind.iter().any(|word| matches!(*word, "here" | "below"));
    let back = behind.last().is_some_and(|word| *word == "back");
    first || given || here || back
}

/// "Text is enough": the verb is what the sentence is about.
fn is_subject(texts: &[String]) -> bool {
    let finite = texts.iter().position(|word| FINITE.contains(word));
    finite.is_some_and(|at| {
        let before = texts.get(..at).unwrap_or_default();
        at > 0 && !before.iter().any(|word| RELATIVE.contains(word))
    })
}

static FINITE: WordList = WordList::named("order finite");

static RELATIVE: WordList = WordList::named("order relative");

/// Words that end what an order is about.
static ENDS: WordList = WordList::named("order ends");

/// True for words that tell which one without naming it.
fn which_one(text: &str) -> bool {
    let ranked = text.len() > 4
        && text.ends_with("est")
        && !matches!(text, "request" | "guest" | "interest");
    let ordinal = text.strip_suffix("th").is_some_and(is_number);
    ranked || ordinal || WHICH.contains(text)
}

static WHICH: WordList = WordList::named("order which");

/// Parts of what somebody is told, not of a page.
static ANSWER: WordList = WordList::named("order answer");

/// What an answer is made of, where it is no thing on the page.
static TEXT: WordList = WordList::named("order text");

/// What is reported to those who run a site.
static REPORTED: WordList = WordList::named("order reported");

/// Whose it is that the person speaks to.
static OF_YOURS: WordList = WordList::named("order of yours");

/// Effects that may be done to the person who orders them.
static FOR_ME: WordList = WordList::named("order for me");

/// Effects whose verb may stand before a preposition: "pay by card", "log in with".
static TAKES_ANY: WordList = WordList::named("order takes any");

/// What stands behind no verb that has its effect here.
static TAKEN_BY_NONE: WordList = WordList::named("order taken by none");

/// Words that lead to the form of an answer.
static INTO_FORM: WordList = WordList::named("order into form");

/// Forms that an answer is given.
static FORMS: WordList = WordList::named("order forms");

static SORTS: WordList = WordList::named("order sorts");
static GROUPS: WordList = WordList::named("order groups");
static JOBS: WordList = WordList::named("order jobs");
static PAPERS: WordList = WordList::named("order papers");
static BINS: WordList = WordList::named("order bins");
static MADE: WordList = WordList::named("order made");
/// Where something is only written, and nothing done with it yet.
static FIELDS: WordList = WordList::named("order fields");
static RULES: WordList = WordList::named("order rules");
