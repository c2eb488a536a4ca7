//! Designs of Figma: what is asked of one, how far its reading is, and who has the plugin open.

use serde_json::{Map, Value};

use super::artifact::ArtifactLink;
use crate::derives::*;

/// What a request about a design says.
#[contract(default)]
pub struct FigmaPayload {
    /// Where the design is, on figma.com; a `node-id` in it means that node and what is inside.
    pub figma_url: Option<String>,
    /// The same node, where the address does not name it.
    #[serde(alias = "node-id")]
    pub node_id: Option<String>,
    /// A design that is read, or was: its job.
    pub job_id: Option<String>,
    /// Which chunk of it is wanted, from 0.
    pub cursor: Option<u32>,
    /// Most components of a chunk, at most 100.
    pub max_nodes_per_chunk: Option<u32>,
    /// Seconds after which a stream ends, whether its chunk was there or not.
    pub max_sse_sec: Option<u32>,
    /// Milliseconds without an event after which a stream ends.
    pub idle_timeout_ms: Option<u32>,
}

/// A design is being read.
#[contract]
pub struct FigmaStarted {
    /// Always true.
    pub ok: bool,
    /// The job, which is a trace.
    pub job_id: String,
    /// The same.
    pub trace_id: String,
    /// The first chunk.
    pub first_cursor: u32,
    /// `db`: it outlives the server's process.
    pub persist: String,
}

/// How far the reading of a design is.
#[contract]
pub struct FigmaJobReply {
    /// Always true.
    pub ok: bool,
    /// `db`: it outlives the server's process.
    pub persist: String,
    /// The job.
    pub id: String,
    /// Where the design is.
    pub figma_url: String,
    /// How it stands.
    pub status: FigmaJobState,
    /// Chunks in all; 0 until that is known.
    pub total_chunks: u32,
    /// Chunks that were sent.
    pub done_chunks: u32,
    /// The last of them.
    pub last_cursor: Option<u32>,
    /// When it was begun.
    pub created_at: String,
    /// When it told something last.
    pub updated_at: String,
    /// `links` to what was read.
    pub artifacts: FigmaArtifacts,
    /// Why nothing was read.
    #[ts(type = "Record<string, unknown>")]
    pub error: Option<Map<String, Value>>,
}

/// What was read of a design.
#[contract(Default)]
pub struct FigmaArtifacts {
    /// Where it is had.
    pub links: Vec<ArtifactLink>,
}

/// How the reading of a design stands.
#[contract(word)]
pub enum FigmaJobState {
    /// It is read, or its chunks are being sent.
    Started,
    /// Somebody broke it off.
    Canceled,
    /// The last chunk was sent.
    Done,
    /// It could not be read.
    Error,
}

/// Somebody opened the plugin.
#[contract(default)]
pub struct PluginRegister {
    /// The plugin.
    pub plugin_id: String,
    /// The project that it is about.
    pub project_id: Option<String>,
    /// The file that is open.
    pub file_key: Option<String>,
    /// Who has it open, as the plugin calls them.
    pub user_id: Option<String>,
    /// After how many milliseconds without a word it counts as closed; a minute without.
    pub ttl_ms: Option<u32>,
}

/// A plugin that is open.
#[contract]
pub struct PluginRegistered {
    /// Always true.
    pub ok: bool,
    /// What it is called from here on.
    pub session_id: String,
    /// How often it should say that it is still there.
    pub heartbeat_ms: u32,
}

/// Which plugin that is open.
#[contract]
pub struct PluginSession {
    /// As it was called when it was registered.
    pub session_id: String,
}

/// Plugins that are open.
#[contract]
pub struct PluginListing {
    /// Always true.
    pub ok: bool,
    /// Those of the person, the one that spoke last first.
    pub items: Vec<PluginPresence>,
}

/// A plugin that is open.
#[contract]
pub struct PluginPresence {
    /// What it is called.
    pub session_id: String,
    /// The plugin.
    pub plugin_id: String,
    /// The project that it is about.
    pub project_id: Option<String>,
    /// The file that is open.
    pub file_key: Option<String>,
    /// Who has it open, as the plugin calls them.
    pub user_id: Option<String>,
    /// When it counts as closed, unless it says that it is still there.
    pub expires_at: String,
}
