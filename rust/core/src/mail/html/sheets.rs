//! Collection of the style sheets of a page, wherever they stand.

use super::attributes::{Attribute, Attributes};
use super::css::{Sheet, is_read_media};
use super::element::{Element, IFRAME, NOEMBED, NOFRAMES, PLAINTEXT, RAW, STYLE, TEMPLATE};
use super::scan::{Piece, Scanner};

/// The rules of all sheets of a source; whether their names are the same in whatever case.
#[must_use]
pub fn collect(source: &str, folds_case: bool) -> Sheet {
    let (mut scanner, mut sheet) = (Scanner::new(source), Sheet::new(folds_case));
    let mut inert = 0_usize;
    while let Some(piece) = scanner.next() {
        match piece {
            Piece::Open(STYLE) if inert == 0 => add(&mut scanner, &mut sheet),
            Piece::Open(PLAINTEXT) => break,
            Piece::Open(TEMPLATE | NOFRAMES | NOEMBED) => inert += 1,
            Piece::Close(TEMPLATE | NOFRAMES | NOEMBED) => inert = inert.saturating_sub(1),
            Piece::Open(name) if name == IFRAME || Element::named(name).needs(RAW) => {
                scanner.raw(name);
            }
            _ => {}
        }
    }
    sheet
}

/// Add the sheet whose opening tag was read, if it is for a screen.
fn add(scanner: &mut Scanner<'_>, sheet: &mut Sheet) {
    let is_read = is_css(&scanner.attributes);
    let text = scanner.raw(STYLE);
    if is_read {
        sheet.read(text);
    }
}

fn is_css(attributes: &Attributes<'_>) -> bool {
    let kind = attributes.get(Attribute::Type).unwrap_or_default();
    let is_css = kind.is_empty() || kind.eq_ignore_ascii_case("text/css");
    is_css && is_read_media(&attributes.get(Attribute::Media).unwrap_or_default())
}
