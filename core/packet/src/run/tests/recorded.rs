//! The runs under `fixtures/runs`, played again.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::super::*;
use super::stage::tell;
use super::stories::{NAMES, stories};
use crate::testing::moment;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fixtures/runs")
        .join(name)
        .with_extension("json")
}

fn means_of(value: &Value) -> Means {
    let roomy = value["rich"] == true;
    let window = u32::try_from(value["window"].as_u64().unwrap()).unwrap();
    if roomy {
        crate::testing::rich_means(window)
    } else {
        crate::testing::means(window)
    }
}

#[test]
fn every_recorded_run_comes_to_the_same_end() {
    let folder = file("x").parent().unwrap().to_path_buf();
    let files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|one| one.unwrap().path())
        .collect();
    assert!(files.len() >= NAMES.len());
    for path in files {
        let name = path.display();
        let recorded: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let means = means_of(&recorded["means"]);
        let mut run: Option<QuestionRun> = None;
        for (at, act) in recorded["acts"].as_array().unwrap().iter().enumerate() {
            let event: Event = serde_json::from_value(act["event"].clone()).unwrap();
            let now = moment(u32::try_from(at).unwrap());
            let before = match (&event, run.take()) {
                (Event::Asked(request), None) => open(request, Earlier::default(), &now),
                (Event::Asked(request), Some(run)) => resume(run, request).unwrap(),
                (_, run) => run.unwrap(),
            };
            let (after, effects) = advance(before, event, &now, &means);
            assert_eq!(
                json!(effects.iter().map(tell).collect::<Vec<_>>()),
                act["effects"],
                "{name}, act {at}"
            );
            run = Some(after);
        }
        assert!(run.unwrap().ended, "{name}");
    }
}

#[test]
#[ignore = "writes the fixtures; run it after a change of behaviour that is meant"]
fn write_fixtures() {
    fs::create_dir_all(file("x").parent().unwrap()).unwrap();
    for (name, stage) in stories() {
        let acts = stage.acts.iter().map(|(event, effects)| {
            json!({ "event": event, "effects": effects.iter().map(tell).collect::<Vec<_>>() })
        });
        let recorded = json!({
            "means": { "window": stage.means.limits.unwrap().window, "rich": stage.means.can_search },
            "acts": acts.collect::<Vec<_>>(),
        });
        fs::write(
            file(name),
            serde_json::to_string_pretty(&recorded).unwrap() + "\n",
        )
        .unwrap();
    }
}
