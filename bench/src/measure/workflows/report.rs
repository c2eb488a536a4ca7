//! How runs came out, and the tables of them.

use screen_agent_cli::Ending;

use super::bare::Played;
use super::noted::Noted;
use super::runs::Again;
use crate::figure::{Figure, median};
use crate::say;

/// How a run came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Came {
    /// Done, as it was kept.
    Replayed,
    /// Done, with a control that was found anew.
    Healed,
    /// Not done, or something was asked that nobody answered.
    Stopped,
    /// Called done, and not all of it was.
    False,
}

/// A run, judged.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    came: Came,
    /// What was done that nobody wanted, by the page's own account.
    wrong: Vec<String>,
    why: String,
    ms: f64,
    calls: usize,
}

impl Outcome {
    pub(super) fn of(again: Again, right: &Noted) -> Self {
        let Again {
            ran,
            noted,
            is_denied,
            ms,
            calls,
        } = again;
        let claimed = matches!(ran.ending, Ending::Done | Ending::Unverified);
        // The last sentence tells what was healed, a step each.
        let healed = claimed && ran.result.contains(" Step ");
        Self {
            came: match came(claimed, healed, &noted, right) {
                Came::Replayed | Came::Healed if is_denied => Came::False,
                came => came,
            },
            ..Self::judged(&noted, right, ran.result, ms, calls)
        }
    }

    pub(super) fn of_bare(played: Played, right: &Noted) -> Self {
        let Played { error, ms, noted } = played;
        Self {
            came: came(error.is_empty(), false, &noted, right),
            ..Self::judged(&noted, right, error, ms, 0)
        }
    }

    fn judged(noted: &Noted, right: &Noted, why: String, ms: f64, calls: usize) -> Self {
        Self {
            came: Came::Stopped,
            wrong: noted.besides(right),
            why,
            ms,
            calls,
        }
    }

    fn is_done(&self) -> bool {
        matches!(self.came, Came::Replayed | Came::Healed)
    }
}

/// What is called done is so only where the page has seen all that the right run did.
fn came(claimed: bool, healed: bool, noted: &Noted, right: &Noted) -> Came {
    match (claimed, healed) {
        (false, _) => Came::Stopped,
        _ if !noted.holds(right) => Came::False,
        (true, true) => Came::Healed,
        (true, false) => Came::Replayed,
    }
}

/// A page and what became of it.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) group: &'static str,
    pub(super) task: String,
    /// How the page was.
    pub(super) page: &'static str,
    pub(super) outcome: Outcome,
    /// The bare script, where there is one.
    pub(super) bare: Option<Outcome>,
    pub(super) first_ms: f64,
}

impl Row {
    pub(super) fn line(&self) -> String {
        let one = |outcome: &Outcome| {
            let wrong = match outcome.wrong.is_empty() {
                true => String::new(),
                false => format!(" WRONG: {}", outcome.wrong.join("; ")),
            };
            let why = match outcome.is_done() {
                true => String::new(),
                false => format!(" ({})", outcome.why),
            };
            format!("{:?}, {:.0} ms{wrong}{why}", outcome.came, outcome.ms)
        };
        let bare = self
            .bare
            .as_ref()
            .map_or_else(|| "no script".to_owned(), one);
        format!(
            "{}, {}: {} | bare: {bare}",
            self.task,
            self.page,
            one(&self.outcome)
        )
    }
}

/// The tables, by kind of task and of page.
pub(super) fn all(rows: &[Row]) -> Vec<Figure> {
    let mut figures = Vec::new();
    for group in ["MiniWoB++", "local sites"] {
        let of = |row: &&Row| row.group == group;
        let mut pages: Vec<&str> = Vec::new();
        for row in rows.iter().filter(of) {
            if !pages.contains(&row.page) {
                pages.push(row.page);
            }
        }
        say("");
        say(&format!(
            "| {group}, page | runs | replayed | healed | stopped or asked | false | wrong | calls | bare script: done · broke off · wrong |"
        ));
        say("|---|---|---|---|---|---|---|---|---|");
        for page in pages {
            let runs: Vec<&Row> = rows
                .iter()
                .filter(of)
                .filter(|row| row.page == page)
                .collect();
            say(&line(page, &runs));
        }
        let same: Vec<&Row> = rows
            .iter()
            .filter(of)
            .filter(|row| row.page == "unchanged")
            .collect();
        figures.extend(times(group, &same));
    }
    let wrong = rows
        .iter()
        .filter(|row| !row.outcome.wrong.is_empty())
        .count();
    figures.push(Figure::plain("workflows: runs", rows.len() as f64, ""));
    figures
        .push(Figure::plain("workflows: runs with a wrong action", wrong as f64, "").at_most(0.0));
    figures
}

fn line(page: &str, runs: &[&Row]) -> String {
    let count = |came: Came| runs.iter().filter(|row| row.outcome.came == came).count();
    let wrong = runs
        .iter()
        .filter(|row| !row.outcome.wrong.is_empty())
        .count();
    let calls: usize = runs.iter().map(|row| row.outcome.calls).sum();
    let bare: Vec<&Outcome> = runs.iter().filter_map(|row| row.bare.as_ref()).collect();
    let done = bare.iter().filter(|one| one.is_done()).count();
    let broke = bare.iter().filter(|one| one.came == Came::Stopped).count();
    let bad = bare.iter().filter(|one| !one.wrong.is_empty()).count();
    format!(
        "| {page} | {} | {} | {} | {} | {} | {wrong} | {calls} | {done} · {broke} · {bad} of {} |",
        runs.len(),
        count(Came::Replayed),
        count(Came::Healed),
        count(Came::Stopped),
        count(Came::False),
        bare.len(),
    )
}

/// How long runs took that were done, beside the first one and beside the bare script.
fn times(group: &str, same: &[&Row]) -> Vec<Figure> {
    let done: Vec<&&Row> = same.iter().filter(|row| row.outcome.is_done()).collect();
    let ratios = |beside: fn(&Row) -> Option<f64>| {
        let all = done
            .iter()
            .filter_map(|row| Some(row.outcome.ms / beside(row)?));
        median(&mut all.collect::<Vec<_>>())
    };
    let name = |what: &str| format!("workflows, {group}: time {what}");
    let first = ratios(|row| Some(row.first_ms));
    let bare = ratios(|row| Some(row.bare.as_ref().filter(|bare| bare.is_done())?.ms));
    vec![
        Figure::plain(name("of the first run"), first, "×"),
        Figure::plain(name("of the bare script"), bare, "×"),
    ]
}
