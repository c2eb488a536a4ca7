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

/// Is told of a request before it is answered, and once it is.
pub trait Watch: Send + Sync {
    fn asked(&self, what: &str);
    fn answered(&self, what: &str);
}

/// Nobody watches.
impl Watch for () {
    fn asked(&self, _: &str) {}
    fn answered(&self, _: &str) {}
}

struct Inner {
    pages: HashMap<String, String>,
    folder: Option<PathBuf>,
    watch: Arc<dyn Watch>,
    asked: Mutex<Vec<String>>,
    signalled: (Mutex<bool>, Condvar),
}

impl Site {
    /// One page, at `/`.
    pub fn of(page: &str) -> Self {
        Self::new(&[("/", page)])
    }

    /// One of the twins under `e2e/sites`.
    pub fn twin(name: &str) -> Self {
        Self::start(&[], Some(root().join("e2e/sites").join(name)), Arc::new(()))
    }

    pub fn new(pages: &[(&str, &str)]) -> Self {
        Self::watched(pages, Arc::new(()))
    }

    /// One whose every request somebody is told of.
    pub fn watched(pages: &[(&str, &str)], watch: Arc<dyn Watch>) -> Self {
        Self::start(pages, None, watch)
    }

    fn start(pages: &[(&str, &str)], folder: Option<PathBuf>, watch: Arc<dyn Watch>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let pages = pages
            .iter()
            .map(|(path, page)| ((*path).to_owned(), (*page).to_owned()))
            .collect();
        let inner = Arc::new(Inner {
            pages,
            folder,
            watch,
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
        let what = format!("{method} {path}");
        self.asked.lock().unwrap().push(what.clone());
        self.watch.asked(&what);
        if path == "/signal" {
            let guard = self.signalled.0.lock().unwrap();
            let waited = self.signalled.1.wait_while(guard, |signalled| !*signalled);
            drop(waited.unwrap());
        }
        let (status, kind, body) = self.find(path);
        write!(
            stream,
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        )?;
        stream.write_all(&body)?;
        self.watch.answered(&what);
        Ok(())
    }

    fn find(&self, path: &str) -> (&str, &str, Vec<u8>) {
        const HTML: &str = "text/html; charset=utf-8";
        if let Some(page) = self.pages.get(path) {
            return ("200 OK", HTML, page.clone().into_bytes());
        }
        if path == "/signal" {
            return ("200 OK", HTML, b"now".to_vec());
        }
        let name = path.trim_start_matches('/');
        let name = if name.is_empty() { "index.html" } else { name };
        let file = self.folder.as_ref().map(|folder| folder.join(name));
        let Some(body) = file.and_then(|file| std::fs::read(file).ok()) else {
            return ("404 Not Found", HTML, b"<title>none</title>".to_vec());
        };
        let kind = match name.rsplit_once('.') {
            Some((_, "js")) => "text/javascript; charset=utf-8",
            Some((_, "css")) => "text/css; charset=utf-8",
            _ => HTML,
        };
        ("200 OK", kind, body)
    }
}
