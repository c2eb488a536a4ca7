//! `observe` and `gate`: looking and deciding alone.

use serde_json::Value;

use crate::kit::{Machine, Site, fixtures, root};

fn look(machine: &Machine, url: &str, more: &[&str]) -> Value {
    let mut args = vec!["observe", "--json", "--url", url];
    args.extend(more);
    let ended = machine.run(&args).with(0);
    assert_eq!(ended.out.lines().count(), 1);
    serde_json::from_str(&ended.out).unwrap()
}

#[test]
fn observe_shows_what_a_model_reads_and_what_it_costs() {
    let machine = Machine::new();
    let seen = look(&machine, &fixtures("settings.html"), &["--repeat", "3"]);
    let fields: Vec<&str> = seen
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let expected = [
        "url", "title", "text", "tokens", "ms", "ms_max", "repeat", "controls", "lines", "capture",
    ];
    let sorted = |mut names: Vec<&'static str>| {
        names.sort_unstable();
        names
    };
    assert_eq!(
        {
            let mut fields = fields;
            fields.sort_unstable();
            fields
        },
        sorted(expected.to_vec())
    );
    assert_eq!(seen["repeat"], 3);
    assert!(seen["tokens"].as_u64().unwrap() > 10);
    assert!(seen["ms"].as_f64() <= seen["ms_max"].as_f64());
    let nodes = seen["capture"]["interactiveTree"].as_array().unwrap();
    assert_eq!(seen["controls"].as_u64().unwrap() as usize, nodes.len());
    for node in nodes {
        let id = node["i"].as_str().unwrap();
        assert!(seen["text"].as_str().unwrap().contains(id), "{id}");
    }
    machine.assert_nothing_left();
}

#[test]
fn an_empty_page_and_one_of_five_megabytes_are_read() {
    let machine = Machine::new();
    let empty = look(&machine, &Site::of("").url(), &[]);
    assert_eq!(
        (empty["controls"].as_u64(), empty["lines"].as_u64()),
        (Some(0), Some(0))
    );
    let row = |number: usize| {
        format!(
            "<li>{number} {} <button>Buy {number}</button>",
            "x".repeat(60)
        )
    };
    let list: String = (0..52_000).map(row).collect();
    assert!(list.len() > 5_000_000, "{}", list.len());
    let large = look(&machine, &Site::of(&list).url(), &[]);
    // What is in view, and no more.
    assert!((5..60).contains(&large["controls"].as_u64().unwrap()));
    assert!(large["tokens"].as_u64().unwrap() < 5_000);
}

#[test]
fn every_case_of_the_gates_fixtures_is_met() {
    let machine = Machine::new();
    let folder = std::fs::read_dir(root().join("fixtures/gate")).unwrap();
    let files: Vec<String> = folder
        .flatten()
        .map(|file| file.path().to_str().unwrap().to_owned())
        .collect();
    let mut args = vec!["gate", "--json"];
    args.extend(files.iter().map(String::as_str));
    let ended = machine.run(&args).with(0);
    let read = |line: &str| serde_json::from_str::<Value>(line).unwrap();
    let verdicts: Vec<Value> = ended.out.lines().map(read).collect();
    assert!(verdicts.len() > 50, "{}", verdicts.len());
    assert!(
        verdicts
            .iter()
            .all(|verdict| verdict["decision"].is_string())
    );

    let wrong = machine.path("wrong.jsonl");
    std::fs::write(&wrong, "{\"query\": 1}\nnot json\n").unwrap();
    let ended = machine.run(&["gate", wrong.to_str().unwrap()]).with(1);
    assert!(ended.err.contains("line 2"), "{}", ended.err);
}
