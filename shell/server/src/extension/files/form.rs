//! The multipart form of an upload.

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::header;
use futures_util::stream;
use multer::{Constraints, Field, Multipart, SizeLimit};
use screen_agent_think::file::Unreadable;
use screen_agent_wire::invalid::chars;
use screen_agent_wire::{Invalid, limits};

use screen_agent_engine::filename;

use crate::error::ApiError;
use crate::http::body::{Held, receive_any};
use crate::memory::LARGEST_BODY;
use crate::state::AppState;

/// Bytes of a part that is not the file.
const WORD: u64 = 4 * 1024;

/// What came in a form.
pub(in crate::extension) struct Form {
    /// The file's name, without any folder.
    pub(in crate::extension) name: String,
    /// The file.
    pub(in crate::extension) bytes: Bytes,
    /// The source of knowledge that it takes the place of.
    pub(in crate::extension) knowledge: Option<String>,
    /// The memory that it takes.
    _held: Held,
}

/// The parts, as far as they have come.
#[derive(Default)]
struct Parts {
    file: Option<Bytes>,
    name_of_file: Option<String>,
    name: Option<String>,
    knowledge: Option<String>,
}

impl Form {
    /// Receives a form of bounded size and takes what is known out of it; other parts are passed
    /// over, as published clients send more.
    pub(in crate::extension) async fn receive(
        app: &AppState,
        request: Request,
    ) -> Result<Self, ApiError> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let boundary = multer::parse_boundary(kind).map_err(|_| ApiError::NOT_A_FORM)?;
        let mut held = receive_any(app, request, LARGEST_BODY).await?;
        let body = stream::iter([Ok::<_, std::io::Error>(held.bytes.clone())]);
        let limits = SizeLimit::new()
            .whole_stream(LARGEST_BODY as u64)
            .per_field(WORD)
            .for_field("file", limits::UPLOAD as u64);
        let limits = Constraints::new().size_limit(limits);
        let parts = parts(Multipart::with_constraints(body, boundary, limits)).await?;
        // The parts are copies: from here on the file is in memory once.
        held.bytes = Bytes::new();
        let given = parts.name.filter(|name| !name.is_empty());
        let given = given.or(parts.name_of_file).unwrap_or_default();
        chars("filename", &given, limits::TITLE)?;
        let bytes = parts
            .file
            .ok_or_else(|| Invalid::new("file", "is required"))?;
        if bytes.is_empty() {
            return Err(Invalid::new("file", "is empty").into());
        }
        Ok(Self {
            name: filename::shown(&given),
            bytes,
            knowledge: parts.knowledge.filter(|id| !id.trim().is_empty()),
            _held: held,
        })
    }
}

async fn parts(mut form: Multipart<'_>) -> Result<Parts, ApiError> {
    let mut parts = Parts::default();
    while let Some(field) = form.next_field().await.map_err(fault)? {
        match field.name() {
            Some("file") if parts.file.is_some() => {
                return Err(Invalid::new("file", "is given twice").into());
            }
            Some("file") => {
                check_kind(&field)?;
                parts.name_of_file = field.file_name().map(str::to_owned);
                parts.file = Some(field.bytes().await.map_err(fault)?);
            }
            Some("filename") => parts.name = Some(field.text().await.map_err(fault)?),
            Some("knowledge_id") => {
                parts.knowledge = Some(field.text().await.map_err(fault)?);
            }
            Some("source_type") => check_source(&field.text().await.map_err(fault)?)?,
            _ => drop(field.bytes().await.map_err(fault)?),
        }
    }
    Ok(parts)
}

/// The type that a client declares is not believed, but it has to be one.
fn check_kind(field: &Field<'_>) -> Result<(), ApiError> {
    let kind = field.content_type().map(|kind| kind.as_ref());
    chars("mimeType", kind.unwrap_or_default(), limits::MIME)?;
    Ok(())
}

/// Only what a task can read is taken.
fn check_source(source: &str) -> Result<(), ApiError> {
    match source {
        "" | "documentation" | "data" => Ok(()),
        "video" | "audio" => Err(ApiError::from(Unreadable::Unsupported)),
        _ => Err(Invalid::new("source_type", "is neither documentation nor data").into()),
    }
}

fn fault(error: multer::Error) -> ApiError {
    match error {
        multer::Error::FieldSizeExceeded { .. } | multer::Error::StreamSizeExceeded { .. } => {
            ApiError::TOO_LARGE
        }
        _ => Invalid::new("", "is not a whole form").into(),
    }
}
