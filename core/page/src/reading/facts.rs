//! What a page says of itself for machines: linked data, microdata, and what its head says. Names are the last part of
//! those that are written there; addresses of a vocabulary are left off.

use serde_json::Value;

use super::said::said_in;
use super::survey::Survey;
use crate::html::NodeRef;
use crate::words::fold;

/// Most facts of a page, and the longest of them, in characters.
const MOST: usize = 60;
const LONGEST: usize = 300;
/// How deep linked data is looked into.
const DEPTH: usize = 6;

/// Reads them, each name and value once: linked data first, then microdata, then the head.
pub(super) fn read(survey: &Survey, html: &str) -> Vec<(String, String)> {
    let mut facts = Facts(Vec::new());
    for script in scripts(html) {
        if let Ok(data) = serde_json::from_str::<Value>(script) {
            facts.gather("", &data, 0);
        }
    }
    facts.marked(survey);
    facts.of_head(survey);
    facts.0
}

struct Facts(Vec<(String, String)>);

impl Facts {
    fn put(&mut self, name: &str, value: &str) {
        let name = name.rsplit([':', '.', '/']).next().unwrap_or_default();
        let value = value
            .rsplit_once("schema.org/")
            .map_or(value, |(_, word)| word);
        let value = fold(value, LONGEST);
        let is_address = value.starts_with("http");
        let is_new = !self
            .0
            .iter()
            .any(|(known, said)| known == name && *said == value);
        if !name.is_empty() && !value.is_empty() && !is_address && is_new && self.0.len() < MOST {
            self.0.push((fold(name, 60), value));
        }
    }

    fn gather(&mut self, name: &str, data: &Value, depth: usize) {
        if depth > DEPTH {
            return;
        }
        match data {
            Value::String(value) => self.put(name, value),
            Value::Number(value) => self.put(name, &value.to_string()),
            Value::Array(all) => all.iter().for_each(|one| self.gather(name, one, depth + 1)),
            Value::Object(fields) => {
                for (key, value) in fields
                    .iter()
                    .filter(|(key, _)| !key.starts_with('@') || *key == "@graph")
                {
                    // What a thing within is called is the value of what it is within.
                    let name = if key == "name" && !name.is_empty() {
                        name
                    } else {
                        key
                    };
                    self.gather(if key == "@graph" { "" } else { name }, value, depth + 1);
                }
            }
            Value::Null | Value::Bool(_) => {}
        }
    }

    fn marked(&mut self, survey: &Survey) {
        let dom = survey.dom;
        for &at in &survey.order {
            let Some(name) = dom
                .attr(at, "itemprop")
                .filter(|_| !dom.has(at, "itemscope"))
            else {
                continue;
            };
            let given = ["content", "datetime"]
                .into_iter()
                .find_map(|attr| dom.attr(at, attr));
            match given {
                Some(value) => self.put(name, value),
                None => self.put(name, &said_in(survey, at, LONGEST)),
            }
        }
    }

    fn of_head(&mut self, survey: &Survey) {
        const KEPT: [&str; 6] = [
            "description",
            "author",
            "amount",
            "currency",
            "availability",
            "published_time",
        ];
        let dom = survey.dom;
        for at in dom
            .descendants(NodeRef::ROOT)
            .filter(|&at| dom.tag(at) == Some("meta"))
        {
            let Some(value) = dom.attr(at, "content") else {
                continue;
            };
            if let Some(name) = dom.attr(at, "itemprop") {
                self.put(name, value);
                continue;
            }
            let name = ["property", "name"]
                .into_iter()
                .find_map(|attr| dom.attr(at, attr));
            let Some(name) = name else {
                continue;
            };
            let last = name.rsplit(':').next().unwrap_or_default();
            if KEPT.contains(&last) {
                let name = if last == "amount" { "price" } else { last };
                self.put(name, value);
            }
        }
    }
}

/// What stands in scripts of linked data. Scripts leave no trace in the tree, so the page itself is read.
fn scripts(html: &str) -> impl Iterator<Item = &str> {
    const SCRIPTS: usize = 20;
    html.match_indices("application/ld+json")
        .take(SCRIPTS)
        .filter_map(|(at, _)| {
            let script = &html[at..];
            let from = script.find('>')? + 1;
            let to = script.find("</script")?;
            script.get(from..to)
        })
}

#[cfg(test)]
mod tests {
    use super::super::read;

    #[test]
    fn what_is_said_for_machines_is_read() {
        let html = r#"<head><meta property="product:price:amount" content="12.50"><meta name="viewport" content="x">
            <script type="application/ld+json">{"@type":"Product","name":"Lamp","brand":{"@type":"Brand","name":"Boreal"},
            "offers":[{"price":12.5,"availability":"https://schema.org/InStock"}],"image":"https://a.test/x.png"}</script>
            <script type="application/ld+json">{broken</script></head>
            <body><div itemscope><span itemprop="sku">B-7</span><meta itemprop="color" content="brass"></div></body>"#;
        let facts = read(html, "https://site.test/").facts;
        let mut told: Vec<String> = facts
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        // The fields of one object are in no order that is promised.
        told.sort();
        assert_eq!(
            told.join(" "),
            "availability=InStock brand=Boreal color=brass name=Lamp price=12.5 price=12.50 sku=B-7"
        );
    }
}
