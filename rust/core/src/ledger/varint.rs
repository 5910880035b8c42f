//! Unsigned LEB128 varints.

/// Write a number.
pub fn push(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Take a number off the front; none if there is no whole one, or none that fits.
#[inline]
pub fn pull(rest: &mut &[u8]) -> Option<u64> {
    let first = *rest.split_off_first()?;
    if first < 128 { Some(u64::from(first)) } else { pull_more(u64::from(first & 127), rest) }
}

#[cold]
fn pull_more(mut number: u64, rest: &mut &[u8]) -> Option<u64> {
    let mut shift = 7;
    loop {
        let byte = *rest.split_off_first()?;
        number |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return Some(number);
        }
        shift += 7;
        if shift > 56 {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers come back, and what is cut or too long is none.
    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), (1 << 56) - 1] {
            let mut bytes = Vec::new();
            push(number, &mut bytes);
            assert_eq!(pull(&mut &bytes[..]), Some(number));
            assert_eq!(pull(&mut &bytes[..bytes.len() - 1]), None);
        }
        assert_eq!(pull(&mut &[255; 12][..]), None);
    }
}
