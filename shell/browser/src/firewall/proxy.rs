//! The one way that a browser of ours has into the world.

use std::ffi::OsString;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::select_ok;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::{sleep, timeout};
use url::Host;

use super::{Fault, Firewall, Network, Place, socks};

/// Connections at one time; Chromium itself has a few dozen.
const MOST: usize = 512;
/// How long the browser may take to say where to, and the other side to answer.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long an address is alone before the next one is tried as well.
const HEAD_START: Duration = Duration::from_millis(250);

/// Connects a browser to what its firewall admits. Ends when it is dropped, and all connections with it.
#[derive(Debug)]
pub(crate) struct Proxy {
    address: SocketAddr,
    serving: AbortHandle,
}

impl Proxy {
    /// Listens on a port of this machine alone.
    ///
    /// # Errors
    /// When none is to be had.
    pub async fn open(firewall: Arc<Firewall>, network: Arc<dyn Network>) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let serving = tokio::spawn(serve(listener, firewall, network)).abort_handle();
        Ok(Self { address, serving })
    }

    /// The switches that leave a browser no other way: to this machine, too, and not by UDP.
    pub fn switches(&self) -> [OsString; 4] {
        [
            format!("--proxy-server=socks5://{}", self.address).into(),
            "--proxy-bypass-list=<-loopback>".into(),
            // Two names of one switch: which one counts is up to the version.
            "--webrtc-ip-handling-policy=disable_non_proxied_udp".into(),
            "--force-webrtc-ip-handling-policy=disable_non_proxied_udp".into(),
        ]
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn serve(listener: TcpListener, firewall: Arc<Firewall>, network: Arc<dyn Network>) {
    let mut clients = JoinSet::new();
    loop {
        while clients.try_join_next().is_some() {}
        while clients.len() >= MOST {
            clients.join_next().await;
        }
        match listener.accept().await {
            Ok((client, _)) => {
                clients.spawn(attend(client, firewall.clone(), network.clone()));
            }
            // No descriptors just now, as a rule: some will be free again.
            Err(_) => sleep(HEAD_START).await,
        }
    }
}

async fn attend(mut client: TcpStream, firewall: Arc<Firewall>, network: Arc<dyn Network>) {
    let Ok(Ok(place)) = timeout(PATIENCE, socks::asked(&mut client)).await else {
        return;
    };
    let reached = reach(&place, &firewall, &*network).await;
    let fault = reached.as_ref().err().copied();
    firewall.note(&place, |known| known.fault = fault);
    if socks::answer(&mut client, fault.map_or(Ok(()), Err))
        .await
        .is_ok()
        && let Ok(mut server) = reached
    {
        // Which of the two hung up is for the other to find out.
        let _ = copy_bidirectional(&mut client, &mut server).await;
    }
}

/// Finds out once what a place means, and connects to exactly that, if it may be.
async fn reach(
    place: &Place,
    firewall: &Firewall,
    network: &dyn Network,
) -> Result<TcpStream, Fault> {
    if !firewall.admits(place) {
        return Err(Fault::Inside);
    }
    let found = match &place.host {
        Host::Domain(name) => timeout(PATIENCE, network.lookup(name, place.port))
            .await
            .ok()
            .and_then(Result::ok)
            .ok_or(Fault::Unknown)?,
        Host::Ipv4(ip) => vec![SocketAddr::new((*ip).into(), place.port)],
        Host::Ipv6(ip) => vec![SocketAddr::new((*ip).into(), place.port)],
    };
    if found.is_empty() {
        return Err(Fault::Unknown);
    }
    if !firewall.admits_at(place, &found) {
        return Err(Fault::Inside);
    }
    let host = place.host.to_string();
    let connected = timeout(PATIENCE, first_of(&host, found, network)).await;
    connected.ok().and_then(Result::ok).ok_or(Fault::Silent)
}

/// The address that answers first, each but the first a little later than the one before.
async fn first_of(
    host: &str,
    found: Vec<SocketAddr>,
    network: &dyn Network,
) -> io::Result<TcpStream> {
    let tries = (0..).zip(found).map(|(before, address)| {
        Box::pin(async move {
            sleep(HEAD_START * before).await;
            network.connect(host, address).await
        })
    });
    let (server, _) = select_ok(tries).await?;
    // What small pieces there are has been put together by the browser already.
    server.set_nodelay(true)?;
    Ok(server)
}
