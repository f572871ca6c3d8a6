//! The only module that knows crossterm.

#![allow(
    clippy::disallowed_methods,
    reason = "the terminal part starts the editor and the pager, and reads the environment"
)]
