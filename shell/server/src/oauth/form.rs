//! Parameters of a query or a form, each at most once.

use std::collections::HashMap;

use axum::extract::Request;
use axum::http::header;

use super::fault::OauthFault;
use crate::http::body::{OTHER, receive_any};
use crate::state::AppState;

/// Parameters. What is empty counts as not sent.
pub(super) struct Form(HashMap<String, String>);

impl Form {
    pub(super) fn of(text: &[u8]) -> Result<Self, OauthFault> {
        let mut form = HashMap::new();
        for (name, value) in url::form_urlencoded::parse(text) {
            if form.insert(name.to_string(), value.into_owned()).is_some() {
                let why = "a parameter is there more than once";
                return Err(OauthFault::request(why));
            }
        }
        form.retain(|_, value| !value.is_empty());
        Ok(Self(form))
    }

    /// Those of a body.
    pub(super) async fn received(app: &AppState, request: Request) -> Result<Self, OauthFault> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
            let why = "the body has to be application/x-www-form-urlencoded";
            return Err(OauthFault::request(why));
        }
        Self::of(&receive_any(app, request, OTHER).await?.bytes)
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    pub(super) fn need(&self, name: &str) -> Result<&str, OauthFault> {
        let missing = || OauthFault::request(format!("{name} is missing"));
        self.get(name).ok_or_else(missing)
    }
}
