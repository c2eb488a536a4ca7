//! Bytes that are hashed and signed: each field after its length, so that no two rows are written
//! alike.

use serde_json::Value;

/// Fields, one after the other: eight bytes of length, most significant first, then the field.
pub(crate) struct Encoded(Vec<u8>);

impl Encoded {
    /// Begins with what it is, so that a row never passes for a mark.
    pub(crate) fn new(what: &str) -> Self {
        Self(Vec::new()).field(what.as_bytes())
    }

    /// With one more field.
    pub(crate) fn field(mut self, bytes: &[u8]) -> Self {
        let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        self.0.extend(length.to_be_bytes());
        self.0.extend(bytes);
        self
    }

    /// All of it.
    pub(crate) fn bytes(self) -> Vec<u8> {
        self.0
    }
}

/// JSON with the keys of every object in order and no space between anything: the same value is the
/// same text, whoever wrote it.
pub(crate) fn canonical(value: &Value) -> String {
    sorted(value).to_string()
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_by_key(|(name, _)| *name);
            let fields = fields.into_iter();
            Value::Object(fields.map(|(k, v)| (k.clone(), sorted(v))).collect())
        }
        Value::Array(items) => Value::Array(items.iter().map(sorted).collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}
