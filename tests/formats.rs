//! Readers over real dead runs, against their answer keys.

#![allow(clippy::disallowed_methods, reason = "tests lay out files, start processes and look at the clock")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot be set up has failed")]

mod support;

#[path = "formats/claude_code.rs"]
mod claude_code;
#[path = "formats/claude_damage.rs"]
mod claude_damage;
#[path = "formats/claude_rows.rs"]
mod claude_rows;
#[path = "formats/fixtures.rs"]
mod fixtures;
#[path = "formats/pipes.rs"]
mod pipes;
