//! The packet surface: routers and short handlers, one file per noun.

mod artifact;
mod ask;
mod collection;
mod conversation;
mod convert;
mod events;
mod problem;
mod problems;
mod schema;
mod source;
mod transform;

use axum::Extension;
use axum::middleware::{from_fn, from_fn_with_state};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::fair::Fair;
use crate::http::guard::{Guard, guard};
use crate::limit::Class;
use crate::state::AppState;

/// Every endpoint of the surface, each class of them behind its guard.
pub(crate) fn router(app: &AppState) -> OpenApiRouter<AppState> {
    let router = behind(|router, class| {
        let app = app.clone();
        router.route_layer(from_fn_with_state(Guard { app, class }, guard))
    });
    // Around the guard, so that what it refuses is said in this surface's words, too.
    router
        .route_layer(from_fn(problem::in_own_words))
        .layer(Extension(Own::default()))
}

/// What only this surface's handlers share.
#[derive(Clone, Default)]
struct Own {
    /// Answers that are on their way as events.
    streams: events::Streams,
    /// Who has something printed.
    printing: Fair,
}

/// The same without guards: what is described, not what is served.
pub(crate) fn described() -> OpenApiRouter<AppState> {
    behind(|router, _| router)
}

fn behind(
    guarded: impl Fn(OpenApiRouter<AppState>, Class) -> OpenApiRouter<AppState>,
) -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(schema::index))
        .routes(routes!(schema::one))
        .merge(guarded(asking(), Class::Interact))
        .merge(guarded(keeping(), Class::Console))
        .merge(guarded(making(), Class::Session))
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
