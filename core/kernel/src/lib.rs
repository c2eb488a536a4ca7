//! The rooms of the kernel under one name, while their users move over to them.

pub use screen_agent_action::{self as action, Action, ask, expect, id, origin, step};
pub use screen_agent_gate::{self as gate, approval, chain, consent, pass, validate};
pub use screen_agent_think::{self as think, file, mind, plan, reason, recollect, search, skill};
pub use screen_agent_turn::{
    advance, blocker, event, negotiate, next, observe, person, phase, propose, record, route,
};
pub use screen_agent_words::{address, quote};

/// Moved.
pub mod mask {
    pub use screen_agent_action::mask::*;
    pub use screen_agent_turn::secrets::hide_said;
    pub use screen_agent_words::HIDDEN;
    pub use screen_agent_words::secret::{hide, hide_told};
}

/// Moved.
pub mod veil {
    pub use screen_agent_words::secrets::hide_named;
}

/// Moved.
pub mod task {
    pub use screen_agent_action::ask::{Answer, Notes};
    pub use screen_agent_action::status::{MAX_STEPS, TaskStatus};
    pub use screen_agent_turn::task::*;
}

/// Moved.
pub mod verify {
    pub use screen_agent_think::Judgement;
    pub use screen_agent_turn::verify::*;
}

pub use id::{MessageId, SessionId, TaskId, TenantId, UserId};
pub use screen_agent_turn::gate_case;
