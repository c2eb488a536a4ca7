//! The compact text that a model reads.
//!
//! What is said in view comes in reading order with each control where it stands. A control is
//! `[id role.states name ="value" {options}]`; everything that is not between such brackets is page
//! text. Page text can say what it likes but cannot look like a control, a row or one of our own
//! lines; `escape.rs` sees to that.

mod budget;
mod control;
mod escape;
mod line;

use crate::screen::Screen;
use crate::words::cut;

pub use budget::{LeftOut, estimate};

/// Explains the text to a model.
pub const LEGEND: &str = "\
The page comes in reading order, controls as [id role.states name =\"value\" {options}]; \
one without a name is named by the text beside it. \
covered, or a line starting with ~: behind something that must be cleared first. \
filled: its value is not told. more: can be scrolled. \
# heading, - item, a | b row, = header row, ! message, == dialog.";

/// Longest address that is shown, in characters.
const LONGEST_URL: usize = 200;

/// The text, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// What a model reads.
    pub text: String,
    /// Its tokens, as [`estimate`] counts them.
    pub tokens: usize,
    /// What did not fit. Said in the text as well.
    pub left_out: LeftOut,
}

/// A part of the text that stands or falls as one.
struct Part {
    text: String,
    weight: Weight,
    controls: usize,
}

/// What goes first when the budget is short; the later, the sooner it is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    Frame,
    Message,
    Control,
    Text,
    Covered,
}

/// Writes a screen down for a model, in at most this many tokens. When it does not fit, long lists of options are shortened
/// first, then whole lines go.
pub fn render(screen: &Screen<'_>, most: usize) -> Rendered {
    let whole = budget::whole(&parts(screen, control::OPTIONS), most);
    whole.unwrap_or_else(|| budget::fit(&parts(screen, control::FEW_OPTIONS), most))
}

fn parts(screen: &Screen<'_>, options: usize) -> Vec<Part> {
    let mut parts = head(screen);
    parts.extend(line::parts(screen, options));
    parts.extend(control::unplaced(screen, options));
    if screen.nodes().is_empty() && screen.lines().is_empty() {
        parts.push(frame("nothing in view".to_owned()));
    }
    parts.extend(cut_by_client(screen));
    parts.extend(foot(screen));
    parts
}

/// What the client did not send of what is in view: nobody may take it for absent.
fn cut_by_client(screen: &Screen<'_>) -> Option<Part> {
    let known = screen.observation().cut.as_ref()?;
    let shown = screen.nodes().len();
    let counted = match known.controls {
        Some(all) => format!("{shown} of {all} controls were sent"),
        None => "not all controls were sent".to_owned(),
    };
    let saved = known.saved.map(|saved| format!(", {saved}% saved"));
    let reason = escape::inline(&known.reason);
    let reason = if reason.is_empty() {
        String::new()
    } else {
        format!(" ({})", cut(&reason, LONGEST_URL))
    };
    let saved = saved.unwrap_or_default();
    Some(frame(format!(
        "left out by the client: {counted}{saved}{reason}; what is missing here may be on the page"
    )))
}

fn frame(text: String) -> Part {
    Part {
        text,
        weight: Weight::Frame,
        controls: 0,
    }
}

fn head(screen: &Screen<'_>) -> Vec<Part> {
    let observation = screen.observation();
    let mut parts = Vec::new();
    let title = escape::inline(&observation.title);
    if !title.is_empty() {
        parts.push(frame(format!("page: {title}")));
    }
    let url = escape::inline(&observation.url);
    if !url.is_empty() {
        parts.push(frame(format!("url: {}", cut(&url, LONGEST_URL))));
    }
    parts.extend(above(observation));
    parts.extend(observation.events.iter().map(|event| Part {
        text: format!("event: {}", escape::inline(event)),
        weight: Weight::Message,
        controls: 0,
    }));
    parts
}

/// What has been scrolled past.
fn above(observation: &crate::Observation) -> Option<Part> {
    let depth = observation.scroll_position.as_deref();
    let moved = depth.is_some_and(|depth| !matches!(depth, "" | "0%"));
    moved.then(|| frame("more above: page".to_owned()))
}

/// How to see more, where the reading stops.
fn foot(screen: &Screen<'_>) -> Option<Part> {
    let observation = screen.observation();
    let page = observation
        .scroll_position
        .as_deref()
        .filter(|depth| *depth != "100%")
        .map(|depth| format!("page (at {})", escape::word(depth)));
    // What is scrolled and also a control says so itself.
    let regions = observation
        .containers
        .iter()
        .filter(|region| region.has_more)
        .map(|region| {
            let (id, depth) = (
                escape::word(region.id.as_str()),
                escape::word(&region.depth),
            );
            format!("{id} (at {depth})")
        });
    let all: Vec<String> = page.into_iter().chain(regions).collect();
    (!all.is_empty()).then(|| frame(format!("more below: {}", all.join(", "))))
}

#[cfg(test)]
mod tests;
