//! URLs become their hosts, the words of their paths, and what is odd about them.

use super::sink::{Sink, cut};
use super::{Urls, address, hosts, words};

/// Bytes of an URL that are read.
const LONGEST: usize = 2048;

/// Read an URL.
pub fn read(url: &str, sink: &mut Sink<'_>) {
    let url = url.trim();
    if sink.urls == Urls::Words {
        sink.set_origin("");
        return words::read(url, sink);
    }
    if url.len() > LONGEST {
        sink.take_from("odd", b"long");
    }
    let url = cut(url, LONGEST);
    match url.split_once(':') {
        Some((scheme, rest)) if is_scheme(scheme) => read_scheme(scheme, rest, sink),
        _ if url.starts_with("//") => read_authority(&url[2..], sink),
        _ => (),
    }
}

fn is_scheme(scheme: &str) -> bool {
    scheme.len() < 12 && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn read_scheme(scheme: &str, rest: &str, sink: &mut Sink<'_>) {
    match &*scheme.to_ascii_lowercase() {
        "cid" => (),
        "mailto" => address::read("mailto", rest.split('?').next().unwrap_or(rest), sink),
        "http" | "https" | "ftp" => read_authority(rest.trim_start_matches(['/', '\\']), sink),
        other => {
            sink.take_from("scheme", other.as_bytes());
            if let Some(rest) = rest.strip_prefix("//") {
                read_authority(rest, sink);
            }
        }
    }
}

fn read_authority(rest: &str, sink: &mut Sink<'_>) {
    let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    let (user, host) = authority.rsplit_once('@').map_or((None, authority), |(u, h)| (Some(u), h));
    let (host, port) = host.split_once(':').map_or((host, None), |(h, p)| (h, Some(p)));
    sink.set_origin("url");
    hosts::take(host.as_bytes(), sink);
    let odd = [
        ("user", user.is_some()),
        ("port", port.is_some_and(|port| !["", "80", "443"].contains(&port))),
        ("address", hosts::is_address(host.as_bytes()) || is_number(host)),
        ("escaped", host.contains('%')),
        ("punycode", host.contains("xn--")),
        ("deep", host.bytes().filter(|byte| *byte == b'.').count() > 4),
    ];
    for (name, _) in odd.iter().filter(|(_, is)| *is) {
        sink.take_from("odd", name.as_bytes());
    }
    if sink.urls == Urls::Parts {
        sink.set_origin("path");
        words::read(path, sink);
    }
}

/// Whether a host is written as one number, decimal or hexadecimal.
fn is_number(host: &str) -> bool {
    let digits = host.strip_prefix("0x").unwrap_or(host);
    !digits.is_empty() && digits.len() > 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}
