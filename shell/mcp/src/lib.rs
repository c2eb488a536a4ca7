//! The agent's tools for clients that speak the Model Context Protocol, over standard input and output and over HTTP.
//!
//! This crate says what the tools are, reads what clients send, and writes what they get. What is done stands behind
//! [`Desk`], which knows nothing of the protocol; a client's model is a stranger to both: it may propose, and only
//! the [`Person`] behind it may agree.

mod desk;
mod fault;
mod fence;
mod http;
mod person;
mod prompts;
mod resources;
mod scope;
mod server;
mod tools;
mod under_way;

pub use desk::{Caller, Desk, Given, ToolOutcome};
pub use fault::CallFault;
pub use fence::fenced;
pub use http::{Keeper, routes};
pub use person::{Person, PersonQuestion, PersonReply};
pub use resources::{ReadContents, Readable};
pub use scope::CallScope;
pub use server::serve_stdio;
pub use tools::{
    ActArgs, ActStep, Acted, AskArgs, AskResult, CitedSource, ClauseSeen, ClientCall,
    CollectionShown, CollectionsArgs, CollectionsResult, DoArgs, DoResult, DoStanding, ExtractArgs,
    Extracted, LeaseArgs, LeaseShown, LeaseVerb, LeaseWay, ListedWorkflow, Look, LookArgs,
    MissingValue, ParameterShown, RunShown, RunsArgs, RunsResult, SourceShown, ToolName, Verb,
    WorkflowVerb, WorkflowsArgs, WorkflowsResult,
};
