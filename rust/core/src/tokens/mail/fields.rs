//! Tokens of headers, except those that earlier filters and mailboxes wrote.

use std::borrow::Cow;
use std::mem::replace;

use super::authentication::{self, N_METHODS, Results};
use super::header::{self, Header, Sort, is_foreign};
use super::origin::{AUTH, CLAIMED_AUTH, HEADER, Origin, RELAY};
use super::sink::Sink;
use super::trust::Trust;
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
pub fn read<'t>(fields: &[Field<'_>], headers: Headers, trust: &'t Trust<'t>, sink: &mut Sink<'t>) {
    if headers == Headers::None {
        return;
    }
    let mut values = Values::new(trust);
    for (number, field) in fields.iter().enumerate() {
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
                values.read(known, field, trust.reaches(number), sink);
            }
        }
    }
}

const LONGEST_NAME: usize = 40;

/// Hosts that are taken of what the sender may have written of the way of a message.
const MOST_CLAIMS: usize = 9; // experiments/016

/// Reads the values of headers, from the topmost on.
struct Values<'t> {
    trust: &'t Trust<'t>,
    /// How many hosts may still be taken of what anybody may have written.
    n_claims: usize,
    /// Which methods were read, of servers that are ours and of others.
    known: [[bool; N_METHODS]; 2],
}

impl<'t> Values<'t> {
    fn new(trust: &'t Trust<'t>) -> Self {
        Self { trust, n_claims: MOST_CLAIMS, known: [[false; N_METHODS]; 2] }
    }

    fn read(&mut self, known: &'static Header, field: &Field<'_>, ours: bool, sink: &mut Sink<'t>) {
        let [origin, _] = &known.origins;
        match known.sort {
            // The last server writes it, above all others.
            Sort::Return if !ours => (),
            Sort::Addresses | Sort::Return => address::read(&known.origins, &text(field), sink),
            Sort::Relay => self.read_relay(field, ours, sink),
            Sort::Authentication => self.read_results(field, sink),
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

    /// Read a relay.
    fn read_relay(&mut self, field: &Field<'_>, is_ours: bool, sink: &mut Sink<'t>) {
        // Line ends part no more than the blanks behind them do.
        if is_ours {
            received::read(&field.value, &RELAY, usize::MAX, sink);
            return;
        }
        if let Some(origin) = &self.trust.claims {
            self.n_claims = received::read(&field.value, origin, self.n_claims, sink);
        }
    }

    /// Read results; of each method the topmost counts, for whoever is ours writes above others.
    fn read_results(&mut self, field: &Field<'_>, sink: &mut Sink<'t>) {
        let Some(results) = Results::of(&field.unfolded()) else { return };
        let is_ours = self.trust.names(results.server());
        let [ours, others] = &mut self.known;
        let (origin, known) = if is_ours { (&AUTH, ours) } else { (&CLAIMED_AUTH, others) };
        sink.set_origin(origin);
        for (method, result) in results.found() {
            if !replace(&mut known[method], true) {
                let name = authentication::name(method);
                sink.take(format!("{name}={result}").as_bytes());
            }
        }
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
