//! For people. Words of pages and models cannot become headings, links or rows of their own.

use std::fmt::Write as _;

use screen_agent_wire::extension::response::InteractStatus;
use screen_agent_wire::extension::task_report::{ReportedStatus, TaskReport};

pub(super) fn write(report: &TaskReport) -> String {
    let task = &report.task;
    let mut text = String::from("# Task Report\n\n## Overview\n");
    let _ = writeln!(text, "- **Query:** {}", line(&task.query));
    let _ = writeln!(text, "- **Status:** {}", word(task.status));
    let _ = writeln!(text, "- **Duration:** {}", report.summary.duration);
    text.push_str("\n## Action History\n\n");
    text.push_str("| Step | Action | Status | Thought |\n|------|--------|--------|---------|\n");
    for action in &report.action_history {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} |",
            action.step_index,
            line(&action.action),
            sign(action.status),
            line(&action.thought)
        );
    }
    let result = task.result.as_deref().unwrap_or("There is no result yet.");
    let _ = writeln!(text, "\n## Result\n{}", quoted(result));
    text
}

/// The status as the contract words it.
fn word(status: InteractStatus) -> String {
    let value = serde_json::to_value(status).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

const fn sign(status: ReportedStatus) -> &'static str {
    match status {
        ReportedStatus::Success => "✅",
        ReportedStatus::Failure => "❌",
        ReportedStatus::Pending => "⏳",
    }
}

/// Text on one line, with every sign escaped that Markdown would read.
fn line(text: &str) -> String {
    let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
    escaped(&folded)
}

/// Text with its own lines.
fn quoted(text: &str) -> String {
    text.lines().map(line).collect::<Vec<_>>().join("  \n")
}

fn escaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for (at, sign) in text.char_indices() {
        let read = match sign {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' => true,
            // These mean something at the beginning of a line only.
            '#' | '+' | '-' | '=' => at == 0,
            _ => false,
        };
        if read {
            plain.push('\\');
        }
        plain.push(sign);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::{line, quoted};

    #[test]
    fn nothing_that_others_wrote_is_read_as_markdown() {
        for (text, expected) in [
            ("Add a patient", "Add a patient"),
            ("a | b\n| c", "a \\| b \\| c"),
            ("# Big", "\\# Big"),
            ("[x](https://evil.test)", "\\[x\\](https://evil.test)"),
            ("<img src=x>", "\\<img src=x\\>"),
            ("~~~", "\\~\\~\\~"),
            ("click(\"14\")", "click(\"14\")"),
        ] {
            assert_eq!(line(text), expected, "{text:?}");
        }
        assert_eq!(quoted("one\n# two"), "one  \n\\# two");
    }
}
