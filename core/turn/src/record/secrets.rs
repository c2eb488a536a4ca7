//! Which secrets a turn holds, and how they are taken out.

use std::sync::Arc;

use screen_agent_page::Observation;
use screen_agent_words::HIDDEN;
use screen_agent_words::secret::{self, is_secret_name};
use screen_agent_words::within::{changed, each_text};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::RecordError;
use crate::event::Event;
use crate::person::print_of;
use crate::secrets::asks_for_one;
use crate::task::{KeptSteps, Task};
use screen_agent_action::ask::Proposal;
use screen_agent_action::{Action, mask};
use screen_agent_think::{Thought, Topic};

/// Fields that hold words of a fixed list, or names from the page; none of them is a secret.
const FIXED: &str = "event effect reply kind type status name role tag mode id states by topic strategy tool \
    complexity task_type";

/// Every secret that a proposal would type, or that the person's words name.
pub(super) fn of(before: &Task, events: &[Event]) -> Vec<String> {
    let mut secrets = proposed(before, events);
    let kept = before.kept.iter().flat_map(KeptSteps::secrets);
    secrets.extend(kept.map(|(_, value)| value.to_owned()));
    secrets.extend(secret::named(&before.query));
    for answer in &before.answers {
        secrets.extend(secret::named(&answer.answer));
        if is_secret_name(&answer.question) {
            secrets.extend(secret::answered(&answer.answer));
        }
    }
    secrets.extend(repeated(before, events));
    let asked = asks_for_one(before);
    for words in events.iter().filter_map(said) {
        secrets.extend(secret::named(words));
        if asked {
            secrets.extend(secret::answered(words));
        }
    }
    for event in events {
        if let Event::Observed { seen } = event {
            secrets.extend(seen.resolution.values().cloned());
        }
    }
    secrets.retain(|secret| !secret.trim().is_empty() && secret != HIDDEN);
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

/// What proposals would type into secret fields, whoever made them.
fn proposed(before: &Task, events: &[Event]) -> Vec<String> {
    let mut secrets = Vec::new();
    let mut screen = before
        .phase
        .progress()
        .map(|progress| &progress.seen.screen);
    for event in events {
        match event {
            Event::Observed { seen } => screen = Some(&seen.screen),
            Event::Proposed { proposal } => secrets.extend(typed(proposal, screen, before)),
            // Which topic it answers is not known here; another reads as no proposal.
            Event::Thought { said } => {
                if let Ok(Thought::Proposal(proposal)) =
                    screen_agent_think::read(&Topic::Act, &said.text)
                {
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
    let first = proposal.decision.action();
    let chain = proposal.chain.iter().map(|link| &link.action);
    let secret = |action: &Action| {
        let known = screen.and_then(|screen| mask::typed_secret(action, screen, &before.steps));
        known.or_else(|| unplaced(action, screen))
    };
    first.into_iter().chain(chain).filter_map(secret).collect()
}

/// Text for a field that is not in view. Nobody knows what kind of field it is, so it is hidden.
fn unplaced(action: &Action, screen: Option<&Arc<Observation>>) -> Option<String> {
    let text = action.typed().filter(|_| action.writes())?;
    let id = action.target()?;
    let seen = screen.is_some_and(|screen| screen.node(id).is_some());
    (!seen).then(|| text.to_owned())
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
    let fixed = |key: &str| FIXED.split(' ').any(|word| word == key);
    Ok(changed(value, |json| {
        each_text(json, &fixed, &|text| hidden_text(text, &spelled));
    })?)
}

/// Each secret however it is spelled; the longest first, so that none is left over in part.
fn spellings(secrets: &[String]) -> Vec<String> {
    let mut all: Vec<String> = secrets
        .iter()
        .flat_map(|secret| secret::spellings(secret))
        .filter(|text| !text.trim().is_empty())
        .collect();
    all.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    all.dedup();
    all
}

fn hidden_text(text: &str, secrets: &[String]) -> String {
    let mut plain = text.to_owned();
    for secret in secrets {
        plain = secret::hide(&plain, secret);
    }
    hidden_within(&plain, secrets).unwrap_or(plain)
}

/// What a model writes is JSON in a string, where any letter may be spelled as a number. It is read,
/// hidden and written anew, where that finds anything.
fn hidden_within(text: &str, secrets: &[String]) -> Option<String> {
    let (from, to) = (text.find('{')?, text.rfind('}')?);
    let mut json: Value = serde_json::from_str(text.get(from..=to)?).ok()?;
    let before = json.clone();
    each_text(&mut json, &|_| false, &|text| hidden_text(text, secrets));
    let (lead, rest) = (text.get(..from)?, text.get(to + 1..)?);
    (json != before).then(|| format!("{lead}{json}{rest}"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use std::collections::BTreeMap;

    use super::*;
    use crate::advance::advance;
    use crate::blocker;
    use crate::open_question::OpenQuestion;
    use crate::phase::Phase;
    use crate::record::{Recorder, replay};
    use crate::testing::{node, observed, screen, task};
    use screen_agent_action::status::TaskStatus;
    use screen_agent_think::models::ModelReply;

    #[test]
    fn a_word_of_a_fixed_list_is_no_secret_though_it_is_spelled_like_one() {
        let thinking = serde_json::to_string(&task("x").thinking).unwrap();
        assert!(thinking.contains("\"new\""), "a word of a fixed list");
        let before = Task {
            query: screen_agent_words::Words::said("the new things"),
            ..task("x")
        };
        let hidden = hidden(&before, &["new".to_owned()]).unwrap();
        assert_eq!(hidden.thinking, before.thinking);
        assert_eq!(hidden.query.as_str(), "the ••• things");
    }

    /// The line of a turn with these events.
    fn line(before: &Task, events: Vec<Event>) -> String {
        let mut recorder = Recorder::new(before.clone());
        let mut task = before.clone();
        for event in events {
            let (after, notes, next) = advance(task, event.clone());
            recorder.add(event, &notes, &next);
            task = after;
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
            said: ModelReply {
                text: text.to_owned(),
                ..ModelReply::default()
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
        assert!(line.contains(HIDDEN));
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
        let found = blocker::find(&page, "log in", &[]).unwrap();
        let mut before = task("log in");
        before.phase = Phase::AskingPerson(Box::new(OpenQuestion::Question {
            question: "What now?".to_owned(),
            missing: Vec::new(),
            blocker: Some(Box::new(found)),
            offers: Vec::new(),
        }));
        before.status = TaskStatus::AwaitingUser;
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
        assert!(!asks_for_one(&task("log in")));
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
            assert!(hidden.contains(HIDDEN), "{text} -> {hidden}");
            assert!(!hidden.contains("rd"), "{text} -> {hidden}");
        }
        let plain = r#"{"name": "p\u0061ul",  "n": 1.0}"#;
        assert_eq!(hidden_text(plain, &spelled), plain);
    }
}
