//! The tasks, a file each: a typed input in, a typed output out, and how the output is told.

pub mod actionflow_generate;
pub mod actionflow_refine;
pub mod bdd_generate;
pub mod bdd_refine;
pub mod data_action_generate;
pub mod design_generate;
pub mod figma_apply;
pub mod figma_context_scan;
pub mod symbols_identify;
pub mod variables_derive;

mod design;
mod events;

use screen_agent_wire::Invalid;
use screen_agent_wire::ide::{IdeRequest, IdeTask};
use screen_agent_wire::read::from_value;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::figma::Brought;
use crate::model::{self, Question};
use crate::toast::NothingFound;
use crate::ui::prune::fitting;
use crate::ui::tokens::camel;
use crate::ui::{UiDocument, read};

/// What every task is given.
pub struct Asked<'a> {
    /// The request.
    pub request: &'a IdeRequest,
    /// The screen, where one was sent.
    pub screen: Option<UiDocument>,
    /// Name of the page, as variables have it; empty where nothing names it.
    pub page: String,
    /// Hosts that data actions may call.
    pub hosts: &'a [String],
    /// What was fetched for it.
    pub fetched: Option<&'a Brought>,
    /// Is told how far the task is.
    pub tell: &'a dyn Fn(TaskProgress),
}

/// How far a task is: so many of what it is at are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskProgress {
    /// What it is at, such as `components`.
    pub stage: &'static str,
    pub done: usize,
    pub total: usize,
}

/// What a task comes to, as it is told.
#[derive(Debug, Default)]
pub struct TaskOutcome {
    pub title: String,
    pub response: String,
    /// What is shown of it.
    pub artifacts: Map<String, Value>,
    /// All of it.
    pub result: Map<String, Value>,
    /// What was not found.
    pub missing: Option<NothingFound>,
    /// What is said of it in few words.
    pub meta: Map<String, Value>,
    /// What is kept, where that is more than is told.
    pub kept: Option<Value>,
    /// Components that are put into a page.
    pub wrote: usize,
}

impl<'a> Asked<'a> {
    /// Reads what every task needs.
    pub fn of(
        request: &'a IdeRequest,
        hosts: &'a [String],
        tell: &'a dyn Fn(TaskProgress),
    ) -> Result<Self, Invalid> {
        let screen = request.screen().map(read).transpose()?;
        if let Some(screen) = &screen {
            let total = screen.all().len();
            tell(TaskProgress {
                stage: "read",
                done: total,
                total,
            });
        }
        let named = request.page_name();
        let named = named.or_else(|| screen.as_ref()?.page_name());
        let numbered = || {
            let id = request.page_id()?;
            Some(format!(
                "page {}",
                id.as_str().map_or_else(|| id.to_string(), str::to_owned)
            ))
        };
        let page = named.map(camel).or_else(|| Some(camel(&numbered()?)));
        Ok(Self {
            request,
            screen,
            page: page.unwrap_or_default(),
            hosts,
            fetched: None,
            tell,
        })
    }

    /// So many of what the task is at are done.
    fn done(&self, stage: &'static str, done: usize, total: usize) {
        (self.tell)(TaskProgress { stage, done, total });
    }

    /// The page as people are told of it.
    fn of_page(&self) -> String {
        match self.page.is_empty() {
            true => String::new(),
            false => format!(" - {}", self.page),
        }
    }

    pub(crate) fn queries(&self) -> &[String] {
        let queries = self.request.given(|part| part.refinement_queries.as_ref());
        queries.map(Vec::as_slice).unwrap_or_default()
    }
}

impl TaskOutcome {
    fn new(title: String, response: String) -> Self {
        Self {
            title,
            response,
            ..Self::default()
        }
    }

    /// Adds a part of the result.
    fn with(mut self, name: &str, value: &impl Serialize) -> Self {
        self.result.insert(name.to_owned(), written(value));
        self
    }

    /// Adds a part of the result that is shown as an artifact, too.
    fn showing(mut self, name: &str, value: &impl Serialize) -> Self {
        let value = written(value);
        self.artifacts.insert(name.to_owned(), value.clone());
        self.result.insert(name.to_owned(), value);
        self
    }

    /// Adds a list to the result, and as much of it as fits to the artifacts.
    fn showing_some(mut self, name: &str, value: &impl Serialize) -> Self {
        let value = written(value);
        self.artifacts.insert(name.to_owned(), fitting(&value));
        self.result.insert(name.to_owned(), value);
        self
    }
}

/// Our own types always serialise.
fn written(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// Does the same for each task that a model may propose for, by its module; some tell of the page, too.
macro_rules! by_module {
    ($task:expr, $do:ident, $($others:pat => $otherwise:expr),+) => {
        match $task {
            $($others => $otherwise,)+
            IdeTask::DesignGenerate => $do!(design_generate of_page),
            IdeTask::SymbolsIdentify => $do!(symbols_identify of_page),
            IdeTask::VariablesDerive => $do!(variables_derive of_page),
            IdeTask::BddGenerate => $do!(bdd_generate),
            IdeTask::BddRefine => $do!(bdd_refine),
            IdeTask::ActionflowGenerate => $do!(actionflow_generate),
            IdeTask::ActionflowRefine => $do!(actionflow_refine),
            IdeTask::DataActionGenerate => $do!(data_action_generate),
        }
    };
}

/// Computes a task.
pub fn compute(task: IdeTask, asked: &Asked<'_>) -> Result<TaskOutcome, Invalid> {
    macro_rules! computed {
        ($module:ident) => {
            $module::told(&$module::compute(asked)?)
        };
        ($module:ident of_page) => {
            $module::told(&$module::compute(asked)?, asked)
        };
    }
    Ok(by_module!(task, computed,
        IdeTask::FigmaContextScan => figma_context_scan::told(&figma_context_scan::compute(asked)?, asked)?,
        IdeTask::FigmaApply => figma_apply::told(figma_apply::compute(asked)?, asked.request)?
    ))
}

/// What a task asks a model; nothing where there is nothing to propose.
pub(crate) fn question(task: IdeTask) -> Option<Question> {
    macro_rules! asked {
        ($module:ident $(of_page)?) => {
            $module::question()
        };
    }
    Some(by_module!(task, asked, IdeTask::FigmaContextScan | IdeTask::FigmaApply => return None))
}

/// What a model made of a task, if it stands the checks.
pub(crate) fn proposed(
    task: IdeTask,
    asked: &Asked<'_>,
    answer: &str,
) -> Result<TaskOutcome, Invalid> {
    let said = serde_json::to_string(asked.request).unwrap_or_default();
    let answer = &model::read(answer, &said.to_lowercase(), asked.hosts)?;
    macro_rules! judged {
        ($module:ident) => {
            $module::told(&$module::proposed(asked, &from_value(answer)?)?)
        };
        ($module:ident of_page) => {
            $module::told(&$module::proposed(asked, &from_value(answer)?)?, asked)
        };
    }
    Ok(by_module!(task, judged,
        IdeTask::FigmaContextScan | IdeTask::FigmaApply => {
            return Err(Invalid::new("model", "is asked nothing here"));
        }
    ))
}

/// A list of things as a sentence has it.
fn counted(number: usize, one: &str, many: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        number => format!("{number} {many}"),
    }
}
