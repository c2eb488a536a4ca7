//! What tools' arguments derive. Schemas are written only where the feature `schema` is on: for what the server
//! publishes of them, and for what is generated. Everybody else is spared compiling them.

pub(crate) use screen_agent_inert::contract;
pub(crate) use serde::{Deserialize, Serialize};
pub(crate) use serde_with::skip_serializing_none;

#[cfg(feature = "schema")]
pub(crate) use {schemars::JsonSchema, ts_rs::TS, utoipa::ToSchema};

#[cfg(not(feature = "schema"))]
pub(crate) use screen_agent_inert::{JsonSchema, TS, ToSchema};
