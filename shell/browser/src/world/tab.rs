//! One tab.

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::Value;
use serde_json::value::RawValue;
use tokio::sync::watch;

use super::frames::Frames;
use super::network::Network;
use super::notes::Notes;
use super::{Dialog, Frame, FrameId, Rule, TabId};
use crate::cdp::SessionId;

/// Whether a tab can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Health {
    /// Being set up.
    Starting,
    /// Ready.
    Alive,
    /// Its renderer is gone; another page can be loaded.
    Crashed,
}

/// One tab and what is known of it.
pub(crate) struct Tab {
    pub id: TabId,
    pub session: SessionId,
    pub opener: Option<TabId>,
    pub url: String,
    pub health: Health,
    pub frames: Frames,
    pub network: Network,
    pub notes: Notes,
    /// The dialog that the page waits for.
    pub dialog: Option<Dialog>,
    /// The last dialog that was answered without being asked; told once.
    pub answered: Option<Dialog>,
    /// What a drag carries, once the page has started one.
    pub dragged: Option<Box<RawValue>>,
    /// What documents run that come while real input is given.
    pub late: Option<Value>,
    /// What to do with requests, as asked by actions.
    pub rules: Vec<Rule>,
    /// The page asked for a window that has not come yet.
    pub window_asked: bool,
    /// The page asks for files: where, and for which field.
    pub chooser: Option<(SessionId, i64)>,
    /// Where pictures go, while somebody watches.
    pub cast: Option<watch::Sender<Option<Arc<Frame>>>>,
    /// A trace has ended; its stream.
    pub traced: Option<String>,
    /// Sessions of frames in processes of their own.
    inner: HashSet<SessionId>,
}

impl Tab {
    /// A tab that has just been attached to. Its top frame has the id of the tab.
    pub fn new(id: TabId, session: SessionId, opener: Option<TabId>, url: String) -> Self {
        let main = FrameId::clone(&id);
        Self {
            id,
            session,
            opener,
            url,
            health: Health::Starting,
            frames: Frames::new(main),
            network: Network::default(),
            notes: Notes::default(),
            dialog: None,
            answered: None,
            dragged: None,
            late: None,
            rules: Vec::new(),
            window_asked: false,
            chooser: None,
            cast: None,
            traced: None,
            inner: HashSet::new(),
        }
    }

    /// True for the tab's session and those of its frames.
    pub fn owns(&self, session: &str) -> bool {
        &*self.session == session || self.inner.contains(session)
    }

    /// A frame got a process, and so a session, of its own.
    pub fn inner_attached(&mut self, session: SessionId) {
        self.inner.insert(session);
    }

    /// A frame's session is gone; the frame may live on in another one.
    pub fn inner_detached(&mut self, session: &str) {
        self.inner.remove(session);
        self.frames.worlds_gone(session);
    }

    /// Every session of the tab.
    pub fn sessions(&self) -> impl Iterator<Item = &SessionId> {
        std::iter::once(&self.session).chain(&self.inner)
    }
}
