//! The tools, a file each: what they are called, what they take, what they give, and what a client's model is told of them.

mod act;
mod ask;
mod carry_out;
mod collections;
mod extract;
mod lease;
mod look;
mod runs;
mod workflows;

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::fault::CallFault;
use crate::scope::CallScope;

pub use act::{ActArgs, ActStep, Acted};
pub use ask::{AskArgs, AskResult, CitedSource};
pub use carry_out::{ClauseSeen, DoArgs, DoResult, DoStanding};
pub use collections::{CollectionShown, CollectionsArgs, CollectionsResult, SourceShown};
pub use extract::{ExtractArgs, Extracted, MissingValue};
pub use lease::{LeaseArgs, LeaseShown, LeaseVerb, LeaseWay};
pub use look::{Look, LookArgs};
pub use runs::{RunShown, RunsArgs, RunsResult, Verb};
pub use workflows::{ListedWorkflow, ParameterShown, WorkflowVerb, WorkflowsArgs, WorkflowsResult};

/// Which tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolName {
    /// `look`
    Look,
    /// `act`
    Act,
    /// `do`
    Do,
    /// `ask`
    Ask,
    /// `extract`
    Extract,
    /// `collections`
    Collections,
    /// `workflows`
    Workflows,
    /// `runs`
    Runs,
    /// `lease`
    Lease,
}

/// One call of a tool, its arguments read.
#[derive(Clone, Debug, PartialEq)]
pub enum ClientCall {
    /// Look at a page.
    Look(LookArgs),
    /// Do one thing there, or a few.
    Act(ActArgs),
    /// Carry out an instruction.
    Do(DoArgs),
    /// Answer a question.
    Ask(AskArgs),
    /// Take data out.
    Extract(ExtractArgs),
    /// What is there to be read.
    Collections(CollectionsArgs),
    /// What was done once.
    Workflows(WorkflowsArgs),
    /// Tasks, and work of a server's workers.
    Runs(RunsArgs),
    /// A tab of the person's own browser.
    Lease(LeaseArgs),
}

impl ClientCall {
    /// The lease that it is to be done under.
    pub fn lease(&self) -> Option<&str> {
        match self {
            Self::Look(args) => args.lease.as_deref(),
            Self::Act(args) => args.lease.as_deref(),
            Self::Do(args) => args.lease.as_deref(),
            Self::Ask(_)
            | Self::Extract(_)
            | Self::Collections(_)
            | Self::Workflows(_)
            | Self::Runs(_)
            | Self::Lease(_) => None,
        }
    }

    /// What a client has to be allowed for it.
    pub(crate) fn needs(&self) -> CallScope {
        match self {
            Self::Ask(_) | Self::Extract(_) | Self::Collections(_) => CallScope::Read,
            Self::Workflows(args) => match args.verb {
                WorkflowVerb::List | WorkflowVerb::Show => CallScope::Read,
                WorkflowVerb::Keep | WorkflowVerb::Run => CallScope::Browser,
            },
            Self::Runs(args) => match args.verb {
                Verb::List | Verb::Show => CallScope::Read,
                Verb::Submit | Verb::Cancel => CallScope::Browser,
            },
            Self::Look(_) | Self::Act(_) | Self::Do(_) | Self::Lease(_) => CallScope::Browser,
        }
    }
}

/// All that is said of a tool.
struct Entry {
    name: &'static str,
    title: &'static str,
    about: String,
    takes: Arc<JsonObject>,
    gives: Arc<JsonObject>,
    /// It changes nothing.
    reads: bool,
    /// It may do what cannot be undone.
    destroys: bool,
}

impl ToolName {
    const ALL: [Self; 9] = [
        Self::Look,
        Self::Act,
        Self::Do,
        Self::Ask,
        Self::Extract,
        Self::Collections,
        Self::Workflows,
        Self::Runs,
        Self::Lease,
    ];

    /// The tool of this name.
    pub(crate) fn read(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.entry().name == name)
    }

    fn entry(self) -> Entry {
        match self {
            Self::Look => look::entry(),
            Self::Act => act::entry(),
            Self::Do => carry_out::entry(),
            Self::Ask => ask::entry(),
            Self::Extract => extract::entry(),
            Self::Collections => collections::entry(),
            Self::Workflows => workflows::entry(),
            Self::Runs => runs::entry(),
            Self::Lease => lease::entry(),
        }
    }

    /// As clients are told of it.
    pub(crate) fn told(self) -> Tool {
        let entry = self.entry();
        let hints = ToolAnnotations::with_title(entry.title)
            .read_only(entry.reads)
            .destructive(entry.destroys)
            .idempotent(entry.reads)
            .open_world(true);
        Tool::new(entry.name, entry.about, entry.takes)
            .with_title(entry.title)
            .with_annotations(hints)
            .with_raw_output_schema(entry.gives)
    }

    /// Reads a call; says what is wrong with it in words that a model can act on.
    pub(crate) fn call(self, arguments: JsonObject) -> Result<ClientCall, CallFault> {
        let arguments = Value::Object(arguments);
        Ok(match self {
            Self::Look => ClientCall::Look(args(arguments, LookArgs::checked)?),
            Self::Act => ClientCall::Act(args(arguments, ActArgs::checked)?),
            Self::Do => ClientCall::Do(args(arguments, DoArgs::checked)?),
            Self::Ask => ClientCall::Ask(args(arguments, AskArgs::checked)?),
            Self::Extract => ClientCall::Extract(args(arguments, ExtractArgs::checked)?),
            Self::Collections => {
                ClientCall::Collections(args(arguments, CollectionsArgs::checked)?)
            }
            Self::Workflows => ClientCall::Workflows(args(arguments, WorkflowsArgs::checked)?),
            Self::Runs => ClientCall::Runs(args(arguments, RunsArgs::checked)?),
            Self::Lease => ClientCall::Lease(args(arguments, LeaseArgs::checked)?),
        })
    }
}

/// Why arguments are refused; a word for it is added where the call is read.
type Checked<T> = Result<T, String>;

fn args<T: DeserializeOwned>(
    arguments: Value,
    checked: fn(T) -> Checked<T>,
) -> Result<T, CallFault> {
    let bad = |why: String| CallFault::new("INVALID_ARGUMENTS", why);
    let read: T =
        serde_json::from_value(arguments).map_err(|error| bad(short(&error.to_string())))?;
    checked(read).map_err(bad)
}

/// An error's words quote what was sent, which may be long.
fn short(why: &str) -> String {
    const LONGEST: usize = 300;
    match why.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &why[..end]),
        None => why.to_owned(),
    }
}

/// Refuses text that is empty or longer than this many characters.
fn text(name: &str, text: &str, most: usize) -> Checked<()> {
    if text.trim().is_empty() {
        return Err(format!("{name} is empty"));
    }
    if text.chars().count() > most {
        return Err(format!("{name} is longer than {most} characters"));
    }
    Ok(())
}

/// Refuses what is no id of the server's.
fn id(name: &str, id: &str) -> Checked<()> {
    match uuid::Uuid::parse_str(id) {
        Ok(_) => Ok(()),
        Err(_) => Err(format!("{name} is none that was given")),
    }
}

/// Refuses what is no address of the web.
fn address(name: &str, address: &str) -> Checked<()> {
    text(name, address, 4_000)?;
    match url::Url::parse(address) {
        Ok(url) if matches!(url.scheme(), "http" | "https") && url.has_host() => Ok(()),
        Ok(_) => Err(format!("{name} is neither http nor https")),
        Err(error) => Err(format!("{name} is no address: {error}")),
    }
}

fn schema<T: JsonSchema>(settings: SchemaSettings) -> Arc<JsonObject> {
    let settings = settings.with_transform(RecursiveTransform(without_sizes));
    let schema = settings.into_generator().into_root_schema_for::<T>();
    let mut object = schema.as_object().cloned().unwrap_or_default();
    object.remove("title");
    Arc::new(object)
}

/// How many bits a number has here is nobody's format.
fn without_sizes(schema: &mut Schema) {
    let is_size = |format: &Value| format.as_str().is_some_and(|format| format.contains("int"));
    if schema.get("format").is_some_and(is_size) {
        schema.remove("format");
    }
}

/// What a tool takes, for clients.
fn takes<T: JsonSchema>() -> Arc<JsonObject> {
    schema::<T>(SchemaSettings::draft2020_12())
}

/// What a tool gives, for clients.
fn gives<T: JsonSchema>() -> Arc<JsonObject> {
    schema::<T>(SchemaSettings::draft2020_12().for_serialize())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests;
