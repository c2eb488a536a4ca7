//! The keywords that come with the server, one a task.

use screen_agent_wire::ide::IdeTask;
use screen_agent_wire::ide::cli_action::{ApplyStrategy, ConflictStrategy};

use super::requires::Requirement;
use super::template::CliTemplate;

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
    /// What a request must say.
    pub requires: &'static [Requirement],
    /// The actions that follow.
    pub templates: &'static [CliTemplate],
}

use Requirement::{OneOf, Optional, Project};

/// Every task.
pub const TASKS: [TaskEntry; 8] = [
    TaskEntry {
        task: IdeTask::DesignGenerate,
        name: "design_generate",
        keyword: "ui.generate",
        note: "generate",
        endpoint: "design-generate",
        requires: &[Project],
        templates: &[],
    },
    TaskEntry {
        task: IdeTask::SymbolsIdentify,
        name: "symbols_identify",
        keyword: "symbols.identify",
        note: "symbols.map",
        endpoint: "figma-compat/uui/symbols/map",
        requires: &[Optional("ui_json")],
        templates: &[],
    },
    TaskEntry {
        task: IdeTask::VariablesDerive,
        name: "variables_derive",
        keyword: "variables.derive",
        note: "variables.derive",
        endpoint: "figma-compat/uui/variables/derive",
        requires: &[Project, Optional("page_id"), Optional("symbols")],
        templates: &[CliTemplate {
            id: "vars_upsert_1",
            command: "variables upsert",
            args: &[
                "--project",
                "{{project_uuid}}",
                "--page-id",
                "{{page_id}}",
                "--from-stdin",
            ],
            input_ref: "artifacts.mapping",
            apply: ApplyStrategy::Merge,
            conflict: ConflictStrategy::Skip,
        }],
    },
    TaskEntry {
        task: IdeTask::BddGenerate,
        name: "bdd_generate",
        keyword: "bdd.generate",
        note: "bdd.generate",
        endpoint: "figma-compat/uui/bdd/generate",
        requires: &[Optional("event_id")],
        templates: &[ECHO],
    },
    TaskEntry {
        task: IdeTask::BddRefine,
        name: "bdd_refine",
        keyword: "bdd.refine",
        note: "bdd.refine",
        endpoint: "figma-compat/uui/bdd/refine",
        requires: &[OneOf(&["bdd_text", "current_bdd", "bdd_struct"])],
        templates: &[ECHO],
    },
    TaskEntry {
        task: IdeTask::ActionflowGenerate,
        name: "actionflow_generate",
        keyword: "actionflow.generate",
        note: "actionflow.generate",
        endpoint: "figma-compat/uui/actionflow/generate",
        requires: &[OneOf(&["bdd_text", "bdd_struct"])],
        templates: &[FLOW_UPSERT],
    },
    TaskEntry {
        task: IdeTask::ActionflowRefine,
        name: "actionflow_refine",
        keyword: "actionflow.refine",
        note: "actionflow.refine",
        endpoint: "figma-compat/uui/actionflow/refine",
        requires: &[OneOf(&["current_flow", "actionflow"])],
        templates: &[FLOW_UPSERT],
    },
    TaskEntry {
        task: IdeTask::DataActionGenerate,
        name: "data_action_generate",
        keyword: "data_action.bind",
        note: "data_action.generate",
        endpoint: "figma-compat/uui/data_action/generate",
        requires: &[OneOf(&["api", "action", "text"]), Project],
        templates: &[],
    },
];

/// Shows a suggestion.
const ECHO: CliTemplate = CliTemplate {
    id: "echo_1",
    command: "echo",
    args: &["--from-stdin"],
    input_ref: "result.text",
    apply: ApplyStrategy::Replace,
    conflict: ConflictStrategy::Skip,
};

const FLOW_UPSERT: CliTemplate = CliTemplate {
    id: "flow_upsert_1",
    command: "actionflow upsert",
    args: &[
        "--project",
        "{{project_uuid}}",
        "--page-id",
        "{{page_id}}",
        "--from-stdin",
    ],
    input_ref: "artifacts.actionflow",
    apply: ApplyStrategy::Upsert,
    conflict: ConflictStrategy::Skip,
};

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

/// Whether there is such a keyword.
pub fn is_keyword(keyword: &str) -> bool {
    TASKS.iter().any(|entry| entry.keyword == keyword)
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
