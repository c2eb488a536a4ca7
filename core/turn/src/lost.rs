//! What becomes of a task whose client was lost together with its browser: what it had entered into pages is gone, and what
//! it was doing may have happened.

use screen_agent_action::step::Step;
use screen_agent_action::{Action, EffectClass};

use crate::task::Task;

/// How a task of a lost client goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// Nothing that it did can have changed anything beyond its own browser: it begins again.
    Anew,
    /// All that it did was seen to be done, and led to another page, which says by itself how things stand there: it
    /// goes on from that page.
    GoOn,
    /// Nobody can tell: the person has to look. The last step that may have changed something.
    Ask(u16),
    /// Nobody can tell either: the person had the page to themselves.
    AskOfPerson,
}

/// Decides it by the steps, by where the task was seen last, and by whether the person had the page to themselves: what
/// they did there may have changed anything, and nobody wrote it down.
pub fn after_loss(task: Option<&Task>, seen_at: &str, touched: bool) -> Lost {
    if touched {
        return Lost::AskOfPerson;
    }
    let Some(task) = task else {
        return Lost::Anew;
    };
    // Of what was sent in one chain with the last step nobody knows how far it came.
    let mut chained = task.sent.iter().flat_map(|sent| &sent.links);
    if let Some(outstanding) = task.outstanding()
        && chained.any(|link| may_change(&link.action))
    {
        return Lost::Ask(outstanding.index);
    }
    let Some((last, after)) = last_consequence(&task.steps) else {
        return Lost::Anew;
    };
    // What was typed since is gone with the page.
    let nothing_lost = !after.iter().any(|step| step.action.fills_in());
    // On the same page, what a press brought may have been the page's own and is gone, too.
    let led_away = last.met() && page(&last.url) != page(seen_at);
    match nothing_lost && led_away {
        true => Lost::GoOn,
        false => Lost::Ask(last.index),
    }
}

/// The last step that may have changed something beyond the browser, and what came after it.
fn last_consequence(steps: &[Step]) -> Option<(&Step, &[Step])> {
    let at = steps.iter().rposition(|step| may_change(&step.action))?;
    Some((&steps[at], &steps[at + 1..]))
}

/// Putting the same value into the same field twice comes to what putting it there once does.
fn may_change(action: &Action) -> bool {
    match action.effect() {
        EffectClass::Works | EffectClass::Types => !action.fills_in(),
        EffectClass::Answers | EffectClass::Privileged => true,
        EffectClass::Reads
        | EffectClass::Captures
        | EffectClass::Moves
        | EffectClass::Waits
        | EffectClass::Goes
        | EffectClass::ReadsStored
        | EffectClass::Ends
        | EffectClass::Serves => false,
    }
}

/// An address without what only scrolls.
fn page(address: &str) -> &str {
    address.split('#').next().unwrap_or(address)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use screen_agent_action::parse;
    use screen_agent_action::step::{Report, Verdict};
    use screen_agent_action::{expect::Expectation, id::TaskId, step::Maker};
    use uuid::Uuid;

    use super::*;

    const FORM: &str = "https://shop.example/form";
    const DONE: &str = "https://shop.example/done";

    /// A task of steps: an action, and whether it was seen to work; nothing of one that is outstanding.
    fn task(steps: &[(&str, Option<bool>)]) -> Task {
        let mut task = Task::new(TaskId::new(Uuid::nil()), "buy tea".to_owned());
        let step = |(index, (action, met)): (usize, &(&str, Option<bool>))| Step {
            index: index as u16,
            thought: String::new(),
            action: parse(action).unwrap(),
            target: None,
            expected: Expectation::default(),
            url: FORM.to_owned(),
            report: Report::default(),
            verdict: met.map(|met| Verdict {
                met,
                confidence: 1.0,
                reason: String::new(),
                tier: 1,
                evidence: Vec::new(),
                proof: Default::default(),
            }),
            by: Maker::Engine,
            plan_step: None,
            correction: None,
        };
        task.steps = steps.iter().enumerate().map(step).collect();
        task
    }

    #[test]
    fn what_may_have_happened_is_never_done_again_unasked() {
        let (read, typed, press) = ("scroll(down)", "setValue(4, \"Ann\")", "click(5)");
        let (yes, no) = (Some(true), Some(false));
        for (steps, seen_at, expected) in [
            (vec![], FORM, Lost::Anew),
            (
                vec![(read, yes), (typed, yes), (typed, None)],
                FORM,
                Lost::Anew,
            ),
            // Pressed, and nobody has looked.
            (vec![(typed, yes), (press, None)], FORM, Lost::Ask(1)),
            (vec![(press, None)], DONE, Lost::Ask(0)),
            // Pressed, and nothing was seen of it.
            (vec![(press, no)], DONE, Lost::Ask(0)),
            // Seen to be done: where it led says how things stand, and the same page does not.
            (vec![(typed, yes), (press, yes)], DONE, Lost::GoOn),
            (vec![(press, yes), (read, None)], DONE, Lost::GoOn),
            (vec![(press, yes)], FORM, Lost::Ask(0)),
            (
                vec![(press, yes)],
                "https://shop.example/form#end",
                Lost::Ask(0),
            ),
            // What was typed since is gone with the browser.
            (vec![(press, yes), (typed, yes)], DONE, Lost::Ask(0)),
            (vec![(press, yes), (press, None)], DONE, Lost::Ask(1)),
        ] {
            let found = after_loss(Some(&task(&steps)), seen_at, false);
            assert_eq!(found, expected, "{steps:?} at {seen_at}");
            let touched = after_loss(Some(&task(&steps)), seen_at, true);
            assert_eq!(touched, Lost::AskOfPerson, "{steps:?} at {seen_at}");
        }
        assert_eq!(after_loss(None, FORM, false), Lost::Anew);
        assert_eq!(after_loss(None, FORM, true), Lost::AskOfPerson);
    }
}
