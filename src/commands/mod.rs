//! Typed commands that act because they were typed, and print what they did. They write only through the store.

#![allow(clippy::disallowed_methods, reason = "typed commands read the clock and the environment")]

pub mod demo;
