//! What may be read besides tools: a few things by their addresses, which a desk lists and gives.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rmcp::ErrorData;
use rmcp::model::{ReadResourceResult, Resource, ResourceContents, ResourceTemplate};
use serde_json::json;

use crate::fault::CallFault;

/// Something that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readable {
    /// Its address; of a kind of things with `{id}` in it.
    pub uri: String,
    /// What it is called.
    pub name: String,
    /// What it is, in a sentence.
    pub about: String,
    /// Its type.
    pub mime: &'static str,
}

impl Readable {
    /// Something that can be read.
    pub fn new(
        uri: impl Into<String>,
        name: impl Into<String>,
        about: impl Into<String>,
        mime: &'static str,
    ) -> Self {
        Self {
            uri: uri.into(),
            name: name.into(),
            about: about.into(),
            mime,
        }
    }

    pub(crate) fn listed(self) -> Resource {
        Resource::new(self.uri, self.name)
            .with_description(self.about)
            .with_mime_type(self.mime)
    }

    pub(crate) fn template(self) -> ResourceTemplate {
        ResourceTemplate::new(self.uri, self.name)
            .with_description(self.about)
            .with_mime_type(self.mime)
    }
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadContents {
    /// Words.
    Text {
        /// Its type.
        mime: &'static str,
        /// The words.
        text: String,
    },
    /// A file.
    Bytes {
        /// Its type.
        mime: &'static str,
        /// What it holds.
        bytes: Vec<u8>,
    },
}

impl ReadContents {
    pub(crate) fn told(self, uri: String) -> ReadResourceResult {
        let contents = match self {
            Self::Text { mime, text } => ResourceContents::text(text, uri).with_mime_type(mime),
            Self::Bytes { mime, bytes } => {
                ResourceContents::blob(STANDARD.encode(bytes), uri).with_mime_type(mime)
            }
        };
        ReadResourceResult::new(vec![contents])
    }
}

/// Why something could not be read.
pub(crate) fn unread(fault: CallFault) -> ErrorData {
    let CallFault { code, message } = fault;
    let data = Some(json!({ "code": code }));
    ErrorData::resource_not_found(format!("{code}: {message}"), data)
}
