//! What is stored of a conversation, told in plain words.

use super::asked::{Asked, Subject, words};
use super::day;
use screen_agent_action::status::TaskStatus;
use screen_agent_think::reason::plain_name;
use screen_agent_think::recollect::{PastTask, Recollection, Remark, Speaker};
use screen_agent_words::quote::{cut, plain, quote};

/// Longest answer, in characters. Facts §3, "Task type".
const ANSWER: usize = 2_000;
/// Most entries of a list, and how many characters of each piece.
const LIST: usize = 10;
const PIECE: usize = 200;
/// Words that begin alike over so many letters are the same word in another form.
const STEM: usize = 4;

pub(super) fn answer(asked: &Asked, recalled: &Recollection) -> String {
    let answer = match asked.subject {
        Subject::Tasks => tasks(asked, recalled),
        Subject::Whether => whether(asked, recalled),
        Subject::Person => remarks(asked, recalled, Speaker::Person),
        Subject::Agent => remarks(asked, recalled, Speaker::Agent),
        Subject::Talk => talk(asked, recalled),
    };
    cut(&answer, ANSWER - 1)
}

/// What was kept under a name that the query says, each word of it.
pub(super) fn kept(query: &str, recalled: &Recollection) -> Option<String> {
    let query = words(query);
    let lines: Vec<String> = recalled
        .session
        .iter()
        .filter(|(key, _)| {
            let key = words(&plain_name(key));
            !key.is_empty() && key.iter().all(|word| query.contains(word))
        })
        .take(LIST)
        .map(|(key, value)| format!("{}: {}", plain_name(key), cut(&plain(value), PIECE)))
        .collect();
    (!lines.is_empty()).then(|| cut(&lines.join("\n"), ANSWER - 1))
}

fn tasks(asked: &Asked, recalled: &Recollection) -> String {
    let fit = fitting_tasks(asked, recalled);
    if !fit.is_empty() {
        return listed("This is what we did", &fit, asked);
    }
    let anything = Asked {
        terms: Vec::new(),
        ..asked.clone()
    };
    let others = fitting_tasks(&anything, recalled);
    if others.is_empty() {
        return format!("I find no such task{} in this conversation.", when(asked));
    }
    let others = listed("This is what we did", &others, asked);
    format!("I find nothing of just that. {others}")
}

fn listed(words: &str, tasks: &[&PastTask], asked: &Asked) -> String {
    let lines = tasks.iter().map(|task| line(task));
    format!("{}\n{}", heading(words, asked), list(lines))
}

fn whether(asked: &Asked, recalled: &Recollection) -> String {
    if asked.terms.is_empty() {
        return tasks(asked, recalled);
    }
    let fit = fitting_tasks(asked, recalled);
    let Some(task) = fit.last() else {
        return nothing(asked);
    };
    let (query, result) = (quote(&task.query), result(task));
    match task.status {
        TaskStatus::Completed => format!("Yes: {query} is done.{result}"),
        TaskStatus::Failed => format!("I tried {query}, but it did not work.{result}"),
        TaskStatus::Interrupted => format!("{query} was stopped before it was done.{result}"),
        TaskStatus::Active
        | TaskStatus::Planning
        | TaskStatus::Executing
        | TaskStatus::Verifying
        | TaskStatus::Correcting
        | TaskStatus::AwaitingUser => format!("{query} is not finished yet.{result}"),
    }
}

fn remarks(asked: &Asked, recalled: &Recollection, speaker: Speaker) -> String {
    let said = fitting_remarks(asked, recalled, Some(speaker));
    if said.is_empty() {
        return nothing(asked);
    }
    let who = match speaker {
        Speaker::Person => "You said",
        Speaker::Agent => "I said",
    };
    let lines = said.iter().map(|remark| cut(&plain(&remark.words), PIECE));
    format!("{}\n{}", heading(who, asked), list(lines))
}

fn talk(asked: &Asked, recalled: &Recollection) -> String {
    let said = fitting_remarks(asked, recalled, None);
    if said.is_empty() {
        let tasks = fitting_tasks(asked, recalled);
        if tasks.is_empty() {
            return nothing(asked);
        }
        return listed("This is what we did", &tasks, asked);
    }
    let lines = said.iter().map(|remark| {
        let who = match remark.speaker {
            Speaker::Person => "you",
            Speaker::Agent => "I",
        };
        format!("{who}: {}", cut(&plain(&remark.words), PIECE))
    });
    format!(
        "{}\n{}",
        heading("We talked about this", asked),
        list(lines)
    )
}

fn fitting_tasks<'a>(asked: &Asked, recalled: &'a Recollection) -> Vec<&'a PastTask> {
    let fits = |task: &&PastTask| {
        let text = format!(
            "{} {}",
            task.query,
            task.result.as_deref().unwrap_or_default()
        );
        asked.status.is_none_or(|status| status == task.status)
            && asked.is_on(task.at_ms)
            && asked.is_about(&text)
    };
    latest(asked, recalled.tasks.iter().filter(fits).collect())
}

fn fitting_remarks<'a>(
    asked: &Asked,
    recalled: &'a Recollection,
    speaker: Option<Speaker>,
) -> Vec<&'a Remark> {
    let fits = |remark: &&Remark| {
        speaker.is_none_or(|speaker| speaker == remark.speaker)
            && asked.is_on(remark.at_ms)
            && asked.is_about(&remark.words)
    };
    latest(asked, recalled.remarks.iter().filter(fits).collect())
}

/// The last of them, oldest first.
fn latest<T>(asked: &Asked, mut all: Vec<T>) -> Vec<T> {
    let most = if asked.latest { 1 } else { LIST };
    all.drain(..all.len().saturating_sub(most));
    all
}

impl Asked {
    fn is_on(&self, at_ms: i64) -> bool {
        self.day.is_none_or(|(day, _)| day::of_moment(at_ms) == day)
    }

    fn is_about(&self, text: &str) -> bool {
        let text = words(text);
        let stands = |term: &String| text.iter().any(|word| alike(word, term));
        self.terms.iter().all(stands)
    }
}

/// True for forms of one word: "book" and "booked".
fn alike(left: &str, right: &str) -> bool {
    let (short, long) = if left.len() <= right.len() {
        (left, right)
    } else {
        (right, left)
    };
    left == right || (short.chars().count() >= STEM && long.starts_with(short))
}

fn line(task: &PastTask) -> String {
    let state = match task.status {
        TaskStatus::Completed => "done",
        TaskStatus::Failed => "did not work",
        TaskStatus::Interrupted => "stopped",
        TaskStatus::AwaitingUser => "waits for you",
        TaskStatus::Active
        | TaskStatus::Planning
        | TaskStatus::Executing
        | TaskStatus::Verifying
        | TaskStatus::Correcting => "not finished",
    };
    let query = cut(&plain(&task.query), PIECE);
    format!("{query}: {state}.{}", result(task))
}

fn result(task: &PastTask) -> String {
    let result = plain(task.result.as_deref().unwrap_or_default());
    if result.is_empty() {
        return result;
    }
    format!(" {}", cut(&result, PIECE))
}

fn list(lines: impl Iterator<Item = String>) -> String {
    let lines: Vec<String> = lines.map(|line| format!("- {line}")).collect();
    lines.join("\n")
}

fn heading(words: &str, asked: &Asked) -> String {
    if asked.latest {
        return format!("This came last{}:", when(asked));
    }
    format!("{words}{}:", when(asked))
}

fn when(asked: &Asked) -> String {
    asked
        .day
        .map(|(_, day)| format!(" {day}"))
        .unwrap_or_default()
}

fn nothing(asked: &Asked) -> String {
    format!(
        "I find nothing about that{} in this conversation.",
        when(asked)
    )
}
