//! An mbox: where messages may part, and lines that were escaped.

use memchr::memmem;

/// Where lines begin with `From ` behind a blank line, of which the line end before is seen, too.
#[must_use]
pub fn froms(bytes: &[u8]) -> Vec<usize> {
    let starts = memmem::find_iter(bytes, b"\nFrom ").map(|at| at + 1);
    starts.filter(|&start| ends_blank(&bytes[..start])).collect()
}

fn ends_blank(bytes: &[u8]) -> bool {
    bytes.ends_with(b"\n\n") || bytes.ends_with(b"\n\r\n")
}

/// The same without the first `>` of lines that begin with `From ` behind one or more of them;
/// none if there are no such lines.
#[must_use]
pub fn unescape(bytes: &[u8]) -> Option<Vec<u8>> {
    let (mut plain, mut done) = (Vec::new(), 0);
    for last in memmem::find_iter(bytes, b">From ") {
        let first = bytes[..last].iter().rposition(|&byte| byte != b'>').map_or(0, |at| at + 1);
        if first == 0 || bytes[first - 1] == b'\n' {
            plain.extend_from_slice(&bytes[done..first]);
            done = first + 1;
        }
    }
    plain.extend_from_slice(&bytes[done..]);
    (done > 0).then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line counts if it stands behind a blank one, whatever ends the lines.
    #[test]
    fn lines_stand_behind_blank_ones() {
        assert_eq!(froms(b"a\n\nFrom b\nFrom c\n\r\nFrom d"), [3, 19]);
        assert_eq!(froms(b"\nFrom a\r\nFrom b\n \nFrom c\n\nFromage"), []);
    }

    /// One sign goes, at the beginning of a line only.
    #[test]
    fn one_sign_goes() {
        let bytes = b">From a\n>>From b\n> From c\n >From d\n->From e\n>Fromage\n";
        let plain = b"From a\n>From b\n> From c\n >From d\n->From e\n>Fromage\n";
        assert_eq!(unescape(bytes).as_deref(), Some(&plain[..]));
        assert_eq!(unescape(b"From a\n >From b"), None);
    }
}
