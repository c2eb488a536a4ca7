//! Tools that a model may propose, spec 003, "Tool call schema". A file says all that is known of one, or of two that differ
//! by a word: its arguments and their limits, who performs it, what the gate weighs, what is kept of a call; and, where
//! that takes nothing but the arguments, what it comes to.
//!
//! A call is a proposal: what reads it here says no more than that it is well formed. What is kept of packets
//! (`redact`) stands here, since each tool says what is kept of its calls.

mod artifact_open;
mod artifact_save;
mod artifact_share;
mod bounds;
mod calculate;
mod click;
mod collection_add_sources;
mod collection_create;
mod collection_list_sources;
mod descriptor;
mod estimate_shipping;
mod estimate_tax;
mod get_selection_links;
mod history;
mod integration_invoke;
mod money_calculate;
mod navigate;
mod observe_dom;
mod refresh;
mod scroll;
mod search;
mod select;
mod source_capture;
mod source_refresh;
mod tables;
mod transform_list_types;
mod transform_run;
mod type_text;
mod values;

mod compute;
mod derives;
#[cfg(feature = "schema")]
pub mod export;
pub mod narrow;
mod outcome;
pub mod redact;

pub use descriptor::{Described, Descriptor, Performer, Purpose};
pub use outcome::Outcome;
pub use tables::{
    ShippingRate, ShippingSpeed, ShippingTable, Tables, TaxRate, TaxTable, TaxTableFault,
};
pub use values::{Destination, OpenTarget, Redaction, Rounding, ShareTarget};

use descriptor::Known;
use screen_agent_gate::tool::ToolEffect;
use screen_agent_wire::Invalid;
use serde_json::Value;

/// Lists every tool once: its type, and its file.
macro_rules! tools {
    ($($type:ident = $file:ident;)*) => {
        $(pub use $file::$type;)*

        /// A well-formed call.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Tool {
            $(#[doc = concat!("A call of [`", stringify!($type), "`].")] $type($type),)*
        }

        impl Tool {
            /// All tools, in the order of the specification.
            pub const ALL: &[Descriptor] = &[$($type::TOOL),*];

            /// Their names.
            pub const NAMES: &[&str] = &[$($type::TOOL.name),*];

            /// What is known of it, whatever it is called with.
            pub const fn descriptor(&self) -> &'static Descriptor {
                match self { $(Self::$type(_) => &$type::TOOL,)* }
            }

            /// The call itself.
            pub fn call(&self) -> &dyn Described {
                match self { $(Self::$type(call) => call,)* }
            }

            /// Its arguments as JSON.
            pub fn arguments(&self) -> Value {
                match self {
                    $(Self::$type(call) => serde_json::to_value(call).unwrap_or_default(),)*
                }
            }

            /// Reads a call; the arguments' exact keys and types, and then their limits.
            pub fn read(name: &str, arguments: &Value) -> Result<Self, ToolFault> {
                let tool = match name {
                    $(_ if name == $type::TOOL.name => Self::$type(self::arguments(arguments)?),)*
                    _ => return Err(ToolFault::Unknown),
                };
                tool.call().check().map_err(ToolFault::Invalid)?;
                Ok(tool)
            }

            /// The schema of a tool's arguments; nothing for an unknown name.
            #[cfg(feature = "schema")]
            pub fn schema(name: &str) -> Option<schemars::Schema> {
                Some(match name {
                    $(_ if name == $type::TOOL.name => schemars::schema_for!($type),)*
                    _ => return None,
                })
            }

            /// Name, TypeScript name and TypeScript declaration of what each is called with.
            #[cfg(feature = "schema")]
            pub(crate) fn typescript(config: &ts_rs::Config) -> Vec<(&'static str, String, String)> {
                vec![$((
                    $type::TOOL.name,
                    <$type as ts_rs::TS>::ident(config),
                    screen_agent_wire::export::documented::<$type>(config),
                )),*]
            }
        }
    };
}

tools! {
    ObserveDom = observe_dom;
    GetSelectionLinks = get_selection_links;
    Click = click;
    TypeText = type_text;
    Select = select;
    Scroll = scroll;
    OpenTab = navigate;
    Navigate = navigate;
    Back = history;
    Forward = history;
    Refresh = refresh;
    Search = search;
    Calculate = calculate;
    MoneyCalculate = money_calculate;
    EstimateTax = estimate_tax;
    EstimateShipping = estimate_shipping;
    ArtifactSave = artifact_save;
    ArtifactShare = artifact_share;
    ArtifactOpen = artifact_open;
    IntegrationInvoke = integration_invoke;
    CollectionCreate = collection_create;
    CollectionAddSources = collection_add_sources;
    CollectionListSources = collection_list_sources;
    SourceCapture = source_capture;
    SourceRefresh = source_refresh;
    TransformListTypes = transform_list_types;
    TransformRun = transform_run;
}

impl Tool {
    /// What is known of the tool of this name.
    pub fn named(name: &str) -> Option<&'static Descriptor> {
        Self::ALL.iter().find(|tool| tool.name == name)
    }

    /// What it does, where it is no action.
    pub fn effect(&self) -> ToolEffect<'_> {
        let effect = self.call().effect();
        effect.unwrap_or(self.descriptor().effect)
    }

    /// Its name.
    pub const fn name(&self) -> &'static str {
        self.descriptor().name
    }

    /// The client performs it, in its browser; all others are performed by the server.
    pub fn is_the_browsers(&self) -> bool {
        self.descriptor().performer == Performer::Client
    }
}

/// Why a call is not well formed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ToolFault {
    /// There is no such tool.
    #[error("there is no such tool")]
    Unknown,
    /// Its arguments will not do.
    #[error("arguments: {0}")]
    Invalid(Invalid),
}

/// Reads arguments; absent ones are an empty object.
fn arguments<T: serde::de::DeserializeOwned>(arguments: &Value) -> Result<T, ToolFault> {
    let empty = Value::Object(serde_json::Map::new());
    let arguments = if arguments.is_null() {
        &empty
    } else {
        arguments
    };
    if !arguments.is_object() {
        return Err(ToolFault::Invalid(Invalid::new("", "expected an object")));
    }
    screen_agent_wire::read::from_value(arguments).map_err(ToolFault::Invalid)
}
