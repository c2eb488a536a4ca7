//! What is asked of an element, or done by the page's own code on our behalf.

use std::time::Duration;

use screen_agent_action::{Awaited, Storage};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::Done;
use crate::BrowserError;
use crate::outcome::{PerformRefusal, Trouble};
use crate::page::{BrowserPage, bundle_call};
use crate::target::{Basis, Target};
use crate::world::{Realm, Tab};

/// An action's result, as the bundle gives it.
#[derive(Deserialize)]
struct ActionResult {
    ok: bool,
    state: Option<String>,
    refusal: Option<PerformRefusal>,
    #[serde(default)]
    message: String,
}

impl From<ActionResult> for Done {
    fn from(result: ActionResult) -> Self {
        match result.ok {
            true => Ok(result.state),
            false => {
                let refusal = result.refusal.unwrap_or(PerformRefusal::Unsupported);
                Err(Trouble::Refused(refusal, result.message))
            }
        }
    }
}

impl BrowserPage {
    /// Has the bundle perform one of its actions on an element.
    pub(crate) async fn ask(&self, target: &Target, name: &str, more: &[Value]) -> Done {
        self.ask_held(target, name, more, target.to_json()).await
    }

    /// The same once something was done: what that made of the element is not held against it.
    pub(crate) async fn ask_after(&self, target: &Target, name: &str, more: &[Value]) -> Done {
        self.ask_held(target, name, more, Value::Null).await
    }

    async fn ask_held(&self, target: &Target, name: &str, more: &[Value], told: Value) -> Done {
        let place = self.place(&target.id).await?;
        let mut arguments = vec![json!(place.local)];
        arguments.extend_from_slice(more);
        self.act_in(&place.world, name, arguments, told).await
    }

    /// Has the bundle perform one of its actions on the top document.
    pub(crate) async fn ask_top(&self, name: &str, arguments: &[Value]) -> Done {
        self.ask_top_of(None, name, arguments).await
    }

    /// The same, on the top document that was decided on.
    pub(crate) async fn ask_top_of(
        &self,
        basis: Option<&Basis>,
        name: &str,
        arguments: &[Value],
    ) -> Done {
        let world = self.top_world().await?;
        let told = basis.map_or(Value::Null, |basis| basis.told.clone());
        self.act_in(&world, name, arguments.to_vec(), told).await
    }

    async fn act_in(&self, world: &Realm, name: &str, arguments: Vec<Value>, told: Value) -> Done {
        let code = bundle_call("act", &[json!(name), Value::Array(arguments), told]);
        self.run::<ActionResult>(world, &code).await?.into()
    }

    /// Scrolls what an element stands in by so many pages.
    pub(crate) async fn scroll_around(&self, target: &Target, down: bool, pages: f64) -> Done {
        let place = self.place(&target.id).await?;
        let arguments = vec![json!(down), json!(pages), json!(place.local)];
        self.act_in(&place.world, "scroll", arguments, Value::Null)
            .await
    }

    /// The element's box in the top viewport: x,y,width,height.
    pub(crate) async fn bounding_box(&self, target: &Target) -> Done {
        let place = self.place(&target.id).await?;
        let corner = self.corner(&place).await?;
        let inside = self
            .ask(target, "getBoundingBox", &[])
            .await?
            .unwrap_or_default();
        let numbers: Vec<f64> = inside
            .split(',')
            .filter_map(|part| part.trim().parse().ok())
            .collect();
        let [x, y, width, height] = numbers[..] else {
            return Ok(Some(inside));
        };
        Ok(Some(format!(
            "{},{},{width},{height}",
            x + corner.x,
            y + corner.y
        )))
    }

    /// Waits for a control or words on the page, over page loads.
    pub(crate) async fn wait_for_element(
        &self,
        text: Option<&str>,
        role: Option<&str>,
        patience: Duration,
    ) -> Done {
        self.wait_in_page("waitForElement", patience, |left| {
            vec![json!(text), json!(role), left]
        })
        .await
    }

    /// Waits for what `wait_for` names, over page loads.
    pub(crate) async fn wait_for(
        &self,
        awaited: &Awaited,
        patience: Duration,
        every: Duration,
    ) -> Done {
        let (kind, value) = match awaited {
            Awaited::UrlChange { value } => return self.wait_for_url(value, patience).await,
            Awaited::Text { value } => ("text", value.clone()),
            Awaited::Selector { value } => ("selector", value.clone()),
            Awaited::ElementCount { selector, count } => {
                ("element_count", format!("{selector}:{count}"))
            }
        };
        let every = u64::try_from(every.as_millis()).unwrap_or(u64::MAX);
        self.wait_in_page("waitFor", patience, |left| {
            vec![json!({ "type": kind, "value": value, "timeout": left, "pollInterval": every })]
        })
        .await
    }

    /// A document that is replaced takes its waiting with it; the next one waits on.
    async fn wait_in_page(
        &self,
        name: &str,
        patience: Duration,
        arguments: impl Fn(Value) -> Vec<Value>,
    ) -> Done {
        let deadline = Instant::now() + patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let millis = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
            let code = bundle_call(
                "act",
                &[json!(name), Value::Array(arguments(json!(millis)))],
            );
            let world = self.top_world().await?;
            let waited = self
                .run_within::<ActionResult>(&world, &code, left + Duration::from_secs(5))
                .await;
            match waited {
                Err(BrowserError::Gone) if Instant::now() < deadline => {}
                other => return other?.into(),
            }
        }
    }

    /// Waits for an address that holds some characters, or for any other one.
    async fn wait_for_url(&self, part: &str, patience: Duration) -> Done {
        let start = self.url()?;
        let look = |tab: &Tab| {
            let there = match part {
                "" => tab.url != start,
                part => tab.url.contains(part),
            };
            there.then(|| tab.url.clone())
        };
        Ok(Some(
            self.wait_for_tab("another address", patience, look).await?,
        ))
    }

    /// Empties a storage of the page's origin.
    pub(crate) async fn clear_storage(&self, storage: Storage, basis: Option<&Basis>) -> Done {
        let name = match storage {
            Storage::LocalStorage => "localStorage",
            Storage::SessionStorage => "sessionStorage",
            Storage::IndexedDb => "indexedDB",
        };
        self.ask_top_of(basis, "clearStorage", &[json!(name)]).await
    }
}
