//! Where a walk through a tree stands, and how much it has seen.

use std::fmt::Write as _;

use super::fault::{RenderFault, Wrong};
use super::limits::{CHARACTERS, DEPTH, NODES};

/// The way from the root to the node that is looked at. Fails as soon as a limit is passed, so that
/// nothing deep or large is ever walked to its end.
#[derive(Default)]
pub(super) struct Trail {
    steps: Vec<(&'static str, usize)>,
    key: Option<&'static str>,
    nodes: usize,
    characters: usize,
}

impl Trail {
    /// Counts a node that begins here.
    pub(super) fn node(&mut self) -> Result<(), RenderFault> {
        self.nodes += 1;
        if self.steps.len() >= DEPTH {
            return Err(self.fault(Wrong::TooDeep));
        }
        if self.nodes > NODES {
            return Err(self.fault(Wrong::TooManyNodes));
        }
        Ok(())
    }

    /// Counts characters of the node here.
    pub(super) fn words(&mut self, words: &str) -> Result<(), RenderFault> {
        self.characters = self.characters.saturating_add(words.chars().count());
        if self.characters > CHARACTERS {
            return Err(self.fault(Wrong::TooLong));
        }
        Ok(())
    }

    /// Does the same with each of a node's parts.
    pub(super) fn each<P>(
        &mut self,
        key: &'static str,
        parts: &[P],
        mut walk: impl FnMut(&mut Self, &P) -> Result<(), RenderFault>,
    ) -> Result<(), RenderFault> {
        for (index, part) in parts.iter().enumerate() {
            self.steps.push((key, index));
            walk(self, part)?;
            self.steps.pop();
        }
        Ok(())
    }

    /// Names a key of the node here, until the next fault.
    pub(super) fn at(&mut self, key: &'static str, wrong: Wrong) -> RenderFault {
        self.key = Some(key);
        self.fault(wrong)
    }

    /// A fault of the node here.
    pub(super) fn fault(&self, wrong: Wrong) -> RenderFault {
        let mut path = String::new();
        for (key, index) in &self.steps {
            let dot = if path.is_empty() { "" } else { "." };
            let _ = write!(path, "{dot}{key}[{index}]");
        }
        if let Some(key) = self.key {
            let dot = if path.is_empty() { "" } else { "." };
            let _ = write!(path, "{dot}{key}");
        }
        if path.is_empty() {
            path.push_str("render");
        }
        RenderFault { path, wrong }
    }
}
