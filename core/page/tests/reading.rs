//! Pages to read and what is read of them, side by side in `fixtures/reading`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write;
use std::path::{Path, PathBuf};

use screen_agent_page::reading::{Reading, read};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/reading")
}

/// A reading as a person reads it: content is marked with a bar.
fn told(reading: &Reading) -> String {
    let mut out = String::new();
    let primary = reading.primary.as_ref();
    let tag = primary.map_or("", |primary| primary.tag.as_str());
    let words: Vec<&str> = reading.signals.iter().map(|signal| signal.word()).collect();
    writeln!(out, "title: {}", reading.title).unwrap();
    writeln!(
        out,
        "published: {}",
        reading.published.as_deref().unwrap_or("-")
    )
    .unwrap();
    writeln!(out, "primary: {tag}\nsignals: {}\n", words.join(" ")).unwrap();
    for line in &reading.lines {
        let bar = if line.main { '|' } else { ' ' };
        let handle = line.handle.as_deref().unwrap_or_default();
        writeln!(
            out,
            "{bar} {handle:>2} {}",
            line.written().replace('\n', "\n     ")
        )
        .unwrap();
    }
    for item in &reading.items {
        let count = item.comment_count;
        writeln!(
            out,
            "item {count:?} {} <{}> {}",
            item.title, item.url, item.snippet
        )
        .unwrap();
    }
    for comment in &reading.comments {
        let (author, age) = (&comment.author, &comment.age);
        writeln!(
            out,
            "comment {} {author:?} {age:?} {}",
            comment.depth, comment.text
        )
        .unwrap();
    }
    for heading in &reading.outline {
        writeln!(out, "outline {} {}", heading.level, heading.text).unwrap();
    }
    for control in &reading.controls {
        writeln!(
            out,
            "control {} {} {}",
            control.handle, control.role, control.text
        )
        .unwrap();
    }
    out
}

#[test]
fn pages_are_read_as_they_stand_beside_their_readings() {
    for name in ["article", "front", "gate"] {
        let html = std::fs::read_to_string(folder().join(format!("{name}.html"))).unwrap();
        let reading = read(&html, "https://site.test/page?utm_source=x#part");
        let told = told(&reading);
        for never in [
            "draft of a letter",
            "half a thought",
            "hunter2",
            "typed",
            "abc123",
            "auth=",
        ] {
            assert!(!told.contains(never), "{name} tells {never:?}");
        }
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(folder());
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name, told));
    }
}
