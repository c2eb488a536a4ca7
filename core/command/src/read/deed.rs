//! "Remove the item with the id 4": the verb, what it is done to, and the values that are said of it.

use screen_agent_words::WordList;

use super::lead::bare;
use super::plainly;
use crate::words::Token;
use crate::words::token::text_of;
use crate::words::verb::{base_form, verb_at};

/// Verbs that carry out what is named behind them.
static RUNS: WordList = WordList::named("verbs that carry something out");
/// Names of the field for a number that tells one thing from others.
static IDS: WordList = WordList::named("names of the field for a number");
/// Words that lead from one value to the next.
static LEADS: WordList = WordList::named("words between the values of a deed");
static LED: WordList = WordList::named("fields that a word leads to");
static NAMING: WordList = WordList::named("words before a new thing's name");

/// What is to be done, and with which values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Deed {
    /// The verb in its base form; empty where the noun names the whole deed: "execute List members".
    pub verb: String,
    /// What it is done to, or what is carried out.
    pub noun: String,
    /// The values.
    pub given: Vec<Given>,
}

/// One value, and what it is called.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Given {
    /// Empty where it follows the noun at once: "item 4".
    pub label: String,
    /// The word that leads to it, where that says what it is: "from Oslo".
    pub lead: String,
    /// The value.
    pub value: String,
    /// It stood in quotation marks.
    pub quoted: bool,
}

impl Given {
    /// What its field may be called; nothing where that is not said.
    pub fn names(&self) -> Vec<String> {
        if !self.label.is_empty() {
            return vec![self.label.clone()];
        }
        let led = LED.meanings().filter(|(_, lead)| *lead == self.lead);
        led.map(|(name, _)| name.to_owned()).collect()
    }
}

/// Reads a deed; nothing where there is more in the words than a verb, a noun and values.
pub(crate) fn deed(tokens: &[Token]) -> Option<Deed> {
    /// Most words of a noun.
    const LONGEST: usize = 3;
    let tokens = plainly(tokens);
    let (_, used) = verb_at(tokens)?;
    let first = base_form(&tokens[0].low);
    let runs = RUNS.contains(first.as_str());
    let verb = if runs { String::new() } else { first };
    let rest = bare(&tokens[used..]);
    let leads = |token: &Token| token.is_in(&LEADS) || token.is_in(&NAMING) || token.is_in(&IDS);
    let of_noun = |token: &&Token| {
        let name = runs && token.quoted() || token.word() && (runs || token.text == token.low);
        name && !leads(token) && !is_number(token)
    };
    let noun = rest.iter().take_while(of_noun).count();
    let given = pieces(&rest[noun..])
        .into_iter()
        .map(given)
        .collect::<Option<Vec<_>>>()?;
    (1..=LONGEST).contains(&noun).then(|| Deed {
        verb,
        noun: text_of(&rest[..noun]),
        given,
    })
}

/// The values, cut at commas and leading words, each with the word that leads to it; a small word inside of a name stays
/// there: "Atlas of Birds".
fn pieces(tokens: &[Token]) -> Vec<(&str, &[Token])> {
    let capital = |at: Option<usize>| {
        let token = at.and_then(|at| tokens.get(at));
        token.is_some_and(|token| token.word() && token.text.starts_with(char::is_uppercase))
    };
    let inside = |at: usize| capital(at.checked_sub(1)) && capital(Some(at + 1));
    let cuts = |at: usize| {
        let token = &tokens[at];
        let leads = token.is_in(&LEADS) || is_lead(token);
        token.joins()
            || !token.word() && !token.quoted()
            || leads && token.text == token.low && !inside(at)
    };
    let mut pieces = Vec::new();
    let (mut start, mut lead) = (0, "");
    for at in 0..=tokens.len() {
        if at == tokens.len() || cuts(at) {
            pieces.extend((start < at).then(|| (lead, &tokens[start..at])));
            lead = tokens
                .get(at)
                .filter(|token| is_lead(token))
                .map_or("", |token| token.low.as_str());
            start = at + 1;
        }
    }
    pieces
}

fn is_lead(token: &Token) -> bool {
    LED.meanings().any(|(_, lead)| token.is(lead))
}

/// A value is one quotation, or words of which none could be the name of another.
fn given((lead, piece): (&str, &[Token])) -> Option<Given> {
    let said = |label: &[Token], value: &[Token]| Given {
        label: text_of(label).to_lowercase(),
        lead: lead.to_owned(),
        value: text_of(value),
        quoted: value.iter().any(Token::quoted),
    };
    let lower = |token: &Token| token.word() && token.text == token.low && !is_number(token);
    let of_value = |token: &Token| token.word() && (!lower(token) || token.is_in(&LEADS));
    match piece {
        // "2 copies".
        [count, label] if is_number(count) && lower(label) => Some(said(&piece[1..], &piece[..1])),
        _ => {
            let label = piece.iter().take_while(|token| lower(token)).count();
            let value = &piece[label..];
            let one = matches!(value, [value] if value.quoted()) || value.iter().all(of_value);
            (!value.is_empty() && one).then(|| said(&piece[..label], value))
        }
    }
}

fn is_number(token: &Token) -> bool {
    token.text.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::token::tokenise;

    #[test]
    fn a_deed_is_a_verb_a_noun_and_values() {
        for (text, verb, noun, given) in [
            ("Remove the item with the id 4", "remove", "item", "id=4"),
            ("delete book number 3", "delete", "book", "number=3"),
            ("delete member 2", "delete", "member", "=2"),
            (
                "Change item 1 to title \"Salt and Sea\", shelf A, copies 5",
                "change",
                "item",
                "=1 title=Salt and Sea shelf=A copies=5",
            ),
            (
                "please add a book titled Atlas of Birds with 2 copies",
                "add",
                "book",
                "titled=Atlas of Birds copies=2",
            ),
            (
                "Execute List orders for year 2026",
                "",
                "List orders",
                "year=2026",
            ),
        ] {
            let deed = deed(&tokenise(text)).expect(text);
            let shown = deed.given.iter();
            let shown: Vec<_> = shown
                .map(|one| match one.names().first() {
                    Some(name) if one.label.is_empty() => format!("{name}?={}", one.value),
                    _ => format!("{}={}", one.label, one.value),
                })
                .collect();
            assert_eq!(
                (deed.verb.as_str(), deed.noun.as_str()),
                (verb, noun),
                "{text}"
            );
            assert_eq!(shown.join(" "), given, "{text}");
        }
        for text in [
            "the item",
            "add a member named Lena Roth today",
            "remove the item that nobody wants",
            "delete everything that is old",
        ] {
            assert_eq!(deed(&tokenise(text)), None, "{text}");
        }
    }
}
