//! Actions that are done inside the server.

use std::collections::BTreeMap;

use screen_agent_action::{Action, MemoryScope};

/// Marks what was handed on to the conversation, among what the task remembers.
const SESSION: &str = "session/";
/// Most things a task remembers, and the longest of their names and values, in characters.
const ENTRIES: usize = 100;
const KEY: usize = 200;
const VALUE: usize = 10_000;

/// What came of an action inside the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Served {
    /// What to tell whoever wanted it.
    pub(crate) told: String,
    /// What to hand on to the conversation.
    pub(crate) export: Option<(String, String)>,
}

/// Does it on the task's memory: what to tell the proposer, or why it cannot be done.
///
/// What is exported to the conversation is also kept under `session/`, so that the task itself
/// finds it before the shell has stored it. `session` is what earlier tasks handed on.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "the catalogue grows; every other action is alike here"
)]
pub(crate) fn perform(
    action: &Action,
    memory: &mut BTreeMap<String, String>,
    session: Option<&BTreeMap<String, String>>,
) -> Result<Served, String> {
    let told = |told| Served { told, export: None };
    match action {
        Action::Remember { key, value } => keep(memory, key.clone(), value.clone()).map(told),
        Action::Recall { key, scope } => recall(memory, session, key, *scope).map(told),
        Action::ExportToSession { key, session_key } => {
            let value = memory.get(key).cloned();
            let value = value.ok_or_else(|| format!("nothing is remembered as {key:?}"))?;
            let name = session_key.as_ref().unwrap_or(key).clone();
            let told = keep(memory, format!("{SESSION}{name}"), value.clone())?;
            let export = Some((name, value));
            Ok(Served { told, export })
        }
        _ => Err("this is not done inside the server".to_owned()),
    }
}

fn keep(
    memory: &mut BTreeMap<String, String>,
    key: String,
    value: String,
) -> Result<String, String> {
    if key.is_empty() || key.chars().count() > KEY || value.chars().count() > VALUE {
        return Err("the name or value is too long to remember".to_owned());
    }
    if memory.len() >= ENTRIES && !memory.contains_key(&key) {
        return Err(format!("{ENTRIES} things are remembered already"));
    }
    let told = format!("remembered as {key:?}");
    memory.insert(key, value);
    Ok(told)
}

fn recall(
    memory: &BTreeMap<String, String>,
    session: Option<&BTreeMap<String, String>>,
    key: &str,
    scope: MemoryScope,
) -> Result<String, String> {
    let handed_on = session
        .into_iter()
        .flatten()
        .filter(|_| scope == MemoryScope::Session)
        .map(|(name, value)| (name.as_str(), value.as_str()));
    let own = memory
        .iter()
        .filter_map(|(name, value)| match (scope, name.strip_prefix(SESSION)) {
            (MemoryScope::Task, None) => Some((name.as_str(), value.as_str())),
            (MemoryScope::Session, Some(name)) => Some((name, value.as_str())),
            _ => None,
        });
    // The task's own word is the newer one.
    let scoped: BTreeMap<&str, &str> = handed_on.chain(own).collect();
    if key == "*" {
        return serde_json::to_string(&scoped).map_err(|error| error.to_string());
    }
    let value = scoped.get(key).map(|value| (*value).to_owned());
    value.ok_or_else(|| format!("nothing is remembered as {key:?}"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;

    fn recalled(
        memory: &mut BTreeMap<String, String>,
        key: &str,
        scope: MemoryScope,
    ) -> Result<String, String> {
        perform(
            &Action::Recall {
                key: key.to_owned(),
                scope,
            },
            memory,
            None,
        )
        .map(|served| served.told)
    }

    #[test]
    fn what_is_remembered_is_recalled_in_its_scope() {
        let mut memory = BTreeMap::new();
        let remember = Action::Remember {
            key: "name".to_owned(),
            value: "Ann".to_owned(),
        };
        assert!(perform(&remember, &mut memory, None).is_ok());
        assert_eq!(
            recalled(&mut memory, "name", MemoryScope::Task).unwrap(),
            "Ann"
        );
        assert!(recalled(&mut memory, "name", MemoryScope::Session).is_err());
        let export = Action::ExportToSession {
            key: "name".to_owned(),
            session_key: Some("who".to_owned()),
        };
        assert!(perform(&export, &mut memory, None).is_ok());
        assert_eq!(
            recalled(&mut memory, "*", MemoryScope::Session).unwrap(),
            r#"{"who":"Ann"}"#
        );
        assert_eq!(
            recalled(&mut memory, "*", MemoryScope::Task).unwrap(),
            r#"{"name":"Ann"}"#
        );
    }

    #[test]
    fn what_earlier_tasks_handed_on_is_recalled_unless_the_task_knows_better() {
        let session = BTreeMap::from([
            ("who".to_owned(), "Bob".to_owned()),
            ("where".to_owned(), "Rome".to_owned()),
        ]);
        let mut memory = BTreeMap::from([("session/who".to_owned(), "Ann".to_owned())]);
        let recall = Action::Recall {
            key: "*".to_owned(),
            scope: MemoryScope::Session,
        };
        let served = perform(&recall, &mut memory, Some(&session)).unwrap();
        assert_eq!(served.told, r#"{"where":"Rome","who":"Ann"}"#);
    }
}
