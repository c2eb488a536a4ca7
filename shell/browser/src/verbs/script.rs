//! Running a piece of code in the page, as `evaluate` asks for.

use std::time::Duration;

use screen_agent_action::code::{names_in, refused_in};

use super::Done;
use super::basis::stale;
use crate::BrowserError;
use crate::outcome::{PerformRefusal, Trouble};
use crate::page::BrowserPage;
use crate::target::Basis;

/// Longest code, in characters.
const LONGEST_CODE: usize = 10_000;

/// Longest result that is told, in characters.
const LONGEST_RESULT: usize = 10_000;

const PATIENCE: Duration = Duration::from_secs(10);

/// Names that code may not hold besides those that no client runs.
const REFUSED_NAMES: [&str; 2] = ["constructor", "execScript"];

impl BrowserPage {
    /// Runs code in the page's own world; its value is the state.
    pub(crate) async fn evaluate_code(&self, code: &str, basis: Option<&Basis>) -> Done {
        if code.chars().count() > LONGEST_CODE {
            return Err(Trouble::invalid("the code is too long"));
        }
        if let Some(part) = refused_part(code) {
            let message = format!("code with {part} is not run");
            return Err(Trouble::Refused(PerformRefusal::Unsupported, message));
        }
        let bound = basis.map_or_else(|| code.to_owned(), |basis| bound_to(basis, code));
        let value = match self.run_in_page(&bound, PATIENCE).await {
            Err(BrowserError::Script(why)) if why.contains(ELSEWHERE) => {
                return Err(stale(ELSEWHERE));
            }
            other => other?,
        };
        let told = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        Ok(Some(told.chars().take(LONGEST_RESULT).collect()))
    }
}

/// What is said of code that would have run on another site.
const ELSEWHERE: &str = "the page has gone to another site since this was decided";

/// The code, to be run on one origin alone: where it is, a page cannot pretend.
fn bound_to(basis: &Basis, code: &str) -> String {
    let origin = match basis.said.origin.as_str() {
        "" => "null",
        origin => origin,
    };
    let (origin, why) = (serde_json::json!(origin), serde_json::json!(ELSEWHERE));
    format!("if (location.origin !== {origin}) throw new Error({why});{code}")
}

/// The part of some code for which it is not run. This keeps accidents out; what code may do at all
/// is for the gate to decide.
fn refused_part(code: &str) -> Option<&'static str> {
    let named = |refused: &&str| names_in(code).any(|name| name == *refused);
    refused_in(code).or_else(|| REFUSED_NAMES.into_iter().find(named))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_that_makes_code_or_outlives_the_action_is_refused() {
        for (code, refused) in [
            ("document.title", false),
            ("[...document.links].length", false),
            ("medieval(1)", false),
            ("a.innerHTML == 'x'", false),
            ("a.innerHTML.length", false),
            ("eval('1')", true),
            ("window . eval ('1')", true),
            ("new Function('1')", true),
            ("setTimeout(f, 1)", true),
            ("import('x')", true),
            ("a.innerHTML = 'x'", true),
            ("a.outerHTML += 'x'", true),
            ("document\n.write('x')", true),
            ("document.writeln('x')", true),
        ] {
            assert_eq!(refused_part(code).is_some(), refused, "{code}");
        }
    }
}
