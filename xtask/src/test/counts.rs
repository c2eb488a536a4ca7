//! What the suites counted, and what did not pass.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::shell::{heading, run_reading, say};

#[derive(Default)]
pub struct Counts {
    /// The whole workspace was built at once, and its programs are where Cargo puts them.
    pub whole: bool,
    passed: u64,
    failed: u64,
    pub skipped: u64,
    broken: Vec<&'static str>,
    took: Vec<(&'static str, Duration)>,
}

impl Counts {
    /// Runs a suite; true when it passed.
    pub fn suite(&mut self, name: &'static str, command: &mut Command) -> Result<bool> {
        heading(name);
        let mut lines = Vec::new();
        let start = Instant::now();
        let ok = run_reading(command, |line| lines.push(line.to_owned()))?;
        self.took.push((name, start.elapsed()));
        for line in &lines {
            self.read(line);
        }
        self.check(name, ok);
        Ok(ok)
    }

    /// The same for a check of our own, which says itself what is wrong.
    pub fn own(&mut self, name: &'static str, checked: Result<()>) {
        if let Err(error) = &checked {
            say(&format!("{error:#}"));
        }
        self.check(name, checked.is_ok());
    }

    fn check(&mut self, name: &'static str, ok: bool) {
        if !ok {
            self.broken.push(name);
        }
    }

    /// Reads the closing lines of cargo test, nextest and node's test runner.
    fn read(&mut self, line: &str) {
        // A runner shows what a failed test printed indented, its own counts among it.
        let inner = line.starts_with("    ") && line.trim_start().starts_with("test result:");
        let line = line.trim();
        let figures: Vec<(&str, u64)> = if inner {
            return;
        } else if line.starts_with("test result:") || line.starts_with("Summary [") {
            let words: Vec<&str> = line
                .split([' ', ';', ',', ':'])
                .filter(|word| !word.is_empty())
                .collect();
            words
                .windows(2)
                .filter_map(|pair| Some((pair[1], pair[0].parse().ok()?)))
                .collect()
        } else if let Some(rest) = line.strip_prefix("# ").or_else(|| line.strip_prefix("ℹ ")) {
            rest.split_once(' ')
                .and_then(|(word, count)| Some((word, count.parse().ok()?)))
                .into_iter()
                .collect()
        } else {
            return;
        };
        for (word, count) in figures {
            match word {
                "passed" | "pass" => self.passed += count,
                "failed" | "fail" => self.failed += count,
                "skipped" | "ignored" => self.skipped += count,
                _ => {}
            }
        }
    }

    /// Says what came of it. Where tests were to be run, none is a failure.
    pub fn close(self, tests: bool) -> Result<()> {
        say("");
        for (name, took) in &self.took {
            say(&format!("{:>6} s  {name}", took.as_secs()));
        }
        if !self.broken.is_empty() {
            say(&format!("not passed: {}", self.broken.join(", ")));
        }
        let failed = self.failed.max(u64::from(!self.broken.is_empty()));
        say(&format!(
            "{} passed, {failed} failed, {} skipped",
            self.passed, self.skipped
        ));
        if failed > 0 {
            bail!("the tests did not pass");
        }
        if tests && self.passed == 0 {
            bail!("no test was run");
        }
        Ok(())
    }
}
