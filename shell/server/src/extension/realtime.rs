//! Joining the live stream of a conversation: where it is, and who is let in. Spec 001 §3.6.

use axum::body::Body;
use axum::extract::{FromRequest as _, Multipart, Request, State};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use screen_agent_action::id::SessionId;
use screen_agent_realtime::sign_channel;
use screen_agent_store::outbox::TopicName;
use screen_agent_wire::Invalid;
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::lease::leases_channel;
use screen_agent_wire::extension::realtime::{ChannelAuth, ChannelAuthRequest, RealtimeData};

use super::{Reply, reply};
use crate::auth::Me;
use crate::error::ApiError;
use crate::http::body::{Json, is_json, receive_any};
use crate::state::AppState;

/// Bytes of a request to be let in: two short names and what a form puts around them.
const BODY: usize = 8 * 1024;

/// Where the live stream is. What is not named is as for this server.
#[utoipa::path(get, path = "/api/realtime", tag = "realtime",
    responses(
        (status = 200, description = "For a client of the Pusher protocol", body = Mirrored<RealtimeData>),
        (status = 503, description = "`REALTIME_OFF`")))]
pub(crate) async fn place(State(app): State<AppState>) -> Reply<RealtimeData> {
    let told = app.realtime.told().ok_or(ApiError::REALTIME_OFF)?;
    reply(told)
}

/// Let a socket listen to a conversation of the caller's: `private-session-<sessionId>`, or to how their leases stand.
///
/// Ids of conversations are unique for their owner only, and the channel is named by the id alone:
/// it belongs to whoever had the id first. To everybody else the conversation is not there.
#[utoipa::path(post, path = "/api/pusher/auth", tag = "realtime",
    request_body(content(
        (ChannelAuthRequest = "application/x-www-form-urlencoded"),
        (ChannelAuthRequest = "multipart/form-data"),
        (ChannelAuthRequest = "application/json"))),
    responses(
        (status = 200, description = "The signature", body = ChannelAuth),
        (status = 403, description = "`CHANNEL_FORBIDDEN`, `SESSION_NOT_FOUND`"),
        (status = 503, description = "`REALTIME_OFF`")))]
pub(crate) async fn authorise(me: Me, request: Request) -> Result<Json<ChannelAuth>, ApiError> {
    let credentials = me
        .app
        .realtime
        .credentials()
        .ok_or(ApiError::REALTIME_OFF)?;
    let asked = read(&me.app, request).await?.checked()?;
    // Of leases everybody hears their own alone; the channel is named by whose they are.
    if asked.channel_name != leases_channel(me.owner().user.get()) {
        let session = asked.session().ok_or(ApiError::CHANNEL_FORBIDDEN)?;
        let whose = me
            .upkeep()
            .first_owner(TopicName::of_session(SessionId::new(session)));
        if whose.await? != Some(me.owner()) {
            return Err(ApiError::NO_SESSION_OF_CHANNEL);
        }
    }
    if let Some(hub) = me.app.realtime.hub()
        && !me.app.sockets.note(hub, me.caller.token, &asked.socket_id)
    {
        return Err(ApiError::TOO_MANY_SOCKETS);
    }
    let auth = sign_channel(credentials, &asked.socket_id, &asked.channel_name, None);
    Ok(Json(ChannelAuth { auth }))
}

/// Reads a request of any of the three forms that clients send.
async fn read(app: &AppState, request: Request) -> Result<ChannelAuthRequest, ApiError> {
    let headers = request.headers().clone();
    let held = receive_any(app, request, BODY).await?;
    if is_json(&headers) {
        return Ok(screen_agent_wire::read(&held.bytes)?);
    }
    match kind(&headers).as_str() {
        "application/x-www-form-urlencoded" => {
            let fields = url::form_urlencoded::parse(&held.bytes);
            form(fields.into_owned())
        }
        "multipart/form-data" => {
            let mut again = Request::new(Body::from(held.bytes.clone()));
            *again.headers_mut() = headers;
            form(parts(again).await?)
        }
        _ => Err(ApiError::UNSUPPORTED_MEDIA_TYPE),
    }
}

fn kind(headers: &HeaderMap) -> String {
    let value = headers.get(CONTENT_TYPE);
    let value = value.and_then(|value| value.to_str().ok());
    let kind = value.unwrap_or_default().split(';').next();
    kind.unwrap_or_default().trim().to_ascii_lowercase()
}

/// The fields of a multipart body that is there as a whole.
async fn parts(request: Request) -> Result<Vec<(String, String)>, ApiError> {
    let broken = || Invalid::new("body", "is not a multipart form");
    let mut parts = Multipart::from_request(request, &())
        .await
        .map_err(|_| broken())?;
    let mut fields = Vec::new();
    while let Some(field) = parts.next_field().await.map_err(|_| broken())? {
        let name = field.name().unwrap_or_default().to_owned();
        fields.push((name, field.text().await.map_err(|_| broken())?));
    }
    Ok(fields)
}

/// Of a field that comes twice nobody can say which is meant.
fn form(
    fields: impl IntoIterator<Item = (String, String)>,
) -> Result<ChannelAuthRequest, ApiError> {
    let (mut socket_id, mut channel_name) = (None, None);
    for (name, value) in fields {
        let (place, name) = match name.as_str() {
            "socket_id" => (&mut socket_id, "socket_id"),
            "channel_name" => (&mut channel_name, "channel_name"),
            _ => continue,
        };
        if place.replace(value).is_some() {
            return Err(Invalid::new(name, "is given twice").into());
        }
    }
    let required = |field: Option<String>, name| field.ok_or(Invalid::new(name, "is missing"));
    Ok(ChannelAuthRequest {
        socket_id: required(socket_id, "socket_id")?,
        channel_name: required(channel_name, "channel_name")?,
    })
}
