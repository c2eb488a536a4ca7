//! What a browser's connections go out to: names and addresses.

use std::fmt::Debug;
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use async_trait::async_trait;
use tokio::net::TcpStream;

/// The network that a browser of ours is on.
#[async_trait]
pub trait Network: Debug + Send + Sync {
    /// Every address that a name has, with this port.
    async fn lookup(&self, name: &str, port: u16) -> io::Result<Vec<SocketAddr>>;

    /// Connects to an address that a host has, as addresses write it.
    async fn connect(&self, host: &str, to: SocketAddr) -> io::Result<TcpStream>;
}

/// The one that this machine is on.
#[derive(Clone, Copy, Debug)]
pub struct System;

#[async_trait]
impl Network for System {
    async fn lookup(&self, name: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        // Not every system knows these; browsers do.
        if name.trim_end_matches('.').ends_with(".localhost") {
            let own = [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
            return Ok(own.map(|ip| SocketAddr::new(ip, port)).to_vec());
        }
        Ok(tokio::net::lookup_host((name, port)).await?.collect())
    }

    async fn connect(&self, _host: &str, to: SocketAddr) -> io::Result<TcpStream> {
        TcpStream::connect(to).await
    }
}
