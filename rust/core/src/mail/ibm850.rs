//! IBM code page 850 (Western European DOS), which `encoding_rs` has no decoder for.

/// The characters of the bytes from 128 on.
const HIGH: &str = "\
    ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ\
    áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
    └┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀\
    ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}\
";

/// Decode IBM850, in which every byte is a character.
#[must_use]
pub fn decode(bytes: &[u8]) -> String {
    let high: Vec<char> = HIGH.chars().collect();
    let decoded = |&byte: &u8| {
        if byte.is_ascii() { char::from(byte) } else { high[usize::from(byte) - 128] }
    };
    bytes.iter().map(decoded).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes below 128 are ASCII, and all others have a character, too.
    #[test]
    fn ibm850_is_decoded() {
        assert_eq!(decode(b"Gr\x94\xe1e \x9c5\xf0\xff"), "Größe £5\u{ad}\u{a0}");
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(&all).chars().count(), 256);
    }
}
