//! Messages in text: an object or an array of the same five parts.

use serde::Deserialize;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// How messages are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    /// 1.0.0: as objects.
    Objects,
    /// 2.0.0: as arrays, and what clients broadcast in bytes.
    Arrays,
}

impl Version {
    /// The version that an address asks for; the first one where it asks for none.
    pub(super) fn read(text: Option<&str>) -> Option<Self> {
        match text {
            None | Some("" | "1.0.0") => Some(Self::Objects),
            Some("2.0.0") => Some(Self::Arrays),
            Some(_) => None,
        }
    }
}

/// What tells a client which of its messages is answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Refs {
    pub(super) join: Option<String>,
    pub(super) own: Option<String>,
}

/// What a client says.
#[derive(Debug)]
pub(super) struct ClientMessage {
    pub(super) refs: Refs,
    pub(super) topic: String,
    pub(super) event: String,
    pub(super) payload: Value,
}

/// Reads a message, however it is written: some clients of the first version answer in the second.
pub(super) fn read(text: &str) -> Option<ClientMessage> {
    // In the order of the array.
    #[derive(Deserialize)]
    struct Written {
        #[serde(default)]
        join_ref: Option<Value>,
        #[serde(default, rename = "ref")]
        own_ref: Option<Value>,
        topic: String,
        event: String,
        #[serde(default)]
        payload: Value,
    }
    let written: Written = serde_json::from_str(text).ok()?;
    // A reference is any word of the client's; some write numbers.
    let word = |value: Option<Value>| match value? {
        Value::String(word) => Some(word),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    Some(ClientMessage {
        refs: Refs {
            join: word(written.join_ref),
            own: word(written.own_ref),
        },
        topic: written.topic,
        event: written.event,
        payload: written.payload,
    })
}

/// Writes a message. The payload is JSON already.
pub(super) fn write(
    version: Version,
    refs: &Refs,
    (topic, event): (&str, &str),
    payload: &str,
) -> Utf8Bytes {
    let Refs { join, own } = refs;
    let [join, own] = [json!(join), json!(own)];
    let [topic, event] = [json!(topic), json!(event)];
    let text = match version {
        Version::Objects => format!(
            "{{\"topic\":{topic},\"event\":{event},\"payload\":{payload},\"ref\":{own},\"join_ref\":{join}}}"
        ),
        Version::Arrays => format!("[{join},{own},{topic},{event},{payload}]"),
    };
    text.into()
}

/// Writes an answer.
pub(super) fn reply(
    version: Version,
    refs: &Refs,
    topic: &str,
    answer: Result<Value, &str>,
) -> Utf8Bytes {
    let payload = match answer {
        Ok(response) => json!({ "status": "ok", "response": response }),
        Err(reason) => json!({ "status": "error", "response": { "reason": reason } }),
    };
    let named = (topic, "phx_reply");
    write(version, refs, named, &payload.to_string())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_say_the_same() {
        let object = r#"{"topic":"realtime:a","event":"phx_join","payload":{"b":1},"ref":"2","join_ref":"1"}"#;
        let array = r#"["1","2","realtime:a","phx_join",{"b":1}]"#;
        let refs = Refs {
            join: Some("1".into()),
            own: Some("2".into()),
        };
        for (text, version) in [(object, Version::Objects), (array, Version::Arrays)] {
            let read = read(text).unwrap();
            assert_eq!(read.refs, refs);
            assert_eq!(read.payload, json!({ "b": 1 }));
            let named = (read.topic.as_str(), read.event.as_str());
            assert_eq!(write(version, &refs, named, r#"{"b":1}"#).as_str(), text);
        }
        for text in ["", "[]", "{}", "[1,2,3,4,5]", "{\"topic\":\"a\"}", "null"] {
            assert!(read(text).is_none(), "{text}");
        }
    }
}
