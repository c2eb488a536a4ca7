//! Closed shadow roots, which a document's own code cannot look into: the debugger hands them over.

use serde::Deserialize;
use serde_json::{Value, json};

use super::BrowserPage;
use crate::BrowserError;
use crate::world::Realm;

#[derive(Deserialize)]
struct Described {
    node: Node,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Node {
    #[serde(default)]
    shadow_roots: Vec<Root>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Root {
    backend_node_id: i64,
    shadow_root_type: String,
}

#[derive(Deserialize)]
struct Resolved {
    object: Object,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Object {
    object_id: Option<String>,
}

impl BrowserPage {
    /// Hands over the closed roots of so many elements of the last look; false where there is none. An
    /// element that is gone by now has none, and the look is good without it.
    pub(super) async fn open_closed_roots(&self, world: &Realm, count: u32) -> bool {
        let asked = (0..count).map(|index| self.open_one(world, index));
        let opened = futures_util::future::join_all(asked).await;
        opened.into_iter().any(|opened| opened.unwrap_or(false))
    }

    async fn open_one(&self, world: &Realm, index: u32) -> Result<bool, BrowserError> {
        let code = super::bundle::call("shutHost", &[json!(index)]);
        let Some(host) = self.object(world, &code).await? else {
            return Ok(false);
        };
        let root = self.closed_root(world, &host).await?;
        let params = json!({
            "objectId": host,
            "functionDeclaration": "function(root) { __screenAgent.hand(this, root ?? null) }",
            "arguments": [root.as_ref().map_or(json!({ "value": null }), |id| json!({ "objectId": id }))],
        });
        let session = Some(&world.session);
        let _: Value = self
            .connection()
            .call(session, "Runtime.callFunctionOn", params)
            .await?;
        Ok(root.is_some())
    }

    async fn closed_root(&self, world: &Realm, host: &str) -> Result<Option<String>, BrowserError> {
        let session = Some(&world.session);
        let params = json!({ "objectId": host, "depth": 1 });
        let described: Described = self
            .connection()
            .call(session, "DOM.describeNode", params)
            .await?;
        let mut roots = described.node.shadow_roots.into_iter();
        let Some(root) = roots.find(|root| root.shadow_root_type == "closed") else {
            return Ok(None);
        };
        let params = json!({
            "backendNodeId": root.backend_node_id,
            "executionContextId": world.context,
        });
        let resolved: Resolved = self
            .connection()
            .call(session, "DOM.resolveNode", params)
            .await?;
        Ok(resolved.object.object_id)
    }
}
