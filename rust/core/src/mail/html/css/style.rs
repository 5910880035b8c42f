//! The style of one element: of all that is said about a property, what counts most.

use super::declare::{Declared, read};
use super::property::{COUNT, Property};
use super::value::{Display, Position, Value};

/// How much a declaration counts; of two that count the same, the later one holds.
pub type Rank = u32;

/// The ranks of what the element itself says, and of what is important.
const INLINE: Rank = 1 << 30;
const IMPORTANT: Rank = 1 << 31;

/// What is said about one element.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// One bit for each property that something is said about.
    said: u64,
    values: [Value; COUNT],
    ranks: [Rank; COUNT],
}

/// A style that says nothing.
pub static EMPTY: Style = Style { said: 0, values: [Value::Unsaid; COUNT], ranks: [0; COUNT] };

impl Default for Style {
    fn default() -> Self {
        EMPTY.clone()
    }
}

impl Declared for Style {
    fn declare(&mut self, property: Property, value: Value, is_important: bool) {
        self.set(property, value, INLINE | if is_important { IMPORTANT } else { 0 });
    }
}

impl Style {
    /// Add what the `style` attribute of the element says.
    pub fn read(&mut self, text: &str) {
        read(text, self);
    }

    /// Add what a rule says.
    #[inline]
    pub fn set(&mut self, property: Property, value: Value, rank: Rank) {
        let at = property as usize;
        if rank >= self.ranks[at] {
            (self.values[at], self.ranks[at]) = (value, rank);
            self.said |= 1 << at;
        }
    }

    /// Whether anything is said about a property.
    #[inline]
    #[must_use]
    pub fn has(&self, property: Property) -> bool {
        self.has_any(1 << property as u64)
    }

    /// Whether anything is said about one of some properties, one bit for each.
    #[inline]
    #[must_use]
    pub fn has_any(&self, properties: u64) -> bool {
        self.said & properties != 0
    }

    /// The value of a property.
    #[inline]
    #[must_use]
    pub fn value(&self, property: Property) -> Value {
        self.values[property as usize]
    }

    /// A property that holds or does not.
    #[must_use]
    pub fn flag(&self, property: Property) -> Option<bool> {
        if let Value::Flag(flag) = self.value(property) { Some(flag) } else { None }
    }

    /// Whether a property holds.
    #[must_use]
    pub fn is(&self, property: Property) -> bool {
        self.value(property) == Value::Flag(true)
    }

    /// A number, or pixels.
    #[must_use]
    pub fn number(&self, property: Property) -> Option<f32> {
        if let Value::Number(number) = self.value(property) { Some(number) } else { None }
    }

    /// How the element stands among others.
    #[must_use]
    pub fn display(&self) -> Option<Display> {
        if let Value::Display(it) = self.value(Property::Display) { Some(it) } else { None }
    }

    /// Where the element is placed from.
    #[must_use]
    pub fn position(&self) -> Position {
        match self.value(Property::Position) {
            Value::Position(position) => position,
            _ => Position::Static,
        }
    }
}

/// The rank of a rule by its importance, its specificity and its place.
#[must_use]
pub fn rank([ids, classes, elements]: [u32; 3], place: u32, is_important: bool) -> Rank {
    let specificity = ids.min(7) << 9 | classes.min(31) << 4 | elements.min(15);
    specificity << PLACES | place | if is_important { IMPORTANT } else { 0 }
}

/// Bits of places: so many rules can be told apart.
pub const PLACES: u32 = 18;
