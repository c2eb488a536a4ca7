//! Fixes that have worked, kept by site and used again. Facts §3, "Skills".

use serde::{Deserialize, Serialize};

/// A fix that has been tried on a site.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Skill {
    /// What was wanted, in normal form.
    pub goal: String,
    /// What did not work, without ids: verb, role and name of the control.
    pub failed: String,
    /// What did, in the same form.
    pub fix: String,
    /// How often it was tried.
    pub tries: u32,
    /// How often it worked.
    pub wins: u32,
}

/// What a turn learned about a fix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lesson {
    /// Registrable domain of the page.
    pub domain: String,
    /// As in [`Skill`].
    pub goal: String,
    /// As in [`Skill`].
    pub failed: String,
    /// As in [`Skill`].
    pub fix: String,
    /// It worked.
    pub worked: bool,
}
