//! A page that refuses: too often, not for this person, or because it failed itself.

use super::Sign;
use super::messages::{Message, Sight, opens_with};
use screen_agent_words::WordList;

static TOO_OFTEN: WordList = WordList::named("refusal too often");
static DENIED: WordList = WordList::named("refusal denied");
/// The same in one word, which says it only where it comes first.
static DENIED_SHORT: WordList = WordList::named("refusal denied short");
/// What a page calls itself that failed. Nothing but a few words more may follow.
static BROKEN: WordList = WordList::named("refusal broken");
static STATUS: WordList = WordList::named("refusal status");
/// Words that may stand before what went wrong.
static LEADS: WordList = WordList::named("refusal leads");
/// How much more a heading says that is a refusal, in words.
const MORE: usize = 3;

/// Looks for a message that it was too often.
pub(super) fn too_often(sight: &Sight<'_>) -> Option<Sign> {
    let again = ["again in", "again after"];
    let later = |said: &Message| said.says(&again) && seconds(said).is_some();
    let tells = |said: &&Message| said.says(&TOO_OFTEN) || later(said);
    let found = sight.messages().find(tells).or_else(|| {
        let alone = sight.headings().chain(sight.plain());
        let mut alone = alone.filter(|said| sight.sparse && !said.prose);
        alone.find(|said| tells(said) || said.opens_with(&["429"], MORE))
    })?;
    let mut sign = Sign::new(0.9, &found.text);
    let told = sight.messages().chain(sight.plain());
    sign.retry_after = seconds(found).or_else(|| told.filter_map(seconds).next());
    Some(sign)
}

/// "Try again in 30 seconds", "wait 5 minutes": in seconds.
fn seconds(said: &Message) -> Option<u32> {
    let words: Vec<&str> = said.words.iter().map(String::as_str).collect();
    words.windows(4).find_map(|part| {
        let (number, unit) = match part {
            ["again", "in" | "after", number, unit] => (number, unit),
            ["wait", number, unit, _] | [_, "wait", number, unit] => (number, unit),
            _ => return None,
        };
        let number: u32 = number.parse().ok()?;
        let length = match unit.trim_end_matches('s') {
            "second" | "sec" => 1,
            "minute" | "min" => 60,
            "hour" => 3600,
            _ => return None,
        };
        number.checked_mul(length)
    })
}

/// Looks for a message that the person may not.
pub(super) fn denied(sight: &Sight<'_>) -> Option<Sign> {
    let short = |said: &Message| said.opens_with(&DENIED_SHORT, MORE);
    let message = |said: &&Message| said.says(&DENIED) || short(said);
    if let Some(said) = sight.messages().find(message) {
        return Some(Sign::new(0.9, &said.text));
    }
    let status = |said: &Message| is_status(said, &["401", "403"]);
    let whole = |said: &&Message| said.opens_with(&DENIED, MORE) || short(said) || status(said);
    page_says(sight, whole).map(|said| Sign::new(0.9, &said.text))
}

/// Looks for a page that is nothing but its own failure.
pub(super) fn broken(sight: &Sight<'_>) -> Option<Sign> {
    let whole = |said: &&Message| is_status(said, &STATUS) || fails(said);
    page_says(sight, whole).map(|said| Sign::new(0.9, &said.text))
}

/// A heading says it, and either nothing else is said or the title says so, too.
fn page_says<'a>(sight: &'a Sight<'_>, says: impl Fn(&&Message) -> bool) -> Option<&'a Message> {
    let said = sight.headings().find(|said| says(said))?;
    let heading = !std::ptr::eq(said, &sight.title);
    (sight.sparse || (heading && says(&&sight.title))).then_some(said)
}

/// The bare figure of an error, alone or followed by what it means.
fn is_status(said: &Message, codes: &[&str]) -> bool {
    let mut words = said.words.iter().map(String::as_str);
    let first = words.find(|word| !LEADS.contains(word)).unwrap_or_default();
    let next = words.next();
    let means = |word: &str| {
        let meaning = BROKEN
            .iter()
            .chain(DENIED.iter())
            .chain(DENIED_SHORT.iter());
        word == "error"
            || meaning
                .copied()
                .any(|phrase| phrase.split(' ').next() == Some(word))
    };
    codes.contains(&first) && next.is_none_or(means) && said.words.len() <= 8
}

fn fails(said: &Message) -> bool {
    let leads = |word: &&String| LEADS.contains(word.as_str());
    let led = said.words.iter().take_while(leads).count();
    let rest = said.words.get(led..).unwrap_or_default();
    opens_with(rest, &BROKEN, MORE)
}
