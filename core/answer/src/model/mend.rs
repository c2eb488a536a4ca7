//! JSON that is nearly JSON: one pass, one object, from its opening bracket on.
//!
//! What stands outside of strings is set right: commas, quotation marks, brackets, comments. What a
//! string says is never changed; where its characters must be escaped, they are.

use std::collections::BTreeSet;

use super::note::Repair;
use screen_agent_wire::limits::DEPTH;

/// An object, set right.
pub(super) struct Mended {
    /// As proper JSON, if all of its words are.
    pub(super) json: String,
    /// How many bytes of the text it took.
    pub(super) used: usize,
    /// What was done.
    pub(super) notes: BTreeSet<Repair>,
}

/// Sets an object right that begins with the text. Nothing when it is too far from JSON.
pub(super) fn mend(text: &str) -> Option<Mended> {
    let mut mender = Mender {
        text,
        at: 0,
        json: String::with_capacity(text.len() + 16),
        open: Vec::new(),
        comma: false,
        key: None,
        wants: Wants::Value,
        notes: BTreeSet::new(),
    };
    while mender.step()? {}
    Some(Mended {
        json: mender.json,
        used: mender.at,
        notes: mender.notes,
    })
}

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wants {
    Key,
    Colon,
    Value,
    Comma,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Object,
    Array,
}

struct Mender<'a> {
    text: &'a str,
    at: usize,
    json: String,
    open: Vec<Open>,
    /// A comma was read and not written yet: nothing may follow it.
    comma: bool,
    /// A key that was read and not written yet: its value may be missing.
    key: Option<String>,
    wants: Wants,
    notes: BTreeSet<Repair>,
}

impl<'a> Mender<'a> {
    /// Takes one token. False when the object is closed; nothing when it makes no sense.
    fn step(&mut self) -> Option<bool> {
        let Some(next) = self.rest().chars().next() else {
            return self.break_off();
        };
        match next {
            c if c.is_whitespace() => self.at += c.len_utf8(),
            '/' => self.comment()?,
            '{' | '[' => self.open(next)?,
            '}' | ']' => return self.close(next),
            ',' => self.comma()?,
            ':' if self.wants == Wants::Colon => {
                self.at += 1;
                self.wants = Wants::Value;
            }
            '"' | '\'' | '“' | '”' | '„' | '«' => self.string(next)?,
            _ => self.word()?,
        }
        Some(true)
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn open(&mut self, bracket: char) -> Option<()> {
        if self.wants != Wants::Value || self.open.len() >= DEPTH {
            return None;
        }
        self.before_value();
        self.json.push(bracket);
        self.at += 1;
        if bracket == '{' {
            self.open.push(Open::Object);
            self.wants = Wants::Key;
        } else {
            self.open.push(Open::Array);
            self.wants = Wants::Value;
        }
        Some(())
    }

    /// Closes what the bracket closes, and whatever was left open inside of it. One that closes
    /// nothing is left out.
    fn close(&mut self, bracket: char) -> Option<bool> {
        let wanted = if bracket == '}' {
            Open::Object
        } else {
            Open::Array
        };
        if self.wants == Wants::Colon {
            return None;
        }
        self.at += 1;
        if !self.open.contains(&wanted) {
            self.notes.insert(Repair::Brackets);
            return Some(true);
        }
        self.nothing_follows();
        while let Some(open) = self.open.pop() {
            self.json.push(if open == Open::Object { '}' } else { ']' });
            if open == wanted {
                break;
            }
            self.notes.insert(Repair::Brackets);
        }
        self.wants = Wants::Comma;
        Some(!self.open.is_empty())
    }

    /// A comma or a key with nothing after it is left out.
    fn nothing_follows(&mut self) {
        if std::mem::take(&mut self.comma) {
            self.notes.insert(Repair::Commas);
        }
        if self.key.take().is_some() {
            self.notes.insert(Repair::BrokenOff);
        }
    }

    fn break_off(&mut self) -> Option<bool> {
        self.nothing_follows();
        self.notes.remove(&Repair::Commas);
        self.notes.insert(Repair::BrokenOff);
        while let Some(open) = self.open.pop() {
            self.json.push(if open == Open::Object { '}' } else { ']' });
        }
        Some(false)
    }

    fn comma(&mut self) -> Option<()> {
        self.at += 1;
        match self.wants {
            Wants::Comma => {
                self.comma = true;
                self.wants = match self.open.last()? {
                    Open::Object => Wants::Key,
                    Open::Array => Wants::Value,
                };
            }
            // One comma too many, at the start of a list or after another comma.
            Wants::Key | Wants::Value if self.key.is_none() => {
                self.notes.insert(Repair::Commas);
            }
            Wants::Key | Wants::Value | Wants::Colon => return None,
        }
        Some(())
    }

    /// Writes what was held back, now that something follows it.
    fn before_value(&mut self) {
        if std::mem::take(&mut self.comma) {
            self.json.push(',');
        }
        if let Some(key) = self.key.take() {
            self.json.push_str(&key);
            self.json.push(':');
        }
    }

    fn string(&mut self, quote: char) -> Option<()> {
        let (written, used, ended) = self.written(quote);
        if quote != '"' {
            self.notes.insert(Repair::Quotes);
        }
        self.at += used;
        self.token(written, ended)
    }

    /// A key or a value. A key that breaks off is no key.
    fn token(&mut self, written: String, ended: bool) -> Option<()> {
        match self.wants {
            Wants::Key => {
                if ended {
                    self.key = Some(written);
                    self.wants = Wants::Colon;
                }
            }
            Wants::Value => {
                self.before_value();
                self.json.push_str(&written);
                self.wants = Wants::Comma;
            }
            Wants::Colon | Wants::Comma => return None,
        }
        Some(())
    }

    /// The string as JSON, how many bytes it takes, and whether it ends.
    fn written(&mut self, quote: char) -> (String, usize, bool) {
        let text = self.rest();
        let open = quote.len_utf8();
        let mut json = String::from('"');
        let mut escaped = false;
        let mut chars = text[open..].char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let after = open + at + c.len_utf8();
            match c {
                '\\' => match escape(&text[after..]) {
                    Escape::Proper(length) => {
                        json.push_str(&text[open + at..after + length]);
                        for _ in 0..text[after..after + length].chars().count() {
                            chars.next();
                        }
                    }
                    Escape::Needless => escaped = true,
                    Escape::None => {
                        escaped = true;
                        json.push_str("\\\\");
                    }
                    Escape::BrokenOff => {
                        json.push('"');
                        return (json, text.len(), false);
                    }
                },
                c if closes(quote, c, &text[after..]) => {
                    json.push('"');
                    if escaped {
                        self.notes.insert(Repair::Escapes);
                    }
                    return (json, after, true);
                }
                '"' => json.push_str("\\\""),
                c if c < ' ' => {
                    escaped = true;
                    json.push_str(&format!("\\u{:04x}", u32::from(c)));
                }
                c => json.push(c),
            }
        }
        if escaped {
            self.notes.insert(Repair::Escapes);
        }
        json.push('"');
        (json, text.len(), false)
    }

    /// A word outside of strings: a number, true, false, null, or a key without quotation marks.
    fn word(&mut self) -> Option<()> {
        let rest = self.rest();
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '+' | '.' | '$')))
            .unwrap_or(rest.len());
        let word = &rest[..end];
        let broken = end == rest.len();
        let written = match (self.wants, word) {
            (_, "") => return None,
            (Wants::Key, _) if !word.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                return None;
            }
            (Wants::Key, _) => {
                self.notes.insert(Repair::Quotes);
                serde_json::to_string(word).ok()?
            }
            (Wants::Value, "true" | "false" | "null") => word.to_owned(),
            (Wants::Value, "True" | "False" | "None") => {
                self.notes.insert(Repair::Words);
                if word == "None" { "null" } else { word }.to_lowercase()
            }
            (Wants::Value, _) if is_number(word) => word.to_owned(),
            // Cut in the middle: what it was going to say is not guessed.
            (Wants::Value, _) if broken => "null".to_owned(),
            (Wants::Value | Wants::Colon | Wants::Comma, _) => return None,
        };
        self.at += end;
        self.token(written, !broken)
    }

    fn comment(&mut self) -> Option<()> {
        let rest = self.rest();
        let length = match rest.as_bytes().get(1)? {
            b'/' => rest.find('\n').unwrap_or(rest.len()),
            b'*' => rest.find("*/").map_or(rest.len(), |end| end + 2),
            _ => return None,
        };
        self.notes.insert(Repair::Comments);
        self.at += length;
        Some(())
    }
}

enum Escape {
    /// JSON knows it; so many bytes.
    Proper(usize),
    /// The backslash is left out: `\'`.
    Needless,
    /// It is no escape, but a backslash.
    None,
    /// The text ends in it.
    BrokenOff,
}

/// What follows a backslash.
fn escape(rest: &str) -> Escape {
    match rest.as_bytes().first() {
        None => Escape::BrokenOff,
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Escape::Proper(1),
        Some(b'u') if rest.len() < 5 && rest[1..].bytes().all(|b| b.is_ascii_hexdigit()) => {
            Escape::BrokenOff
        }
        Some(b'u') => {
            let hex = rest.as_bytes().get(1..5).unwrap_or_default();
            if hex.len() == 4 && hex.iter().all(u8::is_ascii_hexdigit) {
                Escape::Proper(5)
            } else {
                Escape::None
            }
        }
        Some(b'\'') => Escape::Needless,
        Some(_) => Escape::None,
    }
}

/// True when the character ends a string that this quotation mark began. Other marks than JSON's
/// own stand inside of words, too: they end a string only where a string can end.
fn closes(quote: char, c: char, after: &str) -> bool {
    if quote == '"' {
        return c == '"';
    }
    let pair = match quote {
        '\'' => c == '\'',
        '«' => c == '»',
        _ => matches!(c, '”' | '“' | '"'),
    };
    pair && after
        .trim_start()
        .chars()
        .next()
        .is_none_or(|next| matches!(next, ',' | ':' | '}' | ']'))
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit() || c == '-')
        && serde_json::from_str::<serde_json::Number>(word).is_ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn mended(text: &str) -> (String, Vec<Repair>) {
        let mended = mend(text).unwrap();
        assert!(
            serde_json::from_str::<serde_json::Value>(&mended.json).is_ok(),
            "{}",
            mended.json
        );
        (mended.json, mended.notes.into_iter().collect())
    }

    #[test]
    fn what_stands_outside_of_strings_is_set_right() {
        use Repair::{Brackets, BrokenOff, Commas, Comments, Escapes, Quotes, Words};
        for (text, json, notes) in [
            ("{\"a\": [1, 2,], }", "{\"a\":[1,2]}", vec![Commas]),
            ("{\"a\": [,1,,2]}", "{\"a\":[1,2]}", vec![Commas]),
            (
                "{a: 'it\\'s', 'b': 'don't',}",
                "{\"a\":\"it's\",\"b\":\"don't\"}",
                vec![Commas, Quotes, Escapes],
            ),
            (
                "{“a”: “say \"hi\"”}",
                "{\"a\":\"say \\\"hi\\\"\"}",
                vec![Quotes],
            ),
            (
                "{\"a\": True, \"b\": None} // end",
                "{\"a\":true,\"b\":null}",
                vec![Words],
            ),
            ("{/* x */ \"a\": 1 // y\n}", "{\"a\":1}", vec![Comments]),
            (
                "{\"a\": \"two\nlines, {not} [these],}\"}",
                "{\"a\":\"two\\u000alines, {not} [these],}\"}",
                vec![Escapes],
            ),
            (
                "{\"a\": \"c:\\dir\"}",
                "{\"a\":\"c:\\\\dir\"}",
                vec![Escapes],
            ),
            (
                "{\"a\": [{\"b\": 1}",
                "{\"a\":[{\"b\":1}]}",
                vec![BrokenOff],
            ),
            (
                "{\"a\": \"half a se",
                "{\"a\":\"half a se\"}",
                vec![BrokenOff],
            ),
            ("{\"a\": 1, \"b", "{\"a\":1}", vec![BrokenOff]),
            ("{\"a\": 1, \"b\":", "{\"a\":1}", vec![BrokenOff]),
            ("{\"a\": \"x\\", "{\"a\":\"x\"}", vec![BrokenOff]),
            ("{\"a\": \"x\\u00", "{\"a\":\"x\"}", vec![BrokenOff]),
            ("{\"a\": tru", "{\"a\":null}", vec![BrokenOff]),
            ("{\"a\": [1}", "{\"a\":[1]}", vec![Brackets]),
            ("{\"a\": 1]}", "{\"a\":1}", vec![Brackets]),
        ] {
            assert_eq!(mended(text), (json.to_owned(), notes), "{text}");
        }
    }

    #[test]
    fn what_is_too_far_from_json_is_left_alone() {
        for text in [
            "{x}",
            "{1: }",
            "{\"a\": b}",
            "{\"a\" \"b\"}",
            "{\"a\": \"he said \"hi\" there\"}",
            "{:",
            "{\"a\"::1}",
        ] {
            assert!(mend(text).is_none(), "{text}");
        }
        assert!(mend(&"{\"a\":".repeat(100)).is_none());
    }
}
