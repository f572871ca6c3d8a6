//! Readers over real dead runs, against their answer keys.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot be set up has failed")]

mod support;

#[path = "formats/claude_code.rs"]
mod claude_code;
#[path = "formats/fixtures.rs"]
mod fixtures;
