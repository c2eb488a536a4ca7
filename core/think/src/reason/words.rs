//! Words that may go to a search engine, and what comes back, cut to size.
//!
//! A search engine is a stranger. Nothing that looks like somebody's own goes there: secrets, mail
//! addresses, long numbers, text in quotes; and nobody is looked up to find out what only the
//! person can say.

use std::collections::BTreeSet;

use url::{Host, Url};

use crate::search::{Finding, Found};
use screen_agent_action::origin::{is_private, site_of_host};
use screen_agent_words::quote::{cut, plain};
use screen_agent_words::secret;

/// Most words of a search.
const WORDS: usize = 30;
/// Longest search, in characters.
const SEARCH: usize = 200;
/// Most pages that are kept, and how many characters of each piece.
const FINDINGS: usize = 5;
const TITLE: usize = 100;
const ADDRESS: usize = 300;
const TEXT: usize = 600;
/// From so many digits on, a number is somebody's: a phone, a card, an account.
const LONG_NUMBER: usize = 6;

/// Which words may be tried.
#[derive(Clone, Copy, Debug)]
pub(super) enum Terms<'a> {
    /// These and no others.
    Only(&'a str),
    /// These, else what the analysis proposed, else the person's own.
    Any(Option<&'a str>),
}

impl<'a> Terms<'a> {
    pub(super) fn in_order(
        self,
        meant: Option<&'a str>,
        own: &'a str,
    ) -> impl Iterator<Item = &'a str> {
        let terms = match self {
            Self::Only(words) => [Some(words), None, None],
            Self::Any(refined) => [refined, meant, Some(own)],
        };
        terms.into_iter().flatten()
    }
}

/// The words without anything private, or nothing where they ask for what only the person knows,
/// or where nothing is left. `own` are the person's words, `private` what only they can tell.
pub fn fit_for_the_web(words: &str, own: &str, private: &[String]) -> Option<String> {
    let words = plain(words);
    let told = secret::named(own);
    let told: Vec<String> = told
        .iter()
        .flat_map(|told| secret::spellings(told))
        .collect();
    let mut words = without(&words, &told);
    words = without(&words, &secret::named(&words));
    words = without(&words, &quoted(own));
    words = without(&words, &quoted(&words));
    let words = words.replace(['"', '“', '”', '„', '«', '»'], " ");
    let words = without_marks_of_persons(&words);
    let words: String = words.chars().take(SEARCH).collect();
    let asked = terms(&words);
    let asks_for = |field: &String| {
        let field = terms(field);
        !field.is_empty() && field.is_subset(&asked)
    };
    let fit = !asked.is_empty() && !private.iter().any(asks_for);
    fit.then_some(words)
}

/// True when both hold the same words, in whatever order.
pub(super) fn same(left: &str, right: &str) -> bool {
    terms(left) == terms(right)
}

fn terms(words: &str) -> BTreeSet<String> {
    words
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

fn without(words: &str, private: &[String]) -> String {
    let mut words = words.to_owned();
    for value in private.iter().filter(|value| !value.trim().is_empty()) {
        words = screen_agent_words::secret::hide(&words, value)
            .replace(screen_agent_words::HIDDEN, " ");
    }
    words
}

/// What stands in quotes: values to type, as a rule.
fn quoted(words: &str) -> Vec<String> {
    let pairs = [('"', '"'), ('“', '”'), ('«', '»'), ('„', '“')];
    let mut found = Vec::new();
    for (open, close) in pairs {
        let mut rest = words;
        while let Some((_, after)) = rest.split_once(open) {
            let Some((inside, next)) = after.split_once(close) else {
                break;
            };
            found.push(inside.to_owned());
            rest = next;
        }
    }
    found
}

/// Mail addresses, web addresses and long numbers are left out; a number may be spaced.
fn without_marks_of_persons(words: &str) -> String {
    let words: Vec<&str> = words.split_whitespace().collect();
    let mut kept = Vec::new();
    let mut rest = words.as_slice();
    while let Some((word, after)) = rest.split_first() {
        let run = rest.iter().take_while(|word| is_number(word)).count();
        let digits: usize = rest[..run].iter().map(|word| count_digits(word)).sum();
        if run > 0 && digits >= LONG_NUMBER {
            rest = &rest[run..];
            continue;
        }
        if !word.contains('@') && !word.contains("://") && count_digits(word) < LONG_NUMBER {
            kept.push(*word);
        }
        rest = after;
    }
    kept.truncate(WORDS);
    kept.join(" ")
}

fn is_number(word: &str) -> bool {
    count_digits(word) > 0 && !word.chars().any(char::is_alphabetic)
}

fn count_digits(word: &str) -> usize {
    word.chars().filter(|c| c.is_numeric()).count()
}

/// The registrable domain of a page on the public web; none of an intranet, which no search engine is told.
pub fn site_of(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    let host = url.host()?;
    match host {
        Host::Domain(name) if !is_private(&host) && name.contains('.') => {
            Some(site_of_host(name).to_owned())
        }
        Host::Domain(_) | Host::Ipv4(_) | Host::Ipv6(_) => None,
    }
}

/// What was found, cut: it is kept with the task.
pub(super) fn bounded(found: Found) -> Found {
    let shorter = |text: &str, most| cut(&plain(text), most);
    Found {
        answer: found
            .answer
            .map(|answer| shorter(&answer, TEXT))
            .filter(|answer| !answer.is_empty()),
        findings: found
            .findings
            .iter()
            .take(FINDINGS)
            .map(|finding| Finding {
                title: shorter(&finding.title, TITLE),
                url: shorter(&finding.url, ADDRESS),
                text: shorter(&finding.text, TEXT),
            })
            .collect(),
        widened: found.widened,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn nothing_private_goes_to_a_search_engine() {
        for (words, own, left) in [
            ("how to add a patient", "", Some("how to add a patient")),
            (
                "reset the password of ann@mail.test here",
                "",
                Some("reset the password of here"),
            ),
            (
                "log in with name ann and password hunter2 on the shop",
                "",
                Some("log in with name ann and password on the shop"),
            ),
            (
                "shop login hunter2 error",
                "log in with password hunter2",
                Some("shop login error"),
            ),
            (
                "call +41 44 668 18 00 about version 7.0",
                "",
                Some("call about version 7.0"),
            ),
            (
                "who has account CH9300762011623852957",
                "",
                Some("who has account"),
            ),
            ("write \"my dear aunt\" to Bern", "", Some("write to Bern")),
            (
                "letter my dear aunt",
                "write \"my dear aunt\" to Bern",
                Some("letter"),
            ),
            (
                "invoices 2025 in the new version",
                "",
                Some("invoices 2025 in the new version"),
            ),
            ("", "", None),
            ("4111 1111 1111 1111", "", None),
        ] {
            let fit = fit_for_the_web(words, own, &[]);
            assert_eq!(fit.as_deref(), left, "{words:?}");
        }
    }

    #[test]
    fn what_only_the_person_knows_is_not_looked_up() {
        let private = ["date of birth".to_owned()];
        assert_eq!(fit_for_the_web("Ann Lee birth date of", "", &private), None);
        let other = fit_for_the_web("how to enter a birth", "", &private);
        assert_eq!(other.as_deref(), Some("how to enter a birth"));
    }

    #[test]
    fn a_search_is_short() {
        let words = fit_for_the_web(&"word other ".repeat(500), "", &[]).unwrap();
        assert!(words.chars().count() <= SEARCH);
        assert!(words.split(' ').count() <= WORDS);
    }

    #[test]
    fn words_are_the_same_in_any_order() {
        assert!(same("Add a patient", "patient, add a"));
        assert!(!same("add a patient", "add patients"));
    }

    #[test]
    fn the_site_is_named_only_on_the_public_web() {
        for (url, site) in [
            ("https://www.shop.example/x", Some("shop.example")),
            ("https://a.b.co.uk/", Some("b.co.uk")),
            ("http://localhost:3000/", None),
            ("http://10.0.0.1/", None),
            ("http://93.184.216.34/", None),
            ("http://printer.local/", None),
            ("about:blank", None),
            ("", None),
        ] {
            assert_eq!(site_of(url).as_deref(), site, "{url}");
        }
    }

    #[test]
    fn what_is_kept_is_cut() {
        let finding = Finding {
            title: "t".repeat(9_000),
            url: "u".repeat(9_000),
            text: "x".repeat(9_000),
        };
        let kept = bounded(Found {
            answer: Some(" \n".to_owned()),
            findings: vec![finding; 40],
            widened: true,
        });
        assert_eq!(kept.answer, None);
        assert_eq!(kept.findings.len(), FINDINGS);
        assert_eq!(kept.findings[0].text.chars().count(), TEXT + 1);
        assert!(kept.widened);
    }
}
