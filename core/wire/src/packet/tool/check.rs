//! Limits of arguments that types do not say.

use serde_json::{Map, Value};

use super::{ArtifactSave, EstimateTax, NewSource, ObserveDom, Tool};
use crate::invalid::{Invalid, chars, chars_if, count, finite, texts};
use crate::limits;

/// Longest id, in characters.
const ID: usize = 128;
/// Longest title or name, in characters.
const TITLE: usize = 500;
/// Longest expression, in characters.
const EXPRESSION: usize = 1_000;
/// Longest text that is kept, in characters.
const TEXT: usize = 200_000;
/// Longest words of a search, in characters.
const QUERY: usize = 512;
/// Longest short word, in characters.
const WORD: usize = 64;
/// Farthest that is scrolled at once, in pixels.
const SCROLL: f64 = 20_000.0;
/// Longest object of the model's own, in bytes of its JSON.
const PAYLOAD: usize = 65_536;
/// Most tags, and most sources that are added at once.
const MANY: usize = 50;

pub(super) fn check(tool: &Tool) -> Result<(), Invalid> {
    match tool {
        Tool::ObserveDom(tool) => look(tool),
        Tool::GetSelectionLinks(tool) => within("maxLinks", tool.max_links, 1, 200),
        Tool::Click(tool) => given("handleId", &tool.handle_id, ID),
        Tool::TypeText(tool) => {
            given("handleId", &tool.handle_id, ID)?;
            chars("text", &tool.text, limits::QUERY)
        }
        Tool::Select(tool) => {
            given("handleId", &tool.handle_id, ID)?;
            given("value", &tool.value, TITLE)
        }
        Tool::Scroll(tool) => {
            finite("deltaY", &[tool.delta_y])?;
            match tool.delta_y.abs() <= SCROLL {
                true => Ok(()),
                false => Err(Invalid::new(
                    "deltaY",
                    format!("expected -{SCROLL} to {SCROLL}"),
                )),
            }
        }
        Tool::OpenTab(tool) => given("url", &tool.url, limits::URL),
        Tool::Navigate(tool) => given("url", &tool.url, limits::URL),
        Tool::Search(tool) => {
            given("query", &tool.query, QUERY)?;
            given_if("engine", tool.engine.as_deref(), WORD)
        }
        Tool::Calculate(tool) => {
            given("expression", &tool.expression, EXPRESSION)?;
            within("precision", tool.precision.map(u32::from), 0, 6)
        }
        Tool::MoneyCalculate(tool) => {
            given("expression", &tool.expression, EXPRESSION)?;
            given("currency", &tool.currency, WORD)
        }
        Tool::EstimateTax(tool) => tax(tool),
        Tool::EstimateShipping(tool) => {
            given("destination.state", &tool.destination.state, WORD)?;
            chars_if("destination.zip", tool.destination.zip.as_deref(), WORD)?;
            chars_if("merchantOrigin", tool.merchant_origin.as_deref(), TITLE)
        }
        Tool::ArtifactSave(tool) => artifact(tool),
        Tool::ArtifactShare(tool) => {
            given("artifactId", &tool.artifact_id, ID)?;
            given_if("filename", tool.filename.as_deref(), TITLE)
        }
        Tool::ArtifactOpen(tool) => given("artifactId", &tool.artifact_id, ID),
        Tool::IntegrationInvoke(tool) => {
            given("integration", &tool.integration, ID)?;
            given("operation", &tool.operation, ID)?;
            given_if("idempotencyKey", tool.idempotency_key.as_deref(), 255)?;
            payload("payload", &tool.payload)
        }
        Tool::CollectionCreate(tool) => {
            given("title", &tool.title, TITLE)?;
            texts("tags", tool.tags.as_deref(), MANY, WORD)
        }
        Tool::CollectionAddSources(tool) => {
            given("collectionId", &tool.collection_id, ID)?;
            sources(&tool.sources)
        }
        Tool::CollectionListSources(tool) => given("collectionId", &tool.collection_id, ID),
        Tool::SourceCapture(tool) => {
            given("collectionId", &tool.collection_id, ID)?;
            given("url", &tool.url, limits::URL)?;
            within("maxChars", tool.max_chars, 100, 200_000)
        }
        Tool::SourceRefresh(tool) => given("sourceId", &tool.source_id, ID),
        Tool::TransformRun(tool) => {
            given("collectionId", &tool.collection_id, ID)?;
            given("type", &tool.transform, WORD)?;
            tool.config
                .as_ref()
                .map_or(Ok(()), |config| payload("config", config))
        }
        Tool::Back(_) | Tool::Forward(_) | Tool::Refresh(_) | Tool::TransformListTypes(_) => Ok(()),
    }
}

/// A look at a page: each bound within what a page can have.
fn look(tool: &ObserveDom) -> Result<(), Invalid> {
    given_if("rootHandleId", tool.root_handle_id.as_deref(), ID)?;
    for (field, number, most) in [
        ("maxChars", tool.max_chars, 200_000),
        ("maxElements", tool.max_elements, 5_000),
        ("maxBlocks", tool.max_blocks, 5_000),
        ("maxPrimaryChars", tool.max_primary_chars, 200_000),
        ("maxOutline", tool.max_outline, 1_000),
        ("maxOutlineChars", tool.max_outline_chars, 1_000),
        ("maxItems", tool.max_items, 1_000),
        ("maxItemChars", tool.max_item_chars, 10_000),
        ("maxComments", tool.max_comments, 1_000),
        ("maxCommentChars", tool.max_comment_chars, 10_000),
    ] {
        within(field, number, 1, most)?;
    }
    Ok(())
}

/// An object of the model's own: a person may have to read it.
fn payload(field: &str, object: &Map<String, Value>) -> Result<(), Invalid> {
    let bytes = serde_json::to_vec(object).map_or(usize::MAX, |bytes| bytes.len());
    match bytes <= PAYLOAD {
        true => Ok(()),
        false => Err(Invalid::new(field, format!("more than {PAYLOAD} bytes"))),
    }
}

fn tax(tool: &EstimateTax) -> Result<(), Invalid> {
    given("currency", &tool.currency, WORD)?;
    given("destination.state", &tool.destination.state, WORD)?;
    chars_if("destination.zip", tool.destination.zip.as_deref(), WORD)?;
    chars_if("category", tool.category.as_deref(), TITLE)?;
    chars_if("merchantOrigin", tool.merchant_origin.as_deref(), TITLE)
}

fn artifact(tool: &ArtifactSave) -> Result<(), Invalid> {
    given("title", &tool.title, TITLE)?;
    chars_if("mime", tool.mime.as_deref(), 100)?;
    chars_if("text", tool.text.as_deref(), TEXT)?;
    texts("tags", tool.tags.as_deref(), MANY, WORD)?;
    match (&tool.text, &tool.doc) {
        (Some(_), None) | (None, Some(_)) => Ok(()),
        (Some(_), Some(_)) | (None, None) => Err(Invalid::new(
            "text",
            "exactly one of text and doc is wanted",
        )),
    }
}

fn sources(sources: &[NewSource]) -> Result<(), Invalid> {
    if sources.is_empty() {
        return Err(Invalid::new("sources", "is empty"));
    }
    count("sources", sources.len(), MANY)?;
    for (index, source) in sources.iter().enumerate() {
        let one = match source {
            NewSource::Url { url, title } => given("url", url, limits::URL)
                .and_then(|()| chars_if("title", title.as_deref(), TITLE)),
            NewSource::Note { title, text } => {
                given("text", text, TEXT).and_then(|()| chars_if("title", title.as_deref(), TITLE))
            }
        };
        one.map_err(|invalid| invalid.inside(&format!("sources[{index}]")))?;
    }
    Ok(())
}

fn given(field: &str, text: &str, most: usize) -> Result<(), Invalid> {
    if text.trim().is_empty() {
        return Err(Invalid::new(field, "is empty"));
    }
    chars(field, text, most)
}

fn given_if(field: &str, text: Option<&str>, most: usize) -> Result<(), Invalid> {
    text.map_or(Ok(()), |text| given(field, text, most))
}

fn within(field: &str, number: Option<u32>, least: u32, most: u32) -> Result<(), Invalid> {
    match number {
        Some(number) if !(least..=most).contains(&number) => {
            Err(Invalid::new(field, format!("expected {least} to {most}")))
        }
        _ => Ok(()),
    }
}
