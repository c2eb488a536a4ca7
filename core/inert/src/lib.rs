//! What types of the contracts derive: [`contract`] writes all of it in one word. And derives that write nothing:
//! where nobody asks for schemas, `wire` takes these for those of `ts-rs`, `schemars` and `utoipa`, so that its types
//! say once what they derive, and their helper attributes are known either way.

use proc_macro::TokenStream;

/// A type of the contracts: it can be compared, copied, read, written and described; what is optional may be absent,
/// and is not written where it is.
///
/// `camel`: keys in camel case. `default`: everything may be absent. `strict`: nothing else may stand there.
/// `word`: an enum that is one word. `node`: an enum that says by its `type` which it is.
#[proc_macro_attribute]
pub fn contract(how: TokenStream, item: TokenStream) -> TokenStream {
    let how = how.to_string();
    let is = |word: &str| how.split(',').any(|one| one.trim() == word);
    let is_struct = item
        .clone()
        .into_iter()
        .any(|token| token.to_string() == "struct");
    let is_partial = item.to_string().contains("Option");
    let attributes = [
        (true, "#[derive(Clone, Debug, PartialEq)]"),
        (
            true,
            "#[derive(Serialize, Deserialize, JsonSchema, ToSchema, TS)]",
        ),
        (is("default"), "#[derive(Default)]"),
        (is("word"), "#[derive(Copy, Eq)]"),
        (
            is("word") || is("node"),
            "#[serde(rename_all = \"snake_case\")]",
        ),
        (is("node"), "#[serde(tag = \"type\", deny_unknown_fields)]"),
        (is("camel"), "#[serde(rename_all = \"camelCase\")]"),
        (is("default") && is_struct, "#[serde(default)]"),
        (is("strict"), "#[serde(deny_unknown_fields)]"),
        (is_partial && is_struct, "#[ts(optional_fields)]"),
    ];
    let written = attributes
        .into_iter()
        .filter_map(|(applies, text)| applies.then_some(text));
    let first = is_partial.then_some("#[skip_serializing_none]");
    let all: String = first.into_iter().chain(written).collect();
    let mut all: TokenStream = all.parse().unwrap_or_default();
    all.extend(item);
    all
}

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
