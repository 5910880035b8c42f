//! Line splitting at LF, CR LF or a bare CR.

use wide::u8x16;

use super::near::position;

/// The line that begins at `start`: where it ends, and where the next one begins.
#[must_use]
pub fn line(bytes: &[u8], start: usize) -> (usize, usize) {
    let is_end =
        |lane: u8x16| lane.simd_eq(u8x16::splat(b'\n')) | lane.simd_eq(u8x16::splat(b'\r'));
    let Some(length) = position::<64>(&bytes[start..], is_end) else {
        return (bytes.len(), bytes.len());
    };
    let end = start + length;
    let pair = bytes[end] == b'\r' && bytes.get(end + 1) == Some(&b'\n');
    (end, end + 1 + usize::from(pair))
}

/// Where a text ends that stands before `start`, without the line end between them.
#[must_use]
pub fn before_line_end(bytes: &[u8], start: usize) -> usize {
    match bytes[..start] {
        [.., b'\r', b'\n'] => start - 2,
        [.., b'\r' | b'\n'] => start - 1,
        _ => start,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kind of line end is one.
    #[test]
    fn lines_end_in_three_ways() {
        let bytes = b"a\nb\r\nc\rd";
        let mut found = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let (end, next) = line(bytes, at);
            found.push(&bytes[at..end]);
            at = next;
        }
        assert_eq!(found, [b"a", b"b", b"c", b"d"]);
    }

    /// One line end is left out before a boundary, and no more.
    #[test]
    fn one_line_end_is_left_out() {
        assert_eq!(before_line_end(b"a\r\n\r\n--b", 5), 3);
        assert_eq!(before_line_end(b"a\n--b", 2), 1);
        assert_eq!(before_line_end(b"--b", 0), 0);
    }
}
