//! The visible text of a screen, read for messages.

use screen_agent_page::{LineKind, Node, Observation, State};

use crate::phrases;
pub(super) use crate::phrases::says;
use screen_agent_action::step::Step;

/// Most controls and words of a page that has nothing else to say.
const FEW_CONTROLS: usize = 12;
const FEW_WORDS: usize = 120;
/// Longest line that may be a message, in words.
const MESSAGE: usize = 25;

/// What kind of saying it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    /// The page addresses the person: an alert, a status, a dialog.
    Message,
    /// A heading of the page, or its title.
    Heading,
    /// Running text.
    Plain,
}

/// Something that is said.
pub(super) struct Message {
    pub(super) tone: Tone,
    /// As it stands there.
    pub(super) text: String,
    /// Its words, lower case.
    pub(super) words: Vec<String>,
    /// It is long, asks something, or says what would be if; no message of what is.
    pub(super) prose: bool,
}

/// One screen and the task that looks at it.
pub(super) struct Sight<'a> {
    /// What is wanted.
    pub(super) query: &'a str,
    pub(super) steps: &'a [Step],
    /// The controls that can be reached.
    pub(super) nodes: Vec<&'a Node>,
    pub(super) said: Vec<Message>,
    pub(super) title: Message,
    /// The page says little else: what it says is what it is about.
    pub(super) sparse: bool,
}

impl<'a> Sight<'a> {
    pub(super) fn new(screen: &'a Observation, query: &'a str, steps: &'a [Step]) -> Self {
        let nodes: Vec<&Node> = screen.nodes.iter().filter(|node| !node.covered).collect();
        let said: Vec<Message> = screen
            .lines
            .iter()
            .filter(|line| !line.covered)
            .map(|line| Message::new(tone(line.kind), &line.words()))
            .filter(|said| !said.words.is_empty())
            .collect();
        let words: usize = said.iter().map(|said| said.words.len()).sum();
        Self {
            query,
            steps,
            sparse: nodes.len() <= FEW_CONTROLS && words <= FEW_WORDS,
            title: Message::new(Tone::Heading, &screen.title),
            nodes,
            said,
        }
    }

    /// What addresses the person.
    pub(super) fn messages(&self) -> impl Iterator<Item = &Message> {
        self.said
            .iter()
            .filter(|said| said.tone == Tone::Message && !said.prose)
    }

    /// What may be a message without being marked as one.
    pub(super) fn plain(&self) -> impl Iterator<Item = &Message> {
        self.said
            .iter()
            .filter(|said| said.tone == Tone::Plain && !said.prose)
    }

    /// The headings, and the title last.
    pub(super) fn headings(&self) -> impl Iterator<Item = &Message> {
        self.said
            .iter()
            .filter(|said| said.tone == Tone::Heading)
            .chain([&self.title])
    }

    /// What the last step did was not seen to work.
    pub(super) fn is_stuck(&self) -> bool {
        self.steps.last().is_some_and(Step::missed)
    }

    /// The last step filled something in; what the page says is older than that.
    pub(super) fn is_filling_in(&self) -> bool {
        let last = self.steps.last();
        last.is_some_and(|step| step.action.typed().is_some()) && !self.is_stuck()
    }
}

impl Message {
    fn new(tone: Tone, text: &str) -> Self {
        let words = words(text);
        let asks = text.trim_end().ends_with('?') && tone == Tone::Plain;
        let supposes = words
            .iter()
            .any(|word| matches!(word.as_str(), "if" | "when"));
        Self {
            tone,
            prose: words.len() > MESSAGE || asks || supposes,
            words,
            text: text.to_owned(),
        }
    }

    /// True when the words of one of the phrases stand in it, one after the other.
    pub(super) fn says(&self, phrases: &[&str]) -> bool {
        says(&self.words, phrases)
    }

    /// True when it begins with one of the phrases and goes on for no more than so many words.
    pub(super) fn opens_with(&self, phrases: &[&str], more: usize) -> bool {
        opens_with(&self.words, phrases, more)
    }
}

/// True when these words begin with one of the phrases and go on for no more than so many words.
pub(super) fn opens_with(words: &[String], phrases: &[&str], more: usize) -> bool {
    phrases.iter().any(|phrase| {
        let length = phrase.split(' ').count();
        let starts = words.iter().map(String::as_str).take(length);
        starts.eq(phrase.split(' ')) && words.len() <= length + more
    })
}

/// Lower-case words; an apostrophe joins ("don't" is "dont"), everything else parts.
pub(super) fn words(text: &str) -> Vec<String> {
    phrases::words(&text.replace(['\'', '’'], ""), &[])
}

/// A field that can be written into and holds nothing yet.
pub(super) fn is_empty_field(node: &Node) -> bool {
    let holds = node
        .value
        .as_ref()
        .is_some_and(|value| !value.trim().is_empty());
    let locked = node.is(State::Disabled) || node.is(State::Readonly);
    node.role.takes_text() && !holds && !node.is(State::Filled) && !locked
}

fn tone(kind: LineKind) -> Tone {
    match kind {
        LineKind::Alert | LineKind::Status | LineKind::Dialog => Tone::Message,
        LineKind::Heading(_) => Tone::Heading,
        LineKind::Plain
        | LineKind::Item
        | LineKind::Row
        | LineKind::HeaderRow
        | LineKind::Term
        | LineKind::Label
        | LineKind::Caption
        | LineKind::Code => Tone::Plain,
    }
}
