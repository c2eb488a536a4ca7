//! Secrets that are kept elsewhere: an order names them, and they are put into their fields in the last moment. What is
//! sent of the page afterwards does not hold them.

use anyhow::{Result, anyhow};
use async_trait::async_trait;
use screen_agent_action::{Action, mask};
use screen_agent_browser::{DecidedAction, ErrorCode, PerformError, PerformRefusal, Performed};
use screen_agent_page::Observation;
use screen_agent_wire::extension::capture::PageCapture;
use screen_agent_wire::extension::request::InteractRequest;
use screen_agent_wire::packet::document::CaptureDocument;
use screen_agent_words::secrets::{SecretSources, Secrets};
use screen_agent_words::vault::{reference, referred};

use super::Drive;
use super::request::at_look;

/// How a control says that something secret stands in it.
const FILLED: &str = "filled";

/// Whoever has the secrets that an order names.
#[async_trait]
pub trait SecretHolder: std::fmt::Debug + Send + Sync {
    /// The secret of this name, for a field in a document of this origin; or why it is not given.
    async fn secret(&self, name: &str, origin: &str) -> Result<String, String>;
}

/// Secrets that were entered, by their names. Printing them tells nothing.
#[derive(Clone, Default)]
pub struct Entered(Vec<(String, String)>);

impl std::fmt::Debug for Entered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Entered({})", self.0.len())
    }
}

impl Entered {
    /// What is not to be sent of any page, and what stands for it.
    pub(super) fn keep(&mut self, name: &str, value: &str) {
        self.0.push((name.to_owned(), value.to_owned()));
    }

    fn secrets(&self, said: &str) -> Secrets {
        let given = self.0.iter().map(|(name, value)| (&**name, &**value));
        Secrets::of(&SecretSources {
            given: given.collect(),
            said: vec![said],
            ..SecretSources::default()
        })
    }

    /// The page without any of them, and without those that the order itself holds.
    pub(crate) fn kept_out_of_page(&self, page: &CaptureDocument, order: &str) -> CaptureDocument {
        self.secrets(order).hide_within(page)
    }

    /// The request without any of them. What shows one, or a field that holds one, is not sent as a picture.
    pub(super) fn kept_out_of(&self, request: &InteractRequest) -> InteractRequest {
        if self.0.is_empty() {
            return request.clone();
        }
        let clear = self.secrets("").hide_within(request);
        let controls = clear.interactive_tree.iter().flatten();
        let is_filled = controls
            .flat_map(|control| control.s.iter())
            .any(|states| states.split(',').any(|state| state.trim() == FILLED));
        let screenshot = match is_filled || clear != *request {
            true => None,
            false => clear.screenshot,
        };
        InteractRequest {
            screenshot,
            ..clear
        }
    }
}

/// Whether a picture of what a look shows may be sent, though these were entered: each with its name.
pub(crate) fn may_be_shown(look: &PageCapture, entered: &[(String, String)]) -> bool {
    let entered = Entered(entered.to_vec());
    let request = InteractRequest {
        screenshot: Some(String::new()),
        ..at_look(InteractRequest::default(), look, None)
    };
    entered.kept_out_of(&request).screenshot.is_some()
}

impl Drive<'_> {
    /// The decision with what is kept in the place of what stands for it, or what came of it where that may not be.
    /// Ends the task where the secret is not given.
    pub(super) async fn with_kept(
        &mut self,
        mut decision: DecidedAction,
        capture: &PageCapture,
    ) -> Result<Result<DecidedAction, Performed>> {
        let names: Vec<String> = match decision.action.typed() {
            Some(text) => referred(text).map(str::to_owned).collect(),
            None => return Ok(Ok(decision)),
        };
        if names.is_empty() {
            return Ok(Ok(decision));
        }
        let Some(secrets) = &self.plan.secrets else {
            let query = &self.plan.query;
            let is_meant = names
                .iter()
                .any(|name| referred(query).any(|said| said == name));
            // The words for a secret are not the secret, and no value either.
            let why = "kept secrets are there for runs of a server alone";
            return Ok(match is_meant {
                true => Err(refused(&decision.action, why)),
                false => Ok(decision),
            });
        };
        let screen = Observation::from(capture.clone());
        let into_secret = decision.action.target().is_some()
            && mask::typed_secret(&decision.action, &screen, &[]).is_some();
        // The page is compared with it in the moment of acting, its origin, too.
        let basis = decision.basis.as_ref().filter(|_| into_secret);
        let Some(basis) = basis else {
            let why = "a secret goes into a field for secrets, and nowhere else";
            return Ok(Err(refused(&decision.action, why)));
        };
        let of_frame = basis.target.as_ref().and_then(|target| target.o.as_deref());
        let origin = of_frame.unwrap_or(&basis.origin);
        for name in names {
            // A page, or a model that believed it, names what the person did not.
            if !referred(&self.plan.query).any(|said| said == name) {
                return Err(anyhow!("the order names no secret {name:?}"));
            }
            let value = secrets
                .secret(&name, origin)
                .await
                .map_err(|why| anyhow!("the secret {name:?} was not entered on {origin}: {why}"))?;
            put(&mut decision.action, &reference(&name), &value);
            if let Some(onlooker) = &self.plan.onlooker {
                onlooker.hides(&name, &value);
            }
            self.entered.keep(&name, &value);
        }
        Ok(Ok(decision))
    }
}

fn put(action: &mut Action, stands: &str, value: &str) {
    if let Action::SetValue { text, .. } | Action::AppendText { text, .. } = action {
        *text = text.replace(stands, value);
    }
}

fn refused(action: &Action, why: &str) -> Performed {
    Performed::failed(PerformError {
        code: ErrorCode::ActionFailed,
        refusal: Some(PerformRefusal::WrongKind),
        message: why.to_owned(),
        action: action.entry().tag.to_owned(),
        element_id: action.target().map(|id| id.as_str().to_owned()),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde_json::json;

    use super::*;

    fn request(of: serde_json::Value) -> InteractRequest {
        serde_json::from_value(of).unwrap()
    }

    #[test]
    fn what_was_entered_is_in_nothing_that_is_sent() {
        let entered = Entered(vec![("pin".to_owned(), "hunter 22x".to_owned())]);
        let look = |text: &str, states: &str| {
            request(
                json!({ "query": "go on", "screenshot": "aGk=", "url": format!("https://a.test/?p={text}"),
                "interactiveTree": [{ "i": "1", "r": "inp", "n": text, "s": states }] }),
            )
        };
        for told in ["hunter 22x", "hunter+22x", "aHVudGVyIDIyeA=="] {
            let sent = entered.kept_out_of(&look(told, ""));
            let json = serde_json::to_string(&sent).unwrap();
            assert!(!json.contains(told), "{json}");
            assert_eq!(sent.screenshot, None, "{told}");
        }
        let plain = look("plain", "foc");
        assert_eq!(entered.kept_out_of(&plain), plain);
        let filled = entered.kept_out_of(&look("plain", "filled"));
        assert_eq!(filled.screenshot, None);
        let told = look("hunter 22x", "filled");
        let named = [("pin".to_owned(), "hunter 22x".to_owned())];
        for (text, states, shown) in [
            ("plain", "foc", true),
            ("plain", "filled", false),
            ("hunter 22x", "", false),
        ] {
            let node = json!({ "i": "1", "r": "inp", "n": text, "s": states });
            let seen = json!({ "interactiveTree": [node] });
            let seen: PageCapture = serde_json::from_value(seen).unwrap();
            assert_eq!(may_be_shown(&seen, &named), shown, "{text} {states}");
        }
        assert_eq!(Entered::default().kept_out_of(&told), told);
    }
}
