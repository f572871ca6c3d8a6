//! Signals as messages: the terminal hung up, somebody wants us to end or to stop, the window changed, we are back from the background.

use std::io;
use std::sync::mpsc::Sender;

use signal_hook::consts::{SIGCONT, SIGHUP, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::Signals;

use crate::msg::Msg;

/// Starts listening.
pub fn start(to: Sender<Msg>) -> io::Result<()> {
    let mut signals = Signals::new([SIGHUP, SIGTERM, SIGTSTP, SIGCONT, SIGWINCH])?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            let msg = match signal {
                SIGCONT => Msg::Back,
                // The screen is left before we stop: a shell must not find raw mode.
                SIGTSTP => Msg::Stop,
                SIGWINCH => match crossterm::terminal::size() {
                    Ok((columns, rows)) => Msg::Resize { columns, rows },
                    Err(_) => continue,
                },
                _ => Msg::End,
            };
            if to.send(msg).is_err() {
                return;
            }
        }
    })?;
    Ok(())
}
