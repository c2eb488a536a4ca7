//! Three texts as one, line by line.

use screen_agent_wire::ide::plan::ConflictSide;
use similar::{ChangeTag, TextDiff};

/// One text of three, and the lines of the base at which both sides changed something, each its own way.
pub fn merged(base: &str, ours: &str, theirs: &str, side: ConflictSide) -> (String, Vec<usize>) {
    let [lines, left, right] =
        [base, ours, theirs].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
    let (in_left, in_right) = (kept(&lines, &left), kept(&lines, &right));
    let (mut joined, mut conflicts) = (String::new(), Vec::new());
    let (mut at, mut at_left, mut at_right) = (0, 0, 0);
    // The next line that both sides have kept, after what at least one has changed; behind the last, the end.
    for next in 0..=lines.len() {
        let (to_left, to_right) = match lines.get(next) {
            None => (left.len(), right.len()),
            Some(_) => match (in_left[next], in_right[next]) {
                (Some(to_left), Some(to_right)) => (to_left, to_right),
                _ => continue,
            },
        };
        let part = |lines: &[&str]| lines.concat();
        let was = part(&lines[at..next]);
        let (mine, coming) = (
            part(&left[at_left..to_left]),
            part(&right[at_right..to_right]),
        );
        joined.push_str(if mine == coming || coming == was {
            &mine
        } else if mine == was {
            &coming
        } else {
            conflicts.push(at + 1);
            match side {
                ConflictSide::Theirs => &coming,
                ConflictSide::Ours | ConflictSide::Merge => &mine,
            }
        });
        joined.extend(lines.get(next).copied());
        (at, at_left, at_right) = (next + 1, to_left + 1, to_right + 1);
    }
    (joined, conflicts)
}

/// Where each line of the base stands in another text; nothing for those that it has not kept.
fn kept(base: &[&str], other: &[&str]) -> Vec<Option<usize>> {
    let difference = TextDiff::from_slices(base, other);
    let changes = difference.iter_all_changes();
    changes
        .filter(|change| change.tag() != ChangeTag::Insert)
        .map(|change| match change.tag() {
            ChangeTag::Equal => change.new_index(),
            ChangeTag::Delete | ChangeTag::Insert => None,
        })
        .collect()
}
