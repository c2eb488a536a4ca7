//! Something stands in the way that only the person can clear: they are asked for what is needed,
//! field by field, or to act on the page, and the task goes on.

use std::collections::BTreeMap;

use anyhow::Result;
use screen_agent_wire::extension::blocker::{BlockerField, BlockerInfo, BlockerResolution};
use screen_agent_wire::extension::response::{InteractData, InteractStatus};
use screen_agent_wire::extension::task::{ResolutionMethod, ResumeRequest};
use screen_agent_words::HIDDEN;
use serde::de::IgnoredAny;
use serde_json::json;

use super::line::Echo;
use super::onlooker::Heard;
use super::{Drive, Next};
use crate::exit::Ending;

/// What the person did about it.
enum Help {
    /// They said what was missing.
    Given(BTreeMap<String, String>),
    /// They saw to it on the page.
    OnPage,
    /// They said something else.
    Words(String),
}

impl Drive<'_> {
    /// Gets past what stands in the way, or ends with the question when nobody helps.
    pub(super) async fn get_past(
        &mut self,
        blocker: &BlockerInfo,
        data: &InteractData,
        question: String,
    ) -> Result<Next> {
        let help = match blocker.required_fields.as_slice() {
            [] => self.ask_to_act(blocker, &question).await,
            fields
                if offers(blocker, BlockerResolution::ProvideInChat)
                    && self.plan.consent.is_there() =>
            {
                self.ask_for(fields, blocker).await
            }
            _ => self.ask_to_act(blocker, &question).await,
        };
        let request = match help {
            None => {
                return Ok(self.end(Ending::NeedsUser, InteractStatus::NeedsUserInput, question));
            }
            Some(Help::Words(words)) => {
                self.answer = Some(words);
                return Ok(Next::Look);
            }
            Some(Help::Given(values)) => ResumeRequest {
                resolution_method: ResolutionMethod::ProvideInChat,
                resolution_data: Some(json!(values)),
            },
            Some(Help::OnPage) => ResumeRequest {
                resolution_method: ResolutionMethod::UserActionOnWeb,
                resolution_data: None,
            },
        };
        self.resume(data, &request).await?;
        Ok(Next::Look)
    }

    /// The person saw to what was asked on the page itself, whatever it was: it is looked at again. An approval they have
    /// not given by that, and are asked for again where it is still needed.
    pub(super) async fn look_after(&mut self, data: &InteractData) -> Result<Next> {
        if data.approval.is_none() {
            let on_page = ResumeRequest {
                resolution_method: ResolutionMethod::UserActionOnWeb,
                resolution_data: None,
            };
            self.resume(data, &on_page).await?;
        }
        Ok(Next::Look)
    }

    /// Asks for each field in turn. What is left empty is not sent; all of it empty says that the
    /// person saw to it on the page.
    async fn ask_for(&mut self, fields: &[BlockerField], blocker: &BlockerInfo) -> Option<Help> {
        if !self.plan.consent.is_there() {
            return None;
        }
        let mut values = BTreeMap::new();
        for field in fields {
            let secret = is_secret(field);
            let echo = if secret { Echo::Hidden } else { Echo::Shown };
            self.tell_asked(&field.label, false);
            let value = self.plan.consent.field(&field.label, echo).await?;
            let told = match secret && !value.is_empty() {
                true => HIDDEN,
                false => &value,
            };
            self.tell_answered(told);
            if !value.is_empty() {
                values.insert(field.name.clone(), value);
            }
        }
        let on_page =
            offers(blocker, BlockerResolution::UserActionOnWeb) && self.plan.consent.is_at_page();
        match (values.is_empty(), on_page) {
            (false, _) => Some(Help::Given(values)),
            (true, true) => Some(Help::OnPage),
            (true, false) => None,
        }
    }

    /// Asks the person to see to it on the page; where something else would do, they may say what.
    async fn ask_to_act(&mut self, blocker: &BlockerInfo, question: &str) -> Option<Help> {
        let on_page = offers(blocker, BlockerResolution::UserActionOnWeb);
        let consent = self.plan.consent;
        let only = on_page && blocker.resolution_methods.len() == 1;
        if let (Some(afar), Some(_)) = (self.plan.afar.clone(), &self.plan.onlooker)
            && !consent.is_there()
        {
            let answer = match self.answered_or_had(afar.ask(question, None)).await {
                Heard::Answer(answer) => answer?,
                Heard::OnPage => return Some(Help::OnPage),
            };
            self.tell_answered(&answer);
            return Some(if only {
                Help::OnPage
            } else {
                Help::Words(answer)
            });
        }
        if only && !consent.is_at_page() {
            return None;
        }
        let hint = match on_page && consent.is_at_page() {
            true => "\nPress Enter when it is done on the page.",
            false => "",
        };
        let answer = consent.answer(&format!("{question}{hint}"), None).await?;
        self.tell_answered(if answer.is_empty() { "done" } else { &answer });
        match answer.is_empty() || only {
            true if hint.is_empty() => None,
            true => Some(Help::OnPage),
            false => Some(Help::Words(answer)),
        }
    }

    /// Tells the server how the person helped.
    async fn resume(&mut self, data: &InteractData, request: &ResumeRequest) -> Result<()> {
        let path = format!(
            "/api/session/{}/task/{}/resume",
            data.session_id, data.task_id
        );
        let IgnoredAny = self.patiently(&path, request).await?;
        Ok(())
    }
}

fn offers(blocker: &BlockerInfo, way: BlockerResolution) -> bool {
    blocker.resolution_methods.contains(&way)
}

/// True unless it is known to be none: a kind that we have not heard of may be one.
fn is_secret(field: &BlockerField) -> bool {
    !matches!(field.kind.as_str(), "text" | "email")
}
