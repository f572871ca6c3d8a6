//! Shared drawing, with no knowledge of runs.
//!
//! A widget gets lines of text that were cleaned before, draws them into cells, and keeps at most a place in a list or
//! a text. It knows no noun of the program, no key and no sentence.

pub mod clean;
pub mod command;
pub mod cut;
pub mod diff;
pub mod editor;
pub mod field;
pub mod list;
pub mod paint;
pub mod panes;
pub mod row;
pub mod strip;
pub mod text;
pub mod theme;
