//! Derives that write nothing. Where nobody asks for schemas, `wire` takes these for those of `ts-rs`, `schemars`
//! and `utoipa`, so that its types say once what they derive, and their helper attributes are known either way.

use proc_macro::TokenStream;

/// In the place of `ts_rs::TS`.
#[proc_macro_derive(TS, attributes(ts))]
pub fn ts(_: TokenStream) -> TokenStream {
    TokenStream::new()
}

/// In the place of `schemars::JsonSchema`.
#[proc_macro_derive(JsonSchema, attributes(schemars))]
pub fn json_schema(_: TokenStream) -> TokenStream {
    TokenStream::new()
}

/// In the place of `utoipa::ToSchema`.
#[proc_macro_derive(ToSchema, attributes(schema))]
pub fn to_schema(_: TokenStream) -> TokenStream {
    TokenStream::new()
}
