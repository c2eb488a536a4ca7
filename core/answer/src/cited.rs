//! Where an answer's facts come from, shown after it.
//!
//! Each citation has a number, its quote, its source's title and host. One that our check did not
//! find is said to be unverified in words.

use std::fmt::Write as _;

use super::html::escape as escape_html;
use super::markdown::escape as escape_markdown;
use super::{link, words};
use screen_agent_wire::packet::response::{Citation, CitationFault};

/// Longest quote and title that are shown, in characters.
const QUOTE: usize = 300;
const TITLE: usize = 120;

/// A citation, ready to be shown: cleaned, in single lines.
pub struct ShownCitation {
    /// 1 for the first.
    pub number: usize,
    /// What is quoted.
    pub quote: Option<String>,
    /// The source's title; its host where the title claims another.
    pub title: String,
    /// A link, and the host that it leads to.
    pub source: Option<(String, String)>,
    /// The citation before has the same source, which is told there.
    pub goes_on: bool,
    /// Why it is not to be relied on.
    pub doubt: Option<&'static str>,
}

/// The citations as an ordered list in HTML; empty without any.
pub fn html_citations(citations: &[Citation]) -> String {
    if citations.is_empty() {
        return String::new();
    }
    let mut out = String::from("<ol class=\"citations\">\n");
    for shown in shown_citations(citations) {
        out.push_str("<li dir=\"auto\">");
        if let Some(quote) = &shown.quote {
            out.push('“');
            escape_html(&mut out, quote);
            out.push_str(if shown.goes_on { "”" } else { "” — " });
        }
        match &shown.source {
            _ if shown.goes_on => {}
            Some((href, host)) => {
                out.push_str("<a href=\"");
                escape_html(&mut out, href);
                out.push_str("\" target=\"_blank\" rel=\"noopener noreferrer\">");
                escape_html(&mut out, &shown.title);
                out.push_str("</a>");
                if *host != shown.title {
                    out.push_str(" (");
                    escape_html(&mut out, host);
                    out.push(')');
                }
            }
            None => escape_html(&mut out, &shown.title),
        }
        if let Some(doubt) = shown.doubt {
            let _ = write!(out, " — {doubt}");
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ol>\n");
    out
}

/// The citations as an ordered list in Markdown; empty without any.
pub fn markdown_citations(citations: &[Citation]) -> String {
    let mut out = String::new();
    for shown in shown_citations(citations) {
        let _ = write!(out, "{}. ", shown.number);
        if let Some(quote) = &shown.quote {
            let dash = if shown.goes_on { "" } else { " — " };
            let _ = write!(out, "“{}”{dash}", escape_markdown::escape(quote));
        }
        let title = escape_markdown::escape(&shown.title);
        // A number, or what else begins a block, begins none here.
        let title = match shown.quote {
            Some(_) => title,
            None => escape_markdown::escape_start(&title),
        };
        let _ = match &shown.source {
            _ if shown.goes_on => Ok(()),
            Some((href, host)) => {
                let beside = match *host == shown.title {
                    true => String::new(),
                    false => format!(" ({})", escape_markdown::escape(host)),
                };
                write!(out, "[{title}]({}){beside}", escape_markdown::address(href))
            }
            None => write!(out, "{title}"),
        };
        if let Some(doubt) = shown.doubt {
            let _ = write!(out, " — **{doubt}**");
        }
        out.push('\n');
    }
    out
}

/// The citations as plain text, one a line; empty without any.
pub fn plain_citations(citations: &[Citation]) -> String {
    let lines = shown_citations(citations).map(|shown| {
        let source = shown.source.as_ref().filter(|_| !shown.goes_on);
        let address = source.map(|(href, _)| format!(" <{href}>"));
        format!(
            "[{}] {}{}{}\n",
            shown.number,
            shown.words(),
            address.unwrap_or_default(),
            shown
                .doubt
                .map(|doubt| format!(" — {doubt}"))
                .unwrap_or_default()
        )
    });
    lines.collect()
}

/// The citations, each ready to be shown in whatever form.
pub fn shown_citations(citations: &[Citation]) -> impl Iterator<Item = ShownCitation> {
    let mut before = None;
    citations.iter().zip(1..).map(move |(citation, number)| {
        let check = citation.check.as_ref();
        let source = check
            .and_then(|check| link::clean(check.url.as_deref()?))
            .and_then(|href| {
                let host = link::host(&href)?.to_owned();
                Some((href, host))
            });
        let title = check.and_then(|check| check.title.as_deref());
        let title = line(title.unwrap_or(&citation.doc_id), TITLE);
        let title = match &source {
            // A title that claims to be of another host is not shown.
            Some((href, host)) if link::other_host(&title, href).is_some() || title.is_empty() => {
                host.clone()
            }
            _ => title,
        };
        let quote = citation.quote.as_deref().map(|quote| line(quote, QUOTE));
        let quote = quote.filter(|quote| !quote.is_empty());
        let doubt = doubt(citation);
        // One line a source, and its other quotes beneath; what is in doubt says of which.
        let told = before.replace((title.clone(), source.clone()));
        let goes_on = quote.is_some()
            && doubt.is_none()
            && told.is_some_and(|told| told == (title.clone(), source.clone()));
        ShownCitation {
            number,
            quote,
            goes_on,
            title,
            source,
            doubt,
        }
    })
}

impl ShownCitation {
    /// Quote, title and host; the quote alone where it goes on with a source.
    pub fn words(&self) -> String {
        if let Some(quote) = self.quote.as_ref().filter(|_| self.goes_on) {
            return format!("“{quote}”");
        }
        let quote = self.quote.as_ref().map(|quote| format!("“{quote}” — "));
        let host = self.source.as_ref().map(|(_, host)| host);
        let host = host
            .filter(|host| **host != self.title)
            .map(|host| format!(" ({host})"));
        format!(
            "{}{}{}",
            quote.unwrap_or_default(),
            self.title,
            host.unwrap_or_default()
        )
    }
}

/// What is said of a citation that our check did not confirm.
fn doubt(citation: &Citation) -> Option<&'static str> {
    let Some(check) = &citation.check else {
        return Some("unverified");
    };
    if check.verified {
        let elsewhere = check.fault == Some(CitationFault::OtherDocument);
        return elsewhere.then_some("found here; the answer named another source");
    }
    Some(match check.fault {
        Some(CitationFault::UnknownDocument) => "unverified: there is no such source",
        Some(CitationFault::UnknownPlace) => "unverified: the source has no such place",
        Some(CitationFault::QuoteNotFound) => "unverified: the source does not say so",
        Some(CitationFault::OtherDocument) => "unverified: another source says so",
        Some(CitationFault::Unquoted) => "unverified: nothing of the source is quoted",
        None => "unverified",
    })
}

/// Words in one line, cut with a mark.
fn line(words: &str, most: usize) -> String {
    let words = words::shown(words);
    if words.chars().count() <= most {
        return words;
    }
    words.chars().take(most - 1).chain(['…']).collect()
}
