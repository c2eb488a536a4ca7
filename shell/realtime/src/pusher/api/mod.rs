//! The door for servers: the signed HTTP API, one file a subject.

mod channels;
mod error;
mod events;
mod signed;
mod users;

use axum::Router;
use axum::routing::{get, post};

use super::hub::Hub;
use super::open;

impl Hub {
    /// Both doors as routes: `/app/{key}` for clients, `/apps/{app_id}/…` for servers. The server
    /// that serves them has to allow upgrades.
    pub fn router<S: Clone + Send + Sync + 'static>(&self) -> Router<S> {
        Router::new()
            .route("/app/{key}", get(open::open))
            .route("/apps/{app_id}/events", post(events::one))
            .route("/apps/{app_id}/batch_events", post(events::batch))
            .route("/apps/{app_id}/channels", get(channels::list))
            .route("/apps/{app_id}/channels/{channel}", get(channels::one))
            .route(
                "/apps/{app_id}/channels/{channel}/users",
                get(channels::users),
            )
            .route(
                "/apps/{app_id}/users/{user_id}/terminate_connections",
                post(users::terminate),
            )
            .with_state(self.clone())
    }
}
