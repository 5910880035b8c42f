//! Headers become tokens, but for those that earlier filters and mailboxes wrote.

use std::borrow::Cow;

use memchr::memmem;

use super::sink::{Sink, cut};
use super::{Headers, address, hosts, received, urls, words};
use crate::mail::headers::Field;
use crate::mail::mark::Marks;

/// Mark what is odd about the headers of a part, whether they are read or not.
pub fn note(fields: &[Field<'_>], marks: &mut Marks) {
    for field in fields {
        let is_plain = field.value.is_ascii() && memmem::find(&field.value, b"=?").is_none();
        if !is_plain && !is_foreign(&field.name().to_ascii_lowercase()) {
            let _ = field.text(marks);
        }
    }
}

/// Read the headers of a message.
pub fn read(fields: &[Field<'_>], headers: Headers, sink: &mut Sink<'_>) {
    if headers == Headers::None {
        return;
    }
    let mut name = String::new();
    for field in fields {
        name.clear();
        name.push_str(&field.name());
        name.make_ascii_lowercase();
        if name == "subject" {
            sink.set_origin("subject");
            words::read(&text(field), sink);
        }
        if headers == Headers::All && !is_foreign(&name) {
            sink.set_origin("header");
            sink.take(cut(&name, LONGEST_NAME).as_bytes());
            read_value(&name, field, sink);
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
        hosts::take(host, sink);
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

fn is_foreign(name: &str) -> bool {
    STATUS.contains(&name)
        || name.starts_with("x-") && FOREIGN.iter().any(|start| name.starts_with(start))
}
