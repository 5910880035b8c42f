//! CSS as far as it hides text: declarations, style sheets, and the cascade among them.
//!
//! Nothing is laid out. A page is taken to be read in a window of 800 by 600 pixels, and a property
//! counts by what it alone does to a box. What is skipped leaves text visible.

mod cut;
mod declare;
mod function;
mod hiding;
mod index;
mod length;
mod media;
mod property;
mod selector;
mod sheet;
mod style;
mod value;

pub use hiding::Kind;
pub use index::{Sheet, Ties};
pub use length::{number, pixels};
pub use media::is_read as is_read_media;
pub use property::Property;
pub use style::{EMPTY, Style};
pub use value::{Display, Value};

/// The window that a page is taken to be read in, in pixels.
pub const WINDOW: (f32, f32) = (800.0, 600.0);

/// Sizes up to this many pixels are too small to be seen.
pub const TINY: f32 = 2.7;
