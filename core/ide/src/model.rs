//! What a model is asked about a task, and how its answer is read. It is shown what was asked, the screen, and what the
//! rules came to, all of it as data; its answer is read into the task's own types and goes through the same checks, and
//! where it does not stand them, what the rules came to stands.

mod answer;
mod text;

use std::fmt::Write as _;

use screen_agent_think::Prompt;
use screen_agent_think::models::{ModelLimits, ModelTier};
use screen_agent_words::quote::{cut, lines};
use screen_agent_words::secrets::{SecretSources, Secrets};
use serde_json::{Map, Value, json};

use crate::ui::UiDocument;
use crate::ui::prune::pruned;
pub(crate) use answer::{AnswerWords, read};
pub use text::{ChatAsked, chat_prompt, chat_words, spoken};

/// Tokens of an answer.
const REPLY: u32 = 3_000;
/// Kept free: what templates of chat servers add.
const MARGIN: usize = 96;
/// Characters that a token is taken for.
const LETTERS: usize = 3;
/// Most bytes of a screen that is shown.
const SCREEN: usize = 24 * 1024;
/// Stands where something is kept from a model.
const KEPT: &str = "{{kept}}";

const SHARED: &str = include_str!("model/shared.md");

/// What a task asks a model for.
pub(crate) struct Question {
    /// Its name, for figures and budgets.
    pub(crate) topic: &'static str,
    /// What is to be done, and how it is answered.
    pub(crate) system: &'static str,
    /// The answer's JSON Schema.
    pub(crate) schema: Value,
    /// What the rules came to, as it is shown.
    pub(crate) draft: fn(&Map<String, Value>) -> Value,
    /// As text.
    pub(crate) shown: fn(Value) -> String,
}

/// A text as it is, anything else as JSON.
pub(crate) fn as_it_is(value: Value) -> String {
    match value {
        Value::String(text) => text,
        value => value.to_string(),
    }
}

/// How a model is asked.
pub struct AskingModel<'a> {
    /// What it can take.
    pub limits: &'a ModelLimits,
    /// Fresh random text, for the fence around what others wrote.
    pub mark: &'a str,
    /// What was wrong with its last answer.
    pub repair: Option<&'a str>,
}

/// What a model is shown of a task.
pub(crate) struct Shown<'a> {
    /// What the person wants.
    pub(crate) words: &'a str,
    /// What is to be refined.
    pub(crate) queries: &'a [String],
    pub(crate) screen: Option<&'a UiDocument>,
    /// What the rules came to.
    pub(crate) draft: &'a Map<String, Value>,
}

/// The prompt of a task.
pub(crate) fn prompt(question: Question, shown: &Shown<'_>, how: &AskingModel<'_>) -> Prompt {
    let system = format!("{}\n\n{}", question.system.trim_end(), SHARED.trim_end());
    let mut user = Fenced::new(how, &system);
    user.add("request", shown.words);
    user.add("refinements", &shown.queries.join("\n"));
    let screen = shown.screen.filter(|it| !it.nodes.is_empty());
    let screen = screen.map(|it| masked(pruned(it, SCREEN.min(user.left() / 2))));
    user.add(
        "screen",
        &screen.map(|it| it.to_string()).unwrap_or_default(),
    );
    let draft = (question.shown)(masked((question.draft)(shown.draft)));
    user.add("draft by rules", &draft);
    // What no model reads: secrets that the words name.
    let queries = shown.queries.iter().map(String::as_str);
    let secrets = Secrets::of(&SecretSources {
        said: std::iter::once(shown.words).chain(queries).collect(),
        ..SecretSources::default()
    });
    Prompt {
        topic: question.topic,
        role: ModelTier::Smart,
        system,
        user: secrets.hide_in_prompt(&user.close(how.repair)),
        schema: question.schema,
        grammar: None,
        reply_tokens: REPLY,
        temperature: Some(0.2),
        picture: None,
    }
}

/// A value without what stands under names of secrets; symbols and names of inputs stay.
fn masked(mut value: Value) -> Value {
    fn walk(value: &mut Value, is_secret: bool) {
        match value {
            Value::String(text) if is_secret && !text.starts_with('#') => KEPT.clone_into(text),
            Value::Array(entries) => entries.iter_mut().for_each(|one| walk(one, is_secret)),
            Value::Object(fields) => fields.iter_mut().for_each(|(name, value)| {
                let named = screen_agent_words::secret::is_secret_name(name)
                    || name.eq_ignore_ascii_case("authorization")
                    || name.eq_ignore_ascii_case("cookie");
                walk(value, named);
            }),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    walk(&mut value, false);
    value
}

/// What a model is told, piece by piece, each inside of marks that it cannot write.
struct Fenced<'a> {
    mark: &'a str,
    room: usize,
    text: String,
}

impl<'a> Fenced<'a> {
    fn new(how: &AskingModel<'a>, system: &str) -> Self {
        let window = how.limits.window.saturating_sub(REPLY) as usize;
        let room = window.saturating_sub(MARGIN).saturating_mul(LETTERS);
        Self {
            mark: how.mark,
            room: room.saturating_sub(system.chars().count()),
            text: String::new(),
        }
    }

    fn left(&self) -> usize {
        self.room.saturating_sub(self.text.chars().count())
    }

    /// Adds what others wrote, as much of it as there is room for.
    fn add(&mut self, what: &str, text: &str) {
        let shown = cut(&lines(text).replace(self.mark, ""), self.left());
        if !shown.trim().is_empty() {
            let mark = self.mark;
            let _written = write!(
                self.text,
                "<<{what} {mark}>>\n{}\n<<end {mark}>>\n",
                shown.trim_end()
            );
        }
    }

    fn close(mut self, repair: Option<&str>) -> String {
        if let Some(wrong) = repair {
            let _written = writeln!(
                self.text,
                "Your last answer was not usable: {wrong}. Answer with the JSON alone."
            );
        }
        self.text
    }
}

/// Of objects: every field is required and nothing else is allowed, as strict modes of servers want it.
pub(crate) fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    let names: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
    let properties: Map<String, Value> = fields
        .iter()
        .map(|(name, schema)| ((*name).to_owned(), schema.clone()))
        .collect();
    json!({ "type": "object", "properties": properties, "required": names, "additionalProperties": false })
}

/// Of lists.
pub(crate) fn list(of: Value) -> Value {
    json!({ "type": "array", "items": of })
}

/// Of texts.
pub(crate) fn text() -> Value {
    json!({ "type": "string" })
}

/// Of one word of several.
pub(crate) fn one_of(words: &[&str]) -> Value {
    json!({ "type": "string", "enum": words })
}
