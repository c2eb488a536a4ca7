//! Steps that are done once for each row of a list. A row is known by what tells it from the others, and is done once.

use screen_agent_action::ledger::Standing;
use screen_agent_page::Screen;
use screen_agent_words::quote::{cut, quote};

use super::{Course, Way, like_path};
use crate::describe::{alone, path};
use crate::file::{ControlDescription, RowLoop};
use crate::ground::{contradicts, same};
use crate::values::{Values, control_of};

/// Longest list of rows that is told, in characters.
const TOLD: usize = 300;

impl Course<'_> {
    /// Puts the row that a loop is at among the values.
    pub(super) fn bind(&mut self) {
        let at = self.running.workflow.loop_of(self.memory.at);
        if let (Some(row), Some(one)) = (&self.memory.row, at) {
            self.values.insert(one.name.clone(), row.clone());
        }
    }

    /// Goes on to the step after the present one: at the end of a loop, to its first one.
    pub(super) fn go_on(&mut self) {
        let (at, since) = (self.memory.at, self.ask.steps.len());
        let round = self.running.workflow.loop_of(at);
        let round = round.filter(|one| one.last == at + 1 && self.memory.row.is_some());
        let next = round.map_or(at + 1, |one| one.first - 1);
        if round.is_some() {
            self.memory.rows.extend(self.memory.row.take());
        }
        self.memory.begin(next, since);
    }

    /// Chooses the next row where a loop begins. `None` where none is to be chosen.
    pub(super) fn next_row(&mut self) -> Option<Way> {
        let one = self.running.workflow.loop_of(self.memory.at)?;
        let begins = one.first == self.memory.at + 1;
        if !begins || self.memory.row.is_some() || self.memory.under.is_some() {
            return None;
        }
        let step = self.running.workflow.steps.get(self.memory.at)?;
        let control = step.control.as_ref()?;
        let rows = rows(control, &one.name, &self.values, &self.screen);
        let next = rows.iter().find(|row| !self.memory.rows.contains(row));
        if let Some(row) = next {
            if self.memory.rows.len() >= one.most {
                return Some(self.leave(one, Some("there are more")));
            }
            self.memory.row = Some(row.clone());
            self.memory.waited = false;
            self.bind();
            return None;
        }
        let looked = self.give_time();
        let looked = looked.or_else(|| self.look_below("I look for further rows."));
        if let Some(looked) = looked {
            return Some(Way::Moves(looked));
        }
        let here = path(&self.ask.seen.url);
        if !step.page.is_empty() && !like_path(&step.page, &here) {
            let why = format!("its rows are on {}, and the page is {here}", step.page);
            return Some(Way::Moves(self.stop(&why)));
        }
        let none = self.memory.rows.is_empty().then_some("no row was found");
        Some(self.leave(one, none))
    }

    /// The loop is at its end. What it left, or that it did nothing, is nothing that was seen to be done.
    fn leave(&mut self, one: &RowLoop, left: Option<&str>) -> Way {
        let rows = std::mem::take(&mut self.memory.rows);
        let names: Vec<String> = rows.iter().map(|row| quote(row)).collect();
        let (first, last, count) = (one.first, one.last, rows.len());
        let mut told = format!("Steps {first} to {last} were done for {count} rows");
        if count > 0 {
            told = format!("{told}: {}", cut(&names.join(", "), TOLD));
        }
        if let Some(left) = left {
            told = format!("{told}; {left}");
        }
        self.memory.told.push(format!("{told}."));
        for at in first - 1..last {
            self.memory.at = at;
            if let Some(left) = left {
                self.memory.settle((Standing::Unverified, left.to_owned()));
            }
        }
        self.memory.begin(last, self.ask.steps.len());
        Way::GoesOn
    }
}

/// What tells the rows from each other in which such a control stands, in reading order. Its name may tell the row, too.
pub(crate) fn rows(
    control: &ControlDescription,
    name: &str,
    values: &Values,
    screen: &Screen<'_>,
) -> Vec<String> {
    let mut values = values.clone();
    let rows = screen.nodes().iter().filter_map(|node| {
        let now = alone(screen, node);
        let row = Some(now.row).filter(|row| !row.is_empty())?;
        values.insert(name.to_owned(), row.clone());
        let described = control_of(control, &values);
        let is_one = same(&now.name, &described.name) && !contradicts(&described, screen, node);
        is_one.then_some(row)
    });
    rows.collect()
}
