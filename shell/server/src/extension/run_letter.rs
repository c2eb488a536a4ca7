//! The e-mail that tells a person how a run of theirs stands.

use screen_agent_ports::Letter;
use screen_agent_store::Stored;
use screen_agent_store::queue::QueuedRun;
use screen_agent_wire::extension::run::{RunOutcome, RunStatus};

/// Writes it. `address` is where people reach the console.
pub(super) fn letter(
    to: &str,
    id: String,
    run: &QueuedRun,
    address: Option<&str>,
) -> Stored<Letter> {
    let state = in_words(run.status);
    let mut text = format!("{}\n{}\n", run.title, run.url);
    if let Some(question) = &run.question {
        text.push_str(&format!("\nIt asks:\n{question}\n"));
    }
    if let Some(outcome) = &run.outcome {
        let outcome: RunOutcome = outcome.read()?;
        text.push_str(&format!("\n{}\n", outcome.result));
    }
    text.push('\n');
    if let Some(address) = address {
        text.push_str(&format!("{address}/#/runs/{}\n", run.id));
    }
    let command = match run.status {
        RunStatus::Waiting => "answer",
        _ => "show",
    };
    text.push_str(&format!("screen-agent runs {command} {}\n", run.id));
    Ok(Letter {
        to: to.to_owned(),
        id,
        subject: format!("{state}: {}", run.title),
        text,
    })
}

/// How it stands, as the first words of a subject.
const fn in_words(status: RunStatus) -> &'static str {
    match status {
        RunStatus::Queued | RunStatus::Running => "Under way",
        RunStatus::Waiting => "A run asks you",
        RunStatus::Done => "Done",
        RunStatus::DoneUnverified => "Done, not verified",
        RunStatus::Failed => "Failed",
        RunStatus::Cancelled => "Cancelled",
    }
}
