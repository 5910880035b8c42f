//! Names of elements, attributes and properties as numbers that compare in one step.

/// A name in lower case: exact up to eight bytes, mixed beyond, where all that matter differ.
pub type Key = u64;

/// Bytes of a name that count.
const LONGEST: usize = 20;

/// The key of a name.
#[inline]
#[must_use]
pub const fn key(name: &[u8]) -> Key {
    let (mut key, mut i) = (0_u64, 0);
    while i < name.len() && i < LONGEST {
        key = key.rotate_left(8) ^ name[i].to_ascii_lowercase() as Key;
        i += 1;
    }
    key
}

/// Constants that hold the keys of names.
macro_rules! keys {
    ($($constant:ident = $name:literal),* $(,)?) => {
        $(pub const $constant: $crate::mail::html::name::Key =
            $crate::mail::html::name::key($name);)*
    };
}

pub(super) use keys;

/// One bit for each blank.
const BLANKS: u64 = 1 << b' ' | 1 << b'\t' | 1 << b'\n' | 1 << 0x0c | 1 << b'\r';

/// What HTML takes for blank.
#[inline]
#[must_use]
pub const fn is_blank(byte: u8) -> bool {
    byte <= b' ' && BLANKS >> byte & 1 != 0
}
