//! What the person reads of a control: which one it is, where it stands, and what it gives away.

use screen_agent_page::{Node, Role, secret};
use screen_agent_words::WordList;

use super::weigh::Weighing;
use screen_agent_words::quote::{plain, quote};

/// Most fields of a form that a question tells.
const MOST_FIELDS: usize = 6;

impl Weighing<'_> {
    /// A control by its name and, where that does not tell it from its like, by its place.
    pub(super) fn which(&self, node: &Node) -> String {
        let named = named(node);
        let alike: Vec<&Node> = self
            .case
            .nodes
            .iter()
            .filter(|other| other.role == node.role && plain(&other.name) == plain(&node.name))
            .collect();
        let at = alike.iter().position(|other| other.id == node.id);
        let mut marks = Vec::new();
        if let (Some(at), 2..) = (at, alike.len()) {
            marks.push(format!("the {} of {}", ordinal(at + 1), alike.len()));
        }
        if alike.len() > 1 || plain(&node.name).is_empty() {
            let beside = self
                .beside(node)
                .map(|words| format!("beside {}", quote(&words)));
            let group = node
                .facts
                .group
                .as_deref()
                .filter(|group| !plain(group).is_empty());
            marks.extend(beside);
            marks.extend(group.map(|group| format!("in {}", quote(group))));
        }
        if marks.is_empty() {
            named
        } else {
            format!("{named} ({})", marks.join(", "))
        }
    }

    /// What is said on the line of a control, besides its own name.
    pub(super) fn beside(&self, node: &Node) -> Option<String> {
        let stands = |line: &&screen_agent_page::Line| line.nodes().any(|id| id == &node.id);
        let words = self.case.lines.iter().find(stands)?.words();
        let words = plain(&words);
        (!words.is_empty() && words != plain(&node.name)).then_some(words)
    }

    /// What the form of a control holds, where that is told.
    pub(super) fn payload(&self, node: &Node) -> String {
        let of_it = |field: &&Node| {
            field.facts.form.is_some()
                && field.facts.form == node.facts.form
                && field.frame == node.frame
                && field.id != node.id
                && !secret::is_secret(field)
        };
        let held = |field: &Node| {
            let value = field
                .value
                .as_deref()
                .filter(|value| !plain(value).is_empty())?;
            Some(format!("{} {}", quote(&field.name), quote(value)))
        };
        let fields = self.case.nodes.iter().filter(of_it).filter_map(held);
        let fields: Vec<String> = fields.take(MOST_FIELDS).collect();
        if fields.is_empty() || !node.facts.submits && node.facts.enter.is_none() {
            return String::new();
        }
        format!(" It holds {}.", fields.join(", "))
    }
}

/// A control by its name, or by what it is where it has none.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "most roles are not told apart"
)]
pub(super) fn named(node: &Node) -> String {
    if !plain(&node.name).is_empty() {
        return quote(&node.name);
    }
    let what = match node.role {
        Role::Link => "a link",
        Role::Button => "a button",
        Role::Select => "a list",
        Role::Input | Role::TextArea => "a field",
        _ => "a control",
    };
    format!("{what} without a name")
}

fn ordinal(number: usize) -> String {
    static WORDS: WordList = WordList::named("which words");
    let word = number.checked_sub(1).and_then(|index| WORDS.get(index));
    word.map_or_else(|| format!("{number}th"), |word| (*word).to_owned())
}
