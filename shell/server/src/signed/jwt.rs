//! Tokens that were signed elsewhere: JSON Web Tokens by HS256 with a shared secret, or RS256 and ES256 with the keys of a
//! JWKS. Which algorithm counts follows from our keys, never from the token alone.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};
use serde::Deserialize;
use serde_json::Value;

use super::request::SharedSecret;

/// Longest token.
const LONGEST: usize = 4 * 1024;
/// How far the clock of whoever signs may be from ours.
const SKEW_S: i64 = 60;
/// Most keys of a set, and fewest bytes of the modulus of one.
const KEYS: usize = 100;
const MODULUS: usize = 256;

/// Which tokens count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JwtMeans {
    /// Of HS256.
    pub secret: Option<SharedSecret>,
    /// Of RS256 and ES256.
    pub keys: JwtKeys,
    /// Who must have signed them, where that is told.
    pub issuer: Option<String>,
    /// Whom they must be for, where that is told.
    pub audience: Option<String>,
}

/// Public keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JwtKeys(Vec<JwtKey>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct JwtKey {
    id: Option<String>,
    public: PublicPart,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum PublicPart {
    Rsa {
        n: Vec<u8>,
        e: Vec<u8>,
    },
    /// A point of P-256, uncompressed.
    Ec(Vec<u8>),
}

/// Why a JWKS cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JwksFault {
    /// It is no set of keys.
    #[error("it is no JSON Web Key Set")]
    Form,
    /// One of its keys is not one that tokens are checked with.
    #[error("key {0} is no public key for RS256 (2048 bits or more) or ES256")]
    Key(usize),
    /// It holds what must not be given away.
    #[error("key {0} holds a secret part; give the public one alone")]
    Secret(usize),
}

impl JwtKeys {
    /// Reads a JSON Web Key Set.
    pub fn read(text: &str) -> Result<Self, JwksFault> {
        #[derive(Deserialize)]
        struct Set {
            keys: Vec<serde_json::Map<String, Value>>,
        }
        let set: Set = serde_json::from_str(text).map_err(|_| JwksFault::Form)?;
        if set.keys.is_empty() || set.keys.len() > KEYS {
            return Err(JwksFault::Form);
        }
        let keys = set.keys.iter().enumerate().map(|(at, key)| {
            if ["d", "p", "q", "k"]
                .iter()
                .any(|name| key.contains_key(*name))
            {
                return Err(JwksFault::Secret(at));
            }
            read_key(key).ok_or(JwksFault::Key(at))
        });
        keys.collect::<Result<_, _>>().map(Self)
    }

    /// The keys that a token may have been signed with: the one that it names, or all where it names none.
    fn of<'a>(&'a self, id: Option<&'a str>) -> impl Iterator<Item = &'a PublicPart> {
        let meant = move |key: &&JwtKey| id.is_none() || key.id.as_deref() == id;
        self.0.iter().filter(meant).map(|key| &key.public)
    }
}

fn read_key(key: &serde_json::Map<String, Value>) -> Option<JwtKey> {
    let text = |name: &str| key.get(name).and_then(Value::as_str);
    let bytes = |name: &str| URL_SAFE_NO_PAD.decode(text(name)?).ok();
    if text("use").is_some_and(|used| used != "sig") {
        return None;
    }
    let (public, algorithm) = match text("kty")? {
        "RSA" => {
            let (n, e) = (bytes("n")?, bytes("e")?);
            let public = (n.len() >= MODULUS && !e.is_empty()).then_some(PublicPart::Rsa { n, e });
            (public?, "RS256")
        }
        "EC" if text("crv") == Some("P-256") => {
            let (x, y) = (bytes("x")?, bytes("y")?);
            let point = [&[4][..], &x, &y].concat();
            (
                (x.len() == 32 && y.len() == 32).then_some(PublicPart::Ec(point))?,
                "ES256",
            )
        }
        _ => return None,
    };
    let fits = text("alg").is_none_or(|said| said == algorithm);
    let id = text("kid").map(str::to_owned);
    fits.then_some(JwtKey { id, public })
}

/// Who a token says it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JwtPerson {
    pub(crate) email: String,
}

/// Why a token does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum JwtFault {
    #[error("it is no token of three parts")]
    Form,
    #[error("nothing is signed by its algorithm here")]
    Algorithm,
    #[error("its signature is of none of the keys")]
    Signature,
    #[error("its time is over, or it has no end")]
    Expired,
    #[error("its time has not begun")]
    Early,
    #[error("it is of another issuer")]
    Issuer,
    #[error("it is for others")]
    Audience,
    #[error("it names no e-mail address that was verified")]
    Person,
}

#[derive(Deserialize)]
struct Head {
    alg: String,
    kid: Option<String>,
    /// What must be understood to take it; nothing of that is.
    crit: Option<Value>,
}

#[derive(Deserialize)]
struct Claims {
    exp: Option<f64>,
    nbf: Option<f64>,
    iat: Option<f64>,
    iss: Option<String>,
    aud: Option<Audience>,
    email: Option<String>,
    email_verified: Option<bool>,
    sub: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

/// Whether a text looks like such a token: sign-ins have no dots.
pub(crate) fn is_jwt(token: &str) -> bool {
    token.len() <= LONGEST && token.split('.').count() == 3
}

/// Whose a token is, if it counts.
pub(crate) fn verified(means: &JwtMeans, token: &str, now_ms: i64) -> Result<JwtPerson, JwtFault> {
    let mut parts = token.split('.');
    let (Some(head), Some(body), Some(signature), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(JwtFault::Form);
    };
    let bytes = |part: &str| URL_SAFE_NO_PAD.decode(part).map_err(|_| JwtFault::Form);
    let read: Head = serde_json::from_slice(&bytes(head)?).map_err(|_| JwtFault::Form)?;
    if read.crit.is_some() {
        return Err(JwtFault::Algorithm);
    }
    let signature = bytes(signature)?;
    let signed = &token.as_bytes()[..head.len() + 1 + body.len()];
    is_signed(means, &read, signed, &signature)?;
    let claims: Claims = serde_json::from_slice(&bytes(body)?).map_err(|_| JwtFault::Form)?;
    counts(means, claims, now_ms / 1_000)
}

fn is_signed(means: &JwtMeans, head: &Head, text: &[u8], signature: &[u8]) -> Result<(), JwtFault> {
    let mut keys = means.keys.of(head.kid.as_deref()).peekable();
    let is_ours = match head.alg.as_str() {
        "HS256" => means
            .secret
            .as_ref()
            .ok_or(JwtFault::Algorithm)?
            .has_signed(text, signature),
        "RS256" => keys.any(|key| match key {
            PublicPart::Rsa { n, e } => {
                let key = RsaPublicKeyComponents { n, e };
                key.verify(&RSA_PKCS1_2048_8192_SHA256, text, signature)
                    .is_ok()
            }
            PublicPart::Ec(_) => false,
        }),
        "ES256" => keys.any(|key| match key {
            PublicPart::Ec(point) => {
                let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point);
                key.verify(text, signature).is_ok()
            }
            PublicPart::Rsa { .. } => false,
        }),
        _ => return Err(JwtFault::Algorithm),
    };
    match is_ours {
        true => Ok(()),
        false => Err(JwtFault::Signature),
    }
}

fn counts(means: &JwtMeans, claims: Claims, now_s: i64) -> Result<JwtPerson, JwtFault> {
    #[allow(
        clippy::cast_precision_loss,
        reason = "seconds fit for longer than anybody counts them"
    )]
    let (now, skew) = (now_s as f64, SKEW_S as f64);
    if claims.exp.is_none_or(|end| end + skew <= now) {
        return Err(JwtFault::Expired);
    }
    let begins = [claims.nbf, claims.iat].into_iter().flatten();
    if begins.fold(f64::MIN, f64::max) - skew > now {
        return Err(JwtFault::Early);
    }
    if means.issuer.is_some() && means.issuer != claims.iss {
        return Err(JwtFault::Issuer);
    }
    if let Some(wanted) = &means.audience {
        let is_meant = claims.aud.is_some_and(|said| match said {
            Audience::One(one) => one == *wanted,
            Audience::Several(all) => all.contains(wanted),
        });
        if !is_meant {
            return Err(JwtFault::Audience);
        }
    }
    let email = claims
        .email
        .or(claims.sub)
        .map(|email| email.trim().to_lowercase());
    match email.filter(|email| email.contains('@') && claims.email_verified != Some(false)) {
        Some(email) => Ok(JwtPerson { email }),
        None => Err(JwtFault::Person),
    }
}

#[cfg(test)]
mod tests;
