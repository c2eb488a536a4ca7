//! Publishing.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::channels::Info;
use super::error::ApiError;
use super::signed::Signed;
use crate::channel::Channel;
use crate::hub::{Hub, PublishError};
use crate::socket::is_socket_id;

/// One event for some channels.
#[derive(Deserialize)]
struct Event {
    name: String,
    data: String,
    #[serde(default)]
    channels: Option<Vec<String>>,
    #[serde(default)]
    channel: Option<String>,
    #[serde(default)]
    socket_id: Option<String>,
    #[serde(default)]
    info: Option<String>,
}

#[derive(Deserialize)]
struct Batch {
    batch: Vec<Single>,
}

/// One event of a batch, for one channel.
#[derive(Deserialize)]
struct Single {
    name: String,
    data: String,
    channel: String,
    #[serde(default)]
    socket_id: Option<String>,
    #[serde(default)]
    info: Option<String>,
}

/// An event on its way to one channel.
#[derive(Clone, Copy)]
struct Parcel<'a> {
    channel: &'a str,
    name: &'a str,
    data: &'a str,
    except: Option<&'a str>,
}

/// `POST /apps/{app_id}/events`
pub(crate) async fn one(State(hub): State<Hub>, request: Signed) -> Result<Json<Value>, ApiError> {
    let event: Event = request.json()?;
    let info = Info::read(event.info.as_deref())?;
    let channels = match (event.channels, event.channel) {
        (Some(channels), None) => channels,
        (None, Some(channel)) => vec![channel],
        _ => return Err(ApiError::Channels),
    };
    if channels.is_empty() || channels.len() > hub.limits().request_channels {
        return Err(ApiError::Channels);
    }
    let parcels: Vec<_> = channels
        .iter()
        .map(|channel| Parcel {
            channel,
            name: &event.name,
            data: &event.data,
            except: event.socket_id.as_deref(),
        })
        .collect();
    send(&hub, &parcels)?;
    if info.is_empty() {
        return Ok(Json(json!({})));
    }
    let told: Map<String, Value> = channels
        .iter()
        .filter_map(|name| Some((name.clone(), info.of(&hub, &Channel::parse(name)?))))
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
        .map(|event| Parcel {
            channel: &event.channel,
            name: &event.name,
            data: &event.data,
            except: event.socket_id.as_deref(),
        })
        .collect();
    send(&hub, &parcels)?;
    if infos.iter().all(Info::is_empty) {
        return Ok(Json(json!({})));
    }
    let told: Vec<Value> = batch
        .iter()
        .zip(&infos)
        .filter_map(|(event, info)| Some(info.of(&hub, &Channel::parse(&event.channel)?)))
        .collect();
    Ok(Json(json!({ "batch": told })))
}

/// Publishes all or, when one of them cannot be, none.
fn send(hub: &Hub, parcels: &[Parcel<'_>]) -> Result<(), ApiError> {
    for parcel in parcels {
        Channel::parse(parcel.channel).ok_or(PublishError::Channel)?;
        hub.check_event(parcel.name, parcel.data)?;
        if parcel.except.is_some_and(|socket| !is_socket_id(socket)) {
            return Err(PublishError::Socket.into());
        }
    }
    for parcel in parcels {
        hub.publish(parcel.channel, parcel.name, parcel.data, parcel.except)?;
    }
    Ok(())
}
