//! Calls of APIs, described and bound. Hosts are named by an allow-list, or by a symbol that the app's own settings fill.

use screen_agent_wire::Invalid;
use serde_json::{Map, Value, json};

use super::clause::method_of;
use super::{FlowStep, condition};
use crate::ui::tokens::{camel, is_among, pascal, symbol, words};

const METHODS: [&str; 7] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
/// The symbol under which apps keep the address of their API.
const BASE: &str = "#_appData.api.base";
const NO_TOKEN: &str = "must be a symbol; no token belongs into an action";

/// A call of an API.
#[derive(Clone, Debug, PartialEq)]
pub struct DataAction {
    /// Its name, such as `login`.
    pub name: String,
    /// The call as a step of a flow.
    pub step: FlowStep,
    /// Why it is so.
    pub rationale: Vec<String>,
}

/// Makes a call of what is said of it, and of the words where something is not said.
pub fn define(
    api: &Map<String, Value>,
    said: &str,
    page: &str,
    hosts: &[String],
) -> Result<DataAction, Invalid> {
    let mut rationale = Vec::new();
    let text = |names: &[&str]| {
        let found = names.iter().find_map(|name| api.get(*name)?.as_str());
        found.map(str::trim).filter(|text| !text.is_empty())
    };
    let in_words = said
        .split_whitespace()
        .find(|word| word.starts_with('/') && word.len() > 1);
    let path = text(&["path", "endPoint", "endpoint", "url"]).or(in_words);
    let path = path.map(|path| path.trim_end_matches([',', '.', ';']));
    let label = text(&["label", "name", "id"]).map(str::to_owned);
    let name = name(label.as_deref(), path, said);
    if name.is_empty() {
        return Err(Invalid::new("api.path", "is required"));
    }
    let path = path.map_or_else(|| format!("/{}", words(&name).join("-")), str::to_owned);
    let (base, path) = split(&path, text(&["baseUrl", "base_url"]));
    check_base(&base, hosts)?;
    if !path.starts_with('/') || path.contains("..") || path.contains(char::is_whitespace) {
        return Err(Invalid::new("api.path", "is no path such as /login"));
    }
    let method = match text(&["method"]) {
        Some(written) => {
            method(written).ok_or_else(|| Invalid::new("api.method", "is no HTTP method"))?
        }
        None => {
            let spoken = said
                .split_whitespace()
                .find_map(|word| METHODS.contains(&word).then(|| method(word)).flatten());
            let method = spoken
                .unwrap_or_else(|| method_of(words(&name).first().map_or("", String::as_str)));
            rationale.push(format!("{method}: as {name:?} is named"));
            method
        }
    };
    let mut params = Map::new();
    params.insert("baseUrl".to_owned(), json!(base));
    params.insert("path".to_owned(), json!(path));
    params.insert("method".to_owned(), json!(method));
    if let Some(name) = literal_token(api.get("headers")) {
        return Err(Invalid::new(format!("api.headers.{name}"), NO_TOKEN));
    }
    for field in ["headers", "queryParams", "retries", "timeoutMs"] {
        let fits = |value: &&Value| match field {
            "headers" | "queryParams" => value.is_object(),
            _ => value.is_u64(),
        };
        let given = api.get(field).filter(fits);
        params.extend(given.map(|value| (field.to_owned(), value.clone())));
    }
    body(api, said, method, &mut params, &mut rationale)?;
    if let Some(jwt) = text(&["authJwt"]) {
        if symbol(jwt).is_none() {
            return Err(Invalid::new("api.authJwt", NO_TOKEN));
        }
        params.insert("authJwt".to_owned(), json!(jwt));
    }
    let save_to = text(&["saveTo", "save_to"]).map(|kept| kept.trim_matches('"').to_owned());
    let save_to = save_to.unwrap_or_else(|| {
        rationale.push("saveTo: content of the app, named as the call is".to_owned());
        let place = if page.is_empty() {
            String::new()
        } else {
            format!("{page}.")
        };
        format!("#_appData.{place}{name}")
    });
    if symbol(&save_to).is_none() {
        return Err(Invalid::new("api.saveTo", "is no symbol"));
    }
    params.insert("saveTo".to_owned(), json!(save_to));
    let step = FlowStep::of("callback", "restApi", Value::Object(params));
    Ok(DataAction {
        name,
        step,
        rationale,
    })
}

/// An HTTP method, however it is written.
pub(super) fn method(text: &str) -> Option<&'static str> {
    METHODS
        .into_iter()
        .find(|method| method.eq_ignore_ascii_case(text))
}

fn name(label: Option<&str>, path: Option<&str>, said: &str) -> String {
    if let Some(label) = label {
        return camel(label.trim_start_matches("#_dataAction."));
    }
    if let Some(path) = path {
        let route = path.split("://").last().unwrap_or_default();
        let parts = route.split('/').skip(usize::from(path.contains("://")));
        let plain = parts.filter(|part| !part.starts_with(['{', ':', '#']));
        return camel(&plain.collect::<Vec<_>>().join(" "));
    }
    const ASIDE: [&str; 10] = [
        "create", "a", "an", "the", "api", "call", "action", "data", "for", "rest",
    ];
    let kept = words(said)
        .into_iter()
        .filter(|word| !ASIDE.contains(&word.as_str()));
    camel(&kept.take(3).collect::<Vec<_>>().join(" "))
}

/// Host and path of what may be a whole address.
fn split(path: &str, base: Option<&str>) -> (String, String) {
    if let Some((scheme, rest)) = path.split_once("://") {
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        return (format!("{scheme}://{host}"), format!("/{path}"));
    }
    let base = base.unwrap_or(BASE).trim_end_matches('/');
    (base.to_owned(), path.to_owned())
}

fn check_base(base: &str, hosts: &[String]) -> Result<(), Invalid> {
    if symbol(base).is_some() {
        return Ok(());
    }
    let host = base
        .strip_prefix("https://")
        .or_else(|| base.strip_prefix("http://"));
    let host =
        host.ok_or_else(|| Invalid::new("api.baseUrl", "is neither a web address nor a symbol"))?;
    let host = host.split('/').next().unwrap_or_default();
    match hosts
        .iter()
        .any(|allowed| allowed.eq_ignore_ascii_case(host))
    {
        true => Ok(()),
        false => Err(Invalid::new(
            "api.baseUrl",
            "its host is not among those that this server allows",
        )),
    }
}

/// A header that holds what lets somebody in, and names no symbol for it.
pub(super) fn literal_token(headers: Option<&Value>) -> Option<&String> {
    const LET_IN: &str = "authorization proxy-authorization cookie apikey x-api-key x-auth-token";
    let mut headers = headers.and_then(Value::as_object).into_iter().flatten();
    let is_literal = |(name, value): &(&String, &Value)| {
        let text = value.as_str().unwrap_or_default();
        is_among(LET_IN, &name.to_lowercase()) && condition::names(text).is_empty()
    };
    headers.find(is_literal).map(|(name, _)| name)
}

fn body(
    api: &Map<String, Value>,
    said: &str,
    method: &str,
    params: &mut Map<String, Value>,
    rationale: &mut Vec<String>,
) -> Result<(), Invalid> {
    match api.get("body") {
        Some(body @ Value::Object(_)) => {
            params.insert("body".to_owned(), body.clone());
        }
        Some(Value::String(name)) if symbol(name).is_some() => {
            params.insert("body".to_owned(), json!(name));
        }
        Some(Value::Null) | None => {
            // What is kept is no part of what is sent.
            let sent = said.split("save").next().unwrap_or_default();
            let named = condition::names(sent);
            if named.is_empty() || ["GET", "HEAD", "DELETE"].contains(&method) {
                return Ok(());
            }
            let fields = named.iter().map(|name| {
                let field = name.rsplit(['.', '#']).next().unwrap_or_default();
                (field.to_owned(), json!(name))
            });
            params.insert("body".to_owned(), Value::Object(fields.collect()));
            rationale.push("body: the symbols that were named".to_owned());
        }
        Some(_) => {
            return Err(Invalid::new(
                "api.body",
                "is neither an object nor a symbol",
            ));
        }
    }
    Ok(())
}

impl DataAction {
    /// As rows keep data actions.
    pub fn row(&self) -> Value {
        let param = |name: &str| self.step.param(name).cloned();
        let sent = param("body").unwrap_or_else(|| json!({}));
        let named = sent.to_string();
        let mut fields = condition::names(&named);
        fields.dedup();
        let value = |name: &&str| json!({ "name": name.rsplit(['.', '#']).next(), "type": "String", "required": true, "description": format!("{name} of the screen") });
        json!({
            "id": format!("#_dataAction.{}", self.name),
            "label": pascal(&self.name),
            "dataActionType": "REST",
            "method": param("method"),
            "baseUrl": param("baseUrl"),
            "endPoint": param("path"),
            "headers": param("headers").unwrap_or_else(|| json!({})),
            "queryParams": param("queryParams").unwrap_or_else(|| json!({})),
            "body": sent,
            "values": fields.iter().map(value).collect::<Vec<_>>(),
        })
    }
}
