//! Designs of Figma: where one is, what it holds as pages of components, how pages that include others go together, and
//! how they are told a chunk at a time.

mod address;
mod chunk;
mod compose;
mod node;
mod scan;
mod synthetic;

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use screen_agent_wire::Invalid;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::ui::Fields;

pub use address::FigmaAddress;
pub use chunk::{CHUNK, FigmaChunk, chunk, chunks};
pub(crate) use compose::composed;
pub(crate) use scan::scan;
pub use synthetic::synthetic;

/// What was fetched for a task.
#[derive(Debug)]
pub enum Brought {
    /// A design, as Figma answers it: JSON.
    Design(Vec<u8>),
    /// What was read of one, where a job is named, and the page that it goes into, where that is there.
    Page {
        scan: Option<FigmaScan>,
        page: Option<Value>,
    },
}

/// What was read of a design.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FigmaScan {
    /// In their order; those that are only included come behind the ones that include them.
    pub pages: Vec<FigmaPage>,
    /// What lies beside all frames, and is part of no page.
    pub skipped: usize,
}

/// A frame of a design.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FigmaPage {
    pub page_id: String,
    pub name: String,
    pub role: PageRole,
    pub layout: PageLayout,
    pub includes: Vec<PageInclude>,
    pub components: Vec<FigmaComponent>,
}

/// What a page is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum PageRole {
    Page,
    Header,
    Footer,
    Drawer,
    Block,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PageLayout {
    #[serde(serialize_with = "measure")]
    pub width: f64,
    #[serde(serialize_with = "measure")]
    pub height: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bg: Option<String>,
}

/// A page that stands in another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PageInclude {
    /// Of the include itself.
    pub id: String,
    pub page_ref_id: String,
    pub role: PageRole,
    #[serde(serialize_with = "measure")]
    pub dx: f64,
    #[serde(serialize_with = "measure")]
    pub dy: f64,
    pub index: i64,
    /// It is nobody else's.
    pub is_editable: bool,
}

/// A component in a flat list, with its place on the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FigmaComponent {
    pub id: String,
    pub name: String,
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(serialize_with = "measure")]
    pub dx: f64,
    #[serde(serialize_with = "measure")]
    pub dy: f64,
    #[serde(serialize_with = "measure")]
    pub width: f64,
    #[serde(serialize_with = "measure")]
    pub height: f64,
    pub page_id: String,
    /// What is drawn later lies above.
    pub index_in_page: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_id: Option<String>,
    pub options: Fields,
}

impl FigmaScan {
    /// What was kept of a scan.
    pub fn read(bytes: &[u8]) -> Result<Self, Invalid> {
        serde_json::from_slice(bytes).map_err(|_| Invalid::new("job_id", "names no design"))
    }

    pub(crate) fn by_id(&self) -> HashMap<&str, &FigmaPage> {
        let named = self.pages.iter().map(|page| (page.page_id.as_str(), page));
        named.collect()
    }
}

/// A number of pixels: whole where it is, and otherwise with two digits.
pub(crate) fn pixels(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn measure<S: Serializer>(value: &f64, to: S) -> Result<S::Ok, S::Error> {
    let value = pixels(*value);
    match value.fract() == 0.0 && value.abs() < 1e15 {
        true => to.serialize_i64(value as i64),
        false => to.serialize_f64(value),
    }
}
