//! Who is in a presence channel. Somebody with three tabs is there once.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// Somebody, as the app's server presents them.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    /// The app's own id.
    pub(crate) id: String,
    /// What the others are shown.
    pub(crate) info: Box<RawValue>,
}

impl Member {
    /// Reads `{"user_id":…,"user_info":…}`; ids may be numbers, which become text.
    pub(crate) fn read(channel_data: &str) -> Option<Self> {
        #[derive(Deserialize)]
        struct Data {
            user_id: Value,
            #[serde(default)]
            user_info: Option<Box<RawValue>>,
        }
        let data: Data = serde_json::from_str(channel_data).ok()?;
        let id = match data.user_id {
            Value::String(id) if !id.is_empty() => id,
            Value::Number(id) => id.to_string(),
            _ => return None,
        };
        Some(Self {
            id,
            info: data.user_info.unwrap_or_else(nothing),
        })
    }

    /// Bytes that presenting them takes.
    pub(crate) fn size(&self) -> usize {
        self.id.len() + self.info.get().len()
    }
}

/// Nothing is known of somebody but the id.
pub(crate) fn nothing() -> Box<RawValue> {
    RawValue::NULL.to_owned()
}

/// Who is there.
#[derive(Debug, Default)]
pub(crate) struct Presence {
    members: BTreeMap<String, Present>,
}

#[derive(Debug)]
struct Present {
    info: Box<RawValue>,
    sockets: usize,
}

impl Presence {
    /// True when this id is there.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.members.contains_key(id)
    }

    /// How many are there.
    pub(crate) fn count(&self) -> usize {
        self.members.len()
    }

    /// Their ids.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &str> {
        self.members.keys().map(String::as_str)
    }

    /// One more socket of somebody; true when they were not there before.
    pub(crate) fn join(&mut self, member: &Member) -> bool {
        let present = self
            .members
            .entry(member.id.clone())
            .or_insert_with(|| Present {
                info: member.info.clone(),
                sockets: 0,
            });
        present.sockets += 1;
        present.sockets == 1
    }

    /// One socket less of somebody; true when they are gone with it.
    pub(crate) fn leave(&mut self, id: &str) -> bool {
        let Some(present) = self.members.get_mut(id) else {
            return false;
        };
        present.sockets -= 1;
        if present.sockets > 0 {
            return false;
        }
        self.members.remove(id);
        true
    }

    /// Everybody, as a newcomer is told.
    pub(crate) fn roster(&self) -> String {
        #[derive(Serialize)]
        struct Data<'a> {
            presence: Roster<'a>,
        }
        #[derive(Serialize)]
        struct Roster<'a> {
            count: usize,
            ids: Vec<&'a str>,
            hash: BTreeMap<&'a str, &'a RawValue>,
        }
        let presence = Roster {
            count: self.count(),
            ids: self.ids().collect(),
            hash: self
                .members
                .iter()
                .map(|(id, present)| (id.as_str(), present.info.as_ref()))
                .collect(),
        };
        // Texts and raw JSON always have a form.
        serde_json::to_string(&Data { presence }).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(data: &str) -> Member {
        Member::read(data).expect(data)
    }

    #[test]
    fn somebody_with_two_sockets_comes_and_goes_once() {
        let mut presence = Presence::default();
        let ann = member(r#"{"user_id":"ann","user_info":{"name":"Ann"}}"#);
        assert!(presence.join(&ann));
        assert!(!presence.join(&ann));
        assert!(presence.join(&member(r#"{"user_id":7}"#)));
        assert_eq!(
            presence.roster(),
            r#"{"presence":{"count":2,"ids":["7","ann"],"hash":{"7":null,"ann":{"name":"Ann"}}}}"#
        );
        assert!(!presence.leave("ann"));
        assert!(presence.has("ann"));
        assert!(presence.leave("ann"));
        assert!(!presence.leave("ann"));
        assert_eq!(presence.ids().collect::<Vec<_>>(), ["7"]);
    }

    #[test]
    fn nobody_without_an_id_is_presented() {
        for data in [
            "",
            "{}",
            r#"{"user_id":""}"#,
            r#"{"user_id":null}"#,
            r#"{"user_id":[1]}"#,
        ] {
            assert!(Member::read(data).is_none(), "{data}");
        }
    }
}
