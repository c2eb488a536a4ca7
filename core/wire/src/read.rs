//! Reading JSON from strangers: bounded, typed, and with the place of what is wrong.

use serde::de::DeserializeOwned;

use crate::invalid::Invalid;
use crate::limits::DEPTH;

/// Why a body was not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It is not JSON.
    #[error("not JSON at line {line}, column {column}")]
    Syntax {
        /// 1 for the first.
        line: usize,
        /// 1 for the first.
        column: usize,
    },
    /// It is JSON, but not what is wanted.
    #[error(transparent)]
    Invalid(#[from] Invalid),
}

/// Reads a typed body, an object. Unknown keys are passed over.
///
/// The place of a mistake is looked for only once there is one, so good bodies do not pay for it.
pub fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, ReadError> {
    if deeper_than(body, DEPTH) {
        return Err(Invalid::new("", format!("nested deeper than {DEPTH} levels")).into());
    }
    // A list would otherwise be read as an object's fields in order.
    if body.trim_ascii_start().starts_with(b"[") {
        return Err(Invalid::new("", "expected an object").into());
    }
    serde_json::from_slice(body).map_err(|error| match error.classify() {
        serde_json::error::Category::Data => located::<T>(body, &error).into(),
        serde_json::error::Category::Syntax
        | serde_json::error::Category::Eof
        | serde_json::error::Category::Io => ReadError::Syntax {
            line: error.line(),
            column: error.column(),
        },
    })
}

/// Reads a typed value out of one that was read already, with the place of a mistake.
pub fn from_value<T: DeserializeOwned>(value: &serde_json::Value) -> Result<T, Invalid> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        let path = if path == "." { "" } else { &path };
        explain(path, &error.inner().to_string())
    })
}

/// Reads again, this time keeping the path.
fn located<T: DeserializeOwned>(body: &[u8], first: &serde_json::Error) -> Invalid {
    let mut reader = serde_json::Deserializer::from_slice(body);
    match serde_path_to_error::deserialize::<_, T>(&mut reader) {
        Ok(_) => explain("", &first.to_string()),
        Err(error) => {
            let path = error.path().to_string();
            let path = if path == "." { "" } else { &path };
            explain(path, &error.inner().to_string())
        }
    }
}

/// Turns a reader's message into field and reason, without repeating what the client sent.
fn explain(path: &str, message: &str) -> Invalid {
    if let Some(name) = quoted_after(message, "missing field ") {
        return Invalid::new(join(path, name), "is required");
    }
    if let Some(name) = quoted_after(message, "duplicate field ") {
        return Invalid::new(join(path, name), "is given twice");
    }
    let message = message.split(" at line ").next().unwrap_or_default();
    let reason = match message.rsplit_once("expected ") {
        Some((_, wanted)) => format!("expected {wanted}"),
        None if message.contains("UUID") => "expected a UUID".to_owned(),
        None => "has the wrong form".to_owned(),
    };
    Invalid::new(path, reason)
}

fn quoted_after<'a>(message: &'a str, start: &str) -> Option<&'a str> {
    let rest = message.strip_prefix(start)?.strip_prefix('`')?;
    rest.split('`').next()
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() || path == name || path.ends_with(&format!(".{name}")) {
        return if path.is_empty() { name } else { path }.to_owned();
    }
    format!("{path}.{name}")
}

/// The same for a large body: lists that are too long are refused before anything of them is kept.
pub fn read_bounded<T: DeserializeOwned>(body: &[u8], lists: Lists) -> Result<T, ReadError> {
    match too_long(body, lists) {
        Some(invalid) => Err(invalid.into()),
        None => read(body),
    }
}

/// How many entries lists may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lists {
    /// Each of them.
    pub each: usize,
    /// All of a body together.
    pub all: usize,
}

/// The first list that is too long, by the name of the field of the body that it is in.
fn too_long(body: &[u8], most: Lists) -> Option<Invalid> {
    // For each that is open: whether it is a list, and how many entries are behind us.
    let mut open: Vec<(bool, usize)> = Vec::new();
    let (mut all, mut field) = (0_usize, &body[..0]);
    let mut rest = body.iter();
    while let Some(byte) = rest.next() {
        match byte {
            b'[' | b'{' if open.len() > DEPTH => return None,
            b'[' | b'{' => open.push((*byte == b'[', 0)),
            b']' | b'}' => drop(open.pop()),
            b'"' => {
                let begun = rest.as_slice();
                skip_string(&mut rest);
                if open.len() == 1 {
                    let length = begun.len() - rest.as_slice().len();
                    field = &begun[..length.saturating_sub(1)];
                }
            }
            b',' => {
                let Some((true, behind)) = open.last_mut() else {
                    continue;
                };
                (*behind, all) = (*behind + 1, all + 1);
                if *behind >= most.each || all >= most.all {
                    let limit = if all >= most.all { most.all } else { most.each };
                    let reason = format!("more than {limit} entries");
                    return Some(Invalid::new(plain(field), reason));
                }
            }
            _ => {}
        }
    }
    None
}

/// A field's name, if it is one that may be said again.
fn plain(field: &[u8]) -> String {
    let name = field.iter().all(u8::is_ascii_alphanumeric) && field.len() <= 40;
    let name = std::str::from_utf8(field).ok().filter(|_| name);
    name.unwrap_or_default().to_owned()
}

/// True when brackets nest deeper than `most`. Text inside strings does not count.
pub fn deeper_than(body: &[u8], most: usize) -> bool {
    let mut depth = 0_usize;
    let mut bytes = body.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'[' | b'{' => {
                depth += 1;
                if depth > most {
                    return true;
                }
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' => skip_string(&mut bytes),
            _ => {}
        }
    }
    false
}

fn skip_string(bytes: &mut std::slice::Iter<'_, u8>) {
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => return,
            b'\\' => {
                bytes.next();
            }
            _ => {}
        }
    }
}
