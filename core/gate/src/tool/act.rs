//! Tools that act on a page or go to another.

use std::collections::BTreeSet;

use screen_agent_page::{Keyboard, Node, NodeId, Role};

use super::code::Code;
use super::kind::Kind;
use super::{Mode, ModelRead, Ruling, ToolCase, address, field, press, text};
use crate::approval::AskReason;
use crate::consequence::Consequence;
use crate::{Denial, DenyReason, GateCase, Made, TaskHistory, consequences};
use screen_agent_action::origin::origin_of;
use screen_agent_action::status::TaskStatus;
use screen_agent_action::{Action, site};
use screen_agent_words::Words;

/// Rules on an action. First what nobody can allow, then what the site and the mode ask.
pub(super) fn rule(case: &ToolCase<'_>, action: &Action) -> Ruling {
    let kind = Kind::of(action);
    if kind == Kind::Foreign {
        return Ruling::deny(Code::UnsupportedAction);
    }
    if case.mode == Mode::Observe {
        return Ruling::deny(Code::ObserveReadsOnly);
    }
    let found = match weigh(case, action) {
        Ok(found) => found,
        Err(denial) => return denied(&denial),
    };
    let act = Act {
        case,
        action,
        kind,
        found: &found,
    };
    act.blocked().unwrap_or_else(|| act.asked())
}

/// An action with what it would bring about.
struct Act<'a> {
    case: &'a ToolCase<'a>,
    action: &'a Action,
    kind: Kind<'a>,
    found: &'a [Consequence],
}

impl Act<'_> {
    /// What nobody can allow.
    fn blocked(&self) -> Option<Ruling> {
        match self.kind {
            Kind::Write(_) | Kind::Choose(_) => self.filled_in(),
            Kind::Press(_) | Kind::Key => {
                let ends = self.action.ends().filter_map(|id| self.node(id));
                let mut used = ends.chain(self.target());
                let code = used.find_map(|node| press::blocked(node, self.nodes()));
                code.map(Ruling::deny).or_else(|| self.dropped_into())
            }
            Kind::Go(_) | Kind::Upload(_) | Kind::Move | Kind::Foreign => None,
        }
    }

    /// What the person fills in themselves is not written.
    fn filled_in(&self) -> Option<Ruling> {
        let field = self.target()?;
        let kind = field::kind(field)?;
        Some(Ruling::Deny {
            code: Code::SensitiveFieldBlocked.word(),
            text: format!(
                "{} takes {}: the person fills it in themselves.",
                text::named(field),
                kind.noun()
            ),
        })
    }

    /// Nor is anything dropped there.
    fn dropped_into(&self) -> Option<Ruling> {
        let drags = matches!(self.action, Action::DragAndDrop { .. });
        let field = self.target().filter(|node| drags && node.role.takes_text());
        field.and_then(|_| self.filled_in())
    }

    /// What the site and the mode ask.
    fn asked(&self) -> Ruling {
        if let Some(sensitive) = site::sensitive(self.url()) {
            return if self.kind.looks_around() && !self.submits() && !self.takes_files() {
                let why = format!("This is {}.", sensitive.noun());
                self.ask(Code::SensitiveSiteRequiresApproval, Some(why))
            } else {
                Ruling::deny(Code::SensitiveSiteBlocked)
            };
        }
        match self.case.mode {
            Mode::Observe => Ruling::deny(Code::ObserveReadsOnly),
            Mode::Assist => self.ask(Code::AssistRequiresApproval, None),
            Mode::Autopilot => self.autopilot(),
        }
    }

    /// Asks where the matrix of modes says so; else nothing but what the words do not order.
    fn autopilot(&self) -> Ruling {
        let reaches = |found: &Consequence| {
            matches!(
                found.reason,
                AskReason::LeavesSite | AskReason::PostsElsewhere
            )
        };
        let unordered = |found: &Consequence| !found.ordered;
        if self.takes_files() {
            Ruling::deny(Code::UploadBlocked)
        } else if self.found.iter().any(reaches) {
            self.ask(Code::CrossOriginRequiresApproval, None)
        } else if matches!(self.kind, Kind::Write(_) | Kind::Choose(_)) {
            self.ask(Code::TypingRequiresApproval, None)
        } else if self.submits() {
            self.ask(Code::SubmitRequiresApproval, None)
        } else if self.downloads() {
            self.ask(Code::DownloadRequiresApproval, None)
        } else if self.kind == Kind::Key || self.found.iter().any(unordered) {
            self.ask(Code::ChangeRequiresApproval, None)
        } else if matches!(self.kind, Kind::Go(Some(url)) if !address::is_given_as(self.case, url))
        {
            self.ask(Code::AddressRequiresApproval, None)
        } else if matches!(self.kind, Kind::Press(_)) && self.case.read == ModelRead::Private {
            self.ask(Code::PrivateRequiresApproval, None)
        } else if self.found.is_empty() {
            Ruling::allow(Code::AutopilotAllowed)
        } else {
            Ruling::allow(Code::OwnWordsAllowed)
        }
    }

    fn ask(&self, code: Code, why: Option<String>) -> Ruling {
        let sentence = text::sentence(self.action, self.target(), self.url());
        let notes = self
            .found
            .iter()
            .filter_map(|found| text::note(found, self.url()));
        let mut parts = vec![sentence];
        parts.extend(notes);
        parts.extend(why);
        parts.dedup();
        Ruling::Ask {
            code: code.word(),
            text: parts.join(" "),
            origin: self.origin(),
        }
    }

    /// Where it takes effect: where it leads or sends to, or else the page's own site.
    fn origin(&self) -> String {
        let leads = if let Kind::Go(Some(url)) = self.kind {
            origin_of(url)
        } else {
            self.found.first().map(|found| found.origin.clone())
        };
        leads
            .filter(|origin| !origin.is_empty())
            .or_else(|| origin_of(self.url()))
            .unwrap_or_default()
    }

    fn url(&self) -> &str {
        self.case.seen.map_or("", |seen| seen.url.as_str())
    }

    fn nodes(&self) -> &[Node] {
        self.case.seen.map_or(&[], |seen| seen.nodes.as_slice())
    }

    /// The control; of keys, the one that has the keyboard.
    fn target(&self) -> Option<&Node> {
        let id = match self.kind {
            Kind::Press(id) | Kind::Choose(id) | Kind::Upload(id) | Kind::Write(Some(id)) => id,
            Kind::Write(None) | Kind::Key => return self.focused(),
            Kind::Go(_) | Kind::Move | Kind::Foreign => self.action.target()?,
        };
        self.node(id)
    }

    fn node(&self, id: &NodeId) -> Option<&Node> {
        self.nodes().iter().find(|node| &node.id == id)
    }

    fn focused(&self) -> Option<&Node> {
        let focused = |node: &&Node| node.is(screen_agent_page::State::Focused);
        self.nodes().iter().find(focused)
    }

    fn submits(&self) -> bool {
        let enters = |found: &Consequence| found.reason == AskReason::SubmitsByEnter;
        let presses = matches!(self.kind, Kind::Press(_));
        presses && self.target().is_some_and(|node| node.facts.submits)
            || self.found.iter().any(enters)
    }

    fn takes_files(&self) -> bool {
        let chooser = |node: &Node| {
            node.role == Role::File || node.facts.input_type.as_deref() == Some("file")
        };
        matches!(self.kind, Kind::Upload(_))
            || matches!(self.kind, Kind::Press(_)) && self.target().is_some_and(chooser)
    }

    fn downloads(&self) -> bool {
        match self.kind {
            Kind::Go(Some(url)) => address::is_file(url),
            Kind::Press(_) => self.target().is_some_and(address::downloads),
            Kind::Go(None) | Kind::Key | Kind::Write(_) | Kind::Choose(_) => false,
            Kind::Upload(_) | Kind::Move | Kind::Foreign => false,
        }
    }
}

/// Puts the call before the rules that any action is put before. The tab's site is the one that
/// the question is about.
fn weigh(case: &ToolCase<'_>, action: &Action) -> Result<Vec<Consequence>, Denial> {
    let url = case.seen.map_or("", |seen| seen.url.as_str());
    let origins: BTreeSet<String> = origin_of(url).into_iter().collect();
    consequences(&GateCase {
        files: &[],
        words: case.words.iter().copied().map(Words::said).collect(),
        entrusted: false,
        each_is_asked: false,
        secrets: Vec::new(),
        origins: &origins,
        url,
        document: "",
        keyboard_at: case.seen.map_or(&Keyboard::Unknown, |seen| &seen.keyboard),
        nodes: case.seen.map_or(&[], |seen| &seen.nodes),
        lines: case.seen.map_or(&[], |seen| &seen.lines),
        regions: case.seen.map_or(&[], |seen| &seen.containers),
        action,
        aimed_at: None,
        keyboard: None,
        task: case.run.to_owned(),
        step: 0,
        status: TaskStatus::Active,
        outstanding: false,
        repeats: 0,
        activated: Vec::new(),
        // A tool works in one tab; whoever carries it out keeps to what that tab has shown.
        course: TaskHistory {
            made: Made::whole_tab(),
            ..TaskHistory::default()
        },
        approved: None,
        grants: &[],
        now_ms: case.now_ms,
    })
}

/// The same codes as for an action. A raw handle says nothing to a person.
fn denied(denial: &Denial) -> Ruling {
    let text = if denial.reason == DenyReason::UnknownHandle {
        "The page, as it was last seen, has no such control, or has it twice.".to_owned()
    } else {
        denial.why.clone()
    };
    Ruling::Deny {
        code: denial.reason.word(),
        text,
    }
}
