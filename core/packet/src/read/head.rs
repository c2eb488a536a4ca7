//! What is refused by name before anything else is looked at: another protocol, another version of
//! it, and documents of kinds that are not known.

use serde::Deserialize;
use serde_json::Value;

use super::fault::PacketFault;
use screen_agent_wire::invalid::{Invalid, cut};
use screen_agent_wire::packet::document::Content;
use screen_agent_wire::packet::envelope::{PROTOCOL, VERSION};

/// Longest name that is repeated to whoever sent it, in characters.
const REPEATED: usize = 64;

/// As much of a packet as is needed. Anything may be missing.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Head {
    protocol: Named,
    context: Documents,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Named {
    name: Value,
    version: Value,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Documents {
    documents: Vec<Kinded>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Kinded {
    kind: Value,
    content: Typed,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Typed {
    doc_type: Value,
}

/// Refuses by name what can be named; every other fault is left to the whole reading, which knows
/// its place.
pub(super) fn check(body: &[u8]) -> Result<(), PacketFault> {
    let Ok(head) = serde_json::from_slice::<Head>(body) else {
        return Ok(());
    };
    protocol(&head.protocol)?;
    for (index, document) in head.context.documents.iter().enumerate() {
        let place = format!("context.documents[{index}]");
        kind(&document.kind, format!("{place}.kind"))?;
        kind(
            &document.content.doc_type,
            format!("{place}.content.doc_type"),
        )?;
    }
    Ok(())
}

/// Refuses another protocol, and another version of ours.
fn protocol(named: &Named) -> Result<(), PacketFault> {
    if let Value::String(name) = &named.name
        && name != PROTOCOL
    {
        let reason = format!("expected \"{PROTOCOL}\"");
        return Err(Invalid::new("protocol.name", reason).into());
    }
    match &named.version {
        Value::Number(version) if version.as_u64() != Some(VERSION.into()) => {
            Err(PacketFault::Version {
                asked: repeated(&version.to_string()),
            })
        }
        Value::String(version) => Err(PacketFault::Version {
            asked: format!("\"{}\"", repeated(version)),
        }),
        _ => Ok(()),
    }
}

fn kind(found: &Value, field: String) -> Result<(), PacketFault> {
    match found {
        Value::String(kind) if !Content::KINDS.contains(&kind.as_str()) => {
            Err(PacketFault::Document {
                field,
                kind: repeated(kind),
            })
        }
        _ => Ok(()),
    }
}

/// What somebody sent, as it may be told to them: short, and nothing in it that moves a cursor.
fn repeated(word: &str) -> String {
    let mut word: String = word.chars().filter(|c| c.is_ascii_graphic()).collect();
    cut(&mut word, REPEATED);
    word
}
