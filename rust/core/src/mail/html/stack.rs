//! The elements that are open, the innermost of them: what closing tags close.

use std::collections::VecDeque;

use super::element::{Element, Flow, IMPLY, P, TABLE, TD, TH, TR, WALL, WALL_TABLE, bit, implied};
use super::look::Look;
use super::name::Key;

/// Open elements that are known. Of more, the outermost are forgotten; their looks stay.
const DEPTH: usize = 256;

/// An open element.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    element: Element,
    /// How text within looks.
    pub look: Look,
    /// Whether it begins and ends a line.
    pub is_block: bool,
    /// Texts that were read before it.
    pub texts: usize,
    /// One bit for the name of this and of each element around it.
    names: u64,
}

/// The open elements.
#[derive(Debug, Default)]
pub struct Stack {
    open: VecDeque<Open>,
    around: Look,
}

impl Stack {
    /// How text looks here.
    #[must_use]
    pub fn look(&self) -> Look {
        self.open.back().map_or(self.around, |open| open.look)
    }

    /// Change the looks of all that is open.
    pub fn repaint(&mut self, change: impl Fn(&mut Look)) {
        change(&mut self.around);
        self.open.iter_mut().for_each(|open| change(&mut open.look));
    }

    /// Open an element.
    pub fn push(&mut self, element: Element, look: Look, is_block: bool, texts: usize) {
        let names = self.names() | element.bit();
        if self.open.len() == DEPTH
            && let Some(outermost) = self.open.pop_front()
        {
            self.around = outermost.look;
        }
        self.open.push_back(Open { element, look, is_block, texts, names });
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
    pub fn close(&mut self, element: Element) -> Option<Open> {
        let walls = match element.key {
            TABLE => 0,
            TR | TD | TH => WALL_TABLE,
            _ => WALL,
        };
        self.close_within(element.key, element.bit(), walls)
    }

    /// Close an element unless it stands behind a wall.
    fn close_within(&mut self, name: Key, bit: u64, walls: u8) -> Option<Open> {
        if self.names() & bit == 0 {
            return None;
        }
        for at in (0..self.open.len()).rev() {
            let open = self.open[at];
            if open.element.key == name {
                self.open.truncate(at);
                return Some(open);
            }
            if open.element.walls & walls != 0 {
                return None;
            }
        }
        None
    }

    fn names(&self) -> u64 {
        self.open.back().map_or(0, |open| open.names)
    }
}
