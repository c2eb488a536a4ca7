//! The part of SOCKS 5 (RFC 1928) that a browser speaks: no sign-in, connections alone.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use url::Host;

use super::{Fault, Place};

const VERSION: u8 = 5;
const NO_SIGN_IN: u8 = 0;
const CONNECT: u8 = 1;

/// Reads where a client wants to be connected to.
///
/// # Errors
/// When it hangs up or speaks something else.
pub(super) async fn asked(client: &mut (impl AsyncRead + AsyncWrite + Unpin)) -> io::Result<Place> {
    let mut ways = [0; u8::MAX as usize];
    let [version, count] = read(client).await?;
    let ways = &mut ways[..count.into()];
    client.read_exact(ways).await?;
    if version != VERSION || !ways.contains(&NO_SIGN_IN) {
        return Err(io::ErrorKind::InvalidData.into());
    }
    client.write_all(&[VERSION, NO_SIGN_IN]).await?;
    let [version, command, _, kind] = read(client).await?;
    if (version, command) != (VERSION, CONNECT) {
        return Err(io::ErrorKind::Unsupported.into());
    }
    let host = host(client, kind).await?;
    let port = client.read_u16().await?;
    Ok(Place { host, port })
}

async fn host(client: &mut (impl AsyncRead + Unpin), kind: u8) -> io::Result<Host<String>> {
    match kind {
        1 => Ok(Host::Ipv4(Ipv4Addr::from(read::<4>(client).await?))),
        4 => Ok(Host::Ipv6(Ipv6Addr::from(read::<16>(client).await?))),
        3 => {
            let mut name = vec![0; client.read_u8().await?.into()];
            client.read_exact(&mut name).await?;
            named(&name).ok_or_else(|| io::ErrorKind::InvalidData.into())
        }
        _ => Err(io::ErrorKind::InvalidData.into()),
    }
}

/// A host as it is written. Browsers write addresses here, too, in every way that there is.
fn named(name: &[u8]) -> Option<Host<String>> {
    let name = std::str::from_utf8(name).ok()?;
    match name.parse() {
        Ok(IpAddr::V6(ip)) => Some(Host::Ipv6(ip)),
        Ok(IpAddr::V4(_)) | Err(_) => Host::parse(name).ok(),
    }
}

async fn read<const N: usize>(client: &mut (impl AsyncRead + Unpin)) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    client.read_exact(&mut bytes).await?;
    Ok(bytes)
}

/// Tells a client what came of it.
pub(super) async fn answer(
    client: &mut (impl AsyncWrite + Unpin),
    outcome: Result<(), Fault>,
) -> io::Result<()> {
    let code = match outcome {
        Ok(()) => 0,
        Err(Fault::Inside) => 2,
        Err(Fault::Unknown | Fault::Silent) => 4,
    };
    // Where the connection comes from is nobody's business.
    client
        .write_all(&[VERSION, code, 0, 1, 0, 0, 0, 0, 0, 0])
        .await
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    async fn said(bytes: &[u8]) -> io::Result<Place> {
        let (mut ours, mut theirs) = tokio::io::duplex(1024);
        theirs.write_all(bytes).await.unwrap();
        theirs.shutdown().await.unwrap();
        asked(&mut ours).await
    }

    #[tokio::test]
    async fn a_place_is_read_in_every_way_it_is_written() {
        let domain = |name: &str| {
            let head = [5, 1, 0, 5, 1, 0, 3, u8::try_from(name.len()).unwrap()];
            [&head[..], name.as_bytes(), &[1, 187]].concat()
        };
        for (bytes, place) in [
            (domain("a.example"), Some("a.example")),
            (domain("127.0.0.1"), Some("127.0.0.1")),
            (domain("0x7f.1"), Some("127.0.0.1")),
            (domain("::1"), Some("[::1]")),
            (domain("[::1]"), Some("[::1]")),
            (domain("a b"), None),
            (domain(""), None),
            (
                vec![5, 2, 9, 0, 5, 1, 0, 1, 10, 0, 0, 1, 1, 187],
                Some("10.0.0.1"),
            ),
            (
                [&[5, 1, 0, 5, 1, 0, 4][..], &[0; 15], &[1, 1, 187]].concat(),
                Some("[::1]"),
            ),
            (vec![4, 1, 0, 80, 10, 0, 0, 1, 0], None),
            (vec![5, 1, 2], None),
            (vec![5, 1, 0, 5, 3, 0, 1, 10, 0, 0, 1, 1, 187], None),
            (vec![5, 1, 0, 5, 1, 0, 1, 10, 0], None),
            (vec![], None),
        ] {
            let expected = place.map(|host| Place {
                host: Host::parse(host).unwrap(),
                port: 443,
            });
            assert_eq!(said(&bytes).await.ok(), expected, "{bytes:?}");
        }
    }
}
