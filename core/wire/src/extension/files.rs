//! Files that a person gives to a task: upload them first, then name them in a request. Spec 001 §10.

use super::request::Attachment;
use crate::derives::*;
use crate::invalid::{Invalid, chars};
use crate::limits;

/// The multipart form of an upload, as it is described to clients.
#[derive(Debug, ToSchema)]
pub struct UploadForm {
    /// The file itself; its part carries name and type.
    #[schema(value_type = String, format = Binary)]
    pub file: Vec<u8>,
    /// What it is kept as. Only what a task can read is taken: `documentation` or `data`.
    pub source_type: Option<String>,
    /// A file among the organisation's knowledge that this one takes the place of, by the id of its source. It is read
    /// anew in the background.
    pub knowledge_id: Option<String>,
}

/// Where a file is kept, and a link to it that works for a while.
#[contract]
pub struct StoredReference {
    /// Its key.
    pub key: String,
    /// A link that needs no token.
    pub presigned_url: String,
    /// When the link stops working; ISO 8601.
    pub expires_at: String,
}

/// What is known of a file.
#[contract]
pub struct FileMetadata {
    /// Its name, without any folder.
    pub filename: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its type, by what is in it.
    pub content_type: String,
    /// ISO 8601.
    pub uploaded_at: String,
}

/// `POST /api/knowledge/upload-to-s3`.
#[contract(camel)]
pub struct UploadData {
    /// Key that names the file from now on.
    #[serde(rename = "s3Key")]
    pub s3_key: String,
    /// The file as a request to interact names it. Ours.
    pub attachment: Attachment,
    /// Where it is kept.
    #[serde(rename = "s3Reference")]
    pub s3_reference: StoredReference,
    /// What is known of it.
    pub file_metadata: FileMetadata,
    /// A link that needs no token, once more.
    pub presigned_url: String,
    /// When the link stops working; ISO 8601.
    pub presigned_url_expires_at: String,
}

/// `POST /api/knowledge/generate-presigned-url`.
#[contract(camel)]
pub struct PresignRequest {
    /// Key that the upload returned.
    #[serde(alias = "s3Key")]
    pub key: String,
}

impl PresignRequest {
    /// Refuses what cannot be a key.
    pub fn checked(self) -> Result<Self, Invalid> {
        chars("key", &self.key, limits::KEY)?;
        Ok(self)
    }
}

/// A link to a file that needs no token.
#[contract(camel)]
pub struct PresignData {
    /// The link.
    pub url: String,
    /// When it stops working; ISO 8601.
    pub expires_at: String,
}
