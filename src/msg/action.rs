//! All a key can mean. What means it stands in the key table; what it does, in the screens.

use super::Press;
use crate::model::{Pile, Step};

/// All a key can mean. A screen sees these, never a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is described by its row in the key table")]
pub enum Action {
    Up,
    Down,
    Left,
    Right,
    First,
    Last,
    HalfUp,
    HalfDown,
    PageUp,
    PageDown,
    Open,
    Close,
    Back,
    Leave,
    Mark,
    NextField,
    PreviousField,
    Step(Step),
    Pile(Pile),
    Answer,
    Met,
    NotMet,
    Note,
    Settle,
    LastGood,
    FreshOrResume,
    OtherView,
    Keep,
    Compare,
    NextMark,
    PreviousMark,
    Edit,
    Editor,
    Pager,
    Copy,
    CopyPath,
    Undo,
    Redo,
    Look,
    Write,
    Gates,
    Salvage,
    Mouse,
    Redraw,
    Suspend,
    Find,
    NextMatch,
    PreviousMatch,
    Palette,
    Help,
    Problems,
    FourStates,
    Brief,
    AllRuns,
    TakeOver,
    Copies,
    KeepGood,
    Packet,
    /// `y` in a dialog that writes.
    Yes,
    /// A key that a text field takes as it is.
    Type(Press),
}

impl Action {
    /// Whether it only moves a cursor or closes something: where there is nothing to move to, that is seen.
    pub fn moves(self) -> bool {
        use Action::{
            Back, Close, Down, First, HalfDown, HalfUp, Last, Left, Mark, NextField, PageDown, PageUp, PreviousField,
            Right, Up,
        };
        let lines = matches!(self, Up | Down | Left | Right | HalfDown | HalfUp | PageDown | PageUp);
        lines || matches!(self, First | Last | Close | Back | Mark | NextField | PreviousField)
    }
}
