//! Shared drawing, with no knowledge of runs.

pub mod clean;
pub mod field;
pub mod paint;
pub mod theme;
