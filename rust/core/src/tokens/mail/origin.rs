//! Origins of tokens, the prefixes before their colon; nearly all are known before any mail comes.

/// Bytes of the longest origin and its colon, and more.
pub const LONGEST: usize = 32;

/// An origin and a colon, or nothing.
pub struct Origin {
    /// The bytes, with zeros behind them.
    pub bytes: [u8; LONGEST],
    /// How many there are.
    pub length: usize,
}

impl Origin {
    /// The origin of a name; none if that is empty.
    pub const fn new(name: &str) -> Self {
        Self::joined(name, "")
    }

    /// The origin whose name is these two.
    pub const fn joined(name: &str, more: &str) -> Self {
        let mut origin = Self { bytes: [0; LONGEST], length: 0 };
        if !name.is_empty() {
            origin = origin.and(name.as_bytes()).and(more.as_bytes()).and(b":");
        }
        origin
    }

    /// The origin of a name and of what it is about.
    pub fn about(name: &str, what: &str) -> Self {
        Self::new(name).and(what.as_bytes()).and(b"/")
    }

    const fn and(mut self, more: &[u8]) -> Self {
        let mut i = 0;
        while i < more.len() {
            self.bytes[self.length] = more[i];
            self.length += 1;
            i += 1;
        }
        self
    }
}

/// Words of the text.
pub static TEXT: Origin = Origin::new("");
pub static ALT: Origin = Origin::new("alt");
pub static ATTACHED: Origin = Origin::new("attached");
pub static AUTH: Origin = Origin::new("auth");
pub static CHARSET: Origin = Origin::new("charset");
/// What no server of ours wrote.
pub static CLAIMED_AUTH: Origin = Origin::new("claimed-auth");
pub const CLAIMED_RELAY: &str = "claimed-relay";
pub static ENCODING: Origin = Origin::new("encoding");
pub static FILE: Origin = Origin::new("file");
pub static HEADER: Origin = Origin::new("header");
pub static HIDDEN: Origin = Origin::new("hidden");
pub static MAILTO: [Origin; 2] = [Origin::new("mailto"), Origin::new("mailto-name")];
pub static MARK: Origin = Origin::new("mark");
pub static ODD: Origin = Origin::new("odd");
pub static PATH: Origin = Origin::new("path");
pub static RELAY: Origin = Origin::new("relay");
pub static SCHEME: Origin = Origin::new("scheme");
pub static SIZE: Origin = Origin::new("size");
pub static TYPE: Origin = Origin::new("type");
pub static URL: Origin = Origin::new("url");
