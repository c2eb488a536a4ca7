//! An answer of a model, read: what it may not say is looked for here, what it says is the task's to judge.

use screen_agent_think::question::object;
use screen_agent_wire::Invalid;
use screen_agent_words::quote::{cut, lines, plain};
use screen_agent_words::secrets::placeholders;
use serde_json::Value;

use super::KEPT;

/// Characters of a sentence that says why, and of any other text.
const WHY: usize = 300;
const TEXT: usize = 500;

/// What runs where it is shown.
const RUNS: [&str; 5] = [
    "<script",
    "javascript:",
    "vbscript:",
    "data:text/html",
    "onerror=",
];

/// Reads an answer, if nothing stands in it that no answer may hold. `said` is the whole request in lower case.
pub(crate) fn read(answer: &str, said: &str, hosts: &[String]) -> Result<Value, Invalid> {
    let mut answer: Value = object(answer).map_err(|fault| Invalid::new("", fault))?;
    Allowed { said, hosts }.check(&mut answer, "")?;
    Ok(answer)
}

/// What a model may write of its own: no scripts, no addresses but those that were said or are allowed, nothing of what
/// was kept from it.
struct Allowed<'a> {
    said: &'a str,
    hosts: &'a [String],
}

impl Allowed<'_> {
    fn check(&self, value: &mut Value, place: &str) -> Result<(), Invalid> {
        match value {
            Value::String(text) => {
                *text = lines(text);
                self.text(text).map_err(|why| Invalid::new(place, why))
            }
            Value::Array(entries) => {
                let mut entries = entries.iter_mut().enumerate();
                entries.try_for_each(|(at, entry)| self.check(entry, &format!("{place}[{at}]")))
            }
            Value::Object(fields) => fields.iter_mut().try_for_each(|(name, value)| {
                let place = if place.is_empty() {
                    String::new()
                } else {
                    format!("{place}.")
                };
                self.text(name)
                    .map_err(|why| Invalid::new(place.clone(), why))?;
                self.check(value, &format!("{place}{name}"))
            }),
            Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
        }
    }

    fn text(&self, text: &str) -> Result<(), &'static str> {
        let folded = text.to_lowercase();
        if RUNS
            .iter()
            .any(|word| folded.contains(word) && !self.said.contains(word))
        {
            return Err("holds a script");
        }
        if folded.contains(KEPT) || placeholders(&folded).any(|name| name.starts_with("{{secret")) {
            return Err("goes on from what was kept from the model");
        }
        let is_known = |host: &str| {
            self.hosts
                .iter()
                .any(|known| known.eq_ignore_ascii_case(host))
                || hosts(self.said).any(|said| said == host)
        };
        match hosts(&folded).all(is_known) {
            true => Ok(()),
            false => Err("names a host that nobody allowed"),
        }
    }
}

/// The hosts of a text's addresses, as they are written.
fn hosts(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("//").filter_map(|(at, sign)| {
        let host = text[at + sign.len()..]
            .split(|c: char| c.is_whitespace() || "/?#\"'\\)>".contains(c))
            .next()?;
        // Without a scheme it may be a remark.
        let is_address = text[..at].ends_with(':') || host.contains('.');
        (is_address && !host.is_empty()).then_some(host)
    })
}

/// Texts of answers, made fit.
pub(crate) trait AnswerWords {
    /// Why something is so.
    fn why(&self) -> String;

    /// A text that is shown, on one line.
    fn shown(&self) -> String;
}

impl AnswerWords for str {
    fn why(&self) -> String {
        let said = cut(&plain(self), WHY);
        if said.is_empty() {
            "the model proposes it".to_owned()
        } else {
            said
        }
    }

    fn shown(&self) -> String {
        cut(&plain(self), TEXT)
    }
}
