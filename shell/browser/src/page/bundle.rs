//! Calling our bundle in the page.

use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::BrowserPage;
use crate::BrowserError;
use crate::cdp::Reply;
use crate::error::bounded;
use crate::world::{FrameId, Health, Realm, Tab};

/// How long a document may take to let our code run.
const DOCUMENT: Duration = Duration::from_secs(5);

/// How long one piece of our own code may take.
const CODE: Duration = Duration::from_secs(20);

/// Longest text of a script's error that is told.
const LONGEST_ERROR: usize = 300;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Evaluated {
    result: Remote,
    exception_details: Option<Exception>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Remote {
    #[serde(default)]
    value: Value,
    #[serde(default)]
    object_id: Option<String>,
}

#[derive(Deserialize)]
struct Exception {
    text: String,
    exception: Option<Thrown>,
}

#[derive(Deserialize)]
struct Thrown {
    description: Option<String>,
    value: Option<Value>,
}

impl Evaluated {
    fn outcome(self) -> Result<Remote, BrowserError> {
        let Some(exception) = self.exception_details else {
            return Ok(self.result);
        };
        let thrown = exception.exception.and_then(|thrown| {
            thrown
                .description
                .or_else(|| thrown.value.map(|value| value.to_string()))
        });
        Err(BrowserError::Script(bounded(
            &thrown.unwrap_or(exception.text),
            LONGEST_ERROR,
        )))
    }
}

/// A call of one of the bundle's functions, as source.
pub(crate) fn call(function: &str, arguments: &[Value]) -> String {
    // What is not given is absent, not null.
    let written = |value: &Value| {
        let given = !value.is_null();
        if given {
            value.to_string()
        } else {
            "undefined".to_owned()
        }
    };
    let arguments: Vec<String> = arguments.iter().map(written).collect();
    // Some line separators are legal in JSON and were not always in scripts.
    let arguments = arguments
        .join(",")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029");
    format!("__screenAgent.{function}({arguments})")
}

impl BrowserPage {
    /// The top frame.
    pub(crate) fn main_frame(&self) -> Result<FrameId, BrowserError> {
        self.read_tab(|tab| tab.frames.main().clone())
    }

    /// The world of the top frame, waiting for a new document to have one.
    pub(crate) async fn top_world(&self) -> Result<Realm, BrowserError> {
        let main = self.main_frame()?;
        self.world_of(&main).await
    }

    /// The world of a frame, waiting for a new document to have one.
    pub(crate) async fn world_of(&self, frame: &FrameId) -> Result<Realm, BrowserError> {
        let look = |tab: &Tab| match tab.health {
            Health::Crashed => Some(Err(BrowserError::TabCrashed)),
            Health::Starting | Health::Alive => tab.frames.world(frame).cloned().map(Ok),
        };
        let waiting = self.wait_for_tab("the document", DOCUMENT, look);
        self.unless_dialog(async { waiting.await? }).await
    }

    /// Runs our own code in a frame's world and reads what it gives.
    ///
    /// Values cross as one string: the browser's own copying of deep values costs several times
    /// more. Code that gives nothing gives `null`.
    pub(crate) async fn run<T: DeserializeOwned>(
        &self,
        world: &Realm,
        code: &str,
    ) -> Result<T, BrowserError> {
        self.run_within(world, code, CODE).await
    }

    /// The same for code that may wait longer.
    pub(crate) async fn run_within<T: DeserializeOwned>(
        &self,
        world: &Realm,
        code: &str,
        patience: Duration,
    ) -> Result<T, BrowserError> {
        let expression = format!("(async()=>JSON.stringify((await {code})??null))()");
        let value = self.evaluate(world, &expression, patience).await?;
        read_text(&value)
    }

    /// The same for code that does not wait: saves the page a turn of its loop.
    pub(crate) async fn run_now<T: DeserializeOwned>(
        &self,
        world: &Realm,
        code: &str,
    ) -> Result<T, BrowserError> {
        let value = self
            .evaluate(world, &format!("JSON.stringify({code}??null)"), CODE)
            .await?;
        read_text(&value)
    }

    /// Runs code in the top frame's world, again when the document was replaced under it.
    pub(crate) async fn run_on_top<T: DeserializeOwned>(
        &self,
        code: &str,
    ) -> Result<T, BrowserError> {
        for _ in 0..3 {
            match self.run(&self.top_world().await?, code).await {
                Err(BrowserError::Gone) => {}
                other => return other,
            }
        }
        Err(BrowserError::Gone)
    }

    pub(super) async fn evaluate(
        &self,
        world: &Realm,
        expression: &str,
        patience: Duration,
    ) -> Result<Value, BrowserError> {
        let params = json!({
            "expression": expression,
            "contextId": world.context,
            "returnByValue": true,
            "awaitPromise": true,
            // For `getEventListeners`, which tells what a page listens for, in its own world only.
            "includeCommandLineAPI": true,
        });
        let reply = self
            .connection()
            .send(Some(&world.session), "Runtime.evaluate", params);
        self.value_of(reply.within(patience)).await
    }

    /// The value that a piece of code gives.
    pub(super) async fn value_of(&self, reply: Reply) -> Result<Value, BrowserError> {
        let evaluated: Evaluated = self.unless_dialog(reply.read()).await?;
        Ok(evaluated.outcome()?.value)
    }

    /// Runs code that gives an object of the page, and names it for later calls.
    pub(crate) async fn object(
        &self,
        world: &Realm,
        code: &str,
    ) -> Result<Option<String>, BrowserError> {
        let params = json!({ "expression": code, "contextId": world.context });
        let reply = self
            .connection()
            .send(Some(&world.session), "Runtime.evaluate", params);
        let evaluated: Evaluated = self.unless_dialog(reply.within(CODE).read()).await?;
        Ok(evaluated.outcome()?.object_id)
    }

    /// Runs the person's own code in the page's own world.
    pub async fn run_in_page(&self, code: &str, patience: Duration) -> Result<Value, BrowserError> {
        let params = json!({
            "expression": code, "returnByValue": true, "awaitPromise": true, "replMode": true,
            "userGesture": true,
        });
        let reply = self
            .connection()
            .send(Some(&self.session()?), "Runtime.evaluate", params);
        self.value_of(reply.within(patience)).await
    }
}

fn read_text<T: DeserializeOwned>(value: &Value) -> Result<T, BrowserError> {
    let text = value.as_str().unwrap_or("null");
    serde_json::from_str(text).map_err(|error| {
        tracing::debug!(%error, "the page bundle gave something else than agreed");
        BrowserError::Unreadable {
            method: "the page bundle".into(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_cannot_leave_their_place() {
        assert_eq!(
            call(
                "act",
                &[json!("getText"), json!(["\"); alert(1); (\"", "\u{2028}"])]
            ),
            r#"__screenAgent.act("getText",["\"); alert(1); (\"","\u2028"])"#
        );
    }
}
