//! Setting up what we attach to, before its page runs a line.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{FrameId, Health, Tab, TabId, World};
use crate::cdp::{Connection, SessionId};

/// Name of the world that the bundle runs in; pages cannot see into it.
pub(crate) const WORLD_NAME: &str = "screen-agent";

/// Has a script run in each document before its own do.
pub(crate) const NEW_DOCUMENTS: &str = "Page.addScriptToEvaluateOnNewDocument";

/// Counts changes of the document, but for the ids that the bundle itself stamps.
const COUNTER: &str = "{
  globalThis.__screenAgentChanges = 0;
  new MutationObserver((records) => {
    for (const record of records) {
      if (record.attributeName !== 'data-llm-id') globalThis.__screenAgentChanges++;
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}";

/// Reads the counter.
pub(crate) const COUNT_OF_CHANGES: &str = "globalThis.__screenAgentChanges";

/// Which tabs are taken over as they open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Adoption {
    /// All: the browser is ours.
    Every,
    /// Those that our own tabs open: the browser is a person's.
    OpenedByOurs,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Attached {
    session_id: String,
    target_info: Target,
    waiting_for_debugger: bool,
}

impl Attached {
    /// The new session.
    pub(super) fn session(&self) -> &str {
        &self.session_id
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Target {
    target_id: String,
    #[serde(rename = "type")]
    kind: String,
    url: String,
    opener_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Created {
    target_info: Target,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FrameTree {
    frame: Frame,
    #[serde(default)]
    child_frames: Vec<FrameTree>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Frame {
    id: String,
    parent_id: Option<String>,
    url: String,
}

/// Only these kinds of what there is to attach to.
fn filter(kinds: &[&str]) -> Value {
    kinds.iter().map(|kind| json!({ "type": kind })).collect()
}

/// Asks to be attached to every tab as it opens, held until it is set up.
pub(crate) fn every_tab() -> Value {
    json!({
        "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true,
        "filter": filter(&["page"]),
    })
}

/// A target was attached to: a tab, or a frame with a process of its own.
pub(super) fn attached(
    connection: &Connection,
    world: &World,
    within: Option<&str>,
    attached: Attached,
) {
    let session = SessionId::from(attached.session_id);
    let target = attached.target_info;
    match (target.kind.as_str(), within) {
        ("page", _) => tab_attached(connection, world, &session, target),
        ("iframe", Some(within)) => frame_attached(connection, world, within, &session),
        _ => {}
    }
    if attached.waiting_for_debugger {
        let _ = connection.send(Some(&session), "Runtime.runIfWaitingForDebugger", json!({}));
    }
}

fn tab_attached(connection: &Connection, world: &World, session: &SessionId, target: Target) {
    let id = TabId::from(target.target_id);
    let opener = target.opener_id.map(TabId::from);
    let tab = Tab::new(id.clone(), session.clone(), opener, target.url);
    world.change(|state| {
        for asked in state
            .tabs
            .iter_mut()
            .filter(|other| Some(&other.id) == tab.opener.as_ref())
        {
            asked.window_asked = false;
        }
        state.tabs.retain(|other| other.id != tab.id);
        state.tabs.push(tab);
        state.opened += 1;
    });
    for (method, params) in [
        ("Inspector.enable", json!({})),
        ("Page.setLifecycleEventsEnabled", json!({ "enabled": true })),
        // Pages behave as if a person looked at them, in front or not.
        (
            "Emulation.setFocusEmulationEnabled",
            json!({ "enabled": true }),
        ),
    ] {
        let _ = connection.send(Some(session), method, params);
    }
    set_up(connection, session);
}

fn frame_attached(connection: &Connection, world: &World, within: &str, session: &SessionId) {
    let (intercepts, late) = world.change(|state| {
        let Some(tab) = state.tab_of(within) else {
            return (false, None);
        };
        tab.inner_attached(session.clone());
        (!tab.rules.is_empty(), tab.late.clone())
    });
    set_up(connection, session);
    if intercepts {
        let _ = connection.send(Some(session), "Fetch.enable", json!({}));
    }
    if let Some(script) = late {
        let _ = connection.send(Some(session), NEW_DOCUMENTS, script);
    }
}

/// What every session needs. Sent without waiting: a session keeps the order of its calls.
fn set_up(connection: &Connection, session: &SessionId) {
    let small = json!({ "maxTotalBufferSize": 1, "maxResourceBufferSize": 1 });
    let script = json!({
        "source": format!("{}\n{COUNTER}", screen_agent_assets::PAGE_BUNDLE),
        "worldName": WORLD_NAME,
        "runImmediately": true,
    });
    let frames = json!({
        "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true,
        // Workers need nothing of us, but those that are left out here are held for good.
        "filter": filter(&["iframe", "worker"]),
    });
    for (method, params) in [
        ("Page.enable", json!({})),
        ("Runtime.enable", json!({})),
        ("Network.enable", small),
        (NEW_DOCUMENTS, script),
        ("Target.setAutoAttach", frames),
    ] {
        let _ = connection.send(Some(session), method, params);
    }
}

/// Learns the frames that were there before us; the tab is ready then.
pub(super) async fn learn_frames(
    connection: Connection,
    world: std::sync::Arc<World>,
    session: SessionId,
) {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Answer {
        frame_tree: FrameTree,
    }
    let answer = connection
        .call::<Answer>(Some(&session), "Page.getFrameTree", json!({}))
        .await;
    world.change(|state| {
        let Some(tab) = state.tab_of(&session) else {
            return;
        };
        if let Ok(answer) = answer {
            learn(tab, &session, answer.frame_tree);
        }
        if tab.session == session && tab.health == Health::Starting {
            tab.health = Health::Alive;
        }
    });
}

fn learn(tab: &mut Tab, session: &SessionId, tree: FrameTree) {
    let id = FrameId::from(tree.frame.id);
    match tree.frame.parent_id {
        Some(parent) => tab.frames.attached(id, parent.into()),
        None if tab.session == *session => tab.url = tree.frame.url,
        None => {}
    }
    for inside in tree.child_frames {
        learn(tab, session, inside);
    }
}

/// A target appeared in a person's browser: it is ours when one of our tabs opened it.
pub(super) fn created(connection: &Connection, world: &World, created: &Created) {
    let target = &created.target_info;
    let ours = |opener: &String| world.read(|state| state.tab(opener).is_ok());
    if target.kind == "page" && target.opener_id.as_ref().is_some_and(ours) {
        let _ = connection.send(None, "Target.attachToTarget", attach_to(&target.target_id));
    }
}

/// Asks to be attached to one target.
pub(crate) fn attach_to(target: &str) -> Value {
    json!({ "targetId": target, "flatten": true })
}
