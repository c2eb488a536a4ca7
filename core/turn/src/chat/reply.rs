//! What is stored of a conversation, told in plain words.

use super::asked::{Asked, STEM, Subject, words};
use screen_agent_action::status::TaskStatus;
use screen_agent_think::reason::plain_name;
use screen_agent_think::recollect::{Cited, PastTask, Recollection, Remark, Speaker, day};
use screen_agent_words::quote::{cut, plain, quote};

/// Longest answer, in characters. Facts §3, "Task type".
const ANSWER: usize = 2_000;
/// Most entries of a list, and how many characters of each piece.
const LIST: usize = 10;
const PIECE: usize = 200;
/// Longest name of a conversation, in characters.
const TITLE: usize = 80;

/// Something that was done or said, and the title of the conversation that it stands in, unless that is this one.
struct Past<'a, T> {
    what: &'a T,
    title: Option<&'a str>,
}

/// What there is of this conversation and of others, oldest first.
fn all<'a, T>(here: &'a [T], elsewhere: &'a [Cited<T>], at_ms: fn(&T) -> i64) -> Vec<Past<'a, T>> {
    let here = here.iter().map(|what| Past { what, title: None });
    let elsewhere = elsewhere.iter().map(|cited| Past {
        what: &cited.what,
        title: Some(&cited.title),
    });
    let mut all: Vec<Past<'a, T>> = elsewhere.chain(here).collect();
    all.sort_by_key(|past| at_ms(past.what));
    all
}

/// Where something stands: the conversation and the day. The words of the task need not be read twice.
fn cited(title: Option<&str>, words: &str, at_ms: i64) -> String {
    let Some(title) = title else {
        return String::new();
    };
    let title = plain(title);
    let site = title.strip_suffix(plain(words).as_str()).unwrap_or(&title);
    let site = site.trim_end_matches(": ");
    let place = if site.is_empty() { &title } else { site };
    format!(" ({}, {})", cut(place, TITLE), day(at_ms))
}

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
        return format!("I find no such task{} in your conversations.", when(asked));
    }
    let others = listed("This is what we did", &others, asked);
    format!("I find nothing of just that. {others}")
}

fn listed(words: &str, tasks: &[Past<'_, PastTask>], asked: &Asked) -> String {
    let lines = tasks.iter().map(line);
    format!("{}\n{}", heading(words, asked), list(lines))
}

fn whether(asked: &Asked, recalled: &Recollection) -> String {
    if asked.terms.is_empty() {
        return tasks(asked, recalled);
    }
    let fit = fitting_tasks(asked, recalled);
    let Some(Past { what: task, title }) = fit.last() else {
        return nothing(asked);
    };
    let place = cited(*title, &task.query, task.at_ms);
    let (query, result) = (quote(&task.query), format!("{}{place}", result(task)));
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
    let lines = said.iter().map(remark_line);
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
        let who = match remark.what.speaker {
            Speaker::Person => "you",
            Speaker::Agent => "I",
        };
        format!("{who}: {}", remark_line(remark))
    });
    format!(
        "{}\n{}",
        heading("We talked about this", asked),
        list(lines)
    )
}

fn fitting_tasks<'a>(asked: &Asked, recalled: &'a Recollection) -> Vec<Past<'a, PastTask>> {
    let fits = |Past { what: task, .. }: &Past<'a, PastTask>| {
        let text = format!(
            "{} {}",
            task.query,
            task.result.as_deref().unwrap_or_default()
        );
        asked.status.is_none_or(|status| status == task.status)
            && asked.is_on(task.at_ms)
            && asked.is_about(&text)
    };
    let all = all(&recalled.tasks, &recalled.elsewhere.tasks, |task| {
        task.at_ms
    });
    latest(asked, all.into_iter().filter(fits).collect())
}

fn fitting_remarks<'a>(
    asked: &Asked,
    recalled: &'a Recollection,
    speaker: Option<Speaker>,
) -> Vec<Past<'a, Remark>> {
    let fits = |Past { what: remark, .. }: &Past<'a, Remark>| {
        speaker.is_none_or(|speaker| speaker == remark.speaker)
            && asked.is_on(remark.at_ms)
            && asked.is_about(&remark.words)
    };
    let elsewhere = &recalled.elsewhere.remarks;
    let all = all(&recalled.remarks, elsewhere, |remark| remark.at_ms);
    latest(asked, all.into_iter().filter(fits).collect())
}

/// The last of them, oldest first.
fn latest<T>(asked: &Asked, mut all: Vec<T>) -> Vec<T> {
    let most = if asked.latest { 1 } else { LIST };
    all.drain(..all.len().saturating_sub(most));
    all
}

impl Asked {
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

fn remark_line(Past { what, title }: &Past<'_, Remark>) -> String {
    let place = cited(*title, &what.words, what.at_ms);
    format!("{}{place}", cut(&plain(&what.words), PIECE))
}

fn line(Past { what: task, title }: &Past<'_, PastTask>) -> String {
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
    let place = cited(*title, &task.query, task.at_ms);
    format!("{query}: {state}.{}{place}", result(task))
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
    let said = asked.when.as_ref().map(|when| format!(" {}", when.said));
    said.unwrap_or_default()
}

fn nothing(asked: &Asked) -> String {
    format!(
        "I find nothing about that{} in your conversations.",
        when(asked)
    )
}
