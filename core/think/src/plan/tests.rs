#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use screen_agent_page::Observation;

use super::*;
use screen_agent_action::testing::{node, screen};

mod course;
mod fulfil;
mod health;
mod make;
mod sub_task;

fn page() -> Observation {
    let names = ["Buy", "Search", "Help", "Basket"];
    let nodes = names.iter().enumerate();
    screen(
        nodes
            .map(|(id, name)| node(&id.to_string(), "btn", name))
            .collect(),
    )
}

fn draft(steps: &[&str]) -> Draft {
    Draft {
        steps: steps.iter().map(|step| drafted(step)).collect(),
        contingencies: Vec::new(),
        missing: Vec::new(),
    }
}

fn drafted(description: &str) -> PlannedStep {
    PlannedStep {
        description: description.to_owned(),
        ..PlannedStep::default()
    }
}

fn plan(steps: &[&str]) -> Plan {
    Plan::new(draft(steps), 7, &page()).expect("a plan of enough steps")
}

fn words(plan: &Plan) -> Vec<&str> {
    let steps = plan.steps.iter();
    steps.map(|step| step.description.as_str()).collect()
}

fn statuses(plan: &Plan) -> Vec<StepStatus> {
    plan.steps.iter().map(|step| step.status).collect()
}

const LOOK: &str = "Verify that the page shows what was asked for";

#[test]
fn what_another_step_names_is_not_meant_by_this_one() {
    let mut made = plan(&["Tick \"ORD-1046\"", "Tick \"ORD-1045\"", "Click \"Go\""]);
    made.carried_out(&page());
    assert!(made.names_elsewhere("Select ORD-1046"));
    assert!(!made.names_elsewhere("Select ORD-1045"));
    assert!(!made.names_elsewhere("Select ORD-1044"));
}
