//! Letters with a style, put into lines.

use unicode_width::UnicodeWidthChar;

/// How a letter is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Style {
    Plain,
    Bold,
    Dim,
    Link,
    Code,
}

impl Style {
    /// What switches it on; it is switched off by a reset.
    fn code(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Bold => "\u{1b}[1m",
            Self::Dim => "\u{1b}[2m",
            Self::Link => "\u{1b}[4m",
            Self::Code => "\u{1b}[36m",
        }
    }
}

/// A line, letter by letter.
pub(in super::super) type Line = Vec<(char, Style)>;

/// Words in one style.
pub(in super::super) fn styled(words: &str, style: Style) -> Line {
    words.chars().map(|letter| (letter, style)).collect()
}

/// How many columns a stretch takes.
pub(super) fn columns(line: &[(char, Style)]) -> usize {
    line.iter().map(|(letter, _)| wide(*letter)).sum()
}

fn wide(letter: char) -> usize {
    letter.width().unwrap_or_default()
}

/// Breaks words into lines no wider than so many columns: between words where it can be, inside a
/// word that is wider than a line.
pub(in super::super) fn wrap(words: &[(char, Style)], width: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    for stretch in words.split(|(letter, _)| *letter == '\n') {
        fill(stretch, width.max(1), &mut lines);
    }
    lines
}

fn fill(stretch: &[(char, Style)], width: usize, lines: &mut Vec<Line>) {
    let mut line = Line::new();
    let mut used = 0;
    for word in stretch
        .split(|(letter, _)| *letter == ' ')
        .filter(|word| !word.is_empty())
    {
        let wanted = columns(word);
        if used > 0 && used + 1 + wanted > width {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        if used > 0 {
            // The space bears the style of both sides, or none: an underline ends with its word.
            let before = line.last().map_or(Style::Plain, |(_, style)| *style);
            let style = if before == word[0].1 {
                before
            } else {
                Style::Plain
            };
            line.push((' ', style));
            used += 1;
        }
        for &(letter, style) in word {
            if used > 0 && used + wide(letter) > width {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            line.push((letter, style));
            used += wide(letter);
        }
    }
    lines.push(line);
}

/// Puts a mark before the first line, and as much room before all others.
pub(in super::super) fn hang(mark: &Line, lines: Vec<Line>) -> Vec<Line> {
    let room = styled(&" ".repeat(columns(mark)), Style::Plain);
    let hung = lines
        .into_iter()
        .enumerate()
        .map(|(index, line)| match index {
            0 => [mark.clone(), line].concat(),
            _ if line.is_empty() => line,
            _ => [room.clone(), line].concat(),
        });
    hung.collect()
}

/// Writes lines, with or without their styles. Nothing but our own styles is ever a control
/// character here.
pub(in super::super) fn paint(lines: &[Line], colour: bool) -> String {
    let mut out = String::new();
    for line in lines {
        let mut now = Style::Plain;
        for &(letter, style) in line {
            if colour && style != now {
                if now != Style::Plain {
                    out.push_str("\u{1b}[0m");
                }
                out.push_str(style.code());
                now = style;
            }
            if !letter.is_control() {
                out.push(letter);
            }
        }
        if now != Style::Plain {
            out.push_str("\u{1b}[0m");
        }
        out.push('\n');
    }
    out
}
