//! Verbs: the rules of the four steps, pure. No clock, no environment, no I/O; `now` and tables are arguments.
//!
//! Facts and what counts (`Decided`) go in, answers as data (`model/ruling.rs`) or entries to write down (`Op`) come out.

pub mod assign;
pub mod broken;
pub mod compose;
pub mod confirm;
pub mod gaps;
pub mod given;
pub mod later;
pub mod measured;
pub mod outside;
pub mod packet;
mod parts;
pub mod proof;
pub mod review;
pub mod sort;
mod speaks;
pub mod task;
mod text;
mod waits;

pub use waits::{settled, waits};
