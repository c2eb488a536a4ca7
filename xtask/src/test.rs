//! Every test, lint and freshness check, closing with the counts.

use std::process::Command;

use anyhow::{Result, bail};

use crate::adversary;
use crate::codegen;
use crate::llama;
use crate::model::{self, Name};
use crate::need;
use crate::shell::{cargo, command, heading, root, run_reading, say, which};
use crate::tidy;

/// What to leave out.
#[derive(clap::Args)]
pub struct Args {
    /// Only the Rust tests.
    #[arg(long)]
    rust_only: bool,
    /// Without models: neither the one that runs in this process, nor the one behind a server.
    #[arg(long)]
    without_models: bool,
    /// Only the built extension in a real browser; words choose the files whose names hold one of them.
    #[arg(long, num_args = 0.., value_name = "WORD")]
    extension: Option<Vec<String>>,
    /// Also every action, look and panel state by itself in a real browser: some five minutes more.
    #[arg(long)]
    parts: bool,
}

/// What the suites counted.
#[derive(Default)]
struct Counts {
    passed: u64,
    failed: u64,
    skipped: u64,
    broken: Vec<&'static str>,
}

/// Runs everything, also after a failure, so that one run shows all that is wrong.
pub fn run(args: &Args) -> Result<()> {
    need::chromium()?;
    need::node_modules()?;
    need::strace()?;
    let mut counts = Counts::default();
    if let Some(words) = &args.extension {
        counts.extension(words)?;
        return counts.close();
    }
    if !args.rust_only {
        counts.check(
            "tidy",
            tidy::run(&tidy::Args::default())
                .map_err(|error| say(&format!("{error:#}")))
                .is_ok(),
        );
        counts.suite("format", cargo().args(["fmt", "--all", "--check"]))?;
        counts.suite(
            "lint",
            cargo().args([
                "clippy",
                "--workspace",
                "--all-targets",
                "--locked",
                "--quiet",
                "--",
                "-D",
                "warnings",
            ]),
        )?;
    }
    if !args.rust_only {
        counts.supply_chain()?;
    }
    counts.suite("Rust tests", &mut rust_tests())?;
    if !args.without_models {
        counts.models(args.rust_only)?;
    }
    if !args.rust_only {
        counts.check(
            "codegen",
            codegen::run(&codegen::Args { check: true })
                .map_err(|error| say(&format!("{error:#}")))
                .is_ok(),
        );
        counts.suite(
            "web types",
            command("npm")
                .current_dir(root().join("web"))
                .args(["run", "--silent", "check"]),
        )?;
        counts.suite(
            "web tests",
            command("npm")
                .current_dir(root().join("web"))
                .args(["test", "--silent"]),
        )?;
        counts.suite(
            "what strangers write, in a real browser",
            command("npm").current_dir(root().join("web")).args([
                "run",
                "--silent",
                "--workspace",
                "ui",
                "test:safety",
            ]),
        )?;
        counts.extension(&[])?;
        counts.adversary()?;
    }
    if args.parts {
        counts.suite("extension, part by part", &mut extension("test:browser"))?;
    }
    counts.close()
}

impl Counts {
    /// Bans, licences and sources of crates, where the tool for it is installed. Advisories need the
    /// network; the workflow in .github asks for them.
    fn supply_chain(&mut self) -> Result<()> {
        if which(&["cargo-deny"]).is_none() {
            return Ok(());
        }
        let mut deny = cargo();
        deny.args([
            "deny",
            "--offline",
            "--all-features",
            "--log-level",
            "error",
        ]);
        self.suite(
            "supply chain",
            deny.args(["check", "bans", "licenses", "sources"]),
        )
    }
}

/// A script of the extension's package.
fn extension(script: &str) -> Command {
    let mut npm = command("npm");
    npm.current_dir(root().join("web")).args([
        "run",
        "--silent",
        "--workspace",
        "extension",
        script,
    ]);
    npm
}

fn rust_tests() -> Command {
    let mut command = cargo();
    if which(&["cargo-nextest"]).is_some() {
        command.args([
            "nextest",
            "run",
            "--workspace",
            "--locked",
            "--no-fail-fast",
            "--status-level",
            "fail",
        ]);
    } else {
        command.args(["test", "--workspace", "--locked", "--no-fail-fast"]);
    }
    command
}

/// What the model in this process needs, in a folder of its own: its features would have half of
/// the workspace built once more.
fn local_llm(args: &[&str]) -> Command {
    let mut command = cargo();
    command
        .args(args)
        .env("CARGO_TARGET_DIR", root().join("target/local-llm"));
    command
}

impl Counts {
    /// Tests with models. Where the one for the server cannot be fetched, that is said, and counts
    /// as skipped.
    fn models(&mut self, rust_only: bool) -> Result<()> {
        if !rust_only {
            let mut lint = local_llm(&["clippy", "--all-targets", "--locked", "--quiet"]);
            lint.args(["--package", "screen-agent-local-llm"])
                .args(["--package", "screen-agent-cli"])
                .args(["--features", "screen-agent-cli/local-llm"])
                .args(["--", "-D", "warnings"]);
            self.suite("lint, model in this process", &mut lint)?;
        }
        let mut tests = local_llm(&["test", "--locked", "--quiet"]);
        tests
            .args(["--package", "screen-agent-local-llm"])
            .args(["--features", "engine"]);
        // Most of it is shown on random weights; one small real model is asked as well.
        match model::fetch(Name::Smol) {
            Ok(file) => {
                tests
                    .env("SCREEN_AGENT_SMALL_MODEL", file)
                    .args(["--", "--include-ignored"]);
            }
            Err(error) => say(&format!("a real model is left out: {error:#}")),
        }
        self.suite("model in this process", &mut tests)?;
        match llama::tests() {
            Ok(mut tests) => self.suite("model behind a server", &mut tests)?,
            Err(error) => {
                say(&format!("skipped, model behind a server: {error:#}"));
                self.skipped += 1;
            }
        }
        Ok(())
    }

    /// The extension as people get it: built for every browser, as the stores check it, and at work
    /// in a real one with the real server.
    fn extension(&mut self, words: &[String]) -> Result<()> {
        self.suite("extension, built", &mut extension("build:all"))?;
        self.suite("extension, as stores check it", &mut extension("lint"))?;
        self.suite(
            "what the extension is tested with",
            cargo().args(["build", "--locked", "--quiet"]).args([
                "--package",
                "screen-agent-cli",
                "--package",
                "screen-agent-testkit",
            ]),
        )?;
        let mut e2e = extension("e2e");
        self.suite("extension, at work", e2e.arg("--").args(words))
    }

    /// A fifth of what the adversary can do, and all of the ordinary tasks.
    fn adversary(&mut self) -> Result<()> {
        let mut harness = adversary::harness();
        harness.args(["--share", "5", "--side-by-side", "6"]);
        self.suite("hostile pages and turned models", &mut harness)?;
        let mut harness = adversary::harness();
        harness.args(["--benign", "--side-by-side", "6"]);
        self.suite("ordinary tasks", &mut harness)
    }

    fn suite(&mut self, name: &'static str, command: &mut Command) -> Result<()> {
        heading(name);
        let mut lines = Vec::new();
        let ok = run_reading(command, |line| lines.push(line.to_owned()))?;
        for line in &lines {
            self.read(line);
        }
        self.check(name, ok);
        Ok(())
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

    fn close(self) -> Result<()> {
        say("");
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
        if self.passed == 0 {
            bail!("no test was run");
        }
        Ok(())
    }
}
