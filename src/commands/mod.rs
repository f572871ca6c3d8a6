//! Typed commands that act because they were typed.
