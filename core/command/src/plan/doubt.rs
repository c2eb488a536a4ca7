//! What the engine took on its own reading, so that no look at the page shows it to be what was meant.
//!
//! That a control was pressed is seen; that it was the third of those that were meant is not. Such a clause is done and
//! not verified: a model judges it where there is one, and the person is told why where there is none.

use screen_agent_action::{Action, EffectClass};
use screen_agent_page::{Node, State};

use super::turn::Turn;
use crate::ground::Reference;
use crate::ground::place::narrow;
use crate::ground::reference::{Number, Place};
use crate::ground::scene::{is_field, is_ready};
use crate::read::Clause;
use crate::words::Phrase;
use crate::words::likeness::{Likeness, likeness};

use super::{click, context, cover, value};

/// Why the page does not show that an action does what the clause means, where it does not.
pub(super) fn of_action(turn: &Turn<'_>, clause: &Clause, action: &Action) -> Option<String> {
    if !matches!(action.effect(), EffectClass::Works | EffectClass::Types) {
        return None;
    }
    if let Clause::Enter { value, .. } = clause
        && value::is_told_by_page(value)
    {
        return Some(format!("\"{}\" was worked out from the page", value.text()));
    }
    let target = action.target().and_then(|id| turn.scene.screen.node(id));
    let chosen = if let Action::SelectDropdown { choice, .. } = action {
        choice.text.as_deref()
    } else {
        None
    };
    let mut named = phrases(clause).into_iter();
    named.find_map(|phrase| of_phrase(turn, clause, phrase, (target, chosen)))
}

/// Why what a field holds may not stay: what is typed where a list or a calendar belongs counts once it is taken.
pub(super) fn of_end(turn: &Turn<'_>) -> Option<String> {
    let typed = turn
        .mine()
        .last()
        .filter(|step| matches!(step.action, Action::SetValue { .. }))?;
    let node = turn.scene.screen.node(typed.action.target()?)?;
    opens(node).then(|| {
        format!(
            "what was typed into \"{}\" was not taken from what it offers",
            node.name
        )
    })
}

/// What was denied beside what was asked, where it stands chosen all the same.
pub(super) fn of_denied(turn: &Turn<'_>) -> Option<String> {
    let names = turn.reading.denied.iter().map(Phrase::text);
    let marks = [State::Checked, State::Selected, State::Pressed];
    let is = |name: &str, text: &str| likeness(name, text) >= Some(Likeness::SameWords);
    let holds = |name: &str, node: &Node| {
        let value = node.value.as_deref().unwrap_or_default();
        marks.iter().any(|mark| node.is(*mark)) && is(name, &turn.scene.label(node))
            || value.split([',', ';']).any(|part| is(name, part))
    };
    let mut names = names.filter(|name| turn.nodes().any(|node| holds(name, node)));
    names
        .next()
        .map(|name| format!("\"{name}\" stands chosen as before"))
}

/// The same of a field among others of its form; what is searched for needs not be offered.
pub(super) fn of_form(turn: &Turn<'_>) -> Option<String> {
    let id = turn.mine().last()?.action.target()?;
    let node = turn.scene.screen.node(id)?;
    let beside = |other: &&Node| {
        is_field(other) && other.id != node.id && other.facts.form == node.facts.form
    };
    (turn.nodes().filter(beside).count() > 1).then(|| of_end(turn))?
}

/// True for what shows a list or the like.
pub(super) fn opens(node: &Node) -> bool {
    node.facts.popup.is_some() || node.is(State::Expanded) || node.is(State::Collapsed)
}

/// What a clause says of the things that it means.
pub(super) fn phrases(clause: &Clause) -> Vec<&Phrase> {
    match clause {
        Clause::Touch { what, .. }
        | Clause::Toggle { what, .. }
        | Clause::Clear { what }
        | Clause::Close { what }
        | Clause::Submit { what }
        | Clause::Effect { what, .. } => vec![what],
        Clause::Shift { field, .. } => vec![field],
        Clause::Enter { label, field, .. } => label.iter().chain(field).collect(),
        Clause::Choose { items, from, .. } => std::iter::once(items).chain(from).collect(),
        Clause::Drag { what, to, .. } => vec![what, to],
        Clause::Search { field, .. } => field.iter().collect(),
        _ => Vec::new(),
    }
}

fn of_phrase(
    turn: &Turn<'_>,
    clause: &Clause,
    phrase: &Phrase,
    (target, chosen): (Option<&Node>, Option<&str>),
) -> Option<String> {
    let reference = turn.reference(phrase);
    // What the person pointed at needs no guess.
    if reference.same || reference.is_bare() || reference.id.is_some() {
        return None;
    }
    let label = target
        .map(|node| turn.scene.label(node))
        .unwrap_or_default();
    let like = likeness(&reference.whole, &label).max(likeness(&reference.name, &label));
    let wholly = like >= Some(Likeness::Synonym) || cover::says_wholly(phrase, &label);
    if !wholly && is_worked_out(&reference) || click::in_order(phrase) {
        return Some(format!(
            "\"{}\" was found by counting or comparing",
            phrase.text()
        ));
    }
    let many = matches!(
        reference.number,
        Number::All | Number::Plural | Number::Exactly(_)
    );
    if many && turn.ask.seen.has_more_below() {
        return Some(format!(
            "there may be more of \"{}\" than is in view",
            phrase.text()
        ));
    }
    let node = target?;
    let named = wholly || like >= Some(Likeness::Start) && is_alone(turn, &reference, node);
    if let Clause::Choose { items, .. } = clause
        && phrase == items
        && !opens(node)
        && !(named && chosen.is_none())
        && !cover::says_all(items, chosen.unwrap_or(&label))
    {
        let taken = chosen.unwrap_or(&label);
        return Some(format!("\"{}\" was taken to be \"{taken}\"", items.text()));
    }
    if !matches!(clause, Clause::Touch { .. } | Clause::Toggle { .. }) {
        return None;
    }
    if !named && !reference.name.is_empty() && reference.places.is_empty() && !many {
        return Some(format!("\"{}\" was taken to be \"{label}\"", phrase.text()));
    }
    let found = turn.memory.context.as_ref();
    if found.is_some_and(|found| !belongs(turn, node, found)) {
        return Some(format!(
            "\"{label}\" may not belong to what was found before"
        ));
    }
    (reference.places.is_empty() && found.is_none() && has_twin(turn, node))
        .then(|| format!("several controls are called \"{label}\""))
}

/// Which of several is meant is not said by name.
fn is_worked_out(reference: &Reference) -> bool {
    let itself = reference.ordinal.is_some()
        || reference.extreme.is_some()
        || reference.even.is_some()
        || reference.color.is_some();
    let relative = |place: &Place| {
        matches!(
            place,
            Place::Above | Place::Below | Place::LeftOf | Place::RightOf
        )
    };
    let mut places = reference.places.iter();
    itself || places.any(|(place, landmark)| relative(place) || is_worked_out(landmark))
}

fn belongs(turn: &Turn<'_>, node: &Node, found: &str) -> bool {
    let landmark = context::item(&Reference::of(&Phrase::of(found)));
    let near = narrow(&turn.scene, &[node], Place::Row, &landmark);
    near.is_some_and(|near| !near.is_empty())
}

/// True where nothing else is called so, or begins so, or holds the words.
pub(super) fn is_alone(turn: &Turn<'_>, reference: &Reference, node: &Node) -> bool {
    let alike = |other: &&Node| {
        likeness(&reference.name, &turn.scene.label(other)) >= Some(Likeness::Within)
    };
    let mut others = turn
        .nodes()
        .filter(|other| other.id != node.id && is_ready(other));
    !others.any(|other| alike(&other))
}

fn has_twin(turn: &Turn<'_>, node: &Node) -> bool {
    let twin = |other: &&Node| {
        other.id != node.id && other.role == node.role && other.name == node.name && is_ready(other)
    };
    !node.name.is_empty() && turn.nodes().any(|other| twin(&other))
}
