//! Events that change nothing but one tab.

use screen_agent_action::origin::origin_of;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::network::{Ended, Sent};
use super::{Health, Realm, State, Tab, World, attach, downloads};
use crate::cdp::Event;

/// Most sites that are noted.
const MOST_SITES: usize = 50;

/// Changes the tab that an event is about.
pub(super) fn on_tab_event(world: &World, event: &Event<'_>) {
    let Some(session) = event.session else { return };
    match event.method.split_once('.') {
        Some(("Page", name)) => world.change(|state| {
            if name == "downloadWillBegin" {
                downloads::began(state, event);
            }
            if name == "frameNavigated" {
                note_site(state, event);
            }
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
        "downloadWillBegin" => tab.frames.moved_within(&tab.frames.main().clone()),
        _ => {
            if let Some(of) = event.read::<OfFrame>() {
                on_frame_event(tab, name, of);
            }
        }
    }
}

/// What a site keeps in the browser is asked for at the end by its name.
fn note_site(state: &mut State, event: &Event<'_>) {
    let origin = event
        .read::<Navigated>()
        .and_then(|navigated| origin_of(&navigated.frame.url));
    if let Some(origin) = origin.filter(|_| state.origins.len() < MOST_SITES) {
        state.origins.insert(origin);
    }
}

fn on_navigated(tab: &mut Tab, Navigated { frame, kind }: Navigated) {
    tab.frames.navigated(&frame.id);
    if tab.frames.is_main(&frame.id) {
        tab.network.forget();
        tab.url = frame.url;
        tab.health = Health::Alive;
        // A page out of the cache was read before and tells nothing of it again.
        tab.frames.parsed = kind == "BackForwardCacheRestore";
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
        "lifecycleEvent" if is_main && of.name == "DOMContentLoaded" => tab.frames.parsed = true,
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
            let frame = made.aux_data.frame_id.as_str().into();
            let realm = Realm {
                session: session.into(),
                context: made.id,
            };
            if made.aux_data.is_default {
                tab.frames.page_made(frame, realm);
            } else if made.name == attach::WORLD_NAME {
                tab.frames.world_made(frame, realm);
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
