//! Tokens of URLs: hosts, words of paths, and anomalies.

use std::borrow::Cow;

use memchr::{memchr, memchr3, memrchr};
use wide::u8x16;

use super::hosts::Survey;
use super::origin::{MAILTO, ODD, PATH, SCHEME, URL};
use super::short::BLOCK;
use super::sink::{Sink, cut};
use super::{Urls, address, alike, hosts, punycode, script, words};
use crate::mail::html::trim;
use crate::mail::near::position;

/// Bytes of an URL that are read.
const LONGEST: usize = 2048;

const LONGEST_SCHEME: usize = 20;

/// Read an URL; as words, they are of the origin at hand.
pub fn read(url: &str, sink: &mut Sink<'_>) {
    if sink.urls == Urls::Words {
        return words::read(url, sink);
    }
    let url = without_fillers(url);
    let url = trim(&url);
    if url.len() > LONGEST {
        sink.take_from(&ODD, b"long");
    }
    let url = cut(url, LONGEST);
    match memchr(b':', url.as_bytes()).map(|colon| (&url[..colon], &url[colon + 1..])) {
        Some((scheme, rest)) if is_scheme(scheme) => read_scheme(scheme, rest, sink),
        _ if url.starts_with("//") => read_authority(&url[2..], sink),
        _ => (),
    }
}

/// The URL without what browsers overlook: line ends, tabs, characters that are not seen.
fn without_fillers(url: &str) -> Cow<'_, str> {
    let is_filler = |c: char| matches!(c, '\t' | '\n' | '\r') || script::is_invisible(c);
    let has_line_end = memchr3(b'\t', b'\n', b'\r', url.as_bytes()).is_some();
    if has_line_end || !url.is_ascii() && url.contains(is_filler) {
        Cow::Owned(url.replace(is_filler, ""))
    } else {
        Cow::Borrowed(url)
    }
}

/// Whether it may be the scheme of an URL.
pub fn is_scheme(scheme: &str) -> bool {
    scheme.len() <= LONGEST_SCHEME
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-".contains(&byte))
}

fn read_scheme(scheme: &str, rest: &str, sink: &mut Sink<'_>) {
    let is = |name: &str| scheme.eq_ignore_ascii_case(name);
    if is("http") || is("https") || is("ftp") {
        read_authority(rest.trim_start_matches(['/', '\\']), sink);
    } else if is("mailto") {
        address::read(&MAILTO, rest.split('?').next().unwrap_or(rest), sink);
    } else if !is("cid") {
        sink.take_from(&SCHEME, scheme.to_ascii_lowercase().as_bytes());
        if let Some(rest) = rest.strip_prefix("//") {
            read_authority(rest, sink);
        }
    }
}

fn read_authority(rest: &str, sink: &mut Sink<'_>) {
    let end = position::<BLOCK>(rest.as_bytes(), ends_authority).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    let user = memrchr(b'@', authority.as_bytes());
    let (host, port) = split_port(user.map_or(authority, |at| &authority[at + 1..]));
    let survey = Survey::of(host.as_bytes());
    let is_coded = survey.has_dash && is_punycode(host.as_bytes());
    let shown = shown(host, is_coded);
    let host = host.as_bytes();
    sink.set_origin(&URL);
    hosts::take(shown.as_deref().map_or(host, str::as_bytes), survey.has_colon, sink);
    let odd = [
        ("user", user.is_some()),
        ("port", port.is_some_and(|port| !["", "80", "443"].contains(&port))),
        ("address", hosts::is_address(host, survey.has_colon) || is_number(host)),
        ("escaped", survey.has_percent),
        ("punycode", is_coded),
        ("mixed-scripts", shown.is_some_and(|host| host.split('.').any(alike::is_mixed))),
        ("deep", survey.dots > 4),
    ];
    for (name, _) in odd.iter().filter(|(_, is)| *is) {
        sink.take_from(&ODD, name.as_bytes());
    }
    if sink.urls == Urls::Parts {
        sink.set_origin(&PATH);
        words::read(path, sink);
    }
}

/// A host in the letters that readers see, if not all of them are ASCII.
fn shown(host: &str, is_coded: bool) -> Option<Cow<'_, str>> {
    let coded = is_coded.then(|| punycode::shown(&host.to_ascii_lowercase())).flatten();
    let shown = coded.filter(|shown| shown.len() <= hosts::LONGEST).map(Cow::Owned);
    shown.or_else(|| (!host.is_ascii()).then_some(Cow::Borrowed(host)))
}

/// A slash of either kind, a question mark or a number sign.
fn ends_authority(bytes: u8x16) -> u8x16 {
    let is = |byte| bytes.simd_eq(u8x16::splat(byte));
    is(b'/') | is(b'?') | is(b'#') | is(b'\\')
}

fn split_port(host: &str) -> (&str, Option<&str>) {
    if let Some((host, rest)) = hosts::bracketed(host) {
        return (host, rest.strip_prefix(':'));
    }
    let colon = memchr(b':', host.as_bytes());
    colon.map_or((host, None), |colon| (&host[..colon], Some(&host[colon + 1..])))
}

/// Whether a part of a host stands for other letters.
fn is_punycode(host: &[u8]) -> bool {
    host.windows(4).any(|some| some.eq_ignore_ascii_case(b"xn--"))
}

/// Whether a host is written as one number, decimal or hexadecimal.
fn is_number(host: &[u8]) -> bool {
    match host {
        [b'0', b'x' | b'X', digits @ ..] => {
            !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit)
        }
        _ => host.len() > 6 && host.iter().all(u8::is_ascii_digit),
    }
}
