//! The extension surface: routers and short handlers, one file per noun.

pub(crate) mod account;
pub(crate) mod audit;
pub(crate) mod auth;
pub(crate) mod convert;
pub(crate) mod debug;
pub(crate) mod files;
pub(crate) mod health;
pub(crate) mod interact;
pub(crate) mod knowledge;
pub(crate) mod live;
pub(crate) mod mask;
pub(crate) mod message;
pub(crate) mod preferences;
pub(crate) mod problems;
pub(crate) mod realtime;
pub(crate) mod report;
pub(crate) mod session;
pub(crate) mod task;
pub(crate) mod timeline;

use std::sync::Arc;

use axum::Extension;
use axum::middleware::from_fn_with_state;
use tokio::sync::Semaphore;
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
    router.layer(Extension(Arc::new(Own::default())))
}

/// What only this surface's handlers share.
pub(crate) struct Own {
    /// When the database was last written to, for the sake of health.
    pulse: health::Pulse,
    /// How the audit log stands.
    watched: audit::Watched,
    /// Who has a file read.
    reading: Fair,
    /// Documents that are read from HTML: a tree takes many times what its text does.
    html: Semaphore,
}

impl Default for Own {
    fn default() -> Self {
        Self {
            pulse: health::Pulse::default(),
            watched: audit::Watched::default(),
            reading: Fair::default(),
            html: Semaphore::new(HTML_AT_ONCE),
        }
    }
}

/// Documents that are read from HTML at once.
const HTML_AT_ONCE: usize = 2;

/// The same without guards: what is described, not what is served.
pub(crate) fn described() -> OpenApiRouter<AppState> {
    behind(|router, _| router)
}

fn behind(
    guarded: impl Fn(OpenApiRouter<AppState>, Class) -> OpenApiRouter<AppState>,
) -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(health::health))
        .routes(routes!(auth::login))
        .routes(routes!(audit::keys))
        .routes(routes!(files::by_link))
        .merge(guarded(interacting(), Class::Interact))
        .merge(guarded(conversing(), Class::Session))
        .merge(guarded(watching(), Class::Console))
        .merge(guarded(knowing(), Class::Knowledge))
}

fn interacting() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(interact::interact))
}

fn conversing() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(auth::session))
        .routes(routes!(auth::logout))
        .routes(routes!(account::password))
        .routes(routes!(account::sign_ins))
        .routes(routes!(account::usage))
        .routes(routes!(account::end_sign_in))
        .routes(routes!(account::sign_out_everywhere))
        .routes(routes!(account::second_factor, account::offer))
        .routes(routes!(account::confirm))
        .routes(routes!(account::turn_off))
        .routes(routes!(session::list, session::archive))
        .routes(routes!(session::init))
        .routes(routes!(session::latest))
        .routes(routes!(session::by_domain))
        .routes(routes!(session::rename))
        .routes(routes!(message::messages))
        .routes(routes!(task::active))
        .routes(routes!(task::resume))
        .routes(routes!(preferences::get, preferences::save))
}

fn knowing() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(files::upload))
        .routes(routes!(knowledge::resolve))
        .routes(routes!(files::presign, files::presign_by_query))
}

fn watching() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(task::list))
        .routes(routes!(task::timeline))
        .routes(routes!(report::report))
        .routes(routes!(audit::page))
        .routes(routes!(audit::export))
        .routes(routes!(task::stop))
        .routes(routes!(task::screenshot))
        .routes(routes!(realtime::place))
        .routes(routes!(realtime::authorise))
        .routes(routes!(debug::logs))
        .routes(routes!(debug::export))
}
