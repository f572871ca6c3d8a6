//! Codex, OpenCode and Gemini CLI: every dead run of theirs is read, and says what its answer key says.

#![allow(clippy::disallowed_methods, reason = "tests lay out files, start processes and look at the clock")]
#![allow(clippy::expect_used, clippy::panic, reason = "tests say what they expect")]

mod support;

#[path = "runtimes/broken.rs"]
mod broken;
#[path = "runtimes/codex.rs"]
mod codex;
#[path = "runtimes/gemini.rs"]
mod gemini;
#[path = "runtimes/keys.rs"]
mod keys;
#[path = "runtimes/lineage.rs"]
mod lineage;
#[path = "runtimes/opencode.rs"]
mod opencode;
#[path = "runtimes/seeds.rs"]
mod seeds;
