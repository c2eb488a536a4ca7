//! Accessible names.

use std::collections::HashMap;

use screen_agent_words::WordList;

use super::control::{input_type, is_editable, role_of};
use super::{Dom, NodeRef, Visit, is_hidden};
use crate::role::Role;
use crate::words::{Fold, fold};

/// Longest name, in characters.
pub(crate) const LONGEST: usize = 200;
/// Most places that are visited for one name; a name is not the story of a page.
const VISITS: usize = 400;

/// What names are made from, indexed once for a page.
pub(crate) struct Names<'a> {
    dom: &'a Dom,
    by_id: HashMap<&'a str, NodeRef>,
    labels: HashMap<&'a str, Vec<NodeRef>>,
}

impl<'a> Names<'a> {
    /// Indexes a page.
    pub(crate) fn new(dom: &'a Dom) -> Self {
        let mut by_id = HashMap::new();
        let mut labels: HashMap<&str, Vec<NodeRef>> = HashMap::new();
        for at in dom.descendants(NodeRef::ROOT) {
            if let Some(id) = dom.attr(at, "id") {
                by_id.entry(id).or_insert(at);
            }
            if dom.tag(at) == Some("label")
                && let Some(target) = dom.attr(at, "for")
            {
                labels.entry(target).or_default().push(at);
            }
        }
        Self { dom, by_id, labels }
    }

    /// The element with this HTML id.
    pub(crate) fn element(&self, id: &str) -> Option<NodeRef> {
        self.by_id.get(id).copied()
    }

    /// The accessible name of a control; empty when it has none.
    pub(crate) fn name(&self, at: NodeRef, role: &Role) -> String {
        let is_field = matches!(
            role,
            Role::Input | Role::TextArea | Role::Select | Role::Slider | Role::File
        );
        let sources: [&dyn Fn() -> Option<String>; 10] = [
            &|| self.labelled_by(at),
            &|| self.attr(at, "aria-label"),
            &|| self.label(at),
            &|| self.button_face(at),
            &|| (!is_field).then(|| self.said_in(at)),
            &|| self.attr(at, "placeholder"),
            &|| self.attr(at, "title"),
            &|| self.attr(at, "alt"),
            &|| self.beside(at),
            &|| is_field.then(|| self.attr(at, "name")).flatten(),
        ];
        sources
            .iter()
            .find_map(|source| source().filter(|name| !name.is_empty()))
            .unwrap_or_default()
    }

    fn attr(&self, at: NodeRef, name: &str) -> Option<String> {
        self.dom.attr(at, name).map(|value| fold(value, LONGEST))
    }

    /// The words of what `aria-labelledby` points at.
    pub(crate) fn labelled_by(&self, at: NodeRef) -> Option<String> {
        let ids = self.dom.attr(at, "aria-labelledby")?;
        let mut name = Fold::up_to(LONGEST);
        for id in ids.split_ascii_whitespace().take(8) {
            if let Some(source) = self.element(id) {
                name.gap();
                self.collect(source, at, &mut name);
            }
        }
        Some(name.take())
    }

    /// The words of its `<label>`s: by `for`, or around it.
    fn label(&self, at: NodeRef) -> Option<String> {
        let labelable = matches!(
            self.dom.tag(at)?,
            "input" | "select" | "textarea" | "button" | "meter" | "output" | "progress"
        );
        if !labelable {
            return None;
        }
        let by_for = self
            .dom
            .attr(at, "id")
            .and_then(|id| self.labels.get(id))
            .map_or(&[][..], Vec::as_slice);
        let around = self.dom.closest(at, "label");
        let mut name = Fold::up_to(LONGEST);
        for label in by_for.iter().copied().take(4).chain(around) {
            name.gap();
            self.collect(label, at, &mut name);
        }
        Some(name.take())
    }

    /// What is written on a button made of an `<input>`.
    fn button_face(&self, at: NodeRef) -> Option<String> {
        if self.dom.tag(at) != Some("input") {
            return None;
        }
        let written = self.attr(at, "value").filter(|face| !face.is_empty());
        match input_type(self.dom, at).as_str() {
            "button" => written,
            "submit" => Some(written.unwrap_or_else(|| "Submit".to_owned())),
            "reset" => Some(written.unwrap_or_else(|| "Reset".to_owned())),
            "image" => self.attr(at, "alt"),
            _ => None,
        }
    }

    /// The words inside it.
    pub(crate) fn said_in(&self, at: NodeRef) -> String {
        let mut name = Fold::up_to(LONGEST);
        self.collect(at, at, &mut name);
        name.take()
    }

    /// A short text right before a nameless field.
    fn beside(&self, at: NodeRef) -> Option<String> {
        if !matches!(self.dom.tag(at)?, "input" | "select" | "textarea") {
            return None;
        }
        let parent = self.dom.parent(at)?;
        let mut name = String::new();
        for sibling in self.dom.children(parent).take(VISITS) {
            if sibling == at {
                break;
            }
            // A button beside a field speaks for itself.
            if role_of(self.dom, sibling).is_some() {
                continue;
            }
            let mut said = Fold::up_to(LONGEST);
            self.collect(sibling, at, &mut said);
            let said = said.take();
            if (2..50).contains(&said.chars().count()) {
                name = said;
            }
        }
        Some(name)
    }

    // Adds the words of a place. Fields inside do not speak; pictures say their `alt`.
    fn collect(&self, from: NodeRef, for_whom: NodeRef, name: &mut Fold) {
        let mut walk = self.dom.walk(from);
        let mut visits = 0;
        while let Some(visit) = walk.next() {
            visits += 1;
            if visits > VISITS || name.is_full() {
                return;
            }
            match visit {
                Visit::Enter(at) if at != from && self.is_mute(at, for_whom) => {
                    name.gap();
                    walk.pass_over(at);
                }
                Visit::Enter(at) => self.speak(at, name),
                Visit::Leave(at) => {
                    if self.dom.tag(at).is_some_and(is_block) {
                        name.gap();
                    }
                }
            }
        }
    }

    fn speak(&self, at: NodeRef, name: &mut Fold) {
        if let Some(text) = self.dom.text(at) {
            name.text(text);
            return;
        }
        let Some(tag) = self.dom.tag(at) else { return };
        if is_block(tag) {
            name.gap();
        }
        let words = match tag {
            "img" => self.dom.attr(at, "alt"),
            _ => self.dom.attr(at, "aria-label"),
        };
        if let Some(words) = words {
            name.gap();
            name.text(words);
            name.gap();
        }
    }

    fn is_mute(&self, at: NodeRef, for_whom: NodeRef) -> bool {
        let Some(tag) = self.dom.tag(at) else {
            return false;
        };
        at == for_whom
            || matches!(tag, "input" | "select" | "textarea" | "option")
            || is_editable(self.dom, at)
            || self.dom.attr(at, "aria-hidden") == Some("true")
            || is_hidden(self.dom, at)
    }
}

static BLOCKS: WordList = WordList::named("elements that are blocks");

/// Elements that keep their words apart from what stands around them.
pub(crate) fn is_block(tag: &str) -> bool {
    BLOCKS.contains(tag)
}
