//! What each event of the browser changes in what we know.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::attach::{self, Attached, Created};
use super::network::{Ended, Sent};
use super::rules::{self, Paused};
use super::{Dialog, DialogKind, Health, IsolatedWorld, Tab, World};
use crate::BrowserError;
use crate::cdp::{Connection, Event, SessionId};
use crate::error::bounded;

/// Longest text of a dialog that is kept, in characters.
const LONGEST_DIALOG: usize = 500;

/// Keeps a world true to what the browser tells.
pub(crate) fn listener(
    world: Arc<World>,
) -> impl FnOnce(Connection) -> Box<dyn FnMut(Option<Event<'_>>) + Send> {
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
        "Page.javascriptDialogOpening" => on_dialog(connection, world, event),
        "Fetch.requestPaused" => on_paused(connection, world, event),
        _ => on_tab_event(world, event),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Detached {
    session_id: String,
}

fn on_detached(connection: &Connection, world: &World, session: &str) {
    let was_tab = world.change(|state| {
        if let Some(tab) = state.tab_of(session) {
            if &*tab.session != session {
                tab.inner_detached(session);
                return false;
            }
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

/// Events that change nothing but one tab.
fn on_tab_event(world: &World, event: &Event<'_>) {
    let Some(session) = event.session else { return };
    match event.method.split_once('.') {
        Some(("Page", name)) => world.change(|state| {
            if let Some(tab) = state.tab_of(session) {
                on_page_event(tab, session, name, event);
            }
        }),
        Some(("Runtime", name)) => world.change(|state| {
            if let Some(tab) = state.tab_of(session) {
                on_context_event(tab, session, name, event);
            }
        }),
        Some(("Network", name)) => world.change(|state| {
            if let Some(tab) = state.tab_of(session) {
                on_network_event(tab, name, event);
            }
        }),
        Some(("Input", "dragIntercepted")) => world.change(|state| {
            if let (Some(tab), Some(drag)) = (state.tab_of(session), event.read::<Drag>()) {
                tab.dragged = Some(drag.data);
            }
        }),
        Some(("Tracing", "tracingComplete")) => world.change(|state| {
            if let (Some(tab), Some(trace)) = (state.tab_of(session), event.read::<Traced>()) {
                tab.traced = Some(trace.stream);
            }
        }),
        _ => {}
    }
}

#[derive(Deserialize)]
struct Drag {
    data: Box<RawValue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Chooser {
    backend_node_id: i64,
}

#[derive(Deserialize)]
struct Traced {
    stream: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfFrame {
    frame_id: String,
    #[serde(default)]
    parent_frame_id: Option<String>,
    #[serde(default)]
    name: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    reason: String,
    #[serde(default)]
    disposition: String,
}

#[derive(Deserialize)]
struct Navigated {
    frame: NavigatedFrame,
    #[serde(rename = "type", default)]
    kind: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NavigatedFrame {
    id: String,
    url: String,
}

fn on_page_event(tab: &mut Tab, session: &str, name: &str, event: &Event<'_>) {
    match name {
        "frameNavigated" => {
            if let Some(navigated) = event.read::<Navigated>() {
                on_navigated(tab, navigated);
            }
        }
        "fileChooserOpened" => {
            if let Some(chooser) = event.read::<Chooser>() {
                tab.chooser = Some((session.into(), chooser.backend_node_id));
            }
        }
        "javascriptDialogClosed" => tab.dialog = None,
        "windowOpen" => tab.window_asked = true,
        "downloadWillBegin" => {
            tab.frames.moved_within(&tab.frames.main().clone());
            tab.notes.add("a download began");
        }
        _ => {
            if let Some(of) = event.read::<OfFrame>() {
                on_frame_event(tab, name, of);
            }
        }
    }
}

fn on_navigated(tab: &mut Tab, Navigated { frame, kind }: Navigated) {
    tab.frames.navigated(&frame.id);
    if tab.frames.is_main(&frame.id) {
        tab.network.forget();
        tab.url = frame.url;
        tab.health = Health::Alive;
        // A page out of the cache was read before and tells nothing of it again.
        let kept = kind == "BackForwardCacheRestore";
        tab.frames.parsed = kept;
        tab.frames.loaded = kept;
    }
}

fn on_frame_event(tab: &mut Tab, name: &str, of: OfFrame) {
    let frame = of.frame_id.as_str();
    let is_main = tab.frames.is_main(frame);
    match name {
        "frameAttached" => {
            if let Some(parent) = of.parent_frame_id {
                tab.frames.attached(frame.into(), parent.into());
            }
        }
        // A frame that moves to another process is detached here and lives on there.
        "frameDetached" if of.reason != "swap" => tab.frames.detached(frame),
        "frameRequestedNavigation" if matches!(of.disposition.as_str(), "" | "currentTab") => {
            tab.frames.requested(frame.into());
        }
        "frameStartedLoading" => tab.frames.started(frame.into()),
        "frameStoppedLoading" => tab.frames.stopped(frame),
        "frameClearedScheduledNavigation" => tab.frames.moved_within(frame),
        "navigatedWithinDocument" => {
            tab.frames.moved_within(frame);
            if is_main {
                tab.url = of.url;
            }
        }
        "lifecycleEvent" if is_main => match of.name.as_str() {
            "DOMContentLoaded" => tab.frames.parsed = true,
            "load" => tab.frames.loaded = true,
            _ => {}
        },
        _ => {}
    }
}

#[derive(Deserialize)]
struct ContextMade {
    context: Context,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Context {
    id: i64,
    name: String,
    #[serde(default)]
    aux_data: AuxData,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct AuxData {
    frame_id: String,
    is_default: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ContextGone {
    execution_context_id: i64,
}

fn on_context_event(tab: &mut Tab, session: &str, name: &str, event: &Event<'_>) {
    match name {
        "executionContextCreated" => {
            let Some(made) = event.read::<ContextMade>().map(|made| made.context) else {
                return;
            };
            if made.name == attach::WORLD_NAME && !made.aux_data.is_default {
                let world = IsolatedWorld {
                    session: session.into(),
                    context: made.id,
                };
                tab.frames.world_made(made.aux_data.frame_id.into(), world);
            }
        }
        "executionContextDestroyed" => {
            if let Some(gone) = event.read::<ContextGone>() {
                tab.frames.world_gone(session, gone.execution_context_id);
            }
        }
        "executionContextsCleared" => tab.frames.worlds_gone(session),
        _ => {}
    }
}

fn on_network_event(tab: &mut Tab, name: &str, event: &Event<'_>) {
    match name {
        "requestWillBeSent" => {
            if let Some(sent) = event.read::<Sent>() {
                tab.network.sent(sent);
            }
        }
        "loadingFinished" | "loadingFailed" => {
            if let Some(ended) = event.read::<Ended>() {
                tab.network.ended(&ended);
            }
        }
        _ => {}
    }
}
