//! `transform.list_types`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// What a collection can be made into.
#[contract(camel, strict)]
pub struct TransformListTypes {}

tool! {
    TransformListTypes = "transform.list_types", "See what can be made": Server, Collections, Consult;
    takes "{} what can be made of a collection";
    narrow |_| []
}

impl Described for TransformListTypes {}
