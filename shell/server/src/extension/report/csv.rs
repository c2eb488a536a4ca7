//! For spreadsheets.

use std::fmt::Write as _;

use screen_agent_wire::extension::task_report::{ReportedStatus, TaskReport};
use screen_agent_words::spreadsheet::quoted;

pub(super) fn write(report: &TaskReport) -> String {
    let mut text = "Step,Action,Status,Thought,Timestamp\n".to_owned();
    for action in &report.action_history {
        let _ = writeln!(
            text,
            "{},{},{},{},{}",
            action.step_index,
            quoted(&action.action),
            quoted(word(action.status)),
            quoted(&action.thought),
            quoted(&action.timestamp)
        );
    }
    text
}

const fn word(status: ReportedStatus) -> &'static str {
    match status {
        ReportedStatus::Success => "success",
        ReportedStatus::Failure => "failure",
        ReportedStatus::Pending => "pending",
    }
}
