//! What the task itself has done so far, as far as it bears on what may be done next.

use screen_agent_page::{Node, NodeId};

use screen_agent_action::Action;
use screen_agent_action::origin::origin_of;
use screen_agent_action::step::{Step, TargetPrint};

/// What the task itself has done so far, as far as it bears on what may be done next.
#[derive(Clone, Debug, Default)]
pub struct TaskHistory<'a> {
    /// Origin where the task began; empty where that is not known.
    pub start: String,
    /// What the task has written into or chosen on this page.
    pub filled: Vec<Filled<'a>>,
    /// Role and name of what the last step pressed, if it pressed anything.
    pub pressed: Option<(&'a str, &'a str)>,
    /// What of the browser's history and tabs is the task's own.
    pub made: Made,
}

/// A control that the task has written into or chosen.
#[derive(Clone, Copy, Debug)]
pub struct Filled<'a> {
    /// Its id.
    pub id: &'a NodeId,
    /// Its form, by number, where it has one.
    pub form: Option<u32>,
    /// The frame that it is in.
    pub frame: u32,
}

/// What of the browser's history and tabs is the task's own.
#[derive(Clone, Copy, Debug, Default)]
pub struct Made {
    /// There is a page of the task before this one.
    pub back: bool,
    /// There is a page of the task after this one.
    pub forward: bool,
    /// The task has opened tabs.
    pub tabs: bool,
}

impl<'a> TaskHistory<'a> {
    /// The course of a task that is on this page now.
    pub(super) fn of(steps: &'a [Step], start: &str, url: &str) -> Self {
        let first = || steps.first().map_or(url, |step| step.url.as_str());
        let start = Some(start).filter(|start| !start.is_empty());
        let last = steps.last();
        Self {
            start: start
                .map(str::to_owned)
                .or_else(|| origin_of(first()))
                .unwrap_or_default(),
            filled: steps
                .iter()
                .filter(|step| step.url == url && has_worked(step))
                .filter_map(filled)
                .collect(),
            pressed: last.filter(|step| step.action.presses()).and_then(|step| {
                let target = step.target.as_ref()?;
                Some((target.role.as_str(), target.name.as_str()))
            }),
            made: Made::of(steps, url),
        }
    }

    /// True when the task has written or chosen something in the form that this control is of. A
    /// control of no form goes with what is of no form, in the same frame.
    pub(super) fn has_filled_form_of(&self, node: &Node) -> bool {
        let same = |filled: &Filled<'_>| {
            filled.frame == node.frame && filled.form == node.facts.form && filled.id != &node.id
        };
        self.filled.iter().any(same)
    }
}

impl Made {
    /// Everything there is.
    pub(crate) const fn whole_tab() -> Self {
        Self {
            back: true,
            forward: true,
            tabs: true,
        }
    }

    fn of(steps: &[Step], url: &str) -> Self {
        let opens = |action: &Action| {
            matches!(
                action,
                Action::CreateTab { .. } | Action::Navigate { new_tab: true, .. }
            )
        };
        Self {
            back: steps.iter().any(|step| step.url != url),
            forward: steps.iter().any(|step| step.action == Action::GoBack),
            tabs: steps.iter().any(|step| opens(&step.action)),
        }
    }
}

fn has_worked(step: &Step) -> bool {
    step.verdict.as_ref().is_none_or(|verdict| verdict.met)
}

fn filled(step: &Step) -> Option<Filled<'_>> {
    let action = &step.action;
    let target: &TargetPrint = step.target.as_ref()?;
    // A click fills something in only where it ticks or chooses.
    let chooses = matches!(target.role.as_str(), "chk" | "radio" | "opt" | "switch");
    let fills = action.fills_in()
        || matches!(action, Action::UploadFile { .. })
        || chooses && matches!(action, Action::Click { .. });
    fills.then_some(Filled {
        id: action.target()?,
        form: target.form,
        frame: target.frame,
    })
}
