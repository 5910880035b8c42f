//! `Received` headers: tokens of hosts and addresses, and where the message came from.

use wide::u8x16;

use super::networks::{Neighbourhood, Network, is_outside};
use super::origin::Origin;
use super::short::BLOCK;
use super::sink::Sink;
use super::{hosts, runs};
use crate::mail::near::position;

/// Protocols by which a program fetches mail from its own server, by how they begin.
const FETCHING: [&[u8]; 6] = [b"imap", b"pop", b"apop", b"kpop", b"rpop", b"sdps"];

/// Take the hosts and addresses that a relay names as the sender's, up to so many; its own name says
/// nothing. How many more could be taken.
pub fn read<'s>(value: &[u8], origin: &'s Origin, most: usize, sink: &mut Sink<'s>) -> usize {
    sink.set_origin(origin);
    let (mut words, mut left) = (Words::of(value), most);
    runs::each_host(value, |[start, end]| {
        if left == 0 || words.pass([start, end]) == Is::By {
            return false;
        }
        let word = &value[start..end];
        // Whole blocks, where there are some.
        let near = value.get(start..start + word.len().next_multiple_of(BLOCK)).unwrap_or(word);
        let has = |bytes| position::<BLOCK>(near, is_any(bytes)).is_some_and(|at| at < word.len());
        if has([b'.', b':']) {
            take(word, has([b':'; 2]), sink);
            left -= 1;
        }
        true
    });
    left
}

/// What a relay says of the way of a message.
#[derive(Debug, PartialEq, Eq)]
pub struct Hop<'v> {
    /// Who outside handed it over.
    pub from: Outside,
    /// What the relay calls itself.
    pub by: &'v [u8],
}

impl<'v> Hop<'v> {
    /// What a header says; addresses in the networks that are ours are not outside.
    pub fn of(value: &'v [u8], ours: &[Network]) -> Self {
        let (mut words, mut part) = (Words::of(value), Part::From);
        let mut hop = Self { from: Outside::Nobody, by: b"" };
        runs::each_host(value, |[start, end]| {
            let (is, word) = (words.pass([start, end]), &value[start..end]);
            match (part, is) {
                (Part::From, Is::By) => part = Part::By,
                (Part::From, _) => hop.from = hop.from.and(word, ours),
                (Part::By, _) => (hop.by, part) = (word, Part::Behind),
                (Part::Behind, Is::With) => part = Part::With,
                // What follows may be a name that the sender chose.
                (Part::Behind, Is::For) => return false,
                (Part::Behind, _) => (),
                (Part::With, _) => {
                    // Our own program went to fetch it: whoever sent it stands further below.
                    if FETCHING.iter().any(|name| begins(word, name)) {
                        hop.from = Outside::Nobody;
                    }
                    return false;
                }
            }
            true
        });
        hop
    }
}

/// Who outside a relay has a message from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    Nobody,
    /// Somebody of this neighbourhood.
    Of(Neighbourhood),
    /// It names several: one of them the sender may have chosen.
    Unclear,
}

impl Outside {
    /// Take what another word of the relay says.
    fn and(self, word: &[u8], ours: &[Network]) -> Self {
        let outside = hosts::addresses(word).filter(|address| is_outside(*address, ours));
        outside.map(Neighbourhood::of).fold(self, |known, next| match known {
            Self::Nobody => Self::Of(next),
            Self::Of(first) if first == next => known,
            _ => Self::Unclear,
        })
    }
}

/// Which part of a header is read.
#[derive(Clone, Copy)]
enum Part {
    From,
    By,
    Behind,
    With,
}

/// What a word is where it stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Is {
    Other,
    By,
    With,
    For,
}

/// Tells the words of a header apart from the names that a sender gave itself.
struct Words<'v> {
    value: &'v [u8],
    /// How deep in comments the reading is, and where it is.
    depth: usize,
    at: usize,
    is_behind_from: bool,
}

impl<'v> Words<'v> {
    fn of(value: &'v [u8]) -> Self {
        Self { value, depth: 0, at: 0, is_behind_from: false }
    }

    /// Go on behind a word, which is told.
    #[inline]
    fn pass(&mut self, [start, end]: [usize; 2]) -> Is {
        let value = self.value;
        self.depth = value[self.at..start].iter().copied().fold(self.depth, comments);
        self.at = end;
        let word = &value[start..end];
        // A sender may call itself so, to hide what follows.
        let is_name = self.depth > 0 || self.is_behind_from;
        self.is_behind_from = word.eq_ignore_ascii_case(b"from");
        let is = match word.len() {
            2 if word.eq_ignore_ascii_case(b"by") => Is::By,
            3 if word.eq_ignore_ascii_case(b"for") => Is::For,
            4 if word.eq_ignore_ascii_case(b"with") => Is::With,
            _ => return Is::Other,
        };
        // Servers write something else for the blanks in such names.
        if is_name || !is_bare(value, [start, end]) { Is::Other } else { is }
    }
}

/// Whether a word has blanks or comments around it.
fn is_bare(value: &[u8], [start, end]: [usize; 2]) -> bool {
    let is_before = |byte: &u8| byte.is_ascii_whitespace() || *byte == b')';
    let is_after = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'(';
    value[..start].last().is_none_or(is_before) && value.get(end).is_none_or(is_after)
}

/// Whether a word begins so, in any case.
fn begins(word: &[u8], name: &[u8]) -> bool {
    word.get(..name.len()).is_some_and(|first| first.eq_ignore_ascii_case(name))
}

/// How deep in comments one is behind a byte, without a branch: brackets come as they like.
fn comments(depth: usize, byte: u8) -> usize {
    (depth + usize::from(byte == b'(')).saturating_sub(usize::from(byte == b')'))
}

/// Whether it is one of two bytes.
fn is_any([one, other]: [u8; 2]) -> impl Fn(u8x16) -> u8x16 {
    move |bytes| bytes.simd_eq(u8x16::splat(one)) | bytes.simd_eq(u8x16::splat(other))
}

/// Take a word with full stops or colons.
fn take(word: &[u8], has_colon: bool, sink: &mut Sink<'_>) {
    let is_host = |name: &&[u8]| name.len() > 3 && name.contains(&b'.');
    if !has_colon && word.len() > 3 || has_colon && hosts::is_address(word, true) {
        hosts::take(word, has_colon, sink);
    } else if has_colon {
        let names = word.split(|byte| *byte == b':').filter(is_host);
        names.for_each(|name| hosts::take(name, false, sink));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hop(value: &str) -> (bool, String) {
        let ours = [Network::parse("192.0.2.0/24").unwrap()];
        let Hop { from, by } = Hop::of(value.as_bytes(), &ours);
        (from != Outside::Nobody, String::from_utf8_lossy(by).into_owned())
    }

    /// The neighbourhood of a sender is known if all addresses are of one.
    #[test]
    fn senders_have_a_neighbourhood() {
        for (value, expected) in [
            ("from x ([198.51.100.7]) by mx", "198.51.100"),
            ("from [198.51.100.8] (x [198.51.100.7]) by mx", "198.51.100"),
            ("from [10.1.2.3] (x [198.51.100.7]) by mx", "198.51.100"),
            ("from x ([IPv6:2001:db8:1:2::3]) by mx", "2001:db8:1"),
            ("from x ([198.51.100.7] helo=[203.0.113.1]) by mx", "unclear"),
            ("from [203.0.113.1] (x [198.51.100.7], 203.0.113.1) by mx", "unclear"),
        ] {
            let found = match Hop::of(value.as_bytes(), &[]).from {
                Outside::Nobody => "nobody".into(),
                Outside::Of(neighbourhood) => neighbourhood.to_string(),
                Outside::Unclear => "unclear".into(),
            };
            assert_eq!(found, expected, "{value}");
        }
    }

    /// A host outside is one whose address is neither near nor ours, wherever the relay names it.
    #[test]
    fn hosts_outside_are_told() {
        for peer in [
            "x ([198.51.100.7])",
            "[198.51.100.7] (helo=x)",
            "unknown (HELO x) (198.51.100.7)",
            "x (y [IPv6:2001:db8::1])",
            "x (2001:db8::1)",
            "x ([::ffff:198.51.100.7]:2525)",
            "x (198.51.100.7:2525)",
            "[10.1.2.3] (x [198.51.100.7])",
            "[192.0.2.7] (x [198.51.100.7])",
            "198.51.100.7",
            "x?by?y (z\r\n\t[198.51.100.7])",
            "by (by [198.51.100.7])",
            ") ( (x [198.51.100.7]",
        ] {
            let (is_from_outside, _) = hop(&format!("from {peer} by mx.example.org; now"));
            assert!(is_from_outside, "{peer}");
        }
    }

    /// Hosts near, our own, those without an address and those that mail is fetched from are not.
    #[test]
    fn others_are_near() {
        for value in [
            "from localhost (x [127.0.0.1]) by mx.example.org; now",
            "from x ([192.0.2.7]) by mx.example.org; now",
            "from x (IPv6:fd00::1) by mx.example.org; now",
            "from x (999.1.2.3) by mx.example.org; now",
            "from x by mx.example.org with LMTP; now",
            "by mx.example.org (8.11.6/8.11.6) with SMTP (198.51.100.7); now",
            "from x [198.51.100.7] by mx.example.org with IMAP (fetchmail-5.9.0); now",
            "from x [198.51.100.7]\n by mx.example.org (y)\n with POP3S; now",
        ] {
            assert_eq!(hop(value), (false, "mx.example.org".into()), "{value}");
        }
        assert_eq!(hop("(qmail 1 invoked by uid 82)"), (false, String::new()));
        assert_eq!(hop(""), (false, String::new()));
    }

    /// Nobody fetched mail whose recipient says so.
    #[test]
    fn names_fetch_nothing() {
        for value in [
            "from x [198.51.100.7] by mx with SMTP for <with POP3>; now",
            "from x [198.51.100.7] by mx for with POP3; now",
            "from x [198.51.100.7] by mx (with POP3); now",
            "from x?with?POP3 [198.51.100.7] by mx; now",
        ] {
            assert_eq!(hop(value), (true, "mx".into()), "{value}");
        }
    }
}
