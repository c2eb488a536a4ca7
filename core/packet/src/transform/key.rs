//! When two requests mean the same thing.

use sha2::{Digest, Sha256};

use super::{Config, Transform};

/// A source as it was captured: its id, and a hash of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceMark<'a> {
    /// Its id.
    pub id: &'a str,
    /// Hash of its text; absent while it has none.
    pub hash: Option<&'a str>,
}

/// Prints collection, type, sources and configuration: as long as none of them changes, what was
/// made of them is what would be made again. In which order the sources stand does not matter.
pub fn dedupe_key(
    collection_id: &str,
    transform: &Transform,
    config: &Config,
    sources: &[SourceMark<'_>],
) -> String {
    let mut sources = sources.to_vec();
    sources.sort_unstable();
    let mut hash = Sha256::new();
    put(&mut hash, collection_id);
    put(&mut hash, transform.name);
    put(&mut hash, &config.canonical());
    for source in sources {
        put(&mut hash, source.id);
        put(&mut hash, source.hash.unwrap_or_default());
    }
    hex::encode(hash.finalize())
}

/// The length first, so that two parts cannot be read as one.
fn put(hash: &mut Sha256, text: &str) {
    hash.update(u64::try_from(text.len()).unwrap_or(u64::MAX).to_be_bytes());
    hash.update(text.as_bytes());
}
