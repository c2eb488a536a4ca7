//! What any operation of its kind may answer, declared in one place, so that none is forgotten.

use utoipa::openapi::path::{Operation, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{OpenApi, RefOr, Required, Response};

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

/// Adds to each operation what it may answer besides its own; with `answers_once`, to each POST that it takes a key.
pub(super) fn everywhere(api: &mut OpenApi, answers_once: bool) {
    for item in api.paths.paths.values_mut() {
        let methods = [
            ("GET", &mut item.get),
            ("PUT", &mut item.put),
            ("POST", &mut item.post),
            ("PATCH", &mut item.patch),
            ("DELETE", &mut item.delete),
        ];
        for (method, operation) in methods {
            let Some(operation) = operation else {
                continue;
            };
            add(operation, &HEAD);
            if operation.request_body.is_some() {
                add(operation, &BODY);
            }
            if answers_once && method == "POST" {
                add(operation, &KEY);
                take_key(operation);
            }
        }
    }
}

/// Declares answers in the words of this surface: like one that the operation has declared itself.
fn add(operation: &mut Operation, answers: &[(&str, &str)]) {
    let declared = &mut operation.responses.responses;
    let alike = ["500", "400", "404", "401", "503"]
        .iter()
        .find_map(|status| declared.get(*status))
        .and_then(|response| match response {
            RefOr::T(response) => Some(response.content.clone()),
            RefOr::Ref(_) => None,
        });
    for (status, words) in answers {
        declared.entry((*status).to_owned()).or_insert_with(|| {
            let mut response = Response::new(*words);
            response.content = alike.clone().unwrap_or_default();
            RefOr::T(response)
        });
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
