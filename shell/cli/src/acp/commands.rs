//! What may be said with a slash, and a prompt taken apart.

use screen_agent_ide::intent::registry::TASKS;
use serde_json::{Value, json};

use crate::args::addressed;

/// What a prompt wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Something done on a page.
    Do { url: Option<String>, words: String },
    /// Something read there.
    Ask { url: Option<String>, words: String },
    /// A task of the IDE surface: its name, its words, and fields that stand in files.
    Task {
        name: &'static str,
        words: String,
        with: Vec<(String, String)>,
    },
    /// A command that there is not.
    Unknown(String),
}

/// The commands, as an editor offers them.
pub(super) fn offered() -> Value {
    let command = |name: &str, does: &str, hint: &str| json!({ "name": name, "description": does, "input": { "hint": hint } });
    let pages = [
        command(
            "do",
            "Do something on a page, in a browser of ours.",
            "[address] what to do",
        ),
        command(
            "ask",
            "Ask about a page; the answer says where it stands.",
            "[address] question",
        ),
    ];
    let tasks = TASKS
        .iter()
        .map(|task| command(task.name, task.does, "[field=file …] words"));
    Value::Array(pages.into_iter().chain(tasks).collect())
}

impl Wanted {
    /// Reads a prompt. Without a slash it is something to do.
    pub(super) fn read(text: &str) -> Self {
        let text = text.trim();
        let Some(command) = text.strip_prefix('/') else {
            let (url, words) = addressed(text);
            return Self::Do { url, words };
        };
        let (name, rest) = command
            .split_once(char::is_whitespace)
            .unwrap_or((command, ""));
        let (url, words) = addressed(rest.trim());
        match name {
            "do" => Self::Do { url, words },
            "ask" => Self::Ask { url, words },
            _ => match TASKS.iter().find(|task| task.name == name) {
                Some(task) => {
                    let (with, words) = fields(rest);
                    Self::Task {
                        name: task.name,
                        words,
                        with,
                    }
                }
                None => Self::Unknown(name.to_owned()),
            },
        }
    }
}

/// `field=file` as often as it stands in front, and then words.
fn fields(text: &str) -> (Vec<(String, String)>, String) {
    let (mut with, mut rest) = (Vec::new(), text.trim());
    loop {
        let (first, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let is_field = |name: &str| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        match first.split_once('=') {
            Some((name, file)) if is_field(name) && !file.is_empty() => {
                with.push((name.to_owned(), file.to_owned()));
                rest = after.trim_start();
            }
            _ => return (with, rest.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prompt_is_taken_apart() {
        let some = |text: &str| Some(text.to_owned());
        for (text, wanted) in [
            (
                "/do https://a.example/x Press Save",
                Wanted::Do {
                    url: some("https://a.example/x"),
                    words: "Press Save".into(),
                },
            ),
            (
                " Press Save ",
                Wanted::Do {
                    url: None,
                    words: "Press Save".into(),
                },
            ),
            (
                "/ask\nWhat does it cost?",
                Wanted::Ask {
                    url: None,
                    words: "What does it cost?".into(),
                },
            ),
            (
                "/variables_derive ui_json=app/a.json page=x of = all",
                Wanted::Task {
                    name: "variables_derive",
                    words: "of = all".into(),
                    with: vec![
                        ("ui_json".into(), "app/a.json".into()),
                        ("page".into(), "x".into()),
                    ],
                },
            ),
            ("/rm -rf", Wanted::Unknown("rm".into())),
            ("/", Wanted::Unknown(String::new())),
            (
                "file:///etc/passwd show",
                Wanted::Do {
                    url: None,
                    words: "file:///etc/passwd show".into(),
                },
            ),
        ] {
            assert_eq!(Wanted::read(text), wanted, "{text}");
        }
    }

    #[test]
    fn each_task_is_offered_and_read_as_itself() {
        let offered = offered();
        let names: Vec<&str> = offered
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|one| one["name"].as_str())
            .collect();
        assert_eq!(names.len(), 12);
        for name in &names[2..] {
            let read = Wanted::read(&format!("/{name} x"));
            assert!(
                matches!(read, Wanted::Task { name: own, .. } if own == *name),
                "{read:?}"
            );
        }
    }
}
