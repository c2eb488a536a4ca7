//! A client as the proposer of a task: what it wants done is proposed as it was written, one action at a time, and goes
//! through the same stages as anybody's proposals.

use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use screen_agent_action::Action;
use screen_agent_action::ask::{Ask, Decision, Proposal, ProposeFailure};
use screen_agent_action::step::{Maker, Step};
use screen_agent_page::{Node, NodeId, Observation};
use screen_agent_ports::{Proposed, Proposer};

/// What a client wants done, and what it had seen when it said so.
#[derive(Debug, Default)]
struct Wanted {
    actions: Vec<Action>,
    shown: Option<Observation>,
    came: Came,
}

/// How far it came with them.
#[derive(Debug, Default)]
pub struct Came {
    /// All were done, as far as could be seen.
    pub whole: bool,
    /// Why an action did not pass.
    pub refused: Option<String>,
}

/// Proposes what the client wants.
#[derive(Debug, Default)]
pub struct Relay(Mutex<Wanted>);

impl Relay {
    fn wanted(&self) -> MutexGuard<'_, Wanted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One that has taken this up.
    pub fn of(actions: Vec<Action>, shown: Option<Observation>) -> Self {
        let relay = Self::default();
        relay.take_up(actions, shown);
        relay
    }

    /// Takes up what is wanted now.
    pub fn take_up(&self, actions: Vec<Action>, shown: Option<Observation>) {
        *self.wanted() = Wanted {
            actions,
            shown,
            came: Came::default(),
        };
    }

    /// Lays it down, and says how far it came.
    pub fn lay_down(&self) -> Came {
        std::mem::take(&mut *self.wanted()).came
    }
}

#[async_trait]
impl Proposer for Relay {
    fn name(&self) -> &str {
        "client"
    }

    fn is_metered(&self) -> bool {
        false
    }

    async fn propose(&self, ask: &Ask) -> Result<Proposed, ProposeFailure> {
        let proposal = self.wanted().next(ask);
        Ok(Proposed {
            proposal,
            usage: None,
        })
    }
}

impl Wanted {
    fn next(&mut self, ask: &Ask) -> Proposal {
        let own: Vec<&Step> = ask
            .steps
            .iter()
            .filter(|step| step.by == Maker::Model)
            .collect();
        let missed = own.last().and_then(|step| step.verdict.as_ref());
        let missed = missed.filter(|verdict| !verdict.met);
        if let Some(verdict) = missed {
            return give_up(verdict.reason.clone());
        }
        let next = self.actions.get(own.len());
        let stale = next.and_then(|action| stale(action, self.shown.as_ref(), &ask.seen));
        let refused = ask.refused.last().map(|refused| refused.why.clone());
        if let Some(why) = refused.or(stale) {
            self.came.refused = next.and(Some(why.clone()));
            return give_up(why);
        }
        let (thought, action) = match next {
            Some(action) => ("The client wants it.", action.clone()),
            None => {
                self.came.whole = true;
                let end = Action::Finish {
                    text: None,
                    success: true,
                };
                ("That is all that the client wants.", end)
            }
        };
        Proposal {
            by: Maker::Model,
            ..Proposal::new(thought, Decision::Act { action })
        }
    }
}

fn give_up(reason: String) -> Proposal {
    Proposal::new(reason.clone(), Decision::GiveUp { reason })
}

/// Why a control is not the one that the client saw, if it is not. One that came since is nobody's choice.
fn stale(action: &Action, shown: Option<&Observation>, seen: &Observation) -> Option<String> {
    let id = action.target()?;
    let find = |look: &Observation| look.node(id).map(print);
    let was = shown.and_then(find);
    let is = find(seen);
    match (was, is) {
        (Some(was), Some(is)) if was == is => None,
        (Some((_, name)), Some((_, now))) => Some(format!(
            "the control {} is not what it was: it was called {name:?} when you looked, and is called {now:?} now; look again",
            shown_id(id)
        )),
        (Some(_), None) => Some(format!(
            "the control {} is not in view any more; look again",
            shown_id(id)
        )),
        (None, _) => Some(format!(
            "the control {} was not in what you saw; look, and use an id that stands there",
            shown_id(id)
        )),
    }
}

fn print(node: &Node) -> (String, String) {
    (node.role.code().to_owned(), node.name.clone())
}

fn shown_id(id: &NodeId) -> String {
    id.as_str().chars().take(20).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use screen_agent_page::Role;

    use super::*;

    fn look(name: &str) -> Observation {
        let node = Node::new("4", Role::parse("btn"), name);
        Observation {
            nodes: vec![node],
            ..Observation::default()
        }
    }

    fn click(id: &str) -> Action {
        Action::Click {
            id: NodeId::new(id),
        }
    }

    #[test]
    fn a_control_is_used_only_while_it_is_what_the_client_saw() {
        let says = |shown: Option<&Observation>, id: &str, now: &str| {
            stale(&click(id), shown, &look(now)).unwrap_or_default()
        };
        let cancel = look("Cancel");
        assert_eq!(says(Some(&cancel), "4", "Cancel"), "");
        assert!(says(Some(&cancel), "4", "Delete all").contains("not what it was"));
        assert!(says(Some(&cancel), "9", "Cancel").contains("not in what you saw"));
        assert!(says(None, "4", "Cancel").contains("not in what you saw"));
        assert!(stale(&click("4"), Some(&cancel), &Observation::default()).is_some());
        assert!(stale(&Action::GoBack, None, &cancel).is_none());
    }
}
