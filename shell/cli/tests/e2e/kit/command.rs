//! The real command as a child, read line by line, and never waited for without an end.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::Instant;

use screen_agent_testkit::Cluster;
use serde_json::Value;
use tempfile::TempDir;

use super::{DEADLINE, pids_with, signal, until};

/// Where a test's commands live. While it exists no other test starts a browser.
pub struct Machine {
    folder: TempDir,
    /// Ours, or the one of the version before.
    pub program: PathBuf,
    /// The PostgreSQL that everything is stored on, where it is not the data folder.
    cluster: Option<Cluster>,
    _turn: File,
}

/// A command that runs.
pub struct Running {
    child: Child,
    lines: Receiver<String>,
    said: Vec<String>,
    complaints: Option<JoinHandle<String>>,
}

/// What a command came to.
#[derive(Debug)]
pub struct Ended {
    /// The exit code; none when a signal ended it.
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Machine {
    pub fn new() -> Self {
        let lock = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser.lock");
        let turn = File::create(lock).unwrap();
        // Two browsers at once on a small machine make every deadline a guess.
        turn.lock().unwrap();
        let folder = TempDir::new().unwrap();
        for name in ["tmp", "home"] {
            std::fs::create_dir(folder.path().join(name)).unwrap();
        }
        Self {
            folder,
            program: env!("CARGO_BIN_EXE_screen-agent").into(),
            cluster: None,
            _turn: turn,
        }
    }

    /// A place below its folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The same, with everything stored on a PostgreSQL.
    pub fn on_postgresql() -> Self {
        let mut machine = Self::new();
        machine.cluster = Some(Cluster::start());
        machine
    }

    /// That PostgreSQL.
    pub fn database(&self) -> &Cluster {
        self.cluster.as_ref().unwrap()
    }

    /// Whether there is none.
    pub fn is_on_file(&self) -> bool {
        self.cluster.is_none()
    }

    /// All that lies in that PostgreSQL, if there is one.
    pub fn dumped(&self) -> String {
        let Some(cluster) = &self.cluster else {
            return String::new();
        };
        let dumped = cluster
            .program("pg_dump")
            .args(["-d", &cluster.url()])
            .output()
            .unwrap();
        assert!(dumped.status.success(), "{dumped:?}");
        String::from_utf8(dumped.stdout).unwrap()
    }

    /// Stops that PostgreSQL as an operator would, and starts it again.
    pub fn restart_database(&mut self) {
        self.cluster = self.cluster.take().map(Cluster::restart);
    }

    /// From now on it is another.
    pub fn move_to(&mut self, other: Cluster) {
        self.cluster = Some(other);
    }

    /// The command, knowing nothing of the machine that the tests run on but PATH.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(args)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.path("home"))
            .env("TMPDIR", self.path("tmp"))
            // Tests run in containers, too, where Chromium has no sandbox.
            .env("SCREEN_AGENT_BROWSER_SANDBOX", "off")
            .stdin(Stdio::null());
        if let Some(cluster) = &self.cluster {
            command.env("SCREEN_AGENT_STORE", cluster.url());
        }
        command
    }

    /// Runs to the end.
    pub fn run(&self, args: &[&str]) -> Ended {
        Running::start(self.command(args)).ended()
    }

    /// Does something on a page, one line of JSON an event.
    pub fn task(&self, words: &str, url: &str, more: &[&str]) -> Ended {
        self.begin(words, url, more).ended()
    }

    /// Begins to do something on a page.
    pub fn begin(&self, words: &str, url: &str, more: &[&str]) -> Running {
        let mut args = vec!["run", words, "--url", url, "--json"];
        args.extend(more);
        Running::start(self.command(&args))
    }

    /// Does something on a page, for a person at a terminal who answers whatever is asked, in order.
    pub fn task_at_terminal(
        &self,
        words: &str,
        url: &str,
        more: &[&str],
        answers: &[&str],
    ) -> Ended {
        let mut args = vec!["run", words, "--url", url, "--json", "--ask"];
        args.extend(more);
        self.at_terminal(self.command(&args), answers)
    }

    /// Runs a command to its end, for a person at a terminal who answers whatever is asked, in order.
    pub fn at_terminal(&self, command: Command, answers: &[&str]) -> Ended {
        let mut running = Running::start(at_terminal(&command));
        running.type_in(answers);
        running.ended()
    }

    /// Processes of the browsers that were started here.
    pub fn browsers(&self) -> Vec<u32> {
        pids_with(&format!("--user-data-dir={}", self.path("tmp").display()))
    }

    /// Waits until no browser and no temporary file of a command is left.
    pub fn assert_nothing_left(&self) {
        self.assert_no_browser_left();
        let files = || -> Vec<PathBuf> {
            let entries = std::fs::read_dir(self.path("tmp")).unwrap().flatten();
            entries.map(|entry| entry.path()).collect()
        };
        let done = Instant::now() + DEADLINE;
        while !files().is_empty() && Instant::now() < done {
            std::thread::park_timeout(std::time::Duration::from_millis(5));
        }
        assert_eq!(files(), [] as [PathBuf; 0]);
    }

    /// Waits until no browser is left.
    pub fn assert_no_browser_left(&self) {
        until("no browser is left behind", DEADLINE, || {
            self.browsers().is_empty()
        });
    }
}

/// The same command with a terminal to read from; what it says still goes into pipes.
fn at_terminal(plain: &Command) -> Command {
    const SCRIPT: &str =
        "exec 3>&1 4>&2; exec script -qec \"$1 >&3 2>&4\" /dev/null >/dev/null 2>&1";
    let quoted = |word: &OsStr| format!("'{}'", word.to_string_lossy().replace('\'', r"'\''"));
    let words: Vec<String> = [plain.get_program()]
        .into_iter()
        .chain(plain.get_args())
        .map(quoted)
        .collect();
    let mut command = Command::new("sh");
    command.args(["-c", SCRIPT, "sh", &words.join(" ")]);
    take_environment(&mut command, plain);
    command.stdin(Stdio::piped());
    command
}

/// The same command, carried out by another program that is named before it; nothing to read.
pub fn by(mut other: Command, plain: &Command) -> Command {
    other.arg(plain.get_program()).args(plain.get_args());
    take_environment(&mut other, plain);
    other.stdin(Stdio::null());
    other
}

/// What a command is told by its environment, and no more.
fn take_environment(command: &mut Command, plain: &Command) {
    let told = plain.get_envs();
    command
        .env_clear()
        .envs(told.filter_map(|(name, value)| Some((name, value?))));
}

impl Running {
    pub fn start(mut command: Command) -> Self {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (telling, lines) = channel();
        let out = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            for line in out.lines().map_while(Result::ok) {
                let _ = telling.send(line);
            }
        });
        let mut err = child.stderr.take().unwrap();
        let complaints = std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = err.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        Self {
            child,
            lines,
            said: Vec::new(),
            complaints: Some(complaints),
        }
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Gives it a line to read, and nothing more.
    pub fn tell(&mut self, line: &str) {
        let mut input = self.child.stdin.take().unwrap();
        writeln!(input, "{line}").unwrap();
    }

    /// Types lines in, and may type more later.
    fn type_in(&mut self, lines: &[&str]) {
        let input = self.child.stdin.as_mut().unwrap();
        lines
            .iter()
            .for_each(|line| writeln!(input, "{line}").unwrap());
    }

    /// The next line that holds a text.
    pub fn line_with(&mut self, text: &str) -> String {
        let deadline = Instant::now() + DEADLINE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left);
            let line = line.unwrap_or_else(|_| panic!("no {text} after {:#?}", self.said));
            self.said.push(line.clone());
            if line.contains(text) {
                return line;
            }
        }
    }

    /// Where a server listens, once it does.
    pub fn base(&mut self) -> String {
        let line = self.line_with("listening on ");
        line.strip_prefix("listening on ").unwrap().to_owned()
    }

    pub fn signal(&self, name: &str) {
        signal(self.pid(), name);
    }

    /// Kills it, here and now.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
    }

    /// Whether it has not ended yet.
    pub fn runs(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Waits for the end.
    pub fn ended(mut self) -> Ended {
        let deadline = Instant::now() + DEADLINE;
        // The lines end when the process does, or soon after.
        while let Ok(line) = self
            .lines
            .recv_timeout(deadline.saturating_duration_since(Instant::now()))
        {
            self.said.push(line);
        }
        let mut code = None;
        let (child, said) = (&mut self.child, &self.said);
        until(&format!("an end after {said:#?}"), DEADLINE, || {
            let status = child.try_wait().unwrap();
            code = status.and_then(|status| status.code());
            status.is_some()
        });
        Ended {
            code,
            out: self.said.join("\n"),
            err: self.complaints.take().unwrap().join().unwrap(),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if std::thread::panicking() {
            self.said.extend(self.lines.iter());
            println!("it had said {:#?}", self.said);
            let complaints = self.complaints.take().map(JoinHandle::join);
            println!("and complained {complaints:#?}");
        }
    }
}

impl Ended {
    /// Checks the exit code, and shows everything when it is another.
    #[track_caller]
    pub fn with(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}\n--\n{}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self
    }

    /// Checks that it says it is done, whether or not each clause could be seen to be.
    #[track_caller]
    pub fn done(self) -> Self {
        let unseen = 4;
        let code = if self.code == Some(unseen) { unseen } else { 0 };
        self.with(code)
    }

    /// The password that was made up for somebody.
    #[track_caller]
    pub fn password(&self) -> &str {
        let mut lines = self.out.lines();
        let password = lines.find_map(|line| line.strip_prefix("password: "));
        password.unwrap_or_else(|| panic!("no password in {}", self.out))
    }

    /// The events, each a JSON object on a line of its own.
    pub fn events(&self) -> Vec<Value> {
        let read = |line: &str| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        self.out.lines().map(read).collect()
    }

    /// The actions that were decided.
    pub fn actions(&self) -> Vec<String> {
        let events = self.events();
        let decided = events.iter().filter_map(|event| event["action"].as_str());
        decided.map(str::to_owned).collect()
    }

    /// The closing event's field.
    pub fn result(&self) -> String {
        let events = self.events();
        let last = events.last().unwrap();
        assert_eq!(last["event"], "ended", "{}", self.out);
        last["result"].as_str().unwrap().to_owned()
    }
}
