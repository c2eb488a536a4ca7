//! What a search brought, cleaned and cut. It is data from anywhere.

use screen_agent_think::search::{Finding, Found};
use serde::Deserialize;
use serde_json::Value;
use url::Url;

use super::PAGES;

/// Most characters of a title, an address, and a text.
const TITLE: usize = 200;
const ADDRESS: usize = 2_000;
const TEXT: usize = 2_000;

#[derive(Deserialize)]
struct Reply {
    answer: Option<String>,
    results: Vec<Value>,
}

#[derive(Deserialize)]
struct Hit {
    url: String,
    title: Option<String>,
    content: Option<String>,
}

/// Reads an answer; a result that is broken is passed over.
pub(super) fn read(bytes: &[u8]) -> Option<Found> {
    let reply: Reply = serde_json::from_slice(bytes).ok()?;
    let findings = reply.results.into_iter().filter_map(finding);
    let answer = reply.answer.map(|answer| clean(&answer, TEXT));
    Some(Found {
        answer: answer.filter(|answer| !answer.is_empty()),
        findings: findings.take(PAGES).collect(),
        widened: false,
    })
}

fn finding(hit: Value) -> Option<Finding> {
    let hit: Hit = serde_json::from_value(hit).ok()?;
    let url = Url::parse(hit.url.trim()).ok()?;
    let of_the_web = matches!(url.scheme(), "http" | "https");
    let laden = !url.username().is_empty() || url.password().is_some();
    if !of_the_web || laden || url.as_str().len() > ADDRESS {
        return None;
    }
    Some(Finding {
        title: clean(&hit.title.unwrap_or_default(), TITLE),
        url: url.into(),
        text: clean(&hit.content.unwrap_or_default(), TEXT),
    })
}

/// One line, without signs that cannot be seen, of so many characters.
fn clean(text: &str, most: usize) -> String {
    let mut cleaned = String::new();
    let shown = text.chars().filter(|&c| c.is_whitespace() || !is_hidden(c));
    let mut blank = false;
    for c in shown {
        if c.is_whitespace() {
            blank = !cleaned.is_empty();
            continue;
        }
        if std::mem::take(&mut blank) {
            cleaned.push(' ');
        }
        cleaned.push(c);
    }
    cleaned.chars().take(most).collect()
}

/// Controls, and signs that take no room or turn the direction of what follows.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_found_is_cleaned_and_cut() {
        let reply = json!({
            "answer": "  In\u{200b} short.\n",
            "results": [
                { "url": "https://a.example/x", "title": "A\u{202e}\n  page\u{7}", "content": "é".repeat(3_000) },
                { "url": "javascript:alert(1)", "title": "t", "content": "c" },
                { "url": "https://me:pw@a.example/", "title": "t", "content": "c" },
                { "url": format!("https://a.example/{}", "x".repeat(3_000)), "content": "c" },
                { "url": "http://b.example/", "title": null },
                { "title": "no address" },
                "no result",
            ],
        });
        let found = read(reply.to_string().as_bytes()).unwrap();
        let expected = Found {
            answer: Some("In short.".into()),
            findings: vec![
                Finding {
                    title: "A page".into(),
                    url: "https://a.example/x".into(),
                    text: "é".repeat(TEXT),
                },
                Finding {
                    title: String::new(),
                    url: "http://b.example/".into(),
                    text: String::new(),
                },
            ],
            widened: false,
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn there_are_never_more_than_ten() {
        let hits: Vec<_> = (0..50)
            .map(|nth| json!({ "url": format!("https://a.example/{nth}") }))
            .collect();
        let found = read(json!({ "results": hits }).to_string().as_bytes()).unwrap();
        assert_eq!(found.findings.len(), PAGES);
        assert_eq!(found.answer, None);
    }

    #[test]
    fn what_is_no_result_is_none() {
        for data in ["<html>", "{}", "[]", r#"{"results":"x"}"#] {
            assert_eq!(read(data.as_bytes()), None, "{data}");
        }
    }
}
