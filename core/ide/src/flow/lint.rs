//! What is wrong with a flow, or may be.

use std::collections::HashSet;

use serde::Serialize;

use super::condition::names;
use super::data_action::literal_token;
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

/// A stable name, how bad it is, and what is said, with `{}` where what it is about stands.
type Rule = (&'static str, Severity, &'static str);

macro_rules! rules {
    ($($rule:ident $code:literal $severity:ident $says:literal;)*) => {
        $(const $rule: Rule = ($code, Severity::$severity, $says);)*
    };
}

rules! {
    DUPLICATE_ID "duplicate_id" Error "Two steps have the same id.";
    UNKNOWN_TYPE "unknown_type" Error "There is no action type {}.";
    UNKNOWN_ACTION "unknown_action" Error "There is no action {}.";
    UNKNOWN_CALLBACK "unknown_action" Error "There is no callback {}.";
    MISSING_PARAM "missing_param" Error "{}.";
    LITERAL_SECRET "literal_secret" Error "A token must be a symbol, so that none stands in a flow.";
    RESERVED_ROOT "reserved_root" Error "#{} is the engine's own and cannot be kept.";
    BAD_TARGET "bad_target" Error "{} is no symbol.";
    MISSING_EXPRESSION "missing_expression" Error "There is nothing to compute.";
    BAD_EXPRESSION "bad_expression" Error "{}.";
    UNDECIDED "undecided" Warning "Nothing is known that does {}.";
    NO_ERROR_BRANCH "no_error_branch" Warning "Nothing is done where the call fails.";
    TYPE "type" Warning "{}.";
    ENDLESS "endless" Warning "Nothing inside changes what it asks, so that it never ends.";
    EMPTY_CONDITION "empty_condition" Warning "Neither branch does anything.";
    UNREACHABLE "unreachable" Warning "The flow has ended before.";
}

/// What was noticed so far.
#[derive(Default)]
struct Notes(Vec<Diagnostic>);

impl Notes {
    fn note(&mut self, step: &FlowStep, rule: Rule) {
        self.about(step, rule, "");
    }

    fn about(&mut self, step: &FlowStep, (code, severity, says): Rule, what: &str) {
        self.0.push(Diagnostic {
            severity,
            code,
            step_id: step.id.clone(),
            message: says.replacen("{}", what, 1),
        });
    }
}

/// Looks a flow through.
pub fn lint(flow: &ActionFlow) -> Vec<Diagnostic> {
    let mut found = Notes::default();
    let mut ids = HashSet::new();
    for step in flow.all() {
        if !ids.insert(step.id.as_str()) {
            found.note(step, DUPLICATE_ID);
        }
        match step.action_type.as_str() {
            "basic" => basic(step, &mut found),
            "callback" => callback(step, &mut found),
            "expression" | "conditional" => computed(step, &mut found),
            "none" => found.about(step, UNDECIDED, &format!("{:?}", step.description)),
            unknown => found.about(step, UNKNOWN_TYPE, &format!("{unknown:?}")),
        }
    }
    sequences(&flow.steps, &mut found);
    found.0
}

fn basic(step: &FlowStep, found: &mut Notes) {
    let id = &step.action_id;
    let mut known = BASIC
        .split(' ')
        .map(|one| one.split_once(':').unwrap_or((one, "")));
    let Some((_, wanted)) = known.find(|(name, _)| name == id) else {
        found.about(step, UNKNOWN_ACTION, &format!("{id:?}"));
        return;
    };
    for wanted in wanted.split_terminator(',') {
        if !wanted.split('|').any(|name| step.param(name).is_some()) {
            found.about(step, MISSING_PARAM, &format!("{id} needs {wanted}"));
        }
    }
    if id == "setProperty" {
        target(step, step.text("target"), found);
    }
}

fn callback(step: &FlowStep, found: &mut Notes) {
    let id = step.action_id.as_str();
    if !["restApi", "sqliteApi"].contains(&id) {
        found.about(step, UNKNOWN_CALLBACK, &format!("{id:?}"));
    }
    if step.on_error.is_empty() {
        found.note(step, NO_ERROR_BRANCH);
    }
    if id == "restApi" && step.text("path").is_none() {
        found.about(step, MISSING_PARAM, "restApi needs path");
    }
    let jwt = step.text("authJwt");
    let is_literal = jwt.is_some_and(|jwt| symbol(jwt).is_none());
    if is_literal || literal_token(step.param("headers")).is_some() {
        found.note(step, LITERAL_SECRET);
    }
    // Rows keep it with quotes of its own.
    let save_to = step.text("saveTo").map(|text| text.trim_matches('"'));
    target(step, save_to, found);
}

fn target(step: &FlowStep, target: Option<&str>, found: &mut Notes) {
    let Some(target) = target else { return };
    let bare = target.trim_start_matches('#');
    let root = bare.split('.').next().unwrap_or_default();
    if RESERVED.contains(&root) {
        found.about(step, RESERVED_ROOT, root);
    } else if !matches!(symbol(target), Some(Symbol::Own(_) | Symbol::System(_))) {
        found.about(step, BAD_TARGET, &format!("{target:?}"));
    }
}

fn computed(step: &FlowStep, found: &mut Notes) {
    let Some(text) = step.execute.as_deref() else {
        found.note(step, MISSING_EXPRESSION);
        return;
    };
    match parse::statements(text) {
        Err(fault) => found.about(step, BAD_EXPRESSION, &fault.to_string()),
        Ok(statements) => {
            for statement in &statements {
                target(step, statement.target.as_deref(), found);
            }
            for fault in check::check(&statements) {
                found.about(step, TYPE, &fault);
            }
        }
    }
    if step.is_repeated() && never_ends(step, text) {
        found.note(step, ENDLESS);
    }
    if step.action_type == "conditional" && step.is_true.is_empty() && step.is_false.is_empty() {
        found.note(step, EMPTY_CONDITION);
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
fn sequences(steps: &[FlowStep], found: &mut Notes) {
    for pair in steps.windows(2) {
        if ["endFlow", "stopFlow"].contains(&pair[0].action_id.as_str()) {
            found.note(&pair[1], UNREACHABLE);
        }
    }
    for step in steps {
        for branch in super::Branch::ALL {
            sequences(step.branch(branch), found);
        }
    }
}
