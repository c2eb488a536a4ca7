//! Errors, as the documents tell of them.

use std::collections::BTreeMap;

use utoipa::ToSchema;
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder};

/// The errors that every endpoint of a surface shares: a status and its words, each with its code in the body.
pub(crate) fn problems<Body: ToSchema>(
    words: [(&str, &str); 7],
) -> BTreeMap<String, RefOr<Response>> {
    let described = |(status, words): (&str, &str)| {
        let body = Ref::from_schema_name(Body::name());
        let content = ContentBuilder::new().schema(Some(body)).build();
        let response = ResponseBuilder::new()
            .description(words)
            .content("application/json", content);
        (status.to_owned(), RefOr::T(response.build()))
    };
    words.into_iter().map(described).collect()
}
