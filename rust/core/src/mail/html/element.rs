//! Table of HTML elements, by their effect on the text around them.

use super::name::{Key, KeyTable, keys};

keys! {
    all KNOWN;
    A = b"a", ABBR = b"abbr", ACRONYM = b"acronym", ADDRESS = b"address", APPLET = b"applet",
    AREA = b"area", ARTICLE = b"article", ASIDE = b"aside", B = b"b", BASE = b"base",
    BASEFONT = b"basefont", BDI = b"bdi", BDO = b"bdo", BGSOUND = b"bgsound", BIG = b"big",
    BLINK = b"blink", BLOCKQUOTE = b"blockquote", BODY = b"body", BR = b"br", BUTTON = b"button",
    CAPTION = b"caption", CENTER = b"center", CITE = b"cite", CODE = b"code", COL = b"col",
    COLGROUP = b"colgroup", DATALIST = b"datalist", DD = b"dd", DEL = b"del",
    DETAILS = b"details", DFN = b"dfn", DIALOG = b"dialog", DIR = b"dir", DIV = b"div", DL = b"dl", DT = b"dt", EM = b"em", EMBED = b"embed",
    FIELDSET = b"fieldset", FIGCAPTION = b"figcaption", FIGURE = b"figure", FONT = b"font",
    FOOTER = b"footer", FORM = b"form", FRAME = b"frame", FRAMESET = b"frameset", H1 = b"h1",
    H2 = b"h2", H3 = b"h3", H4 = b"h4", H5 = b"h5", H6 = b"h6", HEAD = b"head",
    HEADER = b"header", HR = b"hr", HTML = b"html", I = b"i", IFRAME = b"iframe",
    ILAYER = b"ilayer", IMAGE = b"image", IMG = b"img", INPUT = b"input", INS = b"ins",
    KBD = b"kbd", KEYGEN = b"keygen", LABEL = b"label", LAYER = b"layer", LEGEND = b"legend",
    LI = b"li", LINK = b"link", LISTING = b"listing", MAIN = b"main", MAP = b"map",
    MARK = b"mark", MARQUEE = b"marquee", MENU = b"menu", META = b"meta", NAV = b"nav",
    NOBR = b"nobr", NOEMBED = b"noembed", NOFRAMES = b"noframes", NOSCRIPT = b"noscript",
    OBJECT = b"object", OL = b"ol", OPTGROUP = b"optgroup", OPTION = b"option", P = b"p",
    PARAM = b"param", PICTURE = b"picture", PLAINTEXT = b"plaintext", PRE = b"pre", Q = b"q",
    RP = b"rp", RT = b"rt", RUBY = b"ruby", S = b"s", SAMP = b"samp", SCRIPT = b"script",
    SECTION = b"section", SELECT = b"select", SMALL = b"small", SOURCE = b"source",
    SPACER = b"spacer", SPAN = b"span", STRIKE = b"strike", STRONG = b"strong", STYLE = b"style",
    SUB = b"sub", SUMMARY = b"summary", SUP = b"sup", SVG = b"svg", TABLE = b"table",
    TBODY = b"tbody", TD = b"td", TEMPLATE = b"template", TEXTAREA = b"textarea",
    TFOOT = b"tfoot", TH = b"th", THEAD = b"thead", TIME = b"time", TITLE = b"title", TR = b"tr",
    TRACK = b"track", TT = b"tt", U = b"u", UL = b"ul", VAR = b"var", VIDEO = b"video",
    WBR = b"wbr", XMP = b"xmp",
}

/// What an element does to the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Begins and ends a line.
    Block,
    /// Runs within a line.
    Inline,
    /// Ends a line and holds nothing.
    Break,
    /// Takes room within a line and holds nothing.
    Room,
    /// Takes no room and holds nothing.
    Void,
    /// Is none that HTML has.
    Unknown,
}

/// An element, with what is asked about it again and again.
#[derive(Clone, Copy, Debug)]
pub struct Element {
    /// Its name.
    pub key: Key,
    /// What it does to the text around it.
    pub flow: Flow,
    /// What it is a wall to.
    pub walls: u8,
    /// What it needs.
    needs: u8,
    /// Which bit stands for its name.
    bit: u8,
}

/// What is known of elements.
static ELEMENTS: KeyTable<Element, 512> = {
    let (mut table, mut i) = (KeyTable::new(Element::of(0)), 0);
    while i < KNOWN.len() {
        table = table.with(KNOWN[i], Element::of(KNOWN[i]));
        i += 1;
    }
    table
};

impl Element {
    /// The element of a name.
    #[inline]
    #[must_use]
    pub fn named(key: Key) -> Self {
        let element = ELEMENTS.get(key);
        let bit = if element.key == key { element.bit } else { bit(key) };
        Self { key, bit, ..element }
    }

    const fn of(key: Key) -> Self {
        Self { key, flow: flow(key), walls: walls(key), needs: needs(key), bit: bit(key) }
    }

    /// Whether it has one of some needs.
    #[inline]
    #[must_use]
    pub fn needs(self, needs: u8) -> bool {
        self.needs & needs != 0
    }

    /// A bit for its name.
    #[inline]
    #[must_use]
    pub fn bit(self) -> u64 {
        1 << self.bit
    }
}

/// Needs of elements, whatever attributes they have, one bit each: to have links and marks noted, to
/// be read without markup, to look other than what is around, to close others.
pub const NOTE: u8 = 1;
pub const RAW: u8 = 2;
pub const LOOK: u8 = 4;
pub const IMPLY: u8 = 8;

const fn needs(element: Key) -> u8 {
    let note = matches!(
        element,
        A | APPLET
            | AREA
            | BASE
            | EMBED
            | FORM
            | FRAME
            | IFRAME
            | IMAGE
            | IMG
            | INPUT
            | LINK
            | META
            | OBJECT
            | SCRIPT
    );
    let raw = matches!(element, IFRAME | PLAINTEXT | SCRIPT | STYLE | TEXTAREA | TITLE | XMP);
    let imply = implied(element).is_some();
    note as u8 * NOTE + raw as u8 * RAW + looks(element) as u8 * LOOK + imply as u8 * IMPLY
}

/// Whether an element looks other than what is around, whatever attributes it has.
const fn looks(element: Key) -> bool {
    matches!(
        element,
        A | BODY
            | BUTTON
            | DATALIST
            | DETAILS
            | DIALOG
            | LISTING
            | NOEMBED
            | NOFRAMES
            | PRE
            | RP
            | SELECT
            | SUMMARY
            | TABLE
            | TD
            | TEMPLATE
            | TEXTAREA
            | TH
            | XMP
    )
}

/// The number of a bit for a name. Those that opening tags look for have their own, others may
/// share one.
pub const fn bit(element: Key) -> u8 {
    match element {
        P => 0,
        A => 1,
        LI => 2,
        TD => 3,
        TR => 4,
        TBODY => 5,
        OPTION => 6,
        _ => 8 + ((element.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) % 56) as u8,
    }
}

/// What an element does to the text around it.
const fn flow(element: Key) -> Flow {
    match element {
        A | ABBR | ACRONYM | B | BDI | BDO | BIG | BLINK | CITE | CODE | DATALIST | DEL | DFN
        | EM | FONT | I | INS | KBD | LABEL | MAP | MARK | NOBR | NOEMBED | OBJECT | PICTURE
        | Q | RP | RT | RUBY | S | SAMP | SCRIPT | SMALL | SPAN | STRIKE | STRONG | STYLE | SUB
        | SUP | SVG | TEMPLATE | TIME | TT | U | VAR | VIDEO | APPLET => Flow::Inline,
        ADDRESS | ARTICLE | ASIDE | BLOCKQUOTE | BODY | BUTTON | CAPTION | CENTER | COLGROUP
        | DD | DETAILS | DIALOG | DIR | DIV | DL | DT | FIELDSET | FIGCAPTION | FIGURE | FOOTER
        | FORM | FRAMESET | H1 | H2 | H3 | H4 | H5 | H6 | HEAD | HEADER | HTML | IFRAME
        | ILAYER | LAYER | LEGEND | LI | LISTING | MAIN | MARQUEE | MENU | NAV | NOFRAMES
        | NOSCRIPT | OL | OPTGROUP | OPTION | P | PLAINTEXT | PRE | SECTION | SELECT | SUMMARY
        | TABLE | TBODY | TD | TEXTAREA | TFOOT | TH | THEAD | TITLE | TR | UL | XMP => Flow::Block,
        BR | HR => Flow::Break,
        IMG | IMAGE | INPUT | EMBED | SPACER => Flow::Room,
        AREA | BASE | BASEFONT | BGSOUND | COL | FRAME | KEYGEN | LINK | META | PARAM | SOURCE
        | TRACK | WBR => Flow::Void,
        _ => Flow::Unknown,
    }
}

/// Walls: closing tags within an element do not reach the elements around it. One bit for each
/// kind of closing.
pub const WALL: u8 = 1;
pub const WALL_TABLE: u8 = 2;
const WALL_ROW: u8 = 4;
const WALL_LIST: u8 = 8;
const WALL_TERMS: u8 = 16;
const WALL_SELECT: u8 = 32;

/// What an element is a wall to.
const fn walls(element: Key) -> u8 {
    match element {
        TABLE => WALL | WALL_TABLE | WALL_ROW,
        TD | TH | CAPTION | OBJECT | APPLET | MARQUEE | TEMPLATE | BUTTON => WALL,
        TR => WALL_ROW,
        UL | OL | DIR | MENU => WALL_LIST,
        DL => WALL_TERMS,
        SELECT => WALL_SELECT,
        _ => 0,
    }
}

/// The elements that an opening tag closes, and the walls it does not look behind.
#[must_use]
pub const fn implied(element: Key) -> Option<(&'static [Key], u8)> {
    Some(match element {
        LI => (&[LI], WALL_LIST | WALL_TABLE),
        DD | DT => (&[DD, DT], WALL_TERMS | WALL_TABLE),
        TD | TH => (&[TD, TH], WALL_ROW),
        TR => (&[TR], WALL_TABLE),
        TBODY | THEAD | TFOOT => (&[TBODY, THEAD, TFOOT, TR, CAPTION], WALL_TABLE),
        OPTION | OPTGROUP => (&[OPTION], WALL_SELECT),
        A => (&[A], WALL),
        _ => return None,
    })
}
