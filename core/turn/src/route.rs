//! Stage 2: what kind of task is it?

mod complexity;
mod task_type;

pub use complexity::complexity;
pub(crate) use task_type::asks_memory;
pub use task_type::task_type;

use crate::event::Seen;
use crate::task::Task;

/// Places a task by its words, before its first step.
pub fn place(task: &mut Task, seen: &Seen) {
    if task.steps.is_empty() {
        task.complexity = complexity(&task.query);
        task.task_type = task_type(
            &task.query,
            !seen.screen.url.is_empty(),
            task.file.is_some(),
        );
    }
}

/// The words of a query, lower case; marks stand by themselves nowhere.
fn words(query: &str) -> Vec<String> {
    query
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric() && c != '@' && c != '\'')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// True when the words of `phrase` stand in `words`, one after the other.
fn says(words: &[String], phrase: &str) -> bool {
    let phrase: Vec<&str> = phrase.split(' ').collect();
    words
        .windows(phrase.len())
        .any(|part| part.iter().zip(&phrase).all(|(a, b)| a == b))
}

fn says_any(words: &[String], phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| says(words, phrase))
}
