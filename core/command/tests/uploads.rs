//! Files that the person gave along are handed to the field that asks for them, and no others.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod notation;

use std::sync::Arc;

use notation::read;
use screen_agent_action::ask::{Ask, Decision, Order};
use screen_agent_action::print;
use screen_agent_command::propose;

const FORM: &str = r#"
# Apply
[1 inp "Name"]
[2 inp "Résumé"]
[3 inp "Photo"]
[4 btn "Send"]
"#;

fn first(files: &[&str], asking: &[&str], query: &str) -> String {
    let mut seen = read(FORM);
    for node in &mut seen.nodes {
        if asking.contains(&node.id.as_str()) {
            node.facts.input_type = Some("file".into());
        }
    }
    let proposal = propose(&Ask {
        order: Order::Said(screen_agent_words::Words::said(query)),
        answers: Vec::new(),
        seen: Arc::new(seen),
        steps: Vec::new(),
        notes: Default::default(),
        refused: Vec::new(),
        today: "2026-03-04".into(),
        backed: false,
        locates: false,
        located: None,
        files: files.iter().copied().map(str::to_owned).collect(),
    });
    match proposal.decision {
        Decision::Act { action } => print(&action).to_string(),
        Decision::Question { .. } => "ask".into(),
        Decision::GiveUp { .. } => "give up".into(),
    }
}

#[test]
fn what_was_given_goes_where_it_is_asked_for() {
    const CV: &str = "cv.pdf";
    const BOTH: [&str; 2] = ["cv.pdf", "me.png"];
    let cv_to_2 = r#"uploadFile(2, "cv.pdf")"#;
    for (files, asking, query, expected) in [
        (&[CV][..], &["2"][..], "Upload the file", cv_to_2),
        (&[CV], &["2"], "Attach cv.pdf", cv_to_2),
        (
            &[CV],
            &["2"],
            "Please attach the document to the form",
            cv_to_2,
        ),
        (&[CV], &["2", "3"], "Upload the file to Résumé", cv_to_2),
        (&[CV], &["2", "3"], "Choose cv.pdf for Résumé", cv_to_2),
        (&[CV], &["2", "3"], "Upload the file", "ask"),
        (
            &BOTH,
            &["2", "3"],
            "Attach me.png to Photo",
            r#"uploadFile(3, "me.png")"#,
        ),
        (&BOTH, &["2"], "Upload the file", "ask"),
    ] {
        assert_eq!(first(files, asking, query), expected, "{query}");
    }
    // Nothing was given, or something else: no file is made up.
    for (files, query) in [
        (&[][..], "Upload the file"),
        (&[][..], "Upload cv.pdf"),
        (&[CV], "Upload other.pdf"),
        (&[CV], "Upload mycv.pdf"),
    ] {
        let proposed = first(files, &["2"], query);
        assert!(!proposed.starts_with("uploadFile"), "{query}: {proposed}");
    }
}
