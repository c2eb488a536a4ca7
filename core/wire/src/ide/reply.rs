//! What a task answers: the fields of the spec, and those that published clients read besides. What is absent is left
//! out; nothing is ever null.

use serde_json::{Map, Value};

use super::cli_action::{CliAction, Execution, IdeHints};
use super::intent::IntentReply;
use super::task::IdeTask;
use crate::derives::*;

/// What a task answers.
#[contract]
pub struct IdeReply {
    /// Always true.
    pub ok: bool,
    /// The task.
    pub task_type: IdeTask,
    /// What was made, in a few words.
    pub title: String,
    /// What came of it, at most 2 KB.
    pub response: String,
    /// The trace.
    pub trace_id: String,
    /// Version of the envelope.
    pub envelope_version: String,
    /// Version of the server's answers.
    pub server_version: String,
    /// Version of the capabilities.
    pub capabilities_version: String,
    /// What was understood.
    pub intent: IntentReply,
    /// What was made, whole or as a preview of at most 4 KB.
    #[ts(type = "Record<string, unknown>")]
    pub artifacts: Map<String, Value>,
    /// What was made, as older clients read it; with `note`.
    #[ts(type = "Record<string, unknown>")]
    pub result: Map<String, Value>,
    /// Actions that the IDE may carry out.
    pub cli_actions: Option<Vec<CliAction>>,
    /// Hints for the IDE.
    pub ide_hints: Option<IdeHints>,
    /// How the IDE should go about the actions.
    pub execution: Execution,
    /// More about it: the page, the project, the editor's own context, what proposed it.
    #[ts(type = "Record<string, unknown>")]
    pub meta: Map<String, Value>,
    /// The key of the request.
    pub idempotency_key: Option<String>,
    /// Whether the result is kept as a file.
    pub artifact: ArtifactKept,
    /// Whether components were written.
    pub components: ComponentsWritten,
    /// The result's own fields once more, where clients look for them at the top.
    #[serde(flatten)]
    #[ts(skip)]
    pub top: Map<String, Value>,
}

/// Whether a result is kept as a file.
#[contract(Default)]
pub struct ArtifactKept {
    /// It is.
    pub uploaded: bool,
    /// The bucket that it is in.
    pub bucket: Option<String>,
    /// Its key there.
    pub path: Option<String>,
    /// Why it is not, as the code of an error.
    pub reason: Option<String>,
}

/// Whether components were written.
#[contract(Default)]
pub struct ComponentsWritten {
    /// How many.
    pub wrote: u32,
    /// Why none was.
    pub reason: Option<String>,
}
