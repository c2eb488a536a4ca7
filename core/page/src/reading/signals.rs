//! What stands between a reader and a page, as far as HTML tells.
//!
//! Words are looked for only where little else is said: an article about age limits asks nobody's age.

use screen_agent_words::WordList;
use url::Url;

use super::hint::{Hints, each_word};
use super::lines::Written;
use super::link::Links;
use super::said::said_in;
use super::survey::Survey;
use super::types::Signal;
use crate::html::control::input_type;
use crate::html::{NodeRef, is_hidden};

/// A page with fewer letters says little.
const SPARSE: u32 = 180;
/// But one that says so many things in whole sentences or rows is short, and not cut.
const WHOLE: usize = 4;
/// With fewer, it is its pictures that speak.
const WORDLESS: u32 = 80;
/// A page with more letters than this is read, whatever else stands on it.
const SHORT: u32 = 1_500;
/// What a gate itself says, in characters.
const GATE: usize = 900;

static PAY: WordList = WordList::named("signals pay");
static HUMAN: WordList = WordList::named("signals human");
static AGE: WordList = WordList::named("signals age");
static PLACE: WordList = WordList::named("signals place");
static SCRIPT: WordList = WordList::named("signals script");
static CONSENT: WordList = WordList::named("notices of consent");

/// Reads the signals, in their own order, each once.
pub(super) fn read(
    survey: &Survey,
    links: &Links,
    lines: &[Written],
    page: &Source,
) -> Vec<Signal> {
    let mut looker = Looker {
        survey,
        links,
        letters: lines
            .iter()
            .map(|line| line.line.text.chars().count() as u32)
            .sum(),
        statements: lines.iter().map(|line| statements(&line.line.text)).sum(),
        found: Vec::new(),
    };
    looker.says_little(page);
    looker.words(lines);
    looker.elements();
    looker.page(page);
    looker.found.sort_unstable();
    looker.found.dedup();
    looker.found
}

/// How many sentences or rows a line is.
fn statements(line: &str) -> usize {
    let ends = line.split_whitespace().filter(|word| {
        let word = word.trim_end_matches(['"', '”', '’', ')']);
        word.ends_with(['.', '!', '?', '。']) && !word.ends_with("...")
    });
    usize::from(line.contains(" | ")).max(ends.count())
}

/// A page as it came.
pub(super) struct Source<'a> {
    pub(super) html: &'a str,
    pub(super) url: &'a str,
}

struct Looker<'a> {
    survey: &'a Survey<'a>,
    links: &'a Links,
    /// Letters that are worth reading.
    letters: u32,
    /// Sentences and rows of tables in it.
    statements: usize,
    found: Vec<Signal>,
}

impl Looker<'_> {
    fn add(&mut self, when: bool, signal: Signal) {
        if when {
            self.found.push(signal);
        }
    }

    fn says_little(&mut self, page: &Source) {
        let media = self.survey.fact(self.survey.body).media;
        self.add(
            self.letters < SPARSE && self.statements < WHOLE,
            Signal::SparseText,
        );
        self.add(self.letters < WORDLESS && media > 0, Signal::NonTextContent);
        let scripted = contains(page.html, "<script");
        let told = contains(page.html, "<noscript") || self.has_empty_root();
        self.add(
            self.letters < SPARSE && scripted && told,
            Signal::ScriptRequired,
        );
    }

    // Where applications put themselves once they run.
    fn has_empty_root(&self) -> bool {
        let survey = self.survey;
        survey.children(survey.body).any(|at| {
            survey.dom.tag(at) == Some("div")
                && survey.dom.has(at, "id")
                && survey.dom.children(at).next().is_none()
        })
    }

    fn words(&mut self, lines: &[Written]) {
        let mut said = String::new();
        if self.letters < SHORT {
            for line in lines {
                said.push_str(&line.line.text.to_lowercase());
                said.push(' ');
            }
        }
        self.gate_words(&said);
        let asks = |words: &[&str]| words.iter().any(|words| said.contains(words));
        let (script, human) = (asks(&SCRIPT), asks(&HUMAN));
        self.add(script && self.letters < 600, Signal::ScriptRequired);
        self.add(human && self.letters < 1_000, Signal::CaptchaOrRobotCheck);
    }

    fn gate_words(&mut self, said: &str) {
        let asks = |words: &[&str]| words.iter().any(|words| said.contains(words));
        self.add(asks(&PAY), Signal::PaywallOrLogin);
        self.add(asks(&AGE), Signal::AgeGate);
        self.add(asks(&PLACE), Signal::GeoBlock);
    }

    fn elements(&mut self) {
        let dom = self.survey.dom;
        let mut walk = dom.walk(NodeRef::ROOT);
        let mut gates = 0;
        while let Some(visit) = walk.next() {
            let crate::html::Visit::Enter(at) = visit else {
                continue;
            };
            let Some(tag) = dom.tag(at) else { continue };
            if is_hidden(dom, at) {
                walk.pass_over(at);
                continue;
            }
            match tag {
                "input" => self.input(at),
                "iframe" | "frame" | "embed" | "object" => self.frame(at, tag),
                _ => {}
            }
            self.widgets(at);
            if self.survey.fact(at).read && gates < 200 {
                gates += usize::from(self.gate(at, tag));
            }
        }
    }

    fn input(&mut self, at: NodeRef) {
        // A page with much to read may have a place to sign in, too.
        let asked = input_type(self.survey.dom, at) == "password" && self.letters < SHORT;
        self.add(asked, Signal::PaywallOrLogin);
    }

    /// A notice, dialog or gate that says something. True when it is one.
    fn gate(&mut self, at: NodeRef, tag: &str) -> bool {
        let survey = self.survey;
        let fact = survey.fact(at);
        let body = survey.fact(survey.body);
        let role = survey.dom.attr(at, "role").unwrap_or_default();
        let modal = tag == "dialog"
            || matches!(role, "dialog" | "alertdialog")
                && survey.dom.attr(at, "aria-modal") == Some("true")
            || fact.hints.any(Hints::OVERLAY) && self.is_fixed(at);
        let hinted = fact
            .hints
            .any(Hints::CONSENT.and(Hints::GATE).and(Hints::OVERLAY));
        if !modal && !hinted || fact.letters < 15 || matches!(tag, "html" | "body") {
            return false;
        }
        // What holds most of the page is not a notice on it.
        if !modal && fact.prose() * 2 > body.prose() && body.prose() > SHORT {
            return false;
        }
        let said = said_in(survey, at, GATE).to_lowercase();
        let consent = CONSENT.iter().any(|word| said.contains(word));
        self.add(
            consent && (modal || fact.hints.any(Hints::CONSENT.and(Hints::OVERLAY))),
            Signal::ConsentModal,
        );
        self.add(modal, Signal::OverlayBlocking);
        let pays = self.pays(at);
        self.add(pays, Signal::PaywallOrLogin);
        if modal || hinted && self.letters < SHORT {
            self.gate_words(&said);
        }
        true
    }

    // Called a wall, and asks for something.
    fn pays(&self, at: NodeRef) -> bool {
        let dom = self.survey.dom;
        let mut wall = false;
        for name in ["class", "id"] {
            each_word(dom.attr(at, name).unwrap_or_default(), |word| {
                wall |= word.starts_with("paywall") || matches!(word, "regwall" | "gateway");
            });
        }
        wall && self.survey.fact(at).prose() < SHORT
    }

    fn is_fixed(&self, at: NodeRef) -> bool {
        self.survey.dom.attr(at, "style").is_some_and(|style| {
            let style = style.to_ascii_lowercase().replace(' ', "");
            style.contains("position:fixed") || style.contains("position:absolute")
        })
    }

    fn frame(&mut self, at: NodeRef, tag: &str) {
        let dom = self.survey.dom;
        let source = dom
            .attr(at, "src")
            .or_else(|| dom.attr(at, "data"))
            .unwrap_or_default();
        let kind = dom.attr(at, "type").unwrap_or_default();
        let pdf = kind == "application/pdf" || is_pdf(source);
        self.add(pdf, Signal::PdfViewer);
        let checks = ["captcha", "turnstile", "challenge"]
            .iter()
            .any(|word| source.to_ascii_lowercase().contains(word));
        self.add(checks && self.letters < 600, Signal::CaptchaOrRobotCheck);
        let small = ["width", "height"].iter().any(|side| {
            dom.attr(at, side)
                .and_then(|size| size.trim_end_matches("px").parse::<f32>().ok())
                .is_some_and(|size| size < 10.0)
        });
        let foreign = matches!(tag, "iframe" | "frame") && !small && self.is_foreign(source);
        self.add(foreign, Signal::CrossOriginIframe);
    }

    fn is_foreign(&self, source: &str) -> bool {
        let there = self.links.join(source);
        let there = there.filter(|url| matches!(url.scheme(), "http" | "https"));
        match (there.as_ref().and_then(Url::host_str), self.links.host()) {
            (Some(there), Some(here)) => there != here,
            _ => false,
        }
    }

    /// Parts that say by their names that they load more, draw only what is in view, or check who reads.
    fn widgets(&mut self, at: NodeRef) {
        let dom = self.survey.dom;
        let (mut more, mut check, mut age) = (false, false, false);
        let mut before = String::new();
        let mut virtualised = false;
        each_word(dom.attr(at, "class").unwrap_or_default(), |word| {
            more |= word == "infinite" || word == "loadmore" || before == "load" && word == "more";
            check |= word.ends_with("captcha") || word == "turnstile";
            age |= word == "agegate" || before == "age" && matches!(word, "gate" | "verification");
            virtualised |= matches!(word, "virtualized" | "virtualised" | "virtuoso")
                || before == "virtual" && matches!(word, "list" | "scroll" | "scroller");
            word.clone_into(&mut before);
        });
        let feed = dom.attr(at, "role") == Some("feed");
        self.add(more || feed, Signal::InfiniteScroll);
        self.add(check && self.letters < 600, Signal::CaptchaOrRobotCheck);
        self.add(age, Signal::AgeGate);
        let rows = self.says_more_rows(at);
        self.add(virtualised || rows, Signal::VirtualizedList);
    }

    // It says how many rows there are, and holds fewer.
    fn says_more_rows(&self, at: NodeRef) -> bool {
        let survey = self.survey;
        let said = ["aria-rowcount", "aria-setsize"]
            .iter()
            .find_map(|name| survey.dom.attr(at, name)?.trim().parse::<i64>().ok());
        let Some(said) = said else { return false };
        let list = if survey.dom.has(at, "aria-setsize") {
            survey.dom.parent(at)
        } else {
            Some(at)
        };
        let Some(list) = list.filter(|&list| survey.fact(list).read) else {
            return false;
        };
        let rows = i64::from(survey.fact(list).end - survey.fact(list).at);
        said > 0 && rows < said
    }

    fn page(&mut self, page: &Source) {
        let closed = contains(page.html, "shadowrootmode=\"closed\"")
            || contains(page.html, "shadowrootmode=closed");
        self.add(closed, Signal::ClosedShadowRoot);
        self.add(is_pdf(page.url), Signal::PdfViewer);
        self.add(self.links.redacted(), Signal::UrlRedacted);
    }
}

fn is_pdf(address: &str) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    path.len() > 4 && path.to_ascii_lowercase().ends_with(".pdf")
}

/// True when a page holds some ASCII words, whatever their case.
fn contains(html: &str, words: &str) -> bool {
    let (html, words) = (html.as_bytes(), words.as_bytes());
    html.windows(words.len())
        .any(|part| part[0] == words[0] && part.eq_ignore_ascii_case(words))
}
