//! What each tool's file says of it, and what its file needs to say it.

pub(super) use screen_agent_action::Action;
pub(super) use screen_agent_action::Choice;
pub(super) use screen_agent_gate::tool::ToolEffect;
pub(super) use screen_agent_page::NodeId;
pub(super) use serde_json::{Map, Value, json};

pub(super) use super::bounds::*;
pub(super) use super::tables::Tables;
pub(super) use crate::Outcome;
pub(super) use crate::derives::*;
pub(super) use crate::narrow::*;
pub(super) use crate::redact::{address, digest, length};
pub(super) use screen_agent_wire::invalid::{Invalid, chars, count, finite, given, texts};
pub(super) use screen_agent_wire::limits;

/// Longest name, prose and address that a model is held to.
pub(super) const NAME: usize = 200;
pub(super) const PROSE: usize = 4_000;
pub(super) const URL: usize = 2_000;

/// A tool, whatever it is called with.
#[derive(Debug)]
pub struct Descriptor {
    /// Its name.
    pub name: &'static str,
    /// Who performs it.
    pub performer: Performer,
    /// What it is for: tools of one purpose are told of together.
    pub purpose: Purpose,
    /// What a model is told of its arguments.
    pub takes: &'static str,
    /// What a person is shown instead of its name.
    pub title: &'static str,
    /// What it does, where it is no action. What says nothing is weighed as what hands something out.
    pub effect: ToolEffect<'static>,
    /// The arguments as narrow as a model is held to, given the schema of a handle. What the
    /// specification leaves open and no model needs is left out; what may be absent is null.
    pub narrow: fn(Value) -> Value,
}

/// Who performs a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Performer {
    /// The client, in its browser.
    Client,
    /// The server.
    Server,
}

/// What tools are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Looking at pages and acting on them.
    Browser,
    /// Searching the web.
    Search,
    /// Calculating.
    Compute,
    /// Estimating what a purchase costs besides.
    Commerce,
    /// Keeping and handing out.
    Artifacts,
    /// Collecting sources.
    Collections,
    /// Services that are configured.
    Services,
}

/// Says what is known of a tool: its name and its title, who performs it, what it is for and what it does; what a model
/// is told of its arguments, and how narrow they are.
macro_rules! tool {
    ($tool:ident = $name:literal, $title:literal: $performer:ident, $purpose:ident $(, $effect:ident)?;
     takes $takes:literal; narrow |$handle:tt| [$($field:tt)*]) => {
        impl Known for $tool {
            const TOOL: Descriptor = Descriptor {
                name: $name,
                performer: Performer::$performer,
                purpose: Purpose::$purpose,
                takes: $takes,
                title: $title,
                effect: tool!($($effect)?),
                narrow: |$handle| object([$($field)*]),
            };
        }
    };
    ($effect:ident) => { ToolEffect::$effect };
    () => { ToolEffect::Share };
}
pub(super) use tool;

/// What is known of a tool, whatever it is called with; see [`tool`].
pub(super) trait Known {
    const TOOL: Descriptor;
}

/// A well-formed call of one tool.
pub trait Described {
    /// Limits that types do not say.
    fn check(&self) -> Result<(), Invalid> {
        Ok(())
    }

    /// Takes out of its arguments what is not kept: words of the person, texts, secrets in addresses.
    fn redact(&self, _kept: &mut Value) {}

    /// The action that it is in the browser.
    fn action(&self) -> Option<Action> {
        None
    }

    /// The action that the gate weighs, on the page of this address.
    fn weighed(&self, _url: &str) -> Option<Action> {
        self.action()
    }

    /// What it does, where that depends on what it is called with.
    fn effect(&self) -> Option<ToolEffect<'_>> {
        None
    }

    /// What it comes to, where that takes nothing but its arguments and tables.
    fn compute(&self, _tables: Tables<'_>) -> Option<Outcome> {
        None
    }

    /// The handle that it names.
    fn handle(&self) -> Option<&str> {
        None
    }

    /// It can only be performed on a page that was captured.
    fn needs_page(&self) -> bool {
        self.handle().is_some()
    }
}
