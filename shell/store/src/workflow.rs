//! Kept workflows: each with every version that it had, and what made it.

use async_trait::async_trait;
use screen_agent_wire::extension::workflow::WorkflowCause;
use uuid::Uuid;

use crate::{Packed, Stored};

/// Most workflows of a user.
pub const MOST_WORKFLOWS: u32 = 200;
/// Most versions of one.
pub const MOST_VERSIONS: u32 = 500;

/// A workflow with its latest version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptWorkflow {
    pub id: Uuid,
    /// No other of its owner's is called so.
    pub name: String,
    pub version: u32,
    pub cause: WorkflowCause,
    /// The file.
    pub body: Packed,
    pub created_ms: i64,
    pub updated_ms: i64,
}

/// A version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkflowVersion {
    pub version: u32,
    pub cause: WorkflowCause,
    /// What is otherwise than before, in words.
    pub what: String,
    /// The file.
    pub body: Packed,
    pub at_ms: i64,
}

/// A version to keep: the first of a workflow, or the one that follows its latest.
#[derive(Clone, Debug)]
pub struct NewWorkflowVersion {
    /// The workflow.
    pub id: Uuid,
    pub name: String,
    pub version: u32,
    pub cause: WorkflowCause,
    pub what: String,
    pub body: Packed,
    pub now_ms: i64,
}

/// What came of it. Only what was kept has changed anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VersionKept {
    Kept,
    /// There is no such workflow.
    Unknown,
    /// Another workflow is called so.
    NameTaken,
    /// It does not follow the latest version: there is another by now.
    Overtaken,
}

/// Workflows, as their owner has them.
#[async_trait]
pub trait Workflows: Send + Sync {
    /// Keeps a version; the first one makes the workflow. [`StoreError::TooMany`](crate::StoreError::TooMany) beyond
    /// [`MOST_WORKFLOWS`], and [`MOST_VERSIONS`] of one.
    async fn keep_workflow(&self, new: NewWorkflowVersion) -> Stored<VersionKept>;
}
