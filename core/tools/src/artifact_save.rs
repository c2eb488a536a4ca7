//! `artifact.save`. Spec 003, "Tool call schema".

use super::descriptor::*;
use super::values::Redaction;
use screen_agent_wire::packet::Doc;

/// Keep text or an answer as an artifact.
#[contract(camel, strict)]
pub struct ArtifactSave {
    /// Its title.
    pub title: String,
    /// MIME type of the text.
    pub mime: Option<String>,
    /// The text, or
    pub text: Option<String>,
    /// an answer; exactly one of the two.
    pub doc: Option<Doc>,
    /// Tags.
    pub tags: Option<Vec<String>>,
    /// Whether what looks like a secret is taken out.
    pub redaction: Option<Redaction>,
}

tool! {
    ArtifactSave = "artifact.save", "Save as an artifact": Server, Artifacts, Keep;
    takes "{\"title\", \"text\": Markdown,\"tags\"?} keep it";
    narrow |_| [
        ("mime", or_null(one_of(&["text/markdown", "text/plain"]))),
        ("tags", tags()),
        ("text", text(PROSE)),
        ("title", text(NAME)),
    ]
}

impl Described for ArtifactSave {
    fn check(&self) -> Result<(), Invalid> {
        given("title", &self.title, TITLE)?;
        chars("mime", &self.mime, 100)?;
        chars("text", &self.text, TEXT)?;
        texts("tags", &self.tags, MANY, WORD)?;
        match (&self.text, &self.doc) {
            (Some(_), None) | (None, Some(_)) => Ok(()),
            (Some(_), Some(_)) | (None, None) => Err(Invalid::new(
                "text",
                "exactly one of text and doc is wanted",
            )),
        }
    }

    fn redact(&self, kept: &mut Value) {
        if let Some(text) = &self.text {
            kept["text"] = digest(text);
        }
        if let Some(doc) = &self.doc {
            kept["doc"] = digest(&json!(doc).to_string());
        }
    }
}
