//! Tokens of headers, except those that earlier filters and mailboxes wrote.

use std::borrow::Cow;

use super::header::{self, Header, Sort, is_foreign};
use super::origin::{HEADER, Origin};
use super::sink::Sink;
use super::{Headers, address, hosts, received, urls, words};
use crate::mail::field::Field;
use crate::mail::headers::is_plain;
use crate::mail::mark::Marks;
use crate::mail::part::Part;

/// Mark what is odd about the headers of a part, whether they are read or not.
pub fn note(part: &Part<'_>, marks: &mut Marks) {
    // One look at all headers saves one at each.
    if part.has_plain_fields {
        return;
    }
    for field in &part.fields {
        if !is_plain(&field.value) && !is_foreign(header::known(&field.name), &field.name) {
            let _ = field.text(marks);
        }
    }
}

/// Read the headers of a message.
pub fn read(fields: &[Field<'_>], headers: Headers, sink: &mut Sink<'_>) {
    if headers == Headers::None {
        return;
    }
    for field in fields {
        let known = header::known(&field.name);
        if let Some(Header { sort: Sort::Subject, origins: [origin, _], .. }) = known {
            sink.set_origin(origin);
            words::read(&text(field), sink);
        }
        if headers == Headers::All && !is_foreign(known, &field.name) {
            sink.set_origin(&HEADER);
            // Names are ASCII, and can be cut anywhere.
            sink.take_lower(&field.name[..field.name.len().min(LONGEST_NAME)]);
            if let Some(known) = known {
                read_value(known, field, sink);
            }
        }
    }
}

const LONGEST_NAME: usize = 40;

fn read_value(known: &'static Header, field: &Field<'_>, sink: &mut Sink<'_>) {
    let [origin, _] = &known.origins;
    match known.sort {
        Sort::Addresses => address::read(&known.origins, &text(field), sink),
        // Line ends part no more than the blanks behind them do.
        Sort::Relay => received::read(&field.value, sink),
        Sort::Identifier => read_id(origin, &text(field), sink),
        Sort::Date => read_date(origin, &text(field), sink),
        Sort::Targets => {
            sink.set_origin(origin);
            for target in text(field).split(['<', '>', ',']) {
                sink.within_origin(|sink| urls::read(target, sink));
            }
        }
        Sort::Words => {
            sink.set_origin(origin);
            words::read(&text(field), sink);
        }
        Sort::Subject | Sort::Status => (),
    }
}

/// The value of a header; what is odd about it was noted before.
fn text<'f>(field: &'f Field<'_>) -> Cow<'f, str> {
    field.text(&mut Marks::default())
}

/// The host that made an identifier.
fn read_id(origin: &'static Origin, value: &str, sink: &mut Sink<'_>) {
    sink.set_origin(origin);
    if let Some((_, host)) = value.trim_end_matches(['>', ' ']).rsplit_once('@') {
        hosts::take(host.as_bytes(), host.contains(':'), sink);
    } else {
        sink.take(b"odd");
    }
}

/// The zone of a date.
fn read_date(origin: &'static Origin, value: &str, sink: &mut Sink<'_>) {
    sink.set_origin(origin);
    let zone = value.split_ascii_whitespace().find(|word| word.starts_with(['+', '-']));
    sink.take(zone.filter(|zone| zone.len() == 5).map_or(b"odd", str::as_bytes));
}
