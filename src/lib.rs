//! lastgood: from a dead agent run to a recovery brief that the next run starts from.

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests lay out their own files"))]

pub mod app;
pub mod brief;
pub mod cli;
pub mod commands;
pub mod keys;
pub mod model;
pub mod msg;
pub mod plain;
pub mod probes;
pub mod read;
pub mod report;
pub mod screens;
pub mod sources;
pub mod start;
pub mod steps;
pub mod store;
pub mod term;
pub mod widgets;
pub mod words;
pub mod work;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use cli::{Args, Command};

/// Runs the program with these arguments, the program's own name first.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args = match Args::try_parse_from(arguments) {
        Ok(args) => args,
        Err(why) => {
            // Help that nobody reads on is no failure.
            let _ = why.print();
            return ExitCode::from(u8::try_from(why.exit_code()).unwrap_or(2));
        }
    };
    let options = &args.options;
    match &args.command {
        Some(Command::List(list)) => plain::list(options, list),
        Some(Command::Inspect(inspect)) => plain::inspect(options, inspect),
        Some(Command::Brief(brief)) => plain::brief(options, brief),
        Some(Command::Next(next)) => plain::next(options, next),
        Some(Command::Review(review)) => plain::review(options, review),
        Some(Command::Demo(demo)) => start::demo(options, demo),
        None => start::start(options, None),
    }
}
