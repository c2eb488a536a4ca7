//! The extension surface: routers and short handlers, one file per noun.

pub(crate) mod account;
pub(crate) mod audit;
pub(crate) mod auth;
pub(crate) mod belongings;
pub(crate) mod callbacks;
pub(crate) mod convert;
pub(crate) mod debug;
pub(crate) mod error;
pub(crate) mod files;
pub(crate) mod health;
mod hint;
pub(crate) mod interact;
pub(crate) mod knowledge;
pub(crate) mod leases;
pub(crate) mod live;
pub(crate) mod mask;
pub(crate) mod message;
pub(crate) mod preferences;
pub(crate) mod profiles;
pub(crate) mod realtime;
pub(crate) mod remembered;
pub(crate) mod report;
pub(crate) mod run_files;
mod run_letter;
mod runs;
pub(crate) mod schedules;
pub(crate) mod secrets;
pub(crate) mod session;
pub(crate) mod spent;
pub(crate) mod task;
pub(crate) mod timeline;
pub(crate) mod watch;
pub(crate) mod work;
pub(crate) mod workflows;

use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use screen_agent_wire::extension::Mirrored;
use tokio::sync::Semaphore;
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::ApiError;
use crate::fair::Fair;
use crate::http::body::{Answer, Json};
use crate::http::declare::Problems;
use crate::http::surface::{ErrorContext, Group, Surface, WrittenError};
use crate::limit::Class;
use crate::realtime::Wording;
use crate::state::AppState;

#[derive(utoipa::OpenApi)]
#[openapi(
    components(schemas(
        screen_agent_wire::extension::ErrorBody,
        screen_agent_wire::extension::live::LiveEvent,
        screen_agent_wire::extension::watch::WatchSaid,
        screen_agent_wire::extension::watch::WatchTold,
    )),
    tags(
        (name = "agent", description = "The turn"),
        (name = "auth", description = "Signing in and out"),
        (name = "account", description = "What is one's own: what was spent, everything to take away, and to erase"),
        (name = "memory", description = "What is remembered, to be read, put right and forgotten"),
        (name = "audit", description = "Who did what, in rows that hang on each other"),
        (name = "session", description = "Conversations"),
        (name = "knowledge", description = "What the organisation knows"),
        (name = "task", description = "What is being done, and what was"),
        (name = "runs", description = "Tasks for workers, who do them in browsers of their own"),
        (name = "workflows", description = "What was done and verified once, kept to be done again without a model"),
        (name = "leases", description = "Tabs of one's own browser that another program may work on"),
        (name = "work", description = "What workers say, with the operator's key"),
        (name = "preferences", description = "What a person prefers"),
        (name = "realtime", description = "What happens, as it happens"),
        (name = "debug", description = "For developers, in debug mode only"),
        (name = "health", description = "Whether the server is well"),
    ),
)]
struct Described;

/// The surface of the extension and the console: specs 001 and 002.
pub(crate) struct Extension;

impl Surface for Extension {
    fn description(&self) -> OpenApi {
        Described::openapi()
    }

    fn open(&self) -> OpenApiRouter<AppState> {
        OpenApiRouter::new()
            .routes(routes!(health::health))
            .routes(routes!(auth::login))
            .routes(routes!(audit::keys))
            .routes(routes!(files::by_link))
            .routes(routes!(work::claim))
            .routes(routes!(work::renew))
            .routes(routes!(work::ask))
            .routes(routes!(work::release))
            .routes(routes!(work::finish))
            .routes(routes!(secrets::give))
            .routes(routes!(profiles::give, profiles::save))
            .routes(routes!(run_files::given))
            .routes(routes!(run_files::received))
            .routes(routes!(watch::console::watch))
            .routes(routes!(watch::worker::watched))
            .routes(routes!(watch::worker::takeover))
            .routes(routes!(watch::worker::join))
    }

    fn guarded(&self) -> Vec<Group> {
        vec![
            Group::answering_anew(Class::INTERACT, interacting()),
            Group::answering_anew(Class::SESSION, account()),
            Group::answering_once(Class::SESSION, conversing()),
            Group::answering_once(Class::CONSOLE, watching()),
            Group::answering_once(Class::CONSOLE, running()),
            Group::answering_anew(Class::CONSOLE, joining()),
            Group::answering_anew(Class::INTERACT, leasing()),
            Group::answering_once(Class::KNOWLEDGE, knowing()),
            Group::answering_anew(Class::KNOWLEDGE, linking()),
            Group::answering_once(Class::CONSOLE, keeping_knowledge()),
        ]
    }

    fn shared(&self, router: Router<AppState>) -> Router<AppState> {
        router.layer(axum::Extension(Arc::new(Own::default())))
    }

    fn write_error(&self, error: &ApiError, context: &ErrorContext) -> WrittenError {
        WrittenError::new(error.code, &error::body(error, context.debug))
    }

    fn problems(&self) -> Problems {
        error::PROBLEMS
    }

    fn wording(&self) -> Vec<Wording> {
        vec![live::WORDING, leases::WORDING]
    }
}

/// What a handler comes to; this surface says it twice.
type Reply<T> = Answer<Mirrored<T>>;

fn reply<T: Clone>(data: T) -> Reply<T> {
    Ok(Json(Mirrored::new(data)))
}

/// The answer to what was done, where there was something to do it to.
fn done(done: bool, otherwise: ApiError) -> Result<StatusCode, ApiError> {
    done.then_some(StatusCode::NO_CONTENT).ok_or(otherwise)
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
    /// Who has everything that is theirs packed.
    taking: Semaphore,
    /// Who watches a run at this server.
    seats: watch::Seats,
}

impl Default for Own {
    fn default() -> Self {
        Self {
            pulse: health::Pulse::default(),
            watched: audit::Watched::default(),
            reading: Fair::default(),
            html: Semaphore::new(HTML_AT_ONCE),
            taking: Semaphore::new(1),
            seats: watch::Seats::default(),
        }
    }
}

/// Documents that are read from HTML at once.
const HTML_AT_ONCE: usize = 2;

fn interacting() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(interact::interact))
}

fn account() -> OpenApiRouter<AppState> {
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
        .routes(routes!(preferences::get, preferences::save))
        .routes(routes!(belongings::export))
        .routes(routes!(belongings::erase))
}

fn conversing() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(session::list, session::archive))
        .routes(routes!(session::init))
        .routes(routes!(session::latest))
        .routes(routes!(session::by_domain))
        .routes(routes!(session::rename))
        .routes(routes!(message::messages))
        .routes(routes!(task::active))
        .routes(routes!(task::resume))
}

fn knowing() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(files::upload))
        .routes(routes!(knowledge::resolve))
}

fn linking() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(files::presign, files::presign_by_query))
}

fn keeping_knowledge() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(knowledge::list, knowledge::upload))
        .routes(routes!(knowledge::one, knowledge::remove))
        .routes(routes!(knowledge::ingest))
        .routes(routes!(knowledge::reindex))
}

fn watching() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(task::list))
        .routes(routes!(task::timeline))
        .routes(routes!(report::report))
        .routes(routes!(spent::usage))
        .routes(routes!(remembered::search))
        .routes(routes!(remembered::memory))
        .routes(routes!(remembered::correct_fact, remembered::forget_fact))
        .routes(routes!(remembered::correct_fix, remembered::forget_fix))
        .routes(routes!(audit::page))
        .routes(routes!(audit::export))
        .routes(routes!(task::stop))
        .routes(routes!(task::screenshot))
        .routes(routes!(realtime::place))
        .routes(routes!(debug::logs))
        .routes(routes!(debug::export))
}

fn running() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(runs::list, runs::submit))
        .routes(routes!(runs::one))
        .routes(routes!(runs::cancel))
        .routes(routes!(runs::retry))
        .routes(routes!(runs::answer))
        .routes(routes!(callbacks::secret))
        .routes(routes!(schedules::list, schedules::add))
        .routes(routes!(
            schedules::one,
            schedules::change,
            schedules::remove
        ))
        .routes(routes!(profiles::list))
        .routes(routes!(profiles::remove))
        .routes(routes!(secrets::list))
        .routes(routes!(secrets::set, secrets::remove))
        .routes(routes!(workflows::list, workflows::add))
        .routes(routes!(workflows::from_task))
        .routes(routes!(workflows::add_recorded))
        .routes(routes!(workflows::point))
        .routes(routes!(
            workflows::one,
            workflows::change,
            workflows::remove
        ))
        .routes(routes!(workflows::version))
        .routes(routes!(workflows::export))
}

fn leasing() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(leases::list, leases::ask))
        .routes(routes!(leases::one, leases::step))
}

fn joining() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(realtime::authorise))
}
