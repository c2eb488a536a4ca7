//! The same gate for tools that a model proposes on the packet surface. Spec 003, "Tool call
//! execution"; `docs/gate.md`.
//!
//! A tool that acts on a page is weighed by the same consequences as a task's action; how much may
//! be done without asking, the mode, comes on top of it. Nothing that a model says about its call
//! is seen here: only the call itself, DOM facts, the person's words and their answers.

mod act;
mod address;
mod code;
pub mod command;
pub(crate) mod decision;
mod field;
mod kind;
mod press;
mod text;

pub use screen_agent_action::query;
use screen_agent_page::Observation;

use self::code::Code;
use self::command::FileCommand;
use screen_agent_action::Action;
use screen_agent_words::quote::quote;
use serde::Deserialize;

/// How much may be done without asking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Reading only.
    Observe,
    /// Everything that acts is asked about.
    #[default]
    Assist,
    /// What is harmless is done without asking.
    Autopilot,
}

/// What a tool does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ToolEffect<'a> {
    /// It looks at the page.
    Look,
    /// It lists the links that the person has selected.
    SelectedLinks,
    /// It calculates.
    Compute,
    /// It looks into what is kept: sources of a collection, types of transforms, an artifact.
    Consult,
    /// It keeps something in the person's own collections and artifacts.
    Keep,
    /// It keeps the text of a page.
    Capture {
        /// Address of the page.
        url: &'a str,
    },
    /// It searches the web.
    Search {
        /// The words.
        query: &'a str,
    },
    /// It acts on a page, or goes to another.
    Act {
        /// What exactly.
        action: &'a Action,
    },
    /// It changes files of the person's workspace.
    Command(FileCommand<'a>),
    /// It hands something out.
    Share,
    /// It sends something to a configured service.
    Invoke {
        /// Its name.
        service: &'a str,
    },
}

/// What the model that proposes a call has read, besides the person's words. Whatever a model
/// chooses tells somebody what it knows: an address its site, words a search engine, a link or a
/// button of a page one letter a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelRead {
    /// Nothing, or only what a search of the web found.
    Nothing,
    /// The page that is open.
    Page,
    /// Other pages of its site besides: that site knows them.
    Site,
    /// Something else: a collection, a file, a note, another site, or an answer that told of such.
    Private,
}

/// Everything that the gate may look at.
#[derive(Clone, Debug)]
pub struct ToolCase<'a> {
    /// What the tool does.
    pub deed: ToolEffect<'a>,
    /// How much may be done without asking.
    pub mode: Mode,
    /// What the model has read.
    pub read: ModelRead,
    /// What the person said. Trusted.
    pub words: Vec<&'a str>,
    /// The tab, as it was last seen.
    pub seen: Option<&'a Observation>,
    /// The run's id.
    pub run: &'a str,
    /// The call: its name and its arguments as canonical JSON.
    pub call: &'a str,
    /// The tab's id.
    pub tab: &'a str,
    /// Grows with every navigation of the tab.
    pub generation: u64,
    /// Fingerprint of what the person said yes to.
    pub approved: Option<&'a str>,
    /// When that yes ceases to count, as it was said when they were asked.
    pub approval_expires_ms: Option<i64>,
    /// Milliseconds since the epoch.
    pub now_ms: i64,
}

/// What exactly the person is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolRequest {
    /// Print of run, call, origin, tab, generation, control and expiry: an answer must repeat it.
    pub fingerprint: String,
    /// Where it takes effect; empty where that is no site.
    pub origin: String,
    /// Milliseconds since the epoch after which the answer no longer counts.
    pub expires_at_ms: i64,
}

/// What the gate decides of a call. `code` is stable; `text` is safe to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToolDecision {
    /// It may be done.
    Allow {
        /// Why.
        code: &'static str,
        /// Why, in one sentence.
        text: String,
    },
    /// The person has to say yes to exactly this first.
    Ask {
        /// Why.
        code: &'static str,
        /// What will happen and where.
        text: String,
        /// What exactly is asked.
        request: ToolRequest,
    },
    /// It may not be done, whatever anybody says.
    Deny {
        /// Why.
        code: &'static str,
        /// Why, in one sentence.
        text: String,
    },
}

impl ToolDecision {
    /// `allow`, `ask` or `deny`.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Allow { .. } => "allow",
            Self::Ask { .. } => "ask",
            Self::Deny { .. } => "deny",
        }
    }

    /// Why, as a stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Allow { code, .. } | Self::Ask { code, .. } | Self::Deny { code, .. } => code,
        }
    }

    /// What is shown of it.
    pub fn text(&self) -> &str {
        match self {
            Self::Allow { text, .. } | Self::Ask { text, .. } | Self::Deny { text, .. } => text,
        }
    }
}

/// A call that may be done. Only the gate makes this.
#[derive(Clone, Debug, PartialEq)]
pub struct AllowedCall<T>(T);

impl<T> AllowedCall<T> {
    /// The call.
    pub fn tool(&self) -> &T {
        &self.0
    }

    /// The call, to be performed.
    pub fn into_inner(self) -> T {
        self.0
    }
}

/// What the rules say of a call, before the person's answer is looked at.
#[derive(Clone, Debug, PartialEq)]
enum Ruling {
    Allow(Code),
    Ask {
        code: &'static str,
        text: String,
        /// Where it takes effect.
        origin: String,
    },
    Deny {
        code: &'static str,
        text: String,
    },
}

impl Ruling {
    const fn allow(code: Code) -> Self {
        Self::Allow(code)
    }

    fn deny(code: Code) -> Self {
        Self::Deny {
            code: code.word(),
            text: code.sentence().to_owned(),
        }
    }

    /// Asks about something that no site is concerned in.
    fn ask(code: Code, text: String) -> Self {
        Self::Ask {
            code: code.word(),
            text,
            origin: String::new(),
        }
    }
}

/// Decides one call. What the person said yes to is looked at last: it makes an allow of an ask,
/// and nothing of a deny.
pub fn decide_tool(case: &ToolCase<'_>) -> ToolDecision {
    decision::decide(case, rule(case))
}

fn rule(case: &ToolCase<'_>) -> Ruling {
    // Without these nothing that is asked could be bound to the call.
    if case.run.is_empty() || case.call.is_empty() {
        return Ruling::deny(Code::GateError);
    }
    match case.deed {
        ToolEffect::Look => Ruling::allow(Code::ObserveAllowed),
        ToolEffect::SelectedLinks => Ruling::allow(Code::SelectionLinksAllowed),
        ToolEffect::Compute => Ruling::allow(Code::CalculateAllowed),
        ToolEffect::Consult => Ruling::allow(Code::CollectionAllowed),
        ToolEffect::Search { query } => search(case, query),
        ToolEffect::Act { action } => act::rule(case, action),
        ToolEffect::Capture { url } => address::capture(case, url),
        ToolEffect::Keep | ToolEffect::Share | ToolEffect::Invoke { .. }
            if case.mode == Mode::Observe =>
        {
            Ruling::deny(Code::ObserveReadsOnly)
        }
        ToolEffect::Command(command) => command::rule(case.mode, &command),
        ToolEffect::Keep => Ruling::allow(Code::CollectionAllowed),
        ToolEffect::Share => share(case, "Hand this out?".to_owned()),
        ToolEffect::Invoke { service } => share(
            case,
            format!("Send this to the service {}?", quote(service)),
        ),
    }
}

/// Words that the person said, or that a model that has read nothing made up, give nothing away.
fn search(case: &ToolCase<'_>, query: &str) -> Ruling {
    let ask = |code, why: String| {
        let wanted = text::in_full(query);
        Ruling::ask(code, format!("Search the web for {wanted}? {why}"))
    };
    if let Some(what) = query::gives_away(query) {
        let why = format!("It looks as if it held {what}.");
        return ask(Code::SearchSensitiveQuery, why);
    }
    if case.read == ModelRead::Nothing {
        return Ruling::allow(Code::SearchAllowed);
    }
    let private = case.read >= ModelRead::Private;
    match query::unsaid(query, &case.words, case.seen, private).as_slice() {
        [] => Ruling::allow(Code::SearchAllowed),
        strange => {
            let said: Vec<String> = strange.iter().map(|word| quote(word)).collect();
            let why = format!("You have not said {}.", said.join(", "));
            ask(Code::SearchWordsRequireApproval, why)
        }
    }
}

/// No page is concerned here, so that the call itself is what is shown, whole.
fn share(case: &ToolCase<'_>, question: String) -> Ruling {
    let text = format!("{question} The call is {}.", text::in_full(case.call));
    Ruling::ask(Code::ShareRequiresApproval, text)
}

/// Puts a call through the gate: the only way to an [`AllowedCall`].
pub fn pass_tool<T>(tool: T, case: &ToolCase<'_>) -> Result<AllowedCall<T>, ToolDecision> {
    match decide_tool(case) {
        ToolDecision::Allow { .. } => Ok(AllowedCall(tool)),
        stopped @ (ToolDecision::Ask { .. } | ToolDecision::Deny { .. }) => Err(stopped),
    }
}

/// Every code that is the tools' own.
pub fn codes() -> impl Iterator<Item = &'static str> {
    Code::ALL.iter().map(|code| code.word())
}
