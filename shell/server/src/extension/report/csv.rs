//! For spreadsheets. Every text is quoted, and none can be taken for a formula.

use std::fmt::Write as _;

use screen_agent_wire::extension::task_report::{ReportedStatus, TaskReport};

/// What a spreadsheet takes for the beginning of a formula; some fold wide letters first.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

pub(super) fn write(report: &TaskReport) -> String {
    let mut text = "Step,Action,Status,Thought,Timestamp\n".to_owned();
    for action in &report.action_history {
        let _ = writeln!(
            text,
            "{},{},{},{},{}",
            action.step_index,
            cell(&action.action),
            cell(word(action.status)),
            cell(&action.thought),
            cell(&action.timestamp)
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

/// In quotes, with those inside doubled; a mark before what would be a formula shows it as text.
fn cell(text: &str) -> String {
    let begins = text.trim_start_matches([' ', '\n', '\u{a0}']);
    let mark = if begins.starts_with(FORMULA) { "'" } else { "" };
    format!("\"{mark}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn a_cell_is_never_a_formula() {
        for (text, expected) in [
            ("click(\"14\")", "\"click(\"\"14\"\")\""),
            ("=1+1", "\"'=1+1\""),
            ("+1", "\"'+1\""),
            ("-1", "\"'-1\""),
            ("@SUM(A1)", "\"'@SUM(A1)\""),
            ("\t=1", "\"'\t=1\""),
            ("\r=1", "\"'\r=1\""),
            (" \n=1", "\"' \n=1\""),
            ("＝1", "\"'＝1\""),
            ("a=1", "\"a=1\""),
            ("", "\"\""),
        ] {
            assert_eq!(cell(text), expected, "{text:?}");
        }
    }
}
