//! What to do with requests that an action asked to hold: block, change, answer.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// What to do with requests whose address matches.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rule {
    /// The address; `*` stands for any characters, `?` for one.
    pub pattern: String,
    pub treatment: Treatment,
}

/// What happens to a request.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Treatment {
    /// It fails.
    Block,
    /// It goes on as it is.
    Continue,
    /// It goes on with these fields of the protocol's `continueRequest`.
    Modify(Map<String, Value>),
    /// It is answered here.
    Answer(Answer),
}

/// An answer made up for a request.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Answer {
    status: u16,
    content_type: String,
    headers: Map<String, Value>,
    /// Text, or any JSON.
    body: Value,
}

impl Default for Answer {
    fn default() -> Self {
        Self {
            status: 200,
            content_type: "application/json".into(),
            headers: Map::new(),
            body: Value::Null,
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Paused {
    request_id: String,
    request: Request,
}

#[derive(Deserialize)]
struct Request {
    url: String,
}

/// The call that deals with a paused request. The newest rule that matches decides.
pub(super) fn treat(rules: &[Rule], paused: &Paused) -> (&'static str, Value) {
    let id = &paused.request_id;
    let matching = rules
        .iter()
        .rev()
        .find(|rule| matches(&rule.pattern, &paused.request.url));
    match matching.map(|rule| &rule.treatment) {
        None | Some(Treatment::Continue) => ("Fetch.continueRequest", json!({ "requestId": id })),
        Some(Treatment::Block) => {
            let params = json!({ "requestId": id, "errorReason": "BlockedByClient" });
            ("Fetch.failRequest", params)
        }
        Some(Treatment::Modify(change)) => {
            let mut params = change.clone();
            params.insert("requestId".into(), json!(id));
            ("Fetch.continueRequest", Value::Object(params))
        }
        Some(Treatment::Answer(answer)) => ("Fetch.fulfillRequest", answer.fulfil(id)),
    }
}

/// A text as it is, anything else as JSON.
fn text_of(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

impl Answer {
    fn fulfil(&self, request: &str) -> Value {
        let body = if self.body.is_null() {
            String::new()
        } else {
            text_of(&self.body)
        };
        let mut headers = vec![json!({ "name": "content-type", "value": self.content_type })];
        headers.extend(
            self.headers
                .iter()
                .map(|(name, value)| json!({ "name": name, "value": text_of(value) })),
        );
        json!({
            "requestId": request,
            "responseCode": self.status,
            "responseHeaders": headers,
            "body": BASE64.encode(body),
        })
    }
}

/// Whether an address fits a pattern, in time linear in both for each star.
fn matches(pattern: &str, address: &str) -> bool {
    let (pattern, address): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), address.chars().collect());
    let (mut p, mut a) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while a < address.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, a));
                p += 1;
            }
            Some(c) if *c == '?' || *c == address[a] => {
                p += 1;
                a += 1;
            }
            _ => {
                let Some((at, from)) = star else { return false };
                star = Some((at, from + 1));
                p = at + 1;
                a = from + 1;
            }
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_addresses() {
        for (pattern, address, expected) in [
            ("*", "http://a/b", true),
            ("*/api/*", "http://a/api/x", true),
            ("*/api/*", "http://a/app/x", false),
            ("http://a/?", "http://a/b", true),
            ("http://a/?", "http://a/bc", false),
            ("*a*b", "xaxbxb", true),
            ("*a*b", "xaxbxc", false),
            ("", "", true),
            ("", "x", false),
        ] {
            assert_eq!(matches(pattern, address), expected, "{pattern} {address}");
        }
    }

    #[test]
    fn the_newest_rule_decides() {
        let rule = |treatment| Rule {
            pattern: "*".into(),
            treatment,
        };
        let paused = Paused {
            request_id: "1".into(),
            request: Request {
                url: "http://a/".into(),
            },
        };
        let rules = [rule(Treatment::Block), rule(Treatment::Continue)];
        assert_eq!(treat(&rules, &paused).0, "Fetch.continueRequest");
        assert_eq!(treat(&rules[..1], &paused).0, "Fetch.failRequest");
    }
}
