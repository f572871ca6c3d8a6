//! lastgood: from a dead agent run to a recovery brief that the next run starts from.
//!
//! # The screen, and who draws what
//!
//! ```text
//!  lastgood · Add a retry budget to the worker     claude-code · ~/src/sync · looked 02:24:10   screens/chrome
//!  1 confirm ✓    2 sort 6/10    3 assign    4 review            open it before you count on it  screens/chrome
//! ────────────────────────────────────────────────────────────────────────────────────────────
//!    what it left            change     read     │ tests/retry.rs                  ◐ partial     screens/sort, widgets/list
//!    base                    6 commits  summary  │ where    ~/src/sync, new                      widgets/panes
//!  ▌ ◐ tests/retry.rs        +41 new    all      │ gaps                                          widgets/row
//!    ✓ src/worker/retry.rs   +88 new    all      │   - no test for a budget of zero
//!               ┌ git push origin retry: what do you know? ───────┐                              screens/form
//!               └─────────────────────────────────────────────────┘                              screens/consent
//!  last good  4c1e9d2 "retry: count attempts"                                     c change
//!  4 to sort: 4 not read                                                                         words
//! ────────────────────────────────────────────────────────────────────────────────────────────
//!  enter open   u usable   p partial   x unknown   a answer   space mark   ? help                keys (one table)
//! ```
//!
//! # The way of the data
//!
//! ```text
//!  sources ──> Run ──┐
//!  probes  ──> Sign, ┤   read ──> Facts ──┐
//!              Tree ─┘                    ├─ Msg ──> App::update ──> Effect ──> work ──> store, term
//!  keys, paste, resize ── term ── keys ───┘             │
//!                                                       └──> steps (rules) ──> screens ──> cells
//! ```
//!
//! `model` holds the nouns and knows nothing of ours. `read`, `steps`, `brief` and `words` are pure: no clock, no environment, no files.
//! Only `store` writes, only `gates` runs a command of the project's, only `term` knows the terminal, only `work` makes threads, only `sources` and `probes` look at the world, and
//! they never write. `app` routes. `plain` and `commands` are the program without a screen. `tests/house.rs` keeps it so.

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests lay out their own files"))]
// What is printed goes through `plain::say` and `plain::note`: these panic when nobody reads any more.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod app;
pub mod brief;
pub mod cli;
pub mod commands;
pub mod evidence;
pub mod gates;
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
            if why.kind() == clap::error::ErrorKind::InvalidSubcommand {
                plain::note(words::app::NO_COMMAND);
            }
            return ExitCode::from(u8::try_from(why.exit_code()).unwrap_or(2));
        }
    };
    let options = &args.options;
    sources::sweep();
    if let Ok(own) = plain::own(options) {
        store::sweep_scratch(&own.cache);
    }
    if !matches!(args.command, Some(Command::Demo(_)))
        && let Some(refused) = plain::without_home(options)
    {
        return refused;
    }
    match &args.command {
        Some(Command::List(list)) => plain::list(options, list),
        Some(Command::Open(open)) => start::open(options, open),
        Some(Command::Inspect(inspect)) => plain::inspect(options, inspect),
        Some(Command::Brief(brief)) => plain::brief(options, brief),
        Some(Command::Next(next)) => plain::next(options, next),
        Some(Command::Review(review)) => plain::review(options, review),
        Some(Command::Packet(packet)) => plain::packet(options, packet),
        Some(Command::Checkpoint(checkpoint)) => plain::checkpoint(options, checkpoint),
        Some(Command::KeepGate(gate)) => gates::keep(&gate.command, std::time::Duration::from_secs_f64(gate.limit)),
        Some(Command::Demo(demo)) => start::demo(options, demo),
        None => start::start(options),
    }
}
