//! What a question about the past asks for.

use super::day;
use crate::phrases;
use screen_agent_action::status::TaskStatus;
use screen_agent_words::WordList;

/// Words that say nothing of the matter.
static EMPTY: WordList = WordList::named("asked empty");
/// With these a question about things begins; they say nothing of the matter either.
static OPENERS: WordList = WordList::named("asked openers");

/// Verbs of saying.
const SAID: [&str; 20] = [
    "ask",
    "asked",
    "say",
    "said",
    "tell",
    "told",
    "mention",
    "mentioned",
    "want",
    "wanted",
    "give",
    "gave",
    "write",
    "wrote",
    "type",
    "typed",
    "answer",
    "answered",
    "reply",
    "replied",
];

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
    /// Only of this day, with the word for it.
    pub(super) day: Option<(i64, &'static str)>,
    /// Only tasks that stand so.
    pub(super) status: Option<TaskStatus>,
    /// Only the latest.
    pub(super) latest: bool,
    /// Words of the matter; none when all of it is asked for.
    pub(super) terms: Vec<String>,
}

impl Asked {
    pub(super) fn read(query: &str, today: &str) -> Self {
        let words = words(query);
        let has = |any: &[&str]| words.iter().any(|word| any.contains(&word.as_str()));
        Self {
            subject: subject(&words),
            day: day_of(&words, today),
            status: status(&words),
            latest: has(&["last", "latest"]) && !has(&["tasks", "questions", "things"]),
            terms: terms(&words),
        }
    }
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

fn day_of(words: &[String], today: &str) -> Option<(i64, &'static str)> {
    let today = day::of_date(today)?;
    let has = |word: &str| words.iter().any(|said| said == word);
    if has("yesterday") {
        return Some((today - 1, "yesterday"));
    }
    has("today").then_some((today, "today"))
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
    let says_nothing = |word: &str| {
        let status = [
            "fail", "failed", "latest", "thing", "things", "give", "gave", "want",
        ];
        EMPTY.contains(word) || OPENERS.contains(word) || status.contains(&word)
    };
    words
        .iter()
        .filter(|word| !says_nothing(word))
        .cloned()
        .collect()
}
