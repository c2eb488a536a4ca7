//! `fixtures/packets`, for tests of answers and of packets.

use std::path::PathBuf;

/// `fixtures/packets/FOLDER`.
pub fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../fixtures/packets")
        .join(name)
        .canonicalize()
        .unwrap()
}

/// Name and text of every fixture with this ending.
pub fn fixtures(name: &str, ending: &str) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = std::fs::read_dir(folder(name))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .map(|path| {
            let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
            (stem, std::fs::read_to_string(path).unwrap())
        })
        .collect();
    all.sort();
    assert!(!all.is_empty(), "no fixtures in {name}");
    all
}

/// Compares with what stands beside the fixtures.
pub fn beside(name: &str, check: impl FnOnce()) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder(name));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(check);
}

pub fn pretty(value: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(value).unwrap()
}
