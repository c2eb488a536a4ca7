//! A run as a person reads it.

use screen_agent_wire::extension::plan::PlanStepStatus;
use screen_agent_wire::extension::response::{WireClause, WireStanding};

use crate::drive::{RunEvent, ShownStep};
use crate::terminal::{Style, say};

/// Most lines of what was seen.
const EVIDENCE: usize = 3;

/// Prints an event, one or two lines.
pub(crate) fn show(event: &RunEvent, style: Style) {
    match event {
        RunEvent::Started { url, .. } => say(&style.soft(&format!("at {url}"))),
        RunEvent::Looked { .. } => {}
        RunEvent::Planned { steps, current } => show_plan(steps, *current, style),
        RunEvent::Chained { links, .. } => {
            say(&style.soft(&format!("     {links} actions in a row")));
        }
        RunEvent::Checked { passed: true, .. } => {}
        RunEvent::Checked { message, .. } => say(&format!(
            "     {} {}; the rest is left",
            style.mark(false),
            message.as_deref().unwrap_or_default()
        )),
        RunEvent::Decided {
            step,
            thought,
            action,
            target,
            ..
        } => show_decided(*step, thought, action, target.as_deref(), style),
        RunEvent::Performed {
            success: true,
            message: Some(state),
            ..
        } => say(&format!("     read: {state}")),
        RunEvent::Performed { success: true, .. } => {}
        RunEvent::Performed { code, message, .. } => say(&format!(
            "     {} {}: {}",
            style.mark(false),
            code.as_deref().unwrap_or("ACTION_FAILED"),
            message.as_deref().unwrap_or_default()
        )),
        RunEvent::Received { name, kept, .. } => say(&match kept {
            Some(path) => format!("     {} kept {name} as {path}", style.mark(true)),
            None => format!("     {} {name} was given, and not kept", style.mark(false)),
        }),
        RunEvent::Verified {
            met,
            confidence,
            reason,
            tier,
            evidence,
            ..
        } => {
            let sure = style.soft(&format!("({confidence:.2}, tier {tier})"));
            say(&format!("     {} {reason} {sure}", style.mark(*met)));
            if !met {
                show_evidence(evidence, style);
            }
        }
        RunEvent::Asked { question, .. } => say(&format!("  ?  {question}")),
        RunEvent::Answered { answer } => say(&format!(
            "     {}",
            style.soft(&format!("answered: {answer}"))
        )),
        RunEvent::Ended {
            status,
            verified,
            ledger,
            result,
            steps,
            ms,
        } => {
            let word = match (status.as_str(), verified) {
                ("completed", true) => style.good("done"),
                ("completed", false) => style.bad("done, not verified"),
                (status, _) => style.bad(status),
            };
            let seconds = *ms as f64 / 1000.0;
            let noun = if *steps == 1 { "step" } else { "steps" };
            say(&format!("\n{word} in {steps} {noun}, {seconds:.1} s"));
            ledger.iter().for_each(|clause| show_clause(clause, style));
            // What went wrong is said on standard error.
            if status == "completed" && !result.is_empty() {
                say(result);
            }
        }
    }
}

fn show_decided(step: usize, thought: &str, action: &str, target: Option<&str>, style: Style) {
    let target = target.map(|name| format!(" “{name}”")).unwrap_or_default();
    say(&format!(
        "{:>3}  {}{target}",
        step + 1,
        style.strong(action)
    ));
    if !thought.is_empty() {
        say(&format!("     {}", style.soft(thought)));
    }
}

fn show_clause(clause: &WireClause, style: Style) {
    let sign = match clause.standing {
        WireStanding::Verified => style.mark(true),
        WireStanding::Unverified => "?".to_owned(),
        WireStanding::Open => " ".to_owned(),
        WireStanding::Wrong => style.mark(false),
    };
    let evidence = style.soft(&clause.evidence);
    say(&format!("  {sign} {}  {evidence}", clause.words));
}

fn show_plan(steps: &[ShownStep], current: u32, style: Style) {
    say(&style.soft("plan"));
    for (index, step) in (0..).zip(steps) {
        let sign = match step.status {
            PlanStepStatus::Completed => style.mark(true),
            PlanStepStatus::Failed => style.mark(false),
            PlanStepStatus::Pending | PlanStepStatus::Active => {
                (if index == current { "›" } else { " " }).to_owned()
            }
        };
        say(&format!("  {sign} {}. {}", index + 1, step.description));
    }
}

/// What was seen instead, where a step did not work.
fn show_evidence(evidence: &[String], style: Style) {
    for line in evidence.iter().take(EVIDENCE) {
        say(&format!("       {}", style.soft(line)));
    }
}
