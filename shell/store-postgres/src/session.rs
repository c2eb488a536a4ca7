//! A connection, for the statements of the port. Everything here blocks.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::time::Duration;

use postgres::fallible_iterator::FallibleIterator as _;
use postgres::types::{ToSql, Type};
use postgres::{Client, Statement};
use screen_agent_store::{Peer, StoreError, Stored};
use screen_agent_store_sql::{Db, Dialect, Lock, Sql as _, SqlRow, SqlValue, StateKey};

use crate::address::Address;
use crate::dialect::Postgres;
use crate::error::store_error;
use crate::lock;
use crate::value::{Bound, Read, type_of};

/// So many times as long as a statement may a transaction take. A database keeps to its own time-outs, but what stands
/// between may take every word and bring no answer.
pub(crate) const WHOLE: u32 = 10;
/// Most statements that a connection keeps prepared.
const STATEMENTS: usize = 400;

/// A connection and what it keeps prepared.
pub(crate) struct Session {
    client: RefCell<Option<Client>>,
    statements: RefCell<HashMap<u64, (String, Statement)>>,
    /// A statement of the transaction has failed, and with it the transaction.
    failed: Cell<bool>,
}

impl Session {
    /// Connects. No statement takes longer than this, nor waits longer for another.
    pub(crate) fn open(address: &Address, patience: Duration) -> Stored<Self> {
        let mut client = address.connect(WHOLE * patience)?;
        let ms = patience.as_millis();
        // A success is told once it is on the disk, whatever the server's own settings say.
        let begin = format!(
            "SET statement_timeout = {ms}; SET lock_timeout = {ms};
             SET idle_in_transaction_session_timeout = {}; SET client_min_messages = warning;
             SET screen_agent.node = '{}';
             SELECT set_config('synchronous_commit', 'on', FALSE) WHERE current_setting('synchronous_commit') = 'off'",
            2 * ms,
            address.node()
        );
        client.batch_execute(&begin).map_err(store_error)?;
        Ok(Self {
            client: RefCell::new(Some(client)),
            statements: RefCell::default(),
            failed: Cell::new(false),
        })
    }

    /// Keeps the transaction; one in which a statement failed PostgreSQL would take back without a word.
    pub(crate) fn commit(&self) -> Stored<()> {
        if self.failed.get() {
            let why = "a statement failed, and with it the transaction";
            return self
                .batch("ROLLBACK")
                .and(Err(StoreError::Unavailable(why.into())));
        }
        self.batch("COMMIT")
    }

    /// Runs statements without values.
    pub(crate) fn batch(&self, sql: &str) -> Stored<()> {
        if sql.starts_with("BEGIN") {
            self.failed.set(false);
        }
        self.with(|client| client.batch_execute(sql).map_err(store_error))
    }

    /// Whether it can go on being used.
    pub(crate) fn is_open(&self) -> bool {
        let client = self.client.borrow();
        client.as_ref().is_some_and(|client| !client.is_closed())
    }

    fn with<T>(&self, run: impl FnOnce(&mut Client) -> Stored<T>) -> Stored<T> {
        let in_use = || StoreError::Unavailable("a statement inside of another".into());
        let mut client = self.client.try_borrow_mut().map_err(|_| in_use())?;
        let done = run(client.as_mut().ok_or_else(in_use)?);
        if done.is_err() {
            self.failed.set(true);
        }
        done
    }

    fn prepared(
        &self,
        client: &mut Client,
        sql: &str,
        values: &[SqlValue<'_>],
    ) -> Stored<Statement> {
        let mut hasher = DefaultHasher::new();
        sql.hash(&mut hasher);
        values
            .iter()
            .for_each(|value| value.kind().hash(&mut hasher));
        let mut statements = self.statements.borrow_mut();
        match statements.get(&hasher.finish()) {
            Some((known, statement)) if known == sql => return Ok(statement.clone()),
            _ => {}
        }
        if statements.len() >= STATEMENTS {
            statements.clear();
        }
        let types: Vec<Type> = values.iter().map(|value| type_of(value.kind())).collect();
        let statement = client.prepare_typed(&sql.replace('?', "$"), &types);
        let statement = statement.map_err(store_error)?;
        let kept = (sql.to_owned(), statement.clone());
        statements.insert(hasher.finish(), kept);
        Ok(statement)
    }
}

/// A connection must not be closed by a thread that others' tasks run on.
impl Drop for Session {
    fn drop(&mut self) {
        let statements = self.statements.take();
        let client = self.client.take();
        let close = move || drop((statements, client));
        // Where there can be no thread, the process ends anyway.
        let _ends = std::thread::Builder::new()
            .name("store-close".into())
            .spawn(close);
    }
}

/// A connection inside a transaction.
pub(crate) struct Here<'a> {
    pub(crate) session: &'a Session,
    pub(crate) key: &'a StateKey,
}

impl Db for Here<'_> {
    fn dialect(&self) -> &dyn Dialect {
        &Postgres
    }

    fn key(&self) -> &StateKey {
        self.key
    }

    fn execute(&self, sql: &str, values: &[SqlValue<'_>]) -> Stored<usize> {
        self.session.with(|client| {
            let statement = self.session.prepared(client, sql, values)?;
            let values: Vec<Bound<'_>> = values.iter().map(Bound).collect();
            let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as _).collect();
            let changed = client.execute(&statement, &values).map_err(store_error)?;
            Ok(usize::try_from(changed).unwrap_or(usize::MAX))
        })
    }

    fn query(
        &self,
        sql: &str,
        values: &[SqlValue<'_>],
        each: &mut dyn FnMut(&dyn SqlRow) -> Stored<bool>,
    ) -> Stored<()> {
        self.session.with(|client| {
            let statement = self.session.prepared(client, sql, values)?;
            let values = values.iter().map(Bound);
            let mut rows = client.query_raw(&statement, values).map_err(store_error)?;
            let mut wanted = true;
            // All are taken, wanted or not: the last answer says whether the statement came to its end.
            while let Some(row) = rows.next().map_err(store_error)? {
                wanted = wanted && each(&Read(&row))?;
            }
            Ok(())
        })
    }

    fn lock(&self, what: Lock) -> Stored<()> {
        let sql = "SELECT pg_advisory_xact_lock(?1)";
        self.execute(sql, &[SqlValue::Int(lock::number(what))])
            .map(drop)
    }

    /// Nobody holds its name any more.
    fn is_gone(&self, peer: Peer) -> Stored<bool> {
        let here: &dyn Db = self;
        here.get("SELECT pg_try_advisory_xact_lock(?1)", &[&lock::peer(peer)])
    }
}
