//! A scan a chunk at a time: some components of one page, told with what belongs to them.

use std::ops::Range;

use serde_json::json;

use super::{FigmaPage, FigmaScan};
use crate::ui::Fields;

/// Components of a chunk, and bytes.
pub const CHUNK: usize = 100;
const BYTES: usize = 1024 * 1024;

/// A chunk, as it is told.
#[derive(Debug)]
pub struct FigmaChunk {
    pub events: Vec<(&'static str, Fields)>,
    /// How many there are.
    pub total: usize,
}

/// How many chunks a scan has of at most so many components.
pub fn chunks(scan: &FigmaScan, most: usize) -> usize {
    cut(scan, most).len()
}

/// One of them; none behind the last.
pub fn chunk(scan: &FigmaScan, cursor: usize, most: usize) -> Option<FigmaChunk> {
    let cuts = cut(scan, most);
    let total = cuts.len();
    let (page, range) = cuts.into_iter().nth(cursor)?;
    let id = &page.page_id;
    let ready =
        json!({ "page_id": id, "name": page.name, "role": page.role, "layout": page.layout });
    let includes = json!({ "page_id": id, "includes": page.includes });
    let is_first = range.start == 0;
    let chunk = json!({ "page_id": id, "chunk_idx": cursor, "total_chunks": total,
        "components": page.components[range] });
    let events = [
        ("page.ready", Some(ready)),
        ("page.includes", is_first.then_some(includes)),
        ("page.chunk", Some(chunk)),
    ];
    let events = events
        .into_iter()
        .filter_map(|(name, fields)| Some((name, fields?.as_object()?.clone())));
    Some(FigmaChunk {
        events: events.collect(),
        total,
    })
}

/// Each chunk is of one page; a page without components has one, too, so that it is told.
fn cut(scan: &FigmaScan, most: usize) -> Vec<(&FigmaPage, Range<usize>)> {
    let most = most.clamp(1, CHUNK);
    let mut cuts = Vec::new();
    for page in &scan.pages {
        let (mut start, mut bytes) = (0, 0);
        for (component, at) in page.components.iter().zip(0..) {
            let weight = serde_json::to_string(component).map_or(0, |text| text.len());
            if at > start && (at - start == most || bytes + weight > BYTES) {
                cuts.push((page, start..at));
                (start, bytes) = (at, 0);
            }
            bytes += weight;
        }
        cuts.push((page, start..page.components.len()));
    }
    cuts
}
