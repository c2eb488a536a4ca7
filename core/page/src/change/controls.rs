//! Controls, paired by id, then by what they are.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::{Changes, FocusMove};
use crate::node::{NodeId, State};
use crate::print::Print;

/// A control that came or went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Control {
    /// Its id.
    pub id: NodeId,
    /// What it was or is.
    pub print: Print,
}

/// A control that is still there and looks different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControlChange {
    /// Its present id.
    pub id: NodeId,
    /// What it was.
    pub before: Print,
    /// What it is.
    pub now: Print,
}

/// Pairs two sets of controls and collects what differs. `by_id` where an id means the same in both.
pub(super) fn compare(
    before: &BTreeMap<String, Print>,
    now: &BTreeMap<String, Print>,
    by_id: bool,
) -> Changes {
    let same_control = |was: &Print, is: &Print| by_id && same_role(was, is);
    let mut changes = Changes {
        focus: focus(before, now),
        ..Changes::default()
    };
    let mut gone: Vec<(&String, &Print)> = Vec::new();
    for (id, print) in before {
        match now.get(id).filter(|now| same_control(print, now)) {
            Some(now) => note(&mut changes, id, print, now),
            None => gone.push((id, print)),
        }
    }
    let fresh = now
        .iter()
        .filter(|(id, print)| !before.get(*id).is_some_and(|was| same_control(was, print)));
    pair_renumbered(gone, fresh, &mut changes);
    changes
}

// An id that now belongs to something of another role is another control under a used number.
fn same_role(before: &Print, now: &Print) -> bool {
    before.role == now.role
}

/// Pairs what went and what came by role and name, in order; a page that draws itself anew gives
/// its controls new ids.
fn pair_renumbered<'a>(
    mut gone: Vec<(&'a String, &'a Print)>,
    fresh: impl Iterator<Item = (&'a String, &'a Print)>,
    changes: &mut Changes,
) {
    gone.sort_by_key(|(id, _)| id_order(id));
    let mut fresh: Vec<(&String, &Print)> = fresh.collect();
    fresh.sort_by_key(|(id, _)| id_order(id));

    let mut waiting: HashMap<(&str, &str), VecDeque<(&String, &Print)>> = HashMap::new();
    for (id, print) in &gone {
        let kin = (print.role.as_str(), print.name.as_str());
        waiting.entry(kin).or_default().push_back((id, print));
    }
    for (id, print) in fresh {
        let kin = (print.role.as_str(), print.name.as_str());
        match waiting.get_mut(&kin).and_then(VecDeque::pop_front) {
            Some((_, was)) => {
                changes.renumbered += 1;
                note(changes, id, was, print);
            }
            None => changes.created.push(control(id, print)),
        }
    }
    let mut left: Vec<(&String, &Print)> = waiting.into_values().flatten().collect();
    left.sort_by_key(|(id, _)| id_order(id));
    changes.removed = left
        .into_iter()
        .map(|(id, print)| control(id, print))
        .collect();
}

// "9" comes before "10".
fn id_order(id: &str) -> (usize, String) {
    (id.len(), id.to_owned())
}

fn control(id: &str, print: &Print) -> Control {
    Control {
        id: NodeId::new(id),
        print: print.clone(),
    }
}

fn note(changes: &mut Changes, id: &str, before: &Print, now: &Print) {
    let differs = before.name != now.name
        || before.value != now.value
        || without_focus(&before.states) != without_focus(&now.states);
    if differs {
        changes.changed.push(ControlChange {
            id: NodeId::new(id),
            before: before.clone(),
            now: now.clone(),
        });
    }
}

fn without_focus(states: &str) -> Vec<&str> {
    states
        .split(',')
        .filter(|word| !word.is_empty() && *word != State::Focused.word())
        .collect()
}

fn focus(before: &BTreeMap<String, Print>, now: &BTreeMap<String, Print>) -> Option<FocusMove> {
    let (from, was) = focused(before).unzip();
    let (to, is) = focused(now).unzip();
    // The same control under another number has kept the focus.
    let kept = from == to
        || matches!((was, is), (Some(was), Some(is))
            if was.role == is.role && was.name == is.name && !now.contains_key(from?));
    (!kept).then(|| FocusMove {
        from: from.map(NodeId::new),
        to: to.map(NodeId::new),
    })
}

fn focused(controls: &BTreeMap<String, Print>) -> Option<(&String, &Print)> {
    controls.iter().find(|(_, print)| {
        print
            .states
            .split(',')
            .any(|word| word == State::Focused.word())
    })
}
