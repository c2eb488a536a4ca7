//! What a person is told at the end, and what they are asked, leads only to addresses that were read or said.
//!
//! A model that a page has talked into it could otherwise send a person somewhere ("your session has expired,
//! sign in at ..."), or write what it knows into an address for them to open.

use crate::action::Action;
use crate::ask::{Decision, Proposal};
use crate::task::{Pending, Task};

/// What stands for an address that was made up.
const LEFT_OUT: &str = "[address left out]";

/// The proposal, and in what it tells or asks no address that was neither read nor said.
pub(super) fn without_made_up(proposal: Proposal, task: &Task, pending: &Pending) -> Proposal {
    let known = Known::of(task, pending);
    let decision = match proposal.decision {
        Decision::Act {
            action: Action::Finish { text, success },
        } => Decision::Act {
            action: Action::Finish {
                text: text.map(|text| known.only(&text)),
                success,
            },
        },
        Decision::Act {
            action: Action::Fail { reason },
        } => Decision::Act {
            action: Action::Fail {
                reason: reason.map(|reason| known.only(&reason)),
            },
        },
        Decision::Question { question, missing } => Decision::Question {
            question: known.only(&question),
            missing: missing.iter().map(|field| known.only(field)).collect(),
        },
        Decision::GiveUp { reason } => Decision::GiveUp {
            reason: known.only(&reason),
        },
        other @ Decision::Act { .. } => other,
    };
    Proposal {
        decision,
        ..proposal
    }
}

/// A question of a model's, and no address in it that was neither read nor said.
pub(super) fn asked(question: &str, task: &Task, pending: &Pending) -> String {
    Known::of(task, pending).only(question)
}

/// Everything in which an address may stand that was read or said.
struct Known {
    text: String,
}

impl Known {
    fn of(task: &Task, pending: &Pending) -> Self {
        let screen = &pending.seen.screen;
        let mut text = String::new();
        let mut add = |part: &str| {
            text.push_str(part);
            text.push('\n');
        };
        add(&task.query);
        task.answers.iter().for_each(|said| add(&said.answer));
        for step in &task.steps {
            add(&step.url);
            step.report.state.iter().for_each(|read| add(read));
        }
        add(&screen.url);
        screen.lines.iter().for_each(|line| add(&line.words()));
        for node in &screen.nodes {
            add(&node.name);
            node.value
                .iter()
                .chain(&node.facts.href)
                .for_each(|part| add(part));
        }
        // What was found was read, too; what was looked for is a model's.
        let thinking = &task.thinking;
        for searched in thinking
            .looked_up
            .iter()
            .chain(&thinking.reasoning.searches)
        {
            add(&serde_json::to_string(&searched.result).unwrap_or_default());
        }
        add(&serde_json::to_string(&task.file).unwrap_or_default());
        Self { text }
    }

    fn only(&self, told: &str) -> String {
        let ends = |c: char| c.is_whitespace() || "\"'`<>()[]{}|\\,".contains(c);
        let mut kept = String::with_capacity(told.len());
        for piece in told.split_inclusive(ends) {
            let word = piece.trim_end_matches(ends);
            let bare = word.trim_end_matches(['.', ';', ':', '!', '?', '*', '_', '~']);
            if is_address(bare) && !self.stands(bare) {
                kept.push_str(LEFT_OUT);
                kept.push_str(piece.get(bare.len()..).unwrap_or_default());
            } else {
                kept.push_str(piece);
            }
        }
        kept
    }

    /// It stands in what was read or said, and ends where it ends there.
    fn stands(&self, address: &str) -> bool {
        let goes_on =
            |c: char| c.is_alphanumeric() || matches!(c, '/' | '?' | '=' | '&' | '%' | '-' | '_');
        let ends = |at: usize| {
            let rest = self.text.get(at + address.len()..).unwrap_or_default();
            !rest.starts_with(goes_on)
        };
        self.text.match_indices(address).any(|(at, _)| ends(at))
    }
}

/// What readers of texts make a link of.
fn is_address(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    let word = word.trim_start_matches(['*', '_', '~']);
    let slashes = word.starts_with("//") && word.contains('.');
    word.contains("://") || slashes || word.starts_with("www.") || word.contains("mailto:")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_that_were_read_or_said_are_told() {
        let known = Known {
            text: "see http://shop.example/a and www.shop.example\nhttps://shop.example/order/7"
                .to_owned(),
        };
        for (told, expected) in [
            (
                "It is at http://shop.example/a.",
                "It is at http://shop.example/a.",
            ),
            (
                "[7](https://shop.example/order/7)",
                "[7](https://shop.example/order/7)",
            ),
            (
                "Sign in at http://evil.example/login",
                "Sign in at [address left out]",
            ),
            (
                "[here](http://evil.example/?d=SECRET)",
                "[here]([address left out])",
            ),
            ("http://shop.example/a?d=SECRET", "[address left out]"),
            ("HTTP://EVIL.example", "[address left out]"),
            ("//evil.example/x, then", "[address left out], then"),
            ("www.evil.example!", "[address left out]!"),
            ("https://shop.example/order/", "[address left out]"),
            ("mailto:eve@evil.example", "[address left out]"),
            ("It costs 3 / 4 of 10.", "It costs 3 / 4 of 10."),
        ] {
            assert_eq!(known.only(told), expected, "{told}");
        }
    }
}
