//! PostgreSQL's errors as storage's. What they quote may be a person's, so only what we wrote ourselves is told on.

use std::fmt;

use postgres::error::DbError;
use screen_agent_store::StoreError;

const TIMED_OUT: &str = "57014";
const LOCK_TIMED_OUT: &str = "55P03";
const IDLE_TIMED_OUT: &str = "25P03";
const DISK_FULL: &str = "53100";
/// Another transaction was in the way: it could not be told what came first, or each waited for the other.
const IN_THE_WAY: [&str; 2] = ["40001", "40P01"];

/// What went wrong, without a value of anybody's.
#[derive(Debug)]
pub(crate) struct Fault {
    /// The five signs of the standard; none where the connection itself failed.
    code: Option<String>,
    told: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.code {
            Some(code) => write!(f, "PostgreSQL {code}: {}", self.told),
            None => f.write_str(&self.told),
        }
    }
}

impl std::error::Error for Fault {}

impl Fault {
    fn of(cause: &postgres::Error) -> Self {
        match cause.as_db_error() {
            Some(error) => Self {
                code: Some(error.code().code().to_owned()),
                told: told(error),
            },
            None => Self {
                code: None,
                told: format!("the connection failed: {}", root(cause)),
            },
        }
    }
}

/// The sentence, where it quotes nothing but names of ours, and where it happened.
fn told(error: &DbError) -> String {
    let code = error.code().code();
    // Of data exceptions and errors of the server's own the sentence may quote what was bound.
    let quotes = ["22", "P0", "XX"]
        .iter()
        .any(|class| code.starts_with(class));
    let sentence = if quotes { "refused" } else { error.message() };
    match error.constraint().or(error.table()) {
        Some(place) => format!("{sentence} ({place})"),
        None => sentence.to_owned(),
    }
}

/// The innermost cause: that of the operating system, of TLS or of the protocol.
fn root(error: &dyn std::error::Error) -> String {
    let mut innermost = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    innermost.to_string()
}

/// Says what an error of PostgreSQL means to a caller.
pub(crate) fn store_error(cause: postgres::Error) -> StoreError {
    let fault = Fault::of(&cause);
    match fault.code.as_deref().unwrap_or_default() {
        TIMED_OUT | LOCK_TIMED_OUT | IDLE_TIMED_OUT => StoreError::TimedOut(fault.into()),
        DISK_FULL => StoreError::Full(fault.into()),
        code => match code.get(..2).unwrap_or_default() {
            // What breaks a constraint, is no value of its column, or is longer than an index takes.
            "22" | "23" | "54" => StoreError::Refused(fault.into()),
            "XX" => StoreError::Corrupt(fault.into()),
            _ => StoreError::Unavailable(fault.into()),
        },
    }
}

fn fault(error: &StoreError) -> Option<&Fault> {
    match error {
        StoreError::Unavailable(cause) => cause.downcast_ref(),
        _ => None,
    }
}

/// Whether another transaction was in the way, so that this one was taken back whole and may be tried again.
pub(crate) fn is_in_the_way(error: &StoreError) -> bool {
    let code = fault(error).and_then(|fault| fault.code.as_deref());
    code.is_some_and(|code| IN_THE_WAY.contains(&code))
}

/// Whether the connection is of no use any more.
pub(crate) fn is_cut(error: &StoreError) -> bool {
    fault(error).is_some_and(|fault| {
        let code = fault.code.as_deref();
        code.is_none_or(|code| code.starts_with("57P") || code.starts_with("08"))
    })
}
