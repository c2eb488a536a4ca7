//! What artifacts say, as it is kept, and in the formats in which it is handed out.

mod name;
mod secrets;

use screen_agent_answer as answer;
use screen_agent_store::artifact::{Artifact, ArtifactAdded, ArtifactRecord};
use screen_agent_store::{Owner, Packed, StoreError};
use screen_agent_tools::ArtifactSave;
use screen_agent_wire::packet::collection::{ArtifactStatus, ShareFormat};
use screen_agent_wire::packet::response::Citation;
use screen_agent_wire::packet::{Block, Doc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::Engine;
use crate::packet::LibraryFault;

pub(crate) use name::filename;

/// What an artifact says, as it is kept: a tree, or a text; or what it is to be made of.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Said {
    /// A tree.
    pub doc: Option<Doc>,
    /// A text.
    pub text: Option<String>,
    /// Its MIME type.
    pub mime: Option<String>,
    /// Where its facts come from.
    pub citations: Vec<Citation>,
    /// The sources that it was made of.
    pub source_ids: Vec<String>,
    /// How it was to be made.
    pub config: Map<String, Value>,
}

impl Said {
    /// As it is kept in an artifact; empty when it cannot be read any more.
    pub fn of(content: &Packed) -> Result<Self, StoreError> {
        content.read()
    }

    /// The same without what looks like a secret.
    pub(crate) fn without_secrets(self) -> Result<Self, StoreError> {
        Ok(Self {
            doc: self.doc.map(secrets::out_of_doc).transpose()?,
            text: self.text.map(|text| secrets::out_of(&text)),
            ..self
        })
    }

    /// As plain text.
    pub(crate) fn plain(&self) -> String {
        match (&self.doc, &self.text) {
            (Some(doc), _) => answer::plain(doc),
            (None, text) => text.clone().unwrap_or_default(),
        }
    }
}

/// An artifact in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArtifactFile {
    /// Its title.
    pub title: String,
    /// MIME type.
    pub mime: &'static str,
    /// What the name of a file of it ends with.
    pub ending: &'static str,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl ArtifactFile {
    /// Its type as HTTP says it; every text is UTF-8.
    pub fn content_type(&self) -> &'static str {
        match self.mime {
            "text/markdown" => "text/markdown; charset=utf-8",
            "text/plain" => "text/plain; charset=utf-8",
            "text/csv" => "text/csv; charset=utf-8",
            other => other,
        }
    }

    /// Says that it is to be saved, and under which name: in both ways of writing it.
    pub fn disposition(&self) -> String {
        crate::filename::disposition(&filename(None, self))
    }
}

impl Engine {
    /// An artifact in a format.
    pub async fn content(
        &self,
        owner: Owner,
        id: &str,
        format: ShareFormat,
    ) -> Result<ArtifactFile, LibraryFault> {
        let found = self.rows(owner).find::<Artifact>(id.to_owned()).await?;
        let artifact = found.ok_or(LibraryFault::Unknown("artifact"))?;
        if artifact.record.status != ArtifactStatus::Completed {
            return Err(LibraryFault::NotReady);
        }
        let said = Said::of(&artifact.content)?;
        let title = artifact.record.title;
        let (mime, ending, bytes) = match format {
            ShareFormat::Markdown => ("text/markdown", "md", markdown(&title, &said)),
            ShareFormat::Text => ("text/plain", "txt", text(&said)),
            ShareFormat::Json => ("application/json", "json", whole(&title, &said)),
            ShareFormat::Csv => {
                let csv = table(&said).ok_or(LibraryFault::UnsupportedFormat)?;
                ("text/csv", "csv", csv)
            }
            ShareFormat::Pdf => {
                let printer = self.parts.printer.as_ref();
                let printer = printer.ok_or(LibraryFault::UnsupportedFormat)?;
                let printed = printer.print(&page(&title, &said)).await;
                let bytes = printed.ok_or(LibraryFault::UnsupportedFormat)?;
                return Ok(ArtifactFile {
                    title,
                    mime: "application/pdf",
                    ending: "pdf",
                    bytes,
                });
            }
        };
        Ok(ArtifactFile {
            title,
            mime,
            ending,
            bytes: bytes.into_bytes(),
        })
    }
}

/// Keeps a text or an answer as an artifact, unless it is there already.
pub(crate) async fn save(
    (engine, owner): (&Engine, Owner),
    id: String,
    call: &ArtifactSave,
    said: &Said,
) -> Result<ArtifactRecord, StoreError> {
    let now_ms = engine.now_ms();
    let artifact = Artifact {
        record: ArtifactRecord {
            id,
            collection_id: None,
            kind: "note".to_owned(),
            title: call.title.trim().to_owned(),
            tags: call.tags.clone().unwrap_or_default(),
            status: ArtifactStatus::Completed,
            error: None,
            dedupe_key: None,
            created_ms: now_ms,
            updated_ms: now_ms,
        },
        content: Packed::json(said)?,
    };
    match engine.rows(owner).add_artifact(artifact).await? {
        ArtifactAdded::Added(record) | ArtifactAdded::Known(record) => Ok(record),
    }
}

fn markdown(title: &str, said: &Said) -> String {
    match &said.doc {
        Some(doc) => {
            let head = Doc::new(vec![Block::heading(1, title)]);
            let sources = answer::markdown_citations(&said.citations);
            joined([answer::markdown(&head), answer::markdown(doc), sources])
        }
        None => said.text.clone().unwrap_or_default(),
    }
}

fn text(said: &Said) -> String {
    match &said.doc {
        Some(doc) => joined([
            answer::plain(doc),
            answer::plain_citations(&said.citations),
            String::new(),
        ]),
        None => said.text.clone().unwrap_or_default(),
    }
}

fn joined(parts: [String; 3]) -> String {
    let parts = parts.iter().map(|part| part.trim_end());
    let said: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    said.join("\n\n") + "\n"
}

fn whole(title: &str, said: &Said) -> String {
    let whole = match &said.doc {
        Some(doc) => json!({ "title": title, "doc": doc, "citations": said.citations }),
        None => json!({ "title": title, "text": said.text, "mime": said.mime }),
    };
    serde_json::to_string_pretty(&whole).unwrap_or_default()
}

/// Its tables; a text is one when it says that it is.
fn table(said: &Said) -> Option<String> {
    match (&said.doc, said.mime.as_deref()) {
        (Some(doc), _) => answer::csv(doc),
        (None, Some("text/csv")) => said.text.clone(),
        (None, _) => None,
    }
}

/// What a printed page looks like. It loads nothing and runs nothing.
const STYLE: &str = "body{font:11pt/1.5 serif;margin:2cm}h1,h2,h3{font-family:sans-serif;line-height:1.2}\
table{border-collapse:collapse}td,th{border:1px solid #888;padding:.3em .5em;text-align:left;vertical-align:top}\
pre{white-space:pre-wrap;background:#eee;padding:.5em}";

fn page(title: &str, said: &Said) -> String {
    let doc = match &said.doc {
        Some(doc) => doc.clone(),
        None => paragraphs(said.text.as_deref().unwrap_or_default()),
    };
    let head = answer::html(&Doc::new(vec![Block::heading(1, title)]));
    let sources = answer::html_citations(&said.citations);
    let body = answer::html(&doc);
    format!(
        "<!doctype html><html><head><meta charset=\"utf-8\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <style>{STYLE}</style></head><body>{head}{body}{sources}</body></html>"
    )
}

fn paragraphs(text: &str) -> Doc {
    let parts = text.split("\n\n").map(str::trim);
    let parts = parts.filter(|part| !part.is_empty());
    answer::clean(Doc::new(parts.map(Block::paragraph).collect()))
}
