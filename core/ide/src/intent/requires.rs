//! What a request must say for a keyword. Published clients leave much of it out, so that only a strict server insists.

use screen_agent_wire::Invalid;
use screen_agent_wire::ide::IdeRequest;
use serde_json::{Map, Value, json};

/// Something that a request says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// Where: `target.project_uuid`, `target.page_id`, or `payload.` and names of fields of which one is enough.
    place: String,
    /// It must; otherwise it may.
    required: bool,
}

/// Most that one keyword requires, and letters of a place.
const MOST: usize = 20;
const PLACE: usize = 200;

impl Requirement {
    pub(super) fn new(place: &str, required: bool) -> Self {
        Self {
            place: place.to_owned(),
            required,
        }
    }

    fn is_said(&self, request: &IdeRequest, written: &Value) -> bool {
        match self.place.split_once('.') {
            Some(("target", "project_uuid")) => request.project().is_some(),
            Some(("target", _)) => request.page_id().is_some(),
            Some((_, names)) => names.split('|').any(|name| {
                let mut places = [written, &written["payload"]].into_iter();
                places.any(|place| place.get(name).is_some())
            }),
            None => true,
        }
    }
}

/// Reads what is told, as the capabilities tell it: places, each with whether it is required.
pub fn read(told: &Map<String, Value>) -> Result<Vec<Requirement>, Invalid> {
    screen_agent_wire::invalid::count("requires", told.len(), MOST)?;
    let one = |(place, how): (&String, &Value)| {
        let wrong = |reason| Invalid::new(format!("requires.{place}"), reason);
        let plain = |name: &str| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        let is_place = match place.split_once('.') {
            Some(("target", name)) => ["project_uuid", "page_id"].contains(&name),
            Some(("payload", names)) => names.split('|').all(plain),
            _ => false,
        };
        if !is_place || place.len() > PLACE {
            return Err(wrong(
                "is neither target.project_uuid, target.page_id nor payload.FIELD",
            ));
        }
        match how.get("required").and_then(Value::as_bool) {
            Some(required) => Ok(Requirement::new(place, required)),
            None => Err(wrong("says not whether it is required")),
        }
    };
    told.iter().map(one).collect()
}

/// As the capabilities tell it.
pub fn told(requires: &[Requirement]) -> Map<String, Value> {
    let one = |it: &Requirement| (it.place.clone(), json!({ "required": it.required }));
    requires.iter().map(one).collect()
}

/// Refuses what does not say all that it must.
pub fn check(requires: &[Requirement], request: &IdeRequest) -> Result<(), Invalid> {
    // What was read is written again, so that each field is there under its own name.
    let written = serde_json::to_value(request).unwrap_or_default();
    let missing = requires
        .iter()
        .find(|it| it.required && !it.is_said(request, &written));
    match missing {
        Some(missing) => Err(Invalid::new(missing.place.as_str(), "is required")),
        None => Ok(()),
    }
}
