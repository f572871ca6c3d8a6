//! The only module that knows crossterm: entering and leaving the screen, keys, capabilities, the way outside, the clipboard.
//!
//! The terminal is never asked anything: what it can comes from the environment and from flags.

#![allow(
    clippy::disallowed_methods,
    reason = "the terminal part starts the editor and the pager, and reads the environment"
)]

pub mod caps;
pub mod clipboard;
pub mod input;
pub mod outside;
pub mod screen;
pub mod signals;

pub use caps::{Caps, Colours};
pub use screen::Screen;
