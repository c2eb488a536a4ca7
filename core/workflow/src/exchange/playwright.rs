//! Scripts as Playwright's codegen writes them: the lines that go somewhere, work a control, or expect something.

use std::fmt::Write as _;

use screen_agent_action::Action;
use screen_agent_page::{NodeId, Role};
use screen_agent_words::quote::plain;
use serde_json::json;

use super::Taken;
use super::script::{Arg, Call, chain, wrapped};
use crate::fault::WorkflowFault;
use crate::file::{CONTROL, ControlDescription, Workflow, WorkflowStep};
use crate::learn::Author;
use crate::values::{Values, action_of, filled};

/// What stands for a role in ARIA, where there is a word for it.
pub(super) fn aria(role: &str) -> Option<&'static str> {
    Some(match role {
        "btn" => "button",
        "inp" | "textarea" => "textbox",
        "link" => "link",
        "chk" => "checkbox",
        "radio" => "radio",
        "sel" => "combobox",
        "opt" => "option",
        "switch" => "switch",
        "tab" => "tab",
        "menuitem" => "menuitem",
        "slider" => "slider",
        "treeitem" => "treeitem",
        "row" => "row",
        "cell" => "cell",
        "img" => "img",
        _ => return None,
    })
}

/// Reads a script. What cannot be taken over is told beside the workflow.
pub fn import(text: &str, maker: &Author) -> Result<(Workflow, Vec<String>), WorkflowFault> {
    let mut taken = Taken::default();
    let mut title = "Recorded with Playwright".to_owned();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let code = line.trim();
        if let Some((inside, _)) = wrapped(code.trim_end_matches("{").trim(), "test") {
            let named = inside.split(',').next().unwrap_or_default();
            named
                .trim()
                .trim_matches(['\'', '"', '`'])
                .clone_into(&mut title);
        } else if let Some(rest) = code.strip_prefix("test(") {
            let named = rest.split(',').next().unwrap_or_default().trim();
            if named.starts_with(['\'', '"', '`']) {
                named.trim_matches(['\'', '"', '`']).clone_into(&mut title);
            }
        } else if let Some((inside, follows)) = wrapped(code, "expect") {
            expects(&mut taken, number, inside, follows);
        } else if let Some(calls) = chain(code, "page") {
            take(&mut taken, number, &calls)?;
        } else if code.starts_with("if (") {
            taken.left.push(format!(
                "line {number} (a condition) is left out: what stands under it is always done"
            ));
        } else if code.starts_with("await ") {
            taken
                .left
                .push(format!("line {number} is left out: {code}"));
        }
    }
    taken.finish(&title, maker)
}

fn take(taken: &mut Taken, line: usize, calls: &[Call]) -> Result<(), WorkflowFault> {
    let Some((last, located)) = calls.split_last() else {
        return Ok(());
    };
    let first = last.args.first().and_then(Arg::text).unwrap_or_default();
    if located.is_empty() {
        match last.name.as_str() {
            "goto" => return taken.go(first, Some(line)),
            "waitForURL" => taken.arrived(first),
            _ => taken.leaves(&format!("line {line} ({})", last.name)),
        }
        return Ok(());
    }
    let mut control = located_by(located, line)?;
    let id = NodeId::new(CONTROL);
    match last.name.as_str() {
        "click" => taken.work("Press", &Action::Click { id }, control),
        "dblclick" => taken.work("Press twice", &Action::DoubleClick { id }, control),
        "hover" => taken.work("Point at", &Action::Hover { id }, control),
        "check" => taken.work("Tick", &Action::Check { id }, boxed(control)),
        "uncheck" => taken.work("Clear", &Action::Uncheck { id }, boxed(control)),
        "fill" | "pressSequentially" | "selectOption" => {
            let select = last.name == "selectOption";
            let role = if select { "sel" } else { "inp" };
            role.clone_into(&mut control.role);
            taken.fill(first, control);
        }
        "press" => {
            if !first.eq_ignore_ascii_case("enter") {
                taken.leaves(&format!("line {line} (the key {first})"));
                return Ok(());
            }
            taken.work("Go to", &Action::Focus { id }, control);
            taken.press("Enter");
        }
        other => taken.leaves(&format!("line {line} ({other})")),
    }
    Ok(())
}

/// A label tells what a box is for, and says nothing of its role.
fn boxed(control: ControlDescription) -> ControlDescription {
    let role = match control.role.as_str() {
        "radio" | "switch" => control.role.clone(),
        _ => "chk".to_owned(),
    };
    ControlDescription { role, ..control }
}

fn expects(taken: &mut Taken, line: usize, inside: &str, follows: &str) {
    let checks = chain(&format!("x{follows}"), "x");
    let check = checks.as_ref().and_then(|calls| calls.first());
    let words = match check.map(|check| (check.name.as_str(), check.args.first())) {
        Some(("toContainText" | "toHaveText", Some(Arg::Text(words)))) => Some(words.clone()),
        Some(("toBeVisible", None)) => {
            let calls = chain(inside, "page").unwrap_or_default();
            located_by(&calls, line).ok().map(|control| control.name)
        }
        _ => None,
    };
    match words.filter(|words| !words.is_empty()) {
        Some(words) => taken.seen(&words),
        None => taken.leaves(&format!("line {line} (an expectation)")),
    }
}

/// What the locators say of a control; the last that says something of it counts.
fn located_by(calls: &[Call], line: usize) -> Result<ControlDescription, WorkflowFault> {
    // A label tells what something is for, and not what it is.
    let mut control = ControlDescription::default();
    for call in calls {
        let first = call.args.first().and_then(Arg::text).unwrap_or_default();
        match call.name.as_str() {
            "getByRole" => {
                let role = Role::parse(first);
                let name = call.args.get(1).and_then(|arg| arg.field("name")?.text());
                let name = name.unwrap_or_default().to_owned();
                if role == Role::Row || first == "listitem" {
                    control.row = name;
                    continue;
                }
                role.code().clone_into(&mut control.role);
                control.name = name;
            }
            "filter" => {
                let text = call
                    .args
                    .first()
                    .and_then(|arg| arg.field("hasText")?.text());
                control.row = text.unwrap_or_default().to_owned();
                // What it filters are rows, and not the control.
                control.selector.clear();
            }
            "getByLabel" | "getByText" | "getByTitle" | "getByAltText" => {
                first.clone_into(&mut control.name);
            }
            "getByPlaceholder" => first.clone_into(&mut control.hint),
            "locator" => match told_beside(first) {
                Some((before, tag)) => {
                    (control.before, control.tag) = (before, tag);
                }
                None => first.clone_into(&mut control.selector),
            },
            // Which of several is nothing that a person can tell a control by, and what else it may be, nothing surer.
            "first" | "nth" | "last" | "or" => {}
            other => {
                let wrong = format!("{other} is no way that is known to tell a control");
                return Err(WorkflowFault::foreign(
                    Some(line),
                    &wrong,
                    "getByRole, getByLabel, getByPlaceholder, getByText or filter",
                ));
            }
        }
    }
    if !control.tells() {
        return Err(WorkflowFault::foreign(
            Some(line),
            "nothing but a selector tells the control",
            "getByRole with a name, getByLabel, getByPlaceholder or getByText",
        ));
    }
    Ok(control)
}

/// Writes a script, with values where parameters stand: examples and what was given.
pub fn export(workflow: &Workflow, values: &Values) -> Result<String, WorkflowFault> {
    let mut script = String::from("import { test, expect } from '@playwright/test';\n\n");
    let name = string(&workflow.name);
    let mut lines = vec![format!("await page.goto({});", string(&workflow.start))];
    if !workflow.loops.is_empty() {
        return Err(no_loops());
    }
    if workflow.steps.iter().any(|step| !step.when.is_empty()) {
        lines.push("let is = true;".to_owned());
    }
    for (index, step) in workflow.steps.iter().enumerate() {
        let mut own = vec![exported(step, values).ok_or_else(|| {
            WorkflowFault::step(
                index,
                "action",
                "there is no such line of a script",
                "clicks, values, ticks, choices, keys and addresses",
            )
        })?];
        if let Some(said) = step.expect.says.first() {
            let said = string(&filled(said, values));
            own.push(format!(
                "await expect(page.locator('body')).toContainText({said});"
            ));
        }
        if step.when.is_empty() {
            lines.extend(own);
            continue;
        }
        lines.push(format!("is = {};", condition(step, values)));
        lines.push("if (is) {".to_owned());
        lines.extend(own.into_iter().map(|line| format!("  {line}")));
        lines.push("}".to_owned());
    }
    // Writing into a string does not fail.
    let _ = writeln!(script, "test({name}, async ({{ page }}) => {{");
    for line in lines {
        let _ = writeln!(script, "  {line}");
    }
    script.push_str("});\n");
    Ok(script)
}

/// A loop looks for its rows anew each time, which neither a recording nor the subset of scripts can say.
pub(super) fn no_loops() -> WorkflowFault {
    WorkflowFault::row_loop(
        0,
        "first",
        "a loop over rows cannot be said there",
        "steps that are done once",
    )
}

fn condition(step: &WorkflowStep, values: &Values) -> String {
    let mut all = Vec::new();
    all.extend(step.when.as_before.then(|| "is".to_owned()));
    let control = step.control.as_ref().filter(|_| step.when.there);
    all.extend(control.map(|control| format!("await {}.isVisible()", locator(control, values))));
    let says: Vec<String> = step
        .when
        .says
        .iter()
        .map(|said| {
            let said = string(&filled(said, values));
            format!("await page.getByText({said}).first().isVisible()")
        })
        .collect();
    all.extend((!says.is_empty()).then(|| format!("({})", says.join(" || "))));
    all.join(" && ")
}

fn exported(step: &WorkflowStep, values: &Values) -> Option<String> {
    let action = action_of(&step.grammar()?, values, &[])?;
    let control = || Some(locator(step.control.as_ref()?, values));
    Some(match &action {
        Action::Click { .. } => format!("await {}.click();", control()?),
        Action::DoubleClick { .. } => format!("await {}.dblclick();", control()?),
        Action::Hover { .. } => format!("await {}.hover();", control()?),
        Action::Check { .. } => format!("await {}.check();", control()?),
        Action::Uncheck { .. } => format!("await {}.uncheck();", control()?),
        Action::Focus { .. } => format!("await {}.focus();", control()?),
        Action::Blur { .. } => format!("await {}.blur();", control()?),
        Action::SetValue { text, .. } => format!("await {}.fill({});", control()?, string(text)),
        Action::SelectDropdown { choice, .. } => {
            let chosen = choice.text.as_ref().or(choice.value.as_ref())?;
            format!("await {}.selectOption({});", control()?, string(chosen))
        }
        Action::Press { key, modifiers } if modifiers.is_empty() => {
            format!("await page.keyboard.press({});", string(key))
        }
        Action::Navigate { url, .. } => format!("await page.goto({});", string(url)),
        Action::GoBack => "await page.goBack();".to_owned(),
        _ => return None,
    })
}

/// A string is the same in JSON and in a script.
fn string(text: &str) -> String {
    json!(text).to_string()
}

fn locator(control: &ControlDescription, values: &Values) -> String {
    let name = filled(&control.name, values);
    let row = filled(&control.row, values);
    // What stands in no column is a row of a table without headings, or an entry of a list.
    let rows = match control.column.is_empty() {
        true => format!("locator({})", string(ROWS)),
        false => "getByRole('row')".to_owned(),
    };
    let within = match row.is_empty() {
        true => "page".to_owned(),
        false => format!("page.{rows}.filter({{ hasText: {} }})", string(&row)),
    };
    let named = |role| {
        format!(
            "{within}.getByRole('{role}', {{ name: {}, exact: true }})",
            string(&name)
        )
    };
    let before = filled(&control.before, values);
    let beside = |words: &str| format!("{within}.locator({})", string(&beside(words, control)));
    match (aria(&control.role), name.is_empty()) {
        // A placeholder may be all that a field is called by, and is no label.
        (_, false) if name == control.hint => {
            format!(
                "{within}.getByPlaceholder({}, {{ exact: true }})",
                string(&name)
            )
        }
        // Fields of figures, dates and passwords have roles of their own, or none. What a field is called by may be its
        // label, or no more than words that stand before it.
        (Some("textbox" | "slider" | "combobox"), false) => format!(
            "{within}.getByLabel({}, {{ exact: true }}).or({})",
            string(&name),
            beside(&name)
        ),
        (Some(role), false) => named(role),
        (None, false) => format!("{within}.getByText({}, {{ exact: true }})", string(&name)),
        (_, true) if !control.hint.is_empty() => {
            format!(
                "{within}.getByPlaceholder({}, {{ exact: true }})",
                string(&control.hint)
            )
        }
        (_, true) if !before.is_empty() => beside(&before),
        (_, true) if !row.is_empty() => format!("{within}.locator({})", string(tag(control))),
        (_, true) => format!("{within}.locator({})", string(&control.selector)),
    }
}

/// Rows of tables and entries of lists.
const ROWS: &str = "tr, li, [role=row], [role=listitem]";

/// What the control is in HTML.
fn tag(control: &ControlDescription) -> &str {
    match control.role.as_str() {
        _ if !control.tag.is_empty() => &control.tag,
        "textarea" => "textarea",
        "sel" => "select",
        "btn" => "button",
        "link" => "a",
        _ => "input",
    }
}

/// The control right after these very words, where it has no name of its own.
const BESIDE: [&str; 3] = [
    "xpath=.//text()[normalize-space(translate(., ':*', ''))=",
    "]/following::",
    "[not(@type='hidden')][1][not(@id=//label/@for or ancestor::label or @aria-label or @aria-labelledby or @placeholder)]",
];

fn beside(words: &str, control: &ControlDescription) -> String {
    let [begins, follows, ends] = BESIDE;
    let words = plain(&words.replace([':', '*'], ""));
    format!("{begins}{}{follows}{}{ends}", literal(&words), tag(control))
}

/// The words and the tag of such a control.
fn told_beside(selector: &str) -> Option<(String, String)> {
    let [begins, follows, ends] = BESIDE;
    let inner = selector.strip_prefix(begins)?.strip_suffix(ends)?;
    let (words, tag) = inner.rsplit_once(follows)?;
    Some((unquoted(words)?, tag.to_owned()))
}

/// XPath knows no escapes: what holds both kinds of quotes is put together.
fn literal(text: &str) -> String {
    if !text.contains('"') {
        return format!("\"{text}\"");
    }
    let pieces: Vec<String> = text
        .split('"')
        .map(|piece| format!("\"{piece}\""))
        .collect();
    format!("concat({})", pieces.join(", '\"', "))
}

fn unquoted(literal: &str) -> Option<String> {
    let Some(pieces) = literal.strip_prefix("concat(") else {
        return Some(literal.strip_prefix('"')?.strip_suffix('"')?.to_owned());
    };
    let pieces = pieces.strip_suffix(')')?.split(", '\"', ");
    let plain = pieces.map(|piece| piece.strip_prefix('"')?.strip_suffix('"'));
    let plain: Vec<&str> = plain.collect::<Option<_>>()?;
    Some(plain.join("\""))
}
