//! Every test, lint and freshness check, closing with the counts.

mod counts;
mod previous;
mod since;
mod snapshots;

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::harness::built;
use crate::model::{self, Name};
use crate::shell::{cargo, command, debug_folder, root, say, which};
use crate::workspace::{self, Package};
use crate::{codegen, llama, need, tidy};
use counts::Counts;

const SERVER: &str = "screen-agent-server";
/// Its tests that always run through several servers, too: published clients that stream, look again and go on; a key that is
/// free again, a document that one of them fetched, events that are told once and in order. All of them do where
/// `SCREEN_AGENT_SERVERS` is set.
const THROUGH_SEVERAL: [&str; 6] = [
    "supabase_js_keeps_and_has_objects",
    "newman",
    "a_key_in_the_body_counts",
    "a_program_that_nobody_registered",
    "a_long_backlog_is_sent_in_order",
    "every_place_hears_the_same",
];

/// What to leave out.
#[derive(clap::Args)]
pub struct Args {
    /// Only this part; .github/workflows/ci.yml runs each as a job.
    #[arg(long, value_enum, value_name = "PART")]
    only: Option<Part>,
    /// Only tests of what changed since this commit: its crates, those that depend on them, its packages of web/.
    #[arg(long, value_name = "REF", conflicts_with_all = ["only", "rust_only", "extension"])]
    since: Option<String>,
    /// Only servers of this commit, which is built first, beside those of today: what one has to see before it brings one
    /// server after the other up to date.
    #[arg(long, value_name = "REF", conflicts_with_all = ["only", "since", "rust_only", "extension"])]
    previous: Option<String>,
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

/// Parts of the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// House rules, format, lints, licences, docs, what is generated.
    Check,
    /// Tests of core/.
    Core,
    /// Tests of the rest but for browsers; models.
    Server,
    /// Tests that start a browser of our own: the command, the web packages, hostile pages.
    Browser,
    /// The extensions, of browsers and of VS Code, built and at work.
    Extension,
}

impl Part {
    /// Which part tests a crate.
    fn of(package: &Package) -> Self {
        match package.name.as_str() {
            "screen-agent-browser" | "screen-agent-cli" | "screen-agent-bench" => Self::Browser,
            _ if package.is_in("core") => Self::Core,
            _ => Self::Server,
        }
    }
}

/// Runs everything, also after a failure, so that one run shows all that is wrong.
pub fn run(args: &Args) -> Result<()> {
    let mut counts = Counts::default();
    if let Some(words) = &args.extension {
        need::chromium()?;
        need::node_modules()?;
        counts.extension(words)?;
        return counts.close(true);
    }
    if let Some(reference) = &args.previous {
        need::postgres()?;
        let mut tests = cargo();
        tests.args([
            "test",
            "--locked",
            "--quiet",
            "--package",
            "screen-agent-cli",
        ]);
        tests.args(["--test", "e2e", "brought_up_to_date", "--", "--ignored"]);
        tests.env("SCREEN_AGENT_PREVIOUS", previous::program(reference)?);
        counts.suite("servers of two versions", &mut tests)?;
        return counts.close(true);
    }
    let packages = workspace::packages()?;
    if let Some(reference) = &args.since {
        return counts.since(reference, &packages);
    }
    let wants = |part| args.only.is_none_or(|only| only == part);
    needed(args.only)?;
    // Program by program, what they depend on would be built anew: its features are those of what is built with it.
    counts.whole = args.only.is_none() && !args.rust_only;
    if counts.whole && !counts.build()? {
        return counts.close(false);
    }
    if wants(Part::Check) && !args.rust_only {
        counts.checks()?;
    }
    let tested: Vec<&Package> = packages
        .iter()
        .filter(|package| wants(Part::of(package)))
        .collect();
    if !tested.is_empty() {
        counts.rust_tests(&tested)?;
    }
    if wants(Part::Server) && !args.without_models {
        // Its features have third-party crates checked once more: minutes that only a run of this part spends.
        counts.models(args.only.is_some())?;
    }
    if wants(Part::Browser) && !args.rust_only {
        counts.web()?;
        counts.adversary()?;
        counts.applications()?;
    }
    if wants(Part::Extension) && !args.rust_only {
        counts.extension(&[])?;
    }
    if args.parts {
        counts.suite("extension, part by part", &mut extension("test:browser"))?;
    }
    counts.close(args.only != Some(Part::Check))
}

/// What a part needs on a fresh machine.
fn needed(only: Option<Part>) -> Result<()> {
    if only == Some(Part::Core) {
        return Ok(());
    }
    need::node_modules()?;
    if only != Some(Part::Check) {
        need::chromium()?;
        need::strace()?;
        need::postgres()?;
    }
    if only.is_none_or(|only| only == Part::Browser) {
        need::python_environments()?;
    }
    Ok(())
}

impl Counts {
    /// Everything that the suites run, with the features that the tests have.
    fn build(&mut self) -> Result<bool> {
        let mut build = cargo();
        build.args(["build", "--workspace", "--all-targets"]);
        // A macro by itself is built otherwise than for those who use it, and they with it.
        build.args(["--exclude", "screen-agent-inert"]);
        self.suite("build", build.args(["--locked", "--quiet"]))
    }

    /// A harness of `bench/`, to be given arguments.
    fn harness(&self, name: &str) -> Command {
        match self.whole {
            true => command(debug_folder().join(name)),
            false => built(name, &[]),
        }
    }

    /// What is checked without running a test.
    fn checks(&mut self) -> Result<()> {
        self.own("tidy", tidy::run(&tidy::Args::default()));
        self.suite("format", cargo().args(["fmt", "--all", "--check"]))?;
        if !builds_lint() {
            let mut lint = cargo();
            lint.args(["clippy", "--workspace", "--all-targets", "--locked"]);
            self.suite("lint", lint.args(["--quiet", "--", "-D", "warnings"]))?;
        }
        self.supply_chain()?;
        if which(&["cargo-machete"]).is_some() {
            self.suite("dependencies that nobody uses", cargo().args(["machete"]))?;
        }
        let generated = match self.whole {
            true => codegen::run_with(command(debug_folder().join("codegen")), true),
            false => codegen::run(&codegen::Args { check: true }),
        };
        self.own("codegen", generated);
        let mut types = npm();
        self.suite("web types", types.args(["run", "--silent", "check"]))?;
        Ok(())
    }

    /// Bans, licences and sources of crates, where the tool for it is installed. Advisories need the
    /// network; the workflow in .github asks for them.
    fn supply_chain(&mut self) -> Result<()> {
        if which(&["cargo-deny"]).is_none() {
            return Ok(());
        }
        let mut deny = cargo();
        deny.args(["deny", "--offline", "--all-features"]);
        deny.args(["--log-level", "error", "check"]);
        self.suite("supply chain", deny.args(["bans", "licenses", "sources"]))?;
        Ok(())
    }

    /// Tests of these crates; when they pass, no snapshot may be left that none of them named.
    fn rust_tests(&mut self, tested: &[&Package]) -> Result<()> {
        let named = snapshots::Named::new()?;
        let mut tests = nextest();
        for package in tested {
            tests.args(["--package", &package.name]);
        }
        if self.suite("Rust tests", named.noted_by(&mut tests))? {
            self.own("snapshots", named.none_is_left(tested));
        }
        if tested.iter().any(|package| package.name == SERVER) {
            let mut several = nextest();
            for package in tested {
                several.args(["--package", &package.name]);
            }
            several.args(["--test", "it", "--"]).args(THROUGH_SEVERAL);
            several.env("SCREEN_AGENT_SERVERS", "3");
            self.suite("some of them through three servers", &mut several)?;
        }
        Ok(())
    }

    /// Only what changed, for the cycle of edit, compile and test.
    fn since(mut self, reference: &str, packages: &[Package]) -> Result<()> {
        let touched = since::touched(packages, &since::changed(reference)?);
        if touched.crates.is_empty() && touched.web.is_empty() {
            say("nothing that is tested was changed");
            return Ok(());
        }
        if !touched.crates.is_empty() {
            let mut tests = nextest();
            for name in &touched.crates {
                tests.args(["--package", name]);
            }
            self.suite("Rust tests", &mut tests)?;
        }
        if !touched.web.is_empty() {
            need::node_modules()?;
            let mut tests = npm();
            tests.args(["test", "--silent"]);
            for name in &touched.web {
                tests.args(["--workspace", name]);
            }
            self.suite("web tests", &mut tests)?;
        }
        if touched.web.contains("page") {
            need::chromium()?;
            self.widgets()?;
        }
        self.close(true)
    }

    fn web(&mut self) -> Result<()> {
        self.suite("web tests", npm().args(["test", "--silent"]))?;
        self.widgets()?;
        let mut strangers = npm();
        if self.whole {
            strangers.env("RENDER_HTML", debug_folder().join("examples/render-html"));
        }
        strangers.args(["run", "--silent", "--workspace", "ui", "test:safety"]);
        self.suite("what strangers write, in a real browser", &mut strangers)?;
        Ok(())
    }

    /// Looks at the widgets of common libraries. They are no part of what is built, so they are fetched here.
    fn widgets(&mut self) -> Result<()> {
        let mut looks = npm();
        looks.args(["run", "--silent", "--workspace", "page", "test:widgets"]);
        self.suite("widgets of common libraries", &mut looks)?;
        Ok(())
    }
}

/// True where the compiler of our own crates is the linter, as in `.ci/run`: every build lints, and nothing is read twice.
fn builds_lint() -> bool {
    std::env::var_os("RUSTC_WORKSPACE_WRAPPER")
        .is_some_and(|wrapper| Path::new(&wrapper).ends_with("clippy-driver"))
}

/// npm, in `web/`.
fn npm() -> Command {
    let mut npm = command("npm");
    npm.current_dir(root().join("web"));
    npm
}

/// A script of the extension's package.
fn extension(script: &str) -> Command {
    let mut npm = npm();
    npm.args(["run", "--silent", "--workspace", "extension", script]);
    npm
}

/// Rust tests, of the packages that are named next.
fn nextest() -> Command {
    let mut command = cargo();
    if which(&["cargo-nextest"]).is_some() {
        command.args(["nextest", "run", "--status-level", "fail"]);
        // Many wait for a browser or a server more than they compute.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        command.arg(format!("--test-threads={}", cores + 1));
    } else {
        command.args(["test"]);
    }
    command.args(["--locked", "--no-fail-fast"]);
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
    fn models(&mut self, lint: bool) -> Result<()> {
        if lint {
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
            Ok(mut tests) => {
                self.suite("model behind a server", &mut tests)?;
            }
            Err(error) => {
                say(&format!("skipped, model behind a server: {error:#}"));
                self.skipped += 1;
            }
        }
        Ok(())
    }

    /// The extension as people get it: built for every browser, as the stores check it, and at work
    /// in a real one with the real server. So is the one for VS Code, in a host without a window.
    fn extension(&mut self, words: &[String]) -> Result<()> {
        self.suite("extension, built", &mut extension("build:all"))?;
        self.suite("extension, as stores check it", &mut extension("lint"))?;
        if !self.whole {
            let mut build = cargo();
            build.args(["build", "--locked", "--quiet"]);
            build.args(["--package", "screen-agent-cli"]);
            build.args(["--package", "screen-agent-testkit"]);
            self.suite("what the extension is tested with", &mut build)?;
        }
        let mut e2e = extension("e2e");
        self.suite("extension, at work", e2e.arg("--").args(words))?;
        if words.is_empty() {
            let mut editor = npm();
            editor.args(["run", "--silent", "--workspace", "vscode", "e2e"]);
            self.suite("extension for VS Code, at work", &mut editor)?;
        }
        Ok(())
    }

    /// A dozen tasks on applications from packages.
    fn applications(&mut self) -> Result<()> {
        let mut harness = self.harness("apps");
        harness.arg("--ci");
        self.suite("tasks on real applications", &mut harness)?;
        Ok(())
    }

    /// A fifth of what the adversary can do, and all of the ordinary tasks.
    fn adversary(&mut self) -> Result<()> {
        let mut harness = self.harness("adversary");
        harness.args(["--share", "5", "--side-by-side", "6"]);
        self.suite("hostile pages and turned models", &mut harness)?;
        let mut harness = self.harness("adversary");
        harness.args(["--benign", "--side-by-side", "6"]);
        self.suite("ordinary tasks", &mut harness)?;
        Ok(())
    }
}
