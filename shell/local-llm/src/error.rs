//! Why a file cannot be used, in words for whoever named it.

use std::path::PathBuf;

/// Why a model could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("cannot read {path}: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// It is something else.
    #[error("{0} is no GGUF file; a model in this process needs one")]
    NotGguf(PathBuf),
    /// It begins like one, but something in it is missing or wrong.
    #[error("the model is damaged or incomplete: {0}")]
    Damaged(String),
    /// A model that is built differently from all that are known here.
    #[error("models of the kind {found:?} are not known here; these are: {known}")]
    UnknownArchitecture {
        /// What the file says it is.
        found: String,
        /// What would do.
        known: String,
    },
    /// Its words are cut in a way that is not known here.
    #[error("the model's vocabulary cannot be used: {0}")]
    Vocabulary(String),
    /// There is no room for it.
    #[error(
        "the model needs about {needed_mib} MiB of memory and {free_mib} MiB are free; use a smaller one, or serve it elsewhere"
    )]
    TooLarge {
        /// What it would take.
        needed_mib: u64,
        /// What there is.
        free_mib: u64,
    },
}
