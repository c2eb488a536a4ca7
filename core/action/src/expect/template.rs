//! What an action is expected to do, told from the action and the control alone.
//!
//! The kind always comes from here: a proposer may ask for more to be seen, never for less.

use screen_agent_page::{Node, Role, State, is_secret};

use screen_agent_words::quote::quote;

use super::{Appearance, Expectation, ExpectedChange, OutcomeKind};
use crate::origin::same_address;
use crate::{Action, ActionFamily, EffectClass};

/// Roles of what a list or menu shows when it opens.
const LISTED: [&str; 5] = ["opt", "menuitem", "menu", "list", "listitem"];

/// The expectation of an action on a control of a page.
pub fn expect(action: &Action, target: Option<&Node>, url: &str) -> Expectation {
    match action.effect() {
        EffectClass::Works if action.fills_in() => field(action, target),
        EffectClass::Works => works(action, target, url),
        EffectClass::Moves if action.family() == ActionFamily::Focus => field(action, target),
        EffectClass::Types => generic(),
        EffectClass::Goes => goes(action),
        EffectClass::Ends => quiet("The task ends."),
        EffectClass::Reads
        | EffectClass::Captures
        | EffectClass::Moves
        | EffectClass::Waits
        | EffectClass::Answers
        | EffectClass::ReadsStored
        | EffectClass::Privileged
        | EffectClass::Serves => quiet(NO_CHANGE),
    }
}

/// What is expected where nothing more is known.
pub const SOME_CHANGE: &str = "The page changes.";
const NO_CHANGE: &str = "Nothing needs to change.";

fn works(action: &Action, target: Option<&Node>, url: &str) -> Expectation {
    match target {
        _ if matches!(action, Action::UploadFile { .. }) => field(action, target),
        Some(node) if matches!(action, Action::Click { .. }) => click(node, url),
        Some(_) | None => generic(),
    }
}

fn goes(action: &Action) -> Expectation {
    match (action, action.address()) {
        (Action::Navigate { new_tab: false, .. }, Some(url)) => {
            navigation(Some(true), format!("The address becomes {}.", quote(url)))
        }
        (Action::Search { .. } | Action::GoBack | Action::GoForward, _) => {
            navigation(Some(true), "Another page opens.".to_owned())
        }
        (Action::CreateTab { active: false, .. }, _) => quiet(NO_CHANGE),
        _ => navigation(None, "Another tab is in front.".to_owned()),
    }
}

/// Adds what a proposer expects to the template. Kind, address and required changes stay ours.
pub fn merge(template: Expectation, asked: Option<Expectation>) -> Expectation {
    let Some(asked) = asked else {
        return template;
    };
    let description = if asked.description.trim().is_empty() {
        template.description
    } else {
        asked.description
    };
    let mut appear = template.appear;
    appear.extend(asked.appear);
    Expectation {
        description,
        appear,
        vanish: [template.vanish, asked.vanish].concat(),
        next_goal: asked.next_goal.or(template.next_goal),
        url_change: template.url_change.or(asked.url_change),
        changes: template.changes,
        kind: template.kind,
    }
}

fn click(node: &Node, url: &str) -> Expectation {
    if node
        .facts
        .popup
        .as_deref()
        .is_some_and(|popup| popup != "false")
    {
        return dropdown(node);
    }
    if goes_elsewhere(node, url) {
        return navigation(Some(true), format!("{} opens.", quote(&node.name)));
    }
    if matches!(node.role, Role::Link | Role::Tab) {
        return navigation(None, format!("{} opens.", quote(&node.name)));
    }
    if node.facts.submits {
        return Expectation {
            description: "The form is sent.".to_owned(),
            kind: OutcomeKind::Form,
            ..Expectation::default()
        };
    }
    generic()
}

/// A link whose address is told and is another page, in this tab.
fn goes_elsewhere(node: &Node, url: &str) -> bool {
    let web = |href: &&String| href.starts_with("http:") || href.starts_with("https:");
    !node.facts.opens_tab
        && node
            .facts
            .href
            .as_ref()
            .filter(web)
            .is_some_and(|href| !same_address(href, url))
}

fn dropdown(node: &Node) -> Expectation {
    let opens = !node.is(State::Expanded);
    let appear = Appearance {
        roles: LISTED.map(str::to_owned).to_vec(),
        text: None,
    };
    Expectation {
        description: format!(
            "{} {}.",
            quote(&node.name),
            if opens { "opens" } else { "closes" }
        ),
        url_change: Some(false),
        changes: vec![ExpectedChange::State {
            id: node.id.clone(),
            state: State::Expanded,
            holds: opens,
        }],
        appear: if opens { vec![appear] } else { Vec::new() },
        kind: OutcomeKind::Dropdown,
        ..Expectation::default()
    }
}

fn navigation(url_change: Option<bool>, description: String) -> Expectation {
    Expectation {
        description,
        url_change,
        kind: OutcomeKind::Navigation,
        ..Expectation::default()
    }
}

fn quiet(description: &str) -> Expectation {
    Expectation {
        description: description.to_owned(),
        kind: OutcomeKind::Query,
        ..Expectation::default()
    }
}

fn generic() -> Expectation {
    Expectation {
        description: SOME_CHANGE.to_owned(),
        ..Expectation::default()
    }
}

fn field(action: &Action, target: Option<&Node>) -> Expectation {
    let name = target.map_or_else(|| "the control".to_owned(), |node| quote(&node.name));
    let change = field_change(action, target);
    let description = match &change {
        Some(ExpectedChange::Value { value, .. }) => {
            let holds = if matches!(action, Action::AppendText { .. }) {
                "ends with"
            } else {
                "holds"
            };
            format!("{name} {holds} {}.", quote(value))
        }
        Some(ExpectedChange::State {
            state, holds: true, ..
        }) => format!("{name} is {}.", state.word()),
        Some(ExpectedChange::State { state, .. }) => format!("{name} is not {}.", state.word()),
        None => format!("{name} changes."),
    };
    Expectation {
        description,
        changes: change.into_iter().collect(),
        kind: OutcomeKind::Field,
        ..Expectation::default()
    }
}

fn field_change(action: &Action, target: Option<&Node>) -> Option<ExpectedChange> {
    let id = action.target()?.clone();
    let state = |state, holds| ExpectedChange::State {
        id: id.clone(),
        state,
        holds,
    };
    let value = |value: &str| ExpectedChange::Value {
        id: id.clone(),
        value: value.to_owned(),
    };
    // The value of a secret field is not told, only that there is one.
    let told = !target.is_some_and(is_secret);
    if let Some(text) = action.typed().filter(|_| action.writes()) {
        Some(if told {
            value(text)
        } else {
            state(State::Filled, !text.is_empty())
        })
    } else if let Action::SelectDropdown { choice, .. } = action {
        let one = choice.text.as_ref().or(choice.value.as_ref());
        one.or(choice.several.first()).map(|chosen| value(chosen))
    } else if let Action::UploadFile { files, .. } = action {
        files.last().map(|file| value(file))
    } else if action.family() == ActionFamily::Tick {
        Some(state(
            State::Checked,
            matches!(action, Action::Check { .. }),
        ))
    } else {
        let moves = action.family() == ActionFamily::Focus;
        moves.then(|| state(State::Focused, !matches!(action, Action::Blur { .. })))
    }
}
