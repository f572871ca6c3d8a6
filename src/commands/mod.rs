//! Typed commands that act because they were typed, and print what they did. They write only through the store.

pub mod demo;
