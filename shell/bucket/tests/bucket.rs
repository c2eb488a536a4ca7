//! A bucket, on a server that checks what it is asked.

#![allow(clippy::unwrap_used)]

use std::io::ErrorKind;
use std::time::{Duration, SystemTime};

use screen_agent_adapters::SecretKey;
use screen_agent_bucket::{Bucket, BucketAccess, BucketConfig, BucketError, S3Access};
use screen_agent_ports::{Blobs as _, GivenAs};
use screen_agent_testkit::{S3Fault, S3Server};
use uuid::Uuid;

const ID: Uuid = Uuid::from_u128(0x0123);

fn access(key_id: &str, key: &str) -> BucketAccess {
    BucketAccess::S3(S3Access {
        region: None,
        key_id: SecretKey::new(key_id),
        key: SecretKey::new(key),
        token: None,
    })
}

fn config(server: &S3Server) -> BucketConfig {
    BucketConfig {
        bucket: S3Server::BUCKET.into(),
        prefix: "ours/files".into(),
        endpoint: Some(server.address().into()),
        access: access(S3Server::KEY_ID, S3Server::KEY),
        links: false,
        patience: Duration::from_secs(20),
    }
}

fn bucket(server: &S3Server) -> Bucket {
    Bucket::new(&config(server)).unwrap()
}

fn why(error: &std::io::Error) -> BucketError {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
    BucketError::clone(inner.unwrap())
}

#[tokio::test]
async fn a_bucket_is_as_every_place_for_bytes() {
    let server = S3Server::start().await;
    screen_agent_testkit::blobs::conform(&bucket(&server)).await;
}

#[tokio::test]
async fn without_a_prefix_it_is_the_same() {
    let server = S3Server::start().await;
    let config = BucketConfig {
        prefix: String::new(),
        ..config(&server)
    };
    let bucket = Bucket::new(&config).unwrap();
    bucket.check().await.unwrap();
    bucket.put(ID, b"x").await.unwrap();
    assert_eq!(bucket.older_than(Duration::ZERO).await.unwrap(), [ID]);
    assert_eq!(server.objects(), ["23/00000000000000000000000000000123"]);
}

#[tokio::test]
async fn what_others_keep_beside_ours_is_not_ours() {
    let server = S3Server::start().await;
    let ours = bucket(&server);
    let beside = Bucket::new(&BucketConfig {
        prefix: "ours/files/more".into(),
        ..config(&server)
    });
    beside.unwrap().put(ID, b"theirs").await.unwrap();
    assert!(ours.older_than(Duration::ZERO).await.unwrap().is_empty());
    assert_eq!(ours.get(ID, 0, 9).await.unwrap(), None);
}

#[tokio::test]
async fn a_passing_failure_is_not_seen() {
    let server = S3Server::start().await;
    let bucket = bucket(&server);
    let busy = [
        S3Fault::Says(503, "SlowDown"),
        S3Fault::Says(500, "InternalError"),
    ];
    server.next(busy);
    bucket.put(ID, b"kept").await.unwrap();
    server.next(busy);
    assert_eq!(bucket.get(ID, 0, 9).await.unwrap().unwrap(), b"kept");
    server.next(busy);
    assert_eq!(bucket.older_than(Duration::ZERO).await.unwrap(), [ID]);
    server.next(busy);
    bucket.remove(ID).await.unwrap();
    assert_eq!(server.asked().len(), 12);
}

#[tokio::test]
async fn a_large_one_is_sent_in_parts_and_one_of_them_again() {
    let server = S3Server::start().await;
    let bucket = bucket(&server);
    let bytes = vec![7; 17 << 20];
    server.next([S3Fault::Says(500, "InternalError")]);
    bucket.put(ID, &bytes).await.unwrap();
    let asked = server.asked();
    let parts = asked.iter().filter(|asked| asked.contains("partNumber="));
    assert_eq!(parts.count(), 3, "{asked:?}");
    assert!(bucket.get(ID, 0, 18 << 20).await.unwrap().unwrap() == bytes);
}

#[tokio::test]
async fn of_a_large_one_that_fails_nothing_is_left() {
    let server = S3Server::start().await;
    let bucket = bucket(&server);
    let bytes = vec![7; 17 << 20];
    let begun = S3Fault::Says(403, "AccessDenied");
    // The upload begins; then no part is allowed.
    let put = bucket.put(ID, &bytes);
    let deny = async {
        while !server.objects().is_empty() || server.asked().is_empty() {
            tokio::task::yield_now().await;
        }
        server.next([begun]);
    };
    let (put, ()) = tokio::join!(put, deny);
    assert_eq!(
        why(&put.unwrap_err()),
        BucketError::Denied("AccessDenied".into())
    );
    assert_eq!(bucket.get(ID, 0, 9).await.unwrap(), None);
    let asked = server.asked();
    assert!(
        asked.iter().any(|asked| asked.starts_with("DELETE")),
        "{asked:?}"
    );
}

#[tokio::test]
async fn what_is_not_done_is_told_in_our_words() {
    let server = S3Server::start().await;
    let bucket = bucket(&server);
    let cases = [
        (
            S3Fault::Says(403, "AccessDenied"),
            "the bucket does not allow it: AccessDenied",
        ),
        (
            S3Fault::Says(404, "NoSuchBucket"),
            "there is no such bucket",
        ),
        (
            S3Fault::Says(400, "BadDigest"),
            "the server of the bucket failed: BadDigest",
        ),
        (
            S3Fault::Says(503, "SlowDown"),
            "the server of the bucket failed: SlowDown",
        ),
    ];
    for (fault, expected) in cases {
        server.always(Some(fault));
        let told = [
            bucket.put(ID, b"x").await.map(drop),
            bucket.get(ID, 0, 9).await.map(drop),
            bucket.remove(ID).await,
            bucket.older_than(Duration::ZERO).await.map(drop),
            bucket.check().await,
        ];
        for told in told {
            let error = told.unwrap_err();
            assert_eq!(error.to_string(), expected);
            // What the server said besides goes nowhere.
            assert!(!format!("{error:?}").contains(S3Server::KEY));
        }
    }
}

#[tokio::test]
async fn the_server_itself_refuses_another_key_and_knows_its_buckets() {
    let server = S3Server::start().await;
    let wrong = Bucket::new(&BucketConfig {
        access: access(S3Server::KEY_ID, "wrong"),
        ..config(&server)
    });
    let error = wrong.unwrap().put(ID, b"x").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::PermissionDenied);
    assert_eq!(
        why(&error),
        BucketError::Denied("SignatureDoesNotMatch".into())
    );
    assert!(server.objects().is_empty());
    let bucket = bucket(&server);
    bucket.check().await.unwrap();
    assert!(server.objects().is_empty());
    let elsewhere = Bucket::new(&BucketConfig {
        bucket: "another".into(),
        ..config(&server)
    });
    let listed = elsewhere.unwrap().older_than(Duration::ZERO).await;
    assert_eq!(why(&listed.unwrap_err()), BucketError::NoBucket);
}

#[tokio::test]
async fn nobody_waits_for_a_server_that_says_nothing() {
    let server = S3Server::start().await;
    let patient = Bucket::new(&BucketConfig {
        patience: Duration::from_millis(400),
        ..config(&server)
    });
    let bucket = patient.unwrap();
    // Half of the time is one try's: the next is heard.
    server.next([S3Fault::Silence]);
    bucket.put(ID, b"x").await.unwrap();
    server.next([S3Fault::LostAnswer]);
    bucket.put(ID, b"y").await.unwrap();
    server.always(Some(S3Fault::Silence));
    for told in [
        bucket.put(ID, b"x").await,
        bucket.get(ID, 0, 9).await.map(drop),
        bucket.older_than(Duration::ZERO).await.map(drop),
    ] {
        let error = told.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut);
        assert_eq!(why(&error), BucketError::Slow);
    }
    server.always(None);
    assert_eq!(bucket.get(ID, 0, 9).await.unwrap().unwrap(), b"y");
}

#[tokio::test]
async fn a_server_that_is_gone_is_told_as_such() {
    let server = S3Server::start().await;
    let nowhere = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", nowhere.local_addr().unwrap());
    drop(nowhere);
    let bucket = Bucket::new(&BucketConfig {
        endpoint: Some(address),
        ..config(&server)
    });
    let error = bucket.unwrap().put(ID, b"x").await.unwrap_err();
    assert_eq!(why(&error), BucketError::Unreachable);
}

#[test]
fn an_address_that_will_not_do_makes_no_client() {
    let named = |endpoint: &str| {
        let made = Bucket::new(&BucketConfig {
            bucket: "b".into(),
            prefix: String::new(),
            endpoint: Some(endpoint.into()),
            access: access("k", "k"),
            links: false,
            patience: Duration::from_secs(1),
        });
        made.map(drop)
    };
    assert_eq!(named("https://s3.example"), Ok(()));
    for endpoint in [
        "s3.example",
        "ftp://s3.example",
        "https://me:secret@s3.example",
    ] {
        assert_eq!(named(endpoint), Err(BucketError::Config));
    }
}

/// What a link gives: its status, its headers, and its bytes.
async fn followed(url: &str) -> (u16, Vec<Option<String>>, Vec<u8>) {
    let answer = reqwest::get(url).await.unwrap();
    let header = |name: &str| {
        let value = answer.headers().get(name);
        value.map(|value| value.to_str().unwrap().to_owned())
    };
    let headers = vec![header("content-type"), header("content-disposition")];
    let status = answer.status().as_u16();
    (status, headers, answer.bytes().await.unwrap().to_vec())
}

#[tokio::test]
async fn a_link_gives_one_file_under_its_name_for_a_while() {
    let server = S3Server::start().await;
    let bucket = Bucket::new(&BucketConfig {
        links: true,
        ..config(&server)
    })
    .unwrap();
    bucket.put(ID, b"a,b").await.unwrap();
    let given = GivenAs {
        mime: "text/csv",
        disposition: "attachment; filename=\"prices & more.csv\"",
    };
    let lasts = Duration::from_secs(60);
    let link = bucket.link(ID, given, lasts).await.unwrap().unwrap();
    assert!(!link.contains(S3Server::KEY), "{link}");
    let (status, headers, bytes) = followed(&link).await;
    assert_eq!((status, &bytes[..]), (200, &b"a,b"[..]));
    let expected = [given.mime, given.disposition].map(|value| Some(value.to_owned()));
    assert_eq!(headers, expected);
    // Whatever else it says is signed, too.
    for changed in [
        link.replace("text%2Fcsv", "text%2Fhtml"),
        link.replace("0123", "0124"),
        link.replace("Expires=60", "Expires=6000"),
    ] {
        assert_ne!(changed, link);
        assert_eq!(followed(&changed).await.0, 403, "{changed}");
    }
    // Nobody is sent there who was not allowed to be.
    let silent = Bucket::new(&config(&server)).unwrap();
    assert_eq!(silent.link(ID, given, lasts).await.unwrap(), None);
}

/// An Azurite (`npm install azurite`) at `AZURITE_URL`, such as `http://127.0.0.1:10000/devstoreaccount1`, with a container
/// `files`: too large to be fetched for a test that most changes do not touch. Its account and key are the ones that its
/// documentation publishes, here in `AZURITE_KEY`.
#[tokio::test]
async fn a_container_of_azure_is_as_every_place_for_bytes() {
    let (Ok(url), Ok(key)) = (std::env::var("AZURITE_URL"), std::env::var("AZURITE_KEY")) else {
        eprintln!("left out: AZURITE_URL and AZURITE_KEY are not set");
        return;
    };
    let begun = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let prefix = format!("run-{}", begun.unwrap().as_nanos());
    let config = |key: &str, bucket: &str| BucketConfig {
        bucket: bucket.into(),
        prefix: prefix.clone(),
        endpoint: Some(url.clone()),
        access: BucketAccess::Azure {
            account: url.rsplit('/').next().unwrap().into(),
            key: SecretKey::new(key),
        },
        links: false,
        patience: Duration::from_secs(20),
    };
    let ours = Bucket::new(&config(&key, "files")).unwrap();
    screen_agent_testkit::blobs::conform(&ours).await;
    ours.check().await.unwrap();
    let nowhere = Bucket::new(&config(&key, "nowhere")).unwrap();
    let error = nowhere.put(ID, b"x").await.unwrap_err();
    assert_eq!(why(&error), BucketError::NoBucket);
    let wrong = Bucket::new(&config("d3Jvbmc=", "files")).unwrap();
    let error = wrong.put(ID, b"x").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::PermissionDenied);
}
