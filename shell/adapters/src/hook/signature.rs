//! The signature of what is sent: when, and a MAC over that and the body.

use ring::hmac::{HMAC_SHA256, Key, sign};

use crate::SecretKey;

/// `t=SECONDS,v1=HEX` where the MAC is over `SECONDS.BODY`.
pub(crate) fn header(secret: &SecretKey, seconds: u64, body: &str) -> String {
    let key = Key::new(HMAC_SHA256, secret.reveal().as_bytes());
    let signed = sign(&key, format!("{seconds}.{body}").as_bytes());
    format!("t={seconds},v1={}", hex::encode(signed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_what_any_other_program_computes() {
        let signed = header(&SecretKey::new("secret"), 1_700_000_000, r#"{"a":1}"#);
        assert_eq!(signed, SHORT);
        let signed = header(
            &SecretKey::new("s".repeat(100)),
            1_700_000_000,
            r#"{"a":1}"#,
        );
        assert_eq!(signed, LONG);
    }
    const SHORT: &str =
        "t=1700000000,v1=49f24e537407743fa4a0242bb63b94b9a47ee99cbbe071ccd8a22550ae411686";
    const LONG: &str =
        "t=1700000000,v1=7666bd8b896afcd1f82c2c0ac6c16148f6ecb4407eb3f972fbcef9f00ffe0c00";
}
