//! What the person is asked, and what they are offered to answer: which of several is meant, and what a dialog asks
//! that a step has opened.

use screen_agent_action::Action;
use screen_agent_action::ask::OfferedAnswer;
use screen_agent_action::ledger::Standing;
use screen_agent_page::{LineKind, Node, PartOf, Role};

use super::Move;
use super::turn::{Tried, Turn, said};
use crate::ground::Reference;
use crate::ground::Wish;
use crate::ground::find::candidates;
use crate::ground::reference::Number;
use crate::ground::scene::is_ready;
use crate::read::Clause;
use crate::words::Phrase;

/// Most that are offered.
const MOST: usize = 6;
/// A dialog with more buttons is no question.
const MOST_BUTTONS: usize = 3;

/// Asks which of several is meant.
pub(crate) fn which(turn: &mut Turn<'_>, what: &Phrase, nodes: &[&Node]) -> Move {
    let offers: Vec<OfferedAnswer> = nodes
        .iter()
        .take(MOST)
        .enumerate()
        .map(|(at, node)| {
            let line = line_of(turn, node);
            let context = if line.is_empty() || line == node.name {
                String::new()
            } else {
                format!(" in \"{line}\"")
            };
            OfferedAnswer {
                words: format!("{}. {}{context}", at + 1, said(node)),
                element: Some(node.id.clone()),
            }
        })
        .collect();
    turn.memory.asked = true;
    turn.memory.offered.clone_from(&offers);
    let names: Vec<&str> = offers.iter().map(|offer| offer.words.as_str()).collect();
    let question = format!(
        "I found {} for \"{}\": which one? {}",
        nodes.len(),
        what.text(),
        names.join("; ")
    );
    Move::Ask(question, offers)
}

/// Those that are called the same where nothing says which, and each stands beside something else: any of them could
/// be meant. A model may know better; where there is one, it judges the end.
pub(super) fn rivals<'a>(
    turn: &Turn<'a>,
    reference: &Reference,
    wish: Wish,
    node: &Node,
) -> Vec<&'a Node> {
    let says_which = reference.id.is_some()
        || reference.ordinal.is_some()
        || reference.extreme.is_some()
        || reference.even.is_some()
        || reference.color.is_some()
        || !reference.places.is_empty()
        || reference.number == Number::Any;
    if turn.ask.backed || says_which || turn.memory.context.is_some() || node.name.is_empty() {
        return Vec::new();
    }
    let twin = |other: &&Node| {
        other.role == node.role && other.name == node.name && is_ready(other) && !other.covered
    };
    let twins: Vec<&Node> = candidates(&turn.scene, reference, wish)
        .into_iter()
        .filter(twin)
        .collect();
    let mut lines: Vec<String> = twins.iter().map(|node| line_of(turn, node)).collect();
    let all = lines.len();
    lines.retain(|line| !line.is_empty() && *line != node.name);
    lines.sort();
    lines.dedup();
    if all > 1 && lines.len() == all {
        twins
    } else {
        Vec::new()
    }
}

fn line_of(turn: &Turn<'_>, node: &Node) -> String {
    let line = turn.scene.line_of(&node.id);
    line.map(|line| turn.scene.spoken(line)).unwrap_or_default()
}

/// An order that opened a dialog which asks something is half-way. The person says what to press; what they said is
/// pressed. Nothing where no dialog asks.
pub(super) fn of_dialog(turn: &mut Turn<'_>) -> Option<Move> {
    let Some(Clause::Effect { verb, what }) = turn.reading.clauses.last() else {
        return None;
    };
    let (standing, _) = turn.memory.settled.last()?;
    if turn.ask.backed || *standing != Standing::Unverified {
        return None;
    }
    let ordered = format!("{verb} {}", what.text());
    let (text, buttons) = open_dialog(turn)?;
    if let Some((steps, answers)) = turn.memory.dialog_asked
        && steps == turn.ask.steps.len()
    {
        let answer = turn.ask.answers.get(answers..)?.last()?;
        let Some(node) = turn.chosen(&answer.answer) else {
            return Some(ask(turn, &ordered, &text, &buttons));
        };
        let action = Action::Click {
            id: node.id.clone(),
        };
        return (turn.tried(&action) == Tried::Never)
            .then(|| Move::Act(action, format!("I press {}.", said(node))));
    }
    Some(ask(turn, &ordered, &text, &buttons))
}

fn ask(turn: &mut Turn<'_>, ordered: &str, text: &str, buttons: &[&Node]) -> Move {
    turn.memory.dialog_asked = Some((turn.ask.steps.len(), turn.ask.answers.len()));
    let offers: Vec<OfferedAnswer> = buttons
        .iter()
        .map(|node| OfferedAnswer {
            words: node.name.trim().to_owned(),
            element: Some(node.id.clone()),
        })
        .collect();
    turn.memory.offered.clone_from(&offers);
    let question =
        format!("To \"{ordered}\" is not done yet: the site asks \"{text}\" What shall I press?");
    Move::Consult(question, offers)
}

/// The dialog that stands open with nothing but a few buttons in it, and what it says.
fn open_dialog<'a>(turn: &Turn<'a>) -> Option<(String, Vec<&'a Node>)> {
    let head = turn
        .ask
        .seen
        .lines
        .iter()
        .rev()
        .find(|line| line.kind == LineKind::Dialog)?;
    let inside = || {
        let nodes = turn.scene.nodes().iter();
        nodes.filter(|node| node.facts.part_of == Some(PartOf::Dialog))
    };
    let buttons: Vec<&Node> = inside()
        .filter(|node| node.role == Role::Button && is_ready(node) && !node.name.trim().is_empty())
        .collect();
    let asks = (2..=MOST_BUTTONS).contains(&buttons.len()) && inside().count() == buttons.len();
    asks.then(|| (head.words(), buttons))
}

/// What was pressed in the dialog has settled the order: what was to go is gone.
pub(super) fn resettle(turn: &mut Turn<'_>) {
    let Some(Clause::Effect { what, .. }) = turn.reading.clauses.last() else {
        return;
    };
    let pressed = turn.memory.dialog_asked.is_some() && !turn.memory.offered.is_empty();
    if !pressed || open_dialog(turn).is_some() {
        return;
    }
    let Some(last) = turn.ask.steps.last().and_then(|step| step.target.as_ref()) else {
        return;
    };
    let name = Reference::of(what).name;
    let gone = !name.is_empty()
        && !turn
            .scene
            .all_text()
            .to_lowercase()
            .contains(&name.to_lowercase());
    let evidence = format!(
        "\"{}\" was pressed, and nothing shows what came of it",
        last.name
    );
    if let Some(settled) = turn.memory.settled.last_mut()
        && settled.0 == Standing::Unverified
    {
        *settled = if gone {
            (Standing::Verified, format!("\"{name}\" is gone"))
        } else {
            (Standing::Unverified, evidence)
        };
    }
}
