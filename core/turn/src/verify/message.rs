//! What the page says in answer to what was sent: messages that were not there before.

use screen_agent_words::WordList;

use super::Case;
use crate::phrases::{says, words};

static FAILURE: WordList = WordList::named("messages of failure");
/// Most words of a line that says no more than how it went.
const SHORT: usize = 8;

static SUCCESS: WordList = WordList::named("messages of success");

/// What the page says in refusal.
pub(super) fn refusal(case: &Case<'_>) -> Option<String> {
    fresh(case).find(|words| is_of(words, &FAILURE))
}

/// True when the page says that it was done, and nothing against it.
pub(super) fn says_done(case: &Case<'_>) -> bool {
    refusal(case).is_none() && fresh(case).any(|words| is_of(&words, &SUCCESS))
}

/// A short line that is no message by its markup, and speaks of a failure: what the page makes of what was sent is then
/// for somebody to read. Another page may speak of anything.
pub(super) fn speaks_of_failure<'a>(case: &'a Case<'_>) -> Option<&'a str> {
    let lines = case
        .changes
        .lines_added
        .iter()
        .map(|line| line.words.as_str());
    let mut short = lines.filter(|line| line.split_whitespace().count() <= SHORT);
    short.find(|line| is_of(line, &FAILURE))
}

fn fresh<'a>(case: &'a Case<'_>) -> impl Iterator<Item = String> + 'a {
    case.changes.alerts().map(|line| line.words.clone())
}

fn is_of(message: &str, phrases: &[&str]) -> bool {
    says(&words(&message.replace(['\'', '’'], ""), &[]), phrases)
}
