//! The elements that are open, the innermost of them: what closing tags close.

use std::collections::VecDeque;

use super::element::{self, Flow, P};
use super::look::Look;
use super::name::Key;

/// Open elements that are known. Of more, the outermost are forgotten; their looks stay.
const DEPTH: usize = 256;

/// An open element.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    /// Its name.
    pub element: Key,
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
    pub fn push(&mut self, element: Key, look: Look, is_block: bool, texts: usize) {
        let names = self.names() | bit(element);
        if self.open.len() == DEPTH
            && let Some(outermost) = self.open.pop_front()
        {
            self.around = outermost.look;
        }
        self.open.push_back(Open { element, look, is_block, texts, names });
    }

    /// Close what the opening tag of an element closes.
    pub fn imply(&mut self, element: Key, flow: Flow) {
        if let Some((closed, walls)) = element::implied(element) {
            for &name in closed {
                self.close_up_to(name, |other| walls.contains(&other));
            }
        }
        if flow == Flow::Block {
            self.close_up_to(P, element::is_wall);
        }
    }

    /// Close an element and all within it, if it is open.
    pub fn close(&mut self, element: Key) -> Option<Open> {
        match element {
            element::TABLE => self.close_up_to(element, |_| false),
            element::TR | element::TD | element::TH => {
                self.close_up_to(element, |other| other == element::TABLE)
            }
            _ => self.close_up_to(element, element::is_wall),
        }
    }

    /// Close an element unless a wall stands before it.
    fn close_up_to(&mut self, element: Key, is_wall: impl Fn(Key) -> bool) -> Option<Open> {
        if self.names() & bit(element) == 0 {
            return None;
        }
        let inner = self
            .open
            .iter()
            .rev()
            .take_while(|open| open.element == element || !is_wall(open.element));
        let place = inner.enumerate().find(|(_, open)| open.element == element)?.0;
        let at = self.open.len() - 1 - place;
        let closed = self.open[at];
        self.open.truncate(at);
        Some(closed)
    }

    fn names(&self) -> u64 {
        self.open.back().map_or(0, |open| open.names)
    }
}

/// A bit for a name; several names may share one.
fn bit(element: Key) -> u64 {
    let mixed = (element as u64 ^ (element >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    1 << (mixed >> 58)
}
