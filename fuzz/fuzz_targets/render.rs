//! Any JSON is a tree, or a fault that says where. Whatever is read may be shown once it is
//! cleaned, and no form of it holds what its words wanted to be.

#![no_main]

use libfuzzer_sys::fuzz_target;
use screen_agent_answer::{check, clean, csv, html, markdown, plain, read, read_lenient};
use screen_agent_wire::packet::Doc;

fuzz_target!(|text: &str| {
    let Ok(value) = serde_json::from_str(text) else {
        if let Some(doc) = read_lenient(&text.into()) {
            shown(&doc);
        }
        return;
    };
    match read(&value) {
        Ok(doc) => shown(&clean(doc)),
        Err(fault) => assert!(!fault.path.is_empty() && fault.to_string().len() < 2_000),
    }
    if let Some(doc) = read_lenient(&value) {
        shown(&doc);
    }
});

fn shown(doc: &Doc) {
    assert_eq!(check(doc), Ok(()));
    assert_eq!(&clean(doc.clone()), doc);
    let forms = [html(doc), markdown(doc), plain(doc)];
    for form in &forms {
        assert!(!form.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')), "{form:?}");
    }
    forms[0].split('<').skip(1).for_each(is_allowed);
    if let Some(csv) = csv(doc) {
        assert!(csv.ends_with("\r\n"));
    }
}

/// Every `<` in HTML is one of ours.
fn is_allowed(tag: &str) {
    let name: String = tag
        .trim_start_matches('/')
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect();
    let allowed = [
        "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code", "table",
        "thead", "tbody", "tr", "th", "td", "a",
    ];
    assert!(allowed.contains(&name.as_str()), "<{tag}");
}
