//! The same steps over the rows of one list, told once.
//!
//! It is a loop only where the person said so, of a list and nothing less, and where a loop would have done just what was
//! done: the rows that the screens show, in their order, all of them. Anything else stays as it was done.

use std::collections::BTreeSet;

use screen_agent_action::Action;
use screen_agent_page::{Observation, Screen};
use screen_agent_turn::record::TurnRecord;
use screen_agent_words::fold::words;

use super::parameters::{Parameters, replace_whole};
use super::recorded;
use super::said::{Said, clauses};
use super::way::{Done, looked};
use crate::describe::path;
use crate::file::{ControlDescription, RowLoop, WorkflowStep, most_rows};
use crate::propose::{like_path, rows};
use crate::values::{Values, placeholders};

/// Words for all of something.
const EACH: [&str; 3] = ["each", "every", "all"];
/// Words that may stand between those and what is meant.
const IDLE: [&str; 9] = [
    "of", "the", "these", "those", "in", "on", "list", "table", "page",
];
/// Words that leave something out, wherever they stand.
const LIMITS: [&str; 20] = [
    "if", "but", "except", "not", "only", "unless", "without", "who", "whose", "which", "where",
    "when", "that", "until", "while", "first", "last", "other", "than", "dont",
];
/// What begins something else to do.
const ENDS: [&str; 13] = [
    "and", "then", "press", "click", "open", "choose", "select", "tick", "check", "enter", "type",
    "set", "go",
];

/// Steps that are done once for each row are named once.
pub(super) fn looped(
    turns: &[TurnRecord],
    done: &[Done<'_>],
    steps: Vec<WorkflowStep>,
    said: &str,
    parameters: &Parameters<'_>,
) -> (Vec<WorkflowStep>, Vec<RowLoop>) {
    let name = parameters.free("row");
    let taken = turns.last().map_or(&[][..], |turn| &turn.task_after.steps);
    // Rows that were jumped over were never seen.
    if taken.iter().any(|step| jumps(&step.action)) {
        return (steps, Vec::new());
    }
    let events = turns.iter().flat_map(|turn| &turn.events);
    let looks: Vec<&Observation> = events.filter_map(looked).collect();
    let (mut kept, mut loops, mut at) = (Vec::new(), Vec::new(), 0);
    while at < steps.len() {
        let rounds = (1..=(steps.len() - at) / 2)
            .filter_map(|length| Rounds::of(&done[at..], &steps[at..], length, &name))
            .filter(|rounds| rounds.are_all(&looks, &name) && rounds.are_meant(said));
        let Some(rounds) = rounds.max_by_key(|rounds| rounds.rows.len() * rounds.steps.len())
        else {
            kept.push(steps[at].clone());
            at += 1;
            continue;
        };
        loops.push(RowLoop {
            name: name.clone(),
            first: kept.len() + 1,
            last: kept.len() + rounds.steps.len(),
            most: most_rows().max(rounds.rows.len()),
        });
        at += rounds.rows.len() * rounds.steps.len();
        kept.extend(rounds.steps);
    }
    (kept, loops)
}

/// Steps that come again and again, but for the row.
struct Rounds<'a> {
    steps: Vec<WorkflowStep>,
    /// What tells the row of each round.
    rows: Vec<String>,
    /// Where each round was begun, and where the last one ended.
    screens: Vec<&'a Observation>,
}

impl<'a> Rounds<'a> {
    /// Those of a length that the steps begin with.
    fn of(done: &[Done<'a>], steps: &[WorkflowStep], length: usize, name: &str) -> Option<Self> {
        let mut all: Option<Vec<WorkflowStep>> = None;
        let mut own = Vec::new();
        for round in steps.chunks_exact(length) {
            let Some(row) = row_of(&round[0]).filter(|row| !own.contains(row)) else {
                break;
            };
            let general = round.iter().map(|step| of_row(step, &row, name));
            let general: Vec<WorkflowStep> = general.collect();
            let alike = match &all {
                None => Some(general),
                Some(before) => both(before, &general),
            };
            let Some(alike) = alike else { break };
            all = Some(alike);
            own.push(row);
        }
        let steps = all.filter(|_| own.len() > 1)?;
        let begun = (0..own.len()).map(|round| done[round * length].screen);
        let end = done[own.len() * length - 1].after?;
        let screens = begun.chain([end]).collect();
        let named = steps.into_iter().map(|step| in_words(step, name));
        let mut steps: Vec<WorkflowStep> = named.collect();
        // Where it stands has to agree for every row.
        if let Some(control) = steps.first_mut().and_then(|step| step.control.as_mut()) {
            control.alike = control.alike.max(2);
        }
        Some(Self {
            steps,
            rows: own,
            screens,
        })
    }

    /// True where a loop would have taken the same rows, and left none.
    fn are_all(&self, looks: &[&Observation], name: &str) -> bool {
        let Some((first, control)) = self.steps.first().zip(self.control()) else {
            return false;
        };
        let mut parameters = first.texts().flat_map(placeholders);
        if parameters.any(|one| one != Ok(name)) {
            return false;
        }
        let is_there = |seen: &Observation| like_path(&first.page, &path(&seen.url));
        let shown = |seen| rows(control, name, &Values::new(), &Screen::new(seen));
        let mut listed = looks.iter().filter(|seen| is_there(seen));
        let ended = looks.iter().rfind(|seen| is_there(seen));
        let whole = ended.is_some_and(|seen| !seen.has_more_below() && seen.cut.is_none());
        let mut none_left =
            || listed.all(|seen| shown(seen).iter().all(|row| self.rows.contains(row)));
        let mut rounds = self.screens.iter().enumerate();
        whole
            && none_left()
            && rounds.all(|(at, seen)| {
                let there = shown(seen);
                let apart = there.iter().collect::<BTreeSet<_>>().len() == there.len();
                let next = there.iter().find(|row| !self.rows[..at].contains(row));
                is_there(seen) && apart && next == self.rows.get(at)
            })
    }

    /// True where the person said that it is done for all that the list holds.
    fn are_meant(&self, said: &str) -> bool {
        let Some((seen, control)) = self.screens.first().zip(self.control()) else {
            return false;
        };
        let limits = |word: &String| LIMITS.contains(&word.as_str());
        if words(said).iter().any(limits) {
            return false;
        }
        let named = words(&format!("{} {}", control.heading, seen.title));
        let shown = seen.lines.iter().filter(|line| {
            let said = line.words();
            self.rows.iter().any(|row| said.contains(row.as_str()))
        });
        let shown: Vec<String> = shown.flat_map(|line| words(&line.words())).collect();
        let clauses = clauses(said);
        let mut meant = clauses.iter().filter_map(|clause| {
            let called = |word: &&Said| word.quoted && words(&control.name).join(" ") == word.text;
            let clause = clause.words.iter().filter(|word| !called(word));
            let clause: Vec<&Said> = clause.collect();
            let at = clause.iter().position(|word| word.is(&EACH))?;
            let said = clause[at + 1..].iter();
            let said = said.filter(|word| !word.is(&IDLE));
            // "Every open order": what stands first is no verb.
            let noun = said.enumerate();
            let noun = noun.take_while(|(at, word)| *at == 0 || !word.is(&ENDS));
            let of_list = |word: &&String| named.iter().any(|other| alike(word, other));
            let (listed, noun): (Vec<&String>, Vec<&String>) =
                noun.map(|(_, word)| &word.text).partition(of_list);
            // A second word, or one that the rows say themselves, may mean some of them alone.
            let of_rows = |word: &&String| shown.iter().any(|other| alike(word, other));
            let most = usize::from(listed.is_empty());
            Some(noun.len() <= most && !noun.iter().any(of_rows))
        });
        meant.next() == Some(true) && meant.all(|clear| clear)
    }

    fn control(&self) -> Option<&ControlDescription> {
        self.steps.first()?.control.as_ref()
    }
}

/// It may move on by more than was in view.
fn jumps(action: &Action) -> bool {
    let by_a_page = matches!(action, Action::Scroll { pages, .. } if *pages <= 1.0);
    action.scrolls() && !by_a_page
}

/// One word, in the singular or the plural.
fn alike(one: &str, other: &str) -> bool {
    let plural = |one: &str, other: &str| {
        let ies = one.strip_suffix('y').map(|stem| format!("{stem}ies"));
        other
            .strip_prefix(one)
            .is_some_and(|end| matches!(end, "" | "s" | "es"))
            || ies.as_deref() == Some(other)
    };
    plural(one, other) || plural(other, one)
}

/// The row that a step stands in, where no value of the person tells that.
fn row_of(step: &WorkflowStep) -> Option<String> {
    let row = &step.control.as_ref()?.row;
    (!row.is_empty() && !row.contains(['{', '}'])).then(|| row.clone())
}

/// The step with a name wherever it speaks of its row. What it does stays as it is.
fn of_row(step: &WorkflowStep, row: &str, name: &str) -> WorkflowStep {
    let named = |text: &str| replace_whole(text, row, &format!("{{{name}}}"));
    let described = |control: &ControlDescription| control.with_texts(named);
    WorkflowStep {
        intent: named(&step.intent),
        control: step.control.as_ref().map(described),
        drop: step.drop.as_ref().map(described),
        expect: step.expect.with_texts(named),
        ..step.clone()
    }
}

/// What two rounds have in common, where they are one and the same but for the row.
fn both(one: &[WorkflowStep], other: &[WorkflowStep]) -> Option<Vec<WorkflowStep>> {
    let steps = one.iter().zip(other);
    steps.map(|(one, other)| common(one, other)).collect()
}

fn common(one: &WorkflowStep, other: &WorkflowStep) -> Option<WorkflowStep> {
    let alike = one.action == other.action
        && like_path(&one.page, &other.page)
        && like_path(&one.expect.page, &other.expect.page);
    let mut step = one.clone();
    step.control = common_control(one.control.as_ref(), other.control.as_ref())?;
    step.drop = common_control(one.drop.as_ref(), other.drop.as_ref())?;
    let (kept, others) = (&mut step.expect, &other.expect);
    kept.says.retain(|said| others.says.contains(said));
    kept.gone.retain(|said| others.gone.contains(said));
    if one.intent != other.intent {
        step.intent.clear();
    }
    alike.then_some(step)
}

/// What is said of both; `None` where they are two.
#[allow(
    clippy::option_option,
    reason = "a step without a control is alike, too"
)]
fn common_control(
    one: Option<&ControlDescription>,
    other: Option<&ControlDescription>,
) -> Option<Option<ControlDescription>> {
    let (Some(one), Some(other)) = (one, other) else {
        return (one.is_none() && other.is_none()).then_some(None);
    };
    let shared = |one: &String, other: &String| match one == other {
        true => one.clone(),
        false => String::new(),
    };
    let both = ControlDescription {
        before: shared(&one.before, &other.before),
        after: shared(&one.after, &other.after),
        leads_to: shared(&one.leads_to, &other.leads_to),
        selector: shared(&one.selector, &other.selector),
        alike: one.alike.max(other.alike),
        previous: Vec::new(),
        next: Vec::new(),
        ..one.clone()
    };
    let theirs = ControlDescription {
        before: both.before.clone(),
        after: both.after.clone(),
        leads_to: both.leads_to.clone(),
        selector: both.selector.clone(),
        alike: both.alike,
        previous: Vec::new(),
        next: Vec::new(),
        ..other.clone()
    };
    (both == theirs).then_some(Some(both))
}

/// Words that say which row is meant, and no words for all of them.
fn in_words(mut step: WorkflowStep, name: &str) -> WorkflowStep {
    let row = format!("{{{name}}}");
    let of_row = step.control.as_ref().is_some_and(|one| one.row == row);
    let speaks_of_all = words(&step.intent)
        .iter()
        .any(|word| EACH.contains(&word.as_str()));
    if step.intent.is_empty() || speaks_of_all || of_row && !step.intent.contains(&row) {
        step.intent = recorded::intent(&step);
        if of_row && !step.intent.contains(&row) {
            step.intent = format!("{} in the row of \"{row}\"", step.intent);
        }
    }
    step
}
