//! Calls of APIs, described and bound. Hosts are named by an allow-list, or by a symbol that the app's own settings fill.

use screen_agent_wire::Invalid;
use serde_json::{Map, Value, json};

use super::clause::method_of;
use super::{FlowStep, condition};
use crate::ui::tokens::{camel, is_among, is_name, pascal, symbol, words};
use crate::ui::variables::{DataType, by_name};

pub(super) const METHODS: [&str; 7] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
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
    let spoken = Spoken::of(said);
    let path = text(&["path", "endPoint", "endpoint", "url"]).or(spoken.path);
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
            let sends = api.contains_key("body") || !spoken.fields.is_empty();
            let method = spoken
                .method
                .unwrap_or_else(|| named_method(&name, &path, sends));
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
    body(api, &spoken, method, &mut params, &mut rationale)?;
    if let Some(jwt) = text(&["authJwt"]).or(spoken.token) {
        if symbol(jwt).is_none() {
            return Err(Invalid::new("api.authJwt", NO_TOKEN));
        }
        params.insert("authJwt".to_owned(), json!(jwt));
    }
    let save_to = text(&["saveTo", "save_to"]).map(|kept| kept.trim_matches('"'));
    let save_to = match save_to.or(spoken.kept) {
        Some(kept) => kept.to_owned(),
        None => {
            rationale.push("saveTo: content of the app, named as the call is".to_owned());
            format!("#_appData.{page}.{name}").replace("..", ".")
        }
    };
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
    const ASIDE: &str = "create a an the api call action data rest endpoint to all of its their";
    const ENDS: &str = "with by from for sorted using at and";
    let mut kept = words(said);
    kept.retain(|word| !is_among(ASIDE, word));
    if kept.iter().any(|word| word.is_ascii()) {
        kept.retain(|word| word.is_ascii());
    }
    let end = kept.iter().position(|word| is_among(ENDS, word));
    kept.truncate(end.unwrap_or(kept.len()));
    // "Fetch the list of products" fetches products.
    let mut nth = 0;
    kept.retain(|word| {
        nth += 1;
        nth == 1 || word != "list"
    });
    camel(&kept.into_iter().take(3).collect::<Vec<_>>().join(" "))
}

/// The method where nobody says it: as the name's first word wants it; what names many, or one of them, is read.
fn named_method(name: &str, path: &str, sends: bool) -> &'static str {
    let words = words(name);
    let first = words.first().map_or("", String::as_str);
    let many = words.len() == 1 && first.ends_with('s') && !first.ends_with("ss");
    match !sends && (many || path.ends_with('}')) {
        true => "GET",
        false => method_of(first),
    }
}

/// What words say of a call.
struct Spoken<'a> {
    path: Option<&'a str>,
    method: Option<&'static str>,
    /// What is sent, by the names of fields.
    fields: Map<String, Value>,
    /// The symbol that lets somebody in.
    token: Option<&'a str>,
    /// The symbol in which what comes is kept.
    kept: Option<&'a str>,
}

impl<'a> Spoken<'a> {
    fn of(said: &'a str) -> Self {
        let is_path = |word: &&str| {
            let route = word
                .strip_prefix("https:/")
                .or_else(|| word.strip_prefix("http:/"));
            route.unwrap_or(word).starts_with('/') && word.len() > 1
        };
        let mut before = None;
        let mut path = None;
        for word in said.split_whitespace() {
            if is_path(&word) {
                path = Some(word);
                break;
            }
            before = Some(word);
        }
        let shouted = || said.split_whitespace().find(|word| METHODS.contains(word));
        // What is kept is no part of what is sent.
        let (sent, kept) = said.split_once("save").unwrap_or((said, ""));
        let is_token = |name: &&str| {
            let lower = name.to_lowercase();
            lower.contains("token") || lower.contains("jwt")
        };
        let lets_in = ["bearer", "auth", "jwt"]
            .iter()
            .any(|word| sent.to_lowercase().contains(word));
        let symbols = condition::names(sent);
        let token = symbols.iter().copied().find(is_token).filter(|_| lets_in);
        let field = |name: &str| {
            let field = name.rsplit(['.', '#']).next().unwrap_or_default();
            (field.to_owned(), json!(name))
        };
        let named = named_fields(sent)
            .into_iter()
            .map(|name| (name.clone(), json!(format!("#{name}"))));
        let symbols = symbols.into_iter().filter(|name| Some(*name) != token);
        Self {
            path,
            method: before
                .filter(|_| path.is_some())
                .and_then(method)
                .or_else(|| method(shouted()?))
                .or_else(|| Some(method_of(words(said).first()?)).filter(|verb| *verb != "POST")),
            fields: named.chain(symbols.map(field)).collect(),
            token,
            kept: condition::names(kept).first().copied(),
        }
    }
}

/// What a sentence names behind its "with" or "by": `log in with email and password` names two fields.
pub fn named_fields(said: &str) -> Vec<String> {
    const FIELDS: usize = 20;
    const ENDS: [&str; 10] = [
        " at ",
        " to ",
        " from ",
        " and save",
        " and show",
        " then ",
        " in ",
        " using ",
        ";",
        ". ",
    ];
    const ASIDE: &str = "a an the its their his her my optional new user users";
    const NONE: &str = "auth authentication authorization token bearer header headers body query required json jwt";
    let lower = said.to_lowercase();
    // Lower case may be longer in bytes.
    let with = lower
        .split_once(" with ")
        .map(|(_, rest)| rest)
        .or_else(|| {
            let (before, rest) = lower.split_once(" by ")?;
            let sorts = ["sorted", "ordered", "grouped", "followed"]
                .iter()
                .any(|word| before.ends_with(word));
            (!sorts).then_some(rest)
        });
    let with = with.unwrap_or_default();
    let end = ENDS.iter().filter_map(|end| with.find(end)).min();
    let list = with[..end.unwrap_or(with.len())].replace(" and ", ",");
    let field = |part: &str| {
        let plain = part.split('(').next().unwrap_or_default();
        let said = words(plain);
        let said: Vec<&str> = said
            .iter()
            .map(String::as_str)
            .filter(|word| !is_among(ASIDE, word))
            .collect();
        let is_field = !plain.contains('#') && (1..=3).contains(&said.len());
        let is_none = said.iter().any(|word| is_among(NONE, word));
        (is_field && !is_none).then(|| camel(&said.join(" ")))
    };
    let named = list
        .split(',')
        .filter_map(field)
        .filter(|name| is_name(name));
    named.take(FIELDS).collect()
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
    spoken: &Spoken<'_>,
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
            let asks = ["GET", "HEAD", "DELETE"].contains(&method);
            let place = if asks { "queryParams" } else { "body" };
            if !spoken.fields.is_empty() && !params.contains_key(place) {
                params.insert(place.to_owned(), Value::Object(spoken.fields.clone()));
                rationale.push(format!("{place}: what was named"));
            }
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
        let asked = param("queryParams").unwrap_or_else(|| json!({}));
        let named = format!("{sent} {asked}");
        let mut fields = condition::names(&named);
        fields.dedup();
        let value = |name: &str, description: String| {
            let name = name.rsplit(['.', '#']).next().unwrap_or_default();
            json!({ "name": name, "type": type_of(name), "required": true, "description": description })
        };
        let route = self.step.text("path").unwrap_or_default();
        let in_path = route
            .split('{')
            .skip(1)
            .filter_map(|rest| rest.split_once('}'));
        let in_path = in_path.map(|(name, _)| value(name, "a part of the path".to_owned()));
        let values = fields
            .iter()
            .map(|name| value(name, format!("{name} of the screen")));
        json!({
            "id": format!("#_dataAction.{}", self.name),
            "label": pascal(&self.name),
            "dataActionType": "REST",
            "method": param("method"),
            "baseUrl": param("baseUrl"),
            "endPoint": param("path"),
            "headers": param("headers").unwrap_or_else(|| json!({})),
            "queryParams": asked,
            "body": sent,
            "values": in_path.chain(values).collect::<Vec<_>>(),
        })
    }
}

/// The type of a value as rows of data actions name it.
fn type_of(name: &str) -> &'static str {
    const FILES: &str = "file photo image picture attachment document video avatar";
    if words(name).last().is_some_and(|last| is_among(FILES, last)) {
        return "File";
    }
    match by_name(name).0 {
        DataType::Number => "Number",
        DataType::Array => "Array",
        DataType::Object => "Object",
        DataType::String | DataType::Boolean => "String",
    }
}
