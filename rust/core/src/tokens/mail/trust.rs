//! How far the headers of a message are believed: down to where the message came from outside.

use super::networks::Network;
use super::origin::{CLAIMED_RELAY, Origin};
use super::received::{Hop, Outside};
use crate::mail::field::Field;

/// Whose networks and results are believed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ours {
    /// Networks of relays beside those that are near.
    pub relays: Vec<Network>,
    /// The server whose `Authentication-Results` are believed, in lower case; without one, that is
    /// whoever wrote the topmost headers.
    pub authserv: Option<String>,
}

/// Servers that are looked for among those who wrote the topmost headers.
const MOST_SERVERS: usize = 16;

/// What servers that are ours wrote of a message.
pub struct Trust<'m> {
    /// How many headers there are down to the one that says from which host outside the message
    /// came; below it, others wrote.
    believed: usize,
    /// What our relays call themselves.
    servers: Vec<&'m [u8]>,
    authserv: Option<&'m [u8]>,
    /// Where tokens come from of what is said below; none if nothing is taken of that.
    pub claims: Option<Origin>,
}

impl<'m> Trust<'m> {
    /// Walk from the topmost header, which was added last, to where the message came from outside.
    pub fn of(fields: &'m [Field<'_>], ours: &'m Ours) -> Self {
        let authserv = ours.authserv.as_deref().map(str::as_bytes);
        let mut trust =
            Self { believed: fields.len(), servers: Vec::new(), authserv, claims: None };
        for (number, field) in fields.iter().enumerate().filter(|(_, one)| one.is("received")) {
            let Hop { from, by } = Hop::of(&field.value, &ours.relays);
            if trust.servers.len() < MOST_SERVERS && !trust.servers.contains(&by) {
                trust.servers.push(by);
            }
            if from != Outside::Nobody {
                trust.stop(number, from);
                break;
            }
        }
        trust
    }

    /// Believe no header below this one. What these say is evidence of mail from that
    /// neighbourhood alone, so that nobody else can pretend to be known by the same hosts.
    fn stop(&mut self, number: usize, from: Outside) {
        self.believed = number + 1;
        if let Outside::Of(neighbourhood) = from {
            self.claims = Some(Origin::about(CLAIMED_RELAY, &neighbourhood.to_string()));
        }
    }

    /// Nobody is believed, as in a message within a message.
    pub fn none() -> Self {
        Self { believed: 0, servers: Vec::new(), authserv: None, claims: None }
    }

    /// Whether a header of this number, counted from zero, was written by what is ours.
    pub fn reaches(&self, number: usize) -> bool {
        number < self.believed
    }

    /// Whether results are those of a server that is ours.
    pub fn names(&self, server: &[u8]) -> bool {
        match self.authserv {
            Some(name) => server.eq_ignore_ascii_case(name),
            None => self.servers.iter().any(|by| is_of(server, by)),
        }
    }
}

/// Whether a name is that of a host, of a domain above it, or of another host of its domain.
fn is_of(server: &[u8], host: &[u8]) -> bool {
    let is = |one: &[u8], other: &[u8]| !one.is_empty() && one.eq_ignore_ascii_case(other);
    if is(server, host) {
        return true;
    }
    let is_above = domains(host).any(|domain| is(server, domain));
    let house = domains(server).next().unwrap_or_default();
    is_above || domains(host).next().is_some_and(|domain| is(house, domain))
}

/// The domains above a host but for the highest, which is nobody's.
fn domains(host: &[u8]) -> impl Iterator<Item = &[u8]> {
    let dots = host.iter().enumerate().filter(|(_, byte)| **byte == b'.');
    dots.map(|(at, _)| &host[at + 1..]).filter(|domain| domain.contains(&b'.'))
}
