//! Networks of addresses: those near a server, which nobody outside can write from, and our own.

use std::fmt::{Display, Formatter, Result};
use std::net::{IpAddr, Ipv6Addr};

/// Bits of an address; those of four numbers are the last of eight groups.
const BITS: u32 = 128;
const SHORT: u32 = 32;

/// Addresses that begin alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    first: u128,
    /// How many bits all of them begin with.
    length: u32,
}

impl Network {
    /// A network as it is written, such as `192.0.2.0/24` or `2001:db8::/32`, or one address.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (address, length) = text.split_once('/').unwrap_or((text, ""));
        let address: IpAddr = address.parse().ok()?;
        let bits = if address.is_ipv4() { SHORT } else { BITS };
        let length = if length.is_empty() { bits } else { length.parse().ok()? };
        let is_whole = length <= bits;
        is_whole.then(|| Self { first: number(long(address)), length: BITS - bits + length })
    }

    const fn short(first: [u8; 4], length: u32) -> Self {
        let first = 0xffff << SHORT | u32::from_be_bytes(first) as u128;
        Self { first, length: BITS - SHORT + length }
    }

    const fn long(first: u128, length: u32) -> Self {
        Self { first, length }
    }

    /// Whether an address is one of these.
    #[must_use]
    pub fn contains(&self, address: Ipv6Addr) -> bool {
        (number(address) ^ self.first).checked_shr(BITS - self.length).unwrap_or(0) == 0
    }
}

const fn number(address: Ipv6Addr) -> u128 {
    u128::from_be_bytes(address.octets())
}

fn long(address: IpAddr) -> Ipv6Addr {
    match address {
        IpAddr::V4(address) => address.to_ipv6_mapped(),
        IpAddr::V6(address) => address,
    }
}

/// Networks that no mail from outside can come from.
static NEAR: [Network; 11] = [
    Network::short([0, 0, 0, 0], 8),
    Network::short([10, 0, 0, 0], 8),
    Network::short([100, 64, 0, 0], 10),
    Network::short([127, 0, 0, 0], 8),
    Network::short([169, 254, 0, 0], 16),
    Network::short([172, 16, 0, 0], 12),
    Network::short([192, 168, 0, 0], 16),
    Network::long(0, BITS),
    Network::long(1, BITS),
    Network::long(0xfc00 << 112, 7),
    Network::long(0xfe80 << 112, 10),
];

/// Whether an address is neither near nor in a network that is ours.
pub fn is_outside(address: Ipv6Addr, ours: &[Network]) -> bool {
    !NEAR.iter().chain(ours).any(|network| network.contains(address))
}

/// The addresses beside one: its first three numbers, or the first three groups of eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbourhood(Ipv6Addr);

impl Neighbourhood {
    /// Where an address is.
    pub fn of(address: Ipv6Addr) -> Self {
        let bits = if address.to_ipv4_mapped().is_some() { 8 } else { 80 };
        Self((number(address) >> bits << bits).into())
    }
}

impl Display for Neighbourhood {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        if let Some([a, b, c, _]) = self.0.to_ipv4_mapped().map(|address| address.octets()) {
            return write!(formatter, "{a}.{b}.{c}");
        }
        let [a, b, c, ..] = self.0.segments();
        write!(formatter, "{a:x}:{b:x}:{c:x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Ipv6Addr {
        text.parse().map(long).unwrap()
    }

    /// A network holds the addresses between its first and its last.
    #[test]
    fn networks_have_ends() {
        for (network, within, without) in [
            ("192.0.2.0/24", ["192.0.2.0", "192.0.2.255"], ["192.0.1.255", "192.0.3.0"]),
            ("192.0.2.7", ["192.0.2.7", "::ffff:192.0.2.7"], ["192.0.2.6", "::192.0.2.7"]),
            ("0.0.0.0/0", ["0.0.0.0", "255.255.255.255"], ["::", "::1:0:0:0"]),
            ("2001:db8::/32", ["2001:db8::", "2001:db8:ffff::1"], ["2001:db7::", "2001:db9::"]),
            ("::/0", ["::", "192.0.2.7"], ["", ""]),
        ] {
            let network = Network::parse(network).unwrap();
            for one in within {
                assert!(network.contains(address(one)), "{one} in {network:?}");
            }
            for one in without.into_iter().filter(|one| !one.is_empty()) {
                assert!(!network.contains(address(one)), "{one} not in {network:?}");
            }
        }
    }

    /// What is no network is none.
    #[test]
    fn others_are_refused() {
        for text in ["", "/8", "192.0.2", "192.0.2.0/33", "2001:db8::/129", "mx.example.org"] {
            assert_eq!(Network::parse(text), None, "{text}");
        }
    }

    /// Addresses of a house, a machine or a provider are near; all others are outside.
    #[test]
    fn some_are_near() {
        for one in [
            "10.1.2.3",
            "127.0.0.1",
            "169.254.6.22",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "100.64.0.1",
            "100.127.255.255",
            "0.0.0.0",
            "::",
            "::1",
            "fe80::1",
            "fd00::1",
            "::ffff:10.1.2.3",
        ] {
            assert!(!is_outside(address(one), &[]), "{one}");
        }
        for one in [
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.167.255.255",
            "192.169.0.0",
            "192.0.2.7",
            "::2",
            "2001:db8::1",
            "fbff::1",
            "fec0::1",
            "::ffff:192.0.2.7",
        ] {
            assert!(is_outside(address(one), &[]), "{one}");
        }
        let ours = [Network::parse("192.0.2.0/24").unwrap()];
        assert!(!is_outside(address("192.0.2.7"), &ours));
        assert!(is_outside(address("192.0.3.7"), &ours));
    }
}
