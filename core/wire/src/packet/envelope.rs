//! What every packet begins with. Spec 003, "Protocol envelope".

use crate::derives::*;

/// Name of the protocol.
pub const PROTOCOL: &str = "laika.llmcp";
/// The one version that is spoken.
pub const VERSION: u32 = 1;

/// Which protocol, and which version of it.
#[contract]
pub struct Protocol {
    /// Always `laika.llmcp`.
    #[schemars(extend("const" = PROTOCOL))]
    pub name: String,
    /// Always 1.
    #[schemars(extend("const" = VERSION))]
    pub version: u32,
}

impl Default for Protocol {
    fn default() -> Self {
        Self {
            name: PROTOCOL.to_owned(),
            version: VERSION,
        }
    }
}

/// Groups the turns that belong together.
#[contract]
pub struct Conversation {
    /// Its id, a UUID by rule; any short text is taken.
    #[schemars(length(min = 1, max = 128))]
    pub id: String,
    /// Grows from turn to turn.
    pub turn: u32,
}

/// Who wrote a packet.
#[contract(word)]
pub enum SenderRole {
    /// The person, through a client.
    User,
    /// The agent, to a model.
    Agent,
    /// A model, to the agent.
    Assistant,
    /// What performed a tool.
    Tool,
}

/// Who wrote a packet.
#[contract]
pub struct Sender {
    /// In which role.
    pub role: SenderRole,
}

/// Which run a packet belongs to. A request that names an open run goes on with it.
#[contract]
pub struct Trace {
    /// The run.
    #[schemars(length(min = 1, max = 128))]
    pub run_id: String,
    /// Step within it, from 1.
    #[serde(default)]
    pub step: u32,
}
