//! What is to be entered: literally, by description, or read from the page.

use screen_agent_page::{Node, Role};
use screen_agent_words::WordList;

use super::turn::Turn;
use crate::answer;
use crate::ground::Reference;
use crate::words::date::{by_pattern, date_at, iso};
use crate::words::normal::words;
use crate::words::number::number_word;
use crate::words::time::time_at;
use crate::words::token::{text_of, tokenise};
use crate::words::{Phrase, Token};

static BEHIND: WordList = WordList::named("words that no value begins with");
static DESCRIBES: WordList = WordList::named("words that describe a value");
static PICKS: WordList = WordList::named("words that ask to pick");

/// What is to be entered.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// This text.
    Text(String),
    /// Any entry that is offered and fits.
    Pattern(Pattern),
    /// It is described, and the page does not tell it.
    Unknown,
}

/// How an entry begins, ends, and what it holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Pattern {
    /// Its start.
    pub starts: String,
    /// Its end.
    pub ends: String,
    /// What it holds.
    pub holds: String,
}

impl Pattern {
    /// True when a text is of this form; case decides only between texts that are.
    pub fn fits(&self, text: &str) -> bool {
        let low = text.to_lowercase();
        low.starts_with(&self.starts.to_lowercase())
            && low.ends_with(&self.ends.to_lowercase())
            && low.contains(&self.holds.to_lowercase())
    }
}

/// What a phrase says is to be entered.
pub(crate) fn resolve(turn: &Turn<'_>, phrase: &Phrase) -> Value {
    if let Some(pattern) = pattern(&phrase.0) {
        return Value::Pattern(pattern);
    }
    let led = phrase.0.len() > 2
        && phrase
            .0
            .iter()
            .rev()
            .nth(1)
            .is_some_and(|token| token.is_any(&["of", "for", "under", "beside", "from"]));
    if let ([_], true) = (phrase.quotes().as_slice(), led) {
        return answer::value(&turn.scene, phrase).map_or(Value::Unknown, Value::Text);
    }
    if let [quote] = phrase.quotes().as_slice() {
        return Value::Text((*quote).to_owned());
    }
    if phrase.0.is_empty() || is_same(&phrase.0) {
        return turn.memory.read.clone().map_or(Value::Unknown, Value::Text);
    }
    if date_at(&phrase.0, turn.today).is_some_and(|(_, used)| used == phrase.0.len()) {
        return Value::Text(phrase.text());
    }
    if let Some(owned) = of_context(turn, phrase) {
        return answer::value(&turn.scene, &owned).map_or(Value::Unknown, Value::Text);
    }
    if let Some(literal) = after_generic(&phrase.0) {
        return Value::Text(text_of(literal));
    }
    let described = is_description(&phrase.0);
    if described {
        if let Some(text) = answer::value(&turn.scene, phrase) {
            return Value::Text(text);
        }
        return if determined(&phrase.0) {
            Value::Unknown
        } else {
            Value::Text(phrase.text())
        };
    }
    Value::Text(phrase.text())
}

/// True when the words describe the value instead of saying it.
pub(crate) fn is_told_by_page(phrase: &Phrase) -> bool {
    let plain_quote = matches!(phrase.0.as_slice(), [token] if token.quoted());
    !plain_quote && is_description(&phrase.0)
}

/// "her phone number": of whom was found before.
fn of_context(turn: &Turn<'_>, phrase: &Phrase) -> Option<Phrase> {
    phrase
        .0
        .first()
        .filter(|token| token.is_any(&["her", "his", "their", "its"]))?;
    let found = Reference::of(&Phrase::of(turn.memory.context.as_ref()?));
    let owner = super::context::item(&found);
    Some(Phrase::of(&format!(
        "the {} of {}",
        text_of(&phrase.0[1..]),
        owner.name
    )))
}

fn is_same(tokens: &[Token]) -> bool {
    matches!(tokens, [token] if token.is_any(&["it", "that", "this", "them"]))
        || text_of(tokens).to_lowercase() == "the copied text"
}

/// "something that starts with A and ends with B".
pub(crate) fn pattern(tokens: &[Token]) -> Option<Pattern> {
    let mut pattern = Pattern::default();
    let mut found = false;
    for at in 0..tokens.len() {
        let value = |offset: usize| tokens.get(at + offset).map(|token| token.text.clone());
        let with = tokens.get(at + 1).is_some_and(|token| token.is("with"));
        let slot = if tokens[at].is_any(&[
            "starts",
            "start",
            "starting",
            "begins",
            "begin",
            "beginning",
        ]) && with
        {
            &mut pattern.starts
        } else if tokens[at].is_any(&["ends", "end", "ending"]) && with {
            &mut pattern.ends
        } else if tokens[at].is_any(&["containing", "contains"])
            && tokens.get(at + 1).is_some_and(Token::quoted)
        {
            pattern.holds = value(1).unwrap_or_default();
            found = true;
            continue;
        } else {
            continue;
        };
        *slot = value(2).unwrap_or_default();
        found = true;
    }
    found.then_some(pattern)
}

static GENERIC: WordList = WordList::named("value generic");

/// "the word hello" → hello.
fn after_generic(tokens: &[Token]) -> Option<&[Token]> {
    let at = usize::from(tokens.first()?.is_any(&["the", "a", "an"]));
    let noun = tokens.get(at).is_some_and(|token| token.is_in(&GENERIC));
    let rest = tokens.get(at + 1..)?;
    let literal = !rest.is_empty() && !is_description(rest) && !rest[0].is_in(&BEHIND);
    (noun && literal).then_some(rest)
}

/// Words that say what the value is instead of saying the value.
fn is_description(tokens: &[Token]) -> bool {
    determined(tokens)
        || tokens.iter().any(|token| token.is_in(&DESCRIBES))
        || tokens
            .first()
            .is_some_and(|token| token.is_any(&["what", "how", "whatever"]))
}

fn determined(tokens: &[Token]) -> bool {
    tokens.len() > 1 && tokens[0].is_any(&["the", "your", "my", "his", "her", "their", "its"])
}

/// A text as a field wants it: dates and times in the field's own form.
pub(crate) fn for_field(turn: &Turn<'_>, text: &str, node: &Node) -> String {
    let kind = node.facts.input_type.as_deref().unwrap_or_default();
    let held = node.value.as_deref().unwrap_or_default();
    let counts = matches!(kind, "number" | "range") || held.trim().parse::<f64>().is_ok();
    if let Some(count) = number_word(&text.trim().to_lowercase()).filter(|_| counts) {
        return count.to_string();
    }
    let tokens = tokenise(text);
    let date = || date_at(&tokens, turn.today).filter(|(_, used)| *used == tokens.len());
    match kind {
        "date" => date().map_or_else(|| text.to_owned(), |(date, _)| iso(date)),
        "month" => date().map_or_else(|| text.to_owned(), |(date, _)| iso(date)[..7].to_owned()),
        "time" => time_at(&tokens).map_or_else(|| text.to_owned(), |(time, _)| time.iso()),
        "datetime-local" => datetime(turn, &tokens).unwrap_or_else(|| text.to_owned()),
        "number" | "range" => text
            .trim()
            .trim_start_matches(['$', '€', '£'])
            .replace(',', ""),
        _ if node.role == Role::Input => date()
            .and_then(|(date, _)| {
                // "next Friday" is not what a field wants to read.
                let spoken = !text.contains(|c: char| c.is_ascii_digit());
                let shown = node.facts.hint.as_deref().unwrap_or_default();
                let picks = words(shown).iter().any(|word| PICKS.contains(word));
                by_pattern(date, hint(node))
                    .or_else(|| by_pattern(date, shown))
                    // A field that has a calendar reads the one form that all of them know.
                    .or_else(|| picks.then(|| iso(date)))
                    .or_else(|| spoken.then(|| by_pattern(date, "mm/dd/yyyy")).flatten())
            })
            .unwrap_or_else(|| text.to_owned()),
        _ => text.to_owned(),
    }
}

fn datetime(turn: &Turn<'_>, tokens: &[Token]) -> Option<String> {
    let (date, mut used) = date_at(tokens, turn.today)?;
    while tokens
        .get(used)
        .is_some_and(|token| token.is("at") || token.is_mark(","))
    {
        used += 1;
    }
    let (time, _) = time_at(&tokens[used..])?;
    Some(format!("{}T{}", iso(date), time.iso()))
}

/// What a field shows while it is empty.
fn hint(node: &Node) -> &str {
    &node.name
}
