//! Signs of life and the work tree: process tables made by hand, real processes, real repositories.

#![allow(clippy::disallowed_methods, reason = "tests lay out files, start processes and look at the clock")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot be set up has failed")]

mod support;

#[path = "liveness/below.rs"]
mod below;
#[path = "liveness/claude.rs"]
mod claude;
#[path = "liveness/clients.rs"]
mod clients;
#[path = "liveness/codex.rs"]
mod codex;
#[path = "liveness/living.rs"]
mod living;
#[path = "liveness/odd.rs"]
mod odd;
#[path = "liveness/people.rs"]
mod people;
#[path = "liveness/plans.rs"]
mod plans;
#[path = "liveness/repo.rs"]
mod repo;
#[path = "liveness/resume.rs"]
mod resume;
#[path = "liveness/table.rs"]
mod table;
#[path = "liveness/trees.rs"]
mod trees;
