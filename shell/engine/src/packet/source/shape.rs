//! Which lines of a page are captured: all of them, its running text, or its list.

use screen_agent_page::reading::{Item, Reading};
use screen_agent_wire::packet::collection::CaptureMode;

/// Less than this is not the main content of a page after all.
const LITTLE: usize = 200;
/// A page with so many items and no more main text than this is a list.
const ITEMS: usize = 8;
const LIST_TEXT: usize = 1_400;

/// The text of a page in this mode, line by line with its marks.
pub(super) fn shape(reading: &Reading, mode: CaptureMode) -> String {
    match mode {
        CaptureMode::Article => article(reading),
        CaptureMode::List => list(reading).unwrap_or_else(|| all(reading)),
        CaptureMode::Auto if is_list(reading) => with_list(reading),
        CaptureMode::Auto => all(reading),
    }
}

fn all(reading: &Reading) -> String {
    joined(reading, |_| true)
}

fn article(reading: &Reading) -> String {
    let main = joined(reading, |main| main);
    match main.chars().count() < LITTLE {
        true => all(reading),
        false => main,
    }
}

fn joined(reading: &Reading, wanted: impl Fn(bool) -> bool) -> String {
    let lines = reading.lines.iter().filter(|line| wanted(line.main));
    lines
        .map(|line| line.written())
        .collect::<Vec<_>>()
        .join("\n")
}

fn is_list(reading: &Reading) -> bool {
    let main = reading.lines.iter().filter(|line| line.main);
    let main: usize = main.map(|line| line.text.chars().count()).sum();
    reading.items.len() >= ITEMS && main < LIST_TEXT
}

fn list(reading: &Reading) -> Option<String> {
    let items: Vec<String> = reading.items.iter().map(item).collect();
    (!items.is_empty()).then(|| items.join("\n"))
}

/// Everything that is said, and then the items with where they lead, which lines do not say.
fn with_list(reading: &Reading) -> String {
    let list = list(reading).unwrap_or_default();
    format!("{}\n{list}", all(reading)).trim().to_owned()
}

fn item(item: &Item) -> String {
    let mut line = format!("- {}", item.title);
    if !item.snippet.is_empty() {
        line.push_str(": ");
        line.push_str(&item.snippet);
    }
    if !item.url.is_empty() {
        line.push_str(" (");
        line.push_str(&item.url);
        line.push(')');
    }
    line
}
