//! Base64 encoder for test messages.

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
