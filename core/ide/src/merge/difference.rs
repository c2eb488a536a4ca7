//! What is different between two texts of a file, as people read it.

use screen_agent_wire::ide::plan::{ChangeKind, FileChange};
use similar::TextDiff;

/// Lines that are shown around a change.
const AROUND: usize = 3;

/// How a file is changed; nothing where it is not.
pub fn difference(file: &str, before: Option<&str>, after: Option<&str>) -> Option<FileChange> {
    let change = match (before, after) {
        _ if before == after => return None,
        (None, _) => ChangeKind::Added,
        (_, None) => ChangeKind::Removed,
        (Some(_), Some(_)) => ChangeKind::Modified,
    };
    let name = |side: char, text: Option<&str>| match text {
        Some(_) => format!("{side}/{file}"),
        None => "/dev/null".to_owned(),
    };
    let texts = [before, after].map(Option::unwrap_or_default);
    let diff = TextDiff::from_lines(texts[0], texts[1]);
    let mut diff = diff.unified_diff();
    diff.context_radius(AROUND);
    diff.header(&name('a', before), &name('b', after));
    Some(FileChange {
        file: file.to_owned(),
        change,
        diff: diff.to_string(),
        after: after.map(str::to_owned),
    })
}
