//! What a surface is to the server. Its folder says it, `app` names it once, and nothing in between knows which
//! surfaces there are.

use async_trait::async_trait;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::Response;
use axum::{Extension, Router};
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use super::cors::{self, CorsHeaders};
use super::declare::{Answers, Problems};
use super::guard::{Guard, guard};
use super::note::About;
use super::outer::{RequestId, panicked};
use crate::auth::{self, Caller};
use crate::config::ServerConfig;
use crate::error::{ApiError, Failed};
use crate::limit::Class;
use crate::realtime::Wording;
use crate::state::AppState;

/// One way of talking to the server, in a folder of its own.
#[async_trait]
pub(crate) trait Surface: Send + Sync {
    /// Its tags, and types that nothing which is routed leads to.
    fn description(&self) -> OpenApi;

    /// Endpoints that anybody may ask.
    fn open(&self) -> OpenApiRouter<AppState>;

    /// Endpoints for those who are signed in.
    fn guarded(&self) -> Vec<Group>;

    /// What only its handlers share, as extensions of their requests.
    fn shared(&self, router: Router<AppState>) -> Router<AppState>;

    /// How it writes an error.
    fn write_error(&self, error: &ApiError, context: &ErrorContext) -> WrittenError;

    /// The errors that any of its endpoints may answer.
    fn problems(&self) -> Problems;

    /// Who is asking.
    async fn identify(&self, app: &AppState, headers: &HeaderMap) -> Result<Caller, ApiError> {
        auth::identify(app, headers).await
    }

    /// Looks at a request of somebody who was let in, before anything comes of it.
    async fn inspect(&self, _app: &AppState, request: Request) -> Result<Request, ApiError> {
        Ok(request)
    }

    /// Origins whose pages may call it from a browser.
    fn origins(&self, config: &ServerConfig) -> Vec<HeaderValue> {
        // They were checked when the state was made.
        config.origins().unwrap_or_default()
    }

    /// Headers that its clients send from a browser, besides those of every surface.
    fn cors(&self) -> CorsHeaders {
        CorsHeaders::default()
    }

    /// How listeners are told of what was committed, by topic.
    fn wording(&self) -> Vec<Wording>;
}

/// Guarded endpoints that count against one limit.
pub(crate) struct Group {
    class: Class,
    routes: OpenApiRouter<AppState>,
    answers_once: bool,
}

impl Group {
    /// A POST under an `Idempotency-Key` is carried out once, and answered alike for a day.
    pub(crate) fn answering_once(class: Class, routes: OpenApiRouter<AppState>) -> Self {
        Self {
            class,
            routes,
            answers_once: true,
        }
    }

    /// Its endpoints see to that themselves, answer what must not be kept, or change nothing.
    pub(crate) fn answering_anew(class: Class, routes: OpenApiRouter<AppState>) -> Self {
        Self {
            class,
            routes,
            answers_once: false,
        }
    }
}

/// What an error is written with.
pub(crate) struct ErrorContext {
    pub(crate) request_id: String,
    /// The operator wants debug facts in it.
    pub(crate) debug: bool,
}

/// An error in the form of a surface.
pub(crate) struct WrittenError {
    /// As the surface calls it.
    pub(crate) code: String,
    /// JSON.
    pub(crate) body: Vec<u8>,
}

impl WrittenError {
    pub(crate) fn new(code: &str, body: &impl serde::Serialize) -> Self {
        Self {
            code: code.to_owned(),
            // Our own types always serialise; an empty body would be noticed at once.
            body: serde_json::to_vec(body).unwrap_or_default(),
        }
    }
}

/// A surface in a server.
#[derive(Clone)]
pub(crate) struct Mounted {
    pub(crate) app: AppState,
    pub(crate) surface: &'static dyn Surface,
}

impl Mounted {
    /// Every endpoint of the surface behind what guards it.
    pub(crate) fn router(&self) -> Router<AppState> {
        let (open, _) = self.surface.open().split_for_parts();
        let groups = self.surface.guarded().into_iter();
        let router = groups.fold(open, |router, group| router.merge(self.guarded(group)));
        self.around(self.surface.shared(router))
    }

    fn guarded(&self, group: Group) -> Router<AppState> {
        let guarding = Guard {
            mounted: self.clone(),
            class: group.class,
            answers_once: group.answers_once,
        };
        // Inside of the guard, too, since it may keep what is answered.
        let (routes, _) = group.routes.split_for_parts();
        routes
            .route_layer(from_fn_with_state(self.clone(), write_errors))
            .route_layer(from_fn_with_state(guarding, guard))
    }

    /// What lies around a router of the surface: its words for errors, and who may call it from a browser.
    pub(crate) fn around(&self, router: Router<AppState>) -> Router<AppState> {
        let origins = self.surface.origins(&self.app.config);
        router
            .method_not_allowed_fallback(async || ApiError::METHOD_NOT_ALLOWED)
            .layer(CatchPanicLayer::custom(panicked))
            .layer(from_fn_with_state(self.clone(), write_errors))
            .layer(cors::layer(origins, self.surface.cors()))
            .layer(from_fn(cors::without_body))
    }

    /// Writes an error that nobody has written yet.
    pub(crate) fn written(&self, mut response: Response, request_id: &str) -> Response {
        let Some(Failed(error)) = response.extensions_mut().remove() else {
            return response;
        };
        let context = ErrorContext {
            request_id: request_id.to_owned(),
            debug: self.app.config.debug,
        };
        let written = self.surface.write_error(&error, &context);
        *response.body_mut() = Body::from(written.body);
        let json = HeaderValue::from_static("application/json");
        response.headers_mut().remove(header::CONTENT_LENGTH);
        response.headers_mut().insert(header::CONTENT_TYPE, json);
        response.extensions_mut().insert(About {
            error: Some(written.code),
            ..About::default()
        });
        response
    }
}

async fn write_errors(
    State(mounted): State<Mounted>,
    Extension(RequestId(id)): Extension<RequestId>,
    request: Request,
    next: Next,
) -> Response {
    mounted.written(next.run(request).await, &id)
}

/// The API of a surface, with what any operation of its kind may answer.
pub(crate) fn description(surface: &dyn Surface) -> OpenApi {
    let mut api = surface.description();
    let mut open = surface.open().into_openapi();
    let answers = Answers {
        problems: surface.problems(),
        is_open: true,
        once: false,
    };
    answers.declare(&mut open);
    api.merge(open);
    for group in surface.guarded() {
        let mut routes = group.routes.into_openapi();
        let (problems, once) = (surface.problems(), group.answers_once);
        let answers = Answers {
            problems,
            is_open: false,
            once,
        };
        answers.declare(&mut routes);
        api.merge(routes);
    }
    api
}
