//! Changes in words, for records and for whoever judges them.

use super::{Changes, Control, ControlChange};
use crate::print::Print;
use crate::words::cut;

/// Most notes of one kind.
const MOST: usize = 8;
/// Longest piece of page text in a note, in characters.
const LONGEST: usize = 80;

impl Changes {
    /// What changed, one note a change, most telling first; long lists are cut and say so.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        notes.push(self.address_note());
        if self.another_document {
            notes.push("another page, or the same loaded anew".to_owned());
        }
        let alerts: Vec<String> = self
            .alerts()
            .map(|line| format!("message: {}", quote(&line.words)))
            .collect();
        add(&mut notes, alerts);
        add(&mut notes, self.changed.iter().map(changed_note).collect());
        // All of another document is new, and all of the one before is gone.
        if !self.another_document {
            let told = |what, controls: &[Control]| {
                let notes = controls.iter().map(|c| control_note(what, c));
                notes.collect()
            };
            add(&mut notes, told("new", &self.created));
            add(&mut notes, told("gone", &self.removed));
        }
        if !self.lines_added.is_empty() || self.lines_removed > 0 {
            let (added, removed) = (self.lines_added.len(), self.lines_removed);
            notes.push(format!("text: {added} lines new, {removed} gone"));
        }
        if let Some(focus) = &self.focus {
            let id = focus.to.as_ref().map_or("nothing", |id| id.as_str());
            notes.push(format!("focus: now on {id}"));
        }
        if self.scrolled {
            notes.push("scrolled".to_owned());
        }
        notes
    }

    fn address_note(&self) -> String {
        let Some(change) = self.address else {
            return "address: the same".to_owned();
        };
        let parts = [
            (change.origin, "site"),
            (change.path, "path"),
            (change.query, "query"),
        ];
        let named: Vec<&str> = parts
            .iter()
            .filter_map(|&(changed, name)| changed.then_some(name))
            .collect();
        format!("address: other {}", named.join(", "))
    }
}

fn add(notes: &mut Vec<String>, more: Vec<String>) {
    let count = more.len();
    notes.extend(more.into_iter().take(MOST));
    if count > MOST {
        notes.push(format!("and {} more like it", count - MOST));
    }
}

fn control_note(what: &str, control: &Control) -> String {
    let Print { role, name, .. } = &control.print;
    format!("{what}: {} {role} {}", control.id, quote(name))
}

fn changed_note(change: &ControlChange) -> String {
    let ControlChange { id, before, now } = change;
    let mut parts = Vec::new();
    if before.name != now.name {
        parts.push(format!(
            "name {} to {}",
            quote(&before.name),
            quote(&now.name)
        ));
    }
    if before.value != now.value {
        parts.push(format!("value {} to {}", value(before), value(now)));
    }
    if before.states != now.states {
        parts.push(format!("states ({}) to ({})", before.states, now.states));
    }
    format!(
        "changed: {id} {} {}: {}",
        now.role,
        quote(&now.name),
        parts.join(", ")
    )
}

fn value(print: &Print) -> String {
    print
        .value
        .as_deref()
        .map_or_else(|| "none".to_owned(), quote)
}

fn quote(text: &str) -> String {
    format!("{:?}", cut(text, LONGEST))
}
