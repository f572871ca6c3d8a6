//! The only module that knows crossterm.
