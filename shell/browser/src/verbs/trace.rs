//! Traces and figures of the page's running.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::Done;
use crate::outcome::{ActionFile, Trouble};
use crate::page::BrowserPage;
use crate::world::Tab;

/// Largest trace that is kept, in bytes.
const LARGEST: usize = 64 << 20;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Chunk {
    data: String,
    eof: bool,
}

#[derive(Deserialize)]
struct Metrics {
    metrics: Vec<Metric>,
}

#[derive(Deserialize)]
struct Metric {
    name: String,
    value: Value,
}

impl BrowserPage {
    /// Starts a trace.
    pub(crate) async fn start_tracing(&self) -> Done {
        self.change_tab(|tab| tab.traced = None)?;
        let params = json!({ "transferMode": "ReturnAsStream" });
        self.call_done("Tracing.start", params).await?;
        Ok(None)
    }

    /// Ends the trace and fetches it.
    pub(crate) async fn stop_tracing(&self) -> Result<ActionFile, Trouble> {
        const ENDED: Duration = Duration::from_secs(15);
        self.call_done("Tracing.end", json!({})).await?;
        let traced = |tab: &Tab| tab.traced.clone();
        let stream = self.wait_for_tab("the trace", ENDED, traced).await?;
        let mut bytes = Vec::new();
        loop {
            let chunk: Chunk = self.call("IO.read", json!({ "handle": stream })).await?;
            bytes.extend_from_slice(chunk.data.as_bytes());
            if chunk.eof || bytes.len() > LARGEST {
                break;
            }
        }
        self.call_done("IO.close", json!({ "handle": stream }))
            .await?;
        Ok(ActionFile {
            mime: "application/json",
            bytes,
        })
    }

    /// What the browser measured of the page.
    pub(crate) async fn metrics(&self) -> Done {
        self.call_done("Performance.enable", json!({})).await?;
        let found: Metrics = self.call("Performance.getMetrics", json!({})).await?;
        let told: Map<String, Value> = found
            .metrics
            .into_iter()
            .map(|metric| (metric.name, metric.value))
            .collect();
        Ok(Some(Value::Object(told).to_string()))
    }
}
