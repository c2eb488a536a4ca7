//! `integration.invoke`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Send something to a configured service.
#[contract(camel, strict)]
pub struct IntegrationInvoke {
    /// Which service.
    pub integration: String,
    /// What it shall do.
    pub operation: String,
    /// What it is sent.
    #[ts(type = "Record<string, unknown>")]
    pub payload: Map<String, Value>,
    /// The same key does the same thing once.
    pub idempotency_key: Option<String>,
}

tool! {
    IntegrationInvoke = "integration.invoke", "Hand over to another service": Server, Services;
    takes "{\"integration\",\"operation\",\"payload\": {}}";
    narrow |_| [
        ("idempotencyKey", or_null(text(ID))),
        ("integration", text(ID)),
        ("operation", text(ID)),
        // A free object is more than strict modes can hold; as text it is read all the same.
        ("payload", text(PROSE)),
    ]
}

impl Described for IntegrationInvoke {
    fn check(&self) -> Result<(), Invalid> {
        given("integration", &self.integration, ID)?;
        given("operation", &self.operation, ID)?;
        given("idempotencyKey", &self.idempotency_key, 255)?;
        payload("payload", &self.payload)
    }

    fn redact(&self, kept: &mut Value) {
        kept["payload"] = digest(&json!(self.payload).to_string());
    }

    fn effect(&self) -> Option<ToolEffect<'_>> {
        Some(ToolEffect::Invoke {
            service: &self.integration,
        })
    }
}
