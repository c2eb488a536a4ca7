//! What an IDE asks. Published clients say the same thing in several places; each place is a field, and what reads
//! them is here, so that nobody else has to know them all. Whatever else stands in a body is passed over.

use serde_json::{Map, Value};

use super::figma::FigmaPayload;
use super::intent::{IntentBlock, IntentGiven, IntentTarget};
use crate::derives::*;

/// A request to any task.
#[contract(default)]
pub struct IdeRequest {
    /// What the person wants.
    pub text: Option<String>,
    /// The same, as `design-generate` calls it.
    pub prompt: Option<String>,
    /// Language of what is shown, where the intent does not say.
    pub language: Option<String>,
    /// The same in short.
    pub lang: Option<String>,
    /// The task, where the address does not say; otherwise it has to be the same.
    pub task_type: Option<String>,
    /// Version of the envelope that is wanted.
    pub envelope_version: Option<String>,
    /// What is meant.
    pub intent: Option<IntentGiven>,
    /// What it is about.
    pub target: Option<IntentTarget>,
    /// The project.
    #[serde(rename = "projectId")]
    pub project_camel: Option<String>,
    /// The project.
    pub project_id: Option<String>,
    /// The project.
    pub project_uuid: Option<String>,
    /// The page: a number, or a word.
    #[ts(type = "number | string")]
    pub page_id: Option<Value>,
    /// The page: its name, or an object with `id` and `name`.
    #[ts(type = "string | Record<string, unknown>")]
    pub page: Option<Value>,
    /// The key of the request.
    pub idempotency_key: Option<String>,
    /// The key of the request.
    #[serde(rename = "idempotencyKey")]
    pub idempotency_camel: Option<String>,
    /// What the editor has open: `open_files`, `active_file`, `selection`.
    #[ts(type = "Record<string, unknown>")]
    pub editor_context: Option<Map<String, Value>>,
    /// What goes along. A screen among it is worked on where no other is sent.
    pub attachments: Option<Vec<IdeAttachment>>,
    /// `none`: rules alone, whatever models there are.
    pub model: Option<String>,
    /// Flags for tests.
    pub dev_flags: Option<DevFlags>,
    /// The same at the top.
    #[serde(flatten)]
    pub dev: DevFlags,
    /// What the task works on, where it does not stand beside.
    pub payload: Option<Box<IdePayload>>,
    /// What the task works on.
    #[serde(flatten)]
    pub own: IdePayload,
}

/// Something that goes along with a request.
#[contract(default)]
pub struct IdeAttachment {
    /// What it is called.
    pub name: Option<String>,
    /// A link to an object.
    pub url: Option<String>,
    /// The same as its bucket and key with a slash between them.
    pub id: Option<String>,
    /// Its type.
    pub mime: Option<String>,
    /// Its bytes.
    pub size: Option<u64>,
    /// What it is: `ui_json` is a screen.
    pub kind: Option<String>,
}

/// Flags for tests. A server that is not for tests refuses them.
#[contract(default)]
pub struct DevFlags {
    /// No examples where nothing was found.
    pub dev_disable_fallback: Option<bool>,
    /// It is broken off after so many milliseconds.
    pub dev_abort_after_ms: Option<u64>,
    /// It is handed to the background after so many milliseconds.
    pub dev_handoff_after_ms: Option<u64>,
    /// It says that it waits for its turn.
    pub dev_queue_sim: Option<bool>,
    /// A design that nobody drew stands for the one that is asked for.
    pub dev_enable_synthetic: Option<bool>,
    /// So many nodes of it.
    pub dev_total_nodes: Option<u32>,
    /// Its trace tells of actions as if they had been carried out.
    pub dev_cli_simulate: Option<bool>,
}

/// What tasks work on. Which task reads what is in docs/ide.md.
#[contract(default)]
pub struct IdePayload {
    /// A screen, in any of its shapes.
    #[ts(type = "unknown")]
    pub cogo_ui_json: Option<Value>,
    /// A screen, in any of its shapes.
    #[ts(type = "unknown")]
    pub creatego_json: Option<Value>,
    /// A screen, in any of its shapes.
    #[ts(type = "unknown")]
    pub ui_json: Option<Value>,
    /// The shape in which the screen is wanted back, besides the tree and UUI.
    pub ui_shape: Option<UiShape>,
    /// Where a screen is kept: a link to an object, or its bucket and key with a slash between them.
    pub ui_json_ref: Option<String>,
    /// Variables that there are: rows with `key`, or an object by key.
    #[ts(type = "unknown")]
    pub variables: Option<Value>,
    /// Symbols: names, or objects with `name`.
    #[ts(type = "unknown[]")]
    pub symbols: Option<Vec<Value>>,
    /// How variables are named and typed.
    pub policy: Option<VariablePolicy>,
    /// An event, such as `#onLoginClicked`.
    pub event_id: Option<String>,
    /// Events.
    #[ts(type = "unknown[]")]
    pub event_list: Option<Vec<Value>>,
    /// Variables of symbols: an object, or a list of objects with `symbol` and `variable`.
    #[ts(type = "unknown")]
    pub symbol_mappings: Option<Value>,
    /// Scenarios that there are, as text or as a structure.
    #[ts(type = "unknown")]
    pub current_bdd: Option<Value>,
    /// Scenarios that there are, as text.
    pub current_bdd_text: Option<String>,
    /// Scenarios, as text.
    pub bdd_text: Option<String>,
    /// Scenarios, as a structure.
    #[ts(type = "unknown")]
    pub bdd_struct: Option<Value>,
    /// What is to be refined, in words.
    pub refinement_queries: Option<Vec<String>>,
    /// Id of a flow.
    pub flow_id: Option<String>,
    /// A flow that there is: an object, JSON as text, or its lines.
    #[ts(type = "unknown")]
    pub current_flow: Option<Value>,
    /// A flow that there is: an object, JSON as text, or its lines.
    #[ts(type = "unknown")]
    pub actionflow: Option<Value>,
    /// Names of data actions: what is called by these names is an API.
    pub data_actions: Option<Vec<String>>,
    /// Values of symbols, for a dry run of a flow.
    #[ts(type = "Record<string, unknown>")]
    pub values: Option<Map<String, Value>>,
    /// The dry run goes on as if calls had failed.
    pub calls_fail: Option<bool>,
    /// A data action, as it is to be.
    #[ts(type = "Record<string, unknown>")]
    pub action: Option<Map<String, Value>>,
    /// An API: `path`, `method`, `baseUrl`, `headers`, `body`, `queryParams`, `saveTo`.
    #[ts(type = "Record<string, unknown>")]
    pub api: Option<Map<String, Value>>,
    /// A design of Figma.
    #[serde(flatten)]
    pub figma: FigmaPayload,
}

/// A shape of screens.
#[contract(word)]
pub enum UiShape {
    /// `{version, page, tree: [{id, type, props, children}]}`.
    Tree,
    /// `{version, pages: [{id, name, components: [id]}], components: [{id, type, props}]}`.
    Schema,
    /// `[{id, name, type, dx, dy, options}]`; what is inside of what is said by `parent_id`.
    Flat,
    /// `{version, tree: [{id, kind, attrs, children}]}`.
    Uui,
}

/// How variables are named and typed.
#[contract(default)]
pub struct VariablePolicy {
    /// How names are written.
    pub naming: Option<VariableNaming>,
    /// Types by symbol: `string`, `number`, `boolean`, `object`, `array`.
    #[ts(type = "Record<string, string>")]
    pub types: Option<Map<String, Value>>,
    /// Scopes by symbol: `appData` or `uiState`.
    #[ts(type = "Record<string, string>")]
    pub scopes: Option<Map<String, Value>>,
}

/// How names of variables are written.
#[contract(word)]
pub enum VariableNaming {
    /// As symbols are: `userName`.
    Camel,
    /// `user_name`.
    Snake,
}

impl DevFlags {
    /// One of them is set.
    pub fn any(&self) -> bool {
        let is_on = |flag: Option<bool>| flag == Some(true);
        is_on(self.dev_disable_fallback)
            || is_on(self.dev_queue_sim)
            || is_on(self.dev_enable_synthetic)
            || is_on(self.dev_cli_simulate)
            || self.dev_total_nodes.is_some()
            || self.dev_abort_after_ms.is_some()
            || self.dev_handoff_after_ms.is_some()
    }

    /// These, and what others say besides.
    #[must_use]
    pub fn or(self, other: &Self) -> Self {
        Self {
            dev_disable_fallback: self.dev_disable_fallback.or(other.dev_disable_fallback),
            dev_abort_after_ms: self.dev_abort_after_ms.or(other.dev_abort_after_ms),
            dev_handoff_after_ms: self.dev_handoff_after_ms.or(other.dev_handoff_after_ms),
            dev_queue_sim: self.dev_queue_sim.or(other.dev_queue_sim),
            dev_enable_synthetic: self.dev_enable_synthetic.or(other.dev_enable_synthetic),
            dev_total_nodes: self.dev_total_nodes.or(other.dev_total_nodes),
            dev_cli_simulate: self.dev_cli_simulate.or(other.dev_cli_simulate),
        }
    }
}

impl IdeRequest {
    /// What the person wants, from the first place that says it.
    pub fn words(&self) -> &str {
        let block = self.intent_block().and_then(|block| block.text.as_deref());
        let places = [self.text.as_deref(), self.prompt.as_deref(), block];
        let said = places.into_iter().flatten().map(str::trim);
        said.into_iter()
            .find(|text| !text.is_empty())
            .unwrap_or_default()
    }

    /// The language that was asked for.
    pub fn language(&self) -> Option<&str> {
        let block = self.intent_block();
        block
            .and_then(|block| block.language.as_deref())
            .or(self.language.as_deref())
            .or(self.lang.as_deref())
    }

    /// The one word that is meant, where there is no more.
    pub fn intent_word(&self) -> Option<String> {
        match self.intent.as_ref()? {
            IntentGiven::Word(word) => Some(word.clone()),
            IntentGiven::Block(_) => None,
        }
    }

    /// Keywords that the client names.
    pub fn keywords(&self) -> &[String] {
        let block = self.intent_block();
        block
            .and_then(|block| block.keywords.as_deref())
            .unwrap_or_default()
    }

    /// The project, from the first place that says it.
    pub fn project(&self) -> Option<&str> {
        let of_targets = self.targets().map(|target| target.project_uuid.as_deref());
        let own = [&self.project_camel, &self.project_id, &self.project_uuid];
        of_targets
            .chain(own.map(Option::as_deref))
            .flatten()
            .map(str::trim)
            .find(|project| !project.is_empty())
    }

    /// The page's id, as a number or a word.
    pub fn page_id(&self) -> Option<Value> {
        let own = self.targets().filter_map(|target| target.page_id.as_ref());
        let of_page = self.page.as_ref().and_then(|page| page.get("id"));
        own.chain(&self.page_id)
            .chain(of_page)
            .find(|id| id.is_number() || id.as_str().is_some_and(|id| !id.trim().is_empty()))
            .cloned()
    }

    /// The page's name, where one is given.
    pub fn page_name(&self) -> Option<&str> {
        let page = self.page.as_ref()?;
        let name = page.as_str().or_else(|| page.get("name")?.as_str())?;
        Some(name.trim()).filter(|name| !name.is_empty())
    }

    /// The key of the request.
    pub fn idempotency_key(&self) -> Option<&str> {
        let keys = [&self.idempotency_key, &self.idempotency_camel];
        keys.into_iter().flatten().map(String::as_str).next()
    }

    /// Nothing is to stand in where nothing was found.
    pub fn no_fallback(&self) -> bool {
        self.dev().dev_disable_fallback.unwrap_or_default()
    }

    /// Flags for tests, from the first place that says each.
    pub fn dev(&self) -> DevFlags {
        let nested = self.dev_flags.clone().unwrap_or_default();
        self.dev.clone().or(&nested)
    }

    /// What a task works on, from the first place that has it.
    pub fn given<'a, T>(&'a self, part: impl Fn(&'a IdePayload) -> Option<&'a T>) -> Option<&'a T> {
        part(&self.own).or_else(|| part(self.payload.as_deref()?))
    }

    /// The screen, where there is one.
    pub fn screen(&self) -> Option<&Value> {
        self.given(|part| part.cogo_ui_json.as_ref())
            .or_else(|| self.given(|part| part.creatego_json.as_ref()))
            .or_else(|| self.given(|part| part.ui_json.as_ref()))
    }

    /// Where the screen is kept, where it is said: by itself, or as what goes along.
    pub fn screen_ref(&self) -> Option<&String> {
        let is_screen = |one: &&IdeAttachment| one.kind.as_deref() == Some("ui_json");
        let attached = || {
            let screen = self.attachments.iter().flatten().find(is_screen)?;
            screen.url.as_ref().or(screen.id.as_ref())
        };
        self.given(|part| part.ui_json_ref.as_ref())
            .or_else(attached)
    }

    /// The block of the intent.
    pub fn intent_block(&self) -> Option<&IntentBlock> {
        match self.intent.as_ref()? {
            IntentGiven::Word(_) => None,
            IntentGiven::Block(block) => Some(block),
        }
    }

    fn targets(&self) -> impl Iterator<Item = &IntentTarget> {
        let block = self.intent_block();
        let parsed = block.and_then(|block| block.parsed.as_ref());
        let places = [
            self.target.as_ref(),
            block.and_then(|block| block.target.as_ref()),
            parsed.and_then(|parsed| parsed.target.as_ref()),
        ];
        places.into_iter().flatten()
    }
}
