//! What any operation of its kind may answer, declared in one place, so that none is forgotten.

use utoipa::openapi::path::{Operation, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, Required, Response};

/// Before an operation is looked for.
const HEAD: [(&str, &str); 2] = [
    ("414", "The address is too long"),
    ("431", "The headers are too many or too long"),
];
/// Where there is a body.
const BODY: [(&str, &str); 4] = [
    ("400", "A field or the body cannot be taken"),
    ("408", "The body did not arrive in time"),
    ("413", "The body is larger than this endpoint takes"),
    (
        "415",
        "The body is not of the type that this endpoint takes",
    ),
];
/// Where a key is taken.
const KEY: [(&str, &str); 2] = [
    (
        "409",
        "`IDEMPOTENCY_IN_FLIGHT`: the first request with this key is under way",
    ),
    (
        "422",
        "`IDEMPOTENCY_MISMATCH`: the key was used for another request",
    ),
];

/// The errors that any endpoint of a surface may answer.
pub(crate) struct Problems {
    /// Name of the schema of their bodies, of those that follow, and of all that endpoints declare themselves.
    pub(crate) body: &'static str,
    /// A status and its words each; what endpoints say themselves stands instead.
    pub(crate) words: [(&'static str, &'static str); 7],
}

/// What operations of a kind may answer besides their own.
pub(super) struct Answers {
    pub(super) problems: Problems,
    /// Anybody may ask, as often as they like.
    pub(super) is_open: bool,
    /// Each POST takes a key.
    pub(super) once: bool,
}

impl Answers {
    /// Adds them to each operation.
    pub(super) fn declare(&self, api: &mut OpenApi) {
        for item in api.paths.paths.values_mut() {
            let methods = [
                (false, &mut item.get),
                (false, &mut item.put),
                (self.once, &mut item.post),
                (false, &mut item.patch),
                (false, &mut item.delete),
            ];
            for (once, operation) in methods {
                if let Some(operation) = operation {
                    self.declare_one(operation, once);
                }
            }
        }
    }

    fn declare_one(&self, operation: &mut Operation, once: bool) {
        let guards = |status: &str| matches!(status, "401" | "429");
        let problems = self.problems.words.iter();
        let problems = problems.filter(|(status, _)| !(self.is_open && guards(status)));
        let body = operation.request_body.as_ref().map_or(&[][..], |_| &BODY);
        let key = if once { &KEY[..] } else { &[] };
        let declared = &mut operation.responses.responses;
        for (status, words) in problems.chain(&HEAD).chain(body).chain(key) {
            let response = || RefOr::T(Response::new(*words));
            declared
                .entry((*status).to_owned())
                .or_insert_with(response);
        }
        for (status, response) in declared {
            if let RefOr::T(response) = response
                && status.starts_with(['4', '5'])
                && response.content.is_empty()
            {
                let schema = Ref::from_schema_name(self.problems.body);
                let content = ContentBuilder::new().schema(Some(schema)).build();
                let json = "application/json".to_owned();
                response.content.insert(json, content.into());
            }
        }
        if once {
            take_key(operation);
        }
    }
}

fn take_key(operation: &mut Operation) {
    let key = ParameterBuilder::new()
        .name("Idempotency-Key")
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some(
            "The same key with the same body gets the same answer, for a day",
        ))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
        .build();
    operation
        .parameters
        .get_or_insert_default()
        .push(RefOr::T(key));
}
