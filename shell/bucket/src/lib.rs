//! Bytes in a bucket of S3's protocol, or in a container of Azure's, an object each.
//!
//! An object's name is its id, spread as the folder of this machine spreads its files, so that whatever copies folders
//! into buckets moves them. What is put is there whole or not at all: in one request, or in parts that become an object
//! when the last is there. Every request is bounded in time and tried again a few times; what comes of it is told in
//! our own words, since a server's answer may repeat what was signed.

mod error;
mod http;

use std::io;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use object_store::aws::{AmazonS3, AmazonS3Builder, Checksum};
use object_store::azure::{MicrosoftAzure, MicrosoftAzureBuilder};
use object_store::path::Path;
use object_store::signer::{Method, SignedUrlOptions, Signer as _};
use object_store::{
    BackoffConfig, GetOptions, GetRange, ObjectStore, ObjectStoreExt as _, RetryConfig,
};
use screen_agent_adapters::SecretKey;
use screen_agent_ports::{Blobs, GivenAs};
use uuid::Uuid;

pub use error::BucketError;

use http::Bounded;

/// What is larger is sent in parts of this size; S3 takes none but the last below 5 MiB.
const PART: usize = 8 << 20;
/// Parts that are under way at once.
const PARTS: usize = 4;
/// How often a request is tried again.
const RETRIES: usize = 3;
/// How long is waited before the second try; longer before each further one.
const PAUSE: Duration = Duration::from_millis(50);
/// Longest pause between two tries.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
/// Where a bucket is when nobody says so.
const REGION: &str = "us-east-1";

/// Which bucket, and what opens it.
#[derive(Clone, Debug)]
pub struct BucketConfig {
    /// Its name; a container's.
    pub bucket: String,
    /// What the names of our objects begin with; may be empty.
    pub prefix: String,
    /// The server; Amazon's or Azure's own without.
    pub endpoint: Option<String>,
    /// Whose protocol it speaks, and what opens it.
    pub access: BucketAccess,
    /// Whether whoever may have a file is sent to the bucket for it, by a link that it signed. Of S3's alone.
    pub links: bool,
    /// How long a step may take, further tries included.
    pub patience: Duration,
}

/// What opens a bucket.
#[derive(Clone, Debug)]
pub enum BucketAccess {
    /// S3's protocol.
    S3(S3Access),
    /// Azure's blob storage.
    Azure {
        /// The account.
        account: String,
        /// Its key.
        key: SecretKey,
    },
}

/// A key of S3's protocol.
#[derive(Clone, Debug)]
pub struct S3Access {
    /// Where the bucket is.
    pub region: Option<String>,
    /// The name of the key.
    pub key_id: SecretKey,
    /// The key.
    pub key: SecretKey,
    /// What goes with a key that was lent for a while.
    pub token: Option<SecretKey>,
}

/// A bucket.
#[derive(Debug)]
pub struct Bucket {
    store: Arc<dyn ObjectStore>,
    /// Signs links.
    signer: Option<Arc<AmazonS3>>,
    prefix: Path,
    patience: Duration,
}

impl Bucket {
    /// A client of a bucket; nothing is asked yet.
    ///
    /// # Errors
    /// When the address of the server will not do.
    pub fn new(config: &BucketConfig) -> Result<Self, BucketError> {
        let prefix = Path::from(config.prefix.as_str());
        let patience = config.patience;
        let bucket = |store, signer| Self {
            store,
            signer,
            prefix,
            patience,
        };
        match &config.access {
            BucketAccess::S3(access) => {
                let store = Arc::new(s3(config, access)?);
                let signer = config.links.then(|| Arc::clone(&store));
                Ok(bucket(store, signer))
            }
            BucketAccess::Azure { account, key } => {
                Ok(bucket(Arc::new(azure(config, account, key)?), None))
            }
        }
    }

    /// Keeps, reads, lists and forgets a few bytes: what is not allowed, or not there, shows.
    ///
    /// # Errors
    /// What the bucket does not do.
    pub async fn check(&self) -> io::Result<()> {
        let id = Uuid::nil();
        self.put(id, b"well").await?;
        self.get(id, 0, 1).await?;
        let one = async { self.store.list(Some(&self.prefix)).try_next().await };
        self.within(one).await?;
        self.remove(id).await
    }

    fn place(&self, id: Uuid) -> Path {
        let name = id.simple().to_string();
        // The end of an id is random; its beginning is the time.
        let spread = &name[name.len() - 2..];
        self.prefix.clone().join(spread).join(name.as_str())
    }

    /// A step in the time that it may take.
    async fn within<T>(
        &self,
        step: impl Future<Output = object_store::Result<T>>,
    ) -> Result<T, BucketError> {
        let done = tokio::time::timeout(self.patience, step).await;
        done.map_err(|_| BucketError::Slow)?
            .map_err(BucketError::of)
    }

    async fn put_in_parts(&self, place: &Path, bytes: &[u8]) -> Result<(), BucketError> {
        let mut upload = self.within(self.store.put_multipart(place)).await?;
        let parts = (0..bytes.len()).step_by(PART).map(|at| {
            let part = &bytes[at..bytes.len().min(at + PART)];
            let sent = upload.put_part(Bytes::copy_from_slice(part).into());
            self.within(sent)
        });
        // Made as they are sent: a copy of each would be another of the whole.
        let sent = stream::iter(parts).buffered(PARTS).try_collect::<()>();
        let kept = match sent.await {
            Ok(()) => self.within(upload.complete()).await.map(drop),
            Err(error) => Err(error),
        };
        if kept.is_err() {
            // Where this fails, too, the bucket's own rules clear the parts away.
            let _gone = self.within(upload.abort()).await;
        }
        kept
    }

    /// How many bytes an object has; `None` where there is none.
    async fn size(&self, place: &Path) -> Result<Option<u64>, BucketError> {
        there(
            self.within(self.store.head(place))
                .await
                .map(|found| found.size),
        )
    }

    async fn part(&self, place: &Path, from: u64, most: usize) -> Result<Vec<u8>, BucketError> {
        let range = GetRange::Bounded(from..from.saturating_add(most as u64));
        let part = async {
            let options = GetOptions::new().with_range(Some(range));
            self.store.get_opts(place, options).await?.bytes().await
        };
        Ok(self.within(part).await?.into())
    }
}

fn s3(config: &BucketConfig, access: &S3Access) -> Result<AmazonS3, BucketError> {
    let region = access.region.as_deref().unwrap_or(REGION);
    let (endpoint, http) = reached(config, &format!("https://s3.{region}.amazonaws.com"))?;
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(&config.bucket)
        .with_region(region)
        .with_endpoint(endpoint)
        .with_access_key_id(access.key_id.reveal())
        .with_secret_access_key(access.key.reveal())
        .with_checksum_algorithm(Checksum::SHA256)
        // Not every server knows how to delete many at once.
        .with_disable_bulk_delete(true)
        .with_http_connector(http)
        .with_retry(retries(config.patience));
    if let Some(token) = &access.token {
        builder = builder.with_token(token.reveal());
    }
    builder.build().map_err(|_| BucketError::Config)
}

fn azure(
    config: &BucketConfig,
    account: &str,
    key: &SecretKey,
) -> Result<MicrosoftAzure, BucketError> {
    let own = format!("https://{account}.blob.core.windows.net");
    let (endpoint, http) = reached(config, &own)?;
    MicrosoftAzureBuilder::new()
        .with_container_name(&config.bucket)
        .with_account(account)
        .with_access_key(key.reveal())
        .with_endpoint(endpoint)
        .with_http_connector(http)
        .with_retry(retries(config.patience))
        .build()
        .map_err(|_| BucketError::Config)
}

/// The server, and the way there. Requests are signed and the key is never sent: whoever trusts a network may do without
/// TLS in it.
fn reached(config: &BucketConfig, own: &str) -> Result<(String, Bounded), BucketError> {
    let endpoint = config.endpoint.as_deref().unwrap_or(own);
    let endpoint =
        screen_agent_adapters::address(endpoint, None).map_err(|_| BucketError::Config)?;
    let http = Bounded::new(&endpoint, config.patience / 2).map_err(|_| BucketError::Config)?;
    Ok((endpoint, http))
}

fn retries(patience: Duration) -> RetryConfig {
    RetryConfig {
        backoff: BackoffConfig {
            init_backoff: PAUSE,
            max_backoff: LONGEST_PAUSE,
            ..BackoffConfig::default()
        },
        max_retries: RETRIES,
        retry_timeout: patience,
    }
}

#[async_trait]
impl Blobs for Bucket {
    async fn put(&self, id: Uuid, bytes: &[u8]) -> io::Result<()> {
        let place = self.place(id);
        if bytes.len() > PART {
            return Ok(self.put_in_parts(&place, bytes).await?);
        }
        let put = self.store.put(&place, Bytes::copy_from_slice(bytes).into());
        self.within(put).await?;
        Ok(())
    }

    async fn get(&self, id: Uuid, from: u64, most: usize) -> io::Result<Option<Vec<u8>>> {
        let place = self.place(id);
        let part = match most {
            // No range can be asked for that is empty.
            0 => Err(BucketError::Range),
            most => self.part(&place, from, most).await,
        };
        match part {
            // Of Azure's the client says only that it failed where what is asked for begins after the end.
            Err(error @ (BucketError::Range | BucketError::Failed(_))) => {
                match self.size(&place).await {
                    Ok(None) => Ok(None),
                    Ok(Some(size)) if size <= from || most == 0 => Ok(Some(Vec::new())),
                    _ => Err(error.into()),
                }
            }
            part => Ok(there(part)?),
        }
    }

    async fn remove(&self, id: Uuid) -> io::Result<()> {
        let place = self.place(id);
        there(self.within(self.store.delete(&place)).await)?;
        Ok(())
    }

    async fn older_than(&self, age: Duration) -> io::Result<Vec<Uuid>> {
        let before = SystemTime::now().checked_sub(age);
        let mut all = self.store.list(Some(&self.prefix));
        let mut found = Vec::new();
        // Each step asks for a page at most.
        while let Some(object) = self.within(all.try_next()).await? {
            let changed = SystemTime::from(object.last_modified);
            if before.is_some_and(|before| changed > before) {
                continue;
            }
            // What others keep beside ours has other names.
            let id = object
                .location
                .filename()
                .and_then(|name| name.parse().ok());
            found.extend(id.filter(|id| self.place(*id) == object.location));
        }
        Ok(found)
    }

    async fn link(
        &self,
        id: Uuid,
        given: GivenAs<'_>,
        lasts: Duration,
    ) -> io::Result<Option<String>> {
        let Some(signer) = &self.signer else {
            return Ok(None);
        };
        // The bucket says of it what we would, and of no other file.
        let options = SignedUrlOptions::default().with_query([
            ("response-content-type", given.mime),
            ("response-content-disposition", given.disposition),
        ]);
        let place = self.place(id);
        let signed = signer.signed_url_opts(Method::GET, &place, lasts, &options);
        Ok(Some(self.within(signed).await?.into()))
    }
}

/// `None` where there is nothing.
fn there<T>(result: Result<T, BucketError>) -> Result<Option<T>, BucketError> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(BucketError::Missing) => Ok(None),
        Err(error) => Err(error),
    }
}
