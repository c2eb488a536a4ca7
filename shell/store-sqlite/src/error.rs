//! SQLite's errors as storage's.

use rusqlite::{Error, ErrorCode};
use screen_agent_store::StoreError;

/// Says what an error of SQLite means to a caller.
pub(crate) fn store_error(cause: Error) -> StoreError {
    match cause.sqlite_error_code() {
        Some(ErrorCode::DiskFull | ErrorCode::TooBig) => StoreError::Full(cause.into()),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            StoreError::Corrupt(cause.into())
        }
        Some(ErrorCode::ConstraintViolation) => StoreError::Refused(cause.into()),
        _ if is_unreadable(&cause) => StoreError::Corrupt(cause.into()),
        _ => StoreError::Unavailable(cause.into()),
    }
}

/// True when a row held something that it never should.
fn is_unreadable(cause: &Error) -> bool {
    matches!(
        cause,
        Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::InvalidColumnType(..)
            | Error::Utf8Error(..)
    )
}
