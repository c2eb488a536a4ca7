//! A run as a person reads it.

use crate::drive::RunEvent;
use crate::terminal::{Style, say};

/// Prints an event, one or two lines.
pub(crate) fn show(event: &RunEvent, style: Style) {
    match event {
        RunEvent::Started { url, .. } => say(&style.soft(&format!("at {url}"))),
        RunEvent::Looked { .. } => {}
        RunEvent::Decided {
            step,
            thought,
            action,
            target,
            ..
        } => {
            let target = target
                .as_ref()
                .map(|name| format!(" “{name}”"))
                .unwrap_or_default();
            say(&format!(
                "{:>3}  {}{target}",
                step + 1,
                style.strong(action)
            ));
            if !thought.is_empty() {
                say(&format!("     {}", style.soft(thought)));
            }
        }
        RunEvent::Performed {
            success: true,
            message: Some(state),
            ..
        } => say(&format!("     read: {state}")),
        RunEvent::Performed { success: true, .. } => {}
        RunEvent::Performed { code, message, .. } => {
            let code = code.as_deref().unwrap_or("ACTION_FAILED");
            say(&format!(
                "     {} {code}: {}",
                style.bad("✗"),
                message.as_deref().unwrap_or_default()
            ));
        }
        RunEvent::Verified {
            met,
            confidence,
            reason,
            ..
        } => {
            let mark = if *met {
                style.good("✓")
            } else {
                style.bad("✗")
            };
            say(&format!(
                "     {mark} {reason} {}",
                style.soft(&format!("({confidence:.2})"))
            ));
        }
        RunEvent::Asked { question, .. } => say(&format!("  ?  {question}")),
        RunEvent::Answered { answer } => say(&format!(
            "     {}",
            style.soft(&format!("answered: {answer}"))
        )),
        RunEvent::Ended {
            status,
            result,
            steps,
            ms,
        } => {
            let word = if status == "completed" {
                style.good("done")
            } else {
                style.bad(status)
            };
            say(&format!(
                "\n{word} in {steps} steps, {:.1} s",
                *ms as f64 / 1000.0
            ));
            // What went wrong is said on standard error.
            if status == "completed" && !result.is_empty() {
                say(result);
            }
        }
    }
}
