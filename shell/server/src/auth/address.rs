//! Where a request comes from: the other end of the connection, or who a proxy that is trusted
//! says it speaks for.

use std::net::{IpAddr, SocketAddr};

use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap, header};
use ipnet::IpNet;

/// Where a request comes from; `None` inside of this process.
pub(crate) fn address(
    trusted: &[IpNet],
    headers: &HeaderMap,
    extensions: &Extensions,
) -> Option<IpAddr> {
    let ConnectInfo(peer) = extensions.get::<ConnectInfo<SocketAddr>>()?;
    let peer = peer.ip().to_canonical();
    if !is_trusted(trusted, peer) {
        return Some(peer);
    }
    let forwarded = hops(headers, &header::FORWARDED, forwarded_for);
    let plain = hops(headers, "x-forwarded-for", bare);
    let hops = match (plain, forwarded) {
        // A proxy writes one of them and lets the other through as the client sent it.
        (Some(plain), Some(forwarded)) if plain.last() != forwarded.last() => return Some(peer),
        (Some(hops), _) | (None, Some(hops)) => hops,
        (None, None) => return Some(peer),
    };
    Some(rightmost(trusted, peer, &hops))
}

/// The network of an address: enough for its owner to know it again, too little to find anybody.
pub(crate) fn network(from: Option<IpAddr>) -> String {
    let Some(address) = from else {
        return String::new();
    };
    let bits = if address.is_ipv4() { 24 } else { 48 };
    IpNet::new(address, bits).map_or_else(|_| String::new(), |net| net.trunc().to_string())
}

/// The first hop, from the right, that is not one of our proxies: what stands further left is
/// that one's word. A hop that is no address ends the search.
fn rightmost(trusted: &[IpNet], peer: IpAddr, hops: &[Option<IpAddr>]) -> IpAddr {
    let mut last = peer;
    for hop in hops.iter().rev() {
        let Some(address) = *hop else {
            return last;
        };
        last = address;
        if !is_trusted(trusted, address) {
            return last;
        }
    }
    last
}

fn is_trusted(trusted: &[IpNet], address: IpAddr) -> bool {
    trusted.iter().any(|network| network.contains(&address))
}

/// The hops that a header names, the nearest last. Several lines are one list.
fn hops(
    headers: &HeaderMap,
    name: impl axum::http::header::AsHeaderName,
    read: fn(&str) -> Option<IpAddr>,
) -> Option<Vec<Option<IpAddr>>> {
    let mut lines = headers.get_all(name).into_iter().peekable();
    lines.peek()?;
    let texts = lines.map(|line| line.to_str().unwrap_or_default());
    Some(
        texts
            .flat_map(|line| line.split(','))
            .map(|hop| read(hop.trim()))
            .collect(),
    )
}

/// `for=` of one element of `Forwarded`.
fn forwarded_for(element: &str) -> Option<IpAddr> {
    let value = element.split(';').find_map(|pair| {
        let (name, value) = pair.trim().split_once('=')?;
        name.eq_ignore_ascii_case("for").then_some(value)
    })?;
    bare(value.trim_matches('"'))
}

/// An address with or without a port, in brackets or bare.
fn bare(text: &str) -> Option<IpAddr> {
    let unbracketed = text.trim_start_matches('[').trim_end_matches(']');
    unbracketed
        .parse()
        .or_else(|_| text.parse::<SocketAddr>().map(|address| address.ip()))
        .ok()
        .map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn seen(peer: &str, lines: &[(&'static str, &str)]) -> String {
        let trusted = ["127.0.0.0/8", "::1/128", "10.0.0.0/8"];
        let trusted: Vec<IpNet> = trusted.iter().map(|net| net.parse().unwrap()).collect();
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, value.parse().unwrap());
        }
        let mut extensions = Extensions::new();
        let peer: IpAddr = peer.parse().unwrap();
        extensions.insert(ConnectInfo(SocketAddr::new(peer, 4000)));
        address(&trusted, &headers, &extensions)
            .unwrap()
            .to_string()
    }

    #[test]
    fn a_proxy_that_is_trusted_is_believed_and_nobody_else() {
        const XFF: &str = "x-forwarded-for";
        for (peer, lines, expected) in [
            ("203.0.113.1", vec![(XFF, "198.51.100.7")], "203.0.113.1"),
            ("127.0.0.1", vec![], "127.0.0.1"),
            (
                "::ffff:127.0.0.1",
                vec![(XFF, "198.51.100.7")],
                "198.51.100.7",
            ),
            ("127.0.0.1", vec![(XFF, "198.51.100.7")], "198.51.100.7"),
            // What the client wrote stands left of what the proxy added.
            (
                "127.0.0.1",
                vec![(XFF, "1.1.1.1, 198.51.100.7")],
                "198.51.100.7",
            ),
            (
                "127.0.0.1",
                vec![(XFF, "1.1.1.1"), (XFF, "198.51.100.7")],
                "198.51.100.7",
            ),
            (
                "127.0.0.1",
                vec![(XFF, "1.1.1.1, 198.51.100.7, 10.1.2.3")],
                "198.51.100.7",
            ),
            ("127.0.0.1", vec![(XFF, "10.9.9.9, 10.1.2.3")], "10.9.9.9"),
            (
                "127.0.0.1",
                vec![(XFF, "198.51.100.7, nonsense")],
                "127.0.0.1",
            ),
            (
                "127.0.0.1",
                vec![(XFF, "198.51.100.7:4711")],
                "198.51.100.7",
            ),
            (
                "127.0.0.1",
                vec![(XFF, "[2001:db8::7]:4711")],
                "2001:db8::7",
            ),
            ("::1", vec![(XFF, "2001:db8::7")], "2001:db8::7"),
            (
                "127.0.0.1",
                vec![("forwarded", "for=198.51.100.7;proto=https")],
                "198.51.100.7",
            ),
            (
                "127.0.0.1",
                vec![("forwarded", "proto=https; For=\"[2001:db8::7]:1\"")],
                "2001:db8::7",
            ),
            ("127.0.0.1", vec![("forwarded", "for=_hidden")], "127.0.0.1"),
            // Only one of them is the proxy's.
            (
                "127.0.0.1",
                vec![(XFF, "198.51.100.7"), ("forwarded", "for=1.1.1.1")],
                "127.0.0.1",
            ),
            (
                "127.0.0.1",
                vec![(XFF, "198.51.100.7"), ("forwarded", "for=198.51.100.7")],
                "198.51.100.7",
            ),
        ] {
            assert_eq!(seen(peer, &lines), expected, "{peer} {lines:?}");
        }
    }
}
