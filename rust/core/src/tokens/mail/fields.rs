//! Headers become tokens, but for those that earlier filters and mailboxes wrote.

use std::borrow::Cow;

use memchr::memchr_iter;

use super::sink::Sink;
use super::{Headers, address, hosts, received, urls, words};
use crate::mail::headers::Field;
use crate::mail::mark::Marks;

/// Mark what is odd about the headers of a part, whether they are read or not.
pub fn note(fields: &[Field<'_>], marks: &mut Marks) {
    for field in fields {
        let begins_word = |at: usize| field.value[..at].ends_with(b"=");
        let is_plain = field.value.is_ascii() && !memchr_iter(b'?', &field.value).any(begins_word);
        if !is_plain && !is_foreign(&field.name.to_ascii_lowercase()) {
            let _ = field.text(marks);
        }
    }
}

/// Read the headers of a message.
pub fn read(fields: &[Field<'_>], headers: Headers, sink: &mut Sink<'_>) {
    if headers == Headers::None {
        return;
    }
    let mut name = Vec::new();
    for field in fields {
        name.clear();
        name.extend_from_slice(&field.name);
        name.make_ascii_lowercase();
        if name == b"subject" {
            sink.set_origin("subject");
            words::read(&text(field), sink);
        }
        if headers == Headers::All && !is_foreign(&name) {
            sink.set_origin("header");
            // Names are ASCII, and can be cut anywhere.
            sink.take(&name[..name.len().min(LONGEST_NAME)]);
            read_value(str::from_utf8(&name).unwrap_or_default(), field, sink);
        }
    }
}

const LONGEST_NAME: usize = 40;

fn read_value(name: &str, field: &Field<'_>, sink: &mut Sink<'_>) {
    match name {
        "from" | "sender" | "reply-to" | "return-path" | "to" | "cc" | "errors-to" => {
            address::read(name, &text(field), sink);
        }
        "received" => received::read(&field.unfolded(), sink),
        "message-id" => read_id(&text(field), sink),
        "date" => read_date(&text(field), sink),
        "list-unsubscribe" | "list-post" => {
            sink.set_origin(name);
            for target in text(field).split(['<', '>', ',']) {
                sink.within_origin(|sink| urls::read(target, sink));
            }
        }
        "list-id"
        | "x-mailer"
        | "user-agent"
        | "organization"
        | "x-priority"
        | "importance"
        | "precedence"
        | "priority"
        | "authentication-results"
        | "auto-submitted"
        | "x-originating-ip"
        | "mime-version"
        | "content-language" => {
            sink.set_origin(name);
            words::read(&text(field), sink);
        }
        _ => (),
    }
}

/// The value of a header; what is odd about it was noted before.
fn text<'f>(field: &'f Field<'_>) -> Cow<'f, str> {
    field.text(&mut Marks::default())
}

/// The host that made an identifier.
fn read_id(value: &str, sink: &mut Sink<'_>) {
    sink.set_origin("message-id");
    if let Some((_, host)) = value.trim_end_matches(['>', ' ']).rsplit_once('@') {
        hosts::take(host.as_bytes(), sink);
    } else {
        sink.take(b"odd");
    }
}

/// The zone of a date.
fn read_date(value: &str, sink: &mut Sink<'_>) {
    sink.set_origin("date");
    let zone = value.split_ascii_whitespace().find(|word| word.starts_with(['+', '-']));
    sink.take(zone.filter(|zone| zone.len() == 5).map_or(b"odd", str::as_bytes));
}

/// Headers of mailboxes.
const STATUS: [&str; 9] = [
    "status",
    "x-uidl",
    "content-length",
    "lines",
    "x-status",
    "x-uid",
    "x-keywords",
    "x-folder",
    "x-gmail-labels",
];

/// What the names of headers begin with that filters and mailboxes write.
const FOREIGN: [&str; 26] = [
    "x-spam",
    "x-bogosity",
    "x-priory",
    "x-ham",
    "x-dspam",
    "x-crm114",
    "x-text-classification",
    "x-popfile",
    "x-rspamd",
    "x-mox-",
    "x-virus",
    "x-antispam",
    "x-antivirus",
    "x-microsoft-antispam",
    "x-forefront-antispam",
    "x-ms-exchange-organization-scl",
    "x-barracuda",
    "x-proofpoint",
    "x-ironport",
    "x-imap",
    "x-mozilla",
    "x-evolution",
    "x-mailscanner",
    "x-amavis",
    "x-sa-",
    "x-scanned",
];

fn is_foreign(name: &[u8]) -> bool {
    STATUS.iter().any(|status| status.as_bytes() == name)
        || name.starts_with(b"x-") && FOREIGN.iter().any(|start| is_start(start.as_bytes(), name))
}

/// Whether a name begins so; what follows the `x-` mostly says.
fn is_start(start: &[u8], name: &[u8]) -> bool {
    start.get(2) == name.get(2) && name.starts_with(start)
}
