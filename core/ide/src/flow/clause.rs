//! One clause of a step, as what is done. Each rule says what it recognises; the first that does decides.

use serde_json::{Value, json};

use super::FlowStep;
use super::condition::{names, quoted};
use super::data_action::METHODS;
use super::{condition, inline};
use crate::expr::parse::statements;
use crate::ui::tokens::{Symbol, camel, is_among, symbol, symbols, words};

/// What came of the last call.
pub(super) const RESULT: &str = "#_results['restApi'].value";
/// Parts of one clause.
const PARTS: usize = 10;

/// Reads a clause. `data_actions` are names that stand for APIs. None where no rule recognises it.
pub fn read(text: &str, data_actions: &[String]) -> Option<FlowStep> {
    let text = text.trim().trim_end_matches(['.', ',']);
    // Each part is read as a clause of its own, inside of the one before.
    let parts = ["->", "then", "#while("].map(|sign| text.matches(sign).count());
    if parts.iter().sum::<usize>() > PARTS {
        return None;
    }
    // What is written out and not understood is not guessed at by the words in it.
    if ["#if(", "#switch(", "#while("]
        .iter()
        .any(|begin| text.starts_with(begin))
    {
        return inline::read(text);
    }
    let clause = Clause {
        text,
        lower: text.to_lowercase(),
        data_actions,
    };
    let rules: [fn(&Clause<'_>) -> Option<FlowStep>; 13] = [
        |clause| inline::read(clause.text),
        conditional,
        call,
        request,
        assignment,
        change,
        saving,
        loading,
        sheet,
        navigation,
        message,
        place,
        ending,
    ];
    rules.iter().find_map(|rule| rule(&clause))
}

struct Clause<'a> {
    text: &'a str,
    lower: String,
    data_actions: &'a [String],
}

impl Clause<'_> {
    /// Whether one of some words, with `|` between them, is in it.
    fn says(&self, words: &str) -> bool {
        words.split('|').any(|word| self.lower.contains(word))
    }

    /// It begins with a word for calling.
    fn calls(&self) -> bool {
        self.begins(
            "call |calls |invoke |invokes |send |sends |request |requests |trigger |triggers ",
        )
    }

    fn begins(&self, words: &str) -> bool {
        words.split('|').any(|word| self.lower.starts_with(word))
    }
}

/// `if …`, `when … is valid`.
fn conditional(clause: &Clause<'_>) -> Option<FlowStep> {
    let asks = clause.begins("if ") || (clause.begins("when ") && clause.says("valid"));
    let condition = asks.then(|| clause.text.split_once(' ')).flatten()?.1;
    let (condition, then) = match inline::split_outside(condition, " then ") {
        Some((condition, then)) => (condition, Some(then)),
        None => (condition, None),
    };
    let mut step = FlowStep::conditional(condition::expression(condition)?);
    step.is_true
        .extend(then.and_then(|then| read(then, clause.data_actions)));
    Some(step)
}

/// `call #restAPI:X`, `via "X" API call`, `call "X" action`.
fn call(clause: &Clause<'_>) -> Option<FlowStep> {
    let api = symbols(clause.text)
        .into_iter()
        .find_map(|symbol| match symbol {
            Symbol::Api(name) => Some(name),
            Symbol::Own(_) | Symbol::System(_) | Symbol::Event(_) => None,
        });
    if clause.says(" fails|times out") {
        return None;
    }
    if let Some(api) = api {
        return Some(sending(rest_api(api), clause));
    }
    let Some(name) = quoted(clause.text).next() else {
        return named_api(clause);
    };
    if clause.says("api call|api is called") || (clause.calls() && clause.says(" api")) {
        return Some(sending(rest_api(name), clause));
    }
    let calls = clause.begins("call |calls ") || clause.says("via |trigger| call|run ");
    if !calls || !clause.says("action|flow") {
        return None;
    }
    let known = clause
        .data_actions
        .iter()
        .any(|known| known.eq_ignore_ascii_case(name));
    match known {
        true => Some(rest_api(name)),
        false => Some(FlowStep::basic(
            "callFlow",
            json!({ "flowId": camel(name) }),
        )),
    }
}

/// `call the login API`.
fn named_api(clause: &Clause<'_>) -> Option<FlowStep> {
    let said = words(clause.text);
    let at = said
        .iter()
        .position(|word| word == "api" || word == "endpoint")?;
    let name = said[..at]
        .iter()
        .skip(1)
        .filter(|word| !is_among("a an the this", word));
    let name = name.cloned().collect::<Vec<_>>().join(" ");
    (clause.calls() && !name.is_empty()).then(|| sending(rest_api(&name), clause))
}

/// `POST /subscribe with #email`.
fn request(clause: &Clause<'_>) -> Option<FlowStep> {
    let mut said = clause.text.split_whitespace();
    let method = said.find_map(|word| METHODS.into_iter().find(|method| *method == word))?;
    let path = said.next().filter(|path| path.starts_with('/'))?;
    let step = FlowStep::of(
        "callback",
        "restApi",
        json!({ "path": path, "method": method }),
    );
    Some(sending(step, clause))
}

/// A call, with the symbols that stand behind its "with".
fn sending(mut step: FlowStep, clause: &Clause<'_>) -> FlowStep {
    if let Some((_, with)) = clause.text.split_once(" with ") {
        let names: Vec<String> = names(with).into_iter().map(str::to_owned).collect();
        send(&mut step, &names);
    }
    step
}

/// Has a call send these symbols, each under the last part of its name, besides what it sends already.
pub(super) fn send(step: &mut FlowStep, names: &[String]) {
    if names.is_empty() || step.action_id != "restApi" {
        return;
    }
    let params = step.params.get_or_insert_default();
    let method = params
        .get("method")
        .and_then(Value::as_str)
        .map(str::to_uppercase);
    let place = match method.as_deref() {
        Some("GET" | "HEAD" | "DELETE") => "queryParams",
        _ => "body",
    };
    let place = params.entry(place).or_insert_with(|| json!({}));
    for name in names {
        let field = name.rsplit(['.', '#']).next().unwrap_or_default();
        if let Some(fields) = place.as_object_mut() {
            fields.entry(field).or_insert_with(|| json!(name));
        }
    }
}

/// A call of an API that only its name is known of: its path and method follow from that.
pub(super) fn rest_api(name: &str) -> FlowStep {
    let words = words(name);
    let path = format!("/{}", words.join("-"));
    let method = method_of(words.first().map(String::as_str).unwrap_or_default());
    FlowStep::of(
        "callback",
        "restApi",
        json!({ "path": path, "method": method }),
    )
}

/// The method of what an API does.
pub(super) fn method_of(verb: &str) -> &'static str {
    match verb {
        "get" | "load" | "fetch" | "list" | "search" | "find" | "read" | "refresh" => "GET",
        "delete" | "remove" => "DELETE",
        "update" | "replace" => "PUT",
        "change" | "edit" | "patch" => "PATCH",
        _ => "POST",
    }
}

/// `set #s to V`, `#s is set to V`, `set #s`.
fn assignment(clause: &Clause<'_>) -> Option<FlowStep> {
    let target = *names(clause.text).first()?;
    if clause.says(" set to ") || (clause.begins("set |sets ") && clause.says(" to ")) {
        let (before, after) = clause.text.split_once(" to ")?;
        return before.contains(target).then(|| set(target, after));
    }
    if clause.begins("set |sets ") {
        if let Some((_, value)) = clause.text.split_once('=') {
            return Some(set(target, value));
        }
        // Without a value it takes what came of the call.
        let part = if target.to_lowercase().contains("err") {
            "error"
        } else {
            "value"
        };
        return Some(FlowStep::expression(format!(
            "{target} = #_results['restApi'].{part}"
        )));
    }
    None
}

/// `clear #s`, `toggle #s`, `increase #s by 2`.
fn change(clause: &Clause<'_>) -> Option<FlowStep> {
    let target = *names(clause.text).first()?;
    if clause.begins("clear |clears |reset |resets |empty ") {
        return Some(set(target, "\"\""));
    }
    if clause.begins("toggle |toggles ") {
        return Some(FlowStep::expression(format!("{target} = !{target}")));
    }
    let sign = match () {
        () if clause.begins("increase |increases |increment |increments ") => '+',
        () if clause.begins("decrease |decreases |decrement |decrements ") => '-',
        () => return None,
    };
    let by = clause
        .text
        .split_once(" by ")
        .map_or("1", |(_, by)| by.trim());
    let is_value = by.parse::<f64>().is_ok() || symbol(by).is_some();
    is_value.then(|| FlowStep::expression(format!("{target} = {target} {sign} {by}")))
}

/// A symbol set to what is written.
pub(super) fn set(target: &str, value: &str) -> FlowStep {
    let value = value.trim();
    let read: Value = match serde_json::from_str(value) {
        Ok(read) => read,
        Err(_) if is_computed(value) => return FlowStep::expression(format!("{target} = {value}")),
        Err(_) => json!(value),
    };
    FlowStep::basic("setProperty", json!({ "target": target, "value": read }))
}

fn is_computed(value: &str) -> bool {
    let computes = value.contains(['!', '?', '+', '*', '(', '[', '.', '=', '<', '>']);
    let names = value.contains('#') || value.starts_with("payload");
    computes && names && statements(value).is_ok()
}

/// `saved to "#s"`, `loaded into "#s"`: what came of a call is kept.
fn saving(clause: &Clause<'_>) -> Option<FlowStep> {
    let keeps = clause.begins("save |saves |store |stores |keep |keeps |load |loads ")
        && clause.says(" to | in | into | as ");
    if !keeps && !clause.says("saved to|loaded into|stored in|saved in") {
        return None;
    }
    let target = *names(clause.text).first()?;
    Some(FlowStep::expression(format!("{target} = {RESULT}")))
}

/// `loading is shown`, `hide the loading indicator`.
fn loading(clause: &Clause<'_>) -> Option<FlowStep> {
    if !clause.says("loading|spinner") || clause.text.contains('#') {
        return None;
    }
    let ends = clause.says("hide|hidden|stop|disappear|closes|ends");
    let shows = ends || clause.says("show|display|start|appear");
    shows.then(|| FlowStep::basic("showLoading", json!({ "isShowing": !ends })))
}

/// `the "Filter" dialog opens`.
fn sheet(clause: &Clause<'_>) -> Option<FlowStep> {
    let is_drawer = clause.says("drawer");
    if !is_drawer && !clause.says("dialog|bottom sheet|modal") {
        return None;
    }
    let opens = clause.says("open|show|appear");
    if !opens && !clause.says("close|hide|dismiss|disappear") {
        return None;
    }
    let (id, key) = match (opens, is_drawer) {
        (true, true) => ("openDrawer", "componentId"),
        (false, true) => ("closeDrawer", "componentId"),
        (true, false) => ("openBottomSheet", "bottomSheetId"),
        (false, false) => ("closeBottomSheet", "bottomSheetId"),
    };
    let said = words(clause.text);
    let at = said
        .iter()
        .position(|word| is_among("drawer dialog bottom modal", word));
    let before = said[..at.unwrap_or_default()].iter().rev();
    let before = before.take_while(|word| {
        !is_among(
            "a an the open opens close closes show shows hide dismiss",
            word,
        )
    });
    let before: Vec<&str> = before.map(String::as_str).collect();
    let before = before.into_iter().rev().collect::<Vec<_>>().join(" ");
    let name = quoted(clause.text).next().unwrap_or(&before);
    let name = Some(camel(name)).filter(|name| !name.is_empty());
    Some(FlowStep::basic(
        id,
        name.map_or(Value::Null, |name| json!({ key: name })),
    ))
}

/// `navigate to Home`, `redirected to "Home" page`, `goes back`.
fn navigation(clause: &Clause<'_>) -> Option<FlowStep> {
    if clause.says("navigate back|navigates back|go back|goes back|taken back") {
        return Some(FlowStep::basic("navigateBack", Value::Null));
    }
    const TO: &str = "navigate to |navigates to |navigated to |redirected to |redirect to |taken to |go to |goes to ";
    let found = TO
        .split('|')
        .find_map(|to| clause.lower.find(to).map(|at| at + to.len()));
    let bare = clause
        .begins("navigate |redirect ")
        .then(|| clause.lower.find(' ').map(|at| at + 1));
    let at = found.or(bare.flatten())?;
    // Lower case may be longer in bytes.
    let rest = clause.text.get(at..)?.trim();
    let name = quoted(rest).next().unwrap_or(rest).trim();
    let name = name.strip_prefix("the ").unwrap_or(name);
    let path = match name.starts_with(['/', '#']) {
        true => name.split_whitespace().next()?.to_owned(),
        false => {
            let mut words = words(name);
            if words.len() > 1
                && words
                    .last()
                    .is_some_and(|word| word == "page" || word == "screen")
            {
                words.pop();
            }
            format!("/{}", words.join("-"))
        }
    };
    (path.len() > 1).then(|| FlowStep::basic("navigate", json!({ "routePath": path })))
}

/// `see "M" message`, `show "M"`.
fn message(clause: &Clause<'_>) -> Option<FlowStep> {
    if let Some(at) = clause
        .lower
        .find("http")
        .filter(|_| clause.says("open|link"))
    {
        let url = clause.text.get(at..)?.split(['"', ' ']).next()?;
        return Some(FlowStep::basic("goToLink", json!({ "url": url })));
    }
    let shows = clause.says("see |sees |show |shows |shown|display|popup");
    let text = quoted(clause.text).next().filter(|_| shows)?;
    let is_error = clause.says("error message|error popup|an error|fail");
    let id = if is_error {
        "showErrorPopup"
    } else {
        "showPopup"
    };
    Some(FlowStep::basic(id, json!({ "message": text })))
}

/// `set the language to ko`, `scroll to the top`.
fn place(clause: &Clause<'_>) -> Option<FlowStep> {
    let (id, key) = match () {
        () if clause.says("language to ") => ("setLanguage", "language"),
        () if clause.begins("scroll ") => ("scrollTo", "position"),
        () => return None,
    };
    let (_, to) = clause.text.split_once(" to ")?;
    let to = to.trim().trim_start_matches("the ").trim_matches('"');
    (!to.is_empty()).then(|| FlowStep::basic(id, json!({ key: to })))
}

/// `the flow ends`.
fn ending(clause: &Clause<'_>) -> Option<FlowStep> {
    let ends =
        clause.says("flow ends|end the flow|stop the flow|nothing happens|nothing else happens");
    ends.then(|| FlowStep::basic("endFlow", Value::Null))
}
