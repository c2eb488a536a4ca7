//! An S3 server of a test's own: it checks each signature and checksum, and keeps objects in a temporary folder.

#![allow(
    clippy::unwrap_used,
    missing_docs,
    reason = "for tests, which cannot go on without a server"
)]

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use s3s_fs::FileSystem;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// What comes of a request in the place of what it asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum S3Fault {
    /// This status, with this word of S3's.
    Says(u16, &'static str),
    /// No answer, ever.
    Silence,
    /// It is done, and the answer is lost.
    LostAnswer,
}

/// A server with one bucket.
pub struct S3Server {
    folder: TempDir,
    address: String,
    faults: Arc<Mutex<Faults>>,
    serving: JoinHandle<()>,
}

#[derive(Default)]
struct Faults {
    next: VecDeque<S3Fault>,
    always: Option<S3Fault>,
    asked: Vec<String>,
}

impl S3Server {
    pub const BUCKET: &'static str = "bucket";
    pub const KEY_ID: &'static str = "AKIATEST";
    pub const KEY: &'static str = "a-secret-that-nobody-may-see";

    pub async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join(Self::BUCKET)).unwrap();
        let files = FileSystem::new(folder.path()).unwrap();
        let mut builder = S3ServiceBuilder::new(files);
        builder.set_auth(SimpleAuth::from_single(Self::KEY_ID, Self::KEY));
        let service = builder.build();
        let faults = Arc::<Mutex<Faults>>::default();
        let known = faults.clone();
        let answer = move |request| answer(service.clone(), known.clone(), request);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let serving = tokio::spawn(async move {
            let _ends = axum::serve(listener, Router::new().fallback(answer)).await;
        });
        Self {
            folder,
            address,
            faults,
            serving,
        }
    }

    /// Where it is.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The next requests come to this, one each.
    pub fn next(&self, faults: impl IntoIterator<Item = S3Fault>) {
        self.faults.lock().unwrap().next.extend(faults);
    }

    /// From now on all do.
    pub fn always(&self, fault: Option<S3Fault>) {
        self.faults.lock().unwrap().always = fault;
    }

    /// What was asked since this was asked last: a method, a path and a query each.
    pub fn asked(&self) -> Vec<String> {
        std::mem::take(&mut self.faults.lock().unwrap().asked)
    }

    /// The names of the objects that are there.
    pub fn objects(&self) -> Vec<String> {
        let bucket = self.folder.path().join(Self::BUCKET);
        let mut folders = vec![bucket.clone()];
        let mut found = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path.strip_prefix(&bucket).unwrap();
                    found.push(name.to_str().unwrap().to_owned());
                }
            }
        }
        found.sort();
        found
    }
}

impl Drop for S3Server {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn answer(service: S3Service, faults: Arc<Mutex<Faults>>, request: Request) -> Response {
    let fault = {
        let mut faults = faults.lock().unwrap();
        let asked = format!("{} {}", request.method(), request.uri());
        faults.asked.push(asked);
        faults.next.pop_front().or(faults.always)
    };
    match fault {
        Some(S3Fault::Says(status, code)) => {
            let told = format!(
                "<Error><Code>{code}</Code><Message>{}</Message></Error>",
                S3Server::KEY
            );
            return (StatusCode::from_u16(status).unwrap(), told).into_response();
        }
        Some(S3Fault::Silence) => std::future::pending().await,
        Some(S3Fault::LostAnswer) | None => {}
    }
    let answer = service.call(request.map(s3s::Body::http_body_unsync)).await;
    if fault.is_some() {
        return std::future::pending().await;
    }
    match answer {
        Ok(answer) => answer.map(Body::new),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
