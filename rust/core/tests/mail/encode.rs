//! Bytes in the encodings of mail.

use super::random::Random;

/// Bytes in any encoding, and the header that says so.
pub fn any(bytes: &[u8], random: &mut Random) -> (&'static [u8], Vec<u8>) {
    match random.below(4) {
        0 => (b"", bytes.to_vec()),
        1 => (b"Content-Transfer-Encoding: quoted-printable\n", quoted_printable(bytes)),
        2 => (b"Content-Transfer-Encoding: 8bit\n", utf16(bytes)),
        _ => (b"Content-Transfer-Encoding: base64\n", base64(bytes)),
    }
}

/// Base64 in lines.
pub fn base64(bytes: &[u8]) -> Vec<u8> {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut encoded = Vec::with_capacity(bytes.len() * 4 / 3 + bytes.len() / 50 + 8);
    for (group, three) in bytes.chunks(3).enumerate() {
        let mut word = [0; 4];
        word[1..=three.len()].copy_from_slice(three);
        let word = u32::from_be_bytes(word);
        let letters = [18, 12, 6, 0].map(|shift| LETTERS[(word >> shift & 63) as usize]);
        encoded.extend_from_slice(&letters[..=three.len()]);
        encoded.extend(std::iter::repeat_n(b'=', 3 - three.len()));
        if group % 19 == 18 {
            encoded.push(b'\n');
        }
    }
    encoded
}

/// Quoted-printable, with soft breaks now and then.
pub fn quoted_printable(bytes: &[u8]) -> Vec<u8> {
    let mut encoded = Vec::with_capacity(bytes.len() * 2);
    for (i, byte) in bytes.iter().enumerate() {
        if matches!(byte, b'\n' | b' '..=b'<' | b'>'..=b'~') {
            encoded.push(*byte);
        } else {
            encoded.extend_from_slice(format!("={byte:02X}").as_bytes());
        }
        if i % 70 == 69 {
            encoded.extend_from_slice(b"=\n");
        }
    }
    encoded
}

fn utf16(bytes: &[u8]) -> Vec<u8> {
    String::from_utf8_lossy(bytes).encode_utf16().flat_map(u16::to_be_bytes).collect()
}
