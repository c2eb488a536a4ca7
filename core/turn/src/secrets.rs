//! Which secrets a task holds.

use screen_agent_words::HIDDEN;
use screen_agent_words::secret::{self, is_secret_name};
use screen_agent_words::secrets::{SecretSources, Secrets};

use crate::event::Seen;
use crate::open_question::OpenQuestion;
use crate::person::print_of;
use crate::task::{KeptSteps, Task};

/// Everything that the person told or gave.
pub(crate) fn of(task: &Task, seen: &Seen) -> Secrets {
    let given = seen.resolution.iter();
    let answers = || task.answers.iter();
    let asks = |question: &str| is_secret_name(question);
    let detour = task.thinking.detour.as_ref();
    Secrets::of(&SecretSources {
        given: given
            .map(|(field, value)| (field.as_str(), value.as_str()))
            .chain(task.kept.iter().flat_map(KeptSteps::secrets))
            .collect(),
        said: std::iter::once(&task.query)
            .chain(answers().map(|said| &said.answer))
            .map(|words| words.as_str())
            .collect(),
        answered: answers()
            .filter(|said| asks(&said.question))
            .map(|said| said.answer.as_str())
            .collect(),
        // What was given for a workflow counts where that began.
        asked_by: detour
            .map(|detour| detour.origin.as_str())
            .or_else(|| task.kept.as_ref().map(|_| task.start())),
    })
}

/// True when the person is being asked for a secret.
pub(crate) fn asks_for_one(task: &Task) -> bool {
    let Some(OpenQuestion::Question {
        question, blocker, ..
    }) = task.phase.question()
    else {
        return false;
    };
    let fields = blocker.iter().flat_map(|blocker| &blocker.fields);
    let secret = |kind: &str| matches!(kind, "password" | "code");
    is_secret_name(question) || fields.into_iter().any(|field| secret(&field.kind))
}

/// An order as it may be shown and kept: what its words tell of secrets is blotted out.
pub fn blotted(order: &str) -> String {
    let sources = SecretSources {
        said: vec![order],
        ..SecretSources::default()
    };
    Secrets::of(&sources).blot(order)
}

/// What a person says to a task as it is kept: without the secrets that these words name, that were told
/// before, or that the task is waiting for.
pub fn hide_said(task: &Task, words: &str) -> String {
    if task.heard.as_deref() == Some(print_of(words).as_str()) {
        return HIDDEN.to_owned();
    }
    let mut told = secret::hide_named(&of(task, &Seen::default()).blot(words));
    if asks_for_one(task) {
        for secret in secret::answered(words) {
            told = secret::hide(&told, &secret);
        }
    }
    told
}
