//! The page that asks, and the one that says why nobody is asked. They run no scripts and look like the console.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use url::{Host, Url};

use super::authorize::Asked;
use super::fault::OauthFault;
use super::{AUTHORIZE, ProgramScope};
use crate::error::ApiError;

/// What has come of asking so far.
#[derive(Default)]
pub(super) struct Asking<'a> {
    pub(super) wrong: Option<&'a ApiError>,
    pub(super) email: &'a str,
    /// What they have allowed of it; all of it, before they have said anything.
    pub(super) allowed: Option<&'a [ProgramScope]>,
    pub(super) asks_code: bool,
}

/// Asks a person. `host` is this server; what is hidden comes back with the answer.
pub(super) fn question(
    host: &str,
    asked: &Asked,
    asking: &Asking<'_>,
    hidden: &[(&str, &str)],
) -> Response {
    let name = escaped(&asked.client.name);
    let scope = asked.scope.iter().map(|scope| {
        let chosen = asking.allowed.is_none_or(|allowed| allowed.contains(scope));
        let (word, told) = (scope.word(), scope.told());
        let chosen = if chosen { " checked" } else { "" };
        format!("<label><input type=\"checkbox\" name=\"{word}\"{chosen}> {told}</label>")
    });
    let scope: String = scope.collect();
    let hidden = hidden.iter().map(|(name, value)| {
        format!(
            "<input type=\"hidden\" name=\"{name}\" value=\"{}\">",
            escaped(value)
        )
    });
    let hidden: String = hidden.collect();
    let wrong = asking.wrong.map(|error| {
        let why = escaped(&error.message);
        format!("<p class=\"wrong\" id=\"wrong\" role=\"alert\">{why}</p>")
    });
    let wrong = wrong.unwrap_or_default();
    let field = |label: &str, more: &str| {
        let told = if wrong.is_empty() {
            ""
        } else {
            " aria-describedby=\"wrong\""
        };
        format!("<label class=\"field\">{label} <input {more}{told} required></label>")
    };
    let email = escaped(asking.email);
    let email =
        format!("type=\"email\" name=\"email\" autocomplete=\"username\" value=\"{email}\"");
    // Nobody is moved past who asks for what before they have heard it.
    let focus = if wrong.is_empty() { "" } else { " autofocus" };
    let password =
        format!("type=\"password\" name=\"password\" autocomplete=\"current-password\"{focus}");
    let code = match asking.asks_code {
        true => field(
            "Code of your app, or a recovery code",
            "name=\"code\" autocomplete=\"one-time-code\"",
        ),
        false => String::new(),
    };
    let fields = [field("E-mail", &email), field("Password", &password), code].concat();
    let (host, back) = (escaped(host), escaped(&led_to(&asked.redirect)));
    let vouched = match &asked.described_by {
        Some(by) => format!(
            "Its name is what <strong>{}</strong> says of it.",
            escaped(by)
        ),
        None => "Nobody has checked its name.".to_owned(),
    };
    let body = format!(
        "<form class=\"card\" method=\"post\" action=\"{AUTHORIZE}\" aria-labelledby=\"title\">\
         <h1 id=\"title\">Let “{name}” work in your name?</h1>\
         <p>A program that calls itself so asks to use Screen Agent at <strong>{host}</strong>. \
         {vouched}</p><fieldset><legend>It could</legend>{scope}</fieldset>\
         <p>You are then led to <strong>{back}</strong>. Allow it only if you have just begun this there.</p>\
         {wrong}{fields}{hidden}\
         <div class=\"buttons\"><button class=\"button primary\" name=\"answer\" value=\"allow\">Sign in and allow</button>\
         <button class=\"button deny\" name=\"answer\" value=\"refuse\" formnovalidate>Refuse</button></div>\
         <p class=\"soft small\">You can end it at any time in the console, under Account.</p></form>"
    );
    let status = asking.wrong.map_or(StatusCode::OK, |error| error.status);
    let mut response = page(
        status,
        "Let a program in",
        &body,
        &form_places(&asked.redirect),
    );
    if let Some(seconds) = asking.wrong.and_then(ApiError::retry_after) {
        let headers = response.headers_mut();
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

/// Tells a person why nobody is let in, where it is not known where to lead them.
pub(super) fn refusal(fault: OauthFault) -> Response {
    let why = escaped(&fault.why);
    let body = format!(
        "<div class=\"card\"><h1>This cannot be done</h1><p class=\"wrong\" role=\"alert\">{why}</p>\
         <p class=\"soft\">Begin again in the program that has sent you here. Nobody was let in.</p></div>"
    );
    page(
        fault.into_response().status(),
        "Not let in",
        &body,
        "'none'",
    )
}

fn page(status: StatusCode, title: &str, body: &str, form_places: &str) -> Response {
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><title>{title} · Screen Agent</title>\
         <link rel=\"icon\" href=\"data:,\"><link rel=\"stylesheet\" href=\"/style.css\"></head>\
         <body><main class=\"sa entrance\">{body}</main></body></html>"
    );
    let policy = format!(
        "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; \
         form-action {form_places}; frame-ancestors 'none'"
    );
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    let mut response = (status, [(header::CONTENT_TYPE, kind)], html).into_response();
    if let Ok(policy) = HeaderValue::try_from(policy) {
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// Where the form may lead: here, and from here to where the person is led back to. Policies know no address of IPv6.
fn form_places(back: &Url) -> String {
    match back.host() {
        Some(Host::Ipv6(_)) => format!("'self' {}:", back.scheme()),
        _ => format!("'self' {}", back.origin().ascii_serialization()),
    }
}

/// Where a person is led, in words that cannot be taken for somewhere else.
fn led_to(back: &Url) -> String {
    match back.scheme() {
        "http" => "a program on this machine".to_owned(),
        _ => back.host_str().unwrap_or_default().to_owned(),
    }
}

/// As text, or between quotes.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}
