//! Programs that are let in to `/mcp`: registering, the page that asks, tokens, and who shows what is not theirs.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use axum::body::Body;
use axum::http::{HeaderMap, Request};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use screen_agent_ports::{Downloaded, Fetch, FetchFailure, Fetched, FetchedDocument};
use screen_agent_server::{ProgramScope, admit_program, app_for_programs};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::kit::{Kit, PASSWORD, Reply, Wider, request, send};
use crate::place::Place;

const HOST: &str = "localhost:8787";
const RESOURCE: &str = "http://localhost:8787/mcp";
const BACK: &str = "http://127.0.0.1:33418/back";
const VERIFIER: &str = "a-verifier-that-is-long-enough-to-be-one-0123456789";
const HOUR_MS: i64 = 60 * 60 * 1_000;

fn challenge() -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER))
}

fn encoded(pairs: &[(&str, &str)]) -> String {
    let mut out = url::form_urlencoded::Serializer::new(String::new());
    out.extend_pairs(pairs).finish()
}

/// The pairs with others in the place of some; an empty one is left out.
fn but<'a>(pairs: &[(&'a str, &'a str)], others: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let other = |name: &str| others.iter().find(|(other, _)| *other == name);
    let kept = pairs.iter().filter(|(name, _)| other(name).is_none());
    let all = kept.chain(others.iter().filter(|(_, value)| !value.is_empty()));
    all.copied().collect()
}

async fn get(kit: &Kit, path: &str, cookie: &str) -> Reply {
    let mut asked = request("GET", path, "", Body::empty());
    asked.headers_mut().insert("host", HOST.parse().unwrap());
    if !cookie.is_empty() {
        asked
            .headers_mut()
            .insert("cookie", cookie.parse().unwrap());
    }
    kit.send(asked).await
}

async fn post(kit: &Kit, path: &str, pairs: &[(&str, &str)], cookie: &str) -> Reply {
    let asked = Request::builder()
        .method("POST")
        .uri(path)
        .header("host", HOST)
        .header("cookie", cookie)
        .header("content-type", "application/x-www-form-urlencoded")
        .body(encoded(pairs).into())
        .unwrap();
    kit.send(asked).await
}

async fn register(kit: &Kit, metadata: &Value) -> Reply {
    let mut asked = request("POST", "/oauth/register", "", metadata.to_string().into());
    asked.headers_mut().insert("host", HOST.parse().unwrap());
    kit.send(asked).await
}

async fn client(kit: &Kit) -> String {
    let metadata = json!({ "client_name": "Pilot <b>", "redirect_uris": [BACK], "scope": "read" });
    let reply = register(kit, &metadata).await;
    assert_eq!(reply.status, 201, "{}", reply.json());
    reply.json()["client_id"].as_str().unwrap().to_owned()
}

fn asking<'a>(client: &'a str, challenge: &'a str) -> Vec<(&'a str, &'a str)> {
    vec![
        ("response_type", "code"),
        ("client_id", client),
        ("redirect_uri", BACK),
        ("code_challenge", challenge),
        ("code_challenge_method", "S256"),
        ("scope", "read"),
        ("state", "as it was"),
        ("resource", RESOURCE),
    ]
}

/// A page as a browser has it.
struct Page {
    hidden: Vec<(String, String)>,
    cookie: String,
}

impl Page {
    async fn of(kit: &Kit, pairs: &[(&str, &str)]) -> Self {
        let reply = get(kit, &format!("/oauth/authorize?{}", encoded(pairs)), "").await;
        assert_eq!(reply.status, 200, "{}", text(&reply));
        let cookie = reply.header("set-cookie");
        let html = text(&reply);
        let hidden = html
            .split("<input type=\"hidden\" name=\"")
            .skip(1)
            .map(|rest| {
                let (name, rest) = rest.split_once("\" value=\"").unwrap();
                let value = rest.split_once('"').unwrap().0.replace("&amp;", "&");
                (name.to_owned(), value)
            });
        Self {
            hidden: hidden.collect(),
            cookie: cookie.split(';').next().unwrap().to_owned(),
        }
    }

    async fn answered(&self, kit: &Kit, others: &[(&str, &str)]) -> Reply {
        let hidden = self.hidden.iter();
        let mut pairs: Vec<(&str, &str)> =
            hidden.map(|(name, value)| (&**name, &**value)).collect();
        pairs.extend([
            ("email", "alice@acme.test"),
            ("password", PASSWORD),
            ("read", "on"),
            ("answer", "allow"),
        ]);
        post(kit, "/oauth/authorize", &but(&pairs, others), &self.cookie).await
    }
}

fn text(reply: &Reply) -> String {
    String::from_utf8(reply.bytes.clone()).unwrap()
}

/// What the address that somebody is led to says.
fn led(reply: &Reply) -> Vec<(String, String)> {
    assert_eq!(reply.status, 303, "{}", text(reply));
    let place = url::Url::parse(reply.header("location")).unwrap();
    assert_eq!(place.as_str().split('?').next().unwrap(), BACK);
    place.query_pairs().into_owned().collect()
}

fn said(reply: &Reply, name: &str) -> String {
    let found = led(reply).into_iter().find(|(key, _)| key == name);
    found.unwrap_or_else(|| panic!("{name} is not said")).1
}

async fn code(kit: &Kit, client: &str) -> String {
    let challenge = challenge();
    let page = Page::of(kit, &asking(client, &challenge)).await;
    said(&page.answered(kit, &[]).await, "code")
}

fn exchanging<'a>(client: &'a str, code: &'a str) -> Vec<(&'a str, &'a str)> {
    vec![
        ("grant_type", "authorization_code"),
        ("code", code),
        ("redirect_uri", BACK),
        ("client_id", client),
        ("code_verifier", VERIFIER),
        ("resource", RESOURCE),
    ]
}

async fn token(kit: &Kit, pairs: &[(&str, &str)]) -> Reply {
    post(kit, "/oauth/token", pairs, "").await
}

async fn tokens(kit: &Kit, pairs: &[(&str, &str)]) -> (String, String) {
    let reply = token(kit, pairs).await;
    let json: Value = serde_json::from_slice(&reply.bytes).unwrap();
    assert_eq!(reply.status, 200, "{json}");
    let word = |name: &str| json[name].as_str().unwrap().to_owned();
    assert_eq!(
        (json["token_type"].as_str(), json["expires_in"].as_u64()),
        (Some("Bearer"), Some(3_600))
    );
    assert_eq!(json["scope"], "read");
    assert_eq!(reply.header("cache-control"), "no-store");
    (word("access_token"), word("refresh_token"))
}

async fn refused(kit: &Kit, pairs: &[(&str, &str)]) -> (u16, String) {
    let reply = token(kit, pairs).await;
    let error = reply.json()["error"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    (reply.status.as_u16(), error)
}

async fn refreshed(kit: &Kit, client: &str, refresh: &str) -> Reply {
    let pairs = [
        ("grant_type", "refresh_token"),
        ("refresh_token", refresh),
        ("client_id", client),
        ("resource", RESOURCE),
    ];
    token(kit, &pairs).await
}

async fn admitted_at(kit: &Kit, host: &str, access: &str) -> Option<Vec<ProgramScope>> {
    let mut headers = HeaderMap::new();
    headers.insert("host", host.parse().unwrap());
    admit_program(&kit.state, &headers, access).await
}

async fn admitted(kit: &Kit, access: &str) -> Option<Vec<ProgramScope>> {
    admitted_at(kit, HOST, access).await
}

#[tokio::test]
async fn who_lets_programs_in_is_described_where_it_is_looked_for() {
    let kit = Kit::new().await;
    for place in [
        "/.well-known/oauth-protected-resource/mcp",
        "/.well-known/oauth-protected-resource",
    ] {
        let described = get(&kit, place, "").await.json();
        assert_eq!(described["resource"], RESOURCE);
        assert_eq!(
            described["authorization_servers"],
            json!(["http://localhost:8787"])
        );
        assert_eq!(described["scopes_supported"], json!(["read", "browser"]));
    }
    let described = get(&kit, "/.well-known/oauth-authorization-server", "")
        .await
        .json();
    assert_eq!(described["issuer"], "http://localhost:8787");
    assert_eq!(
        described["token_endpoint"],
        "http://localhost:8787/oauth/token"
    );
    assert_eq!(
        described["code_challenge_methods_supported"],
        json!(["S256"])
    );
    let mut outside = request(
        "GET",
        "/.well-known/oauth-authorization-server",
        "",
        Body::empty(),
    );
    outside
        .headers_mut()
        .insert("host", "agent.example".parse().unwrap());
    assert_eq!(
        kit.send(outside).await.json()["issuer"],
        "https://agent.example"
    );
}

#[tokio::test]
async fn a_person_lets_a_program_in_and_ends_it_again() {
    let kit = Kit::new().await;
    let client = client(&kit).await;
    let challenge = challenge();
    let page = Page::of(&kit, &asking(&client, &challenge)).await;
    let answered = page.answered(&kit, &[]).await;
    assert_eq!(said(&answered, "state"), "as it was");
    assert_eq!(said(&answered, "iss"), "http://localhost:8787");
    let code = said(&answered, "code");
    let (access, refresh) = tokens(&kit, &exchanging(&client, &code)).await;
    assert_eq!(
        admitted(&kit, &access).await,
        Some(vec![ProgramScope::Read])
    );
    let listed = kit.get("/api/v1/auth/sessions", &kit.alice).await.data();
    let scopes = listed["sessions"].as_array().unwrap().iter();
    let scopes: Vec<_> = scopes
        .map(|one| (one["client"].clone(), one["scope"].clone()))
        .collect();
    assert!(
        scopes.contains(&(json!("Pilot <b>"), json!("read"))),
        "{listed}"
    );
    assert!(scopes.contains(&(json!(""), Value::Null)), "{listed}");
    // Nothing that could be shown is in the files.
    for entry in std::fs::read_dir(kit.dir.path()).unwrap() {
        let held = std::fs::read(entry.unwrap().path()).unwrap();
        for shown in [&access, &refresh, &code] {
            for part in shown.split('.') {
                assert!(
                    !held
                        .windows(part.len())
                        .any(|bytes| bytes == part.as_bytes())
                );
            }
        }
    }
    let all = listed["sessions"].as_array().unwrap();
    let one = all.iter().find(|one| one["scope"] == "read").unwrap();
    let path = format!("/api/v1/auth/sessions/{}", one["id"].as_str().unwrap());
    assert_eq!(kit.delete(&path, &kit.alice).await.status, 204);
    assert_eq!(admitted(&kit, &access).await, None);
    assert_eq!(
        refreshed(&kit, &client, &refresh).await.json()["error"],
        "invalid_grant"
    );
}

#[tokio::test]
async fn a_token_opens_the_tools_by_this_name_until_its_time_is_over_and_nothing_else() {
    let kit = Kit::new().await;
    let client = client(&kit).await;
    let (access, refresh) = tokens(&kit, &exchanging(&client, &code(&kit, &client).await)).await;
    let beginning = access.split('.').next().unwrap().to_owned();
    for shown in [&access, &refresh, &beginning] {
        for path in [
            "/api/v1/auth/session",
            "/api/session",
            "/api/collections",
            "/api/runs",
            "/api/v1/auth/sessions",
        ] {
            let reply = kit.get(path, shown).await;
            assert_eq!(reply.status, 401, "{path}");
        }
    }
    // The same is let through in the process, for whom the tools let in.
    let inside = send(
        app_for_programs(kit.state.clone()),
        request("GET", "/api/runs", &access, Body::empty()),
    )
    .await;
    assert_eq!(inside.status, 200);
    assert_eq!(admitted_at(&kit, "evil.example", &access).await, None);
    for shown in [
        &refresh,
        &beginning,
        &format!("{beginning}.x"),
        &"a.b".to_owned(),
        &String::new(),
    ] {
        assert_eq!(admitted(&kit, shown).await, None, "{shown}");
    }
    // People's own are theirs for everything.
    assert_eq!(
        admitted(&kit, &kit.alice).await.map(|all| all.len()),
        Some(2)
    );
    kit.clock.advance(HOUR_MS - 1);
    assert!(admitted(&kit, &access).await.is_some());
    kit.clock.advance(1);
    assert_eq!(admitted(&kit, &access).await, None);
    assert_eq!(refreshed(&kit, &client, &refresh).await.status, 200);
}

#[tokio::test]
async fn a_code_counts_once_in_time_and_for_whom_it_was_given() {
    let kit = Kit::new().await;
    let (client, other) = (client(&kit).await, client(&kit).await);
    let wrong: [&[(&str, &str)]; 4] = [
        &[(
            "code_verifier",
            "another-verifier-that-is-long-enough-to-be-one-01",
        )],
        &[("redirect_uri", "http://127.0.0.1:33418/other")],
        &[("client_id", &other)],
        &[("code", "")],
    ];
    for others in wrong {
        let code = code(&kit, &client).await;
        let expected = if others[0].1.is_empty() {
            "invalid_request"
        } else {
            "invalid_grant"
        };
        let answered = refused(&kit, &but(&exchanging(&client, &code), others)).await;
        assert_eq!(answered, (400, expected.to_owned()), "{others:?}");
        // A code is good for one try; a request that says none is no try.
        let again = token(&kit, &exchanging(&client, &code)).await;
        assert_eq!(
            again.status,
            if others[0].1.is_empty() { 200 } else { 400 },
            "{others:?}"
        );
    }
    let code_of_today = code(&kit, &client).await;
    let elsewhere = [("resource", "https://other.example/mcp")];
    let answered = refused(&kit, &but(&exchanging(&client, &code_of_today), &elsewhere)).await;
    assert_eq!(answered, (400, "invalid_target".to_owned()));
    let (access, refresh) = tokens(&kit, &exchanging(&client, &code_of_today)).await;
    assert!(admitted(&kit, &access).await.is_some());
    assert_eq!(
        refused(&kit, &exchanging(&client, &code_of_today)).await.0,
        400
    );
    assert_eq!(
        admitted(&kit, &access).await,
        None,
        "a code twice ends what came of it"
    );
    assert_eq!(refreshed(&kit, &client, &refresh).await.status, 400);
    let late = code(&kit, &client).await;
    kit.clock.advance(60_000);
    assert_eq!(
        refused(&kit, &exchanging(&client, &late)).await,
        (400, "invalid_grant".to_owned())
    );
}

#[tokio::test]
async fn a_refresh_turns_the_tokens_and_an_old_one_ends_them() {
    let kit = Kit::new().await;
    let (client, other) = (client(&kit).await, client(&kit).await);
    let (old_access, old) = tokens(&kit, &exchanging(&client, &code(&kit, &client).await)).await;
    let more = [
        ("grant_type", "refresh_token"),
        ("refresh_token", &*old),
        ("client_id", &*client),
        ("scope", "read browser"),
    ];
    assert_eq!(
        refused(&kit, &more).await,
        (400, "invalid_scope".to_owned())
    );
    let turned: Value =
        serde_json::from_slice(&refreshed(&kit, &client, &old).await.bytes).unwrap();
    let access = turned["access_token"].as_str().unwrap();
    assert_eq!(admitted(&kit, &old_access).await, None);
    assert!(admitted(&kit, access).await.is_some());
    assert_eq!(
        refreshed(&kit, &client, &old).await.json()["error"],
        "invalid_grant"
    );
    assert_eq!(admitted(&kit, access).await, None);
    let refresh = turned["refresh_token"].as_str().unwrap();
    assert_eq!(refreshed(&kit, &client, refresh).await.status, 400);
    // What another program shows is stolen.
    let (access, refresh) = tokens(&kit, &exchanging(&client, &code(&kit, &client).await)).await;
    assert_eq!(refreshed(&kit, &other, &refresh).await.status, 400);
    assert_eq!(admitted(&kit, &access).await, None);
}

#[tokio::test]
async fn a_program_gives_back_what_it_has_and_nothing_of_others() {
    let kit = Kit::new().await;
    let (client, other) = (client(&kit).await, client(&kit).await);
    let (access, refresh) = tokens(&kit, &exchanging(&client, &code(&kit, &client).await)).await;
    let revoke = async |client: &str, shown: &str| {
        let pairs = [("token", shown), ("client_id", client)];
        post(&kit, "/oauth/revoke", &pairs, "")
            .await
            .status
            .as_u16()
    };
    let beginning = access.split('.').next().unwrap();
    for (client, shown) in [
        (&*other, &*access),
        (&client, "nonsense"),
        (&client, beginning),
        (&client, &kit.alice),
    ] {
        assert_eq!(revoke(client, shown).await, 200);
    }
    assert!(admitted(&kit, &access).await.is_some());
    assert_eq!(
        kit.get("/api/v1/auth/session", &kit.alice).await.status,
        200
    );
    assert_eq!(revoke("nobody", &access).await, 401);
    assert_eq!(revoke(&client, &refresh).await, 200);
    assert_eq!(admitted(&kit, &access).await, None);
}

#[tokio::test]
async fn what_registers_is_bounded_and_leads_nowhere_else() {
    let kit = Kit::new().await;
    let back = |place: &str| json!({ "redirect_uris": [place] });
    for place in [
        "javascript:alert(1)",
        "http://app.example/",
        "app://back",
        "https://a.example/#x",
        "",
    ] {
        let reply = register(&kit, &back(place)).await;
        assert_eq!(
            (reply.status.as_u16(), &reply.json()["error"]),
            (400, &json!("invalid_redirect_uri")),
            "{place}"
        );
    }
    for metadata in [
        json!({ "redirect_uris": [BACK], "client_name": "x".repeat(101) }),
        json!({ "redirect_uris": [BACK], "grant_types": ["client_credentials"] }),
        json!({ "redirect_uris": [BACK], "response_types": ["token"] }),
        json!({ "redirect_uris": BACK }),
        json!({}),
        json!([]),
    ] {
        let reply = register(&kit, &metadata).await;
        assert_eq!(
            (reply.status.as_u16(), &reply.json()["error"]),
            (400, &json!("invalid_client_metadata")),
            "{metadata}"
        );
    }
    let many = json!({ "redirect_uris": vec![BACK; 11] });
    assert_eq!(register(&kit, &many).await.status, 400);
    let huge = json!({ "redirect_uris": [BACK], "logo_uri": "x".repeat(1_000_000) });
    let reply = register(&kit, &huge).await;
    assert_eq!(
        (reply.status.as_u16(), &reply.json()["error"]),
        (413, &json!("invalid_request"))
    );
    let turning = json!({ "redirect_uris": [BACK], "client_name": "\u{202e}Pi\nlot\u{200b}", "token_endpoint_auth_method": "client_secret_basic" });
    let reply = register(&kit, &turning).await.json();
    assert_eq!(
        (&reply["client_name"], &reply["token_endpoint_auth_method"]),
        (&json!("Pilot"), &json!("none"))
    );
    assert_eq!(reply.get("client_secret"), None);
    // So many in an hour, from wherever.
    let mut last = 0;
    for _ in 0..60 {
        last = register(&kit, &back(BACK)).await.status.as_u16();
    }
    assert_eq!(last, 429);
    kit.clock.advance(HOUR_MS);
    assert_eq!(register(&kit, &back(BACK)).await.status, 201);
}

#[tokio::test]
async fn the_page_says_who_asks_and_can_be_neither_framed_nor_scripted() {
    let kit = Kit::new().await;
    let (client, challenge) = (client(&kit).await, challenge());
    let query = encoded(&asking(&client, &challenge));
    let reply = get(&kit, &format!("/oauth/authorize?{query}"), "").await;
    assert_eq!(reply.header("x-frame-options"), "DENY");
    assert_eq!(reply.header("cache-control"), "no-store");
    assert_eq!(reply.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(
        reply.header("content-security-policy"),
        "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; \
         form-action 'self' http://127.0.0.1:33418; frame-ancestors 'none'"
    );
    let cookie = reply.header("set-cookie");
    assert!(cookie.contains("HttpOnly; SameSite=Lax"), "{cookie}");
    let html = text(&reply);
    assert!(
        html.contains("Let “Pilot &lt;b&gt;” work in your name?"),
        "{html}"
    );
    assert!(html.contains("a program on this machine"), "{html}");
    assert!(!html.contains("<script") && !html.contains("<b>"), "{html}");
    // A second page in the same browser leaves the first one good.
    let word = cookie.split(';').next().unwrap();
    let again = get(&kit, &format!("/oauth/authorize?{query}"), word).await;
    assert_eq!(again.header("set-cookie"), cookie);
}

#[tokio::test]
async fn a_page_is_answered_in_the_browser_that_it_was_shown_in_and_in_time() {
    let kit = Kit::new().await;
    let (client, challenge) = (client(&kit).await, challenge());
    let asked = asking(&client, &challenge);
    let page = Page::of(&kit, &asked).await;
    let other = Page::of(&kit, &asked).await;
    let more = encoded(&but(&asked, &[("scope", "read browser")]));
    let cookies = [("without", String::new()), ("another's", other.cookie)];
    for (which, cookie) in cookies {
        let hidden = page.hidden.clone();
        let reply = Page { hidden, cookie }.answered(&kit, &[]).await;
        assert_eq!(reply.status, 403, "{which}");
    }
    let forged: [&[(&str, &str)]; 4] = [
        &[("proof", "")],
        &[("proof", "AAAA")],
        &[("until", "9999999999999")],
        &[("asked", &more)],
    ];
    for others in forged {
        let reply = page.answered(&kit, others).await;
        assert_eq!(reply.status, 403, "{others:?}");
        assert!(text(&reply).contains("too old"));
    }
    assert_eq!(page.answered(&kit, &[("asked", "")]).await.status, 400);
    kit.clock.advance(10 * 60_000 - 1);
    assert_eq!(page.answered(&kit, &[]).await.status, 303);
    kit.clock.advance(1);
    assert_eq!(page.answered(&kit, &[]).await.status, 403);
    let sessions = kit.get("/api/v1/auth/sessions", &kit.alice).await.data();
    let let_in = sessions["sessions"].as_array().unwrap().iter();
    assert_eq!(let_in.filter(|one| one["scope"] == "read").count(), 1);
}

#[tokio::test]
async fn signing_in_on_the_page_goes_by_the_rules_of_signing_in() {
    let kit = Kit::new().await;
    let (client, challenge) = (client(&kit).await, challenge());
    let page = Page::of(&kit, &asking(&client, &challenge)).await;
    let wrong = page.answered(&kit, &[("password", "nope")]).await;
    assert_eq!(wrong.status, 401);
    let html = text(&wrong);
    assert!(
        html.contains("role=\"alert\">E-mail or password is wrong."),
        "{html}"
    );
    assert!(
        html.contains("value=\"alice@acme.test\"") && !html.contains("nope"),
        "{html}"
    );
    for _ in 0..9 {
        assert_eq!(
            page.answered(&kit, &[("password", "nope")]).await.status,
            401
        );
    }
    let held = page.answered(&kit, &[("password", "nope")]).await;
    assert_eq!(
        (held.status.as_u16(), held.header("retry-after")),
        (429, "900")
    );
    let nobody = [("email", "<script>@acme.test"), ("password", "nope")];
    assert!(!text(&page.answered(&kit, &nobody).await).contains("<script"));
    // Who allows nothing of it says no.
    let none = page.answered(&kit, &[("read", "")]).await;
    assert_eq!(said(&none, "error"), "access_denied");
    // Nobody signs in to say no.
    let no = page
        .answered(
            &kit,
            &[("answer", "refuse"), ("email", ""), ("password", "")],
        )
        .await;
    assert_eq!(said(&no, "error"), "access_denied");
    assert_eq!(said(&no, "state"), "as it was");
}

#[tokio::test]
async fn what_is_asked_wrongly_is_told_to_the_program_only_where_it_is_known() {
    let kit = Kit::new().await;
    let (client, challenge) = (client(&kit).await, challenge());
    let asked = asking(&client, &challenge);
    let at = |pairs: &[(&str, &str)]| format!("/oauth/authorize?{}", encoded(pairs));
    let unknown: [&[(&str, &str)]; 6] = [
        &[("client_id", "00000000-0000-4000-8000-000000000000")],
        &[("client_id", "")],
        &[("redirect_uri", "http://127.0.0.1:33418/back/")],
        &[("redirect_uri", "http://127.0.0.1:33419/back")],
        &[("redirect_uri", "javascript:alert(1)")],
        &[("redirect_uri", "")],
    ];
    for others in unknown {
        let reply = get(&kit, &at(&but(&asked, others)), "").await;
        assert!(reply.status.is_client_error(), "{others:?}");
        assert_eq!(reply.header("location"), "");
        assert!(text(&reply).contains("Nobody was let in"));
    }
    let twice = format!("{}&client_id={client}", at(&asked));
    assert_eq!(get(&kit, &twice, "").await.status, 400);
    let mut long = String::new();
    write!(long, "{:x<5000}", "").unwrap();
    let told: [(&[(&str, &str)], &str); 8] = [
        (&[("response_type", "token")], "unsupported_response_type"),
        (&[("code_challenge", "")], "invalid_request"),
        (&[("code_challenge", "short")], "invalid_request"),
        (&[("code_challenge_method", "plain")], "invalid_request"),
        (&[("code_challenge_method", "")], "invalid_request"),
        (
            &[("resource", "https://other.example/mcp")],
            "invalid_target",
        ),
        (&[("scope", "read everything")], "invalid_scope"),
        (&[("state", &long)], "invalid_request"),
    ];
    for (others, error) in told {
        let reply = get(&kit, &at(&but(&asked, others)), "").await;
        assert_eq!(said(&reply, "error"), error, "{others:?}");
        assert_eq!(said(&reply, "iss"), "http://localhost:8787");
    }
}

#[tokio::test]
async fn what_is_no_request_for_tokens_is_refused_in_the_words_of_the_protocol() {
    let kit = Kit::new().await;
    let client = client(&kit).await;
    let asked = exchanging(&client, "a.b");
    for (others, status, error) in [
        ([("grant_type", "")], 400, "invalid_request"),
        ([("grant_type", "password")], 400, "unsupported_grant_type"),
        (
            [("client_id", "00000000-0000-4000-8000-000000000000")],
            401,
            "invalid_client",
        ),
        ([("client_id", "no id")], 401, "invalid_client"),
        ([("code_verifier", "short")], 400, "invalid_request"),
        ([("code", "nothing like it")], 400, "invalid_grant"),
        ([("scope", "read")], 400, "invalid_grant"),
    ] {
        assert_eq!(
            refused(&kit, &but(&asked, &others)).await,
            (status, error.to_owned()),
            "{others:?}"
        );
    }
    let twice = [&asked[..], &asked[..1]].concat();
    assert_eq!(
        refused(&kit, &twice).await,
        (400, "invalid_request".to_owned())
    );
    let json = kit
        .post(
            "/oauth/token",
            "",
            &json!({ "grant_type": "authorization_code" }),
        )
        .await;
    assert_eq!(
        (json.status.as_u16(), &json.json()["error"]),
        (400, &json!("invalid_request"))
    );
    let large = [("grant_type", &*"x".repeat(100_000))];
    assert_eq!(
        refused(&kit, &large).await,
        (413, "invalid_request".to_owned())
    );
    assert_eq!(get(&kit, "/oauth/token", "").await.status, 405);
}

/// Documents that stand somewhere, as JSON, and how long each may be kept.
#[derive(Default)]
struct Web {
    documents: Mutex<HashMap<String, Result<FetchedDocument, FetchFailure>>>,
    asked: AtomicUsize,
}

impl Web {
    fn says(&self, url: &str, metadata: &Value) {
        let document = FetchedDocument {
            bytes: metadata.to_string().into_bytes(),
            fresh: Duration::from_secs(600),
        };
        self.answers(url, Ok(document));
    }

    fn answers(&self, url: &str, answer: Result<FetchedDocument, FetchFailure>) {
        self.documents
            .lock()
            .unwrap()
            .insert(url.to_owned(), answer);
    }
}

#[async_trait]
impl Fetch for Web {
    async fn fetch(&self, _: &str) -> Result<Fetched, FetchFailure> {
        Err(FetchFailure::Blocked)
    }

    async fn download(&self, _: &str) -> Result<Downloaded, FetchFailure> {
        Err(FetchFailure::Blocked)
    }

    async fn document(&self, url: &str) -> Result<FetchedDocument, FetchFailure> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let found = self.documents.lock().unwrap().get(url).cloned();
        found.unwrap_or(Err(FetchFailure::Status(404)))
    }
}

const PILOT: &str = "https://pilot.example/client.json";

fn pilot(others: &Value) -> Value {
    let mut metadata = json!({ "client_id": PILOT, "client_name": "Pilot", "redirect_uris": [BACK],
        "token_endpoint_auth_method": "none" });
    for (key, value) in others.as_object().unwrap() {
        metadata[key] = value.clone();
    }
    metadata
}

async fn described() -> (Kit, Arc<Web>) {
    let web = Arc::<Web>::default();
    let wider = Wider {
        fetch: Some(web.clone()),
        ..Wider::default()
    };
    let kit = Kit::packets(Place::new(), 0, wider).await;
    (kit, web)
}

async fn asked(kit: &Kit, client: &str) -> Reply {
    let challenge = challenge();
    let pairs = asking(client, &challenge);
    get(kit, &format!("/oauth/authorize?{}", encoded(&pairs)), "").await
}

#[tokio::test]
async fn a_program_that_nobody_registered_is_let_in_by_its_own_document() {
    let (kit, web) = described().await;
    let server = get(&kit, "/.well-known/oauth-authorization-server", "").await;
    assert_eq!(server.json()["client_id_metadata_document_supported"], true);
    web.says(PILOT, &pilot(&json!({})));
    // Nobody was asked about it yet: it has no business at the other doors.
    let early = refused(&kit, &exchanging(PILOT, "a.b")).await;
    assert_eq!(early, (401, "invalid_client".to_owned()));
    let asks = |page: &str| {
        page.contains("Let “Pilot” work") && page.contains("<strong>pilot.example</strong>")
    };
    let page = text(&asked(&kit, PILOT).await);
    assert!(asks(&page), "{page}");
    // What one server was told, all know.
    let wider = Wider {
        fetch: Some(web.clone()),
        ..Wider::default()
    };
    let beside = Kit::packets(kit.dir.clone(), 1, wider).await;
    let page = text(&asked(&beside, PILOT).await);
    assert!(asks(&page), "{page}");
    let code = code(&kit, PILOT).await;
    let (access, refresh) = tokens(&kit, &exchanging(PILOT, &code)).await;
    assert_eq!(
        admitted(&kit, &access).await,
        Some(vec![ProgramScope::Read])
    );
    assert_eq!(refreshed(&kit, PILOT, &refresh).await.status, 200);
    assert_eq!(web.asked.load(Ordering::SeqCst), 1);
    // Once HTTP says that it is too old, what stands there now counts.
    let elsewhere = "http://127.0.0.1:7/other";
    web.says(PILOT, &pilot(&json!({ "redirect_uris": [elsewhere] })));
    assert_eq!(asked(&kit, PILOT).await.status, 200);
    kit.clock.advance(600_001);
    let refused = asked(&kit, PILOT).await;
    assert_eq!(refused.status, 400);
    assert!(text(&refused).contains("redirect_uri"));
    assert_eq!(web.asked.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn what_a_program_is_given_is_given_to_no_other() {
    let (kit, web) = described().await;
    let other = "https://other.example/client.json";
    web.says(PILOT, &pilot(&json!({})));
    web.says(other, &pilot(&json!({ "client_id": other })));
    let registered = client(&kit).await;
    code(&kit, other).await;
    for thief in [other, &registered] {
        let code = code(&kit, PILOT).await;
        assert_eq!(
            refused(&kit, &exchanging(thief, &code)).await,
            (400, "invalid_grant".to_owned())
        );
        // Whoever has it now, it has ended.
        assert_eq!(refused(&kit, &exchanging(PILOT, &code)).await.0, 400);
    }
}

#[tokio::test]
async fn a_document_that_means_no_good_leads_nobody_anywhere() {
    let (kit, web) = described().await;
    let raw = |bytes: &[u8]| {
        Ok(FetchedDocument {
            bytes: bytes.to_vec(),
            fresh: Duration::ZERO,
        })
    };
    let json = |others: Value| raw(pilot(&others).to_string().as_bytes());
    for (answer, told) in [
        (
            json(json!({ "client_id": "https://other.example/client.json" })),
            "that of another",
        ),
        (
            json(json!({ "client_id": "https://pilot.example/client.json/" })),
            "that of another",
        ),
        (json(json!({ "client_id": null })), "that of another"),
        (json(json!({ "redirect_uris": [] })), "redirect_uris"),
        (
            json(json!({ "redirect_uris": ["javascript:alert(1)", BACK] })),
            "redirect_uris",
        ),
        (
            json(json!({ "redirect_uris": [format!("{BACK}/")] })),
            "redirect_uri",
        ),
        (
            json(json!({ "redirect_uris": ["http://127.0.0.1:33418/"] })),
            "redirect_uri",
        ),
        (
            json(json!({ "token_endpoint_auth_method": "private_key_jwt" })),
            "PKCE",
        ),
        (
            json(json!({ "token_endpoint_auth_method": "client_secret_post" })),
            "PKCE",
        ),
        (
            json(json!({ "grant_types": ["client_credentials"] })),
            "by a code",
        ),
        (
            json(json!({ "client_name": "x".repeat(101) })),
            "client_name",
        ),
        (json(json!({ "client_name": 7 })), "not what it has to be"),
        (raw(b"<html>"), "not what it has to be"),
        (raw(&[0xff, 0xfe]), "not what it has to be"),
        (raw(&[b'['; 16_000]), "not what it has to be"),
        (Err(FetchFailure::Blocked), "not a public web address"),
        (Err(FetchFailure::Status(302)), "status 302"),
        (Err(FetchFailure::TooLarge), "too large"),
        (Err(FetchFailure::TimedOut), "in time"),
    ] {
        web.answers(PILOT, answer);
        let refused = asked(&kit, PILOT).await;
        let page = text(&refused);
        assert_eq!(refused.status, 400, "{told}: {page}");
        assert!(page.contains(told), "{told}: {page}");
        assert_eq!(refused.header("location"), "");
    }
}

#[tokio::test]
async fn nobody_has_a_server_fetch_from_anywhere_or_without_end() {
    let (kit, web) = described().await;
    for id in [
        "http://pilot.example/client.json",
        "https://pilot.example",
        "https://me:word@pilot.example/client.json",
        "https://pilot.example/a/../client.json",
        "https://pilot.example/client.json#x",
        "file:///etc/passwd",
    ] {
        web.says(id, &pilot(&json!({ "client_id": id })));
        let status = asked(&kit, id).await.status;
        assert!(status == 400 || status == 401, "{id}: {status}");
    }
    assert_eq!(web.asked.load(Ordering::SeqCst), 0);
    web.answers(PILOT, Err(FetchFailure::TimedOut));
    let mut last = 400;
    for _ in 0..=60 {
        last = asked(&kit, PILOT).await.status.as_u16();
    }
    assert_eq!(last, 429);
    assert_eq!(web.asked.load(Ordering::SeqCst), 60);
}
