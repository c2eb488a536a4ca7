//! A document that a stranger names, and how long HTTP lets it be kept.

use std::time::Duration;

use reqwest::header::{AGE, CACHE_CONTROL, CONTENT_TYPE, HeaderMap};
use screen_agent_ports::{FetchFailure, FetchedDocument};
use url::Url;

use super::{PrivateHost, WebFetch, body, failure, header};

/// Most bytes of one.
const LARGEST: usize = 16 * 1024;
const JSON: &str = "application/json";

impl WebFetch {
    pub(super) async fn document_at(
        &self,
        url: &str,
        private: &[PrivateHost],
    ) -> Result<FetchedDocument, FetchFailure> {
        self.in_time(async {
            let url = Url::parse(url).map_err(|_| FetchFailure::Blocked)?;
            let client = self.client_for(&url, private)?;
            let request = client
                .get(url)
                .header(reqwest::header::USER_AGENT, super::NAME)
                .header(reqwest::header::ACCEPT, JSON);
            let mut response = request.send().await.map_err(|error| failure(&error))?;
            let status = response.status().as_u16();
            if status != 200 {
                return Err(FetchFailure::Status(status));
            }
            let kind = header(&response, CONTENT_TYPE).unwrap_or_default();
            let kind = kind.split(';').next().unwrap_or_default().trim();
            let kind = kind.to_ascii_lowercase();
            if kind != JSON && !(kind.starts_with("application/") && kind.ends_with("+json")) {
                return Err(FetchFailure::NotText);
            }
            let fresh = fresh(response.headers());
            let bytes = body(&mut response, LARGEST).await?;
            Ok(FetchedDocument { bytes, fresh })
        })
        .await
    }
}

/// How long it may be kept, by its own word alone. What says nothing is not kept.
fn fresh(headers: &HeaderMap) -> Duration {
    let said = headers.get_all(CACHE_CONTROL).into_iter();
    let said = said.filter_map(|line| line.to_str().ok());
    let said: Vec<String> = said
        .flat_map(|line| line.split(','))
        .map(|word| word.trim().to_ascii_lowercase())
        .collect();
    let never = |word: &String| {
        let name = word.split('=').next().unwrap_or_default();
        matches!(name, "no-store" | "no-cache")
    };
    let number = |text: &str| text.trim_matches('"').parse::<u64>().ok();
    let mut ages = said.iter().filter_map(|word| word.strip_prefix("max-age="));
    let most = match said.iter().any(never) {
        true => None,
        false => ages.next().and_then(number),
    };
    let age = headers.get(AGE).and_then(|age| age.to_str().ok());
    let age = age.and_then(number).unwrap_or(0);
    Duration::from_secs(most.unwrap_or(0).saturating_sub(age))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use axum::Router;
    use axum::http::header::LOCATION;
    use axum::response::IntoResponse as _;
    use axum::routing::get;
    use screen_agent_ports::Fetch as _;

    use super::*;
    use crate::FetchConfig;

    #[tokio::test]
    async fn only_short_json_that_stands_at_the_very_address_is_read() {
        let json = |kind: &'static str, length: usize| ([(CONTENT_TYPE, kind)], "1".repeat(length));
        let router = Router::new()
            .route(
                "/good",
                get(move || async move { json("Application/JSON; charset=utf-8", 9) }),
            )
            .route(
                "/kind",
                get(move || async move { json("application/ld+json", 9) }),
            )
            .route("/page", get(move || async move { json("text/html", 9) }))
            .route("/long", get(move || async move { json(JSON, LARGEST + 1) }))
            .route(
                "/moved",
                get(|| async {
                    (axum::http::StatusCode::FOUND, [(LOCATION, "/good")]).into_response()
                }),
            );
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let here = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await });
        let private = vec![here.to_string().parse::<PrivateHost>().unwrap()];
        let config = FetchConfig {
            private_hosts: private.clone(),
            ..FetchConfig::default()
        };
        let fetch = WebFetch::new(config).unwrap();
        let at = |path: &str| format!("http://{here}{path}");
        for (path, expected) in [
            ("/good", Ok(9)),
            ("/kind", Ok(9)),
            ("/page", Err(FetchFailure::NotText)),
            ("/long", Err(FetchFailure::TooLarge)),
            ("/moved", Err(FetchFailure::Status(302))),
            ("/none", Err(FetchFailure::Status(404))),
        ] {
            let read = fetch.document_at(&at(path), &private).await;
            assert_eq!(
                read.map(|document| document.bytes.len()),
                expected,
                "{path}"
            );
        }
        // A stranger names no host of one's own network, though the settings do.
        let named = fetch.document(&at("/good")).await;
        assert_eq!(named, Err(FetchFailure::Blocked));
    }

    #[test]
    fn a_document_is_kept_as_long_as_it_says_and_not_otherwise() {
        for (control, age, seconds) in [
            ("max-age=600", "", 600),
            ("public, Max-Age=600", "100", 500),
            ("max-age=600", "900", 0),
            ("no-cache, max-age=600", "", 0),
            ("max-age=600, no-store", "", 0),
            ("no-cache=\"x\", max-age=600", "", 0),
            ("max-age=soon", "", 0),
            ("max-age=-1", "", 0),
            ("public", "", 0),
            ("", "", 0),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(CACHE_CONTROL, control.parse().unwrap());
            headers.insert(AGE, age.parse().unwrap());
            assert_eq!(fresh(&headers).as_secs(), seconds, "{control} {age}");
        }
    }
}
