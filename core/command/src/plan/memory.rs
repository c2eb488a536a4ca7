//! What is remembered from turn to turn, kept in the notes as one value.

use screen_agent_action::ask::{Notes, OfferedAnswer};
use screen_agent_action::ledger::Standing;
use screen_agent_page::NodeId;
use serde::{Deserialize, Serialize};

use super::explore::Way;
use super::particulars::Particulars;
use crate::ground::recall::Recalled;

/// What is remembered from turn to turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Memory {
    /// Which clause is being done.
    pub at: usize,
    /// How many steps there were when it began.
    pub since: usize,
    /// The control that was meant last: "it".
    pub it: Option<String>,
    /// What was found last, in words.
    pub context: Option<String>,
    /// Fields that were filled, so that the next value goes elsewhere.
    pub filled: Vec<String>,
    /// What was read last, for "paste it".
    pub read: Option<String>,
    /// How each clause was left, and what showed it.
    pub settled: Vec<(Standing, String)>,
    /// Answers to give in the end.
    pub answers: Vec<String>,
    /// A question was asked about this clause.
    pub asked: bool,
    /// What could be meant, as the person was told.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub offered: Vec<OfferedAnswer>,
    /// Clauses that answered a dialog.
    pub dialogs: Vec<AnsweredDialog>,
    /// A dialog was put to the person; how many steps and answers there were.
    pub dialog_asked: Option<(usize, usize)>,
    /// The last part of the order that was carried out as a whole, by one form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operated: Option<usize>,
    /// Parts of the order that were said again in plainer words, each with the place of the part.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub restated: Vec<(usize, String)>,
    /// What a field was seen not to take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub untaken: Option<String>,
    /// What the present clause keeps for itself.
    #[serde(skip_serializing_if = "ClauseState::is_new")]
    pub own: ClauseState,
}

/// A clause that answered a dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AnsweredDialog {
    pub clause: usize,
    /// How many steps there were then.
    pub steps: usize,
}

/// What a clause keeps while it is being done.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct ClauseState {
    /// The control that was touched for it.
    pub target: Option<NodeId>,
    /// It was touched by the pointer alone.
    pub hover: bool,
    /// Controls that were touched, of several that are meant.
    pub touched: Vec<NodeId>,
    /// Of items that were told one by one, how many were touched.
    pub listed: usize,
    /// Every one that is meant was dealt with.
    pub every: bool,
    /// What was opened or folded.
    pub opened: Option<NodeId>,
    /// Entries that were picked, by name.
    pub picked: Vec<String>,
    /// The suggestion that was taken, by name.
    pub taken: Option<String>,
    /// How often suggestions were waited for.
    pub looks: usize,
    /// The value to enter, where the page told it.
    pub value: Option<String>,
    /// A phrase of a text is what is changed.
    pub amends: bool,
    /// What is to be changed was seen to be what it was said to be.
    pub checked: bool,
    /// What is cut out of a text.
    pub gone: Option<String>,
    /// The fields to fill.
    pub fields: Vec<NodeId>,
    /// The field takes no typing, but has a picker.
    pub picker: bool,
    /// The day that was picked in a calendar.
    pub day: Option<NodeId>,
    /// The number that a slider showed, and what the large step was that led away from it.
    pub shown: Option<f64>,
    /// A large step was made last.
    pub leapt: bool,
    /// How far a large step leads.
    pub leap: Option<f64>,
    /// How many steps there were when a search was sent.
    pub sent: Option<usize>,
    /// The address before the view or page was changed.
    pub url: Option<String>,
    /// It was gone where the clause leads first.
    pub went: bool,
    /// What is left of the clause once its parts were entered.
    pub rest: Option<String>,
    /// Fields that were filled for parts of the clause.
    pub enquired: Vec<NodeId>,
    /// Which steps only made way for it, by their place in the record.
    pub prepared: Vec<usize>,
    /// What was tried to bring something into view.
    pub tried: Vec<(Way, String)>,
    /// Entries on pages of results that were passed.
    pub passed: usize,
    /// How often the view was moved on to count, to see all, and back.
    pub counted: usize,
    pub surveys: usize,
    pub returns: usize,
    /// How many pages of the list were passed on the way.
    pub pages: usize,
    /// All of the list was seen.
    pub surveyed: bool,
    /// What was listed before the view was moved on.
    pub rows: Option<Recalled>,
    /// The answer that was found.
    pub answer: Option<String>,
    /// How many clauses are passed over after it.
    pub skips: usize,
    /// What folds away the form for it.
    pub operation: Option<NodeId>,
    /// Values that were put into that form.
    pub entered: Vec<String>,
    /// What is told of a form.
    pub told: Option<Particulars>,
    /// Why no look can show that it is what was meant.
    pub doubt: Option<String>,
}

impl ClauseState {
    fn is_new(&self) -> bool {
        *self == Self::default()
    }
}

/// The name of the note.
const NOTE: &str = "command";
/// Most bytes of it; a longer note would not be kept at all.
const MOST: usize = 60_000;

impl Memory {
    /// Reads the notes; what cannot be read is as good as none.
    pub fn read_notes(notes: &Notes) -> Self {
        let note = notes.get(NOTE);
        note.and_then(|note| serde_json::from_str(note).ok())
            .unwrap_or_default()
    }

    /// Writes the notes. Where they are too long, what was listed or read is forgotten, and never where we are.
    pub fn notes(&self) -> Notes {
        let mut memory = self.clone();
        let forget: [fn(&mut Self); 4] = [
            |_| {},
            |memory| memory.own.rows = None,
            |memory| memory.read = None,
            |memory| memory.answers.clear(),
        ];
        let short = forget.iter().find_map(|forget| {
            forget(&mut memory);
            let note = serde_json::to_string(&memory).ok()?;
            (note.len() <= MOST).then_some(note)
        });
        short
            .map(|note| (NOTE.to_owned(), note))
            .into_iter()
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_read_as_it_was_written_and_a_broken_note_is_none() {
        let memory = Memory {
            at: 3,
            filled: vec!["a\nb".into()],
            answers: vec![String::new()],
            dialogs: vec![AnsweredDialog {
                clause: 1,
                steps: 2,
            }],
            own: ClauseState {
                shown: Some(0.1),
                ..ClauseState::default()
            },
            ..Memory::default()
        };
        assert_eq!(Memory::read_notes(&memory.notes()), memory);
        for broken in ["", "3", "{\"at\": -1}", "[]"] {
            let notes = Notes::from([(NOTE.to_owned(), broken.to_owned())]);
            assert_eq!(Memory::read_notes(&notes), Memory::default(), "{broken}");
        }
    }

    #[test]
    fn where_we_are_is_kept_however_much_was_read() {
        let memory = Memory {
            at: 7,
            read: Some("x".repeat(MOST)),
            ..Memory::default()
        };
        let kept = Memory::read_notes(&memory.notes());
        assert_eq!((kept.at, kept.read), (7, None));
    }
}
