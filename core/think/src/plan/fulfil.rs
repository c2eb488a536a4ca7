//! Whether an action carries a step out, or only prepares for it.

use super::words::{quoted, spoken};
use super::{Plan, PlannedStep, StepStatus, Tool, verify};
use screen_agent_action::{Action, EffectClass};
use screen_agent_page::{Node, Role, State};
use screen_agent_words::WordList;

impl Plan {
    /// Which step of it a model's action carries out: one further ahead where that names what is done to what, and the
    /// present one does not.
    pub fn carried_out_by(&self, action: &Action, target: Option<&Node>) -> Option<usize> {
        let meant = |step: &PlannedStep| {
            let open = step.status != StepStatus::Completed;
            open && names(step, action, target) && fulfils(step, action, target)
        };
        let ahead = self.steps.iter().enumerate().skip(self.current);
        let ahead = ahead.take(self.steps.len().saturating_sub(self.current + 1));
        let mut named = ahead.filter(|(_, step)| meant(step));
        let named = named.next().map(|(at, _)| at);
        named.or_else(|| self.fulfilled_by(action, target))
    }

    /// The present step, where an action carries that out.
    pub fn fulfilled_by(&self, action: &Action, target: Option<&Node>) -> Option<usize> {
        let fulfilled = self
            .step()
            .is_some_and(|step| fulfils(step, action, target));
        fulfilled.then_some(self.current)
    }
}

/// True when a step quotes the control, and the value where one is put into it.
fn names(step: &PlannedStep, action: &Action, target: Option<&Node>) -> bool {
    let said = quoted(&step.description);
    let quotes = |text: &str| {
        let text = text.trim();
        !text.is_empty()
            && said
                .iter()
                .any(|said| said.trim().eq_ignore_ascii_case(text))
    };
    let value = if let Action::SelectDropdown { choice, .. } = action {
        choice.text.as_deref()
    } else {
        action.typed()
    };
    target.is_some_and(|node| quotes(&node.name)) && value.is_none_or(quotes)
}

/// True when a step is done once this action has worked. What only prepares (a scroll, a wait, a
/// look, a popup closed) does not carry a step out, unless the step's own words ask for it.
pub(super) fn fulfils(step: &PlannedStep, action: &Action, target: Option<&Node>) -> bool {
    if verify::verifies(&step.description) {
        return looks(action);
    }
    match about(action) {
        About::Work => !only_reaches(step, action) && !only_opens(step, action, target),
        About::Server(words) => step.tool != Tool::Dom || says(step, words),
        About::Only(words) => says(step, words) || presses_it(step, action),
        About::Nothing => false,
    }
}

/// What a step has to be about for an action to carry it out.
enum About {
    /// Anything: it works on the page.
    Work,
    /// One of these words, unless the step is the server's anyway.
    Server(&'static [&'static str]),
    /// One of these words.
    Only(&'static [&'static str]),
    /// It never does.
    Nothing,
}

const SCROLL: &[&str] = &["scroll", "bottom", "top", "down", "up", "end", "view"];
const FIND: &[&str] = &["find", "locate", "scroll", "look"];
const WAIT: &[&str] = &["wait", "until", "load", "loads", "appear", "appears"];
static READ: WordList = WordList::named("step reading");
static DIALOG: WordList = WordList::named("step answering dialogs");
static CLOSE: WordList = WordList::named("step closing");

fn about(action: &Action) -> About {
    match action.effect() {
        EffectClass::Reads | EffectClass::ReadsStored => About::Only(&READ),
        EffectClass::Captures => captures(action),
        EffectClass::Moves => moves(action),
        EffectClass::Waits => About::Only(WAIT),
        EffectClass::Answers => About::Only(&DIALOG),
        EffectClass::Types if is_escape(action) => About::Only(&CLOSE),
        EffectClass::Works | EffectClass::Types | EffectClass::Goes | EffectClass::Privileged => {
            About::Work
        }
        EffectClass::Serves => server_action(action),
        EffectClass::Ends => About::Nothing,
    }
}

fn captures(action: &Action) -> About {
    if matches!(action, Action::Screenshot { .. }) {
        About::Only(&["screenshot", "picture", "capture"])
    } else if matches!(action, Action::GeneratePdf) {
        About::Work
    } else {
        About::Only(&["trace", "tracing"])
    }
}

fn moves(action: &Action) -> About {
    About::Only(if action.scrolls() {
        SCROLL
    } else if matches!(action, Action::FindText { .. }) {
        FIND
    } else if matches!(action, Action::Hover { .. }) {
        &["hover", "open", "show", "reveal", "expand", "over"]
    } else {
        &["focus", "leave", "blur"]
    })
}

fn server_action(action: &Action) -> About {
    About::Server(if matches!(action, Action::GoogleSearch { .. }) {
        &["search", "look", "find", "google"]
    } else if matches!(action, Action::Remember { .. }) {
        &["remember", "note", "keep", "record", "save"]
    } else if matches!(action, Action::Recall { .. }) {
        &["recall", "remember"]
    } else if matches!(action, Action::ExportToSession { .. }) {
        &["export", "keep", "share", "save"]
    } else {
        return About::Nothing;
    })
}

/// `Press "Escape"` asks for the key itself.
fn presses_it(step: &PlannedStep, action: &Action) -> bool {
    let Action::Press { key, .. } = action else {
        return false;
    };
    let said = quoted(&step.description);
    says(step, &["press", "hit"]) && said.iter().any(|said| said.eq_ignore_ascii_case(key))
}

fn is_escape(action: &Action) -> bool {
    matches!(action, Action::Press { key, .. } if key.eq_ignore_ascii_case("escape"))
}

/// What carries out a step that only looks.
fn looks(action: &Action) -> bool {
    matches!(
        action,
        Action::VerifySuccess { .. } | Action::Finish { success: true, .. }
    ) || matches!(about(action), About::Only(words) if words == &*READ)
}

/// Quoted words name a control or a value; they are not what the step is about.
fn says(step: &PlannedStep, words: &[&str]) -> bool {
    spoken(&step.description)
        .iter()
        .any(|word| words.contains(&word.as_str()))
}

/// A click that opens a list, where the step chooses from it: what is chosen is still to come. A control that bears the
/// name of what is to be chosen is that itself.
fn only_opens(step: &PlannedStep, action: &Action, target: Option<&Node>) -> bool {
    let chooses = spoken(&step.description)
        .first()
        .is_some_and(|word| matches!(word.as_str(), "choose" | "select" | "pick" | "set"));
    let Some(node) = target.filter(|_| action.presses() && chooses) else {
        return false;
    };
    let opens =
        node.role == Role::Select || node.facts.popup.is_some() || node.is(State::Collapsed);
    let wanted = quoted(&step.description).into_iter().next();
    opens && wanted.is_some_and(|wanted| !node.name.to_lowercase().contains(&wanted.to_lowercase()))
}

/// A click into a field, where the step types a text: the text is still to come.
fn only_reaches(step: &PlannedStep, action: &Action) -> bool {
    let types = spoken(&step.description)
        .first()
        .is_some_and(|word| matches!(word.as_str(), "type" | "write" | "paste"));
    action.presses() && types && !quoted(&step.description).is_empty()
}
