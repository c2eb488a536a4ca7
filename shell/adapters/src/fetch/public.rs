//! Which addresses are of the public internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Nothing in this machine, a private network, or a network's own service: what is left is public.
pub(super) fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let special = match (a, b, c) {
        // "This network", loopback, multicast, reserved and broadcast.
        (0 | 127 | 224.., _, _) => true,
        // Private networks.
        (10, _, _) | (172, 16..=31, _) | (192, 168, _) => true,
        // Shared by a carrier's customers.
        (100, 64..=127, _) => true,
        // Link-local, where clouds keep their metadata.
        (169, 254, _) => true,
        // Protocol assignments, relays to IPv6, benchmarks, documentation.
        (192, 0, 0 | 2) | (192, 88, 99) | (198, 18 | 19, _) | (198, 51, 100) | (203, 0, 113) => {
            true
        }
        // A cloud's own service at an address that looks public.
        (168, 63, 129) => true,
        _ => false,
    };
    !special
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    let parts = ip.segments();
    // Only this eighth of the space is handed out. All else is loopback, link-local, private,
    // multicast, or an IPv4 address in other clothes (mapped, compatible, translated).
    let global = parts[0] & 0xe000 == 0x2000;
    let special = match (parts[0], parts[1]) {
        // Protocol assignments, tunnels of Teredo among them, and documentation.
        (0x2001, 0..=0x01ff | 0x0db8) => true,
        // IPv4 in a tunnel.
        (0x2002, _) => true,
        // Documentation.
        (0x3fff, 0..=0x0fff) => true,
        _ => false,
    };
    global && !special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_public_internet_is_public() {
        for ip in [
            "93.184.216.34",
            "8.8.8.8",
            "172.32.0.1",
            "100.128.0.1",
            "192.0.1.1",
            "2606:2800:220:1::1",
            "2a00:1450::1",
        ] {
            assert_eq!(ip.parse().map(is_public), Ok(true), "{ip}");
        }
        for ip in [
            "0.0.0.0",
            "0.1.2.3",
            "127.0.0.1",
            "127.255.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.1",
            "192.168.1.1",
            "100.64.0.1",
            "100.127.255.255",
            "169.254.169.254",
            "192.0.0.192",
            "192.0.2.1",
            "192.88.99.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.9",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "168.63.129.16",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:93.184.216.34",
            "::7f00:1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "fe80::1",
            "fc00::1",
            "fd00:ec2::254",
            "ff02::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "3fff::1",
            "5f00::1",
        ] {
            assert_eq!(ip.parse().map(is_public), Ok(false), "{ip}");
        }
    }
}
