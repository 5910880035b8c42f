//! Storage formats of the mail store: bags of messages, blocks of entries, and changes.

pub mod bag;
pub mod block;
pub mod changes;
pub mod corpus;
pub mod cursor;
pub mod deltas;
pub mod edit;
pub mod entries;
pub mod live;
pub mod messages;
pub mod seal;
pub mod varint;
pub mod views;
