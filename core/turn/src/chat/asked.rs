//! What a question about the past asks for.

use super::when::{self, When};
use crate::phrases;
use jiff::civil::Date;
use jiff::tz::Offset;
use screen_agent_action::status::TaskStatus;
use screen_agent_think::recollect::PastSearch;
use screen_agent_words::WordList;

/// Words that say nothing of the matter.
static EMPTY: WordList = WordList::named("asked empty");
/// With these a question about things begins; they say nothing of the matter either.
static OPENERS: WordList = WordList::named("asked openers");

/// Words for how a task stands, or for any thing.
static STATUS: WordList = WordList::named("asked status");

/// Verbs of saying.
static SAID: WordList = WordList::named("asked saying");

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// What was done.
    Tasks,
    /// Whether something was done.
    Whether,
    /// What the person said.
    Person,
    /// What we said.
    Agent,
    /// What it was all about.
    Talk,
}

/// A question about the past.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) subject: Subject,
    /// Only of this time.
    pub(super) when: Option<When>,
    /// Only tasks that stand so.
    pub(super) status: Option<TaskStatus>,
    /// Only the latest.
    pub(super) latest: bool,
    /// Words of the matter; none when all of it is asked for.
    pub(super) terms: Vec<String>,
}

impl Asked {
    pub(super) fn read(query: &str, today: &str) -> Self {
        let mut words = words(query);
        let when = today.parse().ok();
        let when = when.and_then(|today| when::read(&words, today));
        if let Some(when) = &when {
            words.drain(when.from..when.to);
        }
        let has = |any: &[&str]| words.iter().any(|word| any.contains(&word.as_str()));
        Self {
            subject: subject(&words),
            when,
            status: status(&words),
            latest: has(&["last", "latest"]) && !has(&["tasks", "questions", "things"]),
            terms: terms(&words),
        }
    }

    /// True for a moment of the time that is asked for.
    pub(super) fn is_on(&self, at_ms: i64) -> bool {
        let PastSearch {
            since_ms, until_ms, ..
        } = self.search();
        since_ms.is_none_or(|since| at_ms >= since) && until_ms.is_none_or(|until| at_ms < until)
    }

    /// What may be what is asked for; what is found has to be looked at more closely.
    pub(super) fn search(&self) -> PastSearch {
        let when = self.when.as_ref();
        // Storage knows no other small letters than these.
        let terms = self.terms.iter().filter(|term| term.is_ascii());
        PastSearch {
            since_ms: when.and_then(|when| begin_ms(when.since?)),
            until_ms: when.and_then(|when| begin_ms(when.until?)),
            stems: terms
                .map(|term| term.chars().take(STEM).collect())
                .collect(),
        }
    }
}

/// Words that begin alike over so many letters are the same word in another form.
pub(super) const STEM: usize = 4;

/// When a day begins. The time zone of the person is not known here, so that close to midnight this may be a day off.
fn begin_ms(day: Date) -> Option<i64> {
    let begin = Offset::UTC.to_timestamp(day.at(0, 0, 0, 0)).ok()?;
    Some(begin.as_millisecond())
}

/// The words of a text, lower case.
pub(super) fn words(text: &str) -> Vec<String> {
    phrases::words(text, &[])
}

fn subject(words: &[String]) -> Subject {
    let has = |any: &[&str]| words.iter().any(|word| any.contains(&word.as_str()));
    let pair = |who: &str, verbs: &[&str]| {
        words
            .windows(2)
            .any(|pair| pair[0] == who && verbs.contains(&pair[1].as_str()))
    };
    if has(&["discuss", "discussed", "talk", "talked", "conversation"]) {
        Subject::Talk
    } else if pair("i", &SAID) || has(&["question", "questions"]) {
        Subject::Person
    } else if pair("you", &SAID) {
        Subject::Agent
    } else if matches!(words.first().map(String::as_str), Some("did" | "have")) {
        Subject::Whether
    } else {
        Subject::Tasks
    }
}

fn status(words: &[String]) -> Option<TaskStatus> {
    let has = |any: &[&str]| words.iter().any(|word| any.contains(&word.as_str()));
    if has(&["fail", "failed"]) {
        return Some(TaskStatus::Failed);
    }
    let done = ["complete", "completed", "finish", "finished", "finally"];
    has(&done).then_some(TaskStatus::Completed)
}

/// Words of the matter. What is asked with a verb of doing alone ("what did we do") has none.
fn terms(words: &[String]) -> Vec<String> {
    let says_nothing =
        |word: &str| EMPTY.contains(word) || OPENERS.contains(word) || STATUS.contains(word);
    words
        .iter()
        .filter(|word| !says_nothing(word))
        .cloned()
        .collect()
}
