//! Plans and what came of them, for a person.

use screen_agent_wire::ide::plan::{ApplySummary, ChangeCounts, ChangeKind, FileChange, IdePlan};

use crate::terminal::{Style, say};

/// A diff, in colour at a terminal.
pub(super) fn diffs(files: &[FileChange]) {
    let style = Style::for_stdout();
    for file in files {
        let line = |line: &str| match line.as_bytes().first() {
            _ if line.starts_with("+++") || line.starts_with("---") => style.strong(line),
            Some(b'+') => style.good(line),
            Some(b'-') => style.bad(line),
            Some(b'@') => style.soft(line),
            _ => line.to_owned(),
        };
        let lines: Vec<String> = file.diff.lines().map(line).collect();
        say(&lines.join("\n"));
    }
}

/// What a plan says besides what it changes.
pub(super) fn notes(plan: &IdePlan) {
    for action in &plan.actions {
        if let Some(says) = &action.says {
            say(says);
        }
        for place in &action.skipped {
            say(&format!("{place} stays: something else stands there"));
        }
    }
}

/// How many files are changed.
pub(super) fn counts(files: &[FileChange]) -> ChangeCounts {
    let count = |kind| files.iter().filter(|file| file.change == kind).count();
    ChangeCounts {
        added: count(ChangeKind::Added),
        modified: count(ChangeKind::Modified),
        removed: count(ChangeKind::Removed),
    }
}

/// What came of a plan.
pub(super) fn summary(summary: &ApplySummary) {
    say(&changed(summary));
}

/// The same, in words.
pub(super) fn changed(summary: &ApplySummary) -> String {
    let ChangeCounts {
        added,
        modified,
        removed,
    } = &summary.changes;
    let files = format!("{added} added, {modified} modified, {removed} removed");
    match (summary.repeated, summary.dry_run) {
        (true, _) => {
            "This was applied before, so nothing was changed (--force applies it again).".to_owned()
        }
        (_, true) => format!("Would be changed: {files}. Nothing was."),
        _ => format!("Changed: {files}."),
    }
}
