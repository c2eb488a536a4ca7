//! The frames of a tab: who holds whom, where our code runs in each, and what is loading.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use crate::cdp::SessionId;

/// Names a frame for as long as it lives, whatever document it shows.
pub(crate) type FrameId = Arc<str>;

/// A navigation that was asked for and that nothing came of: a download, or a script's address.
const NOTHING_CAME: Duration = Duration::from_millis(500);

/// A load that takes longer is a stream, or its end was not told: nobody waits for it any more.
const ENDLESS: Duration = Duration::from_secs(20);

/// Where scripts of one kind run in one frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Realm {
    pub session: SessionId,
    pub context: i64,
}

/// The frames of one tab.
pub(crate) struct Frames {
    main: FrameId,
    parents: HashMap<FrameId, FrameId>,
    /// Where our bundle runs.
    worlds: HashMap<FrameId, Realm>,
    /// Where the page's own scripts run.
    pages: HashMap<FrameId, Realm>,
    loading: HashMap<FrameId, Instant>,
    requested: HashMap<FrameId, Instant>,
    /// Another top document was asked for and has not come.
    coming: bool,
    /// The top document is parsed.
    pub parsed: bool,
    /// How many top documents there were, to notice that there is another one.
    pub documents: u64,
}

impl Frames {
    /// A tab with its top frame alone.
    pub fn new(main: FrameId) -> Self {
        Self {
            main,
            parents: HashMap::new(),
            worlds: HashMap::new(),
            pages: HashMap::new(),
            loading: HashMap::new(),
            requested: HashMap::new(),
            coming: false,
            parsed: true,
            documents: 0,
        }
    }

    pub fn main(&self) -> &FrameId {
        &self.main
    }

    pub fn is_main(&self, frame: &str) -> bool {
        &*self.main == frame
    }

    /// Where the bundle runs in a frame; `None` while its document is being replaced.
    pub fn world(&self, frame: &str) -> Option<&Realm> {
        self.worlds.get(frame)
    }

    /// Where the bundle runs, in every frame.
    pub fn all_worlds(&self) -> Vec<Realm> {
        self.worlds.values().cloned().collect()
    }

    /// Where a frame's own scripts run.
    pub fn page(&self, frame: &str) -> Option<&Realm> {
        self.pages.get(frame)
    }

    /// The frames directly inside one, in no particular order.
    pub fn children(&self, parent: &str) -> Vec<FrameId> {
        let inside = self.parents.iter().filter(|(_, above)| &***above == parent);
        inside.map(|(frame, _)| frame.clone()).collect()
    }

    pub fn attached(&mut self, frame: FrameId, parent: FrameId) {
        self.parents.insert(frame, parent);
    }

    /// A frame and all that is inside it are gone.
    pub fn detached(&mut self, frame: &str) {
        for inside in self.children(frame) {
            self.detached(&inside);
        }
        self.parents.remove(frame);
        self.worlds.remove(frame);
        self.pages.remove(frame);
        self.loading.remove(frame);
        self.requested.remove(frame);
    }

    pub fn world_made(&mut self, frame: FrameId, world: Realm) {
        self.worlds.insert(frame, world);
    }

    pub fn page_made(&mut self, frame: FrameId, page: Realm) {
        self.pages.insert(frame, page);
    }

    pub fn world_gone(&mut self, session: &str, context: i64) {
        let stays = |realm: &Realm| &*realm.session != session || realm.context != context;
        self.worlds.retain(|_, world| stays(world));
        self.pages.retain(|_, page| stays(page));
    }

    /// Every document of a session is gone.
    pub fn worlds_gone(&mut self, session: &str) {
        self.worlds.retain(|_, world| &*world.session != session);
        self.pages.retain(|_, page| &*page.session != session);
    }

    pub fn requested(&mut self, frame: FrameId) {
        self.requested.insert(frame, Instant::now());
    }

    pub fn started(&mut self, frame: FrameId) {
        if self.is_main(&frame) && !self.loading.contains_key(&frame) {
            self.coming = true;
        }
        self.requested.remove(&frame);
        self.loading.entry(frame).or_insert_with(Instant::now);
    }

    pub fn stopped(&mut self, frame: &str) {
        if self.is_main(frame) {
            self.coming = false;
        }
        self.requested.remove(frame);
        self.loading.remove(frame);
    }

    /// A frame shows another document.
    pub fn navigated(&mut self, frame: &str) {
        self.requested.remove(frame);
        for inside in self.children(frame) {
            self.detached(&inside);
        }
        if self.is_main(frame) {
            self.coming = false;
            self.parsed = false;
            self.documents += 1;
        }
    }

    /// A frame shows another place of the same document.
    pub fn moved_within(&mut self, frame: &str) {
        self.requested.remove(frame);
    }

    /// All loads are given up: the renderer is gone.
    pub fn crashed(&mut self) {
        *self = Self {
            documents: self.documents + 1,
            ..Self::new(self.main.clone())
        };
    }

    /// True while another top document is on its way or being read.
    pub fn is_document_due(&self) -> bool {
        let started = self.loading.get(&self.main);
        let coming = self.coming && started.is_some_and(|at| is_fresh(*at));
        coming || !self.parsed || self.is_requested(&self.main)
    }

    /// True while any frame loads something, if only pictures.
    pub fn is_loading(&self) -> bool {
        self.loading.values().any(|at| is_fresh(*at))
            || self.requested.keys().any(|frame| self.is_requested(frame))
    }

    fn is_requested(&self, frame: &str) -> bool {
        self.requested
            .get(frame)
            .is_some_and(|at| at.elapsed() < NOTHING_CAME)
    }
}

fn is_fresh(start: Instant) -> bool {
    start.elapsed() < ENDLESS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames() -> Frames {
        let mut frames = Frames::new("top".into());
        frames.attached("child".into(), "top".into());
        frames.attached("grandchild".into(), "child".into());
        frames
    }

    #[test]
    fn a_frame_takes_what_is_inside_with_it() {
        let mut frames = frames();
        frames.started("grandchild".into());
        assert!(frames.is_loading() && !frames.is_document_due());
        frames.detached("child");
        assert!(!frames.is_loading());
        assert_eq!(frames.children("top"), Vec::<FrameId>::new());
    }

    #[test]
    fn a_document_is_due_until_it_is_read() {
        let mut frames = frames();
        frames.started("top".into());
        assert!(frames.is_document_due(), "on its way");
        frames.navigated("top");
        assert!(frames.is_document_due(), "being read");
        frames.parsed = true;
        assert!(!frames.is_document_due() && frames.is_loading());
        frames.stopped("top");
        assert!(!frames.is_loading());
        assert_eq!(frames.documents, 1);
    }

    #[test]
    fn a_document_that_is_not_to_come_is_not_due() {
        let mut frames = frames();
        frames.started("top".into());
        frames.stopped("top");
        assert!(!frames.is_document_due() && !frames.is_loading());
    }

    #[tokio::test(start_paused = true)]
    async fn a_navigation_that_comes_to_nothing_is_given_up() {
        let mut frames = frames();
        frames.requested("top".into());
        assert!(frames.is_document_due());
        tokio::time::advance(NOTHING_CAME).await;
        assert!(!frames.is_document_due());
    }

    #[tokio::test(start_paused = true)]
    async fn a_load_without_an_end_is_given_up() {
        let mut frames = frames();
        frames.started("child".into());
        frames.started("top".into());
        tokio::time::advance(ENDLESS).await;
        assert!(!frames.is_document_due() && !frames.is_loading());
    }

    #[test]
    fn a_world_belongs_to_the_session_that_made_it() {
        let mut frames = frames();
        let world = |session: &str| Realm {
            session: session.into(),
            context: 7,
        };
        frames.world_made("top".into(), world("a"));
        frames.world_made("child".into(), world("b"));
        frames.world_gone("b", 7);
        assert_eq!(frames.world("top"), Some(&world("a")));
        assert_eq!(frames.world("child"), None);
    }
}
