//! What is to be changed of a workspace: a plan that can be looked at, and what came of it.

use serde_json::Value;

use super::cli_action::{ConflictStrategy, Execution};
use crate::derives::*;

/// What is to be changed of a workspace.
#[contract]
pub struct IdePlan {
    /// The trace that it follows from.
    pub trace_id: Option<String>,
    /// The actions that it carries out.
    #[serde(default)]
    pub actions: Vec<PlanAction>,
    /// What is changed, in this order.
    pub operations: Vec<PlanOperation>,
    /// The files as they stood when it was made. One that is not named did not stand.
    #[serde(default)]
    pub files: Vec<PlanFile>,
    /// SHA-256 of the operations in their order by file, of what the actions are about, and of how they are to be applied.
    pub fingerprint: String,
    /// How it should be gone about.
    pub execution: Option<Execution>,
}

/// An action of a plan.
#[contract]
pub struct PlanAction {
    /// Its id within the plan.
    pub id: String,
    /// One of the verbs on the list.
    pub command: String,
    /// Its arguments.
    #[serde(default)]
    pub args: Vec<String>,
    /// Places that are left as they are, since something else stands there: the file, `#`, and a JSON pointer.
    #[serde(default)]
    pub skipped: Vec<String>,
    /// What it shows, where it changes nothing.
    pub says: Option<String>,
}

/// One change of one file.
#[contract]
pub struct PlanOperation {
    /// The action that it belongs to; `edits` where none is named.
    pub action_id: Option<String>,
    /// The file, from the workspace's root. What ends in `.json` is a document, everything else is text.
    pub file: String,
    /// What is done.
    pub op: PlanOp,
    /// Where in the document; empty for all of it.
    #[serde(rename = "jsonPointer", default)]
    pub json_pointer: String,
    /// What with.
    #[ts(type = "unknown")]
    pub value: Option<Value>,
}

/// What is done to a place of a document.
#[contract(word)]
pub enum PlanOp {
    /// The value takes its place.
    Set,
    /// Fields of the value take the place of its own; objects inside of it likewise.
    Merge,
    /// The same, and null takes a field away (RFC 7396).
    Patch,
    /// It is taken away.
    Remove,
}

/// A file as it stood when a plan was made.
#[contract]
pub struct PlanFile {
    /// The file.
    pub file: String,
    /// Its text; absent where there was no such file.
    pub base: Option<String>,
}

/// Who is right where the workspace and what comes changed the same place.
#[contract(word, Default, Hash)]
pub enum ConflictSide {
    /// The workspace.
    Ours,
    /// What comes.
    Theirs,
    /// Nobody: nothing is changed, and the places are named.
    #[default]
    Merge,
}

/// The one mapping of the words that actions have for it.
impl From<ConflictSide> for ConflictStrategy {
    fn from(side: ConflictSide) -> Self {
        match side {
            ConflictSide::Ours => Self::Skip,
            ConflictSide::Theirs => Self::Overwrite,
            ConflictSide::Merge => Self::Merge,
        }
    }
}

/// What came of a plan.
#[contract]
pub struct ApplySummary {
    /// The trace that it follows from.
    pub trace_id: Option<String>,
    /// The plan.
    pub fingerprint: String,
    /// Nothing was changed: it was only tried.
    pub dry_run: bool,
    /// Nothing was changed: it had been applied before.
    pub repeated: bool,
    /// Folders that hold what the files were before.
    pub backups: Vec<String>,
    /// How many files.
    pub changes: ChangeCounts,
    /// The files that were changed, or would be.
    pub files: Vec<FileChange>,
}

/// How many files were changed.
#[contract(default)]
pub struct ChangeCounts {
    /// New ones.
    pub added: usize,
    /// Others.
    pub modified: usize,
    /// Those that are gone.
    pub removed: usize,
}

/// A file that was changed, or would be.
#[contract]
pub struct FileChange {
    /// The file.
    pub file: String,
    /// How.
    pub change: ChangeKind,
    /// What is different, as a unified diff.
    pub diff: String,
    /// What it is afterwards, whole; absent where it is gone.
    pub after: Option<String>,
}

/// How a file was changed.
#[contract(word)]
pub enum ChangeKind {
    /// It is new.
    Added,
    /// It is another.
    Modified,
    /// It is gone.
    Removed,
}

/// What the command tells programs of a plan that it made.
#[contract]
pub struct PlanReport {
    /// Always true.
    pub ok: bool,
    /// The plan.
    pub plan: IdePlan,
    /// How many files it would change.
    pub changes: ChangeCounts,
    /// The files that it would change.
    pub files: Vec<FileChange>,
    /// What the server answered.
    pub response: Option<String>,
}

/// What the command tells programs where it did not do what it was to.
#[contract]
pub struct IdeRefusal {
    /// Always false.
    pub ok: bool,
    /// What was in the way.
    pub code: IdeRefusalCode,
    /// Why, for the person.
    pub message: String,
    /// Places that both sides changed: the file, a colon and the place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<String>,
}

/// What was in the way of the command.
#[contract(word)]
pub enum IdeRefusalCode {
    /// The workspace, its settings or who is signed in.
    Config,
    /// The plan, the reply or the input.
    Validation,
    /// The files, or nobody said yes.
    Apply,
    /// The server.
    Network,
}
