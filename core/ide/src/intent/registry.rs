//! The keywords that come with the server, one a task, and what an operator has changed of them or added.

use screen_agent_wire::Invalid;
use screen_agent_wire::ide::IdeTask;
use screen_agent_wire::ide::cli_action::{ApplyStrategy, ConflictStrategy};
use screen_agent_wire::ide::registry::{ActionTemplate, KeywordChange, RegisteredKeyword};
use screen_agent_wire::invalid::{chars, count};

use super::order::in_order;
use super::requires::{self, Requirement};
use super::template;

/// What is known of a task.
#[derive(Debug)]
pub struct TaskEntry {
    /// The task.
    pub task: IdeTask,
    /// Its name, as requests write it.
    pub name: &'static str,
    /// Its keyword.
    pub keyword: &'static str,
    /// What older replies call it: `uui.<note>`.
    pub note: &'static str,
    /// Where it is asked for, below the root of the functions.
    pub endpoint: &'static str,
    /// What the task does.
    pub does: &'static str,
    /// What a request says for it: places, of which those with `!` must be said.
    requires: &'static str,
}

/// Every task: what it is called, where it is asked for, what it does, and what a request must (`!`) or may say for it.
macro_rules! tasks {
    ($($task:ident $name:literal $keyword:literal $note:literal $endpoint:literal $does:literal $requires:literal;)*) => {
        /// Every task.
        pub const TASKS: [TaskEntry; 10] = [$(TaskEntry {
            task: IdeTask::$task,
            name: $name,
            keyword: $keyword,
            note: $note,
            endpoint: $endpoint,
            does: $does,
            requires: $requires,
        }),*];
    };
}

tasks! {
    DesignGenerate "design_generate" "ui.generate" "generate" "design-generate"
        "A screen out of words." "target.project_uuid!";
    FigmaContextScan "figma_context_scan" "figma.context_scan" "figma.context_scan" "figma-context/start"
        "A design of Figma, as pages of components." "target.project_uuid! payload.figma_url";
    FigmaApply "figma_apply" "figma.apply" "figma.apply" "figma-context/apply"
        "What was read of a design, put into a page." "target.project_uuid! target.page_id! payload.job_id|page!";
    SymbolsIdentify "symbols_identify" "symbols.identify" "symbols.map" "figma-compat/uui/symbols/map"
        "What of a screen is dynamic, and what happens on it." "payload.ui_json";
    VariablesDerive "variables_derive" "variables.derive" "variables.derive" "figma-compat/uui/variables/derive"
        "Symbols as variables." "target.project_uuid! target.page_id payload.symbols";
    BddGenerate "bdd_generate" "bdd.generate" "bdd.generate" "figma-compat/uui/bdd/generate"
        "Scenarios of an event." "payload.event_id";
    BddRefine "bdd_refine" "bdd.refine" "bdd.refine" "figma-compat/uui/bdd/refine"
        "Scenarios, more complete." "payload.bdd_text|current_bdd|bdd_struct!";
    ActionflowGenerate "actionflow_generate" "actionflow.generate" "actionflow.generate" "figma-compat/uui/actionflow/generate"
        "A flow out of scenarios." "payload.bdd_text|bdd_struct!";
    ActionflowRefine "actionflow_refine" "actionflow.refine" "actionflow.refine" "figma-compat/uui/actionflow/refine"
        "A flow, more complete." "payload.current_flow|actionflow!";
    DataActionGenerate "data_action_generate" "data_action.bind" "data_action.generate" "figma-compat/uui/data_action/generate"
        "A call of an API, described and bound." "payload.api|action|text! target.project_uuid!";
}

/// Version of the registry that comes with the server; each change of a keyword makes the next.
const VERSION: &str = "1.0";
/// Most keywords, most templates of one, and letters of a keyword and of what is said of it.
const KEYWORDS: usize = 500;
const TEMPLATES: usize = 20;
const KEYWORD: usize = 60;
const DESCRIPTION: usize = 500;

/// A keyword that counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Keyword {
    pub keyword: String,
    /// What it stands for.
    pub description: String,
    /// How often it was changed.
    pub version: u32,
    /// What a request must say.
    pub requires: Vec<Requirement>,
    /// The actions that follow.
    pub templates: Vec<ActionTemplate>,
    /// It is understood, and not told of any more.
    pub deprecated: bool,
}

/// The keywords that count.
#[derive(Clone, Debug, PartialEq)]
pub struct Registry {
    keywords: Vec<Keyword>,
    pub version: String,
}

impl Default for Registry {
    fn default() -> Self {
        Self::with(&[])
    }
}

impl Registry {
    /// Those that come with the server, with what was changed: by keyword, each with how often that was.
    pub fn with(changes: &[(KeywordChange, u32)]) -> Self {
        let mut keywords: Vec<Keyword> = TASKS.iter().map(seed).collect();
        for (change, version) in changes {
            let known = keywords
                .iter_mut()
                .find(|known| known.keyword == change.keyword);
            match known {
                Some(known) => known.change(change, *version),
                None => {
                    let mut new = Keyword::new(&change.keyword);
                    new.change(change, *version);
                    keywords.push(new);
                }
            }
        }
        let number: u32 = changes.iter().map(|(_, version)| *version).sum();
        Self {
            keywords,
            version: format!("{VERSION}.{number}"),
        }
    }

    /// A keyword, whether it is deprecated or not.
    pub fn find(&self, keyword: &str) -> Option<&Keyword> {
        self.keywords.iter().find(|known| known.keyword == keyword)
    }

    /// Those that clients are told of.
    pub fn told(&self) -> impl Iterator<Item = &Keyword> {
        self.keywords.iter().filter(|known| !known.deprecated)
    }

    /// All of them, as they are listed.
    pub fn listed(&self) -> Vec<RegisteredKeyword> {
        self.keywords.iter().map(Keyword::listed).collect()
    }

    /// Whose it is: as it came, or changed.
    pub fn source(&self) -> &'static str {
        match self.keywords.iter().any(|known| known.version > 0) {
            true => "registry",
            false => "seed",
        }
    }

    /// What a client is told that knows a version with which this one does not go together.
    pub fn outdated(&self, known: &str) -> Option<String> {
        let own = &self.version;
        let goes = known
            .strip_prefix(VERSION)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        (!goes).then(|| {
            format!("Keywords of {known} may be others than those of {own}: GET /intent-resolve/info has these.")
        })
    }

    /// Refuses a change that cannot be meant.
    pub fn check(&self, change: &KeywordChange) -> Result<(), Invalid> {
        let mut parts = change.keyword.split('.');
        let plain = |part: &str| {
            let letters = part
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
            letters && part.starts_with(|c: char| c.is_ascii_lowercase())
        };
        let is_pair = parts.clone().count() == 2 && parts.all(plain);
        if !is_pair || change.keyword.len() > KEYWORD {
            return Err(Invalid::new("keyword", "is none such as ui.generate"));
        }
        if self.find(&change.keyword).is_none() {
            count("keyword", self.keywords.len() + 1, KEYWORDS)?;
        }
        chars("description", &change.description, DESCRIPTION)?;
        if let Some(requires) = &change.requires {
            requires::read(requires)?;
        }
        let templates = change.templates.as_deref().unwrap_or_default();
        count("templates", templates.len(), TEMPLATES)?;
        // What stands in another keyword may be there, too.
        let others = |one: &ActionTemplate| {
            let own = |id: &&String| templates.iter().any(|one| one.id == **id);
            one.depends_on.iter().filter(own).cloned().collect()
        };
        let depending: Vec<(&str, Vec<String>)> = templates
            .iter()
            .map(|one| (one.id.as_str(), others(one)))
            .collect();
        let (_, circle) = in_order(depending, |one| one.0.to_owned(), |one| &one.1);
        if let Some((id, _)) = circle.first() {
            return Err(Invalid::new(
                "templates.depends_on",
                format!("leads from {id} back to it"),
            ));
        }
        for (at, one) in templates.iter().enumerate() {
            template::check(one).map_err(|wrong| wrong.inside(&format!("templates[{at}]")))?;
            if templates[..at].iter().any(|before| before.id == one.id) {
                return Err(Invalid::new(
                    format!("templates[{at}].id"),
                    "is given twice",
                ));
            }
        }
        Ok(())
    }
}

impl Keyword {
    fn new(keyword: &str) -> Self {
        Self {
            keyword: keyword.to_owned(),
            description: String::new(),
            version: 0,
            requires: Vec::new(),
            templates: Vec::new(),
            deprecated: false,
        }
    }

    /// Takes what a change says; the rest stays.
    fn change(&mut self, change: &KeywordChange, version: u32) {
        self.version = version;
        if let Some(description) = &change.description {
            self.description.clone_from(description);
        }
        if let Some(Ok(requires)) = change.requires.as_ref().map(requires::read) {
            self.requires = requires;
        }
        if let Some(templates) = &change.templates {
            self.templates.clone_from(templates);
        }
        self.deprecated = change.deprecated.unwrap_or(self.deprecated);
    }

    fn listed(&self) -> RegisteredKeyword {
        RegisteredKeyword {
            keyword: self.keyword.clone(),
            description: self.description.clone(),
            version: self.version,
            requires: requires::told(&self.requires),
            templates: self.templates.clone(),
            deprecated: self.deprecated,
            source: if self.version > 0 { "registry" } else { "seed" }.to_owned(),
        }
    }
}

/// A task's keyword, as it comes with the server.
fn seed(entry: &TaskEntry) -> Keyword {
    let templates = match entry.task {
        IdeTask::DesignGenerate
        | IdeTask::FigmaContextScan
        | IdeTask::FigmaApply
        | IdeTask::SymbolsIdentify
        | IdeTask::DataActionGenerate => vec![],
        IdeTask::VariablesDerive => {
            let how = ("variables upsert", "artifacts.mapping");
            vec![upsert("vars_upsert_1", how, ApplyStrategy::Merge)]
        }
        IdeTask::BddGenerate | IdeTask::BddRefine => vec![echo()],
        IdeTask::ActionflowGenerate | IdeTask::ActionflowRefine => {
            let how = ("actionflow upsert", "artifacts.actionflow");
            vec![upsert("flow_upsert_1", how, ApplyStrategy::Upsert)]
        }
    };
    let requirement = |place: &str| match place.strip_suffix('!') {
        Some(place) => Requirement::new(place, true),
        None => Requirement::new(place, false),
    };
    Keyword {
        description: entry.does.to_owned(),
        requires: entry.requires.split(' ').map(requirement).collect(),
        templates,
        ..Keyword::new(entry.keyword)
    }
}

/// Shows a suggestion.
fn echo() -> ActionTemplate {
    ActionTemplate {
        id: "echo_1".to_owned(),
        command: "echo".to_owned(),
        args: vec!["--from-stdin".to_owned()],
        input_ref: "result.text".to_owned(),
        apply_strategy: ApplyStrategy::Replace,
        conflict_strategy: ConflictStrategy::Skip,
        depends_on: Vec::new(),
        enabled: true,
    }
}

/// Puts something of the reply into a page, by a command that takes a part of it.
fn upsert(
    id: &str,
    (command, input_ref): (&str, &str),
    apply_strategy: ApplyStrategy,
) -> ActionTemplate {
    let args = "--project {{project_uuid}} --page-id {{page_id}} --from-stdin";
    ActionTemplate {
        id: id.to_owned(),
        command: command.to_owned(),
        args: args.split(' ').map(str::to_owned).collect(),
        input_ref: input_ref.to_owned(),
        apply_strategy,
        ..echo()
    }
}

/// What is known of a task.
pub fn entry(task: IdeTask) -> &'static TaskEntry {
    // Each variant has its entry; a test says so.
    TASKS
        .iter()
        .find(|entry| entry.task == task)
        .unwrap_or(&TASKS[0])
}

/// What is asked for at an address below the root of the functions.
pub fn of_endpoint(endpoint: &str) -> Option<&'static TaskEntry> {
    TASKS.iter().find(|entry| entry.endpoint == endpoint)
}

/// The task of a keyword, or of its own name.
pub fn task_of(word: &str) -> Option<IdeTask> {
    let found = TASKS
        .iter()
        .find(|entry| entry.keyword == word || entry.name == word);
    found.map(|entry| entry.task)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_has_its_own_entry() {
        for entry in &TASKS {
            assert_eq!(super::entry(entry.task).name, entry.name);
            let written = serde_json::to_value(entry.task).unwrap();
            assert_eq!(written, entry.name);
            assert_eq!(
                TASKS
                    .iter()
                    .filter(|one| one.keyword == entry.keyword)
                    .count(),
                1
            );
        }
    }
}
