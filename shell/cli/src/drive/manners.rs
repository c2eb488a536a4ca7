//! Sites that do not want programs on their pages.

use anyhow::Result;
use async_trait::async_trait;

use super::Drive;

/// Whoever knows what sites ask of programs.
#[async_trait]
pub trait Manners: std::fmt::Debug + Send + Sync {
    /// Refuses to be on a page whose site does not want that.
    async fn admit(&self, url: &str) -> Result<()>;
}

impl Drive<'_> {
    /// Ends the run where it may not be on a page: nothing of that page is read on, or sent.
    pub(super) async fn admitted(&mut self, url: &str) -> Result<()> {
        match &self.plan.manners {
            Some(manners) => manners.admit(url).await,
            None => Ok(()),
        }
    }
}
