//! What is said before an order: how things are, and of whom or what the order then speaks as "it", "her", "both".

use screen_agent_words::WordList;

use super::created::created;
use super::lead;
use crate::words::Token;
use crate::words::token::{Kind, spaced, tokenise};
use crate::words::verb::{Verb, verb_at};

static ASKING: WordList = WordList::named("words that begin a question");
static SUBJECTS: WordList = WordList::named("subjects of a remark");
static FINITE: WordList = WordList::named("finite verbs of a remark");
static ONE: WordList = WordList::named("pronouns for one");
static SEVERAL: WordList = WordList::named("pronouns for several");
static WHOSE: WordList = WordList::named("possessive pronouns");
static NO_NAMES: WordList = WordList::named("capitalised words that name nothing");
static ENDS: WordList = WordList::named("words that end what is owned");

/// True for a sentence that says how things are, where an order follows it.
pub(super) fn is_remark(segment: &[Token], next: &[Token]) -> bool {
    let asked = next.first().is_some_and(|token| token.is("please"));
    let Some(first) = segment.first() else {
        return false;
    };
    let question = first.is_in(&ASKING) || segment.last().is_some_and(|last| last.is_mark("?"));
    if question || segment.len() < 3 || next.is_empty() || lead::prohibition(segment).is_some() {
        return false;
    }
    // "I'd like to buy Sencha, please put it into my basket": the wish says what the order is for.
    if first.low.starts_with('i') && first.is_in(&SUBJECTS) && asked {
        return true;
    }
    if verb_at(lead::without_courtesy(segment)).is_some() {
        return false;
    }
    first.is_in(&SUBJECTS) || begins_with_name(segment)
}

/// "Alan Turing gets ...", "Dina and Emil should ...", "The Dispossessed is ...": a name, and a verb that tells of it.
fn begins_with_name(segment: &[Token]) -> bool {
    let named = |token: &Token| {
        token.quoted()
            || token.word() && token.text.starts_with(char::is_uppercase) && !token.is_in(&NO_NAMES)
    };
    let joins = |at: usize| segment[at].is("and") && segment.get(at + 1).is_some_and(named);
    let end = (0..segment.len()).find(|&at| !named(&segment[at]) && !joins(at));
    let Some(end) = end.filter(|end| *end > 0) else {
        return false;
    };
    let owner = segment[end - 1].text.ends_with("'s") || segment[end - 1].text.ends_with("’s");
    let next = &segment[end];
    owner || next.is_in(&FINITE) || end > 1 && next.word() && next.low.ends_with('s')
}

/// "X instead of Y", "not Y but X", "X now, not Y": what is to stand there, and what stood there, as quotations.
fn swap(remark: &[Token]) -> Option<(Token, Token)> {
    let idle = |token: &&Token| {
        token.is_any(&["now", "the", "a", "an"]) || !(token.word() || token.quoted())
    };
    let before = |at: usize| {
        remark[..at]
            .iter()
            .rev()
            .find(|token| !idle(token))
            .cloned()
    };
    let after = |at: usize| remark.get(at..)?.iter().find(|token| !idle(token)).cloned();
    let denies = |token: &Token| token.is("not") || token.low.ends_with("n't");
    let at = |word: &str| remark.iter().position(|token| token.is(word));
    let (new, old) = if let Some(at) = at("instead")
        && remark.get(at + 1).is_some_and(|next| next.is("of"))
    {
        (before(at), after(at + 2))
    } else if let Some(at) = at("but")
        && remark[..at].iter().any(denies)
    {
        (after(at + 1), before(at))
    } else {
        let at =
            (1..remark.len()).find(|&at| remark[at].is("not") && remark[at - 1].is_mark(","))?;
        (before(at), after(at + 1))
    };
    let quoted = |token: Token| Token {
        kind: Kind::Quoted,
        ..token
    };
    Some((quoted(new?), quoted(old?)))
}

/// What a value is called, and the value: a number, a date, a name, a quotation or a range. Nothing for what is called "it".
fn told(remark: &[Token]) -> Option<(&[Token], &[Token])> {
    let at =
        (1..remark.len()).find(|&at| remark[at].is_any(&["is", "are", "was", "will", "should"]))?;
    let value = match &remark[at + 1..] {
        [be, rest @ ..] if be.is("be") => rest,
        rest => rest,
    };
    let tells = |token: &Token| {
        let first = token.text.chars().next();
        token.quoted() || first.is_some_and(|c| c.is_uppercase() || c.is_ascii_digit())
    };
    let first = value.first()?;
    let range = first.is_any(&["from", "between"]) && value.get(1).is_some_and(tells);
    if !range && !tells(first) {
        return None;
    }
    match &remark[..at] {
        [it] if it.is_any(&["it", "that", "this"]) => Some((&[], value)),
        [whose, noun @ ..] if whose.is_any(&["my", "our", "the"]) && !noun.is_empty() => noun
            .iter()
            .all(|word| word.text == word.low)
            .then_some((noun, value)),
        _ => None,
    }
}

/// The only figure of a remark: "at 6:45", "between 50 and 120". A half of the day makes another time of it.
fn figure(remark: &[Token]) -> Option<&[Token]> {
    let is_figure = |token: &&Token| token.text.starts_with(|c: char| c.is_ascii_digit());
    let halves =
        |token: &Token| token.is_any(&["afternoon", "evening", "night", "pm", "half", "quarter"]);
    if remark.iter().any(halves) {
        return None;
    }
    let between = remark.iter().position(|token| token.is("between"));
    if let Some(at) = between
        && let [_, low, and, high, ..] = &remark[at..]
        && and.is("and")
        && is_figure(&low)
        && is_figure(&high)
    {
        return Some(&remark[at..at + 4]);
    }
    let mut figures = remark
        .iter()
        .enumerate()
        .filter(|(_, token)| is_figure(token));
    match (figures.next(), figures.next()) {
        (Some((at, _)), None) => Some(&remark[at..=at]),
        _ => None,
    }
}

/// Most things that "them" may stand for.
const MOST: usize = 20;

/// What the remarks before an order speak of.
#[derive(Debug, Default)]
pub(super) struct Heard {
    remarks: usize,
    named: Vec<Vec<Token>>,
    /// What is new: "a new author, Ann of Oslo".
    made: Option<Vec<Token>>,
    /// What is to stand where, instead of what.
    swap: Option<(Token, Token)>,
    /// The only number, time or range that is told.
    figure: Option<Vec<Token>>,
    /// What is told of the one who is named: "Ann Lee has moved to “Boston”".
    news: Option<Token>,
    /// A value that is told, and what it is called: "My phone number is 555-1234", "It is 3 May 1970".
    told: Option<(Vec<Token>, Vec<Token>)>,
}

impl Heard {
    /// Takes in what a remark names: its quotations, else its names.
    pub fn add(&mut self, remark: &[Token]) {
        self.remarks += 1;
        let new = remark.iter().position(|token| token.is("new"));
        let made = new.map(|at| &remark[at + 1..]);
        self.made = self.made.take().or_else(|| {
            made.filter(|made| created(made).is_some())
                .map(<[_]>::to_vec)
        });
        self.swap = self.swap.take().or_else(|| swap(remark));
        if let Some(value) = figure(remark).filter(|_| self.told.is_none()) {
            self.figure = Some(value.to_vec());
        }
        if let Some((noun, value)) = told(remark) {
            self.told = Some((noun.to_vec(), value.to_vec()));
            if noun.is_empty() {
                return;
            }
        }
        let quoted: Vec<Vec<Token>> = remark
            .iter()
            .filter(|token| token.quoted())
            .map(|token| vec![token.clone()])
            .collect();
        self.named.extend(match quoted.is_empty() {
            true => names(remark),
            // Who is spoken of is the one who is named first.
            false if begins_with_name(remark) && !remark[0].quoted() => {
                if let [[news]] = quoted.iter().map(Vec::as_slice).collect::<Vec<_>>()[..] {
                    self.news = Some(news.clone());
                }
                names(remark)
            }
            false => quoted,
        });
    }

    /// An order with its pronouns put into words; nothing where it speaks of several things that no remark names.
    pub fn resolved(&self, order: &[Token]) -> Option<Vec<Token>> {
        if let Some(order) = self.spelt_out(order) {
            return Some(order);
        }
        let points = |token: &Token| token.is_in(&SEVERAL) || token.is("accordingly");
        let unclear = self.named.len() < 2 && self.remarks > 0;
        if (unclear || self.named.len() > MOST) && order.iter().any(points) {
            return None;
        }
        if self.named.is_empty() && self.told.is_none() {
            return Some(order.to_vec());
        }
        let verb = verb_at(lead::without_courtesy(order)).map(|(verb, _)| verb);
        let chooses = matches!(verb, Some(Verb::Choose | Verb::Enter | Verb::Set));
        let mut out = Vec::with_capacity(order.len());
        let mut at = 0;
        while let Some(token) = order.get(at) {
            let alone = self.named.len() == 1;
            if alone && token.is_in(&WHOSE) && owns(order, at) {
                let end = owned_to(order, at + 1);
                out.extend(tokenise("the"));
                out.extend_from_slice(&order[at + 1..end]);
                out.extend(tokenise("of"));
                out.extend(self.named[0].iter().cloned());
                at = end;
                continue;
            }
            let told = self.told.as_ref().filter(|_| at > 0 && token.is_in(&ONE));
            if let Some((_, value)) = told {
                out.extend(value.iter().cloned());
                at += 1;
                continue;
            }
            // "choose that colour".
            if alone && chooses && token.is("that") && owns(order, at) {
                let end = owned_to(order, at + 1);
                out.extend(self.all());
                out.extend(tokenise("as the"));
                out.extend_from_slice(&order[at + 1..end]);
                at = end;
                continue;
            }
            let one = alone && token.is_in(&ONE);
            let several = self.named.len() > 1 && token.is_in(&SEVERAL);
            if at > 0 && (one || several) {
                out.extend(self.all());
                // "them both", "both of them".
                at += 1;
                while order.get(at).is_some_and(|next| {
                    next.is_in(&SEVERAL)
                        || next.is("of")
                            && order.get(at + 1).is_some_and(|next| next.is_in(&SEVERAL))
                }) {
                    at += 1;
                }
                continue;
            }
            out.push(token.clone());
            at += 1;
        }
        Some(spaced(out))
    }

    /// "Add her", "correct the letter", where a remark says what is to be added or corrected.
    fn spelt_out(&self, order: &[Token]) -> Option<Vec<Token>> {
        static CORRECTS: WordList = WordList::named("verbs that correct a text");
        let order = lead::without_courtesy(order);
        let (verb, rest) = order.split_first()?;
        let pronoun = |token: &Token| token.is_in(&ONE) || token.is_in(&SEVERAL);
        let makes = verb.is_any(&["add", "create", "enter", "register", "insert", "record"]);
        if let Some(made) = &self.made
            && makes
            && rest.len() == 1
            && rest.iter().all(pronoun)
        {
            return Some(spaced([std::slice::from_ref(verb), made].concat()));
        }
        if let Some(order) = self.to_that(super::plainly(order)) {
            return Some(order);
        }
        if let Some(order) = self.set(order).or_else(|| self.news(super::plainly(order))) {
            return Some(order);
        }
        let (new, old) = self.swap.clone()?;
        if !verb.is_in(&CORRECTS) || rest.iter().any(|token| token.is("to")) {
            return None;
        }
        let mut order = tokenise("replace");
        order.extend([old].into_iter().chain(tokenise("with")).chain([new]));
        let mut field = rest.to_vec();
        field.retain(|token| !token.is("accordingly") && !pronoun(token));
        if !field.is_empty() {
            order.extend(tokenise("in"));
            order.append(&mut field);
        }
        Some(spaced(order))
    }

    /// "Set the alarm to that", where a remark tells one figure.
    fn to_that(&self, order: &[Token]) -> Option<Vec<Token>> {
        let figure = self.figure.as_ref()?;
        let [what @ .., to, that] = order else {
            return None;
        };
        let (verb, _) = verb_at(order)?;
        let sets = matches!(verb, Verb::Set | Verb::Enter | Verb::Choose | Verb::Fill);
        (sets && to.is_any(&["to", "at"]) && that.is_any(&["that", "this"])).then(|| {
            let to = match figure.len() {
                1 => std::slice::from_ref(to),
                _ => &[],
            };
            spaced([what, to, &figure[..]].concat())
        })
    }

    /// "Change her city", where a remark tells what is new of her.
    fn news(&self, order: &[Token]) -> Option<Vec<Token>> {
        let news = self.news.as_ref()?;
        let [name] = &self.named[..] else {
            return None;
        };
        let (_, used) = verb_at(order).filter(|(verb, _)| *verb == Verb::Set)?;
        let [whose, noun @ ..] = order.get(used..)? else {
            return None;
        };
        let plain = noun.iter().all(|word| word.word() && word.text == word.low);
        let short = matches!(noun, [_] | [_, _]);
        (whose.is_in(&WHOSE) && plain && short).then(|| {
            let (to, of) = (tokenise("to"), tokenise("of"));
            let news = std::slice::from_ref(news);
            spaced([&tokenise("set the"), noun, &of, name, &to, news].concat())
        })
    }

    /// "Please enter it", "please pick these days in the calendar": where a remark tells a value and what it is called.
    fn set(&self, order: &[Token]) -> Option<Vec<Token>> {
        let (noun, value) = self.told.as_ref().filter(|(noun, _)| !noun.is_empty())?;
        let (verb, used) = verb_at(order)?;
        let sets = matches!(verb, Verb::Enter | Verb::Fill | Verb::Set | Verb::Choose);
        let points = |token: &Token| token.is_in(&ONE) || token.is_in(&SEVERAL);
        let rest = order
            .get(used..)
            .filter(|rest| sets && rest.first().is_some_and(points))?;
        let values: &[&str] = &[
            "date", "dates", "day", "days", "value", "values", "number", "there", "in",
        ];
        let short = rest[1..]
            .iter()
            .take_while(|token| token.is_any(values))
            .count();
        let place = matches!(&rest[1 + short..], [] | [_, _]) && rest[1..].iter().all(Token::word);
        if !place {
            return None;
        }
        let to = match value.first() {
            Some(first) if first.is_any(&["from", "between"]) => Vec::new(),
            _ => tokenise("to"),
        };
        Some(spaced(
            [&tokenise("set the"), &noun[..], &to, &value[..]].concat(),
        ))
    }

    fn all(&self) -> Vec<Token> {
        let and = tokenise("and");
        self.named.join(&and[..])
    }
}

/// "her age" owns; "for her" does not.
fn owns(order: &[Token], at: usize) -> bool {
    let next = order.get(at + 1);
    next.is_some_and(|next| next.quoted() || next.word() && !next.is_in(&ENDS))
}

/// Where the words for what is owned end: a quotation, or the words up to the next that leads on.
fn owned_to(order: &[Token], from: usize) -> usize {
    if order.get(from).is_some_and(Token::quoted) {
        return from + 1;
    }
    (from..order.len())
        .find(|&at| !order[at].word() || order[at].is_in(&ENDS))
        .unwrap_or(order.len())
}

/// Words in a row that begin with a capital letter: "Alan Turing"; a sentence's first word only where it is
/// no word that any sentence may begin with.
fn names(remark: &[Token]) -> Vec<Vec<Token>> {
    let mut found: Vec<Vec<Token>> = Vec::new();
    let mut ended = true;
    for token in remark {
        let capital = token.word()
            && token.text.starts_with(char::is_uppercase)
            && !token.is_in(&NO_NAMES)
            && !token.is_in(&SUBJECTS);
        if !capital {
            ended = true;
            continue;
        }
        let text = token
            .text
            .strip_suffix("'s")
            .or_else(|| token.text.strip_suffix("’s"));
        let whose = text.is_some();
        let token = text.map_or_else(|| vec![token.clone()], tokenise);
        match found.last_mut() {
            Some(name) if !ended => name.extend(token),
            _ => found.push(token),
        }
        ended = whose;
    }
    found
}
