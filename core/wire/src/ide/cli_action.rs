//! Actions that an IDE may carry out, and how it may. Only what is on the list is ever written.

use serde_json::Value;

use super::intent::IntentTarget;
use crate::derives::*;

/// One action.
#[contract]
pub struct CliAction {
    /// Its id within the reply.
    pub id: String,
    /// The tool that carries it out.
    pub tool: String,
    /// One of the verbs on the list.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// The part of the reply that is its input, such as `artifacts.mapping`.
    pub input_artifact_ref: String,
    /// What it changes.
    pub target: IntentTarget,
    /// The same action is carried out once.
    pub idempotency_key: String,
    /// True: it shows what it would change, until a person approves.
    pub dry_run: bool,
    /// How it is applied.
    pub apply_strategy: ApplyStrategy,
    /// What happens where something else stands already.
    pub conflict_strategy: ConflictStrategy,
    /// Actions of the reply that are carried out before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depends_on: Vec<String>,
}

/// What is left to do of a reply, as commands read it that ask how a trace stands.
#[contract]
pub struct NextAction {
    /// Its id within the reply.
    pub id: String,
    /// Always `cli`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The tool that carries it out.
    pub cmd: String,
    /// Its verb and its arguments.
    pub args: Vec<String>,
    /// True: it shows what it would change, until a person approves.
    pub dry_run: bool,
    /// True: a person decides on it.
    pub hitl: bool,
    /// What is done with the others when it fails: `stop`.
    pub on_fail: String,
}

/// How an action is applied.
#[contract(word)]
pub enum ApplyStrategy {
    /// With what is there.
    Merge,
    /// In the place of what is there.
    Replace,
    /// In the place of what has the same key.
    Upsert,
}

/// What happens where something else stands already.
#[contract(word)]
pub enum ConflictStrategy {
    /// It stays.
    Skip,
    /// It is replaced.
    Overwrite,
    /// Both are joined.
    Merge,
    /// It stays, and what comes gets a file of its own beside it.
    CreateNew,
    /// Nothing is changed at all.
    Fail,
}

/// How an IDE should go about the actions of a reply.
#[contract]
pub struct Execution {
    /// Where they are carried out.
    pub mode: ExecutionMode,
    /// A person is asked first.
    pub approval_required: bool,
    /// They are tried first.
    pub dry_run: bool,
    /// What happens where something else stands already.
    pub default_conflict_strategy: ConflictStrategy,
}

/// Where actions are carried out.
#[contract(word)]
pub enum ExecutionMode {
    /// On the person's machine.
    LocalCli,
}

/// Hints for the IDE; nothing depends on them. Toasts are there only where nothing was found.
#[contract(default)]
pub struct IdeHints {
    /// What to show, in the language of the request.
    pub toast: Option<String>,
    /// In English.
    pub toast_en: Option<String>,
    /// In Korean.
    pub toast_ko: Option<String>,
    /// In Russian.
    pub toast_ru: Option<String>,
    /// In Thai.
    pub toast_th: Option<String>,
    /// In Japanese.
    pub toast_ja: Option<String>,
    /// A file to open: the one that the editor said it has.
    pub open_file: Option<String>,
    /// A place to show: the selection that the editor sent.
    #[ts(type = "{ path: string, range: [number, number] }")]
    pub highlight: Option<Value>,
    /// What to do next.
    pub next_action: Option<String>,
}
