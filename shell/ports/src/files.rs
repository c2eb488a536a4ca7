//! Bytes that are kept, read and printed.

use std::time::Duration;

use async_trait::async_trait;
use screen_agent_knowledge::ExtractedDocument;
use screen_agent_think::file::{FileContents, Unreadable};
use uuid::Uuid;

/// What bytes are told to be.
#[derive(Clone, Copy, Debug)]
pub struct GivenAs<'a> {
    /// Their MIME type.
    pub mime: &'a str,
    /// `Content-Disposition`, with the name that they are saved by (RFC 6266).
    pub disposition: &'a str,
}

/// Keeps bytes under ids of ours. Nothing that a client says ever names one.
#[async_trait]
pub trait Blobs: Send + Sync {
    /// Keeps them, whole or not at all.
    async fn put(&self, id: Uuid, bytes: &[u8]) -> std::io::Result<()>;

    /// At most so many bytes of what is kept under an id, from a place in it on; `None` where
    /// nothing is kept.
    async fn get(&self, id: Uuid, from: u64, most: usize) -> std::io::Result<Option<Vec<u8>>>;

    /// Forgets them; it is no error that there are none.
    async fn remove(&self, id: Uuid) -> std::io::Result<()>;

    /// Everything that has been kept for at least so long.
    async fn older_than(&self, age: Duration) -> std::io::Result<Vec<Uuid>>;

    /// Where whoever has the link is given them, for so long, without us; `None` where only we give them.
    async fn link(
        &self,
        _id: Uuid,
        _given: GivenAs<'_>,
        _lasts: Duration,
    ) -> std::io::Result<Option<String>> {
        Ok(None)
    }
}

/// Reads text out of a file. The file is a stranger's: reading it is bounded in time and memory.
#[async_trait]
pub trait FileReader: Send + Sync {
    /// Reads it.
    async fn read(&self, name: &str, bytes: &[u8]) -> Result<FileContents, Unreadable>;

    /// Reads it whole and with its structure; of an archive, each file in it.
    async fn read_documents(
        &self,
        name: &str,
        bytes: &[u8],
    ) -> Result<Vec<ExtractedDocument>, Unreadable>;
}

/// Prints HTML of our own making as PDF.
#[async_trait]
pub trait Printer: Send + Sync {
    /// Prints it; `None` when it cannot.
    async fn print(&self, html: &str) -> Option<Vec<u8>>;
}
