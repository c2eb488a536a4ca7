//! Things of one kind in a row, and the place of one among them.

use screen_agent_page::Node;

use super::only;
use super::scene::Scene;
use crate::words::Token;
use crate::words::likeness::{Likeness, likeness};
use crate::words::token::text_of;

/// Some controls of one kind, one after another.
pub(crate) struct Neighbours<'a> {
    /// In reading order.
    pub all: Vec<&'a Node>,
    /// Which of them was named.
    pub place: usize,
}

impl<'a> Neighbours<'a> {
    /// Those of the one that has this very name.
    pub fn of(scene: &Scene<'a>, name: &[Token]) -> Option<Self> {
        /// Farthest that two of them stand apart, in lines.
        const APART: usize = 2;
        let name = text_of(name);
        let name = name.strip_prefix("the ").unwrap_or(&name);
        let called = |node: &&Node| likeness(name, &scene.label(node)) >= Some(Likeness::SameWords);
        let one = only(scene.nodes().iter().filter(called))?;
        let alike = scene.nodes().iter().filter(|node| node.role == one.role);
        let alike: Vec<&Node> = alike.collect();
        let place = alike.iter().position(|node| node.id == one.id)?;
        let near = |pair: &[&Node]| {
            let lines = (scene.line_of(&pair[0].id), scene.line_of(&pair[1].id));
            matches!(lines, (Some(a), Some(b)) if a.abs_diff(b) <= APART)
        };
        let before = alike[..=place].windows(2).rev();
        let back = before.take_while(|pair| near(pair)).count();
        let on = alike[place..]
            .windows(2)
            .take_while(|pair| near(pair))
            .count();
        Some(Self {
            all: alike[place - back..=place + on].to_vec(),
            place: back,
        })
    }

    /// The one that stands so many places further on, or back.
    pub fn at(&self, distance: isize) -> Option<&'a Node> {
        let place = self.place.checked_add_signed(distance)?;
        self.all.get(place).copied()
    }
}
