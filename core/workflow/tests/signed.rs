//! A file says whom it comes from, and whether it is still what they signed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use screen_agent_audit::SigningKey;
use screen_agent_workflow::{Healed, Healer, Signed, Workflow, differences};

const FILE: &str = r##"# A remark.
name = "Change a record"
version = 3
start = "https://crm.example/people"
sites = ["https://crm.example"]

[[steps]]
intent = "Press Save"
action = 'click("it")'
control = { role = "btn", name = "Save" }
"##;

fn signed() -> Workflow {
    let key = SigningKey::of_seed(&[7; 32]).unwrap();
    Workflow::read(FILE).unwrap().signed_with(&key, "ann")
}

fn by_ann(workflow: &Workflow) -> bool {
    matches!(workflow.signed(), Signed::By { who, .. } if who == "ann")
}

#[test]
fn what_is_signed_stays_signed_however_it_is_written_down() {
    let plain = Workflow::read(FILE).unwrap();
    assert_eq!(plain.signed(), Signed::Nobody);
    let text = signed().print().unwrap();
    let read = Workflow::read(&format!("# From Ann.\n\n{text}")).unwrap();
    assert!(by_ann(&read));
    // How often it was healed before is no part of what it does.
    let later = Workflow {
        version: 9,
        ..read.clone()
    };
    assert!(by_ann(&later));
    let told = differences(&plain, &read);
    assert_eq!(told.len(), 1);
    assert!(
        told[0].starts_with("It is signed by \"ann\" (key "),
        "{told:?}"
    );
}

#[test]
fn whatever_is_changed_breaks_it_and_so_does_another_name_or_key() {
    let text = signed().print().unwrap();
    let other = SigningKey::of_seed(&[8; 32]).unwrap();
    let others = Workflow::read(FILE).unwrap().signed_with(&other, "ann");
    let (own, key) = (signed().signature.unwrap(), others.signature.unwrap().key);
    for (from, to) in [
        ("name = \"Save\"", "name = \"Delete\""),
        ("https://crm.example/people", "https://crm.example/all"),
        ("click", "doubleClick"),
        ("by = \"ann\"", "by = \"the bank\""),
        (own.key.as_str(), key.as_str()),
        (own.value.as_str(), "00"),
        (own.key.as_str(), "no key"),
    ] {
        assert!(text.contains(from), "{from}: {text}");
        let changed = Workflow::read(&text.replace(from, to)).unwrap();
        assert!(
            matches!(changed.signed(), Signed::Changed { .. }),
            "{from} to {to}"
        );
        assert!(changed.signed().to_string().starts_with("not what"));
    }
}

#[test]
fn what_is_healed_is_signed_by_nobody() {
    let healed = Healed {
        step: 0,
        control: signed().steps[0].control.clone().unwrap(),
        what: "It is elsewhere now.".to_owned(),
        by: Healer::Model,
    };
    let next = signed().with_healed(&[healed], "2026-11-27").unwrap();
    assert_eq!(next.signed(), Signed::Nobody);
    let told = differences(&signed(), &next);
    assert!(
        told.iter().any(|told| told.contains("signed no longer")),
        "{told:?}"
    );
}
