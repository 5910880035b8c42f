//! Charset labels: the names of charsets in mail, resolved to encodings.

use encoding_rs::Encoding;

/// The charset that a label stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Charset {
    /// Seven bits: says nothing about bytes above them.
    Ascii,
    Utf7,
    /// Four bytes a character, whose order the first four may tell.
    Utf32(Order),
    Ibm850,
    /// An encoding of the WHATWG standard.
    Web(&'static Encoding),
    Unknown,
}

/// The order of the bytes of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Little,
    Big,
    Unsaid,
}

/// Resolve a label: those of the WHATWG standard, and those of IANA and of mailers beside them.
#[must_use]
pub fn resolve(label: &str) -> Charset {
    let label = label.trim();
    if let Some(encoding) = Encoding::for_label_no_replacement(label.as_bytes())
        && !is_ascii_label(label)
    {
        return Charset::Web(encoding);
    }
    let lower = label.to_ascii_lowercase().replace('_', "-");
    // ISO's names may end in the year of the standard: `ISO_8859-14:1998`.
    let name = lower.split_once(':').map_or(&*lower, |(name, _)| name);
    match name {
        "ascii" | "us-ascii" | "ansi-x3.4-1968" => Charset::Ascii,
        "utf-7" | "unicode-1-1-utf-7" | "csutf7" => Charset::Utf7,
        "utf-32" | "utf32" | "csutf32" | "ucs-4" | "iso-10646-ucs-4" | "csucs4" => {
            Charset::Utf32(Order::Unsaid)
        }
        "utf-32le" | "csutf32le" => Charset::Utf32(Order::Little),
        "utf-32be" | "csutf32be" => Charset::Utf32(Order::Big),
        "ibm850" | "cp850" | "850" | "cspc850multilingual" => Charset::Ibm850,
        _ => Encoding::for_label_no_replacement(web_label(name).as_bytes())
            .map_or(Charset::Unknown, Charset::Web),
    }
}

/// Whether the WHATWG standard takes a label for windows-1252 that says ASCII.
fn is_ascii_label(label: &str) -> bool {
    ["us-ascii", "ascii", "ansi_x3.4-1968"].iter().any(|name| label.eq_ignore_ascii_case(name))
}

/// The WHATWG label for one that is unknown there, in lower case and with hyphens.
fn web_label(name: &str) -> &str {
    match name {
        "cp932" | "ms932" | "ms-kanji" => "shift_jis",
        "extended-unix-code-packed-format-for-japanese" => "euc-jp",
        "cp936" | "ms936" | "windows-936" | "csgbk" => "gbk",
        "gb-2312" | "gb-2312-80" | "gb2312-charset" => "gb2312",
        "csgb18030" => "gb18030",
        "cp949" | "ks-c-5601-1987" | "ks-c-5601-1989" | "ksc-5601" => "euc-kr",
        "cp950" | "chinesebig5" => "big5",
        "cskoi8u" => "koi8-u",
        "cstis620" => "tis-620",
        "elot-928" | "sun-eu-greek" => "greek",
        "csiso885913" => "iso-8859-13",
        "csiso885914" | "iso-celtic" | "iso-ir-199" | "l8" | "latin8" => "iso-8859-14",
        "csiso885915" | "latin-9" => "iso-8859-15",
        "csiso885916" | "iso-ir-226" | "l10" | "latin10" => "iso-8859-16",
        "csutf16" | "csutf16le" => "utf-16le",
        "csutf16be" => "utf-16be",
        "cswindows874" => "windows-874",
        "cswindows1250" => "windows-1250",
        "cswindows1251" => "windows-1251",
        "cswindows1252" => "windows-1252",
        "cswindows1253" => "windows-1253",
        "cswindows1254" => "windows-1254",
        "cswindows1255" => "windows-1255",
        "cswindows1256" => "windows-1256",
        "cswindows1257" => "windows-1257",
        "cswindows1258" => "windows-1258",
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Labels count in any case, with hyphens or underscores, and with the year of a standard.
    #[test]
    fn labels_are_resolved() {
        for (label, name) in [
            ("UTF-8", "UTF-8"),
            ("windows_1252", "windows-1252"),
            ("ISO8859_15", "ISO-8859-15"),
            ("ISO_8859-14:1998", "ISO-8859-14"),
            ("iso-8859-1:1987", "windows-1252"),
            ("KS-C-5601-1987", "EUC-KR"),
            ("csWindows1251", "windows-1251"),
            (" latin10 ", "ISO-8859-16"),
            ("cp932", "Shift_JIS"),
            ("GB2312_CHARSET", "GBK"),
            ("big5_hkscs", "Big5"),
            ("Unicode", "UTF-16LE"),
        ] {
            let Charset::Web(encoding) = resolve(label) else { panic!("{label} is unknown") };
            assert_eq!(encoding.name(), name, "{label}");
        }
    }

    /// ASCII, UTF-7 and IBM850 are no encodings of the WHATWG standard, or other ones.
    #[test]
    fn labels_beyond_the_web_are_resolved() {
        for (label, charset) in [
            ("US-ASCII", Charset::Ascii),
            ("us_ascii", Charset::Ascii),
            ("ANSI_X3.4-1968", Charset::Ascii),
            ("utf_7", Charset::Utf7),
            ("unicode-1-1-utf-7", Charset::Utf7),
            ("CP850", Charset::Ibm850),
            ("UTF_32", Charset::Utf32(Order::Unsaid)),
            ("utf-32LE", Charset::Utf32(Order::Little)),
            ("csUTF32BE", Charset::Utf32(Order::Big)),
        ] {
            assert_eq!(resolve(label), charset, "{label}");
        }
    }

    /// Encodings that the WHATWG standard refuses as dangerous are unknown, as is what nobody has.
    #[test]
    fn other_labels_are_unknown() {
        for label in ["", "x-none", "iso-2022-kr", "hz_gb_2312", "replacement"] {
            assert_eq!(resolve(label), Charset::Unknown, "{label}");
        }
    }
}
