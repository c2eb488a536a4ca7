//! Showing a run to whoever watches it, and giving them the page when they take over.

use std::time::Duration;

use anyhow::Result;
use axum::http::StatusCode;
use futures_util::{SinkExt as _, StreamExt as _};
use screen_agent_browser::{BrowserPage, Cast, Format, LivePicture, Shot};
use screen_agent_wire::extension::run::HeldRun;
use screen_agent_wire::extension::watch::{
    MOST_WORDS, PersonInput, WatchSaid, WatchState, WatchTold, WorkTakeover, WorkWatched,
    WorkWatchedData,
};
use serde::de::IgnoredAny;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

use super::stage::{Hands, Stage, until};
use super::{Shift, Wrapped};
use crate::drive::{Answered, Onlooker as _, Socket, may_be_shown};

/// How long the person may be away, having taken the page over, before the task goes on.
const GRACE: Duration = Duration::from_secs(30);
/// How soon it is dialled again: whoever watches may be at another server of those behind the address.
const AGAIN: Duration = Duration::from_millis(200);
/// How soon it is asked again of a server that was not reached.
const AWAY: Duration = Duration::from_secs(1);
/// How often it is looked which tab is in front of the person, and whether a page may be shown that could hold a secret.
const LOOK: Duration = Duration::from_millis(500);
/// How long a page may take for what the person does on it. One that takes longer does it later, or never.
const INPUT: Duration = Duration::from_secs(5);

/// Shows the run to whoever watches it, as often as somebody does. It ends with the run.
pub(super) async fn show(shift: &Shift, run: &HeldRun, stage: &Stage) {
    let live = Live { shift, run, stage };
    let mut gone = Instant::now();
    loop {
        let socket = tokio::select! {
            socket = live.dialled() => socket,
            () = lapse(stage, gone) => {
                live.hand_back().await;
                continue;
            }
        };
        Show::on(&live, socket).serve().await;
        // Who wanted the page and left before it was theirs wants it no more.
        if stage.now() != Hands::Person {
            stage.take_back();
        }
        gone = Instant::now();
    }
}

/// Returns when the person has been away for too long with the page in their hands.
async fn lapse(stage: &Stage, gone: Instant) {
    let mut hands = stage.hands.subscribe();
    until(&mut hands, |hands| hands == Hands::Person).await;
    sleep_until(gone + GRACE).await;
}

struct Live<'a> {
    shift: &'a Shift,
    run: &'a HeldRun,
    stage: &'a Stage,
}

impl Live<'_> {
    /// A socket to whoever watches, once somebody does.
    async fn dialled(&self) -> Socket {
        loop {
            let pause = match self.watched().await {
                Ok(Some(watch)) => match self.dial(watch).await {
                    Some(socket) => return socket,
                    None => AGAIN,
                },
                Ok(None) => Duration::ZERO,
                Err(_) => AWAY,
            };
            sleep(pause).await;
        }
    }

    async fn watched(&self) -> Result<Option<Uuid>> {
        let asked = WorkWatched {
            claim: self.run.claim,
        };
        match self.shift.post(self.run, "watched", &asked).await? {
            Answered::Well(Wrapped::<WorkWatchedData> { data }) => Ok(data.watch),
            // That it is lost whoever holds it hears.
            Answered::Badly(_, problem) => anyhow::bail!("{problem}"),
        }
    }

    async fn dial(&self, watch: Uuid) -> Option<Socket> {
        let (id, claim) = (self.run.id, self.run.claim);
        let path = format!("/api/work/{id}/watch?claim={claim}&watch={watch}");
        let dialled = self.shift.door.socket(&path, MOST_WORDS).await;
        dialled.ok()?.ok()
    }

    /// Notes that the person has the page, or has it no longer; false when the run is lost, or nobody could be told.
    async fn note(&self, taken: bool) -> Result<bool> {
        let body = WorkTakeover {
            claim: self.run.claim,
            taken,
        };
        let noted = self.shift.post::<IgnoredAny>(self.run, "takeover", &body);
        Ok(match noted.await? {
            Answered::Well(_) => true,
            Answered::Badly(status, problem) if status == StatusCode::CONFLICT => {
                tracing::debug!(%problem, "a takeover of a run that is lost");
                false
            }
            Answered::Badly(_, problem) => anyhow::bail!("{problem}"),
        })
    }

    /// The page is the person's from when the server has written it down.
    async fn give(&self) {
        match self.note(true).await {
            Ok(true) if self.stage.give() => {}
            Ok(_) | Err(_) => self.stage.take_back(),
        }
    }

    /// The task goes on. That it does is written down before, however often that has to be tried.
    async fn hand_back(&self) {
        while self.note(false).await.is_err() {
            sleep(AWAY).await;
        }
        self.stage.take_back();
    }
}

/// One who watches.
struct Show<'a> {
    live: &'a Live<'a>,
    socket: Socket,
    /// They are ready for a picture.
    wants: bool,
    /// What is in front, drawn as it changes.
    cast: Option<Cast>,
    /// What the last picture showed of the page, in its own pixels.
    size: [f64; 2],
    /// What they were told last.
    told: Option<WatchTold>,
    withheld: bool,
    /// What a dialog said that they were told of.
    dialog: Option<String>,
    /// How many tabs there were, and the one in front, when they got the page.
    front: Option<(u64, BrowserPage)>,
}

/// What a show goes on with.
enum Come {
    Said(WatchSaid),
    Picture(Option<LivePicture>),
    Tick,
    /// The page is another, or in other hands.
    Turned,
    Left,
}

impl<'a> Show<'a> {
    fn on(live: &'a Live<'a>, socket: Socket) -> Self {
        Self {
            live,
            socket,
            wants: false,
            cast: None,
            size: [1.0, 1.0],
            told: None,
            withheld: false,
            dialog: None,
            front: None,
        }
    }

    /// Until they leave.
    async fn serve(mut self) {
        let stage = self.live.stage;
        let (mut hands, mut page) = (stage.hands.subscribe(), stage.page.subscribe());
        let mut hidden = stage.hidden.subscribe();
        let mut tick = interval(LOOK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        self.begin_cast().await;
        if !self.turned().await {
            return;
        }
        loop {
            let wants = self.wants;
            let come = tokio::select! {
                said = self.socket.next() => heard(said),
                picture = next_of(&mut self.cast), if wants => Come::Picture(picture),
                Ok(()) = hands.changed() => Come::Turned,
                Ok(()) = page.changed() => {
                    self.begin_cast().await;
                    Come::Turned
                }
                Ok(()) = hidden.changed() => {
                    self.begin_cast().await;
                    Come::Turned
                }
                _ = tick.tick() => Come::Tick,
            };
            let goes_on = match come {
                Come::Said(said) => self.hear(said).await,
                // It may have been drawn after a secret was entered.
                Come::Picture(_) if stage.hides_something() => true,
                Come::Picture(picture) => self.paint(picture).await,
                Come::Tick => self.look().await,
                Come::Turned => self.turned().await,
                Come::Left => false,
            };
            if !goes_on {
                return;
            }
        }
    }

    /// Draws what is in front from now on, unless it could show a secret: then pictures are taken one by one.
    async fn begin_cast(&mut self) {
        self.cast = None;
        let page = self.live.stage.page.borrow().clone();
        if let Some(page) = page.filter(|_| !self.live.stage.hides_something()) {
            // A page that is gone is followed by another, or by the end.
            self.cast = page.cast().await.ok();
        }
    }

    /// Says how it stands, where that is news, and gives the page to them if the task has stopped for it.
    async fn turned(&mut self) -> bool {
        let hands = self.live.stage.now();
        if hands == Hands::Offered {
            self.live.give().await;
        }
        let hands = self.live.stage.now();
        let page = self.live.stage.page.borrow().clone();
        self.front = match (hands, self.front.take(), page) {
            (Hands::Person, Some(front), _) => Some(front),
            (Hands::Person, None, Some(page)) => Some((page.tabs_opened(), page)),
            _ => None,
        };
        self.withheld = self.withholds(hands);
        self.tell().await
    }

    /// While the agent works on what a secret was entered into, nothing is shown: what is on the page is looked at before
    /// a picture is, and two who look at once would disturb one another.
    fn withholds(&self, hands: Hands) -> bool {
        self.live.stage.hides_something() && (hands != Hands::Person || self.withheld)
    }

    async fn tell(&mut self) -> bool {
        let state = match self.live.stage.now() {
            Hands::Agent => WatchState::Watching,
            Hands::Wanted | Hands::Offered => WatchState::Taking,
            Hands::Person => WatchState::TakenOver,
        };
        let told = WatchTold::State {
            state,
            withheld: self.withheld,
        };
        if self.told.as_ref() == Some(&told) {
            return true;
        }
        self.told = Some(told.clone());
        self.say(&told).await
    }

    async fn say(&mut self, told: &WatchTold) -> bool {
        match serde_json::to_string(told) {
            Ok(text) => self.socket.send(Message::text(text)).await.is_ok(),
            Err(_) => false,
        }
    }

    async fn hear(&mut self, said: WatchSaid) -> bool {
        match said {
            WatchSaid::Next => self.wants = true,
            WatchSaid::Take => self.live.stage.want(),
            WatchSaid::HandBack => match self.live.stage.now() {
                Hands::Person => self.live.hand_back().await,
                Hands::Agent | Hands::Wanted | Hands::Offered => self.live.stage.take_back(),
            },
            WatchSaid::Input { input } => {
                self.does(&input).await;
                return self.say(&WatchTold::Done).await;
            }
            // That is said to the server alone.
            WatchSaid::Watch { .. } => {}
        }
        true
    }

    /// The person acts on the page.
    async fn does(&mut self, input: &PersonInput) {
        if let Some((_, page)) = &self.front
            && self.live.stage.now() == Hands::Person
        {
            self.live.stage.hear(input);
            // A page that hangs shows by itself that it does.
            let _hangs = timeout(INPUT, page.by_person(input, self.size)).await;
        }
    }

    async fn paint(&mut self, picture: Option<LivePicture>) -> bool {
        let Some(picture) = picture else {
            self.cast = None;
            return true;
        };
        self.size = picture.size;
        self.wants = false;
        let sent = self.socket.send(Message::binary(picture.jpeg)).await;
        sent.is_ok()
    }

    /// What is not told by itself: the tab in front of the person, a dialog, and whether what could show a secret may be shown.
    async fn look(&mut self) -> bool {
        let Some((opened, page)) = &self.front else {
            return true;
        };
        let page = page.in_front_since(*opened);
        self.front = Some((page.tabs_opened(), page.clone()));
        self.live.stage.shows(&page);
        let dialog = page.dialog_words();
        if dialog != self.dialog {
            self.dialog.clone_from(&dialog);
            if let Some(message) = dialog {
                let told = WatchTold::Refused {
                    code: "DIALOG_OPEN".to_owned(),
                    message: format!("The page asks: {message}. Enter says yes, Escape says no."),
                };
                return self.say(&told).await;
            }
        }
        match self.live.stage.hides_something() {
            true => self.look_for_secrets(&page).await,
            false => true,
        }
    }

    /// A picture between two looks that show no secret.
    async fn look_for_secrets(&mut self, page: &BrowserPage) -> bool {
        if !self.wants {
            return true;
        }
        let hidden = self.live.stage.hidden.borrow().clone();
        let picture = clear_picture(page, &hidden).await;
        self.withheld = picture.is_none();
        if !self.tell().await {
            return false;
        }
        match picture {
            Some(picture) => self.paint(Some(picture)).await,
            None => true,
        }
    }
}

async fn clear_picture(page: &BrowserPage, hidden: &[(String, String)]) -> Option<LivePicture> {
    let before = page.observe().await.ok()?;
    if !may_be_shown(&before, hidden) {
        return None;
    }
    let taken = page.picture(&Shot::View, Format::Jpeg(60)).await.ok()?;
    let after = page.observe().await.ok()?;
    may_be_shown(&after, hidden).then_some(LivePicture {
        jpeg: taken.bytes,
        size: [after.viewport.width, after.viewport.height],
    })
}

fn heard(said: Option<Result<Message, tokio_tungstenite::tungstenite::Error>>) -> Come {
    match said {
        Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
            Ok(said) => Come::Said(said),
            Err(_) => Come::Left,
        },
        Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => Come::Tick,
        Some(Ok(Message::Close(_) | Message::Binary(_)) | Err(_)) | None => Come::Left,
    }
}

async fn next_of(cast: &mut Option<Cast>) -> Option<LivePicture> {
    match cast {
        Some(cast) => cast.next().await,
        None => std::future::pending().await,
    }
}
