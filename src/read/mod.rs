//! What a record means, pure: commands, gates, outside actions, limits, claims, replay, ending, last good, products.

pub mod changes;
pub mod claims;
pub mod commits;
pub mod decisions;
pub mod gates;
pub mod limits;
pub mod outside;
pub mod ran;
pub mod shell;
pub mod task;
