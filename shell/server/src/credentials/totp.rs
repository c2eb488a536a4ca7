//! Codes of a second factor: RFC 6238 with SHA-1, 30 seconds and six digits, as every app has it;
//! and codes that stand in for it, once each.

use rand::Rng as _;
use ring::hmac::{HMAC_SHA1_FOR_LEGACY_USE_ONLY, Key, sign};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq as _;

/// Bytes of a secret: as many as SHA-1 gives.
const SECRET: usize = 20;
/// Length of a time step.
const STEP_MS: i64 = 30_000;
/// How many recovery codes there are.
const RECOVERY: usize = 10;
/// Who issues the codes, as apps show it.
const ISSUER: &str = "Screen%20Agent";
const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// A secret for one person's app.
pub(crate) fn fresh_secret() -> Vec<u8> {
    let mut secret = vec![0_u8; SECRET];
    rand::rng().fill_bytes(&mut secret);
    secret
}

/// The time step in which this code is right: now, the one before or the one after, since clocks
/// differ.
pub(crate) fn step_of(secret: &[u8], code: &str, now_ms: i64) -> Option<i64> {
    let now = now_ms.div_euclid(STEP_MS);
    (now - 1..=now + 1).find(|step| {
        let right = code_at(secret, *step);
        bool::from(right.as_bytes().ct_eq(code.as_bytes()))
    })
}

/// The code of a time step.
fn code_at(secret: &[u8], step: i64) -> String {
    let key = Key::new(HMAC_SHA1_FOR_LEGACY_USE_ONLY, secret);
    let tag = sign(&key, &step.to_be_bytes());
    let bytes = tag.as_ref();
    let start = usize::from(bytes[bytes.len() - 1] & 0xf);
    let mut part = [0_u8; 4];
    part.copy_from_slice(&bytes[start..start + 4]);
    format!(
        "{:06}",
        (u32::from_be_bytes(part) & 0x7fff_ffff) % 1_000_000
    )
}

/// A code as it was typed, without what people put between its parts.
pub(crate) fn typed(code: &str) -> String {
    let kept = code.chars().filter(|letter| letter.is_ascii_alphanumeric());
    kept.map(|letter| letter.to_ascii_uppercase()).collect()
}

/// The secret as people type it into an app.
pub(crate) fn base32(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(5) {
        let mut five = [0_u8; 8];
        five[3..3 + chunk.len()].copy_from_slice(chunk);
        let bits = u64::from_be_bytes(five);
        let letters = (chunk.len() * 8).div_ceil(5);
        text.extend((0..letters).map(|place| {
            let index = (bits >> (35 - 5 * place)) & 31;
            char::from(LETTERS[index as usize])
        }));
    }
    text
}

/// The address that an app reads from a picture.
pub(crate) fn address(secret: &[u8], email: &str) -> String {
    let email: String = url::form_urlencoded::byte_serialize(email.as_bytes()).collect();
    let email = email.replace('+', "%20");
    format!(
        "otpauth://totp/{ISSUER}:{email}?secret={}&issuer={ISSUER}&algorithm=SHA1&digits=6&period=30",
        base32(secret)
    )
}

/// The address as a picture; `None` when it is too long for one.
pub(crate) fn picture(address: &str) -> Option<String> {
    use qrcodegen::{QrCode, QrCodeEcc};
    let code = QrCode::encode_text(address, QrCodeEcc::Medium).ok()?;
    let side = code.size();
    let dark = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let path: String = dark
        .filter(|(x, y)| code.get_module(*x, *y))
        .map(|(x, y)| format!("M{},{}h1v1h-1z", x + 4, y + 4))
        .collect();
    let whole = side + 8;
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {whole}\" \
         shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0,0h{whole}v{whole}h-{whole}z\"/>\
         <path fill=\"#000\" d=\"{path}\"/></svg>"
    ))
}

/// Codes that stand in for the app when it is lost: 80 bits each.
pub(crate) fn recovery_codes() -> Vec<String> {
    let code = || {
        let mut bits = [0_u8; 10];
        rand::rng().fill_bytes(&mut bits);
        let text = base32(&bits).to_ascii_lowercase();
        [&text[..4], &text[4..8], &text[8..12], &text[12..]].join("-")
    };
    (0..RECOVERY).map(|_| code()).collect()
}

/// What is stored of a recovery code.
pub(crate) fn recovery_hash(code: &str) -> [u8; 32] {
    Sha256::digest(typed(code).as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 6238, appendix B, cut to six digits.
    #[test]
    fn codes_are_those_of_the_standard() {
        let secret = b"12345678901234567890";
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000_i64, "353130"),
        ] {
            let step = seconds / 30;
            assert_eq!(code_at(secret, step), code);
            for (off, found) in [
                (-60, None),
                (-30, Some(step)),
                (0, Some(step)),
                (30, Some(step)),
                (60, None),
            ] {
                let at = step_of(secret, code, (seconds + off) * 1_000);
                assert_eq!(at, found, "{seconds} {off}");
            }
        }
    }

    #[test]
    fn secrets_are_written_as_apps_read_them() {
        for (bytes, text) in [
            (&b""[..], ""),
            (b"f", "MY"),
            (b"fo", "MZXQ"),
            (b"foo", "MZXW6"),
            (b"foob", "MZXW6YQ"),
            (b"fooba", "MZXW6YTB"),
            (b"foobar", "MZXW6YTBOI"),
        ] {
            assert_eq!(base32(bytes), text);
        }
        assert_eq!(
            address(b"fooba", "a b@c.test"),
            "otpauth://totp/Screen%20Agent:a%20b%40c.test?secret=MZXW6YTB&issuer=Screen%20Agent&algorithm=SHA1&digits=6&period=30"
        );
        assert!(picture("otpauth://totp/x").is_some_and(|svg| svg.starts_with("<svg ")));
    }

    #[test]
    fn a_recovery_code_is_found_however_it_is_typed() {
        let codes = recovery_codes();
        assert_eq!(codes.len(), 10);
        for code in codes {
            assert_eq!(code.len(), 19);
            let shouted = code.to_ascii_uppercase().replace('-', " ");
            assert_eq!(recovery_hash(&code), recovery_hash(&shouted));
        }
        assert_eq!(typed(" 123 456 "), "123456");
    }
}
