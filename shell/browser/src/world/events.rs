//! What each event of the browser changes in what we know.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::json;

use super::attach::{self, Attached, Created};
use super::rules::{self, Paused};
use super::{Dialog, DialogKind, Health, Tab, World, cast, downloads, tab_events};
use crate::BrowserError;
use crate::cdp::{Connection, Event, Listener, SessionId};
use crate::error::bounded;

/// Longest text of a dialog that is kept, in characters.
const LONGEST_DIALOG: usize = 500;

/// Keeps a world true to what the browser tells.
pub(crate) fn listener(world: Arc<World>) -> impl FnOnce(Connection) -> Listener {
    move |connection| {
        Box::new(move |event| match event {
            Some(event) => on_event(&connection, &world, &event),
            None => world.change(|state| state.closed = true),
        })
    }
}

fn on_event(connection: &Connection, world: &Arc<World>, event: &Event<'_>) {
    match event.method {
        "Target.attachedToTarget" => {
            let Some(attached) = event.read::<Attached>() else {
                return;
            };
            let session = SessionId::from(attached.session());
            attach::attached(connection, world, event.session, attached);
            tokio::spawn(attach::learn_frames(
                connection.clone(),
                world.clone(),
                session,
            ));
        }
        "Target.targetCreated" => {
            if let Some(created) = event.read::<Created>() {
                attach::created(connection, world, &created);
            }
        }
        "Target.detachedFromTarget" => {
            if let Some(detached) = event.read::<Detached>() {
                on_detached(connection, world, &detached.session_id);
            }
        }
        "Inspector.targetCrashed" => on_crashed(connection, world, event),
        "Browser.downloadWillBegin" => world.change(|state| downloads::began(state, event)),
        "Browser.downloadProgress" => {
            if let Some(guid) = world.change(|state| downloads::went_on(state, event)) {
                let _ = connection.send(None, "Browser.cancelDownload", json!({ "guid": guid }));
            }
        }
        "Page.javascriptDialogOpening" => on_dialog(connection, world, event),
        "Page.screencastFrame" => cast::on_frame(connection, world, event),
        "Fetch.requestPaused" => on_paused(connection, world, event),
        _ => tab_events::on_tab_event(world, event),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Detached {
    session_id: String,
}

fn on_detached(connection: &Connection, world: &World, session: &str) {
    let was_tab = world.change(|state| {
        let inner = |tab: &&mut Tab| &*tab.session != session;
        if let Some(tab) = state.tab_of(session).filter(inner) {
            tab.inner_detached(session);
            return false;
        }
        state.tabs.retain(|tab| &*tab.session != session);
        true
    });
    // A frame's documents are gone with its session, but not the tab.
    let reason = if was_tab {
        BrowserError::TabClosed
    } else {
        BrowserError::Gone
    };
    connection.abandon(session, &reason);
}

fn on_crashed(connection: &Connection, world: &World, event: &Event<'_>) {
    let Some(session) = event.session else { return };
    let inner = world.change(|state| {
        let tab = state.tab_of(session)?;
        if &*tab.session != session {
            tab.inner_detached(session);
            return Some(true);
        }
        tab.health = Health::Crashed;
        tab.frames.crashed();
        tab.network.forget();
        tab.dialog = None;
        Some(false)
    });
    let reason = if inner == Some(true) {
        BrowserError::Gone
    } else {
        BrowserError::TabCrashed
    };
    connection.abandon(session, &reason);
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DialogOpening {
    message: String,
    #[serde(rename = "type")]
    kind: DialogKind,
    #[serde(default)]
    default_prompt: String,
}

/// An alert is answered here: it only tells. The others wait for a decision.
fn on_dialog(connection: &Connection, world: &World, event: &Event<'_>) {
    let (Some(session), Some(opening)) = (event.session, event.read::<DialogOpening>()) else {
        return;
    };
    let dialog = Dialog {
        kind: opening.kind,
        text: bounded(&opening.message, LONGEST_DIALOG),
        default: bounded(&opening.default_prompt, LONGEST_DIALOG),
        number: Dialog::next(),
    };
    let only_tells = dialog.kind == DialogKind::Alert;
    world.change(|state| {
        let Some(tab) = state.tab_of(session) else {
            return;
        };
        tab.notes.add(&dialog.line());
        match only_tells {
            true => tab.answered = Some(dialog),
            false => tab.dialog = Some(dialog),
        }
    });
    if only_tells {
        let accept = json!({ "accept": true });
        let _ = connection.send(Some(&session.into()), "Page.handleJavaScriptDialog", accept);
    }
}

/// Treats a request as the rules of its tab say.
fn on_paused(connection: &Connection, world: &World, event: &Event<'_>) {
    let (Some(session), Some(paused)) = (event.session, event.read::<Paused>()) else {
        return;
    };
    let (method, params) = world.change(|state| {
        let rules = state
            .tab_of(session)
            .map(|tab| tab.rules.as_slice())
            .unwrap_or_default();
        rules::treat(rules, &paused)
    });
    let _ = connection.send(Some(&session.into()), method, params);
}
