//! A person who looks on, and may have the page to themselves between two steps.

use anyhow::Result;
use async_trait::async_trait;
use screen_agent_browser::{
    BrowserPage, DecidedAction, ErrorCode, PerformError, PerformRefusal, Performed,
};

use super::Drive;

/// What a step says that was not performed, since the person had the page in between.
const STALE: &str = "the person had the page to themselves meanwhile";

/// Whoever looks on.
#[async_trait]
pub trait Onlooker: std::fmt::Debug + Send + Sync {
    /// What is in front from now on.
    fn shows(&self, page: &BrowserPage);

    /// A kept secret is about to be entered: what could show it is not shown to them from now on.
    fn hides(&self, name: &str, value: &str);

    /// Lets them have the page if they want it, and returns once they have handed it back; nothing where they do not.
    async fn had(&self) -> Option<Had>;

    /// Waits until they want the page, and have handed it back.
    async fn has_had(&self) -> Had;
}

/// The page as a person hands it back.
pub struct Had {
    /// What is in front.
    pub page: BrowserPage,
    /// What they typed: it is kept out of all that is sent of pages from now on.
    pub typed: Vec<String>,
}

impl Drive<'_> {
    /// Shows whoever looks on what is in front.
    pub(super) fn shown(&self) {
        if let Some(onlooker) = &self.plan.onlooker {
            onlooker.shows(self.hands.page());
        }
    }

    /// Lets the person have the page if they want it. What was decided before is not done then: it is what a page is by
    /// now that counts, and what they did is not the step's doing.
    pub(super) async fn unless_taken_over(
        &mut self,
        decision: DecidedAction,
    ) -> Result<DecidedAction, Performed> {
        let had = match &self.plan.onlooker {
            Some(onlooker) => onlooker.had().await,
            None => None,
        };
        let Some(had) = had else {
            return Ok(decision);
        };
        self.goes_on_after(had);
        let action = &decision.action;
        Err(Performed::failed(PerformError {
            code: ErrorCode::ElementNotFound,
            refusal: Some(PerformRefusal::Stale),
            message: STALE.to_owned(),
            action: action.entry().tag.to_owned(),
            element_id: action.target().map(|id| id.as_str().to_owned()),
        }))
    }

    /// Takes the page up as the person left it.
    pub(super) fn goes_on_after(&mut self, had: Had) {
        self.hands.go_on_in(&had.page);
        for typed in had.typed {
            self.entered.keep("typed by the person", &typed);
        }
    }

    /// Waits for the answer, or for the person to have seen to it on the page. Who answers while they have the page is
    /// heard once they have handed it back.
    pub(super) async fn answered_or_had(
        &mut self,
        answer: impl Future<Output = Option<String>>,
    ) -> Heard {
        let Some(onlooker) = self.plan.onlooker.clone() else {
            return Heard::Answer(answer.await);
        };
        let (heard, had) = tokio::select! {
            answer = answer => (Heard::Answer(answer), onlooker.had().await),
            had = onlooker.has_had() => (Heard::OnPage, Some(had)),
        };
        if let Some(had) = had {
            self.goes_on_after(had);
        }
        heard
    }
}

/// How a person answered.
pub(super) enum Heard {
    /// In words, or not at all.
    Answer(Option<String>),
    /// On the page.
    OnPage,
}
