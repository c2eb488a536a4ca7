//! Publishing.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::channels::Info;
use super::error::ApiError;
use super::signed::Signed;
use crate::pusher::channel::Channel;
use crate::pusher::hub::{Hub, PublishError};
use crate::socket::SocketId;

/// One event for some channels; in a batch, for one.
#[derive(Deserialize)]
struct Event {
    name: String,
    data: String,
    channels: Option<Vec<String>>,
    channel: Option<String>,
    socket_id: Option<String>,
    info: Option<String>,
}

#[derive(Deserialize)]
struct Batch {
    batch: Vec<Event>,
}

/// `POST /apps/{app_id}/events`
pub(crate) async fn one(State(hub): State<Hub>, request: Signed) -> Result<Json<Value>, ApiError> {
    let event: Event = request.json()?;
    let info = Info::read(event.info.as_deref())?;
    let channels = match (&event.channels, &event.channel) {
        (Some(channels), None) => channels.as_slice(),
        (None, Some(channel)) => std::slice::from_ref(channel),
        _ => return Err(ApiError::Channels),
    };
    if channels.is_empty() || channels.len() > hub.limits().request_channels {
        return Err(ApiError::Channels);
    }
    let parcels: Vec<_> = channels
        .iter()
        .map(|channel| (channel.as_str(), &event))
        .collect();
    let sent = send(&hub, &parcels)?;
    if info.is_empty() {
        return Ok(Json(json!({})));
    }
    let told: Map<String, Value> = sent
        .iter()
        .map(|channel| (channel.name().to_owned(), info.of(&hub, channel)))
        .collect();
    Ok(Json(json!({ "channels": told })))
}

/// `POST /apps/{app_id}/batch_events`
pub(crate) async fn batch(
    State(hub): State<Hub>,
    request: Signed,
) -> Result<Json<Value>, ApiError> {
    let Batch { batch } = request.json()?;
    if batch.is_empty() || batch.len() > hub.limits().batch_events {
        return Err(ApiError::Batch);
    }
    let infos: Vec<Info> = batch
        .iter()
        .map(|event| Info::read(event.info.as_deref()))
        .collect::<Result<_, _>>()?;
    let parcels: Vec<_> = batch
        .iter()
        .map(|event| Some((event.channel.as_deref()?, event)))
        .collect::<Option<_>>()
        .ok_or(ApiError::Body)?;
    let channels = send(&hub, &parcels)?;
    if infos.iter().all(Info::is_empty) {
        return Ok(Json(json!({})));
    }
    let told: Vec<Value> = channels
        .iter()
        .zip(&infos)
        .map(|(channel, info)| info.of(&hub, channel))
        .collect();
    Ok(Json(json!({ "batch": told })))
}

/// Publishes all or, when one of them cannot be, none. Gives the channels.
fn send(hub: &Hub, parcels: &[(&str, &Event)]) -> Result<Vec<Channel>, ApiError> {
    let mut channels = Vec::with_capacity(parcels.len());
    for (channel, event) in parcels {
        channels.push(Channel::parse(channel).ok_or(PublishError::Channel)?);
        hub.check_event(&event.name, &event.data)?;
        let except = event.socket_id.as_ref();
        if except.is_some_and(|socket| socket.parse::<SocketId>().is_err()) {
            return Err(PublishError::Socket.into());
        }
    }
    for (channel, event) in parcels {
        hub.publish(
            channel,
            &event.name,
            &event.data,
            event.socket_id.as_deref(),
        )?;
    }
    Ok(channels)
}
