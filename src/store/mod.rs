//! The only module that writes: journal, published briefs, cache, scratch.
pub mod stage;
