//! The elements that are open, the innermost of them: what closing tags close.

use std::collections::VecDeque;

use super::element::{self, A, Flow, P, WALL, WALL_TABLE};
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
    /// What it is a wall to.
    walls: u8,
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
        let walls = element::walls(element);
        if self.open.len() == DEPTH
            && let Some(outermost) = self.open.pop_front()
        {
            self.around = outermost.look;
        }
        self.open.push_back(Open { element, look, is_block, texts, names, walls });
    }

    /// Close what the opening tag of an element closes.
    pub fn imply(&mut self, element: Key, flow: Flow) {
        if flow == Flow::Block {
            self.close_within(P, WALL);
        } else if element != A {
            return;
        }
        if let Some((closed, walls)) = element::implied(element) {
            for &name in closed {
                self.close_within(name, walls);
            }
        }
    }

    /// Close an element and all within it, if it is open.
    pub fn close(&mut self, element: Key) -> Option<Open> {
        let walls = match element {
            element::TABLE => 0,
            element::TR | element::TD | element::TH => WALL_TABLE,
            _ => WALL,
        };
        self.close_within(element, walls)
    }

    /// Close an element unless it stands behind a wall.
    fn close_within(&mut self, element: Key, walls: u8) -> Option<Open> {
        if self.names() & bit(element) == 0 {
            return None;
        }
        for at in (0..self.open.len()).rev() {
            let open = self.open[at];
            if open.element == element {
                self.open.truncate(at);
                return Some(open);
            }
            if open.walls & walls != 0 {
                return None;
            }
        }
        None
    }

    fn names(&self) -> u64 {
        self.open.back().map_or(0, |open| open.names)
    }
}

/// A bit for a name. Those that opening tags look for have their own, others may share one.
fn bit(element: Key) -> u64 {
    let own = match element {
        P => 0,
        A => 1,
        element::LI => 2,
        element::TD => 3,
        element::TR => 4,
        element::TBODY => 5,
        element::OPTION => 6,
        _ => 8 + (element.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) % 56,
    };
    1 << own
}
