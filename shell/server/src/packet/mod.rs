//! The packet surface: routers and short handlers, one file per noun.

mod artifact;
mod ask;
mod collection;
mod conversation;
mod convert;
mod problem;
mod schema;
mod source;
mod transform;

use axum::Router;
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::ApiError;
use crate::fair::Fair;
use crate::http::declare::Problems;
use crate::http::surface::{ErrorContext, Group, Surface, WrittenError};
use crate::limit::Class;
use crate::realtime::Wording;
use crate::state::AppState;

#[derive(utoipa::OpenApi)]
#[openapi(
    components(schemas(
        // A query is not looked into, nor a tree walked to its end, by itself.
        screen_agent_wire::packet::problem::ProblemBody,
        screen_agent_wire::packet::collection::ShareFormat,
        screen_agent_wire::packet::tree::Block,
        screen_agent_wire::packet::tree::Inline,
        screen_agent_wire::packet::tree::ListItem,
        screen_agent_wire::packet::tree::TableRow,
        screen_agent_wire::packet::tree::TableCell,
        screen_agent_wire::packet::tree::TextNode,
    )),
    tags(
        (name = "packet", description = "Questions about pages, as `laika.llmcp` packets"),
        (name = "conversations", description = "What was asked and answered in packets"),
        (name = "collections", description = "Sources that belong together, and what is made of them"),
        (name = "artifacts", description = "What was saved, and what was made of collections"),
    ),
)]
struct Described;

/// The surface of questions: spec 003.
pub(crate) struct Packet;

impl Surface for Packet {
    fn description(&self) -> OpenApi {
        Described::openapi()
    }

    fn open(&self) -> OpenApiRouter<AppState> {
        OpenApiRouter::new()
            .routes(routes!(schema::index))
            .routes(routes!(schema::one))
    }

    fn guarded(&self) -> Vec<Group> {
        vec![
            Group::answering_anew(Class::INTERACT, asking()),
            Group::answering_once(Class::CONSOLE, keeping()),
            Group::answering_once(Class::SESSION, making()),
        ]
    }

    fn shared(&self, router: Router<AppState>) -> Router<AppState> {
        router.layer(axum::Extension(Own::default()))
    }

    fn write_error(&self, error: &ApiError, context: &ErrorContext) -> WrittenError {
        let body = problem::body(error, &context.request_id);
        WrittenError::new(&body.error.code, &body)
    }

    fn problems(&self) -> Problems {
        problem::PROBLEMS
    }

    /// Nobody listens: an answer comes with its question, or as events of the same request.
    fn wording(&self) -> Vec<Wording> {
        Vec::new()
    }
}

/// What only this surface's handlers share.
#[derive(Clone, Default)]
struct Own {
    /// Who has something printed.
    printing: Fair,
}

fn asking() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(ask::ask))
}

fn keeping() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(conversation::list))
        .routes(routes!(conversation::get, conversation::forget))
        .routes(routes!(collection::list, collection::create))
        .routes(routes!(
            collection::get,
            collection::rename,
            collection::remove
        ))
        .routes(routes!(source::add))
        .routes(routes!(source::remove))
        .routes(routes!(transform::types))
        .routes(routes!(artifact::list))
        .routes(routes!(artifact::get, artifact::remove))
        .routes(routes!(artifact::cancel))
        .routes(routes!(artifact::content))
}

/// What fetches pages, and what asks models.
fn making() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(source::capture))
        .routes(routes!(transform::run))
}
