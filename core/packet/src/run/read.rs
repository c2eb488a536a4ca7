//! What the model of a run has read: how much its choice of an address, of words for a search
//! engine or of a link could tell whoever gets to see it.

use std::collections::BTreeSet;

use screen_agent_action::origin::origin_of;
use screen_agent_gate::tool::ModelRead;
use screen_agent_wire::packet::Document;
use screen_agent_wire::packet::document::Content;
use serde::{Deserialize, Serialize};

use super::earlier::{KeptDocument, KeptPacket};
use super::state::QuestionRun;

/// Where what was read comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SourcesRead {
    /// Sites whose pages were read.
    pub sites: BTreeSet<String>,
    /// Something of the person's own was: a collection, a file, a note, a service's answer.
    pub private: bool,
}

impl SourcesRead {
    /// A page at this address. What has none is no page of anybody's but the person's.
    fn add(&mut self, url: &str) {
        match origin_of(url) {
            Some(site) => drop(self.sites.insert(site)),
            None => self.private = true,
        }
    }

    fn add_document(&mut self, document: &Document) {
        match &document.content {
            Content::Summary(page) => self.add(&page.url),
            Content::Chunk(page) => self.add(&page.url),
            Content::Capture(page) => self.add(&page.url),
            Content::Index(_) | Content::Source(_) => self.private = true,
            // Figures of ours, the public web, and addresses of a page that was read.
            Content::ToolResult(_) | Content::SearchResults(_) | Content::Links(_) => {}
        }
    }

    /// Of a packet as it is kept.
    pub(super) fn add_kept(&mut self, packet: &KeptPacket) {
        let request = match packet {
            KeptPacket::Request(request) => request,
            KeptPacket::Response(_) => return,
            KeptPacket::Unreadable => {
                self.private = true;
                return;
            }
        };
        self.private |= request.of_collection();
        for KeptDocument { content } in &request.context.documents {
            match content.doc_type.as_str() {
                "tool.result.v1" | "search.results.v1" | "web.links.v1" => {}
                "web.capture.v1" | "web.observation.summary.v1" | "web.observation.chunk.v1" => {
                    self.add(&content.url);
                }
                _ => self.private = true,
            }
        }
    }
}

/// What the model of this run has read, or may read with its next packet.
pub(super) fn by_model(run: &QuestionRun) -> ModelRead {
    let mut sources = run.heard.clone();
    sources.private |= run.task.args.contains_key("collection_id") || !run.loaded.is_empty();
    for document in run.documents.iter().chain(&run.results) {
        sources.add_document(document);
    }
    for page in &run.pages {
        sources.add(&page.reading.url);
    }
    let here = run.tab.as_ref().and_then(|tab| origin_of(&tab.seen.url));
    if sources.private || sources.sites.iter().any(|site| Some(site) != here.as_ref()) {
        return ModelRead::Private;
    }
    let alone = run.pages.len() <= 1 && run.heard.sites.is_empty();
    match (sources.sites.is_empty() && run.tab.is_none(), alone) {
        (true, _) => ModelRead::Nothing,
        (false, true) => ModelRead::Page,
        (false, false) => ModelRead::Site,
    }
}
