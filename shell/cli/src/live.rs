//! The live stream by the settings: a hub in this process, or a server elsewhere.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use async_trait::async_trait;
use screen_agent_adapters::pusher::BATCH;
use screen_agent_adapters::{
    PusherConfig, PusherError, PusherEvent, PusherServer, SecretKey, private_folder,
};
use screen_agent_realtime::{Credentials, Hub, Limits};
use screen_agent_server::{Announcement, Elsewhere, PublishFailure, Publisher, Realtime};

use crate::config::{RealtimeApp, RealtimeConfig};
use crate::key_file::write_whole;

/// Where the hub's secret is kept, in the data folder.
pub(crate) const SECRET_FILE: &str = "realtime-secret";

/// Listeners at another server outlive an outage of ours or theirs. One that has waited for longer
/// has read what it missed.
const PATIENCE: Duration = Duration::from_secs(60 * 60);

/// The live stream by the settings. The hub's own secret is the one that all servers share, or made and kept where
/// there is none.
pub(crate) fn realtime(
    config: &RealtimeConfig,
    data: &Path,
    shared: Option<SecretKey>,
) -> Result<Realtime> {
    Ok(match config {
        RealtimeConfig::Off => Realtime::Off,
        RealtimeConfig::Embedded {
            app,
            secret,
            sockets,
            per_address,
        } => {
            let secret = match secret.clone().or(shared) {
                Some(secret) => secret,
                None => kept_secret(data)?,
            };
            let limits = Limits {
                sockets: *sockets,
                per_address: *per_address,
                unsigned_per_address: per_address.div_ceil(8),
                ..Limits::default()
            };
            Realtime::Embedded(Hub::new(credentials(app, &secret), limits))
        }
        RealtimeConfig::External {
            app,
            secret,
            api_url,
            place,
        } => {
            let credentials = credentials(app, secret);
            let server = server(credentials.clone(), api_url)?;
            Realtime::Elsewhere(Elsewhere {
                publisher: Arc::new(Distant(server)),
                credentials,
                place: place.clone(),
            })
        }
    })
}

/// Says where the live stream is; asks the server elsewhere whether it knows us.
pub(crate) async fn looked_at(config: &RealtimeConfig, data: &Path) -> Result<String> {
    match config {
        RealtimeConfig::Off => Ok("off: clients ask now and then".into()),
        RealtimeConfig::Embedded { secret, .. } => {
            let kept = data.join(SECRET_FILE);
            if secret.is_none() && kept.exists() {
                read_secret(&kept)?;
            }
            Ok("a hub in this process".into())
        }
        RealtimeConfig::External {
            app,
            secret,
            api_url,
            ..
        } => {
            let asked = server(credentials(app, secret), api_url)?;
            asked.check().await?;
            Ok(format!("at {api_url}"))
        }
    }
}

fn server(credentials: Credentials, api_url: &str) -> Result<PusherServer> {
    PusherServer::new(PusherConfig::new(api_url, credentials)).context("the realtime server")
}

fn credentials(app: &RealtimeApp, secret: &SecretKey) -> Credentials {
    Credentials {
        app_id: app.id.clone(),
        key: app.key.clone(),
        secret: secret.reveal().to_owned(),
    }
}

/// The secret of the hub in this process, made on the first start. It outlives a restart, so that
/// sockets which come back are let in by what they were given before.
fn kept_secret(data: &Path) -> Result<SecretKey> {
    private_folder(data)
        .with_context(|| format!("cannot make the data folder {}", data.display()))?;
    let path = data.join(SECRET_FILE);
    // An empty one was cut off before anything was in it, by a full disk or a kill: nobody knows it.
    if std::fs::read(&path).is_ok_and(|kept| !kept.trim_ascii().is_empty()) {
        return read_secret(&path);
    }
    let fresh = hex::encode(rand::random::<[u8; 32]>());
    write_whole(data, SECRET_FILE, fresh.as_bytes())
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(SecretKey::new(fresh))
}

fn read_secret(path: &Path) -> Result<SecretKey> {
    let kept =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let kept = kept.trim();
    anyhow::ensure!(
        kept.len() >= 32,
        "{} is cut off: remove it, and a new one is made",
        path.display()
    );
    Ok(SecretKey::new(kept))
}

/// A server elsewhere as a publisher.
struct Distant(PusherServer);

#[async_trait]
impl Publisher for Distant {
    async fn publish(&self, events: &[Announcement]) -> Result<(), PublishFailure> {
        for batch in events.chunks(BATCH) {
            let batch: Vec<PusherEvent<'_>> = batch.iter().map(event).collect();
            self.0.publish(&batch).await.map_err(failure)?;
        }
        Ok(())
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn most(&self) -> u32 {
        BATCH as u32
    }

    fn patience(&self) -> Duration {
        PATIENCE
    }
}

fn event(said: &Announcement) -> PusherEvent<'_> {
    PusherEvent {
        channel: &said.channel,
        name: &said.event,
        data: &said.data,
    }
}

fn failure(error: PusherError) -> PublishFailure {
    match error {
        PusherError::Refused(_) => PublishFailure::Refused(error.into()),
        PusherError::Unreachable(_) | PusherError::Unknown(_) | PusherError::Failed(_) => {
            PublishFailure::Unavailable(error.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use screen_agent_server::RealtimePlace;

    use super::*;

    fn elsewhere(address: std::net::SocketAddr, secret: &str) -> RealtimeConfig {
        RealtimeConfig::External {
            app: RealtimeApp {
                id: "7".into(),
                key: "k".into(),
            },
            secret: SecretKey::new(secret),
            api_url: format!("http://{address}"),
            place: RealtimePlace::Cluster("eu".into()),
        }
    }

    #[tokio::test]
    async fn a_server_elsewhere_takes_any_number_of_events_from_who_has_its_secret() -> Result<()> {
        let app = RealtimeApp {
            id: "7".into(),
            key: "k".into(),
        };
        let hub = Hub::new(
            credentials(&app, &SecretKey::new("right")),
            Limits::default(),
        );
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let router: axum::Router = hub.router();
        let serving = tokio::spawn(async move { axum::serve(listener, router).await });
        let data = tempfile::tempdir()?;
        let events = vec![
            Announcement {
                channel: "private-session-1".into(),
                event: "new_message".into(),
                data: "{}".into(),
                traced: None,
            };
            23
        ];
        for (secret, known) in [("right", true), ("wrong", false)] {
            let config = elsewhere(address, secret);
            let looked = looked_at(&config, data.path()).await;
            assert_eq!(looked.is_ok(), known, "{looked:?}");
            let Realtime::Elsewhere(server) = realtime(&config, data.path(), None)? else {
                anyhow::bail!("not elsewhere");
            };
            let sent = server.publisher.publish(&events).await;
            assert_eq!(sent.is_ok(), known, "{sent:?}");
        }
        assert_eq!(hub.stats().published, 23);
        serving.abort();
        Ok(())
    }

    #[test]
    fn a_secret_is_made_once_and_kept_for_its_owner_alone() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let data = folder.path().join("data");
        let made = kept_secret(&data)?;
        assert_eq!(made.reveal().len(), 64);
        assert_eq!(kept_secret(&data)?, made);
        let file = data.join(SECRET_FILE);
        assert_eq!(
            std::fs::metadata(&file)?.permissions().mode() & 0o777,
            0o600
        );
        std::fs::write(&file, "short")?;
        assert!(kept_secret(&data).is_err());
        // What a full disk left of a first start.
        std::fs::write(&file, "")?;
        let again = kept_secret(&data)?;
        assert_ne!(again, made);
        assert_eq!(kept_secret(&data)?, again);
        assert_eq!(std::fs::read_dir(&data)?.count(), 1);
        Ok(())
    }
}
