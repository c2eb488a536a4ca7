//! Fetching pages, against sites that mean no good.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, LOCATION};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use screen_agent_adapters::fetch::Names;
use screen_agent_adapters::{FetchConfig, WebFetch};
use screen_agent_ports::{Downloaded, Fetch, FetchFailure, Fetched};
use tokio::net::TcpListener;

/// Names that mean what the test says.
struct Told(HashMap<&'static str, Vec<IpAddr>>);

#[async_trait]
impl Names for Told {
    async fn lookup(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        let found = self.0.get(name).cloned();
        found.ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

fn names() -> Arc<Told> {
    let ip = |text: &str| text.parse::<IpAddr>().unwrap();
    Arc::new(Told(HashMap::from([
        ("wiki.lan", vec![ip("127.0.0.1")]),
        ("private.test.example", vec![ip("10.0.0.7")]),
        ("metadata.test.example", vec![ip("169.254.169.254")]),
        ("six.test.example", vec![ip("fd00::1")]),
        (
            "mixed.test.example",
            vec![ip("93.184.216.34"), ip("127.0.0.1")],
        ),
    ])))
}

/// A site on this machine, whose address is the only private one that may be fetched.
struct Site {
    address: SocketAddr,
    fetch: WebFetch,
}

impl Site {
    async fn open(timeout: Duration) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().fallback(move |uri: Uri| async move { page(&uri, address) });
        tokio::spawn(async move { axum::serve(listener, router).await });
        let hosts = [address.to_string(), format!("wiki.lan:{}", address.port())];
        let config = FetchConfig {
            private_hosts: hosts.iter().map(|host| host.parse().unwrap()).collect(),
            timeout,
        };
        Self {
            address,
            fetch: WebFetch::with_names(config, names()).unwrap(),
        }
    }

    async fn get(&self, path: &str) -> Result<Fetched, FetchFailure> {
        let url = format!("http://{}{path}", self.address);
        self.fetch.fetch(&url).await
    }
}

fn page(uri: &Uri, own: SocketAddr) -> Response {
    let html =
        |text: &'static [u8], kind: &str| ([(CONTENT_TYPE, kind.to_owned())], text).into_response();
    let moved = |to: &str| (StatusCode::FOUND, [(LOCATION, to.to_owned())]).into_response();
    match uri.path() {
        "/plain" => html("<p>Grüße</p>".as_bytes(), "text/html; charset=utf-8"),
        "/latin" => html(b"<p>Gr\xfc\xdfe</p>", "text/html; charset=iso-8859-1"),
        "/meta" => html(b"<meta charset=windows-1251><p>\xcf\xf0", "text/html"),
        "/picture" => html(b"\x89PNG", "image/png"),
        "/binary" => html(b"\x7fELF\0\0", "text/plain"),
        "/missing" => StatusCode::NOT_FOUND.into_response(),
        "/hop" => {
            let left: u32 = uri.query().unwrap().parse().unwrap();
            match left {
                0 => moved("/plain#place"),
                left => moved(&format!("http://{own}/hop?{}", left - 1)),
            }
        }
        "/to" => moved(uri.query().unwrap()),
        "/endless" => moved("/endless"),
        "/slow" => Response::new(Body::from_stream(stream::pending::<
            Result<Bytes, Infallible>,
        >())),
        "/long" => {
            let piece = Bytes::from(vec![b'a'; 64 * 1024]);
            let pieces = stream::iter((0..100).map(move |_| Ok::<_, Infallible>(piece.clone())));
            ([(CONTENT_TYPE, "text/plain")], Body::from_stream(pieces)).into_response()
        }
        "/bomb" => (
            [(CONTENT_TYPE, "text/plain"), (CONTENT_ENCODING, "gzip")],
            bomb(),
        )
            .into_response(),
        _ => StatusCode::IM_A_TEAPOT.into_response(),
    }
}

/// 64 MiB of zeros, packed: each member unpacks to 4 MiB, and members follow one another.
fn bomb() -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let zeros = vec![b'0'; 1024 * 1024];
    for _ in 0..64 {
        io::Write::write_all(&mut packed, &zeros).unwrap();
    }
    packed.finish().unwrap()
}

const PATIENT: Duration = Duration::from_secs(30);

#[tokio::test]
async fn a_file_comes_as_it_is_under_the_same_guard() {
    let site = Site::open(PATIENT).await;
    let at = |path: &str| format!("http://{}{path}", site.address);
    let bytes = async |path: &str| site.fetch.download(&at(path)).await;
    let expected = Downloaded {
        url: at("/picture"),
        bytes: b"\x89PNG".to_vec(),
    };
    assert_eq!(bytes("/picture").await, Ok(expected));
    assert_eq!(bytes("/hop?1").await.unwrap().url, at("/plain#place"));
    for (path, expected) in [
        ("/missing", FetchFailure::Status(404)),
        ("/to?http://127.0.0.1:1/x", FetchFailure::Blocked),
        ("/bomb", FetchFailure::TooLarge),
    ] {
        assert_eq!(bytes(path).await, Err(expected), "{path}");
    }
    let inside = site.fetch.download("http://127.0.0.1:1/").await;
    assert_eq!(inside, Err(FetchFailure::Blocked));
}

#[tokio::test]
async fn a_page_comes_as_text() {
    let site = Site::open(PATIENT).await;
    for (path, mime, text) in [
        ("/plain", "text/html", "<p>Grüße</p>"),
        ("/latin", "text/html", "<p>Grüße</p>"),
        ("/meta", "text/html", "<meta charset=windows-1251><p>Пр"),
    ] {
        let expected = Fetched {
            url: format!("http://{}{path}", site.address),
            mime: mime.to_owned(),
            text: text.to_owned(),
        };
        assert_eq!(site.get(path).await, Ok(expected));
    }
    for (path, expected) in [
        ("/picture", FetchFailure::NotText),
        ("/binary", FetchFailure::NotText),
        ("/missing", FetchFailure::Status(404)),
    ] {
        assert_eq!(site.get(path).await, Err(expected), "{path}");
    }
}

#[tokio::test]
async fn a_page_may_lead_on_a_few_times() {
    let site = Site::open(PATIENT).await;
    let there = format!("http://{}/plain#place", site.address);
    assert_eq!(site.get("/hop?4").await.map(|page| page.url), Ok(there));
    assert_eq!(site.get("/hop?5").await, Err(FetchFailure::Unreachable));
    assert_eq!(site.get("/endless").await, Err(FetchFailure::Unreachable));
}

#[tokio::test]
async fn a_page_never_leads_inside() {
    let site = Site::open(PATIENT).await;
    let other = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let other = format!("http://{}/", other.local_addr().unwrap());
    for to in [
        other.as_str(),
        "http://127.0.0.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::1]/",
        "http://[::ffff:169.254.169.254]/",
        "http://2130706433/",
        "http://localhost/",
        "http://private.test.example/",
        "http://metadata.test.example/",
        "http://six.test.example/",
        "http://mixed.test.example/",
        "http://wiki.lan/",
        "http://user:word@private.test.example/",
        "https://private.test.example:8443/",
        "file:///etc/passwd",
        "ftp://private.test.example/",
        "//private.test.example/",
    ] {
        let found = site.get(&format!("/to?{to}")).await;
        // Names that could be public are another site's, and not even looked up.
        let refused = matches!(
            found,
            Err(FetchFailure::Blocked | FetchFailure::LeadsElsewhere(_))
        );
        assert!(refused, "{to}: {found:?}");
        let found = site.fetch.fetch(to).await;
        assert_eq!(found, Err(FetchFailure::Blocked), "{to}");
    }
}

#[tokio::test]
async fn a_page_never_leads_to_another_site() {
    let site = Site::open(PATIENT).await;
    let other = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let there = other.local_addr().unwrap();
    let reached = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&reached);
    let router = Router::new().fallback(move || {
        told.store(true, Ordering::SeqCst);
        async { "here" }
    });
    tokio::spawn(async move { axum::serve(other, router).await });
    // Both are allowed by the settings; only the one that was asked for is gone to.
    let hosts = [site.address, there].map(|host| host.to_string().parse().unwrap());
    let config = FetchConfig {
        private_hosts: hosts.to_vec(),
        timeout: PATIENT,
    };
    let fetch = WebFetch::with_names(config, names()).unwrap();
    let from = |path: String| format!("http://{}{path}", site.address);
    let found = fetch.fetch(&from(format!("/to?http://{there}/x"))).await;
    assert_eq!(found, Err(FetchFailure::Blocked));
    for to in [
        "https://tea.example/a?b=c",
        "http://tea.example/",
        "http://8.8.8.8/",
    ] {
        let found = fetch.fetch(&from(format!("/to?{to}"))).await;
        assert_eq!(found, Err(FetchFailure::LeadsElsewhere(to.to_owned())));
    }
    assert!(!reached.load(Ordering::SeqCst));
    let own = fetch.fetch(&from("/to?/plain".to_owned())).await;
    assert_eq!(own.map(|page| page.url), Ok(from("/plain".to_owned())));
}

#[tokio::test]
async fn a_private_host_is_reached_by_its_exact_name_and_port() {
    let site = Site::open(PATIENT).await;
    let url = format!("http://wiki.lan:{}/plain", site.address.port());
    assert!(site.fetch.fetch(&url).await.is_ok());
    // The same machine by another name is not what was allowed.
    let url = format!("http://localhost:{}/plain", site.address.port());
    assert_eq!(site.fetch.fetch(&url).await, Err(FetchFailure::Blocked));
}

#[tokio::test]
async fn what_is_too_much_is_not_read() {
    let site = Site::open(PATIENT).await;
    assert_eq!(site.get("/long").await, Err(FetchFailure::TooLarge));
    assert_eq!(site.get("/bomb").await, Err(FetchFailure::TooLarge));
}

#[tokio::test]
async fn a_page_that_never_comes_is_not_waited_for() {
    let site = Site::open(Duration::from_millis(300)).await;
    assert_eq!(site.get("/slow").await, Err(FetchFailure::TimedOut));
}
