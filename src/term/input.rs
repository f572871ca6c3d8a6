//! Keys, pastes and clicks as messages. The thread that reads them can be stopped, so that an editor gets its own keys.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use rustix::event::{PollFd, PollFlags, poll};

use crate::msg::{KeyName, Msg, Press};

/// crossterm does not look at all when it may not wait at least a moment.
const MOMENT: Duration = Duration::from_millis(1);

/// The thread that reads the terminal.
pub struct Input {
    wake: PipeWriter,
    stopped: Receiver<()>,
    go_on: Sender<()>,
}

impl Input {
    /// Starts reading.
    pub fn start(to: Sender<Msg>) -> io::Result<Self> {
        let (woken, wake) = io::pipe()?;
        let (say_stopped, stopped) = channel();
        let (go_on, wait) = channel();
        std::thread::Builder::new().name("input".to_owned()).spawn(move || read(woken, &to, &say_stopped, &wait))?;
        Ok(Self { wake, stopped, go_on })
    }

    /// Runs something that reads the terminal itself; what was typed meanwhile is its own.
    pub fn without<T>(&mut self, then: impl FnOnce() -> T) -> T {
        let stopped = self.wake.write_all(b"s").is_ok() && self.stopped.recv().is_ok();
        let done = then();
        if stopped {
            // Its keys were not meant for us.
            while event::poll(MOMENT).unwrap_or(false) && event::read().is_ok() {}
            let _ = self.go_on.send(());
        }
        done
    }

    /// Stops reading for good. What is typed from here on belongs to whoever has the terminal next.
    pub fn stop(mut self) {
        if self.wake.write_all(b"s").is_ok() {
            // A thread that has ended already, because the terminal is gone, has nothing to say.
            let _ = self.stopped.recv();
        }
    }
}

fn read(mut woken: PipeReader, to: &Sender<Msg>, say_stopped: &Sender<()>, wait: &Receiver<()>) {
    let stdin = io::stdin();
    loop {
        let mut both = [PollFd::new(&stdin, PollFlags::IN), PollFd::new(&woken, PollFlags::IN)];
        match poll(&mut both, None) {
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => continue,
            Err(_) => return hang_up(to),
        }
        let [keys, stop] = both.map(|fd| fd.revents());
        // Until nothing is left: what crossterm has read ahead would not be seen by the poll above.
        let mut read = false;
        while keys.contains(PollFlags::IN) && event::poll(MOMENT).unwrap_or(false) {
            read = true;
            let Ok(event) = event::read() else { return hang_up(to) };
            if let Some(msg) = message(event)
                && to.send(msg).is_err()
            {
                return;
            }
        }
        if stop.contains(PollFlags::IN) {
            let mut byte = [0];
            if woken.read_exact(&mut byte).is_err() || say_stopped.send(()).is_err() || wait.recv().is_err() {
                return;
            }
        } else if keys.intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) && !read {
            return hang_up(to);
        }
    }
}

/// The terminal is gone.
fn hang_up(to: &Sender<Msg>) {
    // When nobody listens any more, the program has left already.
    let _ = to.send(Msg::End);
}

fn message(event: Event) -> Option<Msg> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
            let name = match key.code {
                // Nothing is bound to alt: over a slow link it is esc and the next key, come in one piece.
                KeyCode::Char(letter) if key.modifiers.contains(KeyModifiers::ALT) => {
                    return Some(Msg::EscThen(Press { key: KeyName::Char(letter), ctrl }));
                }
                KeyCode::Char(letter) => KeyName::Char(letter),
                KeyCode::Enter => KeyName::Enter,
                KeyCode::Esc => KeyName::Esc,
                KeyCode::Tab => KeyName::Tab,
                KeyCode::BackTab => KeyName::BackTab,
                KeyCode::Backspace => KeyName::Backspace,
                KeyCode::Delete => KeyName::Delete,
                KeyCode::Up => KeyName::Up,
                KeyCode::Down => KeyName::Down,
                KeyCode::Left => KeyName::Left,
                KeyCode::Right => KeyName::Right,
                KeyCode::Home => KeyName::Home,
                KeyCode::End => KeyName::End,
                KeyCode::PageUp => KeyName::PageUp,
                KeyCode::PageDown => KeyName::PageDown,
                _ => return None,
            };
            Some(Msg::Key(Press { key: name, ctrl }))
        }
        Event::Paste(text) => Some(Msg::Paste(text)),
        Event::Resize(columns, rows) => Some(Msg::Resize { columns, rows }),
        Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::ScrollDown => Some(Msg::Wheel(3)),
            MouseEventKind::ScrollUp => Some(Msg::Wheel(-3)),
            MouseEventKind::Down(MouseButton::Left) => Some(Msg::Click { column: mouse.column, row: mouse.row }),
            _ => None,
        },
        _ => None,
    }
}
