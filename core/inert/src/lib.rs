//! What types of the contracts derive: [`contract`] writes all of it in one word. And derives that write nothing:
//! where nobody asks for schemas, `wire` takes these for those of `ts-rs`, `schemars` and `utoipa`, so that its types
//! say once what they derive, and their helper attributes are known either way.

use proc_macro::TokenStream;

/// A type of the contracts: it can be compared, copied, read, written and described; what is optional may be absent,
/// and is not written where it is.
///
/// `camel`: keys in camel case. `default`: everything may be absent. `strict`: nothing else may stand there.
/// `word`: an enum that is one word. `node`: an enum that says by its `type` which it is. `secret`: printing it tells its
/// name alone. What begins with a capital is derived besides.
#[proc_macro_attribute]
pub fn contract(how: TokenStream, mut item: TokenStream) -> TokenStream {
    let how = how.to_string();
    let words = || how.split(',').map(str::trim);
    let is = |word: &str| words().any(|one| one == word);
    let besides = words().filter(|word| word.starts_with(char::is_uppercase));
    let besides: Vec<&str> = besides.collect();
    let besides = format!("#[derive({})]", besides.join(", "));
    let is_struct = item
        .clone()
        .into_iter()
        .any(|token| token.to_string() == "struct");
    let is_partial = item.to_string().contains("Option");
    let attributes = [
        (true, "#[derive(Clone, PartialEq)]"),
        (!is("secret"), "#[derive(Debug)]"),
        (
            true,
            "#[derive(Serialize, Deserialize, JsonSchema, ToSchema, TS)]",
        ),
        (is("default"), "#[derive(Default)]"),
        (is("word"), "#[derive(Copy, Eq)]"),
        (true, &besides),
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
    if is("secret") {
        let name = item.clone().into_iter().map(|token| token.to_string());
        let mut name = name.skip_while(|token| !["struct", "enum"].contains(&token.as_str()));
        let name = name.nth(1).unwrap_or_default();
        let printing = format!(
            "impl std::fmt::Debug for {name} {{
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{
                    f.write_str(\"{name} {{ .. }}\")
                }}
            }}"
        );
        item.extend(printing.parse::<TokenStream>());
    }
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
