//! Why a request brought no answer.

use std::time::Duration;

/// Why a request brought no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// The server does not take a request of this kind.
    Refused(Refusal),
    /// What was asked does not fit the model's window.
    TooMuch,
    /// It may go better in a moment; the server may have said when.
    Busy {
        /// The status, when there was one.
        status: Option<u16>,
        /// When to come again.
        after: Option<Duration>,
    },
    /// The connection broke off in the middle of the answer.
    Cut,
    /// No answer in time.
    TimedOut,
    /// The key is missing or wrong.
    Denied,
    /// Any other status.
    Status(u16),
    /// The model said nothing, or did nothing but think.
    Empty,
    /// An answer that cannot be read.
    Unreadable(&'static str),
}

impl Trouble {
    /// The same request may do better in a moment.
    pub(crate) fn passes(&self) -> bool {
        matches!(self, Self::Busy { .. } | Self::Cut)
    }

    /// What happened, without a word of the server's: it may repeat the key.
    pub(crate) fn safe(&self) -> String {
        match self {
            Self::Refused(_) => "the server refuses the request".into(),
            Self::TooMuch => "the request does not fit the model's window".into(),
            Self::Busy {
                status: Some(status),
                ..
            } => format!("the server is not able to answer now ({status})"),
            Self::Busy { status: None, .. } => "no connection to the server".into(),
            Self::Cut => "the answer broke off".into(),
            Self::TimedOut => "no answer in time".into(),
            Self::Denied => "the server wants another key".into(),
            Self::Status(status) => format!("the server answers with status {status}"),
            Self::Empty => "the answer is empty".into(),
            Self::Unreadable(why) => (*why).into(),
        }
    }
}

/// What a server said when it refused a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// The parameter that it names, in small letters.
    pub(crate) param: String,
    /// All it said, in small letters. Only ever searched for words, never shown.
    pub(crate) words: String,
}

/// Most characters of a refusal that are searched.
const WORDS: usize = 4_096;

/// How servers say that a prompt is too long for the model.
const TOO_MUCH: [&str; 5] = [
    "context length",
    "context_length",
    "context size",
    "context window",
    "prompt is too long",
];

/// How servers say that they do not know a part of a request.
const UNKNOWN: [&str; 3] = ["not supported", "unsupported", "not implemented"];

impl Refusal {
    /// Reads the body of an answer that refuses.
    pub(crate) fn read(body: &[u8]) -> Self {
        let words: String = String::from_utf8_lossy(body)
            .chars()
            .take(WORDS)
            .collect::<String>()
            .to_lowercase();
        let param = serde_json::from_slice::<serde_json::Value>(body)
            .ok()
            .and_then(|body| Some(body["error"]["param"].as_str()?.to_lowercase()))
            .unwrap_or_default();
        Self { param, words }
    }

    /// The prompt is too long for the model, whatever form it is in.
    pub(crate) fn is_too_much(&self) -> bool {
        TOO_MUCH.iter().any(|words| self.words.contains(words))
    }

    /// The server does not know what it was asked for.
    pub(crate) fn is_of_what_is_unknown(&self) -> bool {
        UNKNOWN.iter().any(|words| self.words.contains(words))
    }

    /// It is about this parameter.
    pub(crate) fn names(&self, word: &str) -> bool {
        match self.param.is_empty() {
            false => self.param.contains(word),
            true => self.words.contains(word),
        }
    }
}
