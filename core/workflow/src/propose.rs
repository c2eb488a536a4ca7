//! A workflow as a proposer: the next action, decided by rules from what was done so far.
//!
//! What becomes of a step is never assumed: it counts once the turn has verified it. A step whose control is not found is
//! healed alone, by whoever reads its intent, by all that is known of it but its name, or by a model that is asked once.
//! What is healed and of consequence is asked of the person, and so is what a model alone speaks for; what cannot be healed
//! surely ends the run with the step and the reason.

mod heal;
mod locate;
mod memory;
mod rows;
mod when;

use screen_agent_action::ask::{Ask, Decision, LostControl, Notes, Proposal, Refused, SAID_NO};
use screen_agent_action::expect::Expectation;
use screen_agent_action::ledger::{Clause, Standing};
use screen_agent_action::step::{Maker, Proof, Step};
use screen_agent_action::{Action, ActionFamily};
use screen_agent_page::{NodeId, Observation, Screen};
use screen_agent_words::quote::{cut, quote};

use crate::describe::path;
use crate::file::{CONTROL, ControlDescription, DROP, Healer, Workflow, WorkflowStep};
use crate::ground::{Grounded, ground, holds, is_in_place};
use crate::values::{Values, action_of, control_of, filled};
use heal::Lost;
use memory::{Memory, Under};

pub use memory::Healed;
pub(crate) use rows::rows;

/// Most pages that a control is looked for below the view.
const PAGES: u8 = 12;
/// How often a step is taken up again whose control went away under the hand.
const TRIES: u8 = 2;

/// A workflow that is being carried out.
pub struct Running<'a> {
    /// The workflow.
    pub workflow: &'a Workflow,
    /// Its values, checked.
    pub values: &'a Values,
    /// Whoever reads an intent and finds what it means: the command engine.
    pub engine: &'a dyn Fn(&Ask) -> Proposal,
}

/// What was healed so far and seen to work, by what a proposer has kept for itself.
pub fn healed(notes: &Notes) -> Vec<Healed> {
    Memory::read(notes).healed
}

/// Decides on the next action.
pub fn propose(running: &Running<'_>, ask: &Ask) -> Proposal {
    let memory = Memory::read(&ask.notes);
    let mut course = Course {
        running,
        ask,
        screen: Screen::new(&ask.seen),
        values: running.values.clone(),
        memory,
    };
    course.bind();
    let moved = course.next();
    course.say(moved)
}

/// One turn of a run.
struct Course<'a> {
    running: &'a Running<'a>,
    ask: &'a Ask,
    screen: Screen<'a>,
    /// The values, with the row that a loop is at.
    values: Values,
    memory: Memory,
}

/// What a turn comes to.
enum Move {
    Act(Action),
    /// It only makes way.
    Prepare(Action, String),
    Ask(String),
    Stop(String),
    /// It stops, unless a model says where the control is.
    Locate(String, LostControl),
}

/// Whether the step that is next is done now.
enum Way {
    Holds,
    /// Something else comes first, or instead.
    Moves(Move),
    /// Another step is next.
    GoesOn,
}

impl Course<'_> {
    fn next(&mut self) -> Move {
        if let Some(stopped) = self.look_back() {
            return stopped;
        }
        loop {
            let workflow = self.running.workflow;
            let Some(step) = workflow.steps.get(self.memory.at) else {
                return self.finish();
            };
            let url = &self.ask.seen.url;
            if !workflow.may_touch(url) {
                let origin = screen_agent_action::origin::origin_of(url);
                let origin = origin.unwrap_or_else(|| "no web page".to_owned());
                return self.stop(&format!(
                    "the page is on {origin}, which this workflow may not touch (OTHER_SITE)"
                ));
            }
            match self.next_row().unwrap_or_else(|| self.condition(step)) {
                Way::Holds => return self.step(step),
                Way::Moves(moved) => return moved,
                Way::GoesOn => {}
            }
        }
    }

    fn finish(&self) -> Move {
        let healed = self.memory.healed.iter();
        let healed = healed.map(|one| format!(" Step {}: {}", one.step + 1, one.what));
        let told = self.memory.told.iter().map(|told| format!(" {told}"));
        let more: String = told.chain(healed).collect();
        let text = Some(format!("Done, all {} steps of it.{more}", self.memory.at));
        Move::Act(Action::Finish {
            text,
            success: true,
        })
    }

    /// What became of the step that was under way.
    fn look_back(&mut self) -> Option<Move> {
        let under = self.memory.under.clone()?;
        if let Some(refused) = self.ask.refused.last() {
            return Some(self.refused(refused));
        }
        let step = self.running.workflow.steps.get(self.memory.at)?;
        let Some(done) = carried_out(self.ask, under.from) else {
            // The turn made way first; the step is proposed again on what is there now.
            self.memory.under = None;
            return None;
        };
        if done.met() {
            return self.settle(step, done, under);
        }
        if was_gone(done) && under.tries < TRIES {
            self.memory.tries = under.tries + 1;
            self.memory.under = None;
            return None;
        }
        let verdict = done.verdict.as_ref();
        let why = verdict.map_or_else(String::new, |verdict| verdict.reason.clone());
        Some(self.stop(&format!("it was done, and not seen to work: {why}")))
    }

    fn refused(&self, refused: &Refused) -> Move {
        if refused.why == SAID_NO {
            return self.stop("you said no");
        }
        self.stop(&format!("it was refused: {}", refused.why))
    }

    /// The step was seen to work; whether that is what was expected stands in the ledger.
    fn settle(&mut self, step: &WorkflowStep, done: &Step, under: Under) -> Option<Move> {
        let expect = &step.expect;
        if !expect.page.is_empty() && !like_path(&expect.page, &path(&self.ask.seen.url)) {
            if let Some(wait) = self.give_time() {
                return Some(wait);
            }
            let here = path(&self.ask.seen.url);
            return Some(self.stop(&format!(
                "it should have led to {}, and led to {here}",
                expect.page
            )));
        }
        let clause = self.evidence(step, done, &under);
        let by_model = under.healed.as_ref().map(|one| one.by) == Some(Healer::Model);
        if by_model && clause.0 != Standing::Verified {
            return Some(self.stop(&format!(
                "it was done to what a model named, and nothing shows that it worked: {}",
                clause.1
            )));
        }
        self.memory.settle(clause);
        self.memory.healed.extend(under.healed);
        self.go_on();
        None
    }

    /// How a step that was done stands, and what shows it.
    fn evidence(&self, step: &WorkflowStep, done: &Step, under: &Under) -> (Standing, String) {
        let expect = &step.expect;
        let seen = |why: &str| (Standing::Verified, why.to_owned());
        let is_shown = |said: &&String| shows(&self.ask.seen, said);
        if let Some(said) = under.news.iter().find(is_shown) {
            return seen(&format!("the page shows {}", quote(said)));
        }
        // A page like the one before says nothing of the step.
        if !expect.page.is_empty() && !like_path(&expect.page, &path(&done.url)) {
            return seen("the page that it leads to is there");
        }
        if !under.leaves.is_empty() && !under.leaves.iter().any(|said| is_shown(&said)) {
            let gone: Vec<String> = under.leaves.iter().map(|said| quote(said)).collect();
            return seen(&format!("{} is gone", gone.join(", ")));
        }
        if under.opens && self.is_next_there() {
            return seen("what the next step is done to is there now");
        }
        let reason = done.verdict.as_ref();
        let reason = reason.map_or_else(String::new, |verdict| verdict.reason.clone());
        let proof = done.verdict.as_ref().map(|verdict| verdict.proof);
        let family = step.grammar().map(|action| action.family());
        match proof {
            Some(Proof::Expected) => seen(&reason),
            // Where the keyboard is, no picture of a page tells: that something came of it is all there is.
            Some(Proof::Change | Proof::Client) if family == Some(ActionFamily::Focus) => {
                seen(&reason)
            }
            _ => (Standing::Unverified, reason),
        }
    }

    /// Whether what the step after the present one is done to is in view.
    fn is_next_there(&self) -> bool {
        let next = self.running.workflow.steps.get(self.memory.at + 1);
        let described = next.and_then(|next| next.control.as_ref());
        described.is_some_and(|described| {
            let found = ground(&control_of(described, &self.values), &self.screen);
            matches!(found, Grounded::Found { .. } | Grounded::Several { .. })
        })
    }

    fn step(&mut self, step: &WorkflowStep) -> Move {
        let Some(grammar) = step.grammar() else {
            return self.stop("its action cannot be read");
        };
        let Some(described) = &step.control else {
            return self.act(step, &grammar, &[], None);
        };
        let described = control_of(described, &self.values);
        let ends = match &step.drop {
            None => None,
            Some(drop) => match ground(&control_of(drop, &self.values), &self.screen) {
                Grounded::Found { id } => Some(id),
                _ => return self.stop("where it is dropped is not found"),
            },
        };
        let likely = match ground(&described, &self.screen) {
            Grounded::Found { id } => {
                if let Some(looked) = self.look_for_another(&described, &id) {
                    return looked;
                }
                let mut all = vec![(CONTROL, &id)];
                all.extend(ends.as_ref().map(|id| (DROP, id)));
                return self.act(step, &grammar, &all, None);
            }
            Grounded::Likely { id } => Some(id),
            // Whoever chose among them would guess.
            Grounded::Several { ids } => {
                let name = quote(name_of(&described));
                return self.stop(&format!("{} controls fit {name} alike", ids.len()));
            }
            Grounded::NotFound => None,
        };
        if let Some(looked) = self.look_for(&described) {
            return looked;
        }
        if let Some(down) = self.memory.elsewhere.take().filter(|down| *down > 0) {
            return scroll(true, f64::from(down), "I go back to the only one there is.");
        }
        let why = format!("{} is not on the page", quote(name_of(&described)));
        let lost = Lost {
            described: &described,
            likely,
            why: &why,
        };
        self.heal(step, &grammar, lost)
    }

    /// Gives a new page its time, then looks below; and goes back up in the end.
    fn look_for(&mut self, described: &ControlDescription) -> Option<Move> {
        if self.memory.looked {
            return None;
        }
        self.note_nearness(described);
        let came = self
            .ask
            .steps
            .last()
            .map(|step| step.url != self.ask.seen.url);
        let looked = match came {
            Some(false) => None,
            Some(true) | None => self.give_time(),
        };
        looked.or_else(|| self.look_through())
    }

    /// One that stands elsewhere than it did is taken once all of the page was looked through and it is the only one.
    fn look_for_another(&mut self, described: &ControlDescription, id: &NodeId) -> Option<Move> {
        let node = self.screen.node(id)?;
        if self.memory.looked || is_in_place(described, &self.screen, node) {
            return None;
        }
        let down = self.memory.scrolled;
        self.memory.elsewhere.get_or_insert(down);
        self.look_through()
    }

    /// Goes down to the end of the page, and up again.
    fn look_through(&mut self) -> Option<Move> {
        let looked = self.look_below("I look further down.");
        if looked.is_some() {
            return looked;
        }
        self.memory.looked = true;
        let pages = f64::from(std::mem::take(&mut self.memory.scrolled));
        (pages > 0.0).then(|| scroll(false, pages, "I go back up."))
    }

    /// Waits, once.
    fn give_time(&mut self) -> Option<Move> {
        let waited = std::mem::replace(&mut self.memory.waited, true);
        (!waited).then(|| {
            let why = "I give the page its time.".to_owned();
            Move::Prepare(Action::Wait { seconds: 1.0 }, why)
        })
    }

    /// Goes a page down, where there is more and the page does not resist.
    fn look_below(&mut self, why: &str) -> Option<Move> {
        let steps = self.ask.steps.get(self.memory.since..);
        let last = steps.and_then(<[Step]>::last);
        let stuck = last.is_some_and(|step| step.action.scrolls() && !step.met());
        let goes_on = self.memory.scrolled < PAGES && !stuck && self.ask.seen.has_more_below();
        self.memory.scrolled += u8::from(goes_on);
        goes_on.then(|| scroll(true, 1.0, why))
    }

    /// Proposes the step's own action, on controls that were found.
    fn act(
        &mut self,
        step: &WorkflowStep,
        grammar: &Action,
        ends: &[(&str, &NodeId)],
        healed: Option<Healed>,
    ) -> Move {
        let Some(action) = action_of(grammar, &self.values, ends) else {
            return self.stop("its values do not fit its action");
        };
        let told = |said: &String| filled(said, &self.values);
        let in_view = |said: &String| shows(&self.ask.seen, said);
        let (says, gone) = (step.expect.says.iter(), step.expect.gone.iter());
        self.memory.under = Some(Under {
            from: self.ask.steps.len(),
            tries: self.memory.tries,
            news: says.map(told).filter(|said| !in_view(said)).collect(),
            leaves: gone.map(told).filter(in_view).collect(),
            opens: !self.is_next_there(),
            healed,
        });
        self.memory.waited = false;
        Move::Act(action)
    }

    fn stop(&self, why: &str) -> Move {
        let steps = &self.running.workflow.steps;
        let at = self.memory.at;
        let intent = steps.get(at).map_or("", |step| step.intent.as_str());
        let intent = quote(&self.shown(intent));
        let row = self.memory.row.as_ref();
        let row = row.map_or_else(String::new, |row| format!(", at the row {}", quote(row)));
        Move::Stop(format!(
            "Stopped at step {} of {}, {intent}{row}: {why}.",
            at + 1,
            steps.len()
        ))
    }

    /// A text of the file as it may be shown: secrets stay names.
    fn shown(&self, text: &str) -> String {
        let workflow = self.running.workflow;
        let secrets = workflow.parameters.iter();
        let secrets = secrets.filter(|one| one.is_secret());
        let secrets = secrets.map(|one| &one.name);
        // Of a loop that is not under way, there is no row to tell.
        let rows = workflow.loops.iter().map(|one| &one.name);
        let rows = rows.filter(|name| !self.values.contains_key(*name));
        let mut values = self.values.clone();
        for name in secrets.chain(rows) {
            values.insert(name.clone(), format!("{{{name}}}"));
        }
        filled(text, &values)
    }

    fn say(self, moved: Move) -> Proposal {
        let mut lost = None;
        let steps = &self.running.workflow.steps;
        let intent = steps
            .get(self.memory.at)
            .map_or("", |step| step.intent.as_str());
        let intent = self.shown(intent);
        let (thought, decision) = match moved {
            Move::Act(action) if action.is_terminal() => {
                ("Every step is done.".to_owned(), Decision::Act { action })
            }
            Move::Act(action) => {
                let number = self.memory.at + 1;
                let healed = self
                    .memory
                    .under
                    .as_ref()
                    .and_then(|under| under.healed.as_ref());
                let what = healed.map_or_else(String::new, |healed| format!(" {}", healed.what));
                let intent = intent.trim_end_matches('.');
                let thought = format!("Step {number} of {}: {intent}.{what}", steps.len());
                (thought, Decision::Act { action })
            }
            Move::Prepare(action, why) => {
                return Proposal {
                    ledger: self.ledger(),
                    prepares: true,
                    notes: self.memory.notes(),
                    ..Proposal::new(why, Decision::Act { action })
                };
            }
            Move::Ask(question) => (
                "A step has to be done otherwise than it was kept.".to_owned(),
                Decision::Question {
                    question,
                    missing: vec!["whether that is meant".to_owned()],
                },
            ),
            Move::Stop(reason) => (reason.clone(), Decision::GiveUp { reason }),
            Move::Locate(reason, control) => {
                lost = Some(control);
                (reason.clone(), Decision::GiveUp { reason })
            }
        };
        let expected = Expectation {
            description: cut(&intent, 200),
            ..Expectation::default()
        };
        let acts = decision
            .action()
            .is_some_and(|action| !action.is_terminal());
        Proposal {
            expected: acts.then_some(expected),
            ledger: self.ledger(),
            notes: self.memory.notes(),
            lost,
            ..Proposal::new(thought, decision)
        }
    }

    fn ledger(&self) -> Vec<Clause> {
        let steps = self.running.workflow.steps.iter().enumerate();
        steps
            .map(|(index, step)| {
                let settled = self.memory.settled.get(index).cloned();
                let (standing, evidence) = settled.unwrap_or((Standing::Open, String::new()));
                Clause {
                    words: self.shown(&step.intent),
                    standing,
                    evidence,
                }
            })
            .collect()
    }
}

fn scroll(down: bool, pages: f64, why: &str) -> Move {
    let id = None;
    Move::Prepare(Action::Scroll { down, pages, id }, why.to_owned())
}

/// The step that carried the proposal out, if the turn has come to it: not what the turn did of its own, nor what made way.
fn carried_out(ask: &Ask, from: usize) -> Option<&Step> {
    let own = |step: &&Step| {
        let passing = matches!(
            step.action.family(),
            ActionFamily::Scroll | ActionFamily::Pause
        );
        step.by != Maker::Rule && !passing
    };
    ask.steps.get(from..)?.iter().rev().find(own)
}

/// The client never got to it: the control went away in between.
fn was_gone(step: &Step) -> bool {
    let gone = ["STALE", "NOT_FOUND", "DETACHED"];
    let code = step.report.code.as_deref().unwrap_or_default();
    step.report.success == Some(false) && gone.iter().any(|word| code.contains(word))
}

/// The same path but for figures, which number what is shown.
pub(crate) fn like_path(then: &str, now: &str) -> bool {
    let bare = |path: &str| {
        let path = path.split('?').next().unwrap_or_default();
        let parts = path.split('/').map(|part| {
            let figures = part.chars().any(|c| c.is_ascii_digit());
            if figures {
                String::new()
            } else {
                part.to_owned()
            }
        });
        parts.collect::<Vec<_>>()
    };
    bare(then) == bare(now)
}

/// True when the words stand somewhere in view.
fn says(seen: &Observation, words: &str) -> bool {
    seen.lines.iter().any(|line| holds(&line.words(), words))
        || seen.nodes.iter().any(|node| holds(&node.name, words))
}

/// True when they stand there, or some field holds them.
fn shows(seen: &Observation, words: &str) -> bool {
    let mut values = seen.nodes.iter().filter_map(|node| node.value.as_ref());
    says(seen, words) || values.any(|value| holds(value, words))
}

fn name_of(described: &ControlDescription) -> &str {
    let names = [
        &described.name,
        &described.before,
        &described.hint,
        &described.row,
    ];
    let found = names.into_iter().find(|name| !name.is_empty());
    found.map_or("the control", String::as_str)
}
