//! One file a screen, always in this order: State, on(Action), draw.
//!
//! A screen sees actions, never keys. It changes only its own state; everything else it asks for (`Ask`), and `app`
//! routes. It draws into the body of the window; header, message line and footer are drawn by `chrome`.

pub mod assign;
pub mod chrome;
pub mod compose;
pub mod confirm;
pub mod consent;
pub mod desk;
pub mod form;
pub mod gates;
pub mod on_task;
pub mod overlay;
pub mod packet;
pub mod picker;
pub mod review;
pub mod sort;
pub mod states;
pub mod viewer;

use std::collections::BTreeMap;

use ratatui::layout::Rect;

use crate::keys::Context;
use crate::model::{Op, RunMark, Step};
use crate::msg::{Action, Content, Effect};
use crate::widgets::command;
use crate::widgets::paint::Piece;
use crate::widgets::theme::Theme;
use crate::words::Clock;

pub use crate::widgets::paint::Paint;
pub use consent::Consent;
pub use desk::Desk;
pub use form::{Field, Form, Purpose};

/// The screens behind an open run, and the picker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Place {
    /// The run picker.
    #[default]
    Picker,
    /// Step 1.
    Confirm,
    /// Step 2.
    Sort,
    /// A product, its diff, or the transcript.
    Viewer,
    /// Step 3.
    Assign,
    /// The brief.
    Brief,
    /// Step 4; while no run has consumed the brief it says what happens next.
    Review,
    /// The packet.
    Packet,
}

impl Place {
    /// Every screen behind an open run.
    pub const OPEN: &[Self] =
        &[Self::Confirm, Self::Sort, Self::Viewer, Self::Assign, Self::Brief, Self::Review, Self::Packet];

    /// The word by which a draft names it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Picker => "picker",
            Self::Confirm => "confirm",
            Self::Sort => "sort",
            Self::Viewer => "viewer",
            Self::Assign => "assign",
            Self::Brief => "brief",
            Self::Review => "review",
            Self::Packet => "packet",
        }
    }

    /// The screen of a step.
    pub fn of(step: Step) -> Self {
        match step {
            Step::Confirm => Self::Confirm,
            Step::Sort => Self::Sort,
            Step::Assign => Self::Assign,
            Step::Review => Self::Review,
        }
    }

    /// The step whose screen it is.
    pub fn step(self) -> Option<Step> {
        match self {
            Self::Confirm => Some(Step::Confirm),
            Self::Sort => Some(Step::Sort),
            Self::Assign => Some(Step::Assign),
            Self::Review => Some(Step::Review),
            Self::Picker | Self::Viewer | Self::Brief | Self::Packet => None,
        }
    }
}

/// What a screen may look at besides the desk: the window and how times and paths are written in it.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Width of the window.
    pub columns: u16,
    /// Height of the window.
    pub rows: u16,
    /// Colours and marks.
    pub theme: Theme,
    /// Now, the zone, the home folder, the host.
    pub clock: Clock,
    /// How the program is called in a shell.
    pub called: Called,
}

/// How the program is called in a shell, and how that shell reads a path.
#[derive(Clone, Debug, Default)]
pub struct Called {
    /// The program with the flags by which it finds the same runs and the same state.
    pub line: String,
    /// What plays the next run, when it shows the demo.
    pub play: Option<String>,
    /// Whether the shell's `~` is the home folder in which we look; with `--home` it is another one.
    pub tilde: bool,
}

impl Scene {
    /// Whether there is room for two panes side by side.
    pub fn two_panes(&self) -> bool {
        self.columns >= crate::keys::TWO_PANES
    }

    /// A command line as it may be typed, with `~` only where the shell makes the same folder of it.
    pub fn typed(&self, line: &str) -> String {
        if self.called.tilde { command::home(line, &self.clock.home.display().to_string()) } else { line.to_owned() }
    }

    /// The body between header and message lines; what a screen draws into.
    pub fn body(&self) -> Rect {
        Rect { x: 0, y: 3, width: self.columns, height: self.rows.saturating_sub(7) }
    }

    /// The body of a screen whose header has one row.
    pub fn tall_body(&self) -> Rect {
        Rect { x: 0, y: 2, width: self.columns, height: self.rows.saturating_sub(6) }
    }
}

/// What a screen asks for.
#[derive(Debug)]
pub enum Ask {
    /// Something of the world.
    Effect(Effect),
    /// Open a run, since another run of its recovery was asked for: that one's session.
    Open(RunMark, String),
    /// Write decisions down; they count when they are on disk.
    Save(Vec<Op>),
    /// Go to another screen.
    Go(Place),
    /// Go to an item of another screen.
    At(Place, String),
    /// Open the viewer on a product.
    View(String),
    /// Open the viewer's transcript at an event.
    Event(String),
    /// Go back to where one came from.
    Back,
    /// Ask with fields.
    Form(Form),
    /// Ask before writing elsewhere: only `y` goes on.
    Consent(Consent),
    /// Edit a text of ours in `$EDITOR`; it comes back as accepted for this purpose.
    Editor(Purpose, String),
    /// Say something in the message line.
    Say(String),
    /// Do what another key does.
    Do(Action),
    /// Nothing more; the action was used (`esc` cleared something instead of going back).
    Nothing,
}

/// Every screen behind an open run, as it is when nothing was done in it yet.
pub fn all() -> Vec<(Place, Box<dyn Screen>)> {
    vec![
        (Place::Confirm, Box::new(confirm::State::default())),
        (Place::Sort, Box::new(sort::Sort::default())),
        (Place::Viewer, Box::new(viewer::Viewer::default())),
        (Place::Assign, Box::new(assign::Assign::default())),
        (Place::Brief, Box::new(compose::Compose::default())),
        (Place::Review, Box::new(review::Review::default())),
        (Place::Packet, Box::new(packet::Packet::default())),
    ]
}

/// Which screen takes an action that is the same everywhere and writes elsewhere.
pub fn owner(action: Action, here: Place) -> Option<Place> {
    match action {
        Action::Write if matches!(here, Place::Review | Place::Packet) => Some(here),
        Action::Write => Some(Place::Brief),
        _ => None,
    }
}

/// The first two rows of the window.
#[derive(Clone, Debug, Default)]
pub struct Head {
    /// What and where.
    pub title: String,
    /// At the right of it.
    pub facts: String,
    /// Which attempt it is about; 0 for none.
    pub attempt: u32,
    /// The second row's left, where it is not the four steps.
    pub second: Option<Vec<Piece>>,
    /// What this step asks, at the right of the second row.
    pub asks: String,
    /// Whether there is no second row (the picker).
    pub one_row: bool,
}

/// What every screen behind an open run does.
pub trait Screen: std::fmt::Debug {
    /// Whose keys it takes.
    fn context(&self, desk: &Desk) -> Context;

    /// What the header says besides the four steps.
    fn head(&self, desk: &Desk, scene: &Scene) -> Head;

    /// Why an action is not possible now, in words; `None` when it is possible or none of this screen's.
    fn not_now(&self, _action: Action, _desk: &Desk, _scene: &Scene) -> Option<String> {
        None
    }

    /// Whether the footer offers the keys of an action now.
    fn offers(&self, _action: Action, _desk: &Desk) -> bool {
        true
    }

    /// Does what an action means here.
    fn on(&mut self, action: Action, desk: &Desk, scene: &Scene) -> Vec<Ask>;

    /// Takes what was typed into a form, a find line or an editor that this screen asked for, in the order of its fields.
    fn accepted(&mut self, _purpose: &Purpose, _values: &[String], _desk: &Desk, _scene: &Scene) -> Vec<Ask> {
        vec![]
    }

    /// One comes to it from another screen.
    fn entered(&mut self, _desk: &Desk, _scene: &Scene) -> Vec<Ask> {
        vec![]
    }

    /// Something changed underneath: decisions were saved, or it was looked again.
    fn refreshed(&mut self, _desk: &Desk, _scene: &Scene) -> Vec<Ask> {
        vec![]
    }

    /// A text that was asked for is there.
    fn content(&mut self, _content: &Content, _desk: &Desk, _scene: &Scene) -> Vec<Ask> {
        vec![]
    }

    /// The selected item, for the draft.
    fn item(&self, _desk: &Desk) -> Option<String> {
        None
    }

    /// Goes to an item, when it is still there. The viewer takes a product's id, or `event:ID`.
    fn go_to(&mut self, _item: &str, _desk: &Desk, _scene: &Scene) -> Vec<Ask> {
        vec![]
    }

    /// Another screen takes its place: what is not written down yet is to be written down.
    fn left(&mut self, _desk: &Desk, _scene: &Scene) -> Vec<Ask> {
        vec![]
    }

    /// A text was pasted; whether a text field of the screen took it.
    fn paste(&mut self, _text: &str) -> bool {
        false
    }

    /// What is half typed in a text field of the screen itself, each with its name in the draft.
    fn typed(&self) -> Vec<(String, String)> {
        vec![]
    }

    /// Takes what was half typed in it out of the draft.
    fn type_again(&mut self, _texts: &mut BTreeMap<String, String>) {}

    /// While a text field of the screen itself is open: where and by which action it was opened.
    fn types(&self) -> Option<(Context, Action)> {
        None
    }

    /// A row of the body was clicked.
    fn click(&mut self, _row: u16, _desk: &Desk, _scene: &Scene) -> Vec<Ask> {
        vec![]
    }

    /// The two lines above the footer: what would be needed, or what happened last.
    fn foot(&self, _desk: &Desk, _scene: &Scene) -> [String; 2] {
        <[String; 2]>::default()
    }

    /// Draws the body.
    fn draw(&self, desk: &Desk, scene: &Scene, area: Rect, paint: &mut Paint);
}
