//! What a client knows of a document before it asks for it or changes it.

use axum::http::{HeaderMap, header};
use screen_agent_store::ide::IdeDocumentName;
use screen_agent_wire::Invalid;

use crate::error::ApiError;

/// The tag of a version, as clients know it; what no header can say is written otherwise.
pub(super) fn tag(name: &IdeDocumentName, version: u32) -> String {
    let word = |text: &str| match text
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && byte != b'"')
    {
        true => text.to_owned(),
        false => url::form_urlencoded::byte_serialize(text.as_bytes()).collect(),
    };
    format!(
        "W/\"{}:{}:{version}\"",
        word(&name.project),
        word(&name.path)
    )
}

/// What a client knows of a document, or wants it to be.
pub(super) struct Conditions {
    /// It has one of these tags.
    has: Option<String>,
    /// It is not there.
    is_new: bool,
    version: Option<u32>,
}

impl Conditions {
    pub(super) fn of(headers: &HeaderMap, version: Option<u32>) -> Result<Self, Invalid> {
        let is_new = match words(headers, header::IF_NONE_MATCH)? {
            None => false,
            Some("*") => true,
            Some(_) => return Err(Invalid::new("If-None-Match", "is not *")),
        };
        let has = words(headers, header::IF_MATCH)?.map(str::to_owned);
        Ok(Self {
            has,
            is_new,
            version,
        })
    }

    pub(super) fn check(
        &self,
        name: &IdeDocumentName,
        version: Option<u32>,
        strict: bool,
    ) -> Result<(), ApiError> {
        let matches =
            |known: &str| version.is_some_and(|version| is_tagged(known, &tag(name, version)));
        if self.is_new && version.is_some() || self.has.as_deref().is_some_and(|has| !matches(has))
        {
            return Err(ApiError::PRECONDITION_FAILED);
        }
        let actual = version.unwrap_or_default();
        if self.version.is_some_and(|expected| expected != actual) {
            return Err(ApiError::VERSION_MISMATCH.about("expected_version"));
        }
        let is_blind = !self.is_new && self.has.is_none() && self.version.is_none();
        match strict && is_blind && version.is_some() {
            true => Err(ApiError::PRECONDITION_REQUIRED),
            false => Ok(()),
        }
    }
}

/// What a header says, if it is there.
pub(super) fn words(
    headers: &HeaderMap,
    name: header::HeaderName,
) -> Result<Option<&str>, Invalid> {
    let Some(value) = headers.get(&name) else {
        return Ok(None);
    };
    let wrong = |_| Invalid::new(name.as_str(), "is not plain ASCII");
    value.to_str().map(|text| Some(text.trim())).map_err(wrong)
}

/// Whether a list of tags has this one, or any will do.
pub(super) fn is_tagged(known: &str, tag: &str) -> bool {
    let bare = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    known == "*" || known.split(',').any(|one| bare(one) == bare(tag))
}
