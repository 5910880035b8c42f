//! Finds links that show one host and go to another.

use memchr::memchr;

/// Ends of file names that are no ends of hosts.
const FILES: &[&str] = &[
    "asp", "aspx", "avi", "bat", "cfm", "cgi", "doc", "docx", "exe", "gif", "gz", "htm", "html",
    "jpeg", "jpg", "js", "jsp", "mp3", "mpg", "pdf", "php", "pl", "png", "ppt", "py", "rar", "rtf",
    "shtml", "tar", "txt", "wav", "xls", "xlsx", "xml", "zip",
];

/// Names that stand between a country and those who live there.
const SHARED: &[&str] = &["ac", "co", "com", "edu", "gov", "ne", "net", "or", "org"];

/// The longest host.
const LONGEST: usize = 253;

/// Whether a link shows a host, and goes to one that has nothing to do with it.
#[must_use]
pub fn is_mismatch(shown: &str, target: &str) -> bool {
    let Some(shown) = shown_host(shown) else { return false };
    let Some(target) = target_host(target) else { return false };
    !is_within(&shown, &target)
        && !is_within(&target, &shown)
        && registered(&shown) != registered(&target)
}

/// The host that an address of the web goes to.
fn target_host(target: &str) -> Option<String> {
    let rest = after_scheme(target).or_else(|| target.strip_prefix("//"))?;
    let authority = rest.split(['/', '\\', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?.split(':').next()?.trim_end_matches('.');
    (!host.is_empty() && host.len() <= LONGEST).then(|| host.to_ascii_lowercase())
}

/// The host in a text that looks like one or like an address.
fn shown_host(shown: &str) -> Option<String> {
    // Most texts end here.
    memchr(b'.', shown.as_bytes())?;
    let text = shown.trim_matches(|c: char| c.is_whitespace() || "<>[]()\"'.,:;!".contains(c));
    let scheme = after_scheme(text);
    let rest = scheme.unwrap_or(text);
    let host = rest.split(['/', '?', '#', ':']).next()?;
    let has_www = host.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www."));
    let is_plain = scheme.is_none() && !has_www;
    let host = host.to_ascii_lowercase();
    let end = host.rsplit('.').next()?;
    let is_file = is_plain && (rest.contains(char::is_whitespace) || FILES.contains(&end));
    (is_host(&host) && !is_file).then_some(host)
}

/// What follows `http://` or `https://`.
fn after_scheme(text: &str) -> Option<&str> {
    let (scheme, rest) = text.split_once("://")?;
    (scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")).then_some(rest)
}

/// Whether a name could be that of a host on the net.
fn is_host(name: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_')
    };
    let end = name.rsplit('.').next().unwrap_or_default();
    name.len() <= LONGEST
        && name.contains('.')
        && name.split('.').all(is_part)
        && end.len() >= 2
        && end.chars().all(char::is_alphabetic)
}

/// Whether a host is the other one or lies below it.
fn is_within(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// The part of a host that somebody owns, by the look of it.
fn registered(host: &str) -> &str {
    let mut parts = host.rsplit('.');
    let (end, next) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let count = if end.len() == 2 && SHARED.contains(&next) { 3 } else { 2 };
    let length: usize = host.rsplit('.').take(count).map(|part| part.len() + 1).sum();
    &host[host.len() - (length - 1).min(host.len())..]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A link that shows another host than it goes to is a mismatch.
    #[test]
    fn other_hosts_mismatch() {
        for (shown, target) in [
            ("www.bank.example", "http://evil.example/"),
            ("https://bank.example/x y", "https://evil.test/bank.example"),
            ("bank.example", "http://bank.example@evil.test/"),
            ("<http://bank.example>", "HTTP://203.0.113.5/"),
            ("www.bank.co.uk", "//www.evil.co.uk/"),
            ("bank.example", "http://notbank.example"),
        ] {
            assert!(is_mismatch(shown, target), "{shown} {target}");
        }
    }

    /// The same owner, no host, or no target on the web is none.
    #[test]
    fn what_agrees_does_not_mismatch() {
        for (shown, target) in [
            ("www.bank.example", "http://bank.example/"),
            ("bank.example", "https://click.mail.bank.example/?x"),
            ("shop.bank.example", "https://www.bank.example:8080/"),
            ("Bank.EXAMPLE.", "http://BANK.example"),
            ("www.bank.co.uk", "http://login.bank.co.uk"),
            ("click here", "http://evil.example/"),
            ("report.pdf", "http://evil.example/"),
            ("a.b sentence", "http://evil.example/"),
            ("me@bank.example", "http://evil.example/"),
            ("bank.example", "mailto:me@evil.example"),
            ("bank.example", "page.html"),
            ("", ""),
            ("...", "http://"),
        ] {
            assert!(!is_mismatch(shown, target), "{shown} {target}");
        }
    }
}
