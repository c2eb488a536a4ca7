//! What tasks and clients keep as objects: uploads, what was taken in of them, and what was made.

use crate::derives::*;

/// Where an object is to be uploaded.
#[contract(default)]
pub struct UploadPresign {
    /// The project.
    #[serde(rename = "projectId")]
    pub project_camel: Option<String>,
    /// The project.
    pub project_id: Option<String>,
    /// What the file is called.
    #[serde(rename = "fileName", alias = "file_name")]
    pub file_name: String,
}

/// Where an object may be uploaded.
#[contract]
pub struct UploadPresigned {
    /// Always true.
    pub ok: bool,
    /// The bucket.
    pub bucket: String,
    /// The key in it.
    pub key: String,
    /// Where it is put, for two hours.
    #[serde(rename = "signedUrl")]
    pub signed_url: String,
    /// The token alone.
    pub token: String,
}

/// An upload that is to be taken in.
#[contract(default)]
pub struct UploadIngest {
    /// The project.
    #[serde(rename = "projectId")]
    pub project_camel: Option<String>,
    /// The project.
    pub project_id: Option<String>,
    /// The key of the upload.
    pub storage_key: String,
    /// The trace that it is to be done in; a fresh one without.
    #[serde(rename = "traceId", alias = "trace_id")]
    pub trace_id: Option<String>,
    /// SHA-256 of the upload, in hexadecimal digits.
    pub sha256: Option<String>,
    /// Bytes of the upload.
    pub size: Option<u64>,
}

/// An upload is being taken in.
#[contract]
pub struct UploadIngesting {
    /// Always true.
    pub ok: bool,
    /// The trace that it is done in.
    pub trace_id: String,
}

/// How far the taking in of an upload is.
#[contract]
pub struct UploadIngested {
    /// Always true.
    pub ok: bool,
    /// The trace that it is done in.
    pub trace_id: String,
    /// How it stands.
    pub status: IngestStatus,
    /// The bucket of the result, or of the upload while there is none.
    pub bucket: String,
    /// The key in it.
    pub key: String,
    /// Where the result is had, for an hour.
    #[serde(rename = "signedUrl")]
    pub signed_url: Option<String>,
    /// Its MIME type.
    pub content_type: Option<String>,
    /// How many bytes it has.
    pub size: Option<u32>,
}

/// How the taking in of an upload stands. What fails is answered as an error.
#[contract(word)]
pub enum IngestStatus {
    /// It is under way, or waits.
    Pending,
    /// The result is there.
    Ready,
}

/// Which objects are to be listed.
#[contract(default)]
pub struct ArtifactQuery {
    /// Of one project.
    #[serde(rename = "projectId")]
    pub project_camel: Option<String>,
    /// Of one project.
    pub project_id: Option<String>,
    /// Of one trace.
    pub trace_id: Option<String>,
    /// Of one bucket.
    pub bucket: Option<String>,
    /// What their keys begin with.
    #[serde(alias = "base_path")]
    pub prefix: Option<String>,
    /// At most so many, 100 at most.
    pub limit: Option<u32>,
    /// So many are left out.
    pub offset: Option<u32>,
}

/// Some objects.
#[contract]
pub struct ArtifactListing {
    /// Always true.
    pub ok: bool,
    /// The objects, the latest first.
    pub items: Vec<ArtifactLink>,
    /// At most so many.
    pub limit: u32,
    /// So many were left out.
    pub offset: u32,
    /// Where the next begin, where there are any.
    pub next_offset: Option<u32>,
    /// How many there are.
    pub count: u32,
}

/// An object, and where it is had.
#[contract]
pub struct ArtifactLink {
    /// The last part of its key.
    pub name: String,
    /// The bucket.
    pub bucket: String,
    /// The key in it.
    pub key: String,
    /// Where it is had, for an hour.
    pub url: String,
    /// Its MIME type.
    pub mime: String,
    /// How many bytes it has.
    pub size: u32,
    /// The trace that it was made in.
    pub trace_id: Option<String>,
    /// When it was put there.
    pub updated_at: String,
}
