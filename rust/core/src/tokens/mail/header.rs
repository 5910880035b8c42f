//! Static hash table of known header names, with how each is tokenized.

use super::origin::Origin;
use super::short::{BLOCK, gather, lower};

/// What a header holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Subject,
    Addresses,
    /// The address that the last server writes.
    Return,
    Relay,
    /// What a server found of the sender.
    Authentication,
    Identifier,
    Date,
    /// Addresses of the net, in brackets.
    Targets,
    Words,
    /// What a mailbox wrote.
    Status,
}

/// A header that is known by its name.
pub struct Header {
    name: &'static str,
    /// The first bytes of the name.
    first: [u8; BLOCK],
    pub sort: Sort,
    /// Where its tokens come from, and the names beside addresses in it.
    pub origins: [Origin; 2],
}

impl Header {
    /// Whether it has a name that begins as its own does.
    #[inline]
    fn is(&self, name: &[u8]) -> bool {
        self.name.len() == name.len()
            && (name.len() <= BLOCK || self.name.as_bytes().eq_ignore_ascii_case(name))
    }
}

const fn header(name: &'static str, sort: Sort) -> Header {
    // What has no words of its own may have a long name.
    let origin = if matches!(sort, Sort::Status | Sort::Authentication) { "" } else { name };
    let beside = if matches!(sort, Sort::Addresses | Sort::Return) { origin } else { "" };
    let (mut first, mut i) = ([0; BLOCK], 0);
    while i < name.len() && i < BLOCK {
        first[i] = name.as_bytes()[i];
        i += 1;
    }
    Header { name, first, sort, origins: [Origin::new(origin), Origin::joined(beside, "-name")] }
}

static HEADERS: [Header; 35] = [
    header("subject", Sort::Subject),
    header("from", Sort::Addresses),
    header("sender", Sort::Addresses),
    header("reply-to", Sort::Addresses),
    header("return-path", Sort::Return),
    header("to", Sort::Addresses),
    header("cc", Sort::Addresses),
    header("errors-to", Sort::Addresses),
    header("received", Sort::Relay),
    header("message-id", Sort::Identifier),
    header("date", Sort::Date),
    header("list-unsubscribe", Sort::Targets),
    header("list-post", Sort::Targets),
    header("list-id", Sort::Words),
    header("x-mailer", Sort::Words),
    header("user-agent", Sort::Words),
    header("organization", Sort::Words),
    header("x-priority", Sort::Words),
    header("importance", Sort::Words),
    header("precedence", Sort::Words),
    header("priority", Sort::Words),
    header("authentication-results", Sort::Authentication),
    header("auto-submitted", Sort::Words),
    header("x-originating-ip", Sort::Words),
    header("mime-version", Sort::Words),
    header("content-language", Sort::Words),
    header("status", Sort::Status),
    header("x-uidl", Sort::Status),
    header("content-length", Sort::Status),
    header("lines", Sort::Status),
    header("x-status", Sort::Status),
    header("x-uid", Sort::Status),
    header("x-keywords", Sort::Status),
    header("x-folder", Sort::Status),
    header("x-gmail-labels", Sort::Status),
];

/// Room for the headers, so ample that few stand in the place of another.
const SLOTS: usize = 256;

/// For each slot the number of a header, counted from one; none is zero.
static TABLE: [u8; SLOTS] = {
    let (mut table, mut i) = ([0; SLOTS], 0);
    while i < HEADERS.len() {
        let mut at = slot(HEADERS[i].name.as_bytes());
        while table[at] != 0 {
            at = (at + 1) % SLOTS;
        }
        i += 1;
        table[at] = i as u8;
    }
    table
};

/// Where the search for a name begins: its length and its ends tell most names apart.
#[inline]
const fn slot(name: &[u8]) -> usize {
    let [first, .., last] = name else { return 0 };
    let (first, last) = (*first | 0x20, *last | 0x20);
    (first as usize * 7 + last as usize * 29 + name.len() * 11) % SLOTS
}

/// The header of a name, written in any case.
#[inline]
pub fn known(name: &[u8]) -> Option<&'static Header> {
    let mut at = slot(name);
    let first = lower(gather(&name[..name.len().min(BLOCK)])).to_array();
    loop {
        let header = &HEADERS[(TABLE[at] as usize).checked_sub(1)?];
        if header.first == first && header.is(name) {
            return Some(header);
        }
        at = (at + 1) % SLOTS;
    }
}

/// What follows the `x-` in the names of headers that filters and mailboxes write, by its first
/// letter.
const fn foreign(first: u8) -> &'static [&'static str] {
    match first {
        b'a' => &["antispam", "antivirus", "amavis"],
        b'b' => &["bogosity", "barracuda"],
        b'c' => &["crm114"],
        b'd' => &["dspam"],
        b'e' => &["evolution"],
        b'f' => &["forefront-antispam"],
        b'h' => &["ham"],
        b'i' => &["ironport", "imap"],
        b'm' => &[
            "mox-",
            "microsoft-antispam",
            "ms-exchange-organization-scl",
            "mozilla",
            "mailscanner",
        ],
        b'p' => &["priory", "popfile", "proofpoint"],
        b'r' => &["rspamd"],
        b's' => &["spam", "sa-", "scanned"],
        b't' => &["text-classification"],
        b'v' => &["virus"],
        _ => &[],
    }
}

/// Whether a filter or a mailbox wrote a header, which is this one if it is known.
#[inline]
pub fn is_foreign(known: Option<&Header>, name: &[u8]) -> bool {
    match known {
        Some(known) => known.sort == Sort::Status,
        None => matches!(name, [b'x' | b'X', b'-', rest @ ..] if begins_foreign(rest)),
    }
}

fn begins_foreign(rest: &[u8]) -> bool {
    let begins = |start: &&str| {
        rest.get(..start.len()).is_some_and(|of| of.eq_ignore_ascii_case(start.as_bytes()))
    };
    rest.first().is_some_and(|first| foreign(first.to_ascii_lowercase()).iter().any(begins))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each header is found by its name, in any case, and no other is.
    #[test]
    fn headers_are_found() {
        for header in &HEADERS {
            for name in [header.name.to_owned(), header.name.to_uppercase()] {
                assert!(known(name.as_bytes()).is_some_and(|one| one.name == header.name));
                let sort = known(name.as_bytes()).map(|one| one.sort);
                assert_eq!(is_foreign(known(name.as_bytes()), b""), sort == Some(Sort::Status));
            }
        }
        for name in [&b""[..], b"x", b"fro", b"from ", b"fr\x0fm", b"t\x0f", b"TO\0"] {
            assert!(known(name).is_none(), "{name:?}");
        }
    }

    /// What filters wrote is foreign, however it goes on, and no header that is read is.
    #[test]
    fn filters_are_foreign() {
        for name in [&b"X-Spam-Flag"[..], b"x-bogosity", b"X-MailScanner-From", b"X-SA-Exim"] {
            assert!(is_foreign(known(name), name));
        }
        for name in [&b"X-Spa"[..], b"X-", b"Spam", b"X-MSMail-Priority"] {
            assert!(!is_foreign(known(name), name));
        }
        assert!(HEADERS.iter().all(|header| !is_foreign(None, header.name.as_bytes())));
    }
}
