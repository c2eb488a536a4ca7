//! Stage 2: what kind of task is it?

mod complexity;
mod task_type;

pub use complexity::complexity;
pub use task_type::task_type;
pub(crate) use task_type::{asks_memory, begins_with_deed};

use crate::event::Seen;
use crate::phrases;
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
    phrases::words(query, &['@', '\''])
}
