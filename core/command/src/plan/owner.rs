//! Which control of several that are named after a verb belongs to what it is done to.

use screen_agent_action::EffectClass;
use screen_agent_action::origin::same_address;
use screen_agent_action::step::Step;
use screen_agent_page::Node;

use super::cover;
use super::effect::controls;
use super::turn::Turn;
use crate::ground::find::is_grave;
use crate::ground::{Reference, only};
use crate::words::Phrase;
use crate::words::likeness::{Likeness, likeness};
use crate::words::normal::words;

/// "Remove the tag lunch": the only control that says, behind the verb, what it is done to. What the person says besides is
/// a kind of thing, or the name of the field that it stands in.
pub(super) fn of_object<'a>(
    turn: &Turn<'a>,
    verb: &str,
    what: &Phrase,
    controls: &[&'a Node],
) -> Option<&'a Node> {
    let said = what.text();
    let with_field = |node: &Node| {
        let line = turn.scene.line_of(&node.id);
        let beside = line.map_or_else(Vec::new, |line| turn.scene.screen.in_line(line));
        let fields = beside.into_iter().filter(|field| field.role.takes_text());
        let labels: Vec<String> = fields.map(|field| turn.scene.label(field)).collect();
        format!("{} {}", node.name, labels.join(" "))
    };
    let names = |node: &&Node| {
        words(&node.name).first().is_some_and(|first| first == verb)
            && !cover::adds_nothing(&node.name, verb)
            && cover::adds_nothing(&node.name, &format!("{verb} {said}"))
            && cover::adds_nothing(&said, &with_field(node))
    };
    only(controls.iter().copied().filter(names))
}

/// What was chosen stands in a box of its own, which holds the control that takes it away.
pub(super) fn of_chip<'a>(turn: &Turn<'a>, verb: &str, object: &Reference) -> Option<&'a Node> {
    let called = |node: &&Node| {
        !object.name.is_empty() && likeness(&object.name, &node.name) >= Some(Likeness::SameWords)
    };
    let chips: Vec<&Node> = turn.nodes().filter(called).collect();
    let inside = |node: &&Node| {
        let mut chips = chips.iter().filter(|chip| chip.id != node.id);
        chips.any(|chip| {
            chip.rect.zip(node.rect).is_some_and(|(chip, own)| {
                own.x >= chip.x
                    && own.y >= chip.y
                    && own.x + own.w <= chip.x + chip.w
                    && own.y + own.h <= chip.y + chip.h
            })
        })
    };
    only(controls(turn, verb).into_iter().filter(inside))
}

/// True where something of the clause was pressed already.
pub(super) fn presses(turn: &Turn<'_>) -> bool {
    turn.deeds()
        .any(|step| step.action.effect() == EffectClass::Works)
}

/// What cannot be taken back is pressed only where going to what is meant has brought it: what stood there before is of
/// something else.
pub(super) fn is_brought(turn: &Turn<'_>, node: &Node) -> bool {
    let mark = format!("new: {} ", node.id.as_str());
    let came = |step: &Step| {
        let mut notes = step.verdict.iter().flat_map(|verdict| &verdict.evidence);
        !same_address(&step.url, &turn.ask.seen.url)
            || notes.any(|note| note.starts_with(&mark) || note.starts_with("another page"))
    };
    !turn.memory.own.went || !is_grave(&node.name) || turn.mine().iter().any(came)
}
