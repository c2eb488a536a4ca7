//! Making the text fit, and saying what did not.

use super::{Part, Rendered, Weight};

/// Tokens of a text, roughly: what the common vocabularies make of words, numbers and signs. Within
/// a quarter of the truth on screens, and rather too many than too few.
pub fn estimate(text: &str) -> usize {
    let mut tokens = 0;
    let mut chars = text.chars().peekable();
    while let Some(first) = chars.next() {
        let kind = Kind::of(first);
        let mut length = 1;
        while chars.next_if(|&next| Kind::of(next) == kind).is_some() {
            length += 1;
        }
        tokens += kind.tokens(length);
    }
    tokens
}

/// Characters that tokens are made of alike.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Letter,
    Digit,
    Sign,
    Blank,
    Foreign,
}

impl Kind {
    fn of(c: char) -> Self {
        match c {
            'a'..='z' | 'A'..='Z' => Self::Letter,
            '0'..='9' => Self::Digit,
            _ if c.is_whitespace() => Self::Blank,
            _ if c.is_ascii() => Self::Sign,
            _ => Self::Foreign,
        }
    }

    fn tokens(self, length: usize) -> usize {
        match self {
            Self::Letter => length.div_ceil(8),
            Self::Digit => length.div_ceil(3),
            Self::Sign => length.div_ceil(2),
            // A blank is part of the word that follows it.
            Self::Blank => 0,
            Self::Foreign => length,
        }
    }
}

/// What did not fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Lines of text.
    pub lines: usize,
    /// Controls.
    pub controls: usize,
}

/// Tokens kept free for saying what was left out.
const NOTE: usize = 12;

/// All the parts, if they fit.
pub(super) fn whole(parts: &[Part], most: usize) -> Option<Rendered> {
    let text = join(parts.iter().map(|part| part.text.as_str()));
    let tokens = estimate(&text);
    (tokens <= most).then(|| Rendered {
        text,
        tokens,
        left_out: LeftOut::default(),
    })
}

/// As many parts as fit, the lightest left out first, with a note that says so.
pub(super) fn fit(parts: &[Part], most: usize) -> Rendered {
    if let Some(whole) = whole(parts, most) {
        return whole;
    }
    let (kept, left_out) = choose(parts, most);
    let chosen = parts.iter().zip(kept).filter(|(_, kept)| *kept);
    let note = note(left_out);
    let text = join(
        chosen
            .map(|(part, _)| part.text.as_str())
            .chain([note.as_str()]),
    );
    Rendered {
        tokens: estimate(&text),
        text,
        left_out,
    }
}

fn choose(parts: &[Part], most: usize) -> (Vec<bool>, LeftOut) {
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|&at| (parts[at].weight, at));
    let mut kept = vec![false; parts.len()];
    let mut left_out = LeftOut::default();
    let mut room = most.saturating_sub(NOTE);
    for at in order {
        let part = &parts[at];
        // A newline joins with what is around it, so it is counted along.
        let cost = estimate(&format!("{}\n", part.text));
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
