//! Pages to work on.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex};

/// The project's folder.
pub fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .canonicalize()
        .unwrap()
}

/// The bundled bookshop.
pub fn bookshop() -> String {
    let address = screen_agent_site::serve(root().join("e2e/sites/bookshop")).unwrap();
    format!("http://{address}/")
}

/// A page of those that misbehave on purpose.
pub fn fixtures(page: &str) -> String {
    let address = screen_agent_site::serve(root().join("fixtures/pages")).unwrap();
    format!("http://{address}/{page}")
}

/// A site that remembers who asked for what, and whose `/signal` answers when the test says so.
pub struct Site {
    address: SocketAddr,
    inner: Arc<Inner>,
}

struct Inner {
    pages: HashMap<String, String>,
    asked: Mutex<Vec<String>>,
    signalled: (Mutex<bool>, Condvar),
}

impl Site {
    /// One page, at `/`.
    pub fn of(page: &str) -> Self {
        Self::new(&[("/", page)])
    }

    pub fn new(pages: &[(&str, &str)]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let pages = pages
            .iter()
            .map(|(path, page)| ((*path).to_owned(), (*page).to_owned()))
            .collect();
        let inner = Arc::new(Inner {
            pages,
            asked: Mutex::default(),
            signalled: (Mutex::new(false), Condvar::new()),
        });
        let served = inner.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let served = served.clone();
                // A browser that hangs up in mid-answer is no failure of ours.
                std::thread::spawn(move || served.answer(&stream));
            }
        });
        Self { address, inner }
    }

    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// How often something was asked for, e.g. `POST /send`.
    pub fn asked(&self, what: &str) -> usize {
        let asked = self.inner.asked.lock().unwrap();
        asked.iter().filter(|one| *one == what).count()
    }

    /// Lets every request for `/signal` be answered, those that wait and those that come.
    pub fn signal(&self) {
        *self.inner.signalled.0.lock().unwrap() = true;
        self.inner.signalled.1.notify_all();
    }
}

impl Inner {
    fn answer(&self, mut stream: &TcpStream) -> std::io::Result<()> {
        let mut reader = BufReader::new(stream);
        let mut head = String::new();
        reader.read_line(&mut head)?;
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line)?;
            if line.trim().is_empty() {
                break;
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap_or(0);
            }
        }
        std::io::copy(&mut reader.take(length), &mut std::io::sink())?;
        let mut words = head.split(' ');
        let method = words.next().unwrap_or_default();
        let target = words.next().unwrap_or("/");
        let path = target.split('?').next().unwrap_or("/");
        self.asked.lock().unwrap().push(format!("{method} {path}"));
        if path == "/signal" {
            let guard = self.signalled.0.lock().unwrap();
            let waited = self.signalled.1.wait_while(guard, |signalled| !*signalled);
            drop(waited.unwrap());
        }
        let (status, body) = match self.pages.get(path) {
            Some(page) => ("200 OK", page.as_str()),
            None if path == "/signal" => ("200 OK", "now"),
            None => ("404 Not Found", "<title>none</title>"),
        };
        write!(
            stream,
            "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )
    }
}
