//! Reading an instruction: one clause for each thing to do.

use std::sync::LazyLock;

mod amend;
mod backwards;
mod choose;
mod clause;
mod condition;
mod correction;
pub(crate) mod created;
pub(crate) mod deed;
mod drag;
mod effect;
mod enter;
mod go;
mod idle;
mod lead;
mod letters;
mod login;
mod mail;
mod passage;
mod remark;
mod split;
mod stated;
mod style;
mod swap;
mod tail;

pub(crate) use amend::and_field;
pub(crate) use clause::{Amend, Change, Clause, Heading, Touch};
pub(crate) use condition::says_of;
use created::created;
pub(crate) use drag::Side;
pub(crate) use idle::is_no_value;
pub(crate) use lead::{bare, denial, without_courtesy};
pub(crate) use passage::{By, Passage, Unit};
pub(crate) use style::{Style, style_at};

use crate::words::token::{begun_by, spaced, tokenise, without_marks_behind};
use crate::words::verb::{Verb, base_form, verb_at};
use crate::words::{Phrase, Token};
use screen_agent_words::{PhraseTable, WordList};
use serde::de::IgnoredAny;

/// What people say for a plainer order.
static OTHERWISE: LazyLock<PhraseTable<String>> =
    LazyLock::new(|| PhraseTable::named("verbs said otherwise"));
static ASKING: WordList = WordList::named("words that begin a question");

/// What an instruction asks for, in the order in which it is to be done.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reading {
    /// One for each thing to do.
    pub clauses: Vec<Clause>,
    /// The parts of the instruction that they were read from, as they were said.
    pub parts: Vec<Phrase>,
    /// Of each clause, which part it is of.
    pub part_of: Vec<usize>,
    /// Words that say where to look: "navigate the tree", "switch between the tabs".
    pub hints: Vec<Phrase>,
    /// What must not be done.
    pub forbidden: Vec<Phrase>,
    /// What is not meant, and what is not to stand chosen beside what is.
    pub denied: Vec<Phrase>,
    /// Of what the sentence speaks, where it says so: "For Ann Lee, ...".
    about: Vec<Token>,
}

/// Reads an instruction.
pub(crate) fn read(query: &str) -> Reading {
    let mut reading = Reading::default();
    let mut heard = remark::Heard::default();
    let said = backwards::counted(&tokenise(query));
    let Some(meant) = correction::corrected(&said) else {
        reading.clauses.push(idle::unread(&said));
        reading.end_part(&said);
        return reading;
    };
    let segments = split::segments(&meant);
    let (mut at, mut speaking) = (0, 0);
    while let Some(split::Segment {
        words: segment,
        sentence,
    }) = segments.get(at)
    {
        if *sentence != speaking {
            speaking = *sentence;
            reading.about.clear();
        }
        if let Some(used) = condition::conditional_into(&segments[at..], &mut reading) {
            at += used;
            continue;
        }
        at += 1;
        let next = segments.get(at).map_or(&[][..], |next| &next.words);
        if asks_to_look(segment, reading.clauses.last()) {
            continue;
        }
        let ordered = reading.clauses.iter().any(|clause| !clause.is_remark());
        // "The form must be sent on Friday. Please enter Ann." orders what is ordered.
        let told = !ordered && remark::is_remark(segment, next);
        let follows = verb_at(lead::without_courtesy(next)).is_some();
        let stated = (!told || !follows)
            .then(|| stated::as_order(segment))
            .flatten();
        let segment = stated.as_ref().unwrap_or(segment);
        if lead::is_only_courtesy(segment) && segments.len() > 1 {
            continue;
        }
        if told && stated.is_none() {
            heard.add(segment);
            let words = Phrase::slice(segment);
            reading.clauses.push(Clause::Remark { words });
        } else if ordered {
            segment_into(segment, &mut reading);
        } else {
            match heard.resolved(segment) {
                Some(order) => segment_into(&order, &mut reading),
                None => reading.clauses.push(idle::unread(segment)),
            }
        }
        reading.end_part(segment);
    }
    reading
}

impl Reading {
    /// Reads a part in other words than it was said in.
    pub fn restate(&mut self, part: usize, order: &str) {
        let (from, to) = (
            self.part_of.partition_point(|of| *of < part),
            self.part_of.partition_point(|of| *of <= part),
        );
        let clauses = read(order).clauses;
        self.part_of.splice(from..to, clauses.iter().map(|_| part));
        self.clauses.splice(from..to, clauses);
    }

    /// The clauses since the last part are of these words.
    fn end_part(&mut self, segment: &[Token]) {
        let part = self.parts.len();
        if self.clauses.len() > self.part_of.len() {
            let new = self.clauses.iter_mut().skip(self.part_of.len());
            new.for_each(|clause| clause.be_about(&self.about));
            self.parts.push(Phrase::slice(segment));
            self.part_of.resize(self.clauses.len(), part);
        }
    }
}

/// "Can you look it up?" behind a question asks for nothing more.
fn asks_to_look(segment: &[Token], last: Option<&Clause>) -> bool {
    static LOOKS: LazyLock<PhraseTable<IgnoredAny>> =
        LazyLock::new(|| PhraseTable::named("orders to look for an answer"));
    let said = plainly(segment);
    let begun = |first: &Token| begun_by(&LOOKS, &first.low, said);
    let all = |used: usize| {
        let place = without_marks_behind(&said[used..]);
        place.is_empty() || tail::is_page(place)
    };
    let looks = said
        .first()
        .and_then(begun)
        .is_some_and(|(_, used)| all(used));
    looks && matches!(last, Some(Clause::Tell { .. }))
}

/// An order without the courtesy around it.
pub(crate) fn plainly(words: &[Token]) -> &[Token] {
    let order = lead::without_courtesy(words);
    tail::without_tail(match lead::is_request(words, order) {
        true => tail::without_question_mark(order),
        false => order,
    })
}

fn segment_into(segment: &[Token], reading: &mut Reading) {
    let tokens = plainly(segment);
    if tokens.is_empty() {
        return;
    }
    if let Some(order) = tail::enumerated(tokens).or_else(|| lead::wished(tokens)) {
        return segment_into(&order, reading);
    }
    if let Some(rest) = lead::prohibition(tokens) {
        reading.forbidden.push(Phrase::slice(rest));
        return;
    }
    if let Some((context, rest)) = lead::means(tokens) {
        reading.hints.push(Phrase::slice(context));
        return segment_into(rest, reading);
    }
    if let Some(clauses) = lead::instrument(tokens) {
        reading.clauses.extend(clauses);
        return;
    }
    if let Some((lead, rest)) = lead::purpose(tokens) {
        reading.hints.push(Phrase::slice(lead));
        return segment_into(rest, reading);
    }
    clause_into(tokens, reading);
}

/// Reads what begins with its verb.
fn clause_into(tokens: &[Token], reading: &mut Reading) {
    if let Some(order) = said_otherwise(tokens) {
        return clause_into(&order, reading);
    }
    if let Some(clause) = instead_of_last(tokens, reading.clauses.last()) {
        return reading.clauses.push(clause);
    }
    if let Some((order, denied)) = lead::denial(tokens) {
        reading.denied.push(Phrase::slice(denied));
        return clause_into(&order, reading);
    }
    // "Delete the first and the third row": from behind, so that each is counted as it was said.
    if let Some((Verb::Effect, used)) = verb_at(tokens)
        && let Some(each) = choose::by_ordinals(&tokens[used..])
    {
        let order = |what: &Vec<Token>| spaced([&tokens[..used], what].concat());
        let orders = each.iter().rev().map(order);
        return orders.for_each(|order| clause_into(&order, reading));
    }
    if let Some(clause) = enter::multiplied(tokens) {
        return reading.clauses.push(clause);
    }
    if let Some(clause) = amend::cut(tokens).or_else(|| swap::throughout(tokens)) {
        return reading.clauses.push(clause);
    }
    if let Some(clause) =
        style::styled(tokens, reading.clauses.last()).or_else(|| choose::rated(tokens))
    {
        return reading.clauses.push(clause);
    }
    if let Some(clauses) = turned(tokens) {
        return reading.clauses.extend(clauses);
    }
    let Some((verb, used)) = verb_at(tokens) else {
        // "In the settings, ...": says where.
        if let [place, next, ..] = tokens
            && place.is_any(&["in", "on", "at", "under", "from", "inside", "within"])
            && !(next.is_in(&ASKING) && tokens.iter().any(|token| token.is_mark("?")))
        {
            return hint_into(tokens, reading);
        }
        // "For the user maria, ...", "for Ann Lee: ...": of what it speaks.
        if let [of, what @ ..] = tokens
            && of.is("for")
            && !what.first().is_some_and(|asks| asks.is_in(&ASKING))
        {
            let mark = what
                .iter()
                .position(|token| token.is_mark(",") || token.is_mark(":"));
            let (what, rest) = what.split_at(mark.unwrap_or(what.len()));
            if !what.is_empty() && (rest.is_empty() || verb_at(&rest[1..]).is_some()) {
                reading.about = bare(what).to_vec();
                return match rest {
                    [] => {}
                    [_, rest @ ..] => clause_into(rest, reading),
                };
            }
        }
        match as_before(tokens, reading) {
            Some(clause) => reading.clauses.push(clause),
            None => verbless_into(tokens, reading),
        }
        return;
    };
    // A menu may be called after a deed: "Run > Run all".
    if verb == Verb::Effect && choose::path(tokens).len() > 1 {
        return verbless_into(tokens, reading);
    }
    let rest = &tokens[used..];
    // "Using the keyboard" with nothing to do says how, or where.
    if verb == Verb::Explore || (verb == Verb::Use && lead::instrument(tokens).is_none()) {
        return hint_into(rest, reading);
    }
    reading.clauses.extend(by_verb(verb, tokens, rest));
}

/// The same in the words of a plainer order.
fn said_otherwise(tokens: &[Token]) -> Option<Vec<Token>> {
    // "+ Milk", "new author: Ann, Oslo": something is added.
    if let [sign, rest @ ..] = tokens
        && (sign.text == "+" && !rest.is_empty() || sign.is("new") && created(rest).is_some())
    {
        return Some(spaced([&tokenise("add"), rest].concat()));
    }
    // "Put Ann down as the owner".
    if tokens.first().is_some_and(|verb| verb.is("put"))
        && let Some(at) = tokens
            .windows(2)
            .position(|pair| pair[0].is("down") && pair[1].is_any(&["as", "for"]))
    {
        return Some([&tokens[..at], &tokens[at + 1..]].concat());
    }
    // "Get rid of the lamp": another word for a plainer one.
    if let Some((verb, used)) = tokens
        .first()
        .and_then(|first| begun_by(&OTHERWISE, &first.low, tokens))
        && used < tokens.len()
    {
        return Some(spaced([&tokenise(&verb), &tokens[used..]].concat()));
    }
    called(tokens).or_else(|| taken_off(tokens))
}

/// "Call the plan "Plan Z"", "call the plan Winter": it is renamed.
fn called(tokens: &[Token]) -> Option<Vec<Token>> {
    let literal = |token: &Token| token.quoted() || token.text != token.low;
    let at = (2..tokens.len()).find(|&at| literal(&tokens[at]))?;
    let (what, name) = (&tokens[1..at], &tokens[at..]);
    let plain = name.iter().all(Token::word) || matches!(name, [quote] if quote.quoted());
    let named = tokens[0].is("call") && plain && !bare(what).is_empty();
    named.then(|| {
        let (rename, to) = (tokenise("rename"), tokenise("to"));
        spaced([&rename, what, &to, name].concat())
    })
}

/// "Make Ben the owner, then Dina instead", "choose A and B as meals, then take A out again": what was set or chosen last
/// takes something else, or loses a part of it.
fn instead_of_last(tokens: &[Token], last: Option<&Clause>) -> Option<Clause> {
    let said = match tokens {
        [said @ .., again] if again.is("again") => said,
        said => said,
    };
    let listed = |list: &Phrase| Clause::Clear { what: list.clone() };
    match (said, last?) {
        // "Add German to the languages and clear them".
        (
            [clear, what],
            Clause::Choose {
                from: Some(list), ..
            },
        ) if clear.is_any(&["clear", "empty"]) && what.is("them") => Some(listed(list)),
        ([clear, what], Clause::Effect { verb, .. })
            if clear.is_any(&["clear", "empty"]) && what.is("them") =>
        {
            let list = Phrase::of(verb.strip_prefix("add to ")?);
            Some(listed(&list))
        }
        ([value @ .., instead], Clause::Enter { label, field, .. })
            if instead.is("instead") && (label.is_some() || field.is_some()) =>
        {
            let (value, label, field) = (Phrase::slice(value), label.clone(), field.clone());
            verb_at(&value.0).is_none().then_some(Clause::Enter {
                value,
                label,
                field,
            })
        }
        ([items @ .., word], Clause::Choose { from, on: true, .. }) if from.is_some() => {
            let (from, takes) = (
                from.clone(),
                items.first().is_some_and(|verb| verb.is("take")),
            );
            let on = word.is("instead") && verb_at(items).is_none();
            let off = takes && word.is_any(&["out", "off", "away"]);
            let items = Phrase::slice(if off { &items[1..] } else { items });
            (on || off).then_some(Clause::Choose { items, from, on })
        }
        _ => None,
    }
}

/// "Take the olives off the toppings", "take X out of Y": it is removed from there.
fn taken_off(tokens: &[Token]) -> Option<Vec<Token>> {
    let (verb, rest) = tokens.split_first()?;
    let from = verb.is_any(&["strike", "cross", "scratch"]);
    let at = (1..rest.len())
        .find(|&at| rest[at].is_any(&["off", "out"]) || from && rest[at].is("from"))?;
    let (what, place) = (&rest[..at], &rest[at + 1..]);
    let place = match place {
        [of, place @ ..] if of.is_any(&["of", "from"]) => place,
        place if rest[at].is_any(&["off", "from"]) => place,
        _ => return None,
    };
    let takes = verb.is_any(&["take", "cross", "strike", "scratch", "throw", "kick", "get"]);
    (takes && !place.is_empty()).then(|| {
        let (remove, from) = (tokenise("remove"), tokenise("from"));
        match tail::is_whole(place) {
            true => spaced([&remove, what].concat()),
            false => spaced([&remove, what, &from, place].concat()),
        }
    })
}

/// "Turn the volume down to 5", "switch the sound off": a value, or a tick, whose particle stands apart from its verb.
fn turned(tokens: &[Token]) -> Option<Vec<Clause>> {
    let (verb, rest) = tokens.split_first()?;
    if !verb.is_any(&["turn", "switch", "bring", "take"]) {
        return None;
    }
    let particle = |token: &&Token| !token.is_any(&["up", "down", "forward", "back"]);
    let value: Vec<Token> = rest.iter().filter(particle).cloned().collect();
    if enter::has_end(&value) {
        return Some(enter::fill(&value));
    }
    let (last, what) = rest.split_last()?;
    let apart = !what.is_empty() && !what[0].is_any(&["on", "off", "to"]);
    (apart && last.is_any(&["on", "off"])).then(|| choose::check(what, last.is("on")))
}

/// Says how, or where; what stands behind a comma is another matter, and asks for something.
fn hint_into(tokens: &[Token], reading: &mut Reading) {
    let comma = tokens.iter().position(|token| token.is_mark(","));
    let (hint, more) = tokens.split_at(comma.unwrap_or(tokens.len()));
    reading.hints.push(Phrase::slice(hint));
    if more.len() > 1 {
        clause_into(lead::without_courtesy(more), reading);
    }
}

/// "Choose Edit, then Copy": a name alone goes on with the verb before it.
fn as_before(tokens: &[Token], reading: &Reading) -> Option<Clause> {
    // "Set the age of Ann to 60, then the age of Bo to 30".
    if let Some(Clause::Enter { field: Some(_), .. }) = reading.clauses.last()
        && enter::has_end(tokens)
    {
        return enter::fill(tokens).into_iter().next();
    }
    let short = tokens.len() <= 3 && tokens.iter().all(|token| token.word() || token.quoted());
    let names = tokens.first().is_some_and(|first| !first.is_in(&ASKING));
    if let Some(Clause::Toggle { open: true, .. }) = reading.clauses.last() {
        return go::open(tokens)
            .into_iter()
            .next()
            .filter(|_| short && names);
    }
    let touched = matches!(
        reading.clauses.last(),
        Some(
            Clause::Touch {
                how: Touch::Click,
                ..
            } | Clause::Choose { .. }
        )
    );
    (short && touched).then(|| touch(Touch::Click, tokens))
}

/// What goes without a verb: a path through menus, several things behind commas, what is to be done with a list.
fn verbless_into(tokens: &[Token], reading: &mut Reading) {
    /// Most words of one of several things.
    const SHORT: usize = 5;
    let path = choose::path(tokens);
    let points = tokens
        .iter()
        .any(|token| matches!(token.text.as_str(), "->" | "→"));
    if !points && path.len() > 1 && path.iter().all(|part| part.len() <= SHORT) {
        let steps = path.into_iter().map(|part| touch(Touch::Click, part));
        return reading.clauses.extend(steps);
    }
    let asks = |token: &Token| token.is_in(&ASKING) || token.is_mark("?");
    if let Some(clauses) = effect::marked(tokens, &["is", "are"])
        && !asks(&tokens[0])
    {
        return reading.clauses.extend(clauses);
    }
    if let Some(order) = enter::labelled_order(tokens) {
        return clause_into(&order, reading);
    }
    let parts: Vec<&[Token]> = tokens.split(|token| token.is_mark(",")).collect();
    let short = |part: &&[Token]| !part.is_empty() && part.len() <= SHORT && !part.iter().any(asks);
    if parts.len() > 1 && parts.iter().all(short) {
        return reading.clauses.extend(parts.into_iter().map(verbless));
    }
    reading.clauses.push(verbless(tokens));
}

/// A question, a "Name: value" line, or something that we cannot read.
fn verbless(tokens: &[Token]) -> Clause {
    let asked = asked_last(tokens);
    let tokens = asked.as_deref().unwrap_or(tokens);
    let question = tokens.first().is_some_and(|token| token.is_in(&ASKING))
        || tokens.last().is_some_and(|token| token.is_mark("?"));
    if question {
        return Clause::Tell {
            question: Phrase(how_often(tokens).unwrap_or_else(|| tokens.to_vec())),
        };
    }
    if let Some(clause) = enter::labelled(tokens).or_else(|| swap::swapped(tokens)) {
        return clause;
    }
    idle::unread(tokens)
}

/// "Ann Lee born when", "the party: where?": the word that asks goes first.
fn asked_last(tokens: &[Token]) -> Option<Vec<Token>> {
    let words = tail::without_question_mark(tokens);
    let (asks, rest) = without_marks_behind(words).split_last()?;
    let rest = without_marks_behind(rest);
    let plain = asks.is_any(&["when", "where", "who", "whose", "whom", "how"])
        && !rest.first()?.is_in(&ASKING)
        && verb_at(rest).is_none();
    plain.then(|| spaced([std::slice::from_ref(asks), rest].concat()))
}

/// What is to be told.
fn asked(tokens: &[Token], rest: &[Token]) -> Phrase {
    let whole = rest.is_empty() || keeps_verb(tokens);
    let question = how_often(tokens).map(Phrase);
    question.unwrap_or_else(|| Phrase::slice(if whole { tokens } else { rest }))
}

/// "How often does X appear in the list?", "count how many times X stands there": how many X there are.
fn how_often(tokens: &[Token]) -> Option<Vec<Token>> {
    static STANDS: WordList = WordList::named("verbs for being on a page");
    let how = tokens.iter().position(|token| token.is("how"))?;
    let rest = match &tokens[how + 1..] {
        [often, rest @ ..] if often.is("often") => rest,
        [many, times, rest @ ..] if many.is("many") && times.is("times") => rest,
        _ => return None,
    };
    let rest = match rest {
        [does, rest @ ..] if does.is_any(&["does", "do", "is", "are"]) => rest,
        rest => rest,
    };
    let stands = rest
        .iter()
        .position(|token| token.is_in(&STANDS))
        .filter(|at| *at > 0)?;
    let (many, are) = (tokenise("how many"), tokenise("are there"));
    let (what, place) = (&rest[..stands], &rest[stands + 1..]);
    Some(spaced([&many, what, &are, place].concat()))
}

/// The clauses of a verb with what follows it.
pub(crate) fn by_verb(verb: Verb, tokens: &[Token], rest: &[Token]) -> Vec<Clause> {
    let what = || Phrase::slice(rest);
    if let Some(clause) = amend::added(&tokens[0], rest) {
        return vec![clause];
    }
    if (tokens[0].is("show") || matches!(verb, Verb::Go | Verb::Open))
        && let Some(clause) = go::month(rest)
    {
        return vec![clause];
    }
    // "Show me the third page".
    if tokens[0].is("show")
        && let Some(page) = lead::page(rest)
    {
        return go::go(&page);
    }
    if let Some(clause) = enter::shifted(&tokens[0], rest) {
        return vec![clause];
    }
    match verb {
        Verb::Click => click(rest),
        Verb::DoubleClick => vec![touch(Touch::Double, rest)],
        Verb::RightClick => vec![touch(Touch::Right, rest)],
        Verb::Hover => vec![touch(Touch::Hover, rest)],
        Verb::Focus => vec![touch(Touch::Focus, rest)],
        Verb::Enter if mail::is_message(rest) => mail::compose(rest, false),
        Verb::Enter if tokens[0].is("put") && drag::beside(rest).is_some() => drag::drag(rest),
        Verb::Enter => effect::put(&tokens[0], rest).unwrap_or_else(|| {
            let clauses = enter::enter(rest);
            match tokens[0].is_any(&["put", "insert"]) && enter::is_placeless(&clauses) {
                true => vec![idle::unread(tokens)],
                false => clauses,
            }
        }),
        Verb::Fill | Verb::Set => set(tokens, rest),
        Verb::Replace => vec![amend::replaced(rest)],
        Verb::Clear => vec![Clause::Clear { what: what() }],
        Verb::Choose if is_text(rest) => vec![idle::unread(tokens)],
        Verb::Choose => choose::choose(rest, true),
        Verb::Check => choose::check(rest, true),
        Verb::Uncheck => choose::check(rest, false),
        Verb::Open => go::open(rest),
        Verb::Go => go::go(rest),
        Verb::Expand => vec![Clause::Toggle {
            what: what(),
            open: true,
        }],
        Verb::Collapse => vec![Clause::Toggle {
            what: what(),
            open: false,
        }],
        Verb::Close => vec![Clause::Close { what: what() }],
        Verb::Drag => drag::drag(rest),
        Verb::Submit => vec![Clause::Submit { what: what() }],
        Verb::Scroll => vec![go::scroll(rest)],
        Verb::Back | Verb::Forward if !lead::is_of_pages(tokens, rest) => {
            vec![idle::unread(tokens)]
        }
        Verb::Back => vec![Clause::Back],
        Verb::Forward => vec![Clause::Forward],
        Verb::Reload => vec![Clause::Reload],
        Verb::Find => vec![Clause::Find { what: what() }],
        Verb::Tell => vec![Clause::Tell {
            question: asked(tokens, rest),
        }],
        Verb::Search => enter::search(rest),
        Verb::Login => login::login(rest),
        Verb::Copy => enter::copy(rest),
        Verb::Paste => enter::paste(rest),
        Verb::Wait => vec![go::wait(rest)],
        Verb::Use => lead::instrument(tokens).unwrap_or_else(|| vec![idle::unread(tokens)]),
        Verb::Explore => Vec::new(),
        // "Increase the price to 5".
        Verb::Effect if tokens[0].is_any(&["increase", "decrease"]) && enter::has_end(rest) => {
            enter::fill(rest)
        }
        Verb::Effect => effect::effect(&verb_words(tokens, rest), rest),
    }
}

/// A field and its value; where no value is said, as in "Change my password", what the whole of it names may be pressed.
fn set(tokens: &[Token], rest: &[Token]) -> Vec<Clause> {
    if let Some(clause) = enter::made(rest).filter(|_| tokens[0].is("make")) {
        return vec![clause];
    }
    let changes = tokens[0].is_any(&["change", "correct", "update", "adjust", "amend"]);
    if let Some(clause) = swap::exchanged(rest).filter(|_| changes) {
        return vec![clause];
    }
    let clauses = enter::fill(rest);
    match clauses.as_slice() {
        [Clause::Unread { .. }] => vec![idle::unread(tokens)],
        _ => clauses,
    }
}

/// "Select the text Delete" marks a text; "select the text field" does not.
fn is_text(rest: &[Token]) -> bool {
    static TEXTS: WordList = WordList::named("read texts");
    static KINDS: WordList = WordList::named("read kinds");
    let rest = match rest.split_first() {
        Some((article, rest)) if article.is("the") => rest,
        _ => rest,
    };
    rest.first().is_some_and(|word| word.is_in(&TEXTS))
        && rest
            .get(1)
            .is_some_and(|next| !next.is_in(&KINDS) && (next.word() || next.quoted()))
}

/// The words of a verb: "check out", "reply".
fn verb_words(tokens: &[Token], rest: &[Token]) -> String {
    let mut words = vec![base_form(&tokens[0].low)];
    words.extend(
        tokens[1..tokens.len() - rest.len()]
            .iter()
            .filter(|token| !token.is("me"))
            .map(|token| token.low.clone()),
    );
    words.join(" ")
}

/// "Count the links" is a question only with its verb.
fn keeps_verb(tokens: &[Token]) -> bool {
    tokens
        .first()
        .is_some_and(|token| token.is_any(&["count", "solve", "calculate", "compute"]))
}

fn touch(how: Touch, rest: &[Token]) -> Clause {
    Clause::Touch {
        how,
        what: Phrase::slice(rest),
    }
}

/// A click on something, or a key of the keyboard.
fn click(rest: &[Token]) -> Vec<Clause> {
    let (rest, times) = lead::times(rest);
    let once = click_once(lead::without_purpose(rest));
    (0..times).flat_map(|_| once.clone()).collect()
}

fn click_once(rest: &[Token]) -> Vec<Clause> {
    if let Some(clause) = go::key(rest) {
        return vec![clause];
    }
    let path = choose::path(rest);
    if path.len() > 1 {
        return path
            .into_iter()
            .map(|part| touch(Touch::Click, part))
            .collect();
    }
    vec![touch(Touch::Click, rest)]
}

#[cfg(test)]
mod tests;
