//! The file: TOML that a person reads, compares and changes.

use schemars::JsonSchema;
use screen_agent_action::origin::origin_of;
use screen_agent_action::{Action, parse};
use screen_agent_words::quote::quote;
use serde::{Deserialize, Serialize};

/// What stands for the control of a step in its action, and for the one that a drag ends on.
pub(crate) const CONTROL: &str = "it";
pub(crate) const DROP: &str = "there";

/// A kept workflow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Workflow {
    /// What it does, in a few words.
    pub name: String,
    /// Counted from 1; each healing makes the next one.
    #[serde(default = "first")]
    pub version: u32,
    /// Who made it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub made_by: String,
    /// When, as YYYY-MM-DD.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub made_on: String,
    /// The address where it begins.
    pub start: String,
    /// The origins that it may touch. On any other page it stops.
    pub sites: Vec<String>,
    /// What whoever starts it has to give.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<Parameter>,
    /// What is done, in order.
    pub steps: Vec<WorkflowStep>,
    /// Which steps are done once for each row of a list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub loops: Vec<RowLoop>,
    /// What was changed by healing, the latest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<KeptChange>,
    /// Whom it comes from. It is gone when something is changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<Signature>,
}

/// Who signed what a workflow does. Its version and what healing changed before are no part of that.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Signature {
    /// Who they say they are.
    pub by: String,
    /// The public half of their Ed25519 key, in hexadecimal.
    pub key: String,
    /// The signature, in hexadecimal.
    pub value: String,
}

const fn first() -> u32 {
    1
}

/// A value that differs from run to run. `{name}` stands for it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// Small letters, digits and underscores.
    pub name: String,
    /// What kind of value it is.
    #[serde(rename = "type")]
    pub kind: ParameterType,
    /// What it is for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// What is taken where nothing is given; never of a secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// What it was when the workflow was learned; never of a secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
    /// The values that there are, of a choice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
}

/// What kind of value a parameter has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ParameterType {
    /// Any text.
    #[default]
    Text,
    /// A number.
    Number,
    /// A day, as YYYY-MM-DD.
    Date,
    /// One of its choices.
    Choice,
    /// A password or the like: the file holds its name alone.
    Secret,
}

/// One step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkflowStep {
    /// What it is for, in words that the command engine reads, too.
    pub intent: String,
    /// One action of the grammar, with `"it"` for the control, and `"there"` for the one that a drag ends on.
    pub action: String,
    /// Path of the page that it is done on.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub page: String,
    /// The control that it is done to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<ControlDescription>,
    /// The control that a drag ends on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drop: Option<ControlDescription>,
    /// When it is done; else it is passed over. Always, if omitted.
    #[serde(default, skip_serializing_if = "StepCondition::is_empty")]
    pub when: StepCondition,
    /// What shows that it was done, besides what the action itself promises.
    #[serde(default, skip_serializing_if = "StepExpectation::is_empty")]
    pub expect: StepExpectation,
}

/// When a step is done: all of it has to be so.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StepCondition {
    /// Its control is on the page.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub there: bool,
    /// These words are in view; any of them will do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub says: Vec<String>,
    /// The step before was done, and not passed over.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub as_before: bool,
}

impl StepCondition {
    /// True where it asks for nothing.
    pub fn is_empty(&self) -> bool {
        !self.there && self.says.is_empty() && !self.as_before
    }
}

/// Steps that are done once for each row, or entry, of a list: of those in which the control of the first one stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RowLoop {
    /// What stands for what tells the row from the others: `{name}`. It is the row of the first step's control.
    pub name: String,
    /// The first step of it, counted from 1.
    pub first: usize,
    /// The last one.
    pub last: usize,
    /// Most rows.
    #[serde(default = "most_rows")]
    pub most: usize,
}

pub(crate) const fn most_rows() -> usize {
    20
}

/// A control, described in several ways. None of them alone is enough, least of all an id.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ControlDescription {
    /// Role: btn, inp, link, sel, chk, …
    pub role: String,
    /// Accessible name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What is said right before it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// What is said right after it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub after: String,
    /// The heading that it stands under.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub heading: String,
    /// What tells its row, or its entry of a list, from the others.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub row: String,
    /// The column that it stands in.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub column: String,
    /// The group of its form.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub group: String,
    /// Placeholder.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub hint: String,
    /// Tag.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub tag: String,
    /// Type of an input.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// Autocomplete tokens.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub autocomplete: String,
    /// Path that a link leads to, with its query and its fragment.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub leads_to: String,
    /// CSS selector. It says no more than the others.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub selector: String,
    /// How many controls of its role and name were in view, where there were several: then its place has to agree.
    #[serde(skip_serializing_if = "is_none")]
    pub alike: u16,
    /// What the controls right before it were called, the nearest first. Whatever is called so is one of them, and not this one
    /// under a new name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub previous: Vec<String>,
    /// The same of those right after it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<String>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
const fn is_none(count: &u16) -> bool {
    *count == 0
}

/// What shows that a step was done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StepExpectation {
    /// Words that come into view; any of them will do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub says: Vec<String>,
    /// Words that go out of view, all of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
    /// Path of the page that is there then.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub page: String,
}

impl StepExpectation {
    /// True where it expects nothing of its own.
    pub fn is_empty(&self) -> bool {
        self.says.is_empty() && self.gone.is_empty() && self.page.is_empty()
    }

    /// The same with other words for what is said.
    pub(crate) fn with_texts(&self, text: impl Fn(&str) -> String) -> Self {
        let all = |said: &[String]| said.iter().map(|said| text(said)).collect();
        Self {
            says: all(&self.says),
            gone: all(&self.gone),
            page: self.page.clone(),
        }
    }
}

/// What a healing changed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KeptChange {
    /// The version that it made.
    pub version: u32,
    /// When, as YYYY-MM-DD.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub on: String,
    /// Which step, counted from 1.
    pub step: usize,
    /// What was changed, in one sentence.
    pub what: String,
    /// Who found the control that is used now; unknown of what was healed before this was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Healer>,
}

/// Who found the control that a step is done to now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Healer {
    /// The command engine, which read what the step is for.
    #[default]
    Engine,
    /// All that was known of the control but its name.
    Description,
    /// A model that was asked.
    Model,
}

impl Workflow {
    /// Its steps in words, each with when and how often it is done.
    pub fn in_words(&self) -> Vec<String> {
        let steps = self.steps.iter().enumerate();
        steps
            .map(|(index, step)| {
                let mut words = step.intent.clone();
                if let Some(one) = self.loop_of(index) {
                    words = format!("For each {{{}}}: {words}", one.name);
                }
                let mut when = Vec::new();
                when.extend(step.when.there.then(|| "it is there".to_owned()));
                let says: Vec<String> = step.when.says.iter().map(|said| quote(said)).collect();
                when.extend(
                    (!says.is_empty()).then(|| format!("the page says {}", says.join(" or "))),
                );
                when.extend(
                    step.when
                        .as_before
                        .then(|| "the step before was done".to_owned()),
                );
                match when.is_empty() {
                    true => words,
                    false => format!("{words} (only if {})", when.join(" and ")),
                }
            })
            .collect()
    }

    /// The loop that a step, counted from 0, is in.
    pub(crate) fn loop_of(&self, step: usize) -> Option<&RowLoop> {
        let mut loops = self.loops.iter();
        loops.find(|one| (one.first..=one.last).contains(&(step + 1)))
    }

    /// Whether the page is one that it may touch.
    pub fn may_touch(&self, url: &str) -> bool {
        origin_of(url).is_some_and(|origin| self.sites.contains(&origin))
    }
}

impl WorkflowStep {
    /// Its action, with what stands for the control still in it.
    pub fn grammar(&self) -> Option<Action> {
        parse(&self.action).ok()
    }

    /// Every text that parameters may stand in.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        let controls = self.control.iter().chain(&self.drop);
        let described = controls.flat_map(|control| {
            [
                &control.name,
                &control.before,
                &control.after,
                &control.heading,
                &control.row,
            ]
        });
        [&self.intent, &self.action]
            .into_iter()
            .chain(described)
            .chain(&self.expect.says)
            .chain(&self.expect.gone)
            .chain(&self.when.says)
            .map(String::as_str)
    }
}

impl Parameter {
    /// Whether it is given by the name of a kept secret, never as text.
    pub fn is_secret(&self) -> bool {
        self.kind == ParameterType::Secret
    }
}

impl ControlDescription {
    /// The same, with each text in which parameters may stand made another.
    pub(crate) fn with_texts(&self, change: impl Fn(&str) -> String) -> Self {
        Self {
            name: change(&self.name),
            before: change(&self.before),
            after: change(&self.after),
            heading: change(&self.heading),
            row: change(&self.row),
            ..self.clone()
        }
    }

    /// True where something besides role, tag and selector tells what is meant.
    pub(crate) fn tells(&self) -> bool {
        let told = [
            &self.name,
            &self.before,
            &self.after,
            &self.row,
            &self.hint,
            &self.autocomplete,
            &self.leads_to,
        ];
        told.iter().any(|text| !text.is_empty())
    }
}
