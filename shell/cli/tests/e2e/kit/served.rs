//! A server; or several on one PostgreSQL, behind a balancer that sends nobody back to where they were, if
//! `SCREEN_AGENT_SERVERS` says so.

use super::{Balancer, Machine, Running};

/// What a server that was started elsewhere has to bring.
const KEYS: [&str; 3] = ["store-key", "account-key", "audit-key"];
/// Where servers keep what each has by itself. Administrators work in the first.
const FOLDERS: [&str; 4] = ["data", "two", "three", "four"];

/// What people sign in at.
pub struct Served {
    pub base: String,
    _servers: Vec<Running>,
    _balancer: Option<Balancer>,
}

fn servers() -> usize {
    let told = std::env::var("SCREEN_AGENT_SERVERS").ok();
    let servers = told.map_or(1, |text| text.parse().unwrap());
    assert!((1..=FOLDERS.len()).contains(&servers), "{servers} servers");
    servers
}

impl Machine {
    /// On which [`serve`](Self::serve) starts as many servers as there are to be.
    pub fn for_servers() -> Self {
        match servers() {
            1 => Self::new(),
            _ => Self::on_postgresql(),
        }
    }

    /// Serves the data folder, with these switches and variables.
    pub fn serve(&self, more: &[&str], env: &[(&str, &str)]) -> Served {
        let begin = |name: &str| {
            let mut command = self.command(&["serve", "--listen", "127.0.0.1:0", "--data"]);
            command.arg(self.path(name)).args(more);
            command.envs(env.iter().copied());
            let mut running = Running::start(command);
            let base = running.base();
            (running, base)
        };
        let (first, base) = begin(FOLDERS[0]);
        // On a file there is one.
        let servers = if self.is_on_file() { 1 } else { servers() };
        if servers == 1 {
            return Served {
                base,
                _servers: vec![first],
                _balancer: None,
            };
        }
        let others = FOLDERS[1..servers].iter().map(|name| {
            self.folder_with_keys(name);
            begin(name)
        });
        let (mut running, bases): (Vec<_>, Vec<_>) = others.unzip();
        running.push(first);
        let balancer = Balancer::start();
        balancer.serve_by(bases.into_iter().chain([base]));
        Served {
            base: balancer.base(),
            _servers: running,
            _balancer: Some(balancer),
        }
    }

    /// A data folder of another server, with the keys and the files of the first.
    pub fn folder_with_keys(&self, name: &str) {
        let (first, folder) = (self.path(FOLDERS[0]), self.path(name));
        std::fs::create_dir(&folder).unwrap();
        for key in KEYS {
            std::fs::copy(first.join(key), folder.join(key)).unwrap();
        }
        let files = first.join("files");
        std::fs::create_dir_all(&files).unwrap();
        std::os::unix::fs::symlink(files, folder.join("files")).unwrap();
    }
}
