//! Tools that a model may propose, with their arguments as types: one file each.
//! Spec 003, "Tool call schema".
//!
//! A call is a proposal: what reads it here says no more than that it is well formed.

mod artifact_open;
mod artifact_save;
mod artifact_share;
mod back;
mod calculate;
mod call;
mod check;
mod click;
mod collection_add_sources;
mod collection_create;
mod collection_list_sources;
mod estimate_shipping;
mod estimate_tax;
mod forward;
mod get_selection_links;
mod integration_invoke;
mod money_calculate;
mod navigate;
mod observe_dom;
mod open_tab;
mod refresh;
mod scroll;
mod search;
mod select;
mod source_capture;
mod source_refresh;
mod transform_list_types;
mod transform_run;
mod type_text;
mod values;

pub(crate) use call::or_empty;
pub use call::{Policy, PolicyDecision, ToolApprovalRequest, ToolCall, ToolFault};
pub use values::{
    CaptureMode, Destination, NewSource, OpenTarget, Redaction, Rounding, ShareFormat, ShareTarget,
    ShippingSpeed,
};

use schemars::{Schema, schema_for};
use serde_json::Value;

use crate::invalid::Invalid;

/// Lists every tool once: its type, its file, its name.
macro_rules! tools {
    ($($type:ident = $file:ident, $name:literal;)*) => {
        $(pub use $file::$type;)*

        /// A well-formed call.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Tool {
            $(#[doc = concat!("`", $name, "`.")] $type($type),)*
        }

        impl Tool {
            /// The names of all tools, in the order of the specification.
            pub const NAMES: &[&str] = &[$($name),*];

            /// Each name, and the type of its arguments.
            pub(crate) const TYPES: &[(&str, &str)] = &[$(($name, stringify!($type))),*];

            /// Its name.
            pub const fn name(&self) -> &'static str {
                match self { $(Self::$type(_) => $name,)* }
            }

            /// Its arguments as JSON.
            pub fn arguments(&self) -> Value {
                match self {
                    $(Self::$type(arguments) => serde_json::to_value(arguments).unwrap_or_default(),)*
                }
            }

            /// Reads a call; the arguments' exact keys and types, and then their limits.
            pub fn read(name: &str, arguments: &Value) -> Result<Self, ToolFault> {
                let tool = match name {
                    $($name => Self::$type(call::arguments(arguments)?),)*
                    _ => return Err(ToolFault::Unknown),
                };
                tool.check().map_err(ToolFault::Invalid)?;
                Ok(tool)
            }

            /// The schema of a tool's arguments; nothing for an unknown name.
            pub fn schema(name: &str) -> Option<Schema> {
                Some(match name {
                    $($name => schema_for!($type),)*
                    _ => return None,
                })
            }
        }
    };
}

tools! {
    ObserveDom = observe_dom, "browser.observe_dom";
    GetSelectionLinks = get_selection_links, "browser.get_selection_links";
    Click = click, "browser.click";
    TypeText = type_text, "browser.type";
    Select = select, "browser.select";
    Scroll = scroll, "browser.scroll";
    OpenTab = open_tab, "browser.open_tab";
    Navigate = navigate, "browser.navigate";
    Back = back, "browser.back";
    Forward = forward, "browser.forward";
    Refresh = refresh, "browser.refresh";
    Search = search, "search";
    Calculate = calculate, "app.calculate";
    MoneyCalculate = money_calculate, "app.money_calculate";
    EstimateTax = estimate_tax, "commerce.estimate_tax";
    EstimateShipping = estimate_shipping, "commerce.estimate_shipping";
    ArtifactSave = artifact_save, "artifact.save";
    ArtifactShare = artifact_share, "artifact.share";
    ArtifactOpen = artifact_open, "artifact.open";
    IntegrationInvoke = integration_invoke, "integration.invoke";
    CollectionCreate = collection_create, "collection.create";
    CollectionAddSources = collection_add_sources, "collection.add_sources";
    CollectionListSources = collection_list_sources, "collection.list_sources";
    SourceCapture = source_capture, "source.capture";
    SourceRefresh = source_refresh, "source.refresh";
    TransformListTypes = transform_list_types, "transform.list_types";
    TransformRun = transform_run, "transform.run";
}

impl Tool {
    /// The client performs it, in its browser; all others are performed by the server.
    pub fn is_the_browsers(&self) -> bool {
        Self::name_is_the_browsers(self.name())
    }

    /// The same, of a name.
    pub fn name_is_the_browsers(name: &str) -> bool {
        name.starts_with("browser.")
    }

    fn check(&self) -> Result<(), Invalid> {
        check::check(self)
    }
}
