//! Which secrets a turn holds, and how they are taken out.

use std::sync::Arc;

use screen_agent_page::Observation;
use screen_agent_page::secret::is_secret_name;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::RecordError;
use crate::action::Action;
use crate::ask::{Decision, Proposal};
use crate::event::Event;
use crate::hear::print_of;
use crate::mask;
use crate::task::{Task, Waiting};
use crate::think::{self, Thought, Topic};
use crate::veil;

/// Fields that hold words of a fixed list, or names from the page; none of them is a secret.
const FIXED: [&str; 18] = [
    "event",
    "effect",
    "reply",
    "kind",
    "type",
    "status",
    "name",
    "role",
    "tag",
    "mode",
    "id",
    "states",
    "by",
    "topic",
    "strategy",
    "tool",
    "complexity",
    "task_type",
];
/// Answers that tell that something was done, and no secret.
const DONE: [&str; 12] = [
    "done", "yes", "no", "ok", "okay", "continue", "resume", "ready", "finished", "go on", "skip",
    "cancel",
];
/// Shortest word of an answer that may be the secret in it, in characters.
const SHORTEST: usize = 4;
/// Words between a value and the field that it goes into.
const INTO: [&str; 5] = ["into", "in", "as", "for", "to"];
/// Words that end a clause.
const ENDS: [&str; 3] = ["and", "then", "with"];
/// Furthest name of a field behind its value, in words.
const REACH: usize = 5;
/// Words between the name of a secret and the secret itself.
const LINKS: [&str; 8] = ["is", "of", "as", "to", "with", "being", "the", "="];

/// Every secret that a proposal would type, or that the person's words name.
pub(super) fn of(before: &Task, events: &[Event]) -> Vec<String> {
    let mut secrets = proposed(before, events);
    secrets.extend(named(&before.query));
    for answer in &before.answers {
        secrets.extend(named(&answer.answer));
        if is_secret_name(&answer.question) {
            secrets.extend(answered(&answer.answer));
        }
    }
    secrets.extend(repeated(before, events));
    let asked = asks_for_secret(before);
    for words in events.iter().filter_map(said) {
        secrets.extend(named(words));
        if asked {
            secrets.extend(answered(words));
        }
    }
    for event in events {
        if let Event::Observed { seen } = event {
            secrets.extend(seen.resolution.values().cloned());
        }
    }
    secrets.retain(|secret| !secret.trim().is_empty() && secret != mask::HIDDEN);
    secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    secrets.dedup();
    secrets
}

/// Words that a client repeats, and of which the task keeps no more than the print.
fn repeated(before: &Task, events: &[Event]) -> Vec<String> {
    let heard = before.heard.as_deref().unwrap_or_default();
    let words = events.iter().filter_map(said);
    words
        .filter(|words| print_of(words) == heard)
        .map(str::to_owned)
        .collect()
}

/// What the person said in an event.
fn said(event: &Event) -> Option<&str> {
    match event {
        Event::Observed { seen } => seen.words.as_deref(),
        Event::Resumed { said } => said.as_deref(),
        Event::Proposed { .. }
        | Event::ProposeFailed { .. }
        | Event::Recalled { .. }
        | Event::Thought { .. }
        | Event::ThinkFailed { .. }
        | Event::Searched { .. }
        | Event::Stopped => None,
    }
}

/// True when the person is being asked for a secret.
pub(crate) fn asks_for_secret(task: &Task) -> bool {
    let Some(Waiting::Question {
        question, blocker, ..
    }) = &task.waiting
    else {
        return false;
    };
    let fields = blocker.iter().flat_map(|blocker| &blocker.fields);
    let secret = |kind: &str| matches!(kind, "password" | "code");
    is_secret_name(question) || fields.into_iter().any(|field| secret(&field.kind))
}

/// True for a question that asks for a secret.
pub(crate) fn asks(question: &str) -> bool {
    is_secret_name(question)
}

/// What may be the secret in an answer to a question for one: all of it, each of its words that is
/// no plain word, and the last.
pub(crate) fn answered(answer: &str) -> Vec<String> {
    let whole = answer.trim();
    if DONE.contains(&whole.trim_end_matches(['.', '!']).to_lowercase().as_str()) {
        return Vec::new();
    }
    let words: Vec<&str> = whole
        .split_whitespace()
        .map(|word| word.trim_end_matches([',', '.', ';', ')', '!']))
        .filter(|word| word.chars().count() >= SHORTEST)
        .collect();
    let odd = |word: &&str| word.chars().skip(1).any(|c| !c.is_ascii_lowercase());
    let telling = words.iter().copied().filter(odd);
    let last = words.last().copied();
    std::iter::once(whole)
        .chain(telling)
        .chain(last)
        .map(str::to_owned)
        .collect()
}

/// What proposals would type into secret fields, whoever made them.
fn proposed(before: &Task, events: &[Event]) -> Vec<String> {
    let mut secrets = Vec::new();
    let mut screen = before.pending.as_ref().map(|pending| &pending.seen.screen);
    for event in events {
        match event {
            Event::Observed { seen } => screen = Some(&seen.screen),
            Event::Proposed { proposal } => secrets.extend(typed(proposal, screen, before)),
            // Which topic it answers is not known here; another reads as no proposal.
            Event::Thought { said } => {
                if let Ok(Thought::Proposal(proposal)) = think::read(&Topic::Act, &said.text) {
                    secrets.extend(typed(&proposal, screen, before));
                }
            }
            Event::ProposeFailed { .. }
            | Event::Recalled { .. }
            | Event::ThinkFailed { .. }
            | Event::Searched { .. }
            | Event::Resumed { .. }
            | Event::Stopped => {}
        }
    }
    secrets
}

fn typed(proposal: &Proposal, screen: Option<&Arc<Observation>>, before: &Task) -> Vec<String> {
    let first = match &proposal.decision {
        Decision::Act { action } => Some(action),
        Decision::Question { .. } | Decision::GiveUp { .. } => None,
    };
    let chain = proposal.chain.iter().map(|link| &link.action);
    let secret = |action: &Action| {
        let known = screen.and_then(|screen| mask::typed_secret(action, screen, before));
        known.or_else(|| unplaced(action, screen))
    };
    first.into_iter().chain(chain).filter_map(secret).collect()
}

/// Text for a field that is not in view. Nobody knows what kind of field it is, so it is hidden.
fn unplaced(action: &Action, screen: Option<&Arc<Observation>>) -> Option<String> {
    let Action::SetValue { id, text } = action else {
        return None;
    };
    let seen = screen.is_some_and(|screen| screen.node(id).is_some());
    (!seen).then(|| text.clone())
}

/// Secrets that words name: "with password x", "the PIN is 1234", "password: \"a b\"", and "enter x
/// into the password field".
pub(crate) fn named(words: &str) -> Vec<String> {
    let mut secrets = put_into(words);
    let mut rest = words;
    while let Some(at) = rest.find(|c: char| c.is_alphanumeric()) {
        let from = &rest[at..];
        let end = from
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(from.len());
        let (word, after) = from.split_at(end);
        if let Some(after) = after_name(word, after) {
            secrets.extend(value_after(after));
        }
        rest = after;
    }
    secrets
}

/// Values that words put into a field for a secret: in quotation marks, or a telling word.
fn put_into(words: &str) -> Vec<String> {
    let mut secrets = Vec::new();
    let mut rest = words;
    while let Some(at) = rest.find(opens) {
        let in_word = rest[..at].ends_with(char::is_alphanumeric);
        let found = quoted(&rest[at..]).filter(|_| !in_word);
        let Some((inner, after)) = found else {
            rest = rest[at..].trim_start_matches(opens);
            continue;
        };
        if goes_into_secret(after) {
            secrets.extend(readings(inner));
        }
        rest = after;
    }
    let mut rest = words;
    while let Some(at) = rest.find(|c: char| !c.is_whitespace()) {
        let from = &rest[at..];
        let word = first_word(from);
        let after = &from[word.len()..];
        let telling = word.chars().any(|c| !c.is_ascii_lowercase()) && word.len() >= SHORTEST;
        if telling && !word.starts_with(opens) && goes_into_secret(after) {
            secrets.push(word.trim_end_matches(['"', '”', '\'', '’']).to_owned());
        }
        rest = after;
    }
    secrets
}

/// True when what follows a value puts it into a field for a secret, in the same clause.
fn goes_into_secret(after: &str) -> bool {
    let mut words = after.split_whitespace();
    if !words.next().is_some_and(|word| INTO.contains(&word)) {
        return false;
    }
    let mut before = String::new();
    for word in words.take(REACH) {
        let name = word.trim_matches(|c: char| !c.is_alphanumeric());
        let ends = ENDS.contains(&name);
        if ends {
            return false;
        }
        if is_secret_name(name) || is_secret_name(&format!("{before} {name}")) {
            return true;
        }
        if word.ends_with([',', '.', ';']) {
            return false;
        }
        before = name.to_owned();
    }
    false
}

/// What follows the name of a secret of one or two words, if one begins here.
fn after_name<'a>(word: &str, after: &'a str) -> Option<&'a str> {
    if is_secret_name(word) {
        return Some(after);
    }
    let next = first_word(after);
    let pair = !is_secret_name(next) && is_secret_name(&format!("{word} {next}"));
    pair.then(|| skip_word(after))
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

fn skip_word(text: &str) -> &str {
    let word = first_word(text);
    text.trim_start().strip_prefix(word).unwrap_or(text)
}

/// Marks that quotations open with, and what closes them, the likeliest first.
const QUOTES: [(char, &[char]); 8] = [
    ('"', &['"', '”']),
    ('\'', &['\'', '’']),
    ('“', &['”', '“', '"']),
    ('‘', &['’', '\'']),
    ('„', &['“', '”', '"']),
    ('‚', &['‘', '’', '\'']),
    ('«', &['»']),
    ('‹', &['›']),
];

fn opens(mark: char) -> bool {
    QUOTES.iter().any(|(open, _)| *open == mark)
}

/// What stands in the quotation that begins here, and what follows it. Another kind of mark in it is
/// part of it.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let open = text.chars().next()?;
    let (_, closing) = QUOTES.iter().find(|(mark, _)| *mark == open)?;
    let inner = &text[open.len_utf8()..];
    let mut ends = closing.iter();
    let (at, close) = ends.find_map(|close| Some((end_of(inner, *close)?, *close)))?;
    Some((&inner[..at], &inner[at + close.len_utf8()..]))
}

/// Where a quotation ends: at a mark that is neither escaped nor an apostrophe, if there is one.
fn end_of(inner: &str, close: char) -> Option<usize> {
    let escaped = |at: usize| {
        let before = inner[..at].bytes().rev();
        before.take_while(|byte| *byte == b'\\').count() % 2 == 1
    };
    let in_word = |at: usize| inner[at + close.len_utf8()..].starts_with(char::is_alphanumeric);
    let mut marks = inner.match_indices(close).map(|(at, _)| at);
    let first = marks.clone().next();
    let unescaped = marks.clone().find(|at| !escaped(*at));
    let ending = marks.find(|at| !escaped(*at) && !in_word(*at));
    ending.or(unescaped).or(first)
}

/// A quoted value as it is written, and as it is meant where marks in it are escaped.
fn readings(inner: &str) -> Vec<String> {
    let mut readings = vec![inner.to_owned()];
    if inner.contains('\\') {
        let mut meant = String::new();
        let mut letters = inner.chars();
        while let Some(letter) = letters.next() {
            let next = (letter == '\\').then(|| letters.next()).flatten();
            meant.push(next.unwrap_or(letter));
        }
        readings.push(meant);
    }
    readings
}

fn value_after(text: &str) -> Vec<String> {
    // The name itself may be in quotation marks; "the password's field" opens none.
    let unnamed = text.trim_start_matches(['"', '\'', '”', '’', '“', '»']);
    if text.len() != unnamed.len() && unnamed.starts_with(char::is_alphanumeric) {
        return Vec::new();
    }
    let mut text = unnamed.trim_start_matches([' ', ':', '=']);
    while LINKS.contains(&first_word(text).to_lowercase().as_str()) {
        text = skip_word(text).trim_start_matches([' ', ':', '=']);
    }
    if let Some((inner, _)) = quoted(text) {
        return readings(inner);
    }
    let opened = text.starts_with(opens);
    let word = first_word(text.trim_start_matches(opens));
    let word = word.trim_end_matches([',', '.', ';', ')']);
    // A lower-case word alone ("password field", "password and") is far more often prose.
    let telling = opened || word.chars().any(|c| !c.is_ascii_lowercase());
    match telling && !word.is_empty() {
        true => vec![word.to_owned()],
        false => Vec::new(),
    }
}

/// The value with one word put for another in its strings.
pub(super) fn renamed<T: Serialize + DeserializeOwned>(
    value: &T,
    from: &str,
    to: &str,
) -> Result<T, RecordError> {
    let text = serde_json::to_string(value)?;
    Ok(serde_json::from_str(&text.replace(from, to))?)
}

/// The value with every secret hidden in its strings, however it is spelled there.
pub(super) fn hidden<T: Serialize + DeserializeOwned>(
    value: &T,
    secrets: &[String],
) -> Result<T, RecordError> {
    let spelled = spellings(secrets);
    Ok(mask::changed(value, |json| hide(json, &spelled, &FIXED))?)
}

/// Each secret however it is spelled; the longest first, so that none is left over in part.
fn spellings(secrets: &[String]) -> Vec<String> {
    let mut all: Vec<String> = secrets
        .iter()
        .flat_map(|secret| veil::spellings(secret))
        .filter(|text| !text.trim().is_empty())
        .collect();
    all.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    all.dedup();
    all
}

fn hide(value: &mut Value, secrets: &[String], fixed: &[&str]) {
    match value {
        Value::String(text) => *text = hidden_text(text, secrets),
        Value::Array(items) => items.iter_mut().for_each(|item| hide(item, secrets, fixed)),
        Value::Object(fields) => {
            for (key, field) in fields.iter_mut() {
                if !fixed.contains(&key.as_str()) {
                    hide(field, secrets, fixed);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn hidden_text(text: &str, secrets: &[String]) -> String {
    let mut plain = text.to_owned();
    for secret in secrets {
        plain = mask::hide(&plain, secret);
    }
    hidden_within(&plain, secrets).unwrap_or(plain)
}

/// What a model writes is JSON in a string, where any letter may be spelled as a number. It is read,
/// hidden and written anew, where that finds anything.
fn hidden_within(text: &str, secrets: &[String]) -> Option<String> {
    let (from, to) = (text.find('{')?, text.rfind('}')?);
    let mut json: Value = serde_json::from_str(text.get(from..=to)?).ok()?;
    let before = json.clone();
    hide(&mut json, secrets, &[]);
    let (lead, rest) = (text.get(..from)?, text.get(to + 1..)?);
    (json != before).then(|| format!("{lead}{json}{rest}"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use std::collections::BTreeMap;

    use super::*;
    use crate::blocker;
    use crate::mind::Said;
    use crate::record::{Recorder, replay};
    use crate::testing::{node, observed, screen, task};
    use crate::turn::advance;

    #[test]
    fn a_word_of_a_fixed_list_is_no_secret_though_it_is_spelled_like_one() {
        let thinking = serde_json::to_string(&task("x").thinking).unwrap();
        assert!(thinking.contains("\"new\""), "a word of a fixed list");
        let before = Task {
            query: crate::words::Words::said("the new things"),
            ..task("x")
        };
        let hidden = hidden(&before, &["new".to_owned()]).unwrap();
        assert_eq!(hidden.thinking, before.thinking);
        assert_eq!(hidden.query.as_str(), "the ••• things");
    }

    #[test]
    fn a_value_is_taken_whole_whatever_marks_are_in_it() {
        for (words, expected) in [
            (r#"password hunter2 and go"#, "hunter2"),
            (r#"password: Zebra9, then"#, "Zebra9"),
            (r#"password "one two" then"#, "one two"),
            (r#"password 'se"cret' and name "ann""#, r#"se"cret"#),
            (r#"password "it's 5 o'clock" and"#, "it's 5 o'clock"),
            (r#"password 'it's mine' and"#, "it's mine"),
            (r#"password "a\"b" and"#, r#"a\"b"#),
            (r#"password "a\"b" and"#, r#"a"b"#),
            (r#"password 'a\'b' and"#, "a'b"),
            (r#"password "ends\\" and "more""#, r#"ends\\"#),
            (r#"password “se"c'ret” and"#, r#"se"c'ret"#),
            (r#"password ‘se"cret’ and"#, r#"se"cret"#),
            (r#"password ‘it’s mine’ and"#, "it’s mine"),
            (r#"password „ge'heim“ and"#, "ge'heim"),
            (r#"password «mot d'ordre» and"#, "mot d'ordre"),
            (r#"password "mixed” and"#, "mixed"),
            (r#"password "never closed"#, "never"),
            (r#""password": "x'y z""#, "x'y z"),
            (r#"the password is 'a"b' and"#, r#"a"b"#),
        ] {
            let found = named(words);
            assert!(
                found.iter().any(|one| one == expected),
                "{words}: {found:?}"
            );
        }
        for (words, expected) in [
            (r#"put 'se"cret' into the password field"#, r#"se"cret"#),
            (r#"don't wait, type “a'b” into the password field"#, "a'b"),
            (r#"type "a\"b" into the password field"#, r#"a"b"#),
        ] {
            let found = put_into(words);
            assert!(
                found.iter().any(|one| one == expected),
                "{words}: {found:?}"
            );
        }
        let prose = named("open the password's field and press 'Save'");
        assert_eq!(prose, [] as [String; 0]);
    }

    /// The line of a turn with these events.
    fn line(before: &Task, events: Vec<Event>) -> String {
        let mut recorder = Recorder::new(before.clone());
        let mut task = before.clone();
        for event in events {
            let (next, effects) = advance(task, event.clone());
            recorder.add(event, &effects);
            task = next;
        }
        recorder.finish(task).unwrap().line().unwrap()
    }

    fn fields() -> Event {
        observed(screen(vec![
            node("1", "inp", "Verification code"),
            node("2", "inp", "Password"),
        ]))
    }

    fn thought(text: &str) -> Event {
        Event::Thought {
            said: Said {
                text: text.to_owned(),
                ..Said::default()
            },
        }
    }

    fn resumed(said: &str) -> Event {
        Event::Resumed {
            said: Some(said.to_owned()),
        }
    }

    /// The fields, with what was given beside them.
    fn given(values: &[(&str, &str)]) -> Event {
        let Event::Observed { mut seen } = fields() else {
            panic!("a look")
        };
        seen.resolution = values
            .iter()
            .map(|&(field, value)| (field.to_owned(), value.to_owned()))
            .collect::<BTreeMap<_, _>>();
        Event::Observed { seen }
    }

    #[test]
    fn a_record_tells_nothing_of_what_was_given_for_a_blocker() {
        let values = [
            ("code", "493817"),
            ("name", "ann-Sesame"),
            ("password", "open\"Sesame"),
        ];
        let before = task("log in");
        let line = line(
            &before,
            vec![
                given(&values),
                thought(r#"{"thought": "I type 493817.", "action": "setValue(1, \"493817\")"}"#),
                thought(r#"{"action": "setValue(2, 'open\"Sesame')"}"#),
                thought(r#"{"action": "setValue(2, \"open\\\"S\u0065same\")"}"#),
                resumed("the code was 493817"),
            ],
        );
        for secret in ["493817", "Sesame", "same"] {
            assert!(!line.contains(secret), "{secret} in {line}");
        }
        assert!(line.contains(mask::HIDDEN));
        assert_eq!(replay(&line).unwrap().difference, None);
    }

    #[test]
    fn a_record_tells_no_secret_that_only_a_model_named() {
        let chain = r#"{"thought": "x", "action": "setValue(2, \"Str0ng-one\")", "actions": [
            {"action": "setValue(2, \"Str0ng-one\")", "description": "a"},
            {"action": "setValue(1, \"493817\")", "description": "b"}]}"#;
        let line = line(&task("make an account"), vec![fields(), thought(chain)]);
        for secret in ["Str0ng", "493817"] {
            assert!(!line.contains(secret), "{secret} in {line}");
        }
        assert_eq!(replay(&line).unwrap().difference, None);
    }

    #[test]
    fn an_answer_in_the_chat_is_as_secret_as_a_form() {
        let page = screen(vec![node("1", "inp", "Verification code")]);
        let found = blocker::find(&page, &task("log in")).unwrap();
        let mut before = task("log in");
        before.waiting = Some(Waiting::Question {
            question: "What now?".to_owned(),
            missing: Vec::new(),
            blocker: Some(Box::new(found)),
        });
        for event in [
            resumed("it is 493817"),
            match fields() {
                Event::Observed { mut seen } => {
                    seen.words = Some("it is 493817".to_owned());
                    Event::Observed { seen }
                }
                other => other,
            },
        ] {
            let text = r#"{"action": "setValue(1, \"493817\")"}"#;
            let line = line(&before, vec![event, thought(text)]);
            assert!(!line.contains("493817"), "{line}");
            assert_eq!(replay(&line).unwrap().difference, None);
        }
        assert!(!asks_for_secret(&task("log in")));
    }

    #[test]
    fn words_name_secrets() {
        for (words, expected) in [
            ("log in with name ann and password hunter2", vec!["hunter2"]),
            ("the PIN is 1234.", vec!["1234"]),
            ("use the password \"a b\" there", vec!["a b"]),
            ("password: Sesame", vec!["Sesame"]),
            ("card number 4111111111111111", vec!["4111111111111111"]),
            ("focus the password field", vec![]),
            (
                "enter \"violet-7\" into Password, then go on",
                vec!["violet-7"],
            ),
            ("type Sesame7 in the password field", vec!["Sesame7"]),
            (
                "enter \"Ann\" into Name and \"x y\" into the PIN field",
                vec!["x y"],
            ),
            ("enter \"Ann\" as name and choose a password", vec![]),
            ("open the spinner 5", vec![]),
        ] {
            assert_eq!(named(words), expected, "{words:?}");
        }
    }

    #[test]
    fn an_answer_to_a_question_for_a_secret_is_one() {
        for (answer, expected) in [
            ("123456", vec!["123456", "123456", "123456"]),
            ("sesame", vec!["sesame", "sesame"]),
            ("it is 123456.", vec!["it is 123456.", "123456", "123456"]),
            ("Done.", vec![]),
            ("go on", vec![]),
        ] {
            assert_eq!(answered(answer), expected, "{answer:?}");
        }
    }

    #[test]
    fn a_secret_is_hidden_however_it_is_spelled() {
        let secrets = ["pa\"ss\\wörd".to_owned()];
        let spelled = spellings(&secrets);
        for text in [
            "pa\"ss\\wörd",
            r#"{"action": "setValue(1, 'pa\"ss\\wörd')"}"#,
            r#"{"action": "setValue(1, \"pa\\\"ss\\\\wörd\")"}"#,
            r#"so: {"action": "setValue(1, \"p\u0061\\\"ss\\\\w\u00f6rd\")"} there"#,
        ] {
            let hidden = hidden_text(text, &spelled);
            assert!(hidden.contains(mask::HIDDEN), "{text} -> {hidden}");
            assert!(!hidden.contains("rd"), "{text} -> {hidden}");
        }
        let plain = r#"{"name": "p\u0061ul",  "n": 1.0}"#;
        assert_eq!(hidden_text(plain, &spelled), plain);
    }
}
