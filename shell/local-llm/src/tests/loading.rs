//! A file that will not do is refused in words that help.

use std::path::Path;

use screen_agent_ports::Thinker;

use super::tiny::Tiny;
use crate::{LoadError, LocalModel, LocalOptions};

fn refused(path: &Path) -> LoadError {
    match LocalModel::load(path) {
        Ok(model) => panic!("{} was loaded", model.name()),
        Err(error) => error,
    }
}

#[test]
fn a_file_that_is_not_there() {
    assert!(matches!(
        refused(Path::new("/no/such.gguf")),
        LoadError::Unreadable { .. }
    ));
}

#[test]
fn a_file_that_is_something_else() {
    for content in [&b""[..], b"GG", b"PK\x03\x04 a wheel", b"FUGG"] {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), content).unwrap();
        assert!(
            matches!(refused(file.path()), LoadError::NotGguf(_)),
            "{content:?}"
        );
    }
}

#[test]
fn a_download_that_was_cut_short() {
    let whole = std::fs::read(Tiny::default().write().path()).unwrap();
    for keep in [4, 20, 500, whole.len() / 2, whole.len() - 64] {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), &whole[..keep]).unwrap();
        assert!(
            matches!(refused(file.path()), LoadError::Damaged(_)),
            "{keep} bytes"
        );
    }
}

#[test]
fn a_model_that_is_built_differently() {
    let file = Tiny {
        architecture: "gemma9",
        ..Tiny::default()
    }
    .write();
    assert_eq!(
        refused(file.path()).to_string(),
        "models of the kind \"gemma9\" are not known here; these are: llama, qwen2, qwen3"
    );
}

#[test]
fn a_model_that_there_is_no_room_for() {
    let file = Tiny::default().write();
    let options = LocalOptions {
        memory: Some(1 << 10),
        ..LocalOptions::default()
    };
    let refused = LocalModel::load_with(file.path(), options).err();
    assert!(
        matches!(refused, Some(LoadError::TooLarge { .. })),
        "{refused:?}"
    );
}

#[test]
fn the_window_is_the_smaller_of_what_is_wanted_and_what_the_model_was_made_for() {
    let file = Tiny {
        context: 800,
        ..Tiny::default()
    }
    .write();
    for (window, told) in [(400, 350), (80_000, 700)] {
        let options = LocalOptions {
            window,
            ..LocalOptions::default()
        };
        let model = LocalModel::load_with(file.path(), options).unwrap();
        assert_eq!(model.limits().window, told);
    }
}
