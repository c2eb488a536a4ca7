use screen_agent_server::ServerConfig;
use screen_agent_store::account::AccountChange;
use serde_json::{Value, json};

use crate::kit::{Kit, NOON, PASSWORD, Reply};

const ALICE: &str = "alice@acme.test";
const NEW: &str = "a quite different sentence";

async fn login(kit: &Kit, password: &str, code: Option<&str>) -> Reply {
    let body = json!({"email": ALICE, "password": password, "code": code});
    kit.post("/api/v1/auth/login", "", &body).await
}

fn token(reply: &Reply) -> String {
    // `Reply::json` hides tokens.
    let body: Value = serde_json::from_slice(&reply.bytes).unwrap();
    body["data"]["accessToken"].as_str().unwrap().to_owned()
}

async fn status(kit: &Kit, token: &str) -> u16 {
    kit.get("/api/v1/auth/session", token).await.status.as_u16()
}

#[tokio::test]
async fn a_password_is_changed_by_who_knows_it_and_other_sign_ins_end() {
    let kit = Kit::new().await;
    let other = token(&login(&kit, PASSWORD, None).await);
    assert_eq!(status(&kit, &other).await, 200);
    let change = async |old: &str, new: &str| {
        let body = json!({"oldPassword": old, "newPassword": new});
        kit.post("/api/v1/auth/password", &kit.alice, &body).await
    };
    let wrong = change("nope", NEW).await;
    assert_eq!(wrong.problem(), (403, "WRONG_PASSWORD".to_owned()));
    for broken in ["short", "password123", ALICE, "screen-agent"] {
        let refused = change(PASSWORD, broken).await.refused();
        assert_eq!((refused.0, &*refused.1), (400, "newPassword"), "{broken}");
    }
    assert_eq!(change(PASSWORD, NEW).await.status, 204);
    assert_eq!(status(&kit, &kit.alice).await, 200);
    assert_eq!(status(&kit, &other).await, 401);
    assert_eq!(login(&kit, PASSWORD, None).await.status, 401);
    assert_eq!(login(&kit, NEW, None).await.status, 200);
}

#[tokio::test]
async fn sign_ins_are_listed_and_ended() {
    // Another server may believe a token for a second more.
    let kit = Kit::alone(ServerConfig::default()).await;
    let other = token(&login(&kit, PASSWORD, None).await);
    let list = async |token: &str| {
        let reply = kit.get("/api/v1/auth/sessions", token).await;
        reply.data()["sessions"].as_array().unwrap().clone()
    };
    let all = list(&kit.alice).await;
    assert_eq!(all.len(), 2);
    let current: Vec<_> = all.iter().filter(|one| one["current"] == true).collect();
    assert_eq!(current.len(), 1);
    let away = all.iter().find(|one| one["current"] == false).unwrap();
    let path = format!("/api/v1/auth/sessions/{}", away["id"].as_str().unwrap());
    let foreign = kit.delete(&path, &kit.bob).await;
    assert_eq!(foreign.problem(), (404, "NOT_FOUND".to_owned()));
    assert_eq!(kit.delete(&path, &kit.alice).await.status, 204);
    assert_eq!(kit.delete(&path, &kit.alice).await.status, 404);
    assert_eq!(status(&kit, &other).await, 401);
    let everywhere = "/api/v1/auth/sign-out-everywhere";
    assert_eq!(
        kit.post(everywhere, &kit.alice, &json!({})).await.status,
        204
    );
    assert_eq!(status(&kit, &kit.alice).await, 401);
    assert_eq!(status(&kit, &kit.carol).await, 200);
}

#[tokio::test]
async fn a_sign_in_ends_when_nobody_uses_it() {
    const DAY: i64 = 24 * 60 * 60 * 1000;
    let kit = Kit::new().await;
    let idle = token(&login(&kit, PASSWORD, None).await);
    let used = token(&login(&kit, PASSWORD, None).await);
    for _ in 0..4 {
        kit.clock.advance(6 * DAY);
        assert_eq!(status(&kit, &used).await, 200);
    }
    assert_eq!(status(&kit, &idle).await, 401);
    kit.clock.advance(6 * DAY);
    assert_eq!(status(&kit, &used).await, 401, "30 days are the end of it");
}

#[tokio::test]
async fn a_closed_account_is_told_to_its_owner_alone() {
    let kit = Kit::new().await;
    let disable = |disabled| {
        kit.store
            .upkeep()
            .change_account(ALICE.to_owned(), AccountChange::Disabled(disabled), NOON)
    };
    assert!(disable(true).await.unwrap());
    let right = login(&kit, PASSWORD, None).await;
    assert_eq!(right.problem(), (403, "ACCOUNT_DISABLED".to_owned()));
    let wrong = login(&kit, "nope", None).await;
    assert_eq!(wrong.problem(), (401, "INVALID_CREDENTIALS".to_owned()));
    assert_eq!(status(&kit, &kit.alice).await, 401);
    assert!(disable(false).await.unwrap());
    assert_eq!(login(&kit, PASSWORD, None).await.status, 200);
}

/// F10: what another process does to an account counted here after seconds.
#[tokio::test]
async fn what_another_process_ends_is_over_here_soon() {
    let kit = Kit::new().await;
    let running = crate::serve::start(&kit).await;
    assert_eq!(status(&kit, &kit.alice).await, 200);
    let store = kit.dir.open();
    let removed = store
        .upkeep()
        .change_account(ALICE.to_owned(), AccountChange::Removed, NOON);
    assert!(removed.await.unwrap());
    let begun = tokio::time::Instant::now();
    while status(&kit, &kit.alice).await != 401 {
        assert!(begun.elapsed() < std::time::Duration::from_secs(5));
        tokio::task::yield_now().await;
    }
    running.stop.send(()).unwrap();
    running.done.await.unwrap().unwrap();
}

/// The code that an app would show, by the secret that it was given.
fn code(secret: &str, ms: i64) -> String {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let bits: String = secret
        .chars()
        .map(|letter| format!("{:05b}", letters.find(letter).unwrap()))
        .collect();
    let bytes: Vec<u8> = bits
        .as_bytes()
        .chunks_exact(8)
        .map(|byte| u8::from_str_radix(std::str::from_utf8(byte).unwrap(), 2).unwrap())
        .collect();
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &bytes);
    let tag = ring::hmac::sign(&key, &(ms / 30_000).to_be_bytes());
    let start = usize::from(tag.as_ref()[19] & 15);
    let part: [u8; 4] = tag.as_ref()[start..start + 4].try_into().unwrap();
    format!(
        "{:06}",
        (u32::from_be_bytes(part) & 0x7fff_ffff) % 1_000_000
    )
}

/// Turns Alice's second factor on; tells its secret and the recovery codes.
async fn with_second_factor(kit: &Kit) -> (String, Vec<String>) {
    let body = json!({"password": PASSWORD});
    let offer = kit
        .post("/api/v1/auth/totp", &kit.alice, &body)
        .await
        .data();
    let secret = offer["secret"].as_str().unwrap().to_owned();
    assert!(offer["uri"].as_str().unwrap().contains(&secret));
    assert!(offer["qrSvg"].as_str().unwrap().starts_with("<svg "));
    // It is not asked for until it is confirmed.
    assert_eq!(login(kit, PASSWORD, None).await.status, 200);
    let path = "/api/v1/auth/totp/confirm";
    let wrong = kit.post(path, &kit.alice, &json!({"code": "000000"})).await;
    assert_eq!(wrong.problem(), (403, "WRONG_CODE".to_owned()));
    let right = json!({"code": code(&secret, NOON)});
    let confirmed = kit.post(path, &kit.alice, &right).await;
    let codes = confirmed.data()["recoveryCodes"].clone();
    let again = kit.post(path, &kit.alice, &right).await;
    assert_eq!(again.problem(), (409, "RESOURCE_CONFLICT".to_owned()));
    (secret, serde_json::from_value(codes).unwrap())
}

#[tokio::test]
async fn a_second_factor_is_asked_for_and_each_code_works_once() {
    let kit = Kit::new().await;
    let (secret, recovery) = with_second_factor(&kit).await;
    assert_eq!(recovery.len(), 10);
    let without = login(&kit, PASSWORD, None).await;
    assert_eq!(without.problem(), (401, "TOTP_REQUIRED".to_owned()));
    let used = login(&kit, PASSWORD, Some(&code(&secret, NOON))).await;
    assert_eq!(used.problem(), (403, "WRONG_CODE".to_owned()));
    kit.clock.advance(30_000);
    let next = code(&secret, NOON + 30_000);
    let nobody = login(&kit, "nope", Some(&next)).await;
    assert_eq!(nobody.problem(), (401, "INVALID_CREDENTIALS".to_owned()));
    let spaced = format!("{} {}", &next[..3], &next[3..]);
    assert_eq!(login(&kit, PASSWORD, Some(&spaced)).await.status, 200);
    assert_eq!(login(&kit, PASSWORD, Some(&next)).await.status, 403);
    for expected in [200, 403] {
        let reply = login(&kit, PASSWORD, Some(&recovery[0].to_uppercase())).await;
        assert_eq!(reply.status, expected);
    }
    let standing = kit.get("/api/v1/auth/totp", &kit.alice).await.data();
    assert_eq!(standing, json!({"enabled": true, "recoveryCodesLeft": 9}));
}

#[tokio::test]
async fn codes_are_not_tried_one_after_the_other() {
    let kit = Kit::new().await;
    let (secret, _) = with_second_factor(&kit).await;
    kit.clock.advance(30_000);
    for _ in 0..10 {
        // Asking without a code does not begin the count anew.
        assert_eq!(login(&kit, PASSWORD, None).await.status, 401);
        assert_eq!(login(&kit, PASSWORD, Some("000000")).await.status, 403);
    }
    let right = code(&secret, NOON + 30_000);
    let beyond = login(&kit, PASSWORD, Some(&right)).await;
    assert_eq!(beyond.problem(), (429, "RATE_LIMIT".to_owned()));
    kit.clock.advance(15 * 60_000);
    let later = code(&secret, NOON + 30_000 + 15 * 60_000);
    assert_eq!(login(&kit, PASSWORD, Some(&later)).await.status, 200);
}

#[tokio::test]
async fn a_second_factor_is_turned_off_by_who_has_it() {
    let kit = Kit::new().await;
    let (_, recovery) = with_second_factor(&kit).await;
    let off = async |password: &str, code: &str| {
        let body = json!({"password": password, "code": code});
        kit.post("/api/v1/auth/totp/off", &kit.alice, &body).await
    };
    let wrong = off("nope", &recovery[0]).await;
    assert_eq!(wrong.problem(), (403, "WRONG_PASSWORD".to_owned()));
    let guessed = off(PASSWORD, "000000").await;
    assert_eq!(guessed.problem(), (403, "WRONG_CODE".to_owned()));
    assert_eq!(off(PASSWORD, &recovery[0]).await.status, 204);
    assert_eq!(login(&kit, PASSWORD, None).await.status, 200);
}

#[tokio::test]
async fn a_secret_and_its_codes_are_not_stored_readable() {
    let kit = Kit::new().await;
    let (secret, recovery) = with_second_factor(&kit).await;
    for entry in std::fs::read_dir(kit.dir.path()).unwrap() {
        let held = std::fs::read(entry.unwrap().path()).unwrap();
        for text in recovery.iter().chain([&secret]) {
            let text = text.as_bytes();
            assert!(!held.windows(text.len()).any(|part| part == text));
        }
    }
}
