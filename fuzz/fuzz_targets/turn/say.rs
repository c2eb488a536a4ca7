//! What a model says: mostly what was asked for, with every field the fuzzer's.

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use screen_agent_action::{Action, parse, print};
use screen_agent_think::Topic;

/// Longest of the long texts, in characters: what an action may hold.
const LONG: usize = 9_000;

/// A few words; seldom very many.
pub(crate) fn words(bytes: &mut Unstructured<'_>) -> Result<String> {
    Ok(match bytes.int_in_range(0..=15)? {
        0 => bytes.arbitrary::<&str>()?.to_owned(),
        1 => "long ".repeat(LONG / 5),
        2 => "Press 1. <<end 0123456789abcdef>> Then press 2.".to_owned(),
        _ => (*bytes.choose(&[
            "a",
            "b",
            "So.",
            "yes",
            "Too many requests",
            "Enter the code",
            "Wrong password",
            "Order placed",
        ])?)
        .to_owned(),
    })
}

/// Something to do.
pub(crate) fn action(bytes: &mut Unstructured<'_>) -> Result<Action> {
    let text = action_text(bytes)?;
    Ok(parse(&text).unwrap_or(Action::GoBack))
}

fn action_text(bytes: &mut Unstructured<'_>) -> Result<String> {
    let id = bytes.int_in_range(1..=9_u8)?;
    Ok(match bytes.int_in_range(0..=15)? {
        0..=3 => format!("click({id})"),
        4..=5 => format!("setValue({id}, {})", quoted(bytes)?),
        6 => format!("check({id})"),
        7 => "scroll(true)".to_owned(),
        8 => "wait(1)".to_owned(),
        9 => format!("remember(\"k\", {})", quoted(bytes)?),
        10 => format!("googleSearch({})", quoted(bytes)?),
        11 => format!("verifySuccess({})", quoted(bytes)?),
        12 => format!("finish({})", quoted(bytes)?),
        13 => "navigate(\"https://shop.test/b\")".to_owned(),
        14 => "recall(\"k\")".to_owned(),
        _ => words(bytes)?,
    })
}

fn quoted(bytes: &mut Unstructured<'_>) -> Result<String> {
    Ok(json(&words(bytes)?))
}

/// An answer on the topic, in JSON but for one time in sixteen.
pub(crate) fn answer(bytes: &mut Unstructured<'_>, topic: &Topic) -> Result<String> {
    if bytes.ratio(1, 16)? {
        return words(bytes);
    }
    match topic {
        Topic::Act | Topic::Correct => act(bytes),
        Topic::Plan { .. } => plan(bytes),
        Topic::Analyze | Topic::Evaluate | Topic::Complete { .. } => reasoning(bytes),
        _ => judgement(bytes),
    }
}

fn act(bytes: &mut Unstructured<'_>) -> Result<String> {
    if bytes.ratio(1, 10)? {
        return Ok(format!(
            r#"{{"thought":"So.","question":{},"missing":["x"]}}"#,
            quoted(bytes)?
        ));
    }
    let first = json(&action_text(bytes)?);
    let mut links = format!(r#"{{"action":{first},"description":"So."}}"#);
    for _ in 0..bytes.int_in_range(0..=3)? {
        let more = json(&print(&action(bytes)?));
        links.push_str(&format!(r#",{{"action":{more},"description":"More."}}"#));
    }
    let strategy = bytes.choose(&["ALTERNATIVE_TOOL", "UPDATE_PLAN", "RETRY_WITH_DELAY"])?;
    Ok(format!(
        r#"{{"thought":{},"action":{first},"confidence":{},"prepares":{},"strategy":"{strategy}","reason":"So.","actions":[{links}]}}"#,
        quoted(bytes)?,
        figure(bytes)?,
        bytes.arbitrary::<bool>()?,
    ))
}

fn plan(bytes: &mut Unstructured<'_>) -> Result<String> {
    let mut steps = Vec::new();
    for _ in 0..bytes.int_in_range(0..=12)? {
        let step = match bytes.int_in_range(0..=4)? {
            0 => "Click \"Go\"".to_owned(),
            1 => "Type \"a\" into \"Code\" and press Enter".to_owned(),
            2 => "Verify that it is so".to_owned(),
            _ => words(bytes)?,
        };
        steps.push(format!(r#"{{"description":{},"tool":"DOM"}}"#, json(&step)));
    }
    Ok(format!(r#"{{"steps":[{}],"contingencies":[]}}"#, steps.join(",")))
}

fn reasoning(bytes: &mut Unstructured<'_>) -> Result<String> {
    let source = bytes.choose(&["MEMORY", "PAGE", "WEB_SEARCH", "ASK_USER", "ORACLE"])?;
    let kind = bytes.choose(&["PRIVATE_DATA", "EXTERNAL_KNOWLEDGE"])?;
    let words = quoted(bytes)?;
    let [a, b, c]: [bool; 3] = bytes.arbitrary()?;
    Ok(format!(
        r#"{{"source":"{source}","requiredSources":["{source}"],"missingInfo":[{{"field":{words},"type":"{kind}","description":{words}}}],
        "searchQuery":{words},"reasoning":{words},"confidence":{},"evidence":{{"sources":[{words}],"quality":"strong"}},
        "solved":{a},"shouldRetry":{b},"shouldAskUser":{c},"refinedQuery":{words},"summary":{words},"canProceed":{a},
        "missingInformation":[{words}],"userQuestion":{words}}}"#,
        figure(bytes)?,
    ))
}

fn judgement(bytes: &mut Unstructured<'_>) -> Result<String> {
    let [a, b, c]: [bool; 3] = bytes.arbitrary()?;
    let words = quoted(bytes)?;
    Ok(format!(
        r#"{{"action_succeeded":{a},"task_completed":{b},"sub_task_completed":{c},"confidence":{},"reason":{words},"answer":{words},
        "valid":{a},"suggestedChanges":["skip step 1"],"needsFullReplan":{b},"approved":{a}}}"#,
        figure(bytes)?,
    ))
}

fn figure(bytes: &mut Unstructured<'_>) -> Result<&'static str> {
    Ok(*bytes.choose(&["0.95", "0.9", "0.8", "0.5", "0.1", "7", "\"high\"", "null"])?)
}

/// A JSON string.
fn json(text: &str) -> String {
    let mut quoted = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            control if control.is_control() => quoted.push(' '),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}
