//! A way to a database that passes everything on, until one of its directions stands still.

#![allow(
    clippy::unwrap_used,
    missing_docs,
    reason = "for tests, which cannot go on without a database"
)]

use std::io::{Read, Result, Write};
use std::net::Shutdown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::thread::park_timeout;
use std::time::Duration;

use tempfile::TempDir;

/// What PostgreSQL's socket is called in its folder.
const SOCKET: &str = ".s.PGSQL.5432";

pub struct Wire {
    folder: TempDir,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    /// Answers do not arrive.
    stands: AtomicBool,
    /// Who hangs up is not heard to.
    keeps: AtomicBool,
    clients: Mutex<Vec<Weak<UnixStream>>>,
}

impl Wire {
    /// To the database whose socket is in that folder.
    pub fn to(database: &Path) -> Self {
        let folder = TempDir::new().unwrap();
        let listener = UnixListener::bind(folder.path().join(SOCKET)).unwrap();
        let state = Arc::<State>::default();
        let (target, passing) = (database.join(SOCKET), state.clone());
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let client = Arc::new(client);
                passing.knows(&client);
                let (target, passing) = (target.clone(), passing.clone());
                // Whoever hangs up, hangs up.
                std::thread::spawn(move || pass(&client, &target, &passing));
            }
        });
        Self { folder, state }
    }

    /// The address of the database behind it.
    pub fn url(&self) -> String {
        let folder = self.folder.path().display();
        format!("postgres:///template1?host={folder}&user=postgres")
    }

    /// From now on, what the database answers arrives, or is held back until it does.
    pub fn answers(&self, arrive: bool) {
        self.state.stands.store(!arrive, Ordering::SeqCst);
    }

    /// Hangs up on everybody, of which the database hears nothing, nor of who hangs up from now on, until it is told.
    pub fn hangs_up_unnoticed(&self) {
        self.state.keeps.store(true, Ordering::SeqCst);
        let clients = std::mem::take(&mut *self.state.clients.lock().unwrap());
        for client in clients.iter().filter_map(Weak::upgrade) {
            // Who has gone has gone.
            let _ = client.shutdown(Shutdown::Both);
        }
    }

    /// Has the database hear who hung up.
    pub fn tells(&self) {
        self.state.keeps.store(false, Ordering::SeqCst);
    }
}

impl State {
    fn knows(&self, client: &Arc<UnixStream>) {
        let mut clients = self.clients.lock().unwrap();
        clients.retain(|client| client.strong_count() > 0);
        clients.push(Arc::downgrade(client));
    }
}

fn pass(client: &UnixStream, target: &PathBuf, state: &Arc<State>) -> Result<()> {
    let database = UnixStream::connect(target)?;
    let (mut asks, mut takes) = (client.try_clone()?, database.try_clone()?);
    let keeping = state.clone();
    std::thread::spawn(move || {
        let asked = std::io::copy(&mut asks, &mut takes);
        while keeping.keeps.load(Ordering::SeqCst) {
            park_timeout(Duration::from_millis(20));
        }
        takes.shutdown(Shutdown::Both).and(asked)
    });
    let (mut answers, mut hears) = (&database, client);
    let mut bytes = [0; 16 * 1024];
    loop {
        // A database that was killed over words that it had not read ends in an error.
        let length = answers.read(&mut bytes).unwrap_or_default();
        while state.stands.load(Ordering::SeqCst) {
            park_timeout(Duration::from_millis(20));
        }
        if length == 0 {
            return client.shutdown(Shutdown::Both);
        }
        hears.write_all(&bytes[..length])?;
    }
}
