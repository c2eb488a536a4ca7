//! The owner's side: they are let in by what they say first, see pictures as they ask for them, and take over.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use screen_agent_store::queue::{RunWatched, WatchRun};
use screen_agent_wire::extension::watch::{
    MOST_INPUTS, MOST_WORDS, WatchSaid, WatchState, WatchTold,
};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use uuid::Uuid;

use super::{Link, PATIENCE, Seat, Seats, ended, opened, refused, say, send};
use crate::auth::{Caller, by_token};
use crate::error::ApiError;
use crate::extension::Own;
use crate::extension::runs::RunPath;
use crate::http::params::InPath;
use crate::state::AppState;

/// How long whoever opens a socket may take to say who they are.
const BEGIN: Duration = Duration::from_secs(10);
/// How often it is looked whether the run is held, whether whoever watches is signed in, and whether they are there.
const BEAT: Duration = Duration::from_secs(2);
/// For how long one counts as watching without a beat.
const WATCHES_MS: i64 = 10_000;

/// Watch a run that a worker does, and take it over: a websocket. The first message lets one in; a picture, as bytes,
/// answers each `next`.
#[utoipa::path(get, path = "/api/runs/{id}/watch", tag = "runs", security(()), params(RunPath),
    responses((status = 101, description = "Speak as `WatchSaid`, listen to `WatchTold`. What ends it is said: `UNAUTHORIZED`, \
        `RUN_NOT_FOUND`, `RUN_NOT_HELD`, `WATCHED_ELSEWHERE`"),
        (status = 426, description = "`SOCKET_ONLY`")))]
pub(crate) async fn watch(
    State(app): State<AppState>,
    InPath(path): InPath<RunPath>,
    Extension(own): Extension<Arc<Own>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = opened(upgrade, MOST_WORDS)?;
    Ok(upgrade.on_upgrade(move |mut socket| async move {
        let error = match watching(&app, &own.seats, path.id, &mut socket).await {
            Ok(()) => return,
            Err(error) => error,
        };
        error.log();
        let _gone = say(&mut socket, &ended(&error)).await;
        let _gone = send(&mut socket, Message::Close(None)).await;
    }))
}

/// Serves whoever watches until they leave, or may not any longer.
async fn watching(
    app: &AppState,
    seats: &Seats,
    run: Uuid,
    socket: &mut WebSocket,
) -> Result<(), ApiError> {
    let first = timeout(BEGIN, socket.recv()).await;
    let Ok(Some(Ok(Message::Text(text)))) = first else {
        return Err(ApiError::UNAUTHORIZED);
    };
    let Ok(WatchSaid::Watch { token }) = serde_json::from_str(&text) else {
        return Err(ApiError::UNAUTHORIZED);
    };
    let caller = by_token(app, &token).await?;
    let watch = app.fresh_id();
    let mut watcher = Watcher {
        app,
        token,
        caller,
        run,
        watch,
        link: None,
        wants: false,
        state: WatchState::Seeking,
        on_their_way: 0,
        heard: Instant::now(),
    };
    // It is taken before a worker hears of it.
    let seat = seats.take(watch);
    watcher.counts(false).await?;
    let told = watcher.stands();
    if !say(socket, &told).await {
        return Ok(());
    }
    watcher.serve(socket, seat).await
}

struct Watcher<'a> {
    app: &'a AppState,
    token: String,
    caller: Caller,
    run: Uuid,
    watch: Uuid,
    /// The worker, once it has come.
    link: Option<Link>,
    /// They are ready for a picture.
    wants: bool,
    state: WatchState,
    /// Inputs that have not reached the page yet.
    on_their_way: usize,
    heard: Instant,
}

impl Watcher<'_> {
    async fn serve(&mut self, socket: &mut WebSocket, mut seat: Seat) -> Result<(), ApiError> {
        let mut beat = interval(BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let wants = self.wants;
            let went = tokio::select! {
                said = socket.recv() => self.hear(socket, said).await,
                Some(link) = seat.links.recv() => self.meet(link),
                come = next_of(&mut self.link, wants) => match come {
                    Come::Told(told) => self.tell(socket, told).await,
                    Come::Picture(picture) => {
                        self.wants = false;
                        flow(send(socket, Message::Binary(picture)).await)
                    }
                },
                _ = beat.tick() => self.look(socket).await?,
                () = self.app.closing.cancelled() => return Err(ApiError::GOES_AWAY),
            };
            if went.is_break() {
                return Ok(());
            }
        }
    }

    /// A worker has come; whoever came before has been followed by it.
    fn meet(&mut self, link: Link) -> ControlFlow<()> {
        self.on_their_way = 0;
        if self.wants {
            let _full = link.said.try_send(WatchSaid::Next);
        }
        self.link = Some(link);
        ControlFlow::Continue(())
    }

    /// What the worker tells goes on to whoever watches.
    async fn tell(&mut self, socket: &mut WebSocket, told: Option<WatchTold>) -> ControlFlow<()> {
        match &told {
            Some(WatchTold::Done) => {
                self.on_their_way = self.on_their_way.saturating_sub(1);
                return ControlFlow::Continue(());
            }
            Some(WatchTold::State { state, .. }) => self.state = *state,
            Some(WatchTold::Refused { .. } | WatchTold::Ended { .. }) => {}
            None => self.part(),
        }
        let told = told.unwrap_or_else(|| self.stands());
        flow(say(socket, &told).await)
    }

    /// The worker is gone: it may come again.
    fn part(&mut self) {
        self.link = None;
        self.state = WatchState::Seeking;
    }

    fn stands(&self) -> WatchTold {
        WatchTold::State {
            state: self.state,
            withheld: false,
        }
    }

    async fn hear(
        &mut self,
        socket: &mut WebSocket,
        said: Option<Result<Message, axum::Error>>,
    ) -> ControlFlow<()> {
        self.heard = Instant::now();
        let text = match said {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return ControlFlow::Continue(()),
            Some(Ok(Message::Close(_) | Message::Binary(_)) | Err(_)) | None => {
                return ControlFlow::Break(());
            }
        };
        match self.obey(&text) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => flow(say(socket, &refused(&error)).await),
        }
    }

    /// Hands on what was said, as far as it may be.
    fn obey(&mut self, text: &str) -> Result<(), ApiError> {
        let said = serde_json::from_str(text).map_err(|_| ApiError::NOT_UNDERSTOOD)?;
        let said = match said {
            WatchSaid::Watch { .. } => return Err(ApiError::NOT_UNDERSTOOD),
            WatchSaid::Next => {
                self.wants = true;
                WatchSaid::Next
            }
            WatchSaid::Take | WatchSaid::HandBack if self.link.is_none() => {
                return Err(ApiError::RUN_NOT_HELD);
            }
            WatchSaid::Take | WatchSaid::HandBack => said,
            WatchSaid::Input { .. } if self.state != WatchState::TakenOver => {
                return Err(ApiError::NOT_TAKEN_OVER);
            }
            WatchSaid::Input { .. } if self.on_their_way >= MOST_INPUTS => {
                return Err(ApiError::TOO_MUCH_INPUT);
            }
            WatchSaid::Input { input } => {
                let input = input.checked()?;
                self.on_their_way += 1;
                WatchSaid::Input { input }
            }
        };
        // A worker that has not come yet is told when it does that a picture is wanted.
        match &self.link {
            Some(link) => {
                let sent = link.said.try_send(said);
                sent.map_err(|_| ApiError::TOO_MUCH_INPUT)
            }
            None => Ok(()),
        }
    }

    /// Whether they may go on, whether the worker that has come still holds the run, and whether anybody is there.
    async fn look(&mut self, socket: &mut WebSocket) -> Result<ControlFlow<()>, ApiError> {
        self.caller = by_token(self.app, &self.token).await?;
        self.counts(true).await?;
        if let Some(link) = &self.link {
            let upkeep = self.app.store().upkeep();
            let holds = upkeep.run_watched(link.hold, self.app.now_ms()).await;
            if let Err(screen_agent_store::StoreError::LeaseLost) = holds {
                self.part();
                return Ok(flow(say(socket, &self.stands()).await));
            }
        }
        let is_there = self.heard.elapsed() < PATIENCE;
        Ok(flow(
            is_there && send(socket, Message::Ping(Vec::new().into())).await,
        ))
    }

    /// Notes that they watch, if they may.
    async fn counts(&self, again: bool) -> Result<(), ApiError> {
        let now_ms = self.app.now_ms();
        let rows = self.app.store().scoped(self.caller.owner());
        let watched = rows.watch_run(WatchRun {
            id: self.run,
            watch: self.watch,
            again,
            until_ms: now_ms + WATCHES_MS,
            now_ms,
        });
        match watched.await? {
            RunWatched::Watched => Ok(()),
            RunWatched::Elsewhere => Err(ApiError::WATCHED_ELSEWHERE),
            RunWatched::NotHeld => Err(ApiError::RUN_NOT_HELD),
            RunWatched::Unknown => Err(ApiError::RUN_NOT_FOUND),
        }
    }
}

const fn flow(goes_on: bool) -> ControlFlow<()> {
    match goes_on {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    }
}

/// What comes of a worker.
enum Come {
    /// It tells something; nothing, once, when it is gone.
    Told(Option<WatchTold>),
    /// The newest picture.
    Picture(Bytes),
}

/// What comes next: a picture only where one is wanted, and none twice.
async fn next_of(link: &mut Option<Link>, wants: bool) -> Come {
    let Some(Link { pictures, told, .. }) = link else {
        return std::future::pending().await;
    };
    tokio::select! {
        told = told.recv() => Come::Told(told),
        Ok(()) = pictures.changed(), if wants => Come::Picture(pictures.borrow_and_update().clone()),
    }
}
