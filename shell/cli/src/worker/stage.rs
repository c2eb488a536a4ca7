//! The page between the task and the person who looks on: whose hands are on it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use screen_agent_browser::BrowserPage;
use screen_agent_wire::extension::watch::PersonInput;
use screen_agent_words::secret::SHORTEST;
use tokio::sync::watch;

use crate::drive::{Had, Onlooker};

/// Whose hands are on the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Hands {
    /// The task's.
    #[default]
    Agent,
    /// The task's, and the person wants them to be theirs.
    Wanted,
    /// The task has stopped, and it is about to be noted that they are the person's.
    Offered,
    /// The person's.
    Person,
}

/// What the task and whoever looks on share.
#[derive(Default)]
pub(super) struct Stage {
    pub(super) hands: watch::Sender<Hands>,
    /// What is in front, once something is.
    pub(super) page: watch::Sender<Option<BrowserPage>>,
    /// Kept secrets that were entered, each with its name.
    pub(super) hidden: watch::Sender<Vec<(String, String)>>,
    typed: Mutex<Typed>,
    /// The person had the page at least once.
    given: AtomicBool,
}

/// Printing it tells nothing.
impl std::fmt::Debug for Stage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stage").finish_non_exhaustive()
    }
}

/// What the person typed since they had the page, a piece for each time that they went elsewhere.
#[derive(Default)]
struct Typed {
    had: bool,
    pieces: Vec<String>,
    piece: String,
}

impl Typed {
    fn hear(&mut self, input: &PersonInput) {
        match input {
            PersonInput::Text { text } => self.piece.push_str(text),
            PersonInput::Key {
                down: true, key, ..
            } => match key.as_str() {
                sign if sign.chars().count() == 1 => self.piece.push_str(sign),
                "Backspace" => drop(self.piece.pop()),
                "Enter" | "Tab" | "Escape" => self.end_piece(),
                _ => {}
            },
            PersonInput::Mouse { clicks: 1.., .. } => self.end_piece(),
            PersonInput::Key { .. } | PersonInput::Mouse { .. } | PersonInput::Wheel { .. } => {}
        }
    }

    fn end_piece(&mut self) {
        let piece = std::mem::take(&mut self.piece);
        // A shorter one could not be told from what pages say anyway.
        if piece.trim().chars().count() >= SHORTEST {
            self.pieces.push(piece.trim().to_owned());
        }
    }
}

impl Stage {
    /// Whose hands are on the page just now.
    pub(super) fn now(&self) -> Hands {
        *self.hands.borrow()
    }

    /// Kept secrets were entered: what could show one is not shown.
    pub(super) fn hides_something(&self) -> bool {
        !self.hidden.borrow().is_empty()
    }

    /// They want the page.
    pub(super) fn want(&self) {
        self.turn(Hands::Agent, Hands::Wanted);
    }

    /// It is theirs; false when it was not offered any more.
    pub(super) fn give(&self) -> bool {
        let is_theirs = self.turn(Hands::Offered, Hands::Person);
        self.typed().had |= is_theirs;
        self.given.fetch_or(is_theirs, Ordering::Relaxed);
        is_theirs
    }

    /// The person had the page at least once.
    pub(super) fn was_given(&self) -> bool {
        self.given.load(Ordering::Relaxed)
    }

    /// It is the task's again.
    pub(super) fn take_back(&self) {
        self.hands.send_replace(Hands::Agent);
    }

    /// The person did this.
    pub(super) fn hear(&self, input: &PersonInput) {
        self.typed().hear(input);
    }

    fn turn(&self, from: Hands, to: Hands) -> bool {
        self.hands.send_if_modified(|hands| {
            let turns = *hands == from;
            if turns {
                *hands = to;
            }
            turns
        })
    }

    fn typed(&self) -> MutexGuard<'_, Typed> {
        self.typed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits until the page is in such hands. It cannot close: whoever waits has the other end, too.
pub(super) async fn until(hands: &mut watch::Receiver<Hands>, such: impl Fn(Hands) -> bool) {
    let _ = hands.wait_for(|hands| such(*hands)).await;
}

#[async_trait]
impl Onlooker for Stage {
    fn shows(&self, page: &BrowserPage) {
        self.page.send_if_modified(|shown| {
            let is_other = !shown.as_ref().is_some_and(|shown| shown.is_same_tab(page));
            if is_other {
                *shown = Some(page.clone());
            }
            is_other
        });
    }

    fn hides(&self, name: &str, value: &str) {
        self.hidden
            .send_modify(|hidden| hidden.push((name.to_owned(), value.to_owned())));
    }

    async fn had(&self) -> Option<Had> {
        let mut hands = self.hands.subscribe();
        self.turn(Hands::Wanted, Hands::Offered);
        until(&mut hands, |hands| hands == Hands::Agent).await;
        let page = self.page.borrow().clone();
        let mut typed = self.typed();
        typed.end_piece();
        let Typed { had, pieces, .. } = std::mem::take(&mut *typed);
        let page = page.filter(|_| had)?;
        Some(Had {
            page,
            typed: pieces,
        })
    }

    async fn has_had(&self) -> Had {
        let mut hands = self.hands.subscribe();
        loop {
            until(&mut hands, |hands| hands != Hands::Agent).await;
            if let Some(had) = self.had().await {
                return had;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use screen_agent_wire::extension::watch::{HeldKeys, MouseButton, MouseDoes};

    use super::*;

    fn key(key: &str) -> PersonInput {
        PersonInput::Key {
            down: true,
            key: key.to_owned(),
            held: HeldKeys::default(),
        }
    }

    #[test]
    fn what_was_typed_is_told_in_pieces_as_it_stood_at_last() {
        let mut typed = Typed::default();
        let press = PersonInput::Mouse {
            does: MouseDoes::Press,
            x: 0.5,
            y: 0.5,
            button: MouseButton::Left,
            clicks: 1,
            held: HeldKeys::default(),
        };
        let said = ["a", "d", "x", "Backspace", "a", "@", "b", "Tab", "n", "o"].map(key);
        said.iter().for_each(|key| typed.hear(key));
        typed.hear(&press);
        typed.hear(&PersonInput::Text {
            text: "hunter22".to_owned(),
        });
        typed.end_piece();
        assert_eq!(typed.pieces, ["ada@b", "hunter22"]);
    }

    #[tokio::test]
    async fn the_page_is_given_where_it_is_offered_and_nowhere_else() {
        let stage = Stage::default();
        assert!(!stage.give());
        stage.want();
        // The task is in the middle of a step.
        assert!(!stage.give());
        let parked = async {
            // Nothing is in front, so that nothing was had.
            assert!(stage.had().await.is_none());
        };
        let person = async {
            let mut hands = stage.hands.subscribe();
            until(&mut hands, |hands| hands == Hands::Offered).await;
            assert!(stage.give());
            stage.take_back();
        };
        tokio::join!(parked, person);
    }
}
