//! What is to be read: pages and files, as documents.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use screen_agent_action::origin::is_private;
use screen_agent_browser::Hands;
use screen_agent_ports::{Fetch, FileReader as _};
use screen_agent_wire::limits;
use screen_agent_wire::packet::document::{CaptureDocument, Content, Source, SourceDocument};
use screen_agent_wire::packet::{Document, Trust};
use url::Url;

use crate::args::BrowserArgs;
use crate::config::Settings;
use crate::exit::usage;
use crate::reading::Aside;
use crate::terminal::complain;
use crate::{browsers, compose};

/// What is to be read.
pub(super) struct Given<'a> {
    pub(super) urls: &'a [String],
    pub(super) files: &'a [PathBuf],
    /// Pages are fetched, not opened.
    pub(super) fetch: bool,
    pub(super) settings: &'a Settings,
}

/// What was opened.
pub(super) struct Opened {
    /// On the last page, when a browser opened it.
    pub(super) hands: Option<Hands>,
    /// Everything, in the order in which it was named.
    pub(super) documents: Vec<Document>,
    /// How often the tab has been somewhere else.
    pub(super) generation: u64,
}

impl Opened {
    /// A page that lies open, with a file beside it.
    pub(super) fn with_page(hands: Hands, capture: CaptureDocument, file: &str) -> Self {
        let documents = vec![
            text(1, "file.txt", file),
            page(2, capture, 1, Some(TAB.to_owned())),
        ];
        Self {
            hands: Some(hands),
            documents,
            generation: 1,
        }
    }

    /// Documents alone: nothing is acted on.
    pub(super) fn with_documents(documents: Vec<Document>) -> Self {
        Self {
            hands: None,
            documents,
            generation: 0,
        }
    }

    /// True when the page in front is of this site.
    pub(super) fn is_on(&self, origin: &str) -> bool {
        let url = self
            .hands
            .as_ref()
            .and_then(|hands| hands.page().url().ok());
        let here = url.and_then(|url| screen_agent_action::origin::origin_of(&url));
        here.is_some_and(|here| here == origin)
    }
}

/// Id of the tab that our own browser is on.
pub(super) const TAB: &str = "1";

impl Given<'_> {
    /// Opens all of it.
    pub(super) async fn open(&self, browser: &BrowserArgs) -> Result<Opened> {
        let mut documents = Vec::new();
        for (index, file) in self.files.iter().enumerate() {
            documents.push(read_file(file, index + 1).await?);
        }
        let mut hands = match self.urls.is_empty() || self.fetch {
            true => None,
            false => self.hands(browser).await?,
        };
        let fetch = match hands {
            Some(_) => None,
            None => Some(self.fetcher()?),
        };
        let mut generation = 0;
        let last = self.urls.len();
        for (index, url) in self.urls.iter().enumerate() {
            let document = match (&mut hands, &fetch) {
                (Some(hands), _) => {
                    generation += 1;
                    browsers::go(hands, url).await?;
                    // The last one stays in front: what is done is done there.
                    let tab = (index + 1 == last).then(|| TAB.to_owned());
                    page(index + 1, hands.capture().await?, generation, tab)
                }
                (None, Some(fetch)) => fetched(url, index + 1, &**fetch).await?,
                (None, None) => continue,
            };
            documents.push(document);
        }
        Ok(Opened {
            hands,
            documents,
            generation,
        })
    }

    /// What fetches pages. A private address that the person types is one of their own network; a
    /// public name is not, whatever it turns out to mean.
    fn fetcher(&self) -> Result<Arc<dyn Fetch>> {
        let mut settings = self.settings.clone();
        let typed = self.urls.iter().filter_map(|url| Url::parse(url).ok());
        let private = typed.filter(|url| url.host().is_some_and(|host| is_private(&host)));
        let hosts = private.filter_map(|url| {
            let place = format!("{}:{}", url.host_str()?, url.port_or_known_default()?);
            place.parse().ok()
        });
        settings.fetch.private_hosts.extend(hosts);
        Ok(compose::fetcher(&settings)?)
    }

    /// A browser, unless none is to be had and none was named.
    async fn hands(&self, args: &BrowserArgs) -> Result<Option<Hands>> {
        let named = args.browser.is_some() || args.cdp.is_some() || args.headed;
        match browsers::open(args).await {
            Ok(browser) => Ok(Some(Hands::on(browser).await?)),
            Err(error) if named => Err(error),
            Err(error) => {
                complain(&format!("{error:#}; pages are fetched, not opened"));
                Ok(None)
            }
        }
    }
}

/// A page as it was captured.
pub(super) fn page(
    number: usize,
    capture: CaptureDocument,
    generation: u64,
    tab: Option<String>,
) -> Document {
    let content = Content::Capture(CaptureDocument {
        generation,
        ..capture
    });
    Document {
        source: Some(Source {
            browser: Some("chromium".to_owned()),
            tab_id: tab,
        }),
        ..document(format!("doc:web:{number}"), Trust::Untrusted, content)
    }
}

async fn fetched(url: &str, number: usize, fetch: &dyn Fetch) -> Result<Document> {
    let fetched = fetch
        .fetch(url)
        .await
        .with_context(|| format!("cannot fetch {url}"))?;
    let capture = CaptureDocument {
        url: fetched.url,
        html: html_of(&fetched.mime, fetched.text),
        ..CaptureDocument::default()
    };
    Ok(page(number, capture, 0, None))
}

/// Plain text becomes a page that holds it as it is.
fn html_of(mime: &str, text: String) -> String {
    match mime {
        "text/html" | "application/xhtml+xml" => text,
        _ => format!("<pre>{}</pre>", escaped(&text)),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

async fn read_file(path: &Path, number: usize) -> Result<Document> {
    let is_stdin = path.as_os_str() == "-";
    let shown = if is_stdin {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    };
    let bytes = bytes(path, is_stdin).with_context(|| format!("cannot read {shown}"))?;
    if bytes.len() > limits::UPLOAD {
        let why = format!("{shown} is larger than {} MB", limits::UPLOAD / 1024 / 1024);
        return Err(usage(why));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let title = if is_stdin { "standard input" } else { &name };
    if is_html(&name, &bytes) {
        let capture = CaptureDocument {
            title: title.to_owned(),
            html: page_of(&shown, &bytes),
            ..CaptureDocument::default()
        };
        return Ok(of_file(number, Content::Capture(capture)));
    }
    let reading = Aside::new()?
        .read(&name, &bytes)
        .await
        .map_err(|error| anyhow!("cannot read {shown}: {error}"))?;
    let (text, cut) = shortened(reading.text);
    if cut || reading.cut {
        complain(&format!("{shown} is long: only its beginning is read"));
    }
    Ok(of_file(
        number,
        Content::Source(SourceDocument {
            source_id: format!("file:{number}"),
            title: title.to_owned(),
            text,
            ..SourceDocument::default()
        }),
    ))
}

/// As much of a page as a packet holds.
fn page_of(shown: &str, bytes: &[u8]) -> String {
    let kept = bytes.get(..limits::HTML);
    if kept.is_some() {
        complain(&format!("{shown} is long: only its beginning is read"));
    }
    let html = String::from_utf8_lossy(kept.unwrap_or(bytes));
    // What is not UTF-8 grows when it is made so.
    match html.len() > limits::HTML {
        true => html.chars().take(limits::HTML / 4).collect(),
        false => html.into_owned(),
    }
}

/// What says that a text goes on.
const CUT: &str = "\n[cut here: the rest was not read]";

/// As much of a text as a packet holds, with a mark where it was cut.
fn shortened(text: String) -> (String, bool) {
    match text.char_indices().nth(limits::TEXT) {
        None => (text, false),
        Some(_) => {
            let kept = text.chars().take(limits::TEXT - CUT.len());
            (kept.chain(CUT.chars()).collect(), true)
        }
    }
}

fn bytes(path: &Path, is_stdin: bool) -> std::io::Result<Vec<u8>> {
    if !is_stdin {
        return std::fs::read(path);
    }
    let mut bytes = Vec::new();
    // One more than may be, so that too many are told from as many as may be.
    let most = limits::UPLOAD as u64 + 1;
    std::io::stdin().take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A text without a file.
pub(super) fn text(number: usize, title: &str, text: &str) -> Document {
    let source = SourceDocument {
        source_id: format!("file:{number}"),
        title: title.to_owned(),
        text: text.to_owned(),
        ..SourceDocument::default()
    };
    of_file(number, Content::Source(source))
}

fn of_file(number: usize, content: Content) -> Document {
    document(format!("doc:file:{number}"), Trust::Untrusted, content)
}

/// A document as the contract has it.
pub(super) fn document(doc_id: String, trust: Trust, content: Content) -> Document {
    Document {
        doc_id,
        kind: content.kind().to_owned(),
        trust,
        source: None,
        content,
    }
}

fn is_html(name: &str, bytes: &[u8]) -> bool {
    let extension = Path::new(name).extension().unwrap_or_default();
    let named = ["html", "htm", "xhtml"]
        .iter()
        .any(|one| extension.eq_ignore_ascii_case(one));
    let begins = bytes.trim_ascii_start();
    let says = |word: &[u8]| {
        begins
            .get(..word.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    named || says(b"<!doctype html") || says(b"<html")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_told_by_name_or_by_how_they_begin() {
        assert!(is_html("a.HTML", b""));
        assert!(is_html("-", b"\n <!DOCTYPE html><p>x"));
        assert!(!is_html("a.txt", b"<p>x"));
    }

    #[test]
    fn a_long_text_is_cut_with_a_mark_and_a_short_one_is_not() {
        let fits = "é".repeat(limits::TEXT);
        assert_eq!(shortened(fits.clone()), (fits.clone(), false));
        let (text, cut) = shortened(fits + "x");
        assert!(cut && text.ends_with(CUT));
        assert_eq!(text.chars().count(), limits::TEXT);
    }

    #[test]
    fn text_in_a_page_stays_text() {
        assert_eq!(
            html_of("text/plain", "a < b & c".into()),
            "<pre>a &lt; b &amp; c</pre>"
        );
        assert_eq!(html_of("text/html", "<p>x".into()), "<p>x");
    }
}
