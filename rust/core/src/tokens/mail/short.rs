//! Short texts in one SIMD register: loaded, lowered and copied 16 bytes at a time.

use wide::u8x16;

/// Bytes that are looked at in one step.
pub const BLOCK: usize = 16;

/// The bytes of a short text, up to [`BLOCK`], with zeros behind them. Loads that overlap are cheaper
/// than a copy of so many, and can be used at once.
#[inline]
pub fn gather(text: &[u8]) -> u8x16 {
    let join = |first: u64, last: u64, length: usize| {
        u128::from(first) | u128::from(last) << (8 * (text.len() - length))
    };
    let bytes = if let (Some(first), Some(last)) = (text.first_chunk::<8>(), text.last_chunk()) {
        join(u64::from_le_bytes(*first), u64::from_le_bytes(*last), 8)
    } else if let (Some(first), Some(last)) = (text.first_chunk::<4>(), text.last_chunk()) {
        join(u32::from_le_bytes(*first).into(), u32::from_le_bytes(*last).into(), 4)
    } else {
        text.iter().rev().fold(0, |bytes, &byte| bytes << 8 | u128::from(byte))
    };
    u8x16::new(bytes.to_le_bytes())
}

/// Whether the text from one place to another is ASCII. A short one is looked at in one step: a loop
/// over it would end where no processor expects it.
#[inline]
pub fn is_ascii(bytes: &[u8], [start, end]: [usize; 2]) -> bool {
    let block = bytes.get(start..).and_then(<[u8]>::first_chunk::<BLOCK>);
    if let (Some(block), 0..=BLOCK) = (block, end - start) {
        return u8x16::new(*block).to_bitmask() & ((1 << (end - start)) - 1) == 0;
    }
    bytes[start..end].is_ascii()
}

/// Bytes in lower case, if they are of ASCII.
#[inline]
pub fn lower(bytes: u8x16) -> u8x16 {
    bytes | is_upper(bytes) & u8x16::splat(0x20)
}

#[inline]
fn is_upper(bytes: u8x16) -> u8x16 {
    let from_a = bytes - u8x16::splat(b'A');
    from_a.min(u8x16::splat(b'Z' - b'A')).simd_eq(from_a)
}

/// Write a text at the start of some room, which is larger by [`BLOCK`]; in lower case if that is
/// asked for. What stands behind it is written over. Whether the text is ASCII.
#[inline]
pub fn copy(text: &[u8], room: &mut [u8], lowered: bool) -> bool {
    let case = u8x16::splat(if lowered { 0x20 } else { 0 });
    let folded = |bytes: u8x16| (bytes | is_upper(bytes) & case).to_array();
    let Some(last) = text.last_chunk::<BLOCK>() else {
        let bytes = gather(text);
        if let Some(first) = room.first_chunk_mut() {
            *first = folded(bytes);
        }
        return bytes.to_bitmask() == 0;
    };
    let last = u8x16::new(*last);
    let mut all = last;
    for (to, block) in room.as_chunks_mut().0.iter_mut().zip(text.as_chunks().0) {
        let bytes = u8x16::new(*block);
        all |= bytes;
        *to = folded(bytes);
    }
    room[text.len() - BLOCK..text.len()].copy_from_slice(&folded(last));
    all.to_bitmask() == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts of every length are copied whole, in the case they are to have.
    #[test]
    fn texts_are_copied() {
        let text: Vec<u8> = (0..=255).chain(0..=255).collect();
        for length in 0..100 {
            for text in [&text[..length], &text[b'A' as usize..][..length]] {
                let mut room = [b'?'; 200];
                assert_eq!(copy(text, &mut room, false), text.is_ascii());
                assert_eq!(room[..length], *text);
                assert_eq!(copy(text, &mut room, true), text.is_ascii());
                assert_eq!(room[..length], text.to_ascii_lowercase());
                assert!(room[length + BLOCK..].iter().all(|byte| *byte == b'?'));
            }
        }
    }

    /// A text is ASCII if no byte of it is above, whatever stands around it.
    #[test]
    fn ascii_is_seen() {
        for (length, above) in (0..40).flat_map(|length| (0..40).map(move |above| (length, above)))
        {
            let mut bytes = [b'a'; 48];
            bytes[above] = 0x80;
            for start in 0..=48 - length {
                let is_within = (start..start + length).contains(&above);
                assert_eq!(is_ascii(&bytes, [start, start + length]), !is_within);
            }
        }
    }

    /// What is gathered has zeros behind it.
    #[test]
    fn short_texts_are_gathered() {
        for length in 0..=BLOCK {
            let text = &b"ABCDEFGHIJKLMNOP"[..length];
            let mut expected = [0; BLOCK];
            expected[..length].copy_from_slice(&text.to_ascii_lowercase());
            assert_eq!(lower(gather(text)).to_array(), expected);
        }
    }
}
