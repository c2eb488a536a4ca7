//! The same gate for tools that a model proposes on the packet surface. Spec 003, "Tool call
//! execution"; `docs/gate.md`.

/// A call that may be done. Only the gate makes this.
#[derive(Clone, Debug, PartialEq)]
pub struct AllowedCall<T>(T);

impl<T> AllowedCall<T> {
    /// The call.
    pub fn tool(&self) -> &T {
        &self.0
    }
}
