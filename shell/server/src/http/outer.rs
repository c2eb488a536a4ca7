//! Around everything: request ids, one log line each, limits of the head, safe headers, panics.

use std::any::Any;
use std::net::IpAddr;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tracing::Instrument as _;

use crate::auth::Caller;
use crate::auth::address::address;
use crate::error::ApiError;
use crate::http::host::{self, Listening};
use crate::http::note::{Note, Tokens};
use crate::http::surface::Mounted;
use crate::limit::Standing;
use crate::metrics;
use crate::state::AppState;

/// Longest address, in bytes.
const URI: usize = 8 * 1024;
/// Most header fields, and most bytes of them.
const FIELDS: usize = 100;
const FIELD_BYTES: usize = 32 * 1024;
/// Longest request id that a client may choose.
const REQUEST_ID_CHARS: usize = 64;

/// The request's id, for whoever says it in a body.
#[derive(Clone, Debug)]
pub(crate) struct RequestId(pub(crate) String);

static REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The outermost layer.
pub(crate) async fn outer(
    State(mounted): State<Mounted>,
    mut request: Request,
    next: Next,
) -> Response {
    let app = &mounted.app;
    let started = Instant::now();
    let id = request_id(request.headers()).unwrap_or_else(|| app.fresh_id().to_string());
    request.extensions_mut().insert(RequestId(id.clone()));
    let span = tracing::info_span!("request", request_id = %id);
    let method = request.method().clone();
    let route = route(&request);
    let note = Note::begin(app, &request);
    let stranger = Stranger::of(app, &request);
    let mut response = async {
        let response = match check_head(app, &request).and_then(|()| stranger.check(app)) {
            Ok(()) => next.run(request).await,
            Err(error) => error.into_response(),
        };
        let mut response = stranger.counted(app, response);
        response = mounted.written(response, &id);
        if let Some(note) = note.and_then(|note| note.complete(app, &response)) {
            note.keep(app).await;
        }
        log(&response, method.as_str(), &route, started);
        metrics::answered(&route, response.status().as_u16(), started.elapsed());
        response
    }
    .instrument(span)
    .await;
    let status = response.status();
    let headers = response.headers_mut();
    if let Some(seconds) = wait(status) {
        headers
            .entry(header::RETRY_AFTER)
            .or_insert(HeaderValue::from(seconds));
    }
    dress(headers, &id);
    response
}

/// A caller as far as the address tells: what is not asked with a token counts against that.
struct Stranger {
    from: Option<IpAddr>,
    /// How the address stands, where no token came along.
    standing: Option<Standing>,
    /// Whoever watches over the server is never sent away.
    watches: bool,
}

impl Stranger {
    fn of(app: &AppState, request: &Request) -> Self {
        let headers = request.headers();
        let from = address(&app.config.trusted_proxies, headers, request.extensions());
        // A browser asks by itself whether it may ask.
        let asks = request.method() != Method::OPTIONS;
        let counts = asks && !headers.contains_key(header::AUTHORIZATION);
        Self {
            from,
            standing: counts.then(|| Self::admit(app, from)),
            watches: request.uri().path() == "/api/health",
        }
    }

    fn admit(app: &AppState, from: Option<IpAddr>) -> Standing {
        let limit = app.config.rates.address;
        app.addresses.admit(from, limit, app.now_ms())
    }

    fn check(&self, app: &AppState) -> Result<(), ApiError> {
        let over = self.standing.filter(|it| !it.admitted && !self.watches);
        over.map_or(Ok(()), |it| {
            Err(ApiError::rate_limited(it.wait(app.now_ms())))
        })
    }

    /// Says how the address stands where nobody has said how the tenant does. A token that does not count is one more
    /// request of the address, and one too many is told so instead.
    fn counted(&self, app: &AppState, mut response: Response) -> Response {
        if response.headers().contains_key("x-ratelimit-limit") {
            return response;
        }
        let standing = self.standing.unwrap_or_else(|| Self::admit(app, self.from));
        if !standing.admitted && response.status() == StatusCode::UNAUTHORIZED {
            response = ApiError::rate_limited(standing.wait(app.now_ms())).into_response();
        }
        standing.write(response.headers_mut(), app.now_ms());
        response
    }
}

/// Seconds after which it is worth trying again, where whoever refused named none.
fn wait(status: StatusCode) -> Option<u32> {
    match status {
        StatusCode::SERVICE_UNAVAILABLE => Some(1),
        // What is not a window of the limiter is a budget, or somebody else's streams.
        StatusCode::TOO_MANY_REQUESTS => Some(60),
        _ => None,
    }
}

/// Turns a panic into a typed answer. The runtime has written the panic itself to the log.
pub(super) fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    ApiError::internal("a handler panicked").into_response()
}

fn request_id(headers: &HeaderMap) -> Option<String> {
    let id = headers.get(&REQUEST_ID)?.to_str().ok()?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let fits = !id.is_empty() && id.len() <= REQUEST_ID_CHARS && id.bytes().all(plain);
    fits.then(|| id.to_owned())
}

/// The route's pattern: a path holds ids, and a query string may hold more.
fn route(request: &Request) -> String {
    request
        .extensions()
        .get::<MatchedPath>()
        .map_or("(none)", MatchedPath::as_str)
        .to_owned()
}

fn check_head(app: &AppState, request: &Request) -> Result<(), ApiError> {
    let (uri, headers) = (request.uri(), request.headers());
    if let Some(listening) = request.extensions().get::<Listening>() {
        host::check(*listening, &app.config.hosts, uri, headers)?;
    }
    let address = uri.path_and_query().map_or(0, |text| text.as_str().len());
    if address > URI {
        return Err(ApiError::URI_TOO_LONG);
    }
    let bytes: usize = headers
        .iter()
        .map(|(name, value)| name.as_str().len() + value.len())
        .sum();
    if headers.len() > FIELDS || bytes > FIELD_BYTES {
        return Err(ApiError::HEADERS_TOO_LARGE);
    }
    Ok(())
}

fn log(response: &Response, method: &str, route: &str, started: Instant) {
    let caller = response.extensions().get::<Caller>();
    let tokens = response.extensions().get::<Tokens>();
    tracing::info!(
        method,
        route,
        status = response.status().as_u16(),
        duration_ms = started.elapsed().as_secs_f64() * 1_000.0,
        tenant = caller.map(|caller| tracing::field::display(caller.user.tenant.id)),
        user = caller.map(|caller| tracing::field::display(caller.user.id)),
        prompt_tokens = tokens.map(|tokens| tokens.sent),
        completion_tokens = tokens.map(|tokens| tokens.received),
        "answered"
    );
}

fn dress(headers: &mut HeaderMap, id: &str) {
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.insert(&REQUEST_ID, id);
    }
    let fixed = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
}
