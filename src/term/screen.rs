//! Entering and leaving the screen. One routine undoes everything that was turned on, whatever the reason for leaving.

use std::io::{self, BufWriter, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture};
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, queue};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Whether the screen is entered: leaving twice, or without having entered, writes nothing.
static ENTERED: AtomicBool = AtomicBool::new(false);
static MOUSE: AtomicBool = AtomicBool::new(false);

/// The screen while it is ours; dropping it leaves.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<BufWriter<Stdout>>>,
}

impl Screen {
    /// Enters the screen.
    pub fn enter() -> io::Result<Self> {
        let backend = CrosstermBackend::new(BufWriter::with_capacity(16 * 1024, io::stdout()));
        let screen = Self { terminal: Terminal::new(backend)? };
        enter()?;
        Ok(screen)
    }

    /// Draws a frame: only what changed is written, in one synchronized update.
    pub fn draw(&mut self, draw: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        let _update = Update::begin()?;
        self.terminal.draw(|frame| draw(frame.buffer_mut()))?;
        Ok(())
    }

    /// Forgets what is on the screen, so that the next frame draws everything.
    pub fn forget(&mut self) -> io::Result<()> {
        // Not `Terminal::clear`: that asks the terminal where its cursor is, and waits for an answer that may never come.
        let (columns, rows) = size()?;
        self.terminal.resize(Rect::new(0, 0, columns, rows))
    }

    /// Turns the mouse on or off.
    pub fn mouse(&mut self, on: bool) -> io::Result<()> {
        MOUSE.store(on, Ordering::SeqCst);
        let mut out = io::stdout();
        if on {
            queue!(out, EnableMouseCapture)?;
        } else {
            queue!(out, DisableMouseCapture)?;
        }
        out.flush()
    }

    /// Writes bytes past the frame (a copy).
    pub fn write(&mut self, bytes: &str) -> io::Result<()> {
        let mut out = io::stdout();
        out.write_all(bytes.as_bytes())?;
        out.flush()
    }

    /// Leaves, lets something else have the terminal, and enters again.
    pub fn outside<T>(&mut self, then: impl FnOnce() -> T) -> io::Result<T> {
        leave();
        let done = then();
        enter()?;
        self.forget()?;
        Ok(done)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
    }
}

/// A synchronized update; its end is written also when drawing failed or panicked.
struct Update;

impl Update {
    fn begin() -> io::Result<Self> {
        queue!(io::stdout(), BeginSynchronizedUpdate)?;
        Ok(Self)
    }
}

impl Drop for Update {
    fn drop(&mut self) {
        let mut out = io::stdout();
        // A terminal that went away cannot be told anything.
        let _ = queue!(out, EndSynchronizedUpdate).and_then(|()| out.flush());
    }
}

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    ENTERED.store(true, Ordering::SeqCst);
    let mut out = io::stdout();
    queue!(out, EnterAlternateScreen, EnableBracketedPaste, cursor::Hide)?;
    if MOUSE.load(Ordering::SeqCst) {
        queue!(out, EnableMouseCapture)?;
    }
    out.flush()
}

/// The size of the window: columns and rows.
pub fn size() -> io::Result<(u16, u16)> {
    crossterm::terminal::size()
}

/// Leaves the screen: everything that was turned on is off afterwards.
pub fn leave() {
    if !ENTERED.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = io::stdout();
    // On the way out nothing can be done about a terminal that does not answer.
    let _ = queue!(out, DisableMouseCapture, DisableBracketedPaste);
    // A terminal whose window changed its size meanwhile may keep rows of the other screen above the prompt: there are none.
    let _ = queue!(out, Clear(ClearType::All), LeaveAlternateScreen, cursor::Show);
    let _ = out.flush();
    let _ = disable_raw_mode();
}

/// A bug leaves the screen first, then prints its report.
pub fn leave_on_panic() {
    let (panic, error) = color_eyre::config::HookBuilder::default().into_hooks();
    // A second installation, as in a test, changes nothing.
    let _ = error.install();
    let report = panic.into_panic_hook();
    std::panic::set_hook(Box::new(move |info| {
        leave();
        report(info);
    }));
}
