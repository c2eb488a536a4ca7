//! What there is: channels, and who is in them.

use axum::Json;
use axum::extract::{Path, State};
use serde_json::{Map, Value, json};

use super::error::ApiError;
use super::signed::Signed;
use crate::pusher::channel::{Channel, Kind};
use crate::pusher::hub::{Hub, PublishError};
use crate::pusher::rooms::Occupancy;

/// What is asked about a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Info {
    users: bool,
    subscriptions: bool,
}

impl Info {
    /// Reads a list with commas.
    pub(crate) fn read(list: Option<&str>) -> Result<Self, ApiError> {
        let mut info = Self::default();
        for word in list.unwrap_or_default().split(',').map(str::trim) {
            match word {
                "" => {}
                "user_count" => info.users = true,
                "subscription_count" => info.subscriptions = true,
                _ => return Err(ApiError::Info),
            }
        }
        Ok(info)
    }

    /// True when nothing is asked.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What is asked about a channel, as it is now.
    pub(crate) fn of(self, hub: &Hub, channel: &Channel) -> Value {
        let knows_users = channel.kind() == Kind::Presence;
        Value::Object(self.told(hub.rooms(channel).occupancy(channel), knows_users))
    }

    fn told(self, occupancy: Occupancy, knows_users: bool) -> Map<String, Value> {
        let mut told = Map::new();
        if self.users && knows_users {
            told.insert("user_count".into(), occupancy.users.into());
        }
        if self.subscriptions {
            told.insert("subscription_count".into(), occupancy.sockets.into());
        }
        told
    }
}

/// `GET /apps/{app_id}/channels`
pub(crate) async fn list(State(hub): State<Hub>, request: Signed) -> Result<Json<Value>, ApiError> {
    let info = Info::read(request.parameter("info"))?;
    let prefix = request.parameter("filter_by_prefix").unwrap_or_default();
    if info.users && !prefix.starts_with("presence-") {
        return Err(ApiError::NoUsers);
    }
    let channels: Map<String, Value> = hub
        .occupied(prefix)
        .into_iter()
        .map(|(name, occupancy)| (name, Value::Object(info.told(occupancy, true))))
        .collect();
    Ok(Json(json!({ "channels": channels })))
}

/// `GET /apps/{app_id}/channels/{channel}`
pub(crate) async fn one(
    State(hub): State<Hub>,
    Path((_, name)): Path<(String, String)>,
    request: Signed,
) -> Result<Json<Value>, ApiError> {
    let channel = Channel::parse(&name).ok_or(PublishError::Channel)?;
    let info = Info::read(request.parameter("info"))?;
    if info.users && channel.kind() != Kind::Presence {
        return Err(ApiError::NoUsers);
    }
    let occupancy = hub.rooms(&channel).occupancy(&channel);
    let mut told = info.told(occupancy, true);
    told.insert("occupied".into(), (occupancy.sockets > 0).into());
    Ok(Json(Value::Object(told)))
}

/// `GET /apps/{app_id}/channels/{channel}/users`
pub(crate) async fn users(
    State(hub): State<Hub>,
    Path((_, name)): Path<(String, String)>,
    _: Signed,
) -> Result<Json<Value>, ApiError> {
    let channel = Channel::parse(&name).ok_or(PublishError::Channel)?;
    if channel.kind() != Kind::Presence {
        return Err(ApiError::NoUsers);
    }
    let users: Vec<Value> = hub
        .rooms(&channel)
        .users(&channel)
        .into_iter()
        .map(|id| json!({ "id": id }))
        .collect();
    Ok(Json(json!({ "users": users })))
}
