//! The tables: a line a page while it goes, and in the end a table of each kind of page and of all.

use std::collections::BTreeMap;

use super::contestant::{Contestant, Way};
use super::truth::Part;
use super::{Seen, Table};
use crate::figure::{Figure, median};
use crate::say;

/// So many controls that were missed are named.
const MISSED: usize = 6;

/// Who looked, and how.
pub(super) fn named(one: &Contestant, way: &Way) -> String {
    format!("{}, {}", one.name, way.name)
}

/// One page: tokens, and which share of the controls in view was told.
pub(super) fn page(group: &str, path: &str, row: &BTreeMap<String, Seen>) {
    say(&format!("{group}: {path}"));
    for (name, seen) in row {
        say(&format!(
            "    {name:<40} {:>7} tokens  controls {:>4}/{:<4} in view {:>4}/{:<4} of all  words {:>3.0} % {:>3.0} %  {:>6.1} ms",
            seen.tokens,
            seen.controls.0.told,
            seen.controls.0.of,
            seen.controls.1.told,
            seen.controls.1.of,
            100.0 * seen.words.0.share(),
            100.0 * seen.words.1.share(),
            seen.wall,
        ));
        if !seen.missed.is_empty() {
            let some = &seen.missed[..seen.missed.len().min(MISSED)];
            say(&format!(
                "        missed {}: {}",
                seen.missed.len(),
                some.join(", ")
            ));
        }
    }
}

/// Everything: tables to be read, and figures beside ours.
pub(super) fn all(table: &Table, contestants: &[Contestant]) -> Vec<Figure> {
    let ways: Vec<String> = contestants
        .iter()
        .flat_map(|one| one.ways.iter().map(|way| named(one, way)))
        .collect();
    let mut groups: Vec<&str> = Vec::new();
    for (group, _, _) in table {
        if !groups.contains(group) {
            groups.push(group);
        }
    }
    let mut figures = Vec::new();
    for group in groups.into_iter().map(Some).chain([None]) {
        let rows = table
            .iter()
            .filter(|(of, _, _)| group.is_none_or(|group| group == *of));
        let rows: Vec<&BTreeMap<String, Seen>> = rows.map(|(_, _, row)| row).collect();
        let sums: Vec<Sum> = ways.iter().map(|way| Sum::of(way, &rows)).collect();
        say("");
        say(&format!(
            "{}, {} pages:",
            group.unwrap_or("all"),
            rows.len()
        ));
        say("");
        say(
            "| | tokens, median · most | controls in view · of all | words in view · of all | CPU, server · browser | time |",
        );
        say("|---|---|---|---|---|---|");
        for (way, sum) in ways.iter().zip(&sums) {
            say(&sum.line(way, &sums[0]));
        }
        if group.is_none() {
            figures.extend(ways.iter().zip(&sums).map(|(way, sum)| {
                Figure::plain(format!("look: tokens, {way} (ours)"), sum.tokens, "tokens")
                    .beside(sums[0].tokens)
            }));
        }
    }
    figures
}

/// One way over some pages.
struct Sum {
    tokens: f64,
    most: usize,
    controls: (Part, Part),
    words: (Part, Part),
    server: f64,
    browser: f64,
    wall: f64,
}

impl Sum {
    fn of(way: &str, rows: &[&BTreeMap<String, Seen>]) -> Self {
        let seen: Vec<&Seen> = rows.iter().filter_map(|row| row.get(way)).collect();
        let middle = |value: fn(&Seen) -> f64| {
            median(&mut seen.iter().map(|seen| value(seen)).collect::<Vec<_>>())
        };
        let parts = |value: fn(&Seen) -> (Part, Part)| {
            let mut all = (Part::default(), Part::default());
            for seen in &seen {
                all.0.add(value(seen).0);
                all.1.add(value(seen).1);
            }
            all
        };
        Self {
            tokens: middle(|seen| seen.tokens as f64),
            most: seen.iter().map(|seen| seen.tokens).max().unwrap_or(0),
            controls: parts(|seen| seen.controls),
            words: parts(|seen| seen.words),
            server: middle(|seen| seen.spent.own_ms),
            browser: middle(|seen| seen.spent.browser_ms),
            wall: middle(|seen| seen.wall),
        }
    }

    fn line(&self, way: &str, ours: &Self) -> String {
        let share = |part: Part| format!("{:.1} %", 100.0 * part.share());
        format!(
            "| {way} | {:.0} · {} | {} · {} | {} · {} | {:.0} · {:.0} ms | {:.2} |",
            self.tokens,
            self.most,
            share(self.controls.0),
            share(self.controls.1),
            share(self.words.0),
            share(self.words.1),
            self.server,
            self.browser,
            self.wall / ours.wall.max(0.001),
        )
    }
}
