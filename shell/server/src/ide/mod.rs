//! The IDE surface: spec 004. Each address is there twice, with and without the prefix that clients of functions use.

mod access;
mod artifact;
mod capabilities;
mod chat;
mod design;
mod document;
mod document_write;
mod figma;
mod health;
mod ingest;
mod intent;
mod keys;
mod listen;
mod model;
mod object;
mod object_link;
mod precondition;
mod presence;
mod problem;
mod registry;
mod report;
mod request;
mod run;
mod storage;
mod storage_list;
mod stream;
mod task;
mod trace;
mod trace_list;

pub use ingest::resume_jobs;
pub use keys::{issue_key, revoke_key};
pub(crate) use listen::IdeDoor;
pub use registry::{KeywordError, change_keyword, read_registry};

use async_trait::async_trait;
use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue};
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::auth::Caller;
use crate::config::{Rates, ServerConfig};
use crate::error::ApiError;
use crate::http::cors::CorsHeaders;
use crate::http::declare::Problems;
use crate::http::surface::{ErrorContext, Group, Surface, WrittenError};
use crate::limit::Class;
use crate::realtime::Wording;
use crate::state::AppState;
use presence::Plugins;
use registry::Registered;

#[derive(utoipa::OpenApi)]
#[openapi(
    components(schemas(screen_agent_wire::ide::problem::IdeProblem)),
    tags((name = "ide", description = "Screens, symbols, scenarios and flows for an IDE")),
)]
struct Described;

/// Where clients of functions look for each address.
const PREFIX: &str = "/functions/v1";

/// What computes.
const COMPUTING: Class = Class {
    name: "ide",
    rate: |rates| rates.interact,
};
/// What only reads.
const READING: Class = Class {
    name: "ide_read",
    rate: reading_rate,
};

/// Four questions for each thing that is computed.
fn reading_rate(rates: &Rates) -> u32 {
    rates.interact.saturating_mul(4)
}

/// The surface of IDEs.
pub(crate) struct Ide;

#[async_trait]
impl Surface for Ide {
    fn description(&self) -> OpenApi {
        Described::openapi()
    }

    fn open(&self) -> OpenApiRouter<AppState> {
        let health = OpenApiRouter::new().routes(routes!(health::health));
        // Of a function that is not there clients are told as of all others.
        let others = health.clone().fallback(async || ApiError::NOT_FOUND);
        health
            .nest(PREFIX, others)
            .routes(routes!(storage::put_by_link))
            .routes(routes!(storage::get_by_link))
    }

    fn guarded(&self) -> Vec<Group> {
        let computing = OpenApiRouter::new()
            .routes(routes!(task::design))
            .routes(routes!(task::generate))
            .routes(routes!(task::compute))
            .routes(routes!(chat::gateway))
            .routes(routes!(chat::chat))
            .routes(routes!(figma::start))
            .routes(routes!(figma::apply))
            .routes(routes!(ingest::begin));
        let reading = OpenApiRouter::new()
            .routes(routes!(intent::resolve))
            .routes(routes!(registry::list))
            .routes(routes!(registry::change))
            .routes(routes!(keys::list, keys::make))
            .routes(routes!(keys::revoke))
            .routes(routes!(capabilities::info))
            .routes(routes!(capabilities::capabilities))
            .routes(routes!(trace::status))
            .routes(routes!(trace::metrics))
            .routes(routes!(trace::metrics_of_commands))
            .routes(routes!(trace_list::list))
            .routes(routes!(artifact::list, artifact::list_by_query))
            .routes(routes!(figma::stream))
            .routes(routes!(figma::status))
            .routes(routes!(figma::cancel))
            .routes(routes!(presence::list))
            .routes(routes!(presence::register))
            .routes(routes!(presence::heartbeat))
            .routes(routes!(presence::unregister))
            .routes(routes!(ingest::presign))
            .routes(routes!(ingest::result));
        let reports = OpenApiRouter::new().routes(routes!(report::report));
        let broadcast = OpenApiRouter::new()
            .routes(routes!(listen::broadcast))
            .routes(routes!(listen::broadcast_one));
        let documents = OpenApiRouter::new()
            .routes(routes!(document::set))
            .routes(routes!(document::merged))
            .routes(routes!(document::removed))
            .routes(routes!(document::generated))
            .routes(routes!(document::get, document::get_by_body))
            .routes(routes!(document::list))
            .routes(routes!(document::validate));
        let storage = OpenApiRouter::new()
            .routes(routes!(storage::sign_upload))
            .routes(routes!(storage_list::list))
            .routes(routes!(storage::sign_download))
            .routes(routes!(storage::sign_downloads, storage::remove))
            .routes(routes!(storage::get, storage::add))
            .routes(routes!(storage::get_authenticated));
        // A task answers once by itself: who asks again follows its trace.
        vec![
            Group::answering_anew(COMPUTING, twice(computing)),
            Group::answering_anew(READING, twice(reading)),
            Group::answering_anew(READING, twice(reports)),
            Group::answering_anew(READING, broadcast),
            Group::answering_anew(READING, twice(documents)),
            Group::answering_anew(READING, storage),
        ]
    }

    fn shared(&self, router: Router<AppState>) -> Router<AppState> {
        let router = router.layer(axum::Extension(Registered::default()));
        router.layer(axum::Extension(Plugins::default()))
    }

    fn write_error(&self, error: &ApiError, context: &ErrorContext) -> WrittenError {
        let body = problem::body(error, &context.request_id);
        WrittenError::new(&body.code, &body)
    }

    async fn identify(&self, app: &AppState, headers: &HeaderMap) -> Result<Caller, ApiError> {
        access::identify(app, headers).await
    }

    async fn inspect(&self, app: &AppState, request: Request) -> Result<Request, ApiError> {
        access::inspect(app, request).await
    }

    fn origins(&self, config: &ServerConfig) -> Vec<HeaderValue> {
        // They were checked when the state was made.
        let own = config
            .ide_access
            .origins
            .iter()
            .filter_map(|origin| HeaderValue::from_str(origin).ok());
        config
            .origins()
            .unwrap_or_default()
            .into_iter()
            .chain(own)
            .collect()
    }

    fn problems(&self) -> Problems {
        problem::PROBLEMS
    }

    fn cors(&self) -> CorsHeaders {
        CorsHeaders {
            sent: &[
                "apikey",
                "x-client-info",
                "x-agent-id",
                "x-editor-context",
                "x-trace-id",
                "x-timestamp",
                "x-nonce",
                "x-signature",
                "if-match",
                "if-none-match",
                "if-range",
                "range",
                "x-upsert",
            ],
        }
    }

    fn wording(&self) -> Vec<Wording> {
        vec![listen::WORDING]
    }
}

fn twice(routes: OpenApiRouter<AppState>) -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(routes.clone())
        .nest(PREFIX, routes)
}
