//! Pages of a folder or of an application, as whoever is measured is to see them: with a script put before the page's own, and
//! with nothing fetched from anywhere else.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};

/// Pages are to load what is served beside them, and nothing else: what is measured is no network.
const NOTHING_ELSE: &str =
    "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; form-action 'self'";
/// What belongs to one connection alone.
const OWN: [HeaderName; 4] = [
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::TRANSFER_ENCODING,
    header::ACCEPT_ENCODING,
];

/// A door before a server.
#[derive(Clone)]
pub struct Served {
    behind: Arc<Mutex<String>>,
    script: Arc<Mutex<String>>,
    http: reqwest::Client,
    base: String,
}

impl Served {
    /// Before whatever `behind` says next.
    pub async fn open() -> Result<Self> {
        let http = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy();
        let mut served = Self {
            behind: Arc::default(),
            script: Arc::default(),
            http: http.build()?,
            base: String::new(),
        };
        let routes = Router::new().fallback(pass_on).with_state(served.clone());
        served.base = crate::measure::serve_here(routes).await?;
        Ok(served)
    }

    /// Before a folder of pages.
    pub async fn folder(folder: PathBuf) -> Result<Self> {
        let served = Self::open().await?;
        served.before(&format!("http://{}", screen_agent_site::serve(folder)?));
        Ok(served)
    }

    /// From now on before this server.
    pub fn before(&self, base: &str) {
        base.trim_end_matches('/')
            .clone_into(&mut held(&self.behind));
    }

    /// From now on every document begins with this script.
    pub fn put_in(&self, script: &str) {
        script.clone_into(&mut held(&self.script));
    }

    /// The address of a path.
    pub fn url(&self, path: &str) -> String {
        format!("{}/{}", self.base, path.trim_start_matches('/'))
    }

    async fn passed_on(&self, asked: Asked) -> reqwest::Result<Response> {
        let path = asked.uri.path_and_query().map_or("/", |path| path.as_str());
        let url = format!("{}{path}", held(&self.behind));
        let mut headers = asked.headers;
        OWN.iter().for_each(|name| drop(headers.remove(name)));
        let request = self.http.request(asked.method, url);
        let answer = request.headers(headers).body(asked.body).send().await?;
        let (status, mut headers) = (answer.status(), answer.headers().clone());
        OWN.iter().for_each(|name| drop(headers.remove(name)));
        let body = answer.bytes().await?;
        let is_page = headers
            .get(header::CONTENT_TYPE)
            .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
        let body = match is_page {
            true => {
                let only = HeaderValue::from_static(NOTHING_ELSE);
                headers.insert(header::CONTENT_SECURITY_POLICY, only);
                begun_with(&held(&self.script), &String::from_utf8_lossy(&body)).into()
            }
            false => body,
        };
        Ok((status, headers, Body::from(body)).into_response())
    }
}

/// A request, whole.
struct Asked {
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
}

async fn pass_on(
    State(served): State<Served>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let asked = Asked {
        method,
        uri,
        headers,
        body,
    };
    let passed = served.passed_on(asked).await;
    passed.unwrap_or_else(|error| (StatusCode::BAD_GATEWAY, error.to_string()).into_response())
}

fn held<T>(value: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The page with a script before everything else in its head; what comes before that says how the page is to be read.
fn begun_with(script: &str, html: &str) -> String {
    if script.is_empty() {
        return html.to_owned();
    }
    let lower = html.to_ascii_lowercase();
    let after = |tag: &str| {
        let at = lower.find(tag)?;
        Some(at + lower[at..].find('>')? + 1)
    };
    let at = ["<head>", "<head ", "<html", "<!doctype"]
        .into_iter()
        .find_map(after)
        .unwrap_or(0);
    let (before, rest) = html.split_at(at);
    format!("{before}<script>{script}</script>{rest}")
}

#[cfg(test)]
mod tests {
    use super::begun_with;

    #[test]
    fn a_script_comes_before_the_pages_own_and_after_what_says_how_to_read_it() {
        for (html, expected) in [
            (
                "<!doctype html><html><HEAD lang=x><title>",
                "<!doctype html><html><HEAD lang=x><script>s</script><title>",
            ),
            (
                "<!DOCTYPE html><title>",
                "<!DOCTYPE html><script>s</script><title>",
            ),
            ("<p>", "<script>s</script><p>"),
            ("<html><header>", "<html><script>s</script><header>"),
        ] {
            assert_eq!(begun_with("s", html), expected);
        }
        assert_eq!(begun_with("", "<p>"), "<p>");
    }
}
