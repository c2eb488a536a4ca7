//! Dragging. Both ends are judged: what is dragged, and where it is dropped.

use screen_agent_page::{Node, NodeId, Role, is_secret};

use super::acts::is_choice;
use super::consequence::Consequence;
use super::weigh::Weighing;
use crate::approval::AskReason;
use crate::consent::Label;

impl Weighing<'_> {
    /// Drags one control onto another. That both are there has been checked.
    pub(super) fn drag(&self, from: &NodeId, to: &NodeId) -> Vec<Consequence> {
        let (Some(from), Some(to)) = (self.case.node(from), self.case.node(to)) else {
            return Vec::new();
        };
        let ends = [&Label::read(&from.name), &Label::read(&to.name)];
        let dragged = self
            .consent
            .mention(&["drag", "drop", "move", "slide", "swipe"]);
        let named = self.name_ends(ends);
        let [lifted, dropped] = ends;
        let told = dropped.grave.is_empty() || self.consent.names_all(dropped);
        let carried = named && (dragged && told || self.carries(to, dropped));
        let lift = self.lift(from, lifted, dragged && named);
        lift.into_iter()
            .chain(self.drop_on(to, dropped, carried))
            .collect()
    }

    /// The words name each end that has a name, and one of them has. Where an end names what cannot easily be
    /// taken back, they name what is dragged by all of its words.
    fn name_ends(&self, ends: [&Label; 2]) -> bool {
        let [from, _] = ends;
        let grave = ends.iter().any(|label| !label.grave.is_empty());
        let named = |label: &&Label| label.words.is_empty() || self.consent.names_some(label);
        let whole = !grave || self.consent.names_all(from);
        let any = ends.iter().any(|label| !label.words.is_empty());
        any && whole && ends.iter().all(named)
    }

    /// Dragging it may act by itself: "Slide to pay", a slider, what is another site's or secret.
    fn lift(&self, node: &Node, label: &Label, ordered: bool) -> Option<Consequence> {
        let secret = is_secret(node);
        let slides = is_choice(node) && self.control(node, label).when_chosen().is_some();
        let place = self.place_of(node);
        if names_nothing(label) && !secret && !slides && !place.framed {
            return None;
        }
        let text = format!("Drag {} on {}?", self.which(node), place.shown());
        Some(self.at(node, reason(secret), text, ordered && !secret))
    }

    /// Drops something on a control that names an effect, such as a bin, on one that does not tell what it is, or
    /// that keeps what is dropped there, or in another site's frame.
    fn drop_on(&self, node: &Node, label: &Label, ordered: bool) -> Option<Consequence> {
        let secret = is_secret(node);
        let place = self.place_of(node);
        let keeps = node.role == Role::File || self.control(node, label).when_written().is_some();
        let understood = names_nothing(label) && !label.words.is_empty();
        if understood && !place.framed && !secret && !keeps {
            return None;
        }
        let text = format!(
            "Drop something on {} on {}?",
            self.which(node),
            place.shown()
        );
        Some(self.at(node, reason(secret), text, ordered && !secret))
    }
}

/// It names no effect but looking for something and signing in.
fn names_nothing(label: &Label) -> bool {
    let looks = |effect: &&'static str| matches!(*effect, "search" | "login");
    label.effects.iter().all(looks)
}

const fn reason(secret: bool) -> AskReason {
    if secret {
        AskReason::SecretField
    } else {
        AskReason::ChangesState
    }
}
