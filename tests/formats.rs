//! Readers over real dead runs, against their answer keys.

mod support;

#[path = "formats/fixtures.rs"]
mod fixtures;
