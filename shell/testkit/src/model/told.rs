//! What a model is told, read as a model would: the page's controls by name, the steps, the plan.

use super::Asked;

/// What a model was told.
#[derive(Clone, Debug)]
pub struct Told {
    user: String,
    picture: bool,
}

/// A control as it stands in the page text.
struct Control<'a> {
    id: &'a str,
    role: &'a str,
    name: &'a str,
    before: &'a str,
    after: &'a str,
}

impl Told {
    /// Reads a request.
    pub fn new(asked: &Asked) -> Self {
        Self {
            user: asked.user().to_owned(),
            picture: asked.picture().is_some(),
        }
    }

    /// All that it was told of the task.
    pub fn user(&self) -> &str {
        &self.user
    }

    /// A picture came along.
    pub fn sees_a_picture(&self) -> bool {
        self.picture
    }

    /// What stands on the page.
    pub fn page(&self) -> &str {
        let page = self
            .user
            .rsplit_once("<<page ")
            .map_or("", |(_, page)| page);
        page.split_once(">>\n").map_or("", |(_, page)| page)
    }

    /// True when the page shows a text that nothing lies over.
    pub fn shows(&self, text: &str) -> bool {
        let mut lines = self.page().lines();
        lines.any(|line| !line.starts_with('~') && line.contains(text))
    }

    /// What follows some words, to the end of the line.
    pub fn after(&self, words: &str) -> Option<&str> {
        let rest = self.user.split_once(words)?.1;
        rest.lines().next().map(str::trim)
    }

    /// What was remembered under a key.
    pub fn kept(&self, key: &str) -> Option<&str> {
        let rest = self.after(&format!("Remembered \"{key}\":"))?;
        let kept = rest.split_once(">> ")?.1;
        kept.split_once(" <<end").map(|(kept, _)| kept)
    }

    /// True when the control is on the page.
    pub fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// True when the control is in a state, such as `checked`.
    pub fn is(&self, name: &str, state: &str) -> bool {
        let found = self.page().lines().flat_map(controls);
        let mut named = found.filter(|control| control.name == name || control.is_beside(name));
        named.any(|control| control.role.split('.').any(|one| one == state))
    }

    /// The id of the control with this name, or with a name that begins so.
    ///
    /// # Panics
    /// When there is none: the test expects it.
    #[track_caller]
    #[allow(clippy::panic)]
    pub fn id(&self, name: &str) -> String {
        let found = self.find(name);
        found.unwrap_or_else(|| panic!("no {name} in\n{}", self.user))
    }

    /// The same, where it may be missing.
    pub fn find(&self, name: &str) -> Option<String> {
        let controls = || self.page().lines().flat_map(controls);
        let exact = controls().find(|control| control.name == name);
        let begins = || controls().find(|control| control.name.starts_with(name));
        let beside = || controls().find(|control| control.is_beside(name));
        let found = exact.or_else(begins).or_else(beside)?;
        let plain = found.id.chars().all(|c| c.is_ascii_digit());
        Some(if plain {
            found.id.to_owned()
        } else {
            format!("\"{}\"", found.id)
        })
    }

    /// Clicks the control with this name.
    #[track_caller]
    pub fn click(&self, name: &str) -> String {
        format!("click({})", self.id(name))
    }

    /// Enters a text into the field with this name.
    #[track_caller]
    pub fn enter(&self, name: &str, text: &str) -> String {
        format!("setValue({}, \"{text}\")", self.id(name))
    }

    /// Ticks the box with this name.
    #[track_caller]
    pub fn check(&self, name: &str) -> String {
        format!("check({})", self.id(name))
    }
}

impl Control<'_> {
    /// A field or box without a name is named by the text beside it.
    fn is_beside(&self, name: &str) -> bool {
        let box_like = self.role.starts_with("chk") || self.role.starts_with("radio");
        let beside = if box_like {
            self.after.starts_with(name)
        } else {
            self.before.ends_with(name)
        };
        self.name.is_empty() && beside
    }
}

fn controls(line: &str) -> Vec<Control<'_>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some((open, close)) = brackets(line, from) {
        from = close + 1;
        let Some((id, rest)) = line[open + 1..close].split_once(' ') else {
            continue;
        };
        let rest = rest.split(" =\"").next().unwrap_or_default();
        let rest = rest.split(" {").next().unwrap_or_default();
        let (role, name) = rest.split_once(' ').unwrap_or((rest, ""));
        let (before, after) = (line[..open].trim(), line[from..].trim());
        found.push(Control {
            id,
            role,
            name,
            before,
            after,
        });
    }
    found
}

fn brackets(line: &str, from: usize) -> Option<(usize, usize)> {
    let open = from + line[from..].find('[')?;
    Some((open, open + line[open..].find(']')?))
}
