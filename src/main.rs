//! Arguments in, exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    lastgood::run(std::env::args_os())
}
