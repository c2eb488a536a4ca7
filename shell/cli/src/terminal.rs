//! Words on the terminal. A closed pipe is not our failure.
//!
//! Much of what is printed was written by pages and models. What a terminal would obey is dropped from every
//! line here, whoever wrote it; the only codes that reach a terminal are those of [`Style`] and of answers, which
//! are made of clean words (`ask::painter`).

use std::io::{IsTerminal, Write};
use std::sync::LazyLock;

use screen_agent_answer::{clean_text, shown};
use serde::Serialize;
use uuid::Uuid;

/// Prints lines to standard output.
pub(crate) fn say(lines: &str) {
    let _ = writeln!(std::io::stdout(), "{}", dressed(lines));
}

/// Prints lines to standard error.
pub(crate) fn complain(lines: &str) {
    let _ = writeln!(std::io::stderr(), "{}", dressed(lines));
}

/// Prints an answer that was put into a terminal's form, or a page's, already: its words are clean.
pub(crate) fn say_rendered(answer: &str) {
    let _ = writeln!(std::io::stdout(), "{answer}");
}

/// Prints a value for a program, in one line or several.
pub(crate) fn say_json(value: &impl Serialize, pretty: bool) -> serde_json::Result<()> {
    let text = match pretty {
        true => serde_json::to_string_pretty(value),
        false => serde_json::to_string(value),
    }?;
    let _ = writeln!(std::io::stdout(), "{}", escaped(&text));
    Ok(())
}

/// What a variant is called on the wire.
pub(crate) fn word(one: &impl Serialize) -> String {
    let word = serde_json::to_value(one).unwrap_or_default();
    word.as_str().unwrap_or_default().to_owned()
}

/// JSON in which nothing is lost, and that is safe to look at.
fn escaped(json: &str) -> String {
    if clean_text(json) == json {
        return json.to_owned();
    }
    let mut out = String::with_capacity(json.len());
    let mut units = [0; 2];
    for letter in json.chars() {
        if letter == '\n' || clean_text(letter.encode_utf8(&mut [0; 4])).starts_with(letter) {
            out.push(letter);
        } else {
            let units = letter.encode_utf16(&mut units).iter();
            out.extend(units.map(|unit| format!("\\u{unit:04x}")));
        }
    }
    out
}

/// What stands for the beginning of a code of ours until a line is clean. Nobody else knows it.
static CODE: LazyLock<String> = LazyLock::new(|| Uuid::new_v4().to_string());

/// Lines without anything that a terminal obeys but our own codes.
fn dressed(lines: &str) -> String {
    clean_text(lines).replace(CODE.as_str(), "\x1b[")
}

/// Shows how far something is, in the last line of a terminal; the next one takes its place, and an
/// empty one takes it away. Where standard error is no terminal nothing is shown.
pub(crate) fn progress(text: &str) {
    let mut out = std::io::stderr();
    if out.is_terminal() {
        let text = shown(text);
        let shown: String = text.chars().take(width().saturating_sub(1)).collect();
        let _ = write!(out, "\r\x1b[2K{shown}");
        let _ = out.flush();
    }
}

/// How many columns the terminal has; 80 where it does not say.
pub(crate) fn width() -> usize {
    let size = rustix::termios::tcgetwinsize(std::io::stdout());
    size.map_or(80, |size| usize::from(size.ws_col))
        .clamp(20, 200)
}

/// How words are dressed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    on: bool,
}

impl Style {
    /// Colours for a person at a terminal, none for a file or a pipe.
    pub(crate) fn for_stdout() -> Self {
        Self {
            on: std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        }
    }

    /// True where words are dressed at all.
    pub(crate) const fn is_on(self) -> bool {
        self.on
    }

    fn dress(self, code: &str, text: &str) -> String {
        if self.on {
            let mark = CODE.as_str();
            format!("{mark}{code}m{text}{mark}0m")
        } else {
            text.to_owned()
        }
    }

    pub(crate) fn good(self, text: &str) -> String {
        self.dress("32", text)
    }

    pub(crate) fn bad(self, text: &str) -> String {
        self.dress("31", text)
    }

    /// Whether it is as it should be.
    pub(crate) fn mark(self, good: bool) -> String {
        if good {
            self.good("✓")
        } else {
            self.bad("✗")
        }
    }

    pub(crate) fn strong(self, text: &str) -> String {
        self.dress("1", text)
    }

    pub(crate) fn soft(self, text: &str) -> String {
        self.dress("2", text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What pages and models write to be obeyed: colours, titles, screens, bells, returns, directions, tags.
    const HOSTILE: &str =
        "a\x1b[31mb\x1b]0;title\x07c\x1b[2J\u{9b}2Jd\re\x08f\u{202e}g\u{e0041}h\u{2066}i\x7f";

    #[test]
    fn the_only_codes_are_ours() {
        let style = Style { on: true };
        let line = dressed(&format!("{HOSTILE} {}", style.bad(HOSTILE)));
        let ours = line.matches("\x1b[31m").count() + line.matches("\x1b[0m").count();
        assert_eq!((ours, line.matches('\x1b').count()), (2, 2), "{line:?}");
        assert_eq!(clean_text(&line), line.replace('\x1b', ""), "{line:?}");
    }

    #[test]
    fn json_keeps_all_and_obeys_nothing() {
        let json = serde_json::to_string(HOSTILE).unwrap();
        let safe = escaped(&json);
        assert_eq!(clean_text(&safe), safe);
        assert_eq!(serde_json::from_str::<String>(&safe).unwrap(), HOSTILE);
    }
}
