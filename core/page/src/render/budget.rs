//! Making the text fit, and saying what did not.

use super::{Part, Rendered, Weight};

/// How long the text may be.
pub struct Budget<'a> {
    most: usize,
    count: &'a dyn Fn(&str) -> usize,
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget")
            .field("most", &self.most)
            .finish_non_exhaustive()
    }
}

impl Budget<'static> {
    /// No limit; tokens are estimated.
    pub fn unlimited() -> Self {
        Self::tokens(usize::MAX)
    }

    /// At most this many tokens, as [`estimate`] counts them.
    pub fn tokens(most: usize) -> Self {
        Self {
            most,
            count: &estimate,
        }
    }
}

impl<'a> Budget<'a> {
    /// At most this many tokens, as the caller counts them.
    pub fn counted(most: usize, count: &'a dyn Fn(&str) -> usize) -> Self {
        Self { most, count }
    }
}

/// Tokens of a text, at a rate of one in four bytes. Counts of parts add up to a little more than
/// the count of the whole.
pub fn estimate(text: &str) -> usize {
    text.len().div_ceil(4)
}

/// What did not fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Lines of text.
    pub lines: usize,
    /// Controls.
    pub controls: usize,
}

impl LeftOut {
    /// True when all is there.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// Tokens kept free for saying what was left out.
const NOTE: usize = 12;

/// Joins the parts; when they do not fit, the lightest go first and a note says so.
pub(super) fn fit(parts: Vec<Part>, budget: &Budget<'_>) -> Rendered {
    let whole = join(parts.iter().map(|part| part.text.as_str()));
    let tokens = (budget.count)(&whole);
    if tokens <= budget.most {
        return Rendered {
            text: whole,
            tokens,
            left_out: LeftOut::default(),
        };
    }
    let (kept, left_out) = choose(&parts, budget);
    let chosen = parts.iter().zip(kept).filter(|(_, kept)| *kept);
    let note = note(left_out);
    let lines = chosen
        .map(|(part, _)| part.text.as_str())
        .chain([note.as_str()]);
    let text = join(lines);
    Rendered {
        tokens: (budget.count)(&text),
        text,
        left_out,
    }
}

fn choose(parts: &[Part], budget: &Budget<'_>) -> (Vec<bool>, LeftOut) {
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|&at| (parts[at].weight, at));
    let mut kept = vec![false; parts.len()];
    let mut left_out = LeftOut::default();
    let mut room = budget.most.saturating_sub(NOTE);
    for at in order {
        let part = &parts[at];
        // A newline joins with what is around it, so it is counted along.
        let cost = (budget.count)(&format!("{}\n", part.text));
        if part.weight == Weight::Frame || cost <= room {
            kept[at] = true;
            room = room.saturating_sub(cost);
        } else {
            left_out.controls += part.controls;
            left_out.lines += usize::from(part.controls == 0);
        }
    }
    (kept, left_out)
}

fn note(left_out: LeftOut) -> String {
    let LeftOut { lines, controls } = left_out;
    format!("left out: {controls} controls, {lines} lines of text")
}

fn join<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for line in lines {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    }
    text
}
