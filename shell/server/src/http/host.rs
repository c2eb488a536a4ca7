//! Which names the server answers to. On a loopback address nobody has business here by another
//! name than this machine's: a page whose name was made to lead here (DNS rebinding) has one.

use std::net::IpAddr;

use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri, header};

use crate::error::ApiError;

/// How the connection of a request was taken; put into requests that came over one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listening {
    /// On an address that only this machine reaches.
    pub(crate) loopback: bool,
}

/// Refuses requests that name no host, several, or one that this server is not.
pub(crate) fn check(
    listening: Listening,
    own: &[String],
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<(), ApiError> {
    let mut named = headers.get_all(header::HOST).into_iter();
    let (Some(host), None) = (named.next(), named.next()) else {
        return Err(ApiError::WRONG_HOST);
    };
    let host: Authority = host
        .to_str()
        .ok()
        .and_then(|host| host.parse().ok())
        .ok_or(ApiError::WRONG_HOST)?;
    if uri.authority().is_some_and(|other| *other != host) || host.as_str().contains('@') {
        return Err(ApiError::WRONG_HOST);
    }
    if !listening.loopback || is_here(host.host()) || is_own(own, host.host()) {
        return Ok(());
    }
    Err(ApiError::MISDIRECTED)
}

/// This machine, by address or by the one name that leads nowhere else.
fn is_here(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || bare
            .parse::<IpAddr>()
            .is_ok_and(|address| address.to_canonical().is_loopback())
}

fn is_own(own: &[String], host: &str) -> bool {
    own.iter().any(|name| name.eq_ignore_ascii_case(host))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn answer(loopback: bool, uri: &str, hosts: &[&str]) -> u16 {
        let mut headers = HeaderMap::new();
        for host in hosts {
            headers.append(header::HOST, host.parse().unwrap());
        }
        let own = ["agent.example.org".to_owned()];
        let checked = check(
            Listening { loopback },
            &own,
            &uri.parse().unwrap(),
            &headers,
        );
        checked.map_or_else(|error| error.status.as_u16(), |()| 200)
    }

    #[test]
    fn only_this_machine_and_names_that_were_given_are_answered_to() {
        for (host, expected) in [
            ("localhost", 200),
            ("LOCALHOST:8787", 200),
            ("127.0.0.1:1", 200),
            ("127.1.2.3", 200),
            ("[::1]:8787", 200),
            ("[::ffff:127.0.0.1]", 200),
            ("Agent.Example.org", 200),
            ("agent.example.org:443", 200),
            ("evil.example", 421),
            ("localhost.evil.example", 421),
            ("127.0.0.1.evil.example", 421),
            ("localhost.", 421),
            ("192.168.1.7:8787", 421),
            ("0.0.0.0", 421),
            ("[::]", 421),
            ("localhost@evil.example", 400),
            ("", 400),
            ("a b", 400),
        ] {
            assert_eq!(answer(true, "/", &[host]), expected, "{host}");
        }
    }

    #[test]
    fn a_request_names_one_host() {
        assert_eq!(answer(true, "/", &[]), 400);
        assert_eq!(answer(true, "/", &["localhost", "localhost"]), 400);
        assert_eq!(answer(false, "/", &[]), 400);
        assert_eq!(answer(false, "/", &["evil.example", "localhost"]), 400);
        assert_eq!(answer(true, "http://evil.example/", &["localhost"]), 400);
        assert_eq!(answer(true, "http://localhost/", &["localhost"]), 200);
        assert_eq!(answer(false, "/", &["whatever.example"]), 200);
    }
}
