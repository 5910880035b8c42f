//! Text becomes tokens.
