//! Gates and salvage copies with real processes and real repositories.

#![allow(clippy::disallowed_methods, reason = "tests lay out files, start processes and look at the clock")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

#[path = "support/mod.rs"]
mod support;

#[path = "gates/content.rs"]
mod content;
#[path = "gates/hard_to_end.rs"]
mod hard_to_end;
#[path = "gates/hooks.rs"]
mod hooks;
