//! The world now to model. Never writes, starts no program on Linux.

pub mod activity;
pub mod moved;
pub mod process;
pub mod signs;
pub mod tree;
mod users;
mod world;

pub use activity::Look;
pub use signs::signs;
pub use world::{World, host};
