//! What a request must say for a keyword. Published clients leave much of it out, so that only a strict server insists.

use screen_agent_wire::Invalid;
use screen_agent_wire::ide::IdeRequest;
use serde_json::{Map, Value, json};

/// Something that a request says.
#[derive(Clone, Copy, Debug)]
pub enum Requirement {
    /// The project.
    Project,
    /// A field of the payload that may be absent.
    Optional(&'static str),
    /// At least one of these fields.
    OneOf(&'static [&'static str]),
}

/// As the capabilities tell it.
pub fn told(requires: &[Requirement]) -> Map<String, Value> {
    let one = |requirement: &Requirement| match requirement {
        Requirement::Project => (
            "target.project_uuid".to_owned(),
            json!({ "required": true }),
        ),
        Requirement::Optional(name) => (format!("payload.{name}"), json!({ "required": false })),
        Requirement::OneOf(names) => (
            format!("payload.{}", names.join("|")),
            json!({ "required": true }),
        ),
    };
    requires.iter().map(one).collect()
}

/// Refuses what does not say all that it must.
pub fn check(requires: &[Requirement], request: &IdeRequest) -> Result<(), Invalid> {
    // What was read is written again, so that each field is there under its own name.
    let written = serde_json::to_value(request).unwrap_or_default();
    let has = |name: &str| {
        let places = [&written, &written["payload"]];
        places.iter().any(|place| place.get(name).is_some())
    };
    for requirement in requires {
        match requirement {
            Requirement::Project if request.project().is_none() => {
                return Err(Invalid::new("target.project_uuid", "is required"));
            }
            Requirement::OneOf(names) if !names.iter().any(|name| has(name)) => {
                return Err(Invalid::new(
                    format!("payload.{}", names.join("|")),
                    "is required",
                ));
            }
            Requirement::Project | Requirement::Optional(_) | Requirement::OneOf(_) => {}
        }
    }
    Ok(())
}
