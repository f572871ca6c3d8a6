//! The real binary in a pseudo-terminal: start, resize, suspend, hang up, quit; afterwards the terminal is in its first state.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    reason = "a test lays out its own files, and one that cannot be set up has failed"
)]

#[path = "terminal/cut_off.rs"]
mod cut_off;
#[path = "terminal/demo.rs"]
mod demo;
#[path = "terminal/gates.rs"]
mod gates;
#[path = "terminal/good.rs"]
mod good;
#[path = "terminal/killed.rs"]
mod killed;
#[path = "terminal/outside.rs"]
mod outside;
mod support;
#[path = "terminal/taken_over.rs"]
mod taken_over;
#[path = "terminal/untouched.rs"]
mod untouched;

use std::io::{Read, Write};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use support::{Fixture, fixture};

/// Far more than a slow machine needs; nothing waits for it when all is well.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal with the program, or a shell, in it.
struct Terminal {
    master: Option<Box<dyn MasterPty + Send>>,
    keys: Option<Box<dyn Write + Send>>,
    child: Box<dyn Child + Send + Sync>,
    seen: Arc<(Mutex<Vec<u8>>, Condvar)>,
    before: String,
    size: (u16, u16),
    _home: Arc<tempfile::TempDir>,
    fixture: Option<Fixture>,
}

impl Terminal {
    /// Starts the program, or a shell when `shell` says so, on a dead run with a home of its own.
    fn new(shell: bool) -> Self {
        let fixture = fixture("claude-code/a-sigkill-mid-bash");
        let home = Arc::new(tempfile::tempdir().expect("a temporary folder"));
        let mut args = fixture.args();
        args.extend(["--state".into(), home.path().join("state").display().to_string()]);
        let mut terminal = Self::start(if shell { Some("bash") } else { None }, &args, &home, (80, 24));
        terminal.fixture = Some(fixture);
        terminal
    }

    /// Starts the program with these arguments, or a shell that knows them as `$LASTGOOD`, in a home that may be shared.
    fn start(shell: Option<&str>, args: &[String], home: &Arc<tempfile::TempDir>, size: (u16, u16)) -> Self {
        let pair = native_pty_system()
            .openpty(PtySize { rows: size.1, cols: size.0, pixel_width: 0, pixel_height: 0 })
            .expect("a pseudo-terminal");
        let binary = env!("CARGO_BIN_EXE_lastgood");
        let mut command = CommandBuilder::new(shell.unwrap_or(binary));
        command.env_clear();
        for (name, value) in [("TERM", "xterm"), ("LANG", "C.UTF-8"), ("USER", "mira"), ("PS1", "ready> ")] {
            command.env(name, value);
        }
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("HOME", home.path());
        command.env("TMPDIR", home.path());
        command.env("EDITOR", "sed -i 's/^/Changed outside: /'");
        command.env("PAGER", "cat > $HOME/paged");
        command.env("LASTGOOD", [&[binary.to_owned()], args].concat().join(" "));
        if shell.is_some() {
            command.args(["--norc", "--noprofile", "-i"]);
        } else {
            command.args(args);
        }
        let before = termios(&*pair.master);
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let keys = pair.master.take_writer().expect("a writer");
        let seen = Arc::new((Mutex::new(Vec::new()), Condvar::new()));
        let its = Arc::clone(&seen);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                its.0.lock().expect("no panic").extend_from_slice(&bytes[..count]);
                its.1.notify_all();
            }
        });
        let (master, keys) = (Some(pair.master), Some(keys));
        Self { master, keys, child, seen, before, size, _home: Arc::clone(home), fixture: None }
    }

    fn presses(&mut self, keys: &str) {
        let writer = self.keys.as_mut().expect("the terminal is there");
        writer.write_all(keys.as_bytes()).and_then(|()| writer.flush()).expect("keys arrive");
    }

    fn parsed(&self) -> vt100::Parser {
        let mut parser = vt100::Parser::new(self.size.1, self.size.0, 0);
        let seen = self.seen.0.lock().expect("no panic");
        // A frame that has begun and not ended is shown by no terminal that knows synchronized updates.
        let last = |mark: &[u8]| seen.windows(mark.len()).rposition(|bytes| bytes == mark);
        let whole = match (last(b"\x1b[?2026h"), last(b"\x1b[?2026l")) {
            (Some(begun), ended) if ended.is_none_or(|ended| ended < begun) => begun,
            _ => seen.len(),
        };
        parser.process(&seen[..whole]);
        parser
    }

    /// The clock ticks that the program has used, its own and the kernel's for it.
    fn ticks(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.process_id().expect("a process")));
        let stat = stat.expect("it runs");
        let fields = stat.rsplit_once(')').expect("a name").1.split_whitespace();
        fields.skip(11).take(2).map(|ticks| ticks.parse::<u64>().expect("a number")).sum()
    }

    /// The bytes that were written, once the last frame is whole.
    fn frame(&self) -> usize {
        let (seen, changed) = &*self.seen;
        let seen = seen.lock().expect("no panic");
        let whole = changed.wait_timeout_while(seen, PATIENCE, |seen| !seen.ends_with(b"\x1b[?2026l"));
        whole.expect("no panic").0.len()
    }

    fn count(&self) -> usize {
        self.seen.0.lock().expect("no panic").len()
    }

    /// Waits until the window fits, as long as patience lasts.
    #[track_caller]
    fn waits(&self, what: &str, fits: impl Fn(&vt100::Screen) -> bool) {
        let until = Instant::now() + PATIENCE;
        loop {
            let count = self.count();
            if fits(self.parsed().screen()) {
                return;
            }
            let seen = self.seen.0.lock().expect("no panic");
            if seen.len() == count {
                let left = until.saturating_duration_since(Instant::now());
                assert!(!left.is_zero(), "waited in vain for {what}:\n{}", {
                    drop(seen);
                    self.parsed().screen().contents()
                });
                drop(self.seen.1.wait_timeout(seen, left).expect("no panic"));
            }
        }
    }

    #[track_caller]
    fn sees(&self, words: &str) {
        self.waits(words, |screen| screen.contents().contains(words));
    }

    /// Waits until something is true outside the window, as long as patience lasts.
    #[track_caller]
    fn until(&self, what: &str, is: impl Fn() -> bool) {
        let until = Instant::now() + PATIENCE;
        while !is() {
            assert!(Instant::now() < until, "waited in vain until {what}");
            let seen = self.seen.0.lock().expect("no panic");
            drop(self.seen.1.wait_timeout(seen, Duration::from_millis(5)).expect("no panic"));
        }
    }

    /// Presses keys, and waits for what they lead to.
    #[track_caller]
    fn goes(&mut self, keys: &str, words: &str) {
        self.presses(keys);
        self.sees(words);
    }

    /// The picker with everything known, after which nothing runs.
    #[track_caller]
    fn settles(&self) {
        self.sees("Add a Retry-After header");
        self.sees("by itself it gets");
    }

    /// Stopped as a job of a shell: the shell has the terminal, `fg` brings the screen back, and leaving ends as it should.
    #[track_caller]
    fn returns_from_the_shell(&mut self) {
        self.waits("the shell", |screen| !screen.alternate_screen() && screen.contents().contains("Stopped"));
        assert!(!self.parsed().screen().hide_cursor());
        self.presses("fg\r");
        self.waits("the screen", |screen| screen.alternate_screen() && screen.contents().contains("Add a Retry-After"));
        self.presses("q");
        // What is typed as soon as the screen is left is the shell's.
        self.waits("the shell", |screen| !screen.alternate_screen());
        self.presses("exit\r");
        self.is_as_before();
    }

    fn resizes(&mut self, columns: u16, rows: u16) {
        self.size = (columns, rows);
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        self.master.as_ref().expect("the terminal is there").resize(size).expect("the window changes");
    }

    /// What was on the screen was wiped before it was left: some terminals keep rows of it when the window changed its size.
    #[track_caller]
    fn left_nothing_behind(&self) {
        let seen = self.seen.0.lock().expect("no panic");
        let leave = b"\x1b[?1049l";
        let left = seen.windows(leave.len()).rposition(|bytes| bytes == leave).expect("it was left");
        let mut parser = vt100::Parser::new(self.size.1, self.size.0, 0);
        parser.process(&seen[..left]);
        assert!(parser.screen().alternate_screen(), "it is left once");
        assert_eq!(parser.screen().contents().trim(), "", "rows of the screen are still there when it is left");
    }

    /// The program has left and the terminal is as it was before.
    #[track_caller]
    fn is_as_before(&mut self) {
        let (ended, end) = channel::<()>();
        let mut killer = self.child.clone_killer();
        let watch = std::thread::spawn(move || {
            if end.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                // The end by a signal is what fails the test below.
                let _ = killer.kill();
            }
        });
        let status = self.child.wait().expect("it ends");
        drop(ended);
        watch.join().expect("no panic");
        assert!(status.success(), "{status:?}");
        // What a shell around it wrote last can still be on its way when the shell has ended.
        self.waits("leaving", |screen| {
            !screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste()
        });
        self.left_nothing_behind();
        let parsed = self.parsed();
        let screen = parsed.screen();
        assert!(!screen.hide_cursor(), "the cursor is shown");
        assert!(!screen.bracketed_paste(), "bracketed paste is off");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        if let Some(master) = &self.master {
            assert_eq!(termios(&**master), self.before, "raw mode is off");
        }
    }
}

impl Drop for Terminal {
    /// A test that failed, or that ends with the program running, leaves nothing behind.
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            let _ = self.child.kill();
        }
    }
}

fn termios(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios())
}

#[test]
fn it_starts_small_moves_small_and_leaves_the_terminal_as_it_was() {
    let mut terminal = Terminal::new(false);
    terminal.settles();
    assert!(terminal.parsed().screen().alternate_screen());
    let before = terminal.count();
    assert!(before < 12_000, "the first frames took {before} bytes");
    terminal.presses("\r");
    terminal.sees("belongs to");
    terminal.presses("qq");
    terminal.is_as_before();
}

#[test]
fn idle_in_the_picker_writes_nothing() {
    let terminal = Terminal::new(false);
    terminal.settles();
    let (seen, changed) = &*terminal.seen;
    let seen = seen.lock().expect("no panic");
    // The frame in which the last words came is whole.
    let seen = changed.wait_while(seen, |seen| !seen.ends_with(b"\x1b[?2026l")).expect("no panic");
    let before = seen.len();
    let ticks = terminal.ticks();
    // A wait, not a sleep: one byte ends it.
    let (seen, _) =
        changed.wait_timeout_while(seen, Duration::from_secs(2), |seen| seen.len() == before).expect("no panic");
    assert_eq!(seen.len(), before, "{:?}", String::from_utf8_lossy(&seen[before..]));
    assert_eq!(terminal.ticks(), ticks, "the processor was used");
}

#[test]
fn twenty_resizes_end_in_a_whole_window() {
    let mut terminal = Terminal::new(false);
    terminal.settles();
    for turn in 0..20 {
        terminal.resizes(60 + turn * 3, 16 + turn);
    }
    terminal.resizes(59, 15);
    terminal.sees("lastgood needs 60 by 16, this is 59 by 15");
    terminal.resizes(100, 30);
    terminal.sees("still running?");
    terminal.presses("q");
    terminal.is_as_before();
}

#[test]
fn a_shell_gets_it_back_from_the_background() {
    let mut terminal = Terminal::new(true);
    terminal.sees("ready>");
    terminal.presses("$LASTGOOD\r");
    terminal.settles();
    terminal.presses("\u{1a}");
    terminal.returns_from_the_shell();
}

#[test]
fn without_a_shell_it_stays() {
    let mut terminal = Terminal::new(false);
    terminal.settles();
    terminal.presses("\u{1a}");
    terminal.sees("no shell to return to");
    terminal.presses("\u{3}");
    terminal.is_as_before();
}

#[test]
fn asked_to_end_or_hung_up_it_leaves_in_order() {
    for signal in [rustix::process::Signal::TERM, rustix::process::Signal::HUP] {
        let mut terminal = Terminal::new(false);
        terminal.settles();
        let pid = terminal.child.process_id().and_then(|pid| rustix::process::Pid::from_raw(pid.cast_signed()));
        rustix::process::kill_process(pid.expect("a process"), signal).expect("a signal");
        terminal.is_as_before();
    }
}

#[test]
fn a_pasted_newline_does_nothing() {
    let mut terminal = Terminal::new(false);
    terminal.settles();
    terminal.presses("\u{1b}[200~q\rq\r\u{1b}[201~");
    terminal.sees("pasted text was ignored");
    terminal.presses("q");
    terminal.is_as_before();
}
