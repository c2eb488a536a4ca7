//! Where everything is stored, and how many servers work on it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use screen_agent_store::Store;
use screen_agent_store::knowledge::KNOWLEDGE_BYTES;
use screen_agent_store_postgres::PostgresOptions;
use screen_agent_store_sql::Keeping;
use screen_agent_store_sqlite::{Options, SqliteStore};
use screen_agent_testkit::Cluster;
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt as _;

/// A folder with a database in it; or a PostgreSQL, on which there are several servers, if `SCREEN_AGENT_SERVERS` says so.
pub struct Place {
    folder: TempDir,
    shared: Option<Shared>,
}

struct Shared {
    database: Cluster,
    servers: usize,
}

impl Place {
    pub fn new() -> Arc<Self> {
        let told = std::env::var("SCREEN_AGENT_SERVERS").ok();
        let servers = told.map_or(1, |text| text.parse().unwrap());
        Self::with((servers > 1).then_some(servers))
    }

    /// For what is about the file, or about what one process does by itself.
    pub fn alone() -> Arc<Self> {
        Self::with(None)
    }

    /// A PostgreSQL with a server for each kit on it, for what is about which of them is asked.
    pub fn on_postgresql() -> Arc<Self> {
        Self::with(Some(1))
    }

    fn with(servers: Option<usize>) -> Arc<Self> {
        let shared = servers.map(|servers| Shared {
            database: Cluster::start(),
            servers,
        });
        Arc::new(Self {
            folder: TempDir::new().unwrap(),
            shared,
        })
    }

    /// How many servers work on it.
    pub fn servers(&self) -> usize {
        self.shared.as_ref().map_or(1, |shared| shared.servers)
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The database, where it is a file.
    pub fn file(&self) -> PathBuf {
        self.path().join("screen-agent.db")
    }

    /// What is stored, as one more process has it.
    pub fn open(&self) -> Arc<dyn Store> {
        self.open_with(Options::default())
    }

    pub fn open_with(&self, options: Options) -> Arc<dyn Store> {
        let Some(shared) = &self.shared else {
            return Arc::new(SqliteStore::open_with(&self.file(), options).unwrap());
        };
        let keeping = Keeping {
            retention: options.retention,
            quota: options.quota,
            knowledge_bytes: options.knowledge_bytes.unwrap_or(KNOWLEDGE_BYTES),
        };
        let options = PostgresOptions {
            url: shared.database.url(),
            replica: None,
            password: None,
            connections: 8,
            patience: Duration::from_secs(5),
            key: self.path().join("store-key"),
            keeping,
        };
        Arc::new(screen_agent_store_postgres::open(options).unwrap())
    }
}

/// Asks one after the other.
pub fn in_turn(apps: Vec<Router>) -> Router {
    let turn = Arc::new(AtomicUsize::new(0));
    Router::new().fallback_service(tower::service_fn(move |request: Request<Body>| {
        let nth = turn.fetch_add(1, Ordering::Relaxed);
        apps[nth % apps.len()].clone().oneshot(request)
    }))
}

/// Passes each connection on to the next server.
pub async fn balance(listener: TcpListener, servers: Vec<std::net::SocketAddr>) {
    for server in servers.into_iter().cycle() {
        let Ok((mut client, _)) = listener.accept().await else {
            return;
        };
        tokio::spawn(async move {
            let mut server = TcpStream::connect(server).await?;
            // Whoever hangs up, hangs up.
            tokio::io::copy_bidirectional(&mut client, &mut server).await
        });
    }
}
