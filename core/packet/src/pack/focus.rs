//! What of a page a task is about. Facts §1, "Inclusion".

use screen_agent_page::reading::Reading;
use screen_agent_wire::packet::request::TaskName;
use serde_json::{Map, Value};

use crate::inquiry::Inquiry;

/// Words that ask for comments.
const COMMENTS: &[&str] = &["comment", "comments", "discussion", "replies", "reactions"];

/// What of a page is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Focus {
    /// All of it.
    Page,
    /// One item of a list.
    Item,
    /// What people say below it.
    Comments,
}

/// What a task wants of pages.
#[derive(Clone, Debug)]
pub(super) struct Wanted<'a> {
    pub(super) focus: Focus,
    /// Comments are asked for.
    pub(super) comments: bool,
    /// Tools may be used on the page, so its controls are needed.
    pub(super) controls: bool,
    /// Values are extracted, so that what the page says for machines is of use.
    pub(super) facts: bool,
    index: Option<usize>,
    query: Option<&'a str>,
}

impl<'a> Wanted<'a> {
    pub(super) fn of(inquiry: &Inquiry<'a>) -> Self {
        let args = &inquiry.task.args;
        let focus = match text(args, "focus") {
            Some("item") => Focus::Item,
            Some("comments") => Focus::Comments,
            _ => Focus::Page,
        };
        let lower = inquiry.message.text.to_lowercase();
        let mut said = lower.split(|c: char| !c.is_alphanumeric());
        let asked = args.get("wants_comments") == Some(&Value::Bool(true));
        let works = |name: &String| name.starts_with("browser.") && works_controls(name);
        Self {
            focus,
            comments: asked
                || focus == Focus::Comments
                || said.any(|word| COMMENTS.contains(&word)),
            controls: inquiry.client_tools.iter().any(works),
            facts: inquiry.task.name == TaskName::Extract,
            index: args.get("item_index").and_then(Value::as_u64).map(to_usize),
            query: text(args, "item_query"),
        }
    }

    /// Which items: those around the one that is meant, else all.
    pub(super) fn items(&self, reading: &Reading) -> std::ops::Range<usize> {
        let all = 0..reading.items.len();
        if self.focus != Focus::Item {
            return all;
        }
        let named = self.query.map(fold).filter(|query| !query.is_empty());
        let named = named.and_then(|query| {
            let mut items = reading.items.iter();
            items.position(|item| fold(&item.title).contains(&query))
        });
        // Counted from 1, as people do.
        let counted = self.index.and_then(|index| index.checked_sub(1));
        match named.or(counted).filter(|at| *at < all.end) {
            Some(at) => at.saturating_sub(1)..(at + 2).min(all.end),
            None => all,
        }
    }

    /// One item is meant, and known.
    pub(super) fn is_one_item(&self, reading: &Reading) -> bool {
        self.focus == Focus::Item && self.items(reading).len() < reading.items.len().min(4)
    }
}

/// A page that is a list rather than a text. Facts §1.
pub(super) fn is_list(reading: &Reading) -> bool {
    let main = reading.lines.iter().filter(|line| line.main);
    let primary: usize = main.map(|line| line.text.len()).sum();
    let items = reading.items.len();
    (items >= 12 && primary < 4_000)
        || (items >= 6 && primary < 500)
        || (items >= 3 && primary < 200)
}

fn works_controls(name: &str) -> bool {
    matches!(name, "browser.click" | "browser.type" | "browser.select")
}

fn text<'a>(args: &'a Map<String, Value>, key: &str) -> Option<&'a str> {
    args.get(key).and_then(Value::as_str)
}

fn to_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// In small letters, with everything but letters and digits as one space.
fn fold(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}
