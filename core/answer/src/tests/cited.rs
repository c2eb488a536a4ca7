//! Citations after an answer.

use crate::*;
use screen_agent_wire::packet::response::{Citation, CitationCheck, CitationFault};

fn citation(quote: &str, verified: bool, url: &str, title: &str) -> Citation {
    Citation {
        doc_id: "doc:web:summary".to_owned(),
        quote: Some(quote.to_owned()),
        check: Some(CitationCheck {
            verified,
            fault: (!verified).then_some(CitationFault::QuoteNotFound),
            url: Some(url.to_owned()),
            title: Some(title.to_owned()),
        }),
        ..Citation::default()
    }
}

fn some() -> Vec<Citation> {
    vec![
        citation(
            "49.90 €",
            true,
            "https://lamps.example.org/test",
            "The lamp test",
        ),
        citation(
            "the *best* <b>lamp</b>\n\u{202e}of",
            false,
            "https://lamps.example.org/?a=1&b=2",
            "[x](javascript:y) bank.com",
        ),
        citation(
            "1. x",
            true,
            "javascript:alert(1)",
            "<script>alert(1)</script>",
        ),
        Citation {
            doc_id: "src:1".to_owned(),
            ..Citation::default()
        },
    ]
}

#[test]
fn each_form_shows_number_quote_title_host_and_doubt() {
    super::fixtures::snapshots("citations").bind(|| {
        insta::assert_snapshot!("html", html_citations(&some()));
        insta::assert_snapshot!("md", markdown_citations(&some()));
        insta::assert_snapshot!("plain", plain_citations(&some()));
    });
}

#[test]
fn a_source_is_told_once_and_its_other_quotes_stand_beneath() {
    let of = |quote: &str, url: &str| citation(quote, true, url, "Lamps");
    let some = [
        of("one", "https://a.example/"),
        of("two", "https://a.example/"),
        of("three", "https://b.example/"),
    ];
    assert_eq!(
        plain_citations(&some),
        "[1] “one” — Lamps (a.example) <https://a.example/>\n[2] “two”\n[3] “three” — Lamps (b.example) <https://b.example/>\n"
    );
    assert!(markdown_citations(&some).contains("\n2. “two”\n"));
    assert!(html_citations(&some).contains("“two”</li>"));
}

#[test]
fn without_citations_nothing_is_shown() {
    let none = [
        html_citations(&[]),
        markdown_citations(&[]),
        plain_citations(&[]),
    ];
    assert_eq!(none.concat(), "");
}
