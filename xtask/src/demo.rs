//! The main job, from nothing: build, serve, do a task in a real browser, show it.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result};
use tokio::signal::unix::{SignalKind, signal};

use crate::need;
use crate::shell::{self, cargo, command, heading, root, say};

/// What the person in the demo asks for.
const INSTRUCTION: &str = "Search for \"sea\" and open the cheapest book. Set the quantity to 2, choose \"Collect in store\", \
    tick \"Gift wrap\" and press \"Add to basket\". Then open the basket, enter the discount code \"HARBOUR10\", press Apply, \
    and tell me the total.";

/// Three pages of a public benchmark, for comparison.
const MINIWOB: &str = "click-checkboxes,login-user,search-engine";

/// How the demo is shown.
#[derive(clap::Args)]
pub struct Args {
    /// End when the tasks are done instead of leaving the console open.
    #[arg(long)]
    once: bool,
    /// Show the browser's window.
    #[arg(long)]
    headed: bool,
    /// Where the pictures and records go.
    #[arg(long, default_value = "out/demo")]
    out: PathBuf,
    /// Where the server listens.
    #[arg(long, default_value = "127.0.0.1:8787")]
    listen: String,
}

/// Ends the server with the demo, however the demo ends.
struct Server(Arc<Mutex<Child>>);

impl Server {
    /// A stop by the system ends the demo and its server; Ctrl-C reaches both by itself.
    fn of(child: Child) -> Result<Self> {
        let server = Self(Arc::new(Mutex::new(child)));
        let waiting = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .build()?;
        let mut stop = waiting.block_on(async { signal(SignalKind::terminate()) })?;
        let own = Self(Arc::clone(&server.0));
        std::thread::spawn(move || {
            waiting.block_on(stop.recv());
            drop(own);
            std::process::exit(128 + SignalKind::terminate().as_raw_value());
        });
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let mut child = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Runs the demo.
pub fn run(args: &Args) -> Result<()> {
    need::chromium()?;
    need::node_modules()?;
    heading("building");
    shell::run(cargo().args([
        "build",
        "--package",
        "screen-agent-cli",
        "--package",
        "screen-agent-bench",
    ]))?;

    let data = args.out.join("data");
    std::fs::create_dir_all(root().join(&data))?;
    heading("starting the server");
    let password = add_user(&data)?;
    let (server, address) = serve(&data, &args.listen)?;
    let shop = screen_agent_site::serve(root().join("e2e/sites/bookshop"))?;

    heading("a task on the bundled bookshop");
    say(&format!("“{INSTRUCTION}”\n"));
    let mut task = agent();
    task.args(["run", INSTRUCTION, "--url", &format!("http://{shop}/")])
        .args([
            "--server",
            &address,
            "--email",
            "demo@localhost",
            "--record",
        ])
        .arg(args.out.join("bookshop"))
        .env("SCREEN_AGENT_PASSWORD", &password);
    if args.headed {
        task.arg("--headed");
    }
    let shown = done(&mut task);

    heading("three MiniWoB++ tasks");
    // Built above; by itself it would be built once more, with other features.
    let mut wob = command(built_in().join("debug/miniwob"));
    wob.args(["--tasks", MINIWOB, "--seeds", "0..1", "--pages"]);
    let wob = shell::run(wob.arg(need::miniwob_pages()?));

    heading("to look at");
    say(&format!("console   {address}/"));
    say(&format!("sign in   demo@localhost  /  {password}"));
    say(&format!(
        "pictures  {}",
        args.out.join("bookshop").display()
    ));
    say("the same in your own browser: cargo xtask extension");
    if !args.once && shown.is_ok() && wob.is_ok() {
        say("\nThe server goes on until you press Enter or Ctrl-C.");
        let _ = std::io::stdin().lock().read_line(&mut String::new());
    }
    drop(server);
    shown.and(wob)
}

/// Runs the task. That the cheapest book was found by comparing is told as not verified, with exit code 4.
fn done(task: &mut Command) -> Result<()> {
    let status = task.status().context("the agent could not be started")?;
    if status.code() == Some(4) {
        say("\nDone; lines with a question mark were worked out, and are for you to look at.");
    } else {
        anyhow::ensure!(status.success(), "the task was not done ({status})");
    }
    Ok(())
}

fn agent() -> Command {
    command(built_in().join("debug/screen-agent"))
}

fn add_user(data: &Path) -> Result<String> {
    let output = agent()
        .args(["user", "add", "demo@localhost", "--reset", "--data"])
        .arg(data)
        .stdin(Stdio::null())
        .output()?;
    anyhow::ensure!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let said = String::from_utf8(output.stdout)?;
    said.lines()
        .rev()
        .find_map(|line| line.strip_prefix("password: "))
        .map(str::to_owned)
        .context("no password was generated")
}

fn serve(data: &Path, listen: &str) -> Result<(Server, String)> {
    let log = File::create(root().join(data).join("server.log"))?;
    let mut child = agent()
        .args(["serve", "--listen", listen, "--data"])
        .arg(data)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()?;
    let stdout = child.stdout.take().context("the server has no output")?;
    let server = Server::of(child)?;
    for line in BufReader::new(stdout).lines() {
        let line = line?;
        if let Some(address) = line.strip_prefix("listening on ") {
            return Ok((server, address.trim().to_owned()));
        }
    }
    anyhow::bail!("the server did not start; is {listen} taken? Try --listen 127.0.0.1:0")
}

/// Where cargo puts what it builds.
fn built_in() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}
