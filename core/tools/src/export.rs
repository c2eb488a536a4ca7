//! What is generated from the tools and the packets that they stand in: TypeScript and JSON Schema.

use std::sync::LazyLock;

use schemars::{JsonSchema, schema_for};
use screen_agent_wire::export::{Declarations, config, packets};
use screen_agent_wire::packet::document::{
    CaptureDocument, ChunkDocument, Document, IndexDocument, LinksDocument, SearchResultsDocument,
    SourceDocument, SummaryDocument, ToolResultDocument,
};
use screen_agent_wire::packet::problem::ProblemBody;
use screen_agent_wire::packet::response::ReplyPacket;
use screen_agent_wire::packet::{Doc, RequestPacket, ResponsePacket, collection, conversation};
use serde_json::Value;

use crate::{
    Destination, OpenTarget, Performer, Redaction, Rounding, ShareTarget, ShippingSpeed, Tool,
};

screen_agent_wire::exported! {
    /// What arguments are made of, in TypeScript.
    values: Destination, OpenTarget, Redaction, Rounding, ShareTarget, ShippingSpeed,
}

/// Every declaration of the packet surface in TypeScript.
pub fn typescript() -> Declarations {
    let mut all = packets();
    all.extend(values());
    let arguments = Tool::typescript(&config()).into_iter();
    all.extend(arguments.map(|(_, name, declaration)| (name, declaration)));
    all
}

/// The names of all tools of the packet surface as a TypeScript union, what each is called with, and
/// what a person is shown instead of its name.
pub fn tool_names() -> String {
    let union = |of_browser: bool| {
        let tools = Tool::ALL.iter();
        tools
            .filter(|tool| (tool.performer == Performer::Client) == of_browser)
            .map(|tool| format!("\n  | {:?}", tool.name))
            .collect::<String>()
    };
    let arguments = Tool::typescript(&config());
    let arguments = arguments.iter();
    let titles = Tool::ALL.iter();
    format!(
        "/** A tool that the client performs, in its browser. */\n\
         export type BrowserToolName ={};\n\n\
         /** A tool that the server performs. */\n\
         export type ServerToolName ={};\n\n\
         /** Any tool. */\n\
         export type ToolName = BrowserToolName | ServerToolName;\n\n\
         /** What each tool is called with. */\n\
         export interface ToolArguments {{{}\n}}\n\n\
         /** What a person is shown instead of a tool's name. */\n\
         export const TOOL_TITLES: Readonly<Record<ToolName, string>> = {{{}\n}};\n",
        union(true),
        union(false),
        arguments
            .map(|(name, arguments, _)| format!("\n  {name:?}: {arguments};"))
            .collect::<String>(),
        titles
            .map(|tool| format!("\n  {:?}: {:?},", tool.name, tool.title))
            .collect::<String>(),
    )
}

/// Every schema that is published, by name: packets, documents as `document.KIND`, arguments of
/// tools as `tool.NAME`, the render tree, and what the other endpoints take and give.
pub fn schemas() -> &'static [(String, Value)] {
    // Anybody may ask for them, so they are made once and not for each who does.
    static ALL: LazyLock<Vec<(String, Value)>> = LazyLock::new(made);
    &ALL
}

/// The schema of that name.
pub fn schema(name: &str) -> Option<&'static Value> {
    let found = schemas().iter().find(|(known, _)| known == name);
    found.map(|(_, schema)| schema)
}

fn made() -> Vec<(String, Value)> {
    let mut all = whole();
    all.extend(documents());
    all.extend(Tool::NAMES.iter().filter_map(|name| {
        let schema = Tool::schema(name)?;
        Some((format!("tool.{name}"), schema.to_value()))
    }));
    all.extend(rest());
    all
}

fn whole() -> Vec<(String, Value)> {
    vec![
        of::<RequestPacket>("request"),
        of::<ResponsePacket>("response"),
        of::<ReplyPacket>("reply"),
        of::<ProblemBody>("problem"),
        of::<Doc>("render"),
        of::<Document>("document"),
    ]
}

fn documents() -> Vec<(String, Value)> {
    vec![
        of::<SummaryDocument>("document.web.observation.summary.v1"),
        of::<ChunkDocument>("document.web.observation.chunk.v1"),
        of::<CaptureDocument>("document.web.capture.v1"),
        of::<IndexDocument>("document.collection.index.v1"),
        of::<SourceDocument>("document.collection.source.v1"),
        of::<ToolResultDocument>("document.tool.result.v1"),
        of::<SearchResultsDocument>("document.search.results.v1"),
        of::<LinksDocument>("document.web.links.v1"),
    ]
}

fn rest() -> Vec<(String, Value)> {
    vec![
        of::<conversation::ConversationList>("conversations"),
        of::<conversation::ConversationData>("conversation"),
        of::<collection::CollectionList>("collections"),
        of::<collection::CollectionRequest>("collection-request"),
        of::<collection::CollectionData>("collection"),
        of::<collection::AddSourcesRequest>("add-sources-request"),
        of::<collection::CaptureRequest>("capture-request"),
        of::<collection::SourceInfo>("source"),
        of::<collection::TransformTypes>("transform-types"),
        of::<collection::TransformRequest>("transform-request"),
        of::<collection::ArtifactList>("artifacts"),
        of::<collection::ArtifactInfo>("artifact-info"),
        of::<collection::ArtifactData>("artifact"),
    ]
}

fn of<T: JsonSchema>(name: &str) -> (String, Value) {
    (name.to_owned(), schema_for!(T).to_value())
}
