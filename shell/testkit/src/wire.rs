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
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::park_timeout;
use std::time::Duration;

use tempfile::TempDir;

/// What PostgreSQL's socket is called in its folder.
const SOCKET: &str = ".s.PGSQL.5432";

pub struct Wire {
    folder: TempDir,
    stands: Arc<AtomicBool>,
}

impl Wire {
    /// To the database whose socket is in that folder.
    pub fn to(database: &Path) -> Self {
        let folder = TempDir::new().unwrap();
        let listener = UnixListener::bind(folder.path().join(SOCKET)).unwrap();
        let stands = Arc::<AtomicBool>::default();
        let (target, standing) = (database.join(SOCKET), stands.clone());
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let (target, standing) = (target.clone(), standing.clone());
                // Whoever hangs up, hangs up.
                std::thread::spawn(move || pass(&client, &target, &standing));
            }
        });
        Self { folder, stands }
    }

    /// The folder with the socket that leads there.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// From now on, what the database answers arrives, or is held back until it does.
    pub fn answers(&self, arrive: bool) {
        self.stands.store(!arrive, Ordering::SeqCst);
    }
}

fn pass(client: &UnixStream, target: &PathBuf, stands: &AtomicBool) -> Result<()> {
    let database = UnixStream::connect(target)?;
    let (mut asks, mut takes) = (client.try_clone()?, database.try_clone()?);
    std::thread::spawn(move || {
        let asked = std::io::copy(&mut asks, &mut takes);
        takes.shutdown(Shutdown::Both).and(asked)
    });
    let (mut answers, mut hears) = (&database, client);
    let mut bytes = [0; 16 * 1024];
    loop {
        // A database that was killed over words that it had not read ends in an error.
        let length = answers.read(&mut bytes).unwrap_or_default();
        while stands.load(Ordering::SeqCst) {
            park_timeout(Duration::from_millis(20));
        }
        if length == 0 {
            return client.shutdown(Shutdown::Both);
        }
        hears.write_all(&bytes[..length])?;
    }
}
