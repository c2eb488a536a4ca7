//! One observation, as grounding looks at it.

use screen_agent_page::{
    Line, LineKind, Node, NodeId, Observation, Rect, Role, Run, Screen, State,
};

use super::recall::Recalled;
use crate::words::normal::words;

/// One observation with what grounding wants to know of it.
pub(crate) struct Scene<'a> {
    /// The index over it.
    pub screen: Screen<'a>,
    /// What was listed above the view.
    pub recalled: Option<Recalled>,
    /// The view was moved for the present clause: what it shows is not where the page begins.
    pub moved: bool,
    /// What was listed was looked at page by page, to the last.
    pub paged: bool,
    echo: Vec<bool>,
}

/// A piece of text, where it stands.
pub(crate) struct Said<'a> {
    /// Its words.
    pub text: &'a str,
    /// Which line.
    pub line: usize,
    /// Which piece of the line.
    pub run: usize,
}

impl<'a> Scene<'a> {
    /// Indexes an observation. Lines that only repeat the person's own words tell nothing and are
    /// left out of everything that is read from the page.
    pub fn new(seen: &'a Observation, query: &str) -> Self {
        let asked = words(query);
        let echo = seen
            .lines
            .iter()
            .map(|line| repeats(&words(&line.words()), &asked))
            .collect();
        Self {
            screen: Screen::new(seen),
            recalled: None,
            moved: false,
            paged: false,
            echo,
        }
    }

    /// Every control, in reading order.
    pub fn nodes(&self) -> &'a [Node] {
        self.screen.nodes()
    }

    /// Every line that says something of its own, with its index.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &'a Line)> + '_ {
        let echo = &self.echo;
        self.screen
            .lines()
            .iter()
            .enumerate()
            .filter(move |(at, _)| !echo.get(*at).copied().unwrap_or(false))
    }

    /// Every piece of text that stands outside the controls.
    pub fn said(&self) -> Vec<Said<'a>> {
        let mut said = Vec::new();
        for (line, content) in self.lines() {
            for (run, piece) in content.runs.iter().enumerate() {
                if let Run::Text(text) = piece {
                    said.push(Said {
                        text: text.trim(),
                        line,
                        run,
                    });
                }
            }
        }
        said
    }

    /// A line as a person reads it.
    pub fn spoken(&self, line: usize) -> String {
        self.screen.said(line)
    }

    /// The line that a control stands in.
    pub fn line_of(&self, id: &NodeId) -> Option<usize> {
        self.screen.place(id).map(|place| place.line)
    }

    /// Where a line stands.
    pub fn rect_of_line(&self, line: usize) -> Option<Rect> {
        self.screen.lines().get(line).and_then(|line| line.rect)
    }

    /// The line of the dialog that lies in front, if there is one.
    pub fn dialog(&self) -> Option<usize> {
        self.lines()
            .filter(|(_, line)| line.kind == LineKind::Dialog && !line.covered)
            .map(|(at, _)| at)
            .last()
    }

    /// All that is said, in one text.
    pub fn all_text(&self) -> String {
        let lines: Vec<String> = self.lines().map(|(at, _)| self.spoken(at)).collect();
        lines.join("\n")
    }

    /// What a control is called: its name, or what is said beside a field.
    pub fn label(&self, node: &Node) -> String {
        // A field that is called like its own value has no name.
        let nameless = node.name.trim().is_empty()
            || (node.role.takes_text() && node.value.as_deref() == Some(&node.name));
        if !nameless || !is_field(node) {
            return node.name.clone();
        }
        let before = self.screen.text_before(&node.id);
        let after = || self.screen.text_after(&node.id);
        let beside = if node.role.is_checkable() {
            after().or(before)
        } else {
            before
        };
        beside.or_else(|| self.line_above(node)).unwrap_or_default()
    }

    /// What heads the lines of choices that this one stands among: the words right above the first of them.
    pub fn head_of(&self, node: &Node) -> Option<String> {
        let line = self
            .line_of(&node.id)
            .filter(|_| node.role.is_checkable())?;
        let lines = self.screen.lines();
        let head = (0..line)
            .rev()
            .find(|at| lines[*at].nodes().next().is_none())?;
        let among = (head + 1..line).flat_map(|at| self.screen.in_line(at));
        let choices = |other: &Node| other.role == node.role || !is_field(other);
        among.into_iter().all(choices).then(|| lines[head].words())
    }

    fn line_above(&self, node: &Node) -> Option<String> {
        let line = self.line_of(&node.id)?.checked_sub(1)?;
        if self.echo.get(line).copied().unwrap_or(false) {
            return None;
        }
        let above = self.screen.lines().get(line)?;
        let words = above.words();
        (above.nodes().next().is_none() && words.chars().count() <= 40 && !words.is_empty())
            .then_some(words)
    }
}

/// A control that holds a value.
pub(crate) fn is_field(node: &Node) -> bool {
    node.role.takes_text()
        || node.role.is_checkable()
        || matches!(node.role, Role::Select | Role::Slider | Role::File)
}

/// A control that can be used as it is.
pub(crate) fn is_ready(node: &Node) -> bool {
    !node.covered && !node.is(State::Disabled)
}

/// True when most of what was asked is said here again, and nothing else.
fn repeats(line: &[String], asked: &[String]) -> bool {
    line.len() >= 4
        && line.len() * 2 >= asked.len()
        && asked.windows(line.len()).any(|part| part == line)
}
