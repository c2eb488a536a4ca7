//! When a page was published, as it says itself.

use super::said::said_in;
use super::survey::Survey;
use crate::html::{Dom, NodeRef};
use screen_agent_words::WordList;

/// Names of what a page says of itself, best first.
static NAMES: WordList = WordList::named("published names");

/// Reads the date: what the page says for machines first, then what it shows.
pub(super) fn read(survey: &Survey, html: &str) -> Option<String> {
    linked_data(html)
        .or_else(|| meta(survey.dom))
        .or_else(|| shown(survey))
}

/// `datePublished` of linked data. Scripts leave no trace in the tree, so the page itself is read.
fn linked_data(html: &str) -> Option<String> {
    let mut rest = html;
    for _ in 0..50 {
        let at = rest.find("application/ld+json")?;
        rest = &rest[at..];
        let script = &rest[..rest.find("</script").unwrap_or(rest.len())];
        if let Some(date) = after_key(script, "datePublished") {
            return Some(date);
        }
        rest = &rest[script.len()..];
    }
    None
}

fn after_key(json: &str, key: &str) -> Option<String> {
    let quoted = format!("\"{key}\"");
    json.match_indices(&quoted).take(20).find_map(|(at, _)| {
        let value = json[at + quoted.len()..].trim_start().strip_prefix(':')?;
        let value = value.trim_start().strip_prefix('"')?;
        date(value.split('"').next()?)
    })
}

fn meta(dom: &Dom) -> Option<String> {
    let mut best: Option<(usize, String)> = None;
    for at in dom.descendants(NodeRef::ROOT) {
        if dom.tag(at) != Some("meta") {
            continue;
        }
        let rank = ["property", "name", "itemprop"]
            .into_iter()
            .find_map(|attr| {
                let name = dom.attr(at, attr)?;
                NAMES
                    .iter()
                    .position(|known| known.eq_ignore_ascii_case(name))
            });
        let Some(rank) = rank else { continue };
        let Some(date) = dom.attr(at, "content").and_then(date) else {
            continue;
        };
        if best.as_ref().is_none_or(|&(before, _)| rank < before) {
            best = Some((rank, date));
        }
    }
    best.map(|(_, date)| date)
}

/// A `<time>` that is said to be the date; else the first one of the page.
fn shown(survey: &Survey) -> Option<String> {
    let dom = survey.dom;
    let times = || {
        survey.order.iter().copied().filter(|&at| {
            dom.tag(at) == Some("time") || dom.attr(at, "itemprop") == Some("datePublished")
        })
    };
    let said = |at: NodeRef| {
        ["datetime", "content"]
            .into_iter()
            .filter_map(|name| dom.attr(at, name))
            .find_map(date)
            .or_else(|| date(&said_in(survey, at, 40)))
    };
    let marked = times()
        .find(|&at| dom.has(at, "pubdate") || dom.attr(at, "itemprop") == Some("datePublished"));
    marked
        .and_then(said)
        .or_else(|| times().take(20).find_map(said))
}

/// A date as `YYYY-MM-DD`, with the time where one follows in the same form.
fn date(text: &str) -> Option<String> {
    let text = text.trim();
    let part = |from: usize, to: usize| text.get(from..to)?.parse::<u32>().ok();
    let bytes = text.as_bytes();
    let separated = bytes.get(4) == Some(&b'-') && bytes.get(7) == Some(&b'-')
        || bytes.get(4) == Some(&b'/') && bytes.get(7) == Some(&b'/');
    let (year, month, day, rest) = if separated {
        (part(0, 4)?, part(5, 7)?, part(8, 10)?, text.get(10..)?)
    } else if text.len() == 8 && text.bytes().all(|b| b.is_ascii_digit()) {
        (part(0, 4)?, part(4, 6)?, part(6, 8)?, "")
    } else {
        return None;
    };
    if !(1000..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let time = time(rest).unwrap_or_default();
    Some(format!("{year:04}-{month:02}-{day:02}{time}"))
}

fn time(rest: &str) -> Option<String> {
    let rest = rest.strip_prefix(['T', ' '])?;
    let fits = rest
        .bytes()
        .all(|b| b.is_ascii_digit() || matches!(b, b':' | b'.' | b'+' | b'-' | b'Z'));
    (fits && rest.len() >= 5 && rest.len() <= 24).then(|| format!("T{rest}"))
}

#[cfg(test)]
mod tests {
    use super::super::read;

    #[test]
    fn dates_are_read_where_pages_tell_them() {
        for (html, expected) in [
            (
                r#"<script type="application/ld+json">{"@type":"X","datePublished" : "2024-05-01T10:00:00Z"}</script>"#,
                Some("2024-05-01T10:00:00Z"),
            ),
            (
                r#"<meta property="article:published_time" content="2024-05-02">"#,
                Some("2024-05-02"),
            ),
            (
                r#"<meta name=date content="2020-01-01"><meta itemprop=datePublished content="2021-01-01">"#,
                Some("2021-01-01"),
            ),
            (
                r#"<time datetime="2024/05/03">May</time>"#,
                Some("2024-05-03"),
            ),
            (
                r#"<time datetime="2023-01-01">a</time><time pubdate datetime="2024-05-03 10:00">b</time>"#,
                Some("2024-05-03T10:00"),
            ),
            (r#"<meta name=date content="yesterday">"#, None),
            (r#"<meta name=date content="2024-13-01">"#, None),
            ("<time>5 May</time>", None),
        ] {
            let reading = read(html, "https://site.test/");
            assert_eq!(reading.published.as_deref(), expected, "{html}");
        }
    }
}
