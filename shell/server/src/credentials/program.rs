//! What programs are that nobody has registered, as their own documents said lately.

use screen_agent_store::oauth::OauthClient;

/// Most that are kept at once.
const MOST: u64 = 500;

/// By the address of each document, and until when what it said counts.
#[derive(Clone)]
pub(crate) struct DescribedPrograms(moka::sync::Cache<String, (OauthClient, i64)>);

impl Default for DescribedPrograms {
    fn default() -> Self {
        Self(moka::sync::Cache::new(MOST))
    }
}

impl DescribedPrograms {
    pub(crate) fn find(&self, address: &str, now_ms: i64) -> Option<OauthClient> {
        let (program, until_ms) = self.0.get(address)?;
        (until_ms > now_ms).then_some(program)
    }

    pub(crate) fn keep(&self, address: &str, program: OauthClient, until_ms: i64) {
        self.0.insert(address.to_owned(), (program, until_ms));
    }
}
