//! The storage port in SQL.
//!
//! Every method of the port is written once, in statements that databases read alike, and runs on whatever implements
//! [`Backend`]: a database that has our schema, in whose constraints and triggers the invariants stand. What a database
//! says in words of its own is its [`Dialect`].

pub mod copy;
mod db;
mod dialect;
mod rows;
mod seal;
mod sql;
mod store;
mod upkeep;
mod value;
pub mod weigh;

pub use db::{Backend, Change, Db, DbAnswer, Freshness, Lock, Query, RecoveryChange};
pub use dialect::{Dialect, KnowledgeIndex};
pub use rows::scope_term;
pub use seal::{StateKey, private_file};
pub use sql::{Columns, FromRow, Key, Sql, ToColumn};
pub use store::{Keeping, Looked, SqlStore};
pub use value::{SqlKind, SqlRow, SqlValue};
