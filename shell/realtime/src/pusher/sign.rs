//! Signatures: what a holder of the secret vouches for.

use std::fmt;

use md5::{Digest, Md5};
use ring::hmac::{HMAC_SHA256, Key, sign, verify};

/// What an app is known by, and the secret it signs with.
#[derive(Clone)]
pub struct Credentials {
    /// Names the app in the HTTP API.
    pub app_id: String,
    /// Names the app to clients; public.
    pub key: String,
    /// Signs; never leaves the servers.
    pub secret: String,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials")
            .field("app_id", &self.app_id)
            .field("key", &self.key)
            .field("secret", &"…")
            .finish()
    }
}

/// A request to the HTTP API, as far as it is signed.
#[derive(Clone, Copy, Debug)]
pub struct ApiRequest<'a> {
    /// In capitals.
    pub method: &'a str,
    /// From the first slash to the question mark.
    pub path: &'a str,
    /// Parameters of its own, as they are before they are escaped.
    pub query: &'a [(&'a str, &'a str)],
    /// Empty for a GET.
    pub body: &'a [u8],
}

/// What a client shows to subscribe to a private or presence channel: `key:signature`.
pub fn sign_channel(
    credentials: &Credentials,
    socket_id: &str,
    channel: &str,
    channel_data: Option<&str>,
) -> String {
    with_key(
        credentials,
        &channel_message(socket_id, channel, channel_data),
    )
}

/// What a client shows to sign a person in: `key:signature`.
pub fn sign_user(credentials: &Credentials, socket_id: &str, user_data: &str) -> String {
    with_key(credentials, &user_message(socket_id, user_data))
}

/// The whole query of a signed request to the HTTP API.
pub fn sign_request(credentials: &Credentials, call: &ApiRequest<'_>, unix_seconds: u64) -> String {
    let mut pairs: Vec<(String, String)> = call
        .query
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    pairs.push(("auth_key".into(), credentials.key.clone()));
    pairs.push(("auth_timestamp".into(), unix_seconds.to_string()));
    pairs.push(("auth_version".into(), "1.0".into()));
    if !call.body.is_empty() {
        pairs.push(("body_md5".into(), body_md5(call.body)));
    }
    let message = request_message(call.method, call.path, &pairs);
    pairs.push((
        "auth_signature".into(),
        signature(&credentials.secret, &message),
    ));
    url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(pairs)
        .finish()
}

/// True when `auth` is what [`sign_channel`] gives.
pub(crate) fn channel_is_signed(
    credentials: &Credentials,
    auth: &str,
    socket_id: &str,
    subscription: (&str, Option<&str>),
) -> bool {
    let (channel, data) = subscription;
    is_vouched_for(
        credentials,
        auth,
        &channel_message(socket_id, channel, data),
    )
}

/// True when `auth` is what [`sign_user`] gives.
pub(crate) fn user_is_signed(
    credentials: &Credentials,
    auth: &str,
    socket_id: &str,
    user_data: &str,
) -> bool {
    is_vouched_for(credentials, auth, &user_message(socket_id, user_data))
}

/// What is signed of a request: method, path and the sorted parameters, unescaped.
pub(crate) fn request_message(method: &str, path: &str, query: &[(String, String)]) -> String {
    let mut pairs: Vec<(String, &str)> = query
        .iter()
        .filter(|(name, _)| name != "auth_signature")
        .map(|(name, value)| (name.to_lowercase(), value.as_str()))
        .collect();
    pairs.sort();
    let query: Vec<String> = pairs
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    format!("{method}\n{path}\n{}", query.join("&"))
}

/// The digest of a body, as the protocol wants it named.
pub(crate) fn body_md5(body: &[u8]) -> String {
    hex::encode(Md5::digest(body))
}

/// True when the hexadecimal `shown` is the signature of `message`; takes as long whatever differs.
pub(crate) fn is_signature(secret: &str, message: &str, shown: &str) -> bool {
    let Ok(shown) = hex::decode(shown) else {
        return false;
    };
    verify(&keyed(secret), message.as_bytes(), &shown).is_ok()
}

fn channel_message(socket_id: &str, channel: &str, channel_data: Option<&str>) -> String {
    match channel_data {
        Some(data) => format!("{socket_id}:{channel}:{data}"),
        None => format!("{socket_id}:{channel}"),
    }
}

fn user_message(socket_id: &str, user_data: &str) -> String {
    format!("{socket_id}::user::{user_data}")
}

fn with_key(credentials: &Credentials, message: &str) -> String {
    format!(
        "{}:{}",
        credentials.key,
        signature(&credentials.secret, message)
    )
}

fn is_vouched_for(credentials: &Credentials, auth: &str, message: &str) -> bool {
    auth.split_once(':').is_some_and(|(key, shown)| {
        key == credentials.key && is_signature(&credentials.secret, message, shown)
    })
}

fn signature(secret: &str, message: &str) -> String {
    hex::encode(sign(&keyed(secret), message.as_bytes()))
}

fn keyed(secret: &str) -> Key {
    Key::new(HMAC_SHA256, secret.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn app() -> Credentials {
        Credentials {
            app_id: "3".into(),
            key: "278d425bdf160c739803".into(),
            secret: "7ad3773142a6692b25b8".into(),
        }
    }

    /// The examples of the protocol's own documentation.
    #[test]
    fn signatures_are_those_of_the_protocol() {
        assert_eq!(
            sign_channel(&app(), "1234.1234", "private-foobar", None),
            "278d425bdf160c739803:58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4"
        );
        assert_eq!(
            sign_channel(
                &app(),
                "1234.1234",
                "presence-foobar",
                Some(r#"{"user_id":10,"user_info":{"name":"Mr. Channels"}}"#)
            ),
            "278d425bdf160c739803:31935e7d86dba64c2a90aed31fdc61869f9b22ba9d8863bba239c03ca481bc80"
        );
        let body = br#"{"name":"foo","channels":["project-3"],"data":"{\"some\":\"data\"}"}"#;
        assert_eq!(body_md5(body), "ec365a775a4cd0599faeb73354201b6f");
        let call = ApiRequest {
            method: "POST",
            path: "/apps/3/events",
            query: &[],
            body,
        };
        assert_eq!(
            sign_request(&app(), &call, 1_353_088_179),
            "auth_key=278d425bdf160c739803&auth_timestamp=1353088179&auth_version=1.0\
             &body_md5=ec365a775a4cd0599faeb73354201b6f\
             &auth_signature=da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c"
        );
    }

    #[test]
    fn only_the_very_same_words_are_vouched_for() {
        let app = app();
        let auth = sign_channel(&app, "1.2", "private-a", None);
        assert!(channel_is_signed(&app, &auth, "1.2", ("private-a", None)));
        assert!(!channel_is_signed(&app, &auth, "1.3", ("private-a", None)));
        assert!(!channel_is_signed(&app, &auth, "1.2", ("private-b", None)));
        assert!(!channel_is_signed(
            &app,
            &auth,
            "1.2",
            ("private-a", Some(""))
        ));
        let user = sign_user(&app, "1.2", "{}");
        assert!(user_is_signed(&app, &user, "1.2", "{}"));
        for broken in [
            "",
            ":",
            "278d425bdf160c739803:",
            "278d425bdf160c739803:zz",
            &auth[21..],
        ] {
            assert!(
                !channel_is_signed(&app, broken, "1.2", ("private-a", None)),
                "{broken}"
            );
        }
        let other_key = auth.replacen('2', "3", 1);
        assert!(!channel_is_signed(
            &app,
            &other_key,
            "1.2",
            ("private-a", None)
        ));
    }

    #[test]
    fn a_signature_of_a_person_opens_no_channel() {
        let app = app();
        let auth = sign_user(&app, "1.2", "x");
        assert!(!channel_is_signed(
            &app,
            &auth,
            "1.2",
            ("private-a", Some("x"))
        ));
    }

    #[test]
    fn parameters_are_signed_sorted_and_unescaped() {
        let query = [("b", "x y"), ("Auth_Key", "k"), ("auth_signature", "no")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(
            request_message("GET", "/apps/3/channels", &query),
            "GET\n/apps/3/channels\nauth_key=k&b=x y"
        );
    }

    #[test]
    fn long_secrets_are_hashed_first_and_none_is_shown() {
        let long = "s".repeat(65);
        assert!(is_signature(&long, "m", &signature(&long, "m")));
        assert!(!is_signature(&long, "m", &signature(&long[1..], "m")));
        assert!(!format!("{:?}", app()).contains("7ad37"));
    }
}
