//! Encoders for test messages: base64, quoted-printable and UTF-16.

use super::base64::base64;
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

/// Quoted-printable, with soft breaks now and then.
fn quoted_printable(bytes: &[u8]) -> Vec<u8> {
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
