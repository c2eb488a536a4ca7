//! How replies are wrapped. Spec README, decision 2.

use crate::derives::*;

/// `{success, data}` and every field of `data` again beside it, so that clients of either habit work.
#[contract]
pub struct Mirrored<T> {
    /// Always true; errors have their own form.
    pub success: bool,
    /// The answer.
    pub data: T,
    /// The answer again.
    #[serde(flatten)]
    pub top: T,
}

impl<T: Clone> Mirrored<T> {
    /// Wraps an answer.
    pub fn new(data: T) -> Self {
        Self {
            success: true,
            top: data.clone(),
            data,
        }
    }
}
