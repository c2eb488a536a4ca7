//! What is kept from turn to turn.

use screen_agent_action::ask::Notes;
use screen_agent_action::ledger::Standing;
use serde::{Deserialize, Serialize};

use crate::file::{ControlDescription, Healer};

/// The note that holds it.
const NOTE: &str = "workflow";

/// Where a run stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Memory {
    /// The step that is next.
    pub(super) at: usize,
    /// How many steps the task had when it became so.
    pub(super) since: usize,
    /// What was proposed and is not judged yet.
    pub(super) under: Option<Under>,
    /// How each step before came out, and what shows it.
    pub(super) settled: Vec<(Standing, String)>,
    /// What was passed over, and which rows were done, a sentence each.
    pub(super) told: Vec<String>,
    /// The step before was passed over.
    pub(super) passed: bool,
    /// The row that a loop is at.
    pub(super) row: Option<String>,
    /// The rows that it has done.
    pub(super) rows: Vec<String>,
    /// What was healed and seen to work.
    pub(super) healed: Vec<Healed>,
    /// Tries of the step whose control went away.
    pub(super) tries: u8,
    /// The page was given its time.
    pub(super) waited: bool,
    /// Pages that were scrolled down to find the control.
    pub(super) scrolled: u8,
    /// All of the page was looked through.
    pub(super) looked: bool,
    /// How many pages down the view was that says most of what stood around the control, and how much.
    pub(super) nearest: (u8, u8),
    /// How many pages down one was seen that may be it, in another place than it had.
    pub(super) elsewhere: Option<u8>,
    /// How far the way there has been gone.
    pub(super) way: u8,
    /// A model was asked for the step's control.
    pub(super) asked: bool,
    /// The one that it named, once nothing spoke against it.
    pub(super) located: Option<ControlDescription>,
    /// How many questions models were asked in the whole run.
    pub(super) questions: u8,
    /// What the engine keeps for itself while it looks.
    pub(super) engine: Notes,
    /// How often it made way.
    pub(super) engine_tries: u8,
}

/// A step that was proposed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Under {
    /// How many steps the task had then.
    pub(super) from: usize,
    /// Which try it is.
    pub(super) tries: u8,
    /// What should come into view, and was not there before.
    pub(super) news: Vec<String>,
    /// What should go out of view, and was there before.
    pub(super) leaves: Vec<String>,
    /// What the next step is done to was not there before.
    pub(super) opens: bool,
    /// What was changed for it.
    pub(super) healed: Option<Healed>,
}

/// A step that was done otherwise than it was kept, and seen to work.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Healed {
    /// Which, counted from 0.
    pub step: usize,
    /// Its control by now.
    pub control: ControlDescription,
    /// What was changed, in one sentence.
    pub what: String,
    /// Who found it.
    #[serde(default)]
    pub by: Healer,
}

impl Memory {
    pub(super) fn read(notes: &Notes) -> Self {
        let note = notes.get(NOTE);
        note.and_then(|note| serde_json::from_str(note).ok())
            .unwrap_or_default()
    }

    pub(super) fn notes(&self) -> Notes {
        let note = serde_json::to_string(self).unwrap_or_default();
        Notes::from([(NOTE.to_owned(), note)])
    }

    /// How the present step came out. Of one that is done for several rows, the worst stands.
    pub(super) fn settle(&mut self, clause: (Standing, String)) {
        match self.settled.get_mut(self.at) {
            Some(before) if before.0 == Standing::Verified => *before = clause,
            Some(_) => {}
            None => self.settled.push(clause),
        }
    }

    /// Goes on to a step.
    pub(super) fn begin(&mut self, at: usize, since: usize) {
        *self = Self {
            at,
            since,
            settled: std::mem::take(&mut self.settled),
            healed: std::mem::take(&mut self.healed),
            questions: self.questions,
            told: std::mem::take(&mut self.told),
            row: self.row.take(),
            rows: std::mem::take(&mut self.rows),
            ..Self::default()
        };
    }
}
