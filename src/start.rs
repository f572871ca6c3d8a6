//! Starts the screen: the one loop that takes a message, updates, carries out effects, and draws once for the batch.
//!
//! Blocks on one channel; there is no tick. Without a terminal that can draw, the plain list is all there is.

#![allow(
    clippy::disallowed_methods,
    reason = "the screen starts here: environment and clock are read here and handed on"
)]

use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, channel};

use jiff::tz::TimeZone;

use crate::app::App;
use crate::cli::{self, Color, Options};
use crate::commands::{self, demo::Prepared};
use crate::model::{Host, RunMark};
use crate::msg::{Effect, Msg};
use crate::screens::{Called, Scene};
use crate::sources::Places;
use crate::term::{self, Caps, Screen, caps, clipboard, input::Input, outside};
use crate::widgets::clean;
use crate::widgets::command::printed;
use crate::widgets::theme::{Colours, Theme};
use crate::words::{self, Clock};
use crate::work::{Setting, Work};
use crate::{plain, store};

/// The run on which the screen opens.
struct Opened {
    run: RunMark,
    /// The session that was asked for by name, which may be another one of its recovery.
    asked_for: Option<String>,
    /// Where its work waits, instead of where one was when it was left.
    anew: bool,
    /// It is the demo's, whose home is its own whatever the environment says.
    demo: bool,
}

/// Opens the screen on the list of runs. On a terminal that cannot draw, prints the list and names the plain commands.
pub fn start(options: &Options) -> ExitCode {
    screen(options, None, || plain::list(options, &cli::List { all: false, json: false }))
}

/// Opens the screen on one run. On a terminal that cannot draw, prints what there is to know about it.
pub fn open(options: &Options, asked: &cli::Open) -> ExitCode {
    match plain::to_open(options, &asked.run) {
        Ok((run, asked_for)) => {
            let plain = cli::Inspect { run: asked.run.clone(), json: false, watch: cli::WATCH };
            screen(options, Some(Opened { run, asked_for: Some(asked_for), anew: false, demo: false }), || {
                plain::inspect(options, &plain)
            })
        }
        Err(why) => {
            plain::note(&why);
            ExitCode::from(2)
        }
    }
}

/// Opens the screen, or does without one.
fn screen(options: &Options, opened: Option<Opened>, without: impl FnOnce() -> ExitCode) -> ExitCode {
    let terminal = io::stdout().is_terminal() && io::stdin().is_terminal();
    if !Caps::can_draw(variable, terminal) {
        let status = without();
        plain::note(&words::app::no_screen());
        return status;
    }
    match run(options, opened) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            plain::note(&words::app::no_terminal(&why.to_string()));
            ExitCode::from(2)
        }
    }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Lays the demo out, or plays it on, and opens it.
pub fn demo(options: &Options, asked: &cli::Demo) -> ExitCode {
    let uid = rustix::process::getuid().as_raw();
    let now = plain::clock(options).now;
    match commands::demo::prepare(asked, options, &std::env::temp_dir(), uid, now) {
        Ok(Prepared::Open { demo, options, run }) => {
            // The next run that was played is looked at, wherever one was when the screen was left.
            let list = || plain::list(&options, &cli::List { all: false, json: false });
            let status = screen(
                &options,
                Some(Opened { run: run.clone(), asked_for: None, anew: asked.next, demo: true }),
                list,
            );
            // The screen is gone: what stands here is what one goes on with.
            let [place, tree] = [&demo.root, &demo.tree].map(|path| path.display().to_string());
            let next = demo.played();
            let called = plain::called::line(&options);
            let said =
                words::app::demo([&place, &tree], &plain::called::program(), &called, &run.session, next.as_deref());
            let columns = term::screen::size().map_or(80, |(columns, _)| usize::from(columns));
            let told = plain::say(&(printed(&said, columns) + "\n"));
            if status == ExitCode::SUCCESS { told } else { status }
        }
        Ok(Prepared::Said(said)) => plain::say(&(said + "\n")),
        Err(why) => {
            plain::note(&why);
            ExitCode::from(2)
        }
    }
}

fn run(options: &Options, opened: Option<Opened>) -> io::Result<()> {
    let mut setting = setting(options)?;
    let demo = opened.as_ref().is_some_and(|opened| opened.demo);
    if demo {
        let Places { home, map, uid, packets, scratch, .. } = setting.places;
        setting.places = Places { packets, scratch, ..Places::new(home, map, |_| None, uid) };
    }
    let (to, messages) = channel();
    let (columns, rows) = term::screen::size()?;
    let caps = caps(options);
    let mut app = App::new(Scene {
        columns,
        rows,
        theme: theme(caps),
        clock: clock(options, &setting),
        called: Called {
            line: plain::called::line(options),
            play: demo.then(|| format!("{} demo --next", words::app::shell_word(&plain::called::program()))),
            tilde: options.home.is_none() || options.home.as_deref() == shell_home().as_deref(),
        },
    });
    app.picker.user = variable("USER").unwrap_or_default();
    let work = Work::start(&setting, &to)?;
    term::signals::start(to.clone())?;
    term::screen::leave_on_panic();
    let screen = Screen::enter()?;
    let input = Input::start(to)?;
    work.carry_out(Effect::Find { all: false });
    let open = |opened: Opened| match opened.asked_for {
        Some(asked) => app.open_by(opened.run, &asked),
        None if opened.anew => app.open_anew(opened.run),
        None => app.open(opened.run),
    };
    for effect in opened.map_or_else(Vec::new, open) {
        work.carry_out(effect);
    }
    let mut shell = Shell { app, work, screen, input, caps, own: setting.own };
    let ended = shell.run(&messages);
    let Shell { work, screen, input, .. } = shell;
    input.stop();
    drop(screen);
    work.finish();
    ended
}

/// Everything that the loop needs.
struct Shell {
    app: App,
    work: Work,
    screen: Screen,
    input: Input,
    caps: Caps,
    own: store::Places,
}

impl Shell {
    fn run(&mut self, messages: &Receiver<Msg>) -> io::Result<()> {
        self.draw()?;
        while let Ok(first) = messages.recv() {
            // One draw for everything that has come in meanwhile.
            for msg in std::iter::once(first).chain(messages.try_iter()) {
                if self.update(msg)? {
                    return Ok(());
                }
            }
            if self.app.take_changed() {
                self.draw()?;
            }
        }
        Ok(())
    }

    fn draw(&mut self) -> io::Result<()> {
        let app = &self.app;
        self.screen.draw(|cells| app.draw(cells))
    }

    /// Takes in a message and carries out what it leads to; whether the program is to be left.
    fn update(&mut self, msg: Msg) -> io::Result<bool> {
        if !self.work.fixed() {
            self.app.scene.clock.now = crate::model::Timestamp::now();
        }
        let mut leave = false;
        for effect in self.app.update(msg) {
            if let Some(effect) = self.work.carry_out(effect) {
                leave |= self.terminal(effect)?;
            }
        }
        Ok(leave)
    }

    /// Carries out what only the terminal can.
    fn terminal(&mut self, effect: Effect) -> io::Result<bool> {
        match effect {
            Effect::Leave => return Ok(true),
            Effect::Redraw => self.screen.forget()?,
            Effect::Mouse(on) => self.screen.mouse(on)?,
            Effect::Copy { text, what } => self.copy(&text, &what)?,
            Effect::Suspend => {
                let (screen, input) = (&mut self.screen, &mut self.input);
                let stopped = input.without(|| screen.outside(outside::suspend))?;
                if !stopped {
                    self.say(words::app::no_shell())?;
                }
            }
            Effect::Pager(text) => {
                let text = clean::lines(&text).join("\n") + "\n";
                let (screen, input) = (&mut self.screen, &mut self.input);
                let shown = input.without(|| screen.outside(|| outside::page(&text, variable)))?;
                if let Err(why) = shown {
                    self.say(words::app::outside_failed("$PAGER", &why.to_string()))?;
                }
            }
            Effect::Editor { ticket, text } => {
                let edited = self.edit(&text)?;
                return self.update(Msg::Edited { ticket, text: edited });
            }
            _ => {}
        }
        Ok(false)
    }

    fn copy(&mut self, text: &str, what: &str) -> io::Result<()> {
        // What was said in the transcript must not reach the terminal as it is, not even by way of the clipboard.
        let text = clean::lines(text).join("\n");
        let sent = clipboard::copy(&text, self.caps.wrap);
        if let Some(bytes) = &sent {
            self.screen.write(bytes)?;
        }
        let kept = self.work.keep_copied(&text).is_ok();
        self.say(words::app::copied(what, sent.is_some(), kept))
    }

    fn edit(&mut self, text: &str) -> io::Result<Option<String>> {
        let file = store::Scratch::make(&self.own.cache).and_then(|scratch| {
            let path = scratch.keep("text.md", text.as_bytes())?;
            Ok((scratch, path))
        });
        let (_scratch, path) = match file {
            Ok(file) => file,
            Err(why) => {
                self.say(words::app::outside_failed("$EDITOR", &why.to_string()))?;
                return Ok(None);
            }
        };
        let (screen, input) = (&mut self.screen, &mut self.input);
        let edited = input.without(|| screen.outside(|| outside::edit(&path, variable)))?;
        match edited.and_then(|well| if well { std::fs::read_to_string(&path).map(Some) } else { Ok(None) }) {
            // Unchanged or empty means that nothing was meant.
            Ok(new) => Ok(new.filter(|new| new != text && !new.trim().is_empty())),
            Err(why) => {
                self.say(words::app::outside_failed("$EDITOR", &why.to_string()))?;
                Ok(None)
            }
        }
    }

    fn say(&mut self, words: String) -> io::Result<()> {
        self.update(Msg::Say(words)).map(|_| ())
    }
}

fn setting(options: &Options) -> io::Result<Setting> {
    let places = plain::places(options);
    let own = plain::own(options).map_err(io::Error::other)?;
    let operator = options.operator.clone().or_else(|| variable("LASTGOOD_OPERATOR")).filter(|name| !name.is_empty());
    let by = operator.clone().or_else(|| variable("USER")).unwrap_or_else(|| "somebody".to_owned());
    let host = host();
    Ok(Setting {
        places,
        clock: plain::clock(options),
        own,
        me: store::Me { by, host, pid: std::process::id() },
        operator,
        keeper: crate::gates::Keeper::own(),
        recent: std::sync::Arc::default(),
    })
}

fn host() -> Host {
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok().map(|id| id.trim().to_owned());
    Host { name, booted: None, boot }
}

/// What the operator's shell makes of `~`.
fn shell_home() -> Option<std::path::PathBuf> {
    std::env::var_os("HOME").map(Into::into)
}

fn clock(options: &Options, setting: &Setting) -> Clock {
    Clock {
        now: setting.clock.now,
        zone: TimeZone::system(),
        home: options.home.clone().or_else(shell_home).unwrap_or_default(),
        host: setting.me.host.name.clone(),
    }
}

fn caps(options: &Options) -> Caps {
    let wanted = match options.color {
        Color::Auto => caps::Wanted::Auto,
        Color::Always => caps::Wanted::Always,
        Color::Never => caps::Wanted::Never,
    };
    Caps::new(wanted, options.ascii, variable)
}

fn theme(caps: Caps) -> Theme {
    let colours = match caps.colours {
        term::Colours::None => Colours::None,
        term::Colours::Basic => Colours::Basic,
        term::Colours::Many => Colours::Many,
    };
    Theme { colours, ascii: caps.ascii, dim: caps.dim }
}
