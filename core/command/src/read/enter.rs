//! Values and the fields that they go into.

use super::clause::{Change, Clause};
use super::go;
use super::idle::{is_no_value, is_only_label, points_back, unread};
use super::lead::{bare, is_generic};
use super::letters;
use crate::words::number::{amount, count_word};
use crate::words::token::{Kind, spaced, tokenise, without_marks_behind};
use crate::words::verb::verb_at;
use crate::words::{Phrase, Token};
use screen_agent_words::WordList;

static BEGINS_OR_ENDS: WordList = WordList::named("words for a beginning or an end");
static NAMES: WordList = WordList::named("words before a name");
static FIELDS: WordList = WordList::named("words for fields");

static INTO: WordList = WordList::named("enter into");
static AS: WordList = WordList::named("enter as");
const WITH: &[&str] = &["with", "as", "to", "=", "is"];

/// "Enter VALUE into FIELD", and several of them joined by "and".
pub(crate) fn enter(tokens: &[Token]) -> Vec<Clause> {
    let tokens = &letters::recased(tokens);
    if is_pattern(tokens) {
        let (value, field) = value_then_field(tokens, true);
        return vec![clause(value, &[], field)];
    }
    let mut clauses: Vec<Clause> = parts(tokens).into_iter().map(one).collect();
    share_field(&mut clauses);
    clauses
}

/// "Put X" without a place to put it: words that are not quoted may as well say how, or what is to become of X.
pub(super) fn is_placeless(clauses: &[Clause]) -> bool {
    let plain = |value: &Phrase| !value.0.iter().any(Token::quoted);
    let placeless = |clause: &Clause| matches!(clause, Clause::Enter { value, label: None, field: None } if plain(value));
    clauses.iter().any(placeless)
}

/// "Fill FIELD with VALUE", "set FIELD to VALUE"; the other order is read as well.
pub(crate) fn fill(tokens: &[Token]) -> Vec<Clause> {
    parts(tokens)
        .into_iter()
        .flat_map(|part| {
            match named_as(part)
                .or_else(|| labelled(part))
                .or_else(|| range(part))
                .or_else(|| field_first(part))
            {
                Some(clause) => vec![clause],
                None if part
                    .iter()
                    .any(|token| token.quoted() || token.is_in(&INTO)) =>
                {
                    enter(part)
                }
                // A field without a value: there is nothing to enter.
                None => vec![Clause::Unread {
                    words: Phrase::slice(part),
                }],
            }
        })
        .collect()
}

/// "Set Dina as the owner", "set 30 as the age": a name or a number before the field that takes it.
fn named_as(part: &[Token]) -> Option<Clause> {
    let at = part
        .iter()
        .position(|token| token.is_in(&AS))
        .filter(|at| *at > 0)?;
    let name = |token: &Token| {
        let begins = |c: char| c.is_uppercase() || c.is_ascii_digit();
        token.quoted() || token.text.starts_with(begins)
    };
    // "Set Status as shipped" is the other way round.
    let [the, field @ ..] = &part[at + 1..] else {
        return None;
    };
    let plain = |token: &Token| token.word() && token.text == token.low;
    let named = the.is("the")
        && part[..at].iter().all(name)
        && !field.is_empty()
        && field.iter().all(plain);
    named.then(|| clause(&part[..at], &[], Some(field)))
}

/// True for "the price to 5".
pub(super) fn has_end(tokens: &[Token]) -> bool {
    matches!(tokens, [_, .., to, value] if to.is_any(&["to", "at"]) && value.low.starts_with(|c: char| c.is_ascii_digit()))
}

/// "Raise the price by 5".
pub(super) fn shifted(verb: &Token, rest: &[Token]) -> Option<Clause> {
    let [field @ .., by, count] = rest else {
        return None;
    };
    let (sign, field) = match (verb.low.as_str(), field) {
        ("raise" | "increase", field) => (1.0, field),
        ("lower" | "reduce" | "decrease", field) => (-1.0, field),
        // "Turn the volume up by 5".
        ("put" | "turn" | "move" | "bring" | "take", [field @ .., up]) if up.is("up") => {
            (1.0, field)
        }
        ("put" | "turn" | "move" | "bring" | "take", [field @ .., down]) if down.is("down") => {
            (-1.0, field)
        }
        _ => return None,
    };
    let words = count_word(&count.low).and_then(|count| u32::try_from(count).ok());
    let count = amount(&count.text).or(words.map(f64::from))?;
    (by.is("by") && !field.is_empty()).then(|| Clause::Shift {
        field: Phrase::slice(field),
        change: Change::By(sign * count),
    })
}

/// "Halve the volume", "double the amount", "half the price".
pub(super) fn multiplied(tokens: &[Token]) -> Option<Clause> {
    let (verb, field) = tokens.split_first()?;
    let factor = match verb.low.as_str() {
        "halve" => 0.5,
        "double" => 2.0,
        "triple" => 3.0,
        "half" if field.first().is_some_and(|the| the.is("the")) => 0.5,
        _ => return None,
    };
    let plain = |token: &Token| token.word() && token.text == token.low;
    // "Double room" is called so.
    let determined = bare(field).len() < field.len() && field.iter().all(plain);
    determined.then(|| Clause::Shift {
        field: Phrase::slice(bare(field)),
        change: Change::Times(factor),
    })
}

/// "Make the size Large", "make it Available": a field and its value without a word between them, or a box.
pub(super) fn made(tokens: &[Token]) -> Option<Clause> {
    let words = bare(tokens);
    // "Make it four nights".
    if let [it, count, noun] = tokens
        && it.is("it")
        && let Some(count) = count_word(&count.low)
    {
        return Some(clause(
            &tokenise(&count.to_string()),
            &[],
            Some(std::slice::from_ref(noun)),
        ));
    }
    if let [it, state] = tokens
        && it.is_any(&["it", "this", "that", "them", "both"])
    {
        return super::choose::check(std::slice::from_ref(state), true)
            .into_iter()
            .next();
    }
    // "Make Ben the owner".
    let name = |token: &Token| token.quoted() || token.text.starts_with(char::is_uppercase);
    let named = words.iter().take_while(|token| name(token)).count();
    if let [the, field @ ..] = &words[named..]
        && (1..=3).contains(&named)
        && the.is_any(&["the", "its", "our", "their"])
        && matches!(field, [_] | [_, _])
        && field
            .iter()
            .all(|word| word.word() && word.text == word.low)
    {
        return Some(clause(&words[..named], &[], Some(field)));
    }
    match words {
        [field, value @ ..] if field.quoted() && matches!(value, [_] | [_, _]) => {
            let plain = value.iter().all(|word| word.word() || word.quoted())
                && !value[0].is_any(&["a", "an", "the"]);
            let joined = value[0].is_any(WITH) || value[0].is_in(&INTO);
            (plain && !joined).then(|| clause(value, &[], Some(std::slice::from_ref(field))))
        }
        _ => label_and_value(tokens).map(|(field, value)| clause(value, &[], Some(field))),
    }
}

/// "the price range from 50 to 120", "the price between 50 and 120".
fn range(tokens: &[Token]) -> Option<Clause> {
    static HANDLES: WordList = WordList::named("handles of a range");
    // "The two handles of the price range to 50 and 120".
    if let [count, handles, of, field @ ..] = bare(tokens)
        && count.is_any(&["two", "both"])
        && handles.is_in(&HANDLES)
        && of.is("of")
        && let Some(to) = field.iter().position(|token| token.is_any(&["to", "at"]))
    {
        let from = tokenise("between");
        return range(&spaced([&field[..to], &from, &field[to + 1..]].concat()));
    }
    /// Most words of an end: "8 April 2026".
    const LONGEST: usize = 4;
    let is_end = |end: &[Token]| {
        let mut words = end.iter();
        end.len() <= LONGEST && words.any(|word| word.text.contains(|c: char| c.is_ascii_digit()))
    };
    let lead = (1..tokens.len()).find(|&at| tokens[at].is_any(&["from", "between"]))?;
    let joins: &[&str] = if tokens[lead].is("from") {
        &["to", "until", "till"]
    } else {
        &["and"]
    };
    let joint = (lead + 2..tokens.len()).find(|&at| tokens[at].is_any(joins))?;
    let (low, high) = (&tokens[lead + 1..joint], &tokens[joint + 1..]);
    (is_end(low) && is_end(high)).then(|| Clause::Range {
        field: Phrase::slice(bare(&tokens[..lead])),
        low: Phrase::slice(low),
        high: Phrase::slice(high),
    })
}

/// "Name: Bob", with a quotation or a short value.
pub(crate) fn labelled(tokens: &[Token]) -> Option<Clause> {
    let colon = tokens
        .iter()
        .position(|token| token.is_mark(":") || token.text == "=")?;
    let (label, value) = (&tokens[..colon], &tokens[colon + 1..]);
    let named = |token: &Token| token.word() || token.quoted();
    let short = !label.is_empty() && label.len() <= 4 && label.iter().all(named);
    // "Two new entries: A and B" says how many there are.
    let counts = label.len() > 1 && label[0].word() && count_word(&label[0].low).is_some();
    (short && !counts && !value.is_empty() && !is_order(value)).then(|| clause(value, label, None))
}

/// "languages: add Italian", "readers: + Dina": the order, with the label as what it is done to.
pub(super) fn labelled_order(tokens: &[Token]) -> Option<Vec<Token>> {
    static ADDS: WordList = WordList::named("verbs that add to a list");
    let colon = tokens.iter().position(|token| token.is_mark(":"))?;
    let (label, value) = (&tokens[..colon], &tokens[colon + 1..]);
    let first = value
        .first()
        .filter(|_| !label.is_empty() && label.iter().all(Token::word))?;
    if first.text == "+" && value.len() > 1 {
        let (add, to) = (tokenise("add"), tokenise("to"));
        return Some(spaced([&add, &value[1..], &to, label].concat()));
    }
    if value.len() < 2 || !is_order(value) || verb_at(value).is_none() {
        return None;
    }
    if !first.is_in(&ADDS) {
        return Some(value.to_vec());
    }
    let to = tokenise("to");
    Some(spaced([value, &to, label].concat()))
}

/// Behind a label: words that say what to do with what is there, or what is to be composed, and that are no value.
fn is_order(value: &[Token]) -> bool {
    static CHANGES: WordList = WordList::named("verbs that change a list");
    let changes = value[0].is_in(&CHANGES) || value[0].text.starts_with('+');
    !value[0].quoted() && changes || is_composed(value)
}

/// "A short, polite apology to the customer", "a few kind words": what is to be written is described, not said.
fn is_composed(value: &[Token]) -> bool {
    static MANNERS: WordList = WordList::named("manners of a text");
    static TEXTS: WordList = WordList::named("texts to compose");
    let any = |list: &WordList| value.iter().any(|token| token.is_in(list));
    let some = value[0].is_any(&["a", "an", "some"]) && value.len() > 1;
    let quotes = value.iter().any(Token::quoted);
    !quotes && any(&TEXTS) && (some || any(&MANNERS))
}

/// "Search for WORDS in FIELD".
pub(crate) fn search(tokens: &[Token]) -> Vec<Clause> {
    let tokens = match tokens.first() {
        Some(token) if token.is_any(&["for", "the"]) && tokens.len() > 1 => &tokens[1..],
        _ => tokens,
    };
    if let Some((rest, visit)) = elsewhere(tokens) {
        return [visit].into_iter().chain(search(rest)).collect();
    }
    // "Search the store for lamps".
    let (words, field) = match (1..tokens.len()).find(|&at| tokens[at].is("for")) {
        Some(at) => (&tokens[at + 1..], Some(&tokens[..at])),
        None => value_then_field(tokens, false),
    };
    let pronoun = matches!(bare_marks(words), [token] if token.is_any(&["it", "that", "this"]));
    if !pronoun && (is_no_value(words) || is_only_label(words) || points_back(words)) {
        return vec![unread(tokens)];
    }
    vec![Clause::Search {
        words: Phrase::slice(if pronoun { words } else { bare(words) }),
        field: field.map(Phrase::slice),
    }]
}

/// "Search for WORDS at ADDRESS": the words, and going there first.
fn elsewhere(tokens: &[Token]) -> Option<(&[Token], Clause)> {
    let at = tokens.len().checked_sub(2).filter(|at| *at > 0)?;
    let led = tokens[at].is_any(&["at", "on", "in", "from"]);
    let visit = go::address(&tokens[at + 1..]).filter(|_| led)?;
    Some((&tokens[..at], visit))
}

/// "Copy TEXT into FIELD": what is read there is entered here.
pub(crate) fn copy(tokens: &[Token]) -> Vec<Clause> {
    let turn = (1..tokens.len())
        .rev()
        .find(|&at| tokens[at].is_any(&["into", "to", "onto"]) && !tokens[at + 1..].is_empty());
    match turn {
        Some(at) => {
            let end = if tokens[at - 1].is("it") {
                at.saturating_sub(2)
            } else {
                at
            };
            vec![clause(&tokens[..end.max(1)], &[], Some(&tokens[at + 1..]))]
        }
        None => vec![Clause::Copy {
            what: Phrase::slice(tokens),
        }],
    }
}

/// "Paste it into FIELD": the text that was found last.
pub(crate) fn paste(tokens: &[Token]) -> Vec<Clause> {
    let turn = tokens.iter().position(|token| token.is_in(&INTO));
    let (value, field) = match turn {
        Some(at) => (&tokens[..at], Some(&tokens[at + 1..])),
        None => (tokens, None),
    };
    let here = value
        .last()
        .is_some_and(|last| last.is_any(&["here", "there"]));
    let value = &value[..value.len() - usize::from(here)];
    vec![clause(value, &[], field.filter(|field| !field.is_empty()))]
}

fn clause(value: &[Token], label: &[Token], field: Option<&[Token]>) -> Clause {
    let (label, value) = (bare(label), bare_marks(value));
    // "John Smith to a salary of 3400": the salary is his.
    if let ([a, noun @ .., of, value], Some(whose)) = (value, field)
        && a.is_any(&["a", "an"])
        && of.is("of")
        && matches!(noun, [_] | [_, _])
        && noun.iter().all(|word| word.word() && word.text == word.low)
        && (value.quoted() || value.text.starts_with(|c: char| c.is_ascii_digit()))
    {
        let of = std::slice::from_ref(of);
        let field = spaced([noun, of, bare_marks(whose)].concat());
        return clause(std::slice::from_ref(value), &[], Some(&field));
    }
    if is_no_value(value)
        || !value.is_empty() && is_composed(value)
        || (field.is_none() && label.is_empty() && names_only(value))
    {
        return unread(value);
    }
    Clause::Enter {
        value: Phrase::slice(value),
        label: (!is_generic(label)).then(|| Phrase::slice(label)),
        field: field.map(|field| Phrase::slice(bare_marks(field))),
    }
}

/// "username and password" says no value; "the code" may be told by the page.
fn names_only(value: &[Token]) -> bool {
    let determined = bare(value).len() < value.len();
    let several = value.iter().any(|token| token.is("and"));
    is_only_label(value) && (several || !determined)
}

fn bare_marks(mut tokens: &[Token]) -> &[Token] {
    while let [first, rest @ ..] = tokens
        && first.joins()
    {
        tokens = rest;
    }
    without_marks_behind(tokens)
}

/// "an item that starts with X and ends with Y": one value, described.
pub(crate) fn is_pattern(tokens: &[Token]) -> bool {
    (1..tokens.len()).any(|at| tokens[at].is("with") && tokens[at - 1].is_in(&BEGINS_OR_ENDS))
        || tokens
            .windows(2)
            .any(|pair| pair[0].is_any(&["containing", "contains"]) && pair[1].quoted())
}

/// Cuts at "and" and commas where every part gives a value of its own.
fn parts(tokens: &[Token]) -> Vec<&[Token]> {
    let joint =
        |at: usize| tokens[at].is("and") || tokens[at].is_mark(",") || tokens[at].is_mark(";");
    let mut parts = Vec::new();
    let mut from = 0;
    for at in 1..tokens.len() {
        if !joint(at) || !gives_value(&tokens[from..at]) {
            continue;
        }
        let next = (at + 1..tokens.len())
            .find(|&next| joint(next) && next > at + 1)
            .unwrap_or(tokens.len());
        if gives_value(&tokens[at + 1..next]) || gives_value(&tokens[at + 1..]) {
            parts.push(&tokens[from..at]);
            from = at + 1;
        }
    }
    parts.push(&tokens[from..]);
    parts.retain(|part| part.iter().any(|token| token.word() || token.quoted()));
    parts
}

/// True when a part holds a value: a quotation, "X as Y", "X: Y", "the city Rome".
fn gives_value(part: &[Token]) -> bool {
    let inner = |words: &[&str]| (1..part.len().saturating_sub(1)).any(|at| part[at].is_any(words));
    part.iter().any(Token::quoted)
        || inner(&AS)
        || inner(WITH)
        || inner(&["into", "in"])
        || (part.len() > 2 && part.iter().any(|token| token.is_mark(":")))
        || label_and_value(part).is_some()
}

/// "the phone number 555-1234", "username kim".
pub(super) fn label_and_value(part: &[Token]) -> Option<(&[Token], &[Token])> {
    static LABELS: WordList = WordList::named("enter labels");
    let words = bare(part);
    // "Both books" are no field.
    if words
        .first()
        .is_some_and(|first| first.is_any(&["all", "both", "every", "each"]))
    {
        return None;
    }
    if words.len() < 2 || words.iter().any(|token| !token.word()) {
        return None;
    }
    let telling = |token: &Token| {
        token
            .text
            .chars()
            .any(|c| c.is_ascii_digit() || c.is_uppercase() || c == '@')
    };
    let at = (1..words.len()).find(|&at| telling(&words[at]));
    let lower = |token: &Token| token.text == token.low;
    match at {
        Some(at)
            if at <= 3
                && words[..at]
                    .iter()
                    .all(|token| lower(token) && !token.is_in(&INTO) && !token.is_in(&AS)) =>
        {
            let clean = words[at..]
                .iter()
                .all(|token| !token.is_in(&INTO) && !token.is_in(&AS));
            clean.then_some((&words[..at], &words[at..]))
        }
        None if words.len() == 2 && words[0].is_in(&LABELS) && !words[1].is_in(&FIELDS) => {
            Some((&words[..1], &words[1..]))
        }
        _ => None,
    }
}

/// One value with its field.
fn one(part: &[Token]) -> Clause {
    if let Some(clause) = labelled(part) {
        return clause;
    }
    if part.iter().any(Token::quoted) && !quote_is_landmark(part) {
        return quoted(part);
    }
    match label_and_value(part) {
        Some((label, value)) => clause(value, label, None),
        None => unquoted(part),
    }
}

/// "Put 42 in the box next to Q": the quotation tells the field.
fn quote_is_landmark(part: &[Token]) -> bool {
    let quote = part.iter().position(Token::quoted);
    let Some(quote) = quote.filter(|quote| *quote > 0) else {
        return false;
    };
    let led = quote > 0 && part[quote - 1].is_in(&NAMES);
    // "Put 42 in the Q field".
    let within = names_a_field(&part[quote + 1..])
        && quote >= 2
        && (part[quote - 1].is_in(&INTO)
            || (part[quote - 1].is("the") && quote >= 3 && part[quote - 2].is_in(&INTO)));
    // "Type Ann into Q": a value stands before it.
    let into = |at: usize| at > 1 && part[at - 1].is_any(&["into", "as"]);
    let named = into(quote) || part[quote - 1].is("the") && into(quote - 1);
    within
        || named
        || led && (1..quote.saturating_sub(1)).any(|at| part[at].is_any(&["in", "into", "on"]))
}

/// One quotation with what is said before and after it.
fn quoted(tokens: &[Token]) -> Clause {
    let Some(at) = tokens.iter().position(|token| token.quoted()) else {
        return unquoted(tokens);
    };
    let (before, after) = (bare_marks(&tokens[..at]), bare_marks(&tokens[at + 1..]));
    // "the value of Q" is not Q itself.
    let described = before.len() > 1
        && before
            .last()
            .is_some_and(|last| last.is_any(&["of", "for", "under", "beside", "from"]));
    let (value, before) = if described {
        (&tokens[..=at], &before[..0])
    } else {
        (&tokens[at..=at], before)
    };
    if let Some(field) = leading_field(after) {
        return clause(value, before, Some(field));
    }
    match before.last() {
        Some(last) if last.is_any(WITH) || last.is_mark(":") => {
            clause(value, &[], Some(without_in(&before[..before.len() - 1])))
        }
        _ if before.first().is_some_and(|token| token.is_in(&INTO)) => {
            clause(value, &[], Some(&before[1..]))
        }
        _ => clause(value, before, None),
    }
}

/// "into FIELD", "as FIELD", "in the field labelled ..." after a value.
fn leading_field(after: &[Token]) -> Option<&[Token]> {
    let first = after.first()?;
    (first.is_in(&INTO) || first.is_in(&AS))
        .then(|| &after[1..])
        .filter(|rest| !rest.is_empty())
}

fn unquoted(tokens: &[Token]) -> Clause {
    let (value, field) = value_then_field(tokens, true);
    clause(value, &[], field)
}

/// Cuts at the word that leads to the field. The first one that does so clearly wins.
fn value_then_field(tokens: &[Token], with_as: bool) -> (&[Token], Option<&[Token]>) {
    let leads = |words: &[&str]| {
        (1..tokens.len().saturating_sub(1))
            .rev()
            .find(|&at| tokens[at].is_any(words))
    };
    let clear = leads(&["into"]).or_else(|| with_as.then(|| leads(&["as"])).flatten());
    let soft = || {
        (1..tokens.len().saturating_sub(1)).find(|&at| {
            tokens[at].is_any(&["in", "to", "on", "inside", "within", "for", "at"])
                && names_a_field(&tokens[at + 1..])
        })
    };
    match clear.or_else(soft) {
        Some(at) => (&tokens[..at], Some(&tokens[at + 1..])),
        None => (tokens, None),
    }
}

/// True when the words end in a word for a place where text goes.
fn names_a_field(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| token.is_in(&FIELDS))
}

/// "FIELD with VALUE", "FIELD to VALUE".
fn field_first(tokens: &[Token]) -> Option<Clause> {
    let at = (1..tokens.len().saturating_sub(1)).find(|&at| {
        (tokens[at].is_any(WITH) || tokens[at].is_mark(":"))
            && !tells_apart(tokens, at)
            && tokens[..at].iter().all(|token| {
                token.kind != Kind::Quoted || at > 1 || tokens[at].is_any(&["to", "="])
            })
    })?;
    let field = &tokens[..at];
    let mut value = &tokens[at + 1..];
    if value
        .first()
        .is_some_and(|token| token.is_any(&["be", "say", "read"]))
    {
        value = &value[1..];
    }
    // "Change X from A to B".
    // "Set X equal to Y".
    let field = match field {
        [field @ .., equal] if equal.is("equal") && !field.is_empty() => field,
        field => field,
    };
    let field = match field.iter().position(|token| token.is("from")) {
        Some(from) if from > 0 => &field[..from],
        _ => field,
    };
    // "Fill the form with her details" names neither a field nor a value.
    if is_whole_form(field) && !value.iter().any(Token::quoted) {
        return None;
    }
    // "Set the volume to 30 with the slider".
    let tool = (1..value.len())
        .find(|&at| value[at].is_any(&["with", "using"]) && names_a_field(&value[at + 1..]));
    let value = tool.map_or(value, |at| &value[..at]);
    Some(clause(value, &[], Some(bare(field))))
}

/// "The age of the one with the id 7 to 50", "the order that is new to Paid": what stands here tells of whom, where the
/// value follows behind "to".
fn tells_apart(tokens: &[Token], at: usize) -> bool {
    let has = |tokens: &[Token], words: &[&str]| {
        tokens
            .iter()
            .any(|token| token.word() && token.is_any(words))
    };
    let (before, behind) = (&tokens[..at], &tokens[at + 1..]);
    let relative = before
        .last()
        .is_some_and(|last| last.is_any(&["that", "which", "who"]));
    let of_one = tokens[at].is("with") && has(before, &["of"]);
    (relative || of_one) && has(behind, &["to"])
}

fn is_whole_form(field: &[Token]) -> bool {
    matches!(bare(field), [token] if token.is_any(&["form", "page", "fields", "blanks", "details"]))
}

/// "in the name field" → "the name field".
fn without_in(tokens: &[Token]) -> &[Token] {
    match tokens.first() {
        Some(first) if first.is_in(&INTO) => &tokens[1..],
        _ => tokens,
    }
}

/// "the username X and the password Y into the text fields": the field said last is for all.
fn share_field(clauses: &mut [Clause]) {
    let Some((last, earlier)) = clauses.split_last_mut() else {
        return;
    };
    let Clause::Enter {
        field: Some(shared),
        ..
    } = last
    else {
        return;
    };
    for clause in earlier {
        if let Clause::Enter {
            field: field @ None,
            ..
        } = clause
        {
            *field = Some(shared.clone());
        }
    }
}
