//! What an organisation knows, as far as it can be worked on without touching the world: documents as blocks, blocks as
//! chunks that know their place, texts as terms that can be compared, several rankings as one.

mod block;
mod chunk;
mod domain;
mod index;
mod rank;
mod sitemap;
mod terms;

pub use block::{BlockKind, ExtractedDocument, TextBlock};
pub use chunk::{Chunk, chunks};
pub use domain::{domain_pattern, host, is_within};
pub use index::{IndexedChunk, IndexedDocument, index, question};
pub use rank::{Candidate, Collection, QueryTerm, fuse, rank};
pub use sitemap::{Sitemap, sitemap};
pub use terms::{TextLanguage, terms};
