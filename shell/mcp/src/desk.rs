//! What stands behind the tools.

use std::sync::Arc;

use async_trait::async_trait;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::mpsc;

use crate::fault::CallFault;
use crate::person::Person;
use crate::resources::{ReadContents, Readable};
use crate::tools::{ClientCall, ToolName};

/// Who calls, and how they hear of it.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The person behind the client.
    pub person: Arc<dyn Person>,
    /// What shows who they are, where that came with the call.
    pub token: Option<String>,
    progress: mpsc::UnboundedSender<String>,
}

impl Caller {
    /// Somebody who calls; progress goes to whoever holds the other end, if anybody does.
    pub fn new(
        person: Arc<dyn Person>,
        token: Option<String>,
        progress: mpsc::UnboundedSender<String>,
    ) -> Self {
        Self {
            person,
            token,
            progress,
        }
    }

    /// Tells how far it is; nobody need be listening.
    pub fn tell(&self, news: impl Into<String>) {
        let _ = self.progress.send(news.into());
    }
}

/// What a tool came to.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolOutcome {
    /// For a model.
    pub text: String,
    /// For a program, after the tool's own schema.
    pub data: Value,
}

impl ToolOutcome {
    /// Both.
    pub fn new(text: impl Into<String>, data: &impl Serialize) -> Self {
        Self {
            text: text.into(),
            data: serde_json::to_value(data).unwrap_or_default(),
        }
    }
}

/// A tool's result.
pub type Given = Result<ToolOutcome, CallFault>;

/// What does the work.
#[async_trait]
pub trait Desk: Send + Sync + 'static {
    /// The tools that it has.
    fn tools(&self) -> Vec<ToolName>;

    /// What a client's model should know before it uses them.
    fn instructions(&self) -> &str;

    /// What can be read now.
    async fn resources(&self, caller: Caller) -> Result<Vec<Readable>, CallFault>;

    /// The kinds of things that can be read by their id.
    fn templates(&self) -> Vec<Readable>;

    /// Reads one of them.
    async fn read(&self, uri: &str, caller: Caller) -> Result<ReadContents, CallFault>;

    /// Does it. A call that is not wanted any more is dropped in the middle.
    async fn call(&self, call: ClientCall, caller: Caller) -> Given;
}
