//! A balancer of connections in front of several servers, and what goes wrong on the way.

use std::collections::HashMap;
use std::io::copy;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long a server has to take a connection.
const PATIENCE: Duration = Duration::from_millis(500);

/// Passes each connection on to the next server that takes it.
pub struct Balancer {
    address: SocketAddr,
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    servers: Mutex<Vec<SocketAddr>>,
    turn: AtomicUsize,
    open: Mutex<HashMap<usize, [TcpStream; 2]>>,
    lost: AtomicUsize,
}

impl Balancer {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let inner = Arc::<Inner>::default();
        let passing = inner.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let passing = passing.clone();
                // Whoever hangs up, hangs up.
                std::thread::spawn(move || passing.pass(stream));
            }
        });
        Self { address, inner }
    }

    pub fn base(&self) -> String {
        format!("http://{}", self.address)
    }

    /// From now on these are the servers.
    pub fn serve_by(&self, bases: impl Iterator<Item = String>) {
        let address = |base: String| base.trim_start_matches("http://").parse().unwrap();
        *self.inner.servers.lock().unwrap() = bases.map(address).collect();
    }

    /// Breaks off every connection.
    pub fn cut(&self) {
        for [client, server] in self.inner.open.lock().unwrap().values() {
            close(client, server);
        }
    }

    /// The next so many requests arrive, and their answers do not.
    pub fn lose(&self, answers: usize) {
        self.inner.lost.store(answers, Ordering::SeqCst);
    }
}

impl Inner {
    fn server(&self, turn: usize) -> Option<TcpStream> {
        let servers = self.servers.lock().unwrap().clone();
        let mut tried = (0..servers.len()).map(|n| servers[(turn + n) % servers.len()]);
        tried.find_map(|one| TcpStream::connect_timeout(&one, PATIENCE).ok())
    }

    fn pass(&self, mut client: TcpStream) -> std::io::Result<()> {
        let turn = self.turn.fetch_add(1, Ordering::SeqCst);
        let Some(mut server) = self.server(turn) else {
            return client.shutdown(Shutdown::Both);
        };
        let kept = [client.try_clone()?, server.try_clone()?];
        self.open.lock().unwrap().insert(turn, kept);
        let (mut from, mut to) = (client.try_clone()?, server.try_clone()?);
        std::thread::spawn(move || copy(&mut from, &mut to));
        let one_less = |left: usize| left.checked_sub(1);
        let lost = self
            .lost
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, one_less);
        let passed = match lost {
            Ok(_) => copy(&mut server, &mut std::io::sink()),
            Err(_) => copy(&mut server, &mut client),
        };
        close(&client, &server);
        self.open.lock().unwrap().remove(&turn);
        passed.map(drop)
    }
}

fn close(client: &TcpStream, server: &TcpStream) {
    for stream in [client, server] {
        let _closed_already = stream.shutdown(Shutdown::Both);
    }
}
