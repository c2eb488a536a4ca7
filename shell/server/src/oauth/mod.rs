//! Programs of others at `/mcp`, in the name of our own people: OAuth 2.1 for public clients. It is described where the
//! protocol looks for that, and not in our own description: no client of the other surfaces has business here.

mod authorize;
mod document;
mod fault;
mod form;
mod page;
mod pass;
mod register;
mod token;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header;
use axum::http::uri::Authority;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::state::AppState;

pub use pass::{admit_program, described_at};

/// Where the tools are: what tokens are good for, and nothing else.
const RESOURCE: &str = "/mcp";
/// Where that is described (RFC 9728).
const DESCRIBED: &str = "/.well-known/oauth-protected-resource";
const AUTHORIZE: &str = "/oauth/authorize";
const TOKEN: &str = "/oauth/token";
const REVOKE: &str = "/oauth/revoke";
const REGISTER: &str = "/oauth/register";

/// What a program may be allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramScope {
    /// To ask about what the person has collected, and to see runs.
    Read,
    /// To ask for tabs of the person's browser and work on them, and to give orders to workers.
    Browser,
}

impl ProgramScope {
    const ALL: [Self; 2] = [Self::Read, Self::Browser];

    /// As programs ask for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Browser => "browser",
        }
    }

    /// As people are asked about it.
    const fn told(self) -> &'static str {
        match self {
            Self::Read => "read your collections and runs, and ask questions about them",
            Self::Browser => {
                "ask for tabs of your browser and work on them, and give orders to workers. You are still asked about each tab"
            }
        }
    }

    /// All that a list of words names; none where one is no such word.
    fn read(words: &str) -> Option<Vec<Self>> {
        let known = |word: &str| Self::ALL.into_iter().find(|scope| scope.word() == word);
        let named: Vec<Self> = words
            .split_ascii_whitespace()
            .map(known)
            .collect::<Option<_>>()?;
        Some(
            Self::ALL
                .into_iter()
                .filter(|it| named.contains(it))
                .collect(),
        )
    }

    /// The same as a list of words.
    fn words(all: &[Self]) -> String {
        let words: Vec<&str> = all.iter().map(|scope| scope.word()).collect();
        words.join(" ")
    }
}

/// Everything, in its own way of writing errors.
pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route(DESCRIBED, get(resource))
        .route(&format!("{DESCRIBED}{RESOURCE}"), get(resource))
        .route("/.well-known/oauth-authorization-server", get(server))
        .route(REGISTER, post(register::register))
        .route(AUTHORIZE, get(authorize::show).post(authorize::answer))
        .route(TOKEN, post(token::exchange))
        .route(REVOKE, post(token::revoke))
}

/// The tools, as a resource.
async fn resource(State(_): State<AppState>, headers: HeaderMap) -> Json<Value> {
    let issuer = issuer(&headers);
    Json(json!({
        "resource": resource_of(&headers),
        "resource_name": "Screen Agent",
        "authorization_servers": [issuer],
        "scopes_supported": ProgramScope::ALL.map(ProgramScope::word),
        "bearer_methods_supported": ["header"],
    }))
}

/// Who lets programs in, and how (RFC 8414).
async fn server(State(app): State<AppState>, headers: HeaderMap) -> Json<Value> {
    let issuer = issuer(&headers);
    let at = |place: &str| format!("{issuer}{place}");
    Json(json!({
        "issuer": issuer,
        "authorization_endpoint": at(AUTHORIZE),
        "token_endpoint": at(TOKEN),
        "registration_endpoint": at(REGISTER),
        "revocation_endpoint": at(REVOKE),
        "scopes_supported": ProgramScope::ALL.map(ProgramScope::word),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "client_id_metadata_document_supported": app.engine().parts().fetch.is_some(),
        "authorization_response_iss_parameter_supported": true,
    }))
}

/// What tokens are good for, by the name that the client reached us under.
fn resource_of(headers: &HeaderMap) -> String {
    format!("{}{RESOURCE}", issuer(headers))
}

/// Who we are, as the client reached us. A proxy in front speaks TLS; this machine to itself does not.
fn issuer(headers: &HeaderMap) -> String {
    let host = headers.get(header::HOST);
    let host = host.and_then(|host| host.to_str().ok()?.parse::<Authority>().ok());
    let Some(host) = host else {
        return String::new();
    };
    let name = host.host().trim_matches(['[', ']']);
    let here = name == "localhost" || name.parse::<std::net::IpAddr>().is_ok();
    format!("{}://{host}", if here { "http" } else { "https" })
}
