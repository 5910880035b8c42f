//! The stack of open elements: what closing tags close.

use super::css::Ties;
use super::element::{Element, Flow, IMPLY, P, TABLE, TD, TH, TR, WALL, WALL_TABLE, bit, implied};
use super::look::Look;
use super::name::Key;

/// Open elements that are known. Of more, the outermost are forgotten; their looks stay.
const DEPTH: usize = 256;

/// An open element.
#[derive(Clone, Copy, Debug)]
pub struct OpenElement {
    element: Element,
    /// How text within looks.
    pub look: Look,
    /// What rules of style sheets may ask to be around.
    pub ties: Ties,
    /// Whether it begins and ends a line.
    pub is_block: bool,
    /// Texts that were read before it.
    pub texts: usize,
    /// One bit for the name of this and of each element around it.
    names: u64,
}

/// The open elements.
#[derive(Debug)]
pub struct ElementStack {
    /// Never empty, so that there is a look everywhere.
    open: Vec<OpenElement>,
    /// The place of one that stands for the page and for those that are forgotten.
    base: usize,
}

impl ElementStack {
    /// The stack of a page.
    #[must_use]
    pub fn new(look: Look, ties: Ties) -> Self {
        let element = Element::named(0);
        let page = OpenElement { element, look, ties, is_block: false, texts: 0, names: 0 };
        Self { open: vec![page], base: 0 }
    }

    /// How text looks here.
    #[must_use]
    pub fn look(&self) -> Look {
        self.top().look
    }

    /// What rules may ask to be around.
    #[must_use]
    pub fn ties(&self) -> Ties {
        self.top().ties
    }

    /// Open an element.
    pub fn push(
        &mut self,
        element: Element,
        (look, ties): (Look, Ties),
        is_block: bool,
        texts: usize,
    ) {
        let names = self.top().names | element.bit();
        if self.known().len() == DEPTH {
            self.forget();
        }
        self.open.push(OpenElement { element, look, ties, is_block, texts, names });
    }

    /// Forget the outermost element but for its look. Room is made for many at a time, so that it
    /// costs little.
    fn forget(&mut self) {
        self.base += 1;
        if self.base == DEPTH {
            self.open.drain(..DEPTH);
            self.base = 0;
        }
        let base = &mut self.open[self.base];
        (base.element, base.names) = (Element::named(0), 0);
    }

    /// Close what the opening tag of an element closes.
    pub fn imply(&mut self, element: Element) {
        if element.flow == Flow::Block {
            self.close_within(P, 1 << bit(P), WALL);
        }
        if element.needs(IMPLY)
            && let Some((closed, walls)) = implied(element.key)
        {
            for &name in closed {
                self.close_within(name, 1 << bit(name), walls);
            }
        }
    }

    /// Close an element and all within it, if it is open.
    pub fn close(&mut self, element: Element) -> Option<OpenElement> {
        let walls = match element.key {
            TABLE => 0,
            TR | TD | TH => WALL_TABLE,
            _ => WALL,
        };
        self.close_within(element.key, element.bit(), walls)
    }

    /// Close an element unless it stands behind a wall.
    fn close_within(&mut self, name: Key, bit: u64, walls: u8) -> Option<OpenElement> {
        if self.top().names & bit == 0 {
            return None;
        }
        let stops =
            |open: &OpenElement| open.element.key == name || open.element.walls & walls != 0;
        let at = self.base + 1 + self.known().iter().rposition(stops)?;
        let open = self.open[at];
        if open.element.key != name {
            return None;
        }
        self.open.truncate(at);
        Some(open)
    }

    fn top(&self) -> &OpenElement {
        &self.open[self.open.len() - 1]
    }

    fn known(&self) -> &[OpenElement] {
        &self.open[self.base + 1..]
    }
}
