//! What is wrong with a flow, or may be.

use std::collections::HashSet;

use serde::Serialize;

use super::condition::names;
use super::{ActionFlow, FlowStep};
use crate::expr::{check, parse};
use crate::ui::tokens::{Symbol, symbol};
use crate::ui::variables::RESERVED;

/// Something that was noticed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A stable name of the rule.
    pub code: &'static str,
    /// The step.
    pub step_id: String,
    /// What is wrong, as a sentence.
    pub message: String,
}

/// How bad something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// It will not work.
    Error,
    /// It may not do what is meant.
    Warning,
}

/// Actions, each with the parameters that it cannot do without; of several with `|` between them one is enough.
const BASIC: &str = "navigate:routePath navigateBack callFlow:flowId|actionId stopFlow endFlow showPopup:message \
    showErrorPopup:message showLoading:isShowing openDrawer closeDrawer openBottomSheet:bottomSheetId|sheetId \
    closeBottomSheet goToLink:url scrollTo:position|targetId openCalendar:saveTo setLanguage:language \
    selectLanguage:languages showWebInPopup:url setProperty:target,value none";

/// Looks a flow through.
pub fn lint(flow: &ActionFlow) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut ids = HashSet::new();
    for step in flow.all() {
        if !ids.insert(step.id.as_str()) {
            error(
                &mut found,
                step,
                "duplicate_id",
                "Two steps have the same id.",
            );
        }
        match step.action_type.as_str() {
            "basic" => basic(step, &mut found),
            "callback" => callback(step, &mut found),
            "expression" | "conditional" => computed(step, &mut found),
            "none" => warning(
                &mut found,
                step,
                "undecided",
                &format!("Nothing is known that does {:?}.", step.description),
            ),
            _ => error(
                &mut found,
                step,
                "unknown_type",
                &format!("There is no action type {:?}.", step.action_type),
            ),
        }
    }
    sequences(&flow.steps, &mut found);
    found
}

fn basic(step: &FlowStep, found: &mut Vec<Diagnostic>) {
    let mut known = BASIC
        .split(' ')
        .map(|one| one.split_once(':').unwrap_or((one, "")));
    let Some((_, wanted)) = known.find(|(name, _)| *name == step.action_id) else {
        error(
            found,
            step,
            "unknown_action",
            &format!("There is no action {:?}.", step.action_id),
        );
        return;
    };
    for wanted in wanted.split_terminator(',') {
        if !wanted.split('|').any(|name| step.param(name).is_some()) {
            error(
                found,
                step,
                "missing_param",
                &format!("{} needs {wanted}.", step.action_id),
            );
        }
    }
    if step.action_id == "setProperty" {
        target(step, step.text("target"), found);
    }
}

fn callback(step: &FlowStep, found: &mut Vec<Diagnostic>) {
    if !["restApi", "sqliteApi"].contains(&step.action_id.as_str()) {
        error(
            found,
            step,
            "unknown_action",
            &format!("There is no callback {:?}.", step.action_id),
        );
    }
    if step.on_error.is_empty() {
        warning(
            found,
            step,
            "no_error_branch",
            "Nothing is done where the call fails.",
        );
    }
    if step.action_id == "restApi" && step.text("path").is_none() {
        error(found, step, "missing_param", "restApi needs path.");
    }
    if step
        .text("authJwt")
        .is_some_and(|jwt| symbol(jwt).is_none())
    {
        error(
            found,
            step,
            "literal_secret",
            "authJwt must be a symbol, so that no token stands in a flow.",
        );
    }
    // Rows keep it with quotes of its own.
    let save_to = step.text("saveTo").map(|text| text.trim_matches('"'));
    target(step, save_to, found);
}

fn target(step: &FlowStep, target: Option<&str>, found: &mut Vec<Diagnostic>) {
    let Some(target) = target else { return };
    let root = target
        .trim_start_matches('#')
        .split('.')
        .next()
        .unwrap_or_default();
    if RESERVED.contains(&root) {
        error(
            found,
            step,
            "reserved_root",
            &format!("#{root} is the engine's own and cannot be kept."),
        );
    } else if !matches!(symbol(target), Some(Symbol::Own(_) | Symbol::System(_))) {
        error(
            found,
            step,
            "bad_target",
            &format!("{target:?} is no symbol."),
        );
    }
}

fn computed(step: &FlowStep, found: &mut Vec<Diagnostic>) {
    let Some(text) = step.execute.as_deref() else {
        error(
            found,
            step,
            "missing_expression",
            "There is nothing to compute.",
        );
        return;
    };
    match parse::statements(text) {
        Err(fault) => error(found, step, "bad_expression", &format!("{fault}.")),
        Ok(statements) => {
            for statement in &statements {
                target(step, statement.target.as_deref(), found);
            }
            for fault in check::check(&statements) {
                warning(found, step, "type", &format!("{fault}."));
            }
        }
    }
    if step.is_repeated() && never_ends(step, text) {
        let why = "Nothing inside changes what it asks, so that it never ends.";
        warning(found, step, "endless", why);
    }
    if step.action_type == "conditional" && step.is_true.is_empty() && step.is_false.is_empty() {
        warning(
            found,
            step,
            "empty_condition",
            "Neither branch does anything.",
        );
    }
}

/// Whether a condition asks for symbols of which nothing inside changes one, and nothing leads out.
fn never_ends(step: &FlowStep, text: &str) -> bool {
    let asked = names(text);
    let mut inside = Vec::new();
    step.is_true
        .iter()
        .for_each(|step| step.collect(&mut inside));
    !inside.into_iter().any(|inner| {
        // What another flow changes is not known here.
        let leads_out = [
            "callFlow",
            "endFlow",
            "stopFlow",
            "navigate",
            "navigateBack",
        ];
        let assigned = inner.execute.as_deref().map(parse::statements);
        let assigned = assigned.and_then(Result::ok).unwrap_or_default();
        let kept = ["target", "saveTo"].map(|name| inner.text(name).map(|it| it.trim_matches('"')));
        let mut changed = assigned.iter().filter_map(|one| one.target.as_deref());
        leads_out.contains(&inner.action_id.as_str())
            || inner.action_type == "none"
            || changed.any(|name| asked.contains(&name))
            || kept.into_iter().flatten().any(|name| asked.contains(&name))
    })
}

/// Nothing behind an end is ever done.
fn sequences(steps: &[FlowStep], found: &mut Vec<Diagnostic>) {
    for pair in steps.windows(2) {
        if ["endFlow", "stopFlow"].contains(&pair[0].action_id.as_str()) {
            warning(found, &pair[1], "unreachable", "The flow has ended before.");
        }
    }
    for step in steps {
        for branch in super::Branch::ALL {
            sequences(step.branch(branch), found);
        }
    }
}

fn error(found: &mut Vec<Diagnostic>, step: &FlowStep, code: &'static str, message: &str) {
    note(found, step, (Severity::Error, code), message);
}

fn warning(found: &mut Vec<Diagnostic>, step: &FlowStep, code: &'static str, message: &str) {
    note(found, step, (Severity::Warning, code), message);
}

fn note(
    found: &mut Vec<Diagnostic>,
    step: &FlowStep,
    (severity, code): (Severity, &'static str),
    message: &str,
) {
    found.push(Diagnostic {
        severity,
        code,
        step_id: step.id.clone(),
        message: message.to_owned(),
    });
}
