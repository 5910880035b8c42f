//! Detects the `From ` lines that separate the messages of an mbox.

/// Bytes of a separator, with its line end.
pub const LONGEST: usize = 1000;

const MONTHS: [&[u8]; 12] = [
    b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec",
];

const DAYS: [&[u8]; 7] = [b"Mon", b"Tue", b"Wed", b"Thu", b"Fri", b"Sat", b"Sun"];

/// Bytes between the time and the year, such as seconds and a zone.
const MOST_BETWEEN: usize = 20;

/// Whether a line that begins with `From ` behind a blank line separates messages: with a date and
/// a time, or with nothing.
#[must_use]
pub fn separates(line: &[u8]) -> bool {
    if line.len() > LONGEST {
        return false;
    }
    let blanks = (0..line.len()).filter(|&at| is_blank(line[at]));
    let mut places = blanks.map(|at| &line[at + 1..]);
    places.any(|rest| is_date_of_c(rest).or_else(|| is_date_of_header(rest)).is_some())
        || is_bare(line)
}

/// Whether a line that begins with `From ` is a separator in full, which nobody writes by chance:
/// with the day of the week, and with nothing behind the year.
#[must_use]
pub fn separates_in_full(line: &[u8]) -> bool {
    let mut places = (0..line.len()).filter(|&at| is_blank(line[at]));
    let is_dated =
        |at: usize| day(&line[at + 1..]).and_then(blanks).and_then(is_date_of_c).is_some();
    line.len() <= LONGEST && ends_in_year(line) && places.any(is_dated)
}

fn ends_in_year(line: &[u8]) -> bool {
    let last = line.trim_ascii_end().rsplit(|&byte| is_blank(byte)).next();
    last.and_then(|year| number(year, 4, 4)).is_some_and(<[u8]>::is_empty)
}

/// Whether a line begins with the name of a header, as neither a URL nor a time does.
#[must_use]
pub fn is_header(line: &[u8]) -> bool {
    let end = line.iter().position(|byte| !byte.is_ascii_graphic() || *byte == b':');
    let (name, rest) = line.split_at(end.unwrap_or(0));
    let is_name = name.first().is_some_and(u8::is_ascii_alphabetic);
    is_name && rest.starts_with(b":") && !rest.starts_with(b"://")
}

fn is_bare(line: &[u8]) -> bool {
    let end = line.iter().rposition(|&byte| !is_blank(byte)).map_or(0, |last| last + 1);
    matches!(&line[..end], b"From" | b"From -")
}

/// Whether a date begins here as C's `asctime` writes it: `Jan  3 01:05:34 1996`.
fn is_date_of_c(line: &[u8]) -> Option<()> {
    let rest = blanks(number(blanks(month(line)?)?, 1, 2)?)?;
    let rest = time(rest)?;
    let line_end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    let is_year = |at: usize| !is_word(rest[at - 1]) && number(&rest[at..], 4, 4).is_some_and(ends);
    (1..=line_end.min(MOST_BETWEEN)).any(is_year).then_some(())
}

/// Whether a date begins here as it stands in headers: `3 Jan 1996 01:05`.
fn is_date_of_header(line: &[u8]) -> Option<()> {
    let rest = month(blanks(number(line, 1, 2)?)?)?;
    time(blanks(number(blanks(rest)?, 2, 4)?)?).map(|_| ())
}

// Each of these takes something off the front and returns the rest, unless it does not stand there.

fn day(line: &[u8]) -> Option<&[u8]> {
    DAYS.iter().find_map(|day| line.strip_prefix(*day))
}

fn month(line: &[u8]) -> Option<&[u8]> {
    MONTHS.iter().find_map(|month| line.strip_prefix(*month))
}

fn blanks(line: &[u8]) -> Option<&[u8]> {
    let end = line.iter().position(|&byte| !is_blank(byte)).unwrap_or(line.len());
    (end > 0).then_some(&line[end..])
}

/// A number of so many digits, of which no more follow.
fn number(line: &[u8], least: usize, most: usize) -> Option<&[u8]> {
    let end = line.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(line.len());
    (least..=most).contains(&end).then_some(&line[end..])
}

fn time(line: &[u8]) -> Option<&[u8]> {
    let rest = number(line, 1, 2)?.strip_prefix(b":")?;
    number(rest, 2, 2).filter(|rest| ends(rest))
}

/// Whether a word is at its end here.
fn ends(rest: &[u8]) -> bool {
    rest.first().is_none_or(|&byte| !is_word(byte))
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dates as programs write them separate, and so does nothing at all.
    #[test]
    fn dates_separate() {
        for line in [
            "From ann@example.com Sat Jan  3 01:05:34 1996\n",
            "From ann Sat Jan  3 01:05 1996 PST\r\n",
            "From 123@xxx Mon Jan 01 00:00:00 +0000 2020",
            "From ann Fri, Jul 01 9:13 Z 1994",
            "From ann Sat, 3 Jan 96\t01:05:34 +0100\n",
            "From Jan 3 Feb 3 Mar 3 1:05 1996",
            "From \n",
            "From - \x0b\r\n",
        ] {
            assert!(separates(line.as_bytes()), "{line:?}");
        }
    }

    /// A separator in full has the day of the week, and ends with the year.
    #[test]
    fn full_separators() {
        for line in [
            "From ann@example.com Sat Jan  3 01:05:34 1996\n",
            "From ann Sat Jan 03 01:05 +0100 1996 \r\n",
        ] {
            assert!(separates_in_full(line.as_bytes()), "{line:?}");
        }
        for line in [
            "From ann@example.com Jan  3 01:05:34 1996\n",
            "From ann@example.com Sat Jan  3 01:05:34 1996 on\n",
            "From ann@example.com Sat, 3 Jan 1996 01:05:34\n",
            "From 1996\n",
            "From -\n",
        ] {
            assert!(!separates_in_full(line.as_bytes()), "{line:?}");
        }
        let long = format!("From {} Sat Jan 3 01:05 1996", "x".repeat(LONGEST));
        assert!(!separates_in_full(long.as_bytes()));
    }

    /// A header has a name without blanks, and a colon behind it.
    #[test]
    fn headers_have_names() {
        assert!(["Subject: x", "X-1:\r\n", "a:b:c"].iter().all(|line| is_header(line.as_bytes())));
        let others =
            ["", "\n", "Subject\n", ": x", "we met: x", "\u{fc}: x", " a: b", "1:30", "http://a"];
        assert!(!others.iter().any(|line| is_header(line.as_bytes())));
    }

    /// Lines of text do not.
    #[test]
    fn text_does_not_separate() {
        for line in [
            "From Jan 3 to Feb 5 we are away\n",
            "From 10:30 on 3 January 2004\n",
            "From ann Jan 3 01:055 1996\n",
            "From ann Jan 003 01:05 1996\n",
            "From ann Jan 3 01:05x 1996\n",
            "From ann Jan 3 01:05 19967\n",
            "From ann Jan 3 01:05 1996x\n",
            "From ann Jan 3 01:05 x1996\n",
            "From ann Jan 3 01:05 and very much more than 1996\n",
            "From ann Jan 3 01:05 \n1996",
            "From ann 3 Jan 1 01:05\n",
            "From ann xJan 3 01:05 1996\n",
            "From -- \n",
        ] {
            assert!(!separates(line.as_bytes()), "{line:?}");
        }
        let long = format!("From {} Jan 3 01:05 1996", "x".repeat(LONGEST));
        assert!(!separates(long.as_bytes()));
    }
}
