//! The rows of the key table, and nothing else: what they mean and how they are drawn stands beside it.
//!
//! In a context the order is the order of the footer; what stays in the narrowest window is marked so.

use super::Context::{
    After, Assign, Brief, Confirm, Consent, Copies, Document, Everywhere, Find, Form, FourStates, Gates, Help, Packet,
    Palette, Picker, Problems, Proof, Review, Sort, Text, Transcript, Viewer,
};
use super::When::{Deciding, Opened};
use super::{Key, When, key};
use crate::model::{Pile, Step};
use crate::msg::Action;

/// Every key of the program.
pub const KEYS: &[Key] = &[
    // The run picker.
    key(Picker, "enter", Action::Open, "open the run").foot("enter open").stays(),
    key(Picker, "/", Action::Find, "find among the runs").foot("/ find"),
    key(Picker, "0", Action::FourStates, "four states").foot("0 four states"),
    key(Picker, "!", Action::Problems, "problems").foot("! problems"),
    key(Picker, "r", Action::Look, "look again").foot("r look again"),
    key(Picker, "o", Action::AllRuns, "all runs, or the last 7 days").foot("o all runs"),
    key(Picker, ":", Action::Palette, "every command by name").wide(": palette"),
    key(Picker, "q", Action::Back, "leave").foot("q leave").stays(),
    // Step 1.
    key(Confirm, "enter", Action::Open, "details of the row").foot("enter details").stays(),
    key(Confirm, "a", Action::Answer, "answer: why it may be ignored, or who looked where")
        .foot("a answer")
        .stays()
        .when(Deciding),
    key(Confirm, "y", Action::Copy, "copy the line that stops it").foot("y copy"),
    key(Confirm, "o", Action::OtherView, "the event that shows it"),
    key(Confirm, "r", Action::Look, "look again").foot("r look again"),
    key(Confirm, "s", Action::Settle, "settle: nothing is still running").foot("s settle").stays().when(Deciding),
    key(Confirm, "0", Action::FourStates, "four states").wide("0 four states"),
    key(Confirm, "b", Action::Brief, "the brief so far").wide("b brief"),
    key(Confirm, "esc", Action::Close, "back from the details").foot("esc back").stays(),
    key(Confirm, "q", Action::Back, "back to the runs; nothing is lost").foot("q back").stays(),
    // Step 2.
    key(Sort, "enter", Action::Open, "open it").foot("enter open").stays(),
    key(Sort, "u", Action::Pile(Pile::Usable), "usable: opened, good to build on")
        .foot("u usable")
        .stays()
        .when(Deciding),
    key(Sort, "p", Action::Pile(Pile::Partial), "partial: with named gaps").foot("p partial").stays().when(Deciding),
    key(Sort, "x", Action::Pile(Pile::Unknown), "unknown: a reason, or where to look")
        .foot("x unknown")
        .stays()
        .when(Deciding),
    key(Sort, "a", Action::Answer, "answer an outside action").foot("a answer").stays().when(Deciding),
    key(Sort, "y", Action::Copy, "copy the command that looks, or the place").foot("y copy"),
    key(Sort, "space", Action::Mark, "mark").foot("space mark"),
    key(Sort, "c", Action::LastGood, "choose the last good state").wide("c last good").when(Deciding),
    key(Sort, "o", Action::OtherView, "every group open, or closed to one row"),
    key(Sort, "q", Action::Back, "back to the runs; nothing is lost").foot("q back").stays(),
    // The viewer, on a product.
    key(Viewer, "space", Action::PageDown, "one page on; it counts as read").foot("space page").stays(),
    key(Viewer, "]", Action::NextMark, "next change").foot("[ ] change"),
    key(Viewer, "[", Action::PreviousMark, "change before"),
    key(Viewer, "o", Action::OtherView, "whole, diff, transcript").foot("o view"),
    key(Viewer, "u", Action::Pile(Pile::Usable), "usable, and open the next")
        .foot("u p x sort, next")
        .stays()
        .when(Deciding),
    key(Viewer, "p", Action::Pile(Pile::Partial), "partial, and open the next").when(Deciding),
    key(Viewer, "x", Action::Pile(Pile::Unknown), "unknown, and open the next").when(Deciding),
    key(Viewer, "a", Action::Answer, "answer an outside action").foot("a answer").stays().when(Deciding),
    key(Viewer, "n", Action::NextMatch, "next match"),
    key(Viewer, "N", Action::PreviousMatch, "match before"),
    key(Viewer, "+", Action::Keep, "keep the line as limit, decision or question").when(Deciding),
    key(Viewer, "=", Action::Compare, "compare: revisions of a document, a file with last good").foot("= compare"),
    key(Viewer, "v", Action::Pager, "the text in $PAGER").wide("v pager"),
    key(Viewer, "Y", Action::CopyPath, "copy the path").wide("Y path"),
    key(Viewer, "esc", Action::Close, "back").foot("esc back").stays(),
    // The viewer, on a document of the task.
    key(Document, "space", Action::PageDown, "one page on; it counts as read").foot("space page").stays(),
    key(Document, "]", Action::NextMark, "newer revision").foot("[ ] revision"),
    key(Document, "[", Action::PreviousMark, "older revision"),
    key(Document, "o", Action::OtherView, "text, changes, links, who wrote it, transcript").foot("o view"),
    key(Document, "u", Action::Pile(Pile::Usable), "usable, and open the next")
        .foot("u p x sort")
        .stays()
        .when(Deciding),
    key(Document, "p", Action::Pile(Pile::Partial), "partial, and open the next").when(Deciding),
    key(Document, "x", Action::Pile(Pile::Unknown), "unknown, and open the next").when(Deciding),
    key(Document, "n", Action::NextMatch, "next match"),
    key(Document, "N", Action::PreviousMatch, "match before"),
    key(Document, "+", Action::Keep, "keep the line as limit, decision or question").when(Deciding),
    key(Document, "=", Action::Compare, "compare a revision with the newest").foot("= compare"),
    key(Document, "v", Action::Pager, "the text in $PAGER").wide("v pager"),
    key(Document, "Y", Action::CopyPath, "copy the path").wide("Y path"),
    key(Document, "esc", Action::Close, "back").foot("esc back").stays(),
    // The viewer, on the transcript.
    key(Transcript, "j down", Action::Down, "next event").wide("j k event"),
    key(Transcript, "space", Action::PageDown, "one page on"),
    key(Transcript, "]", Action::NextMark, "next mark").foot("[ ] mark"),
    key(Transcript, "[", Action::PreviousMark, "mark before"),
    key(Transcript, "/", Action::Find, "find in the text").wide("/ find"),
    key(Transcript, "n", Action::NextMatch, "next match").foot("n N match"),
    key(Transcript, "N", Action::PreviousMatch, "match before"),
    key(Transcript, "+", Action::Keep, "keep the line as limit, decision or question")
        .foot("+ keep line")
        .when(Deciding),
    key(Transcript, "u", Action::Pile(Pile::Usable), "usable, and open the next")
        .foot("u p x sort")
        .stays()
        .when(Deciding),
    key(Transcript, "a", Action::Answer, "answer an outside action").foot("a answer").stays().when(Deciding),
    key(Transcript, "p", Action::Pile(Pile::Partial), "partial, and open the next").when(Deciding),
    key(Transcript, "x", Action::Pile(Pile::Unknown), "unknown, and open the next").when(Deciding),
    key(Transcript, "=", Action::Compare, "compare the product with last good"),
    key(Transcript, "o", Action::OtherView, "whole, diff, transcript").wide("o view"),
    key(Transcript, "v", Action::Pager, "the text in $PAGER"),
    key(Transcript, "esc", Action::Close, "back").foot("esc back").stays(),
    // Step 3.
    key(Assign, "enter", Action::Open, "use the candidate").foot("enter use").stays().when(Deciding),
    key(Assign, "e", Action::Edit, "edit the field").foot("e edit").stays().when(Deciding),
    key(Assign, "tab", Action::NextField, "next field").foot("tab field"),
    key(Assign, "backtab", Action::PreviousField, "field before"),
    key(Assign, "f", Action::FreshOrResume, "how it starts: fresh, new tree, resume")
        .foot("f fresh/resume")
        .when(Deciding),
    key(Assign, "o", Action::OtherView, "the event that shows it"),
    key(Assign, "+", Action::Keep, "keep a line as limit, decision or question").wide("+ keep").when(Deciding),
    key(Assign, "a", Action::Answer, "answer an outside action").when(Deciding),
    key(Assign, "x", Action::NotMet, "take a line out of the brief").when(Deciding),
    key(Assign, "w", Action::Write, "write the brief (asks)").foot("w write").stays().when(Deciding),
    key(Assign, "b", Action::Brief, "the brief so far").foot("b brief"),
    key(Assign, "q", Action::Back, "back to the runs; nothing is lost").foot("q back").stays(),
    // The brief.
    key(Brief, "e", Action::Edit, "edit the section here").foot("e edit section").stays().when(Deciding),
    key(Brief, "E", Action::Editor, "edit the section in $EDITOR").foot("E $EDITOR").when(Deciding),
    key(Brief, "j down", Action::Down, "next section").foot("j k section"),
    key(Brief, "ctrl-d pagedown", Action::HalfDown, "scroll the text").wide("ctrl-d u scroll"),
    key(Brief, "o", Action::OtherView, "where it goes").when(Deciding),
    key(Brief, "y", Action::Copy, "copy the brief").foot("y copy"),
    key(Brief, "w", Action::Write, "write the brief (asks)").foot("w write").stays().when(Deciding),
    key(Brief, "v", Action::Pager, "the brief in $PAGER"),
    key(Brief, "esc", Action::Close, "back").foot("esc back").stays(),
    // After writing.
    key(After, "j down", Action::Down, "next command").foot("j k choose"),
    key(After, "y", Action::Copy, "copy the command").foot("y copy").stays(),
    key(After, "r", Action::Look, "look again").foot("r look again"),
    key(After, "enter", Action::Open, "pick the run that consumed it by hand")
        .foot("enter pick by hand")
        .when(Deciding),
    key(After, "b", Action::Brief, "the brief").foot("b brief"),
    key(After, "0", Action::FourStates, "four states").wide("0 four states"),
    key(After, "[", Action::PreviousMark, "the attempt before").wide("[ attempt before"),
    key(After, "q", Action::Back, "back").foot("q back").stays(),
    // Step 4.
    key(Review, "enter", Action::Open, "open the proof of the row").foot("enter proof").stays(),
    key(Review, "space", Action::PageDown, "the proof below the list, page by page"),
    key(Review, "m", Action::Met, "met, or fine").foot("m met").stays().when(Deciding),
    key(Review, "x", Action::NotMet, "not met, or not fine").foot("x not").stays().when(Deciding),
    key(Review, "n", Action::Note, "a note on the row").foot("n note").when(Deciding),
    key(Review, "c", Action::LastGood, "from where the next attempt starts").foot("c start from").when(Deciding),
    key(Review, "o", Action::OtherView, "where the closing note goes").wide("o destination").when(Deciding),
    key(Review, "s", Action::Settle, "close: recovered, or the next attempt").foot("s close").stays().when(Deciding),
    key(Review, "w", Action::Write, "write the closing note (asks)").foot("w write note").stays().when(Deciding),
    key(Review, "[", Action::PreviousMark, "the attempt before").wide("[ ] attempt"),
    key(Review, "]", Action::NextMark, "the attempt after"),
    key(Review, "q", Action::Back, "back to the runs; nothing is lost").foot("q back").stays(),
    key(Proof, "space", Action::PageDown, "one page on").foot("space page").stays(),
    key(Proof, "enter", Action::Open, "the event in the transcript of the attempt").foot("enter event"),
    key(Proof, "m", Action::Met, "met, or fine").foot("m met").stays().when(Deciding),
    key(Proof, "x", Action::NotMet, "not met, or not fine").foot("x not").stays().when(Deciding),
    key(Proof, "n", Action::Note, "a note on the row").foot("n note").when(Deciding),
    key(Proof, "esc", Action::Close, "back to the list").foot("esc back").stays(),
    // The packet.
    key(Packet, "e", Action::Edit, "edit the part here").foot("e edit").stays().when(Deciding),
    key(Packet, "E", Action::Editor, "edit the part in $EDITOR").foot("E $EDITOR").when(Deciding),
    key(Packet, "j down", Action::Down, "next part").foot("j k part"),
    key(Packet, "y", Action::Copy, "copy the packet").foot("y copy"),
    key(Packet, "w", Action::Write, "write the packet (asks)").foot("w write").stays().when(Deciding),
    key(Packet, "esc", Action::Close, "back").foot("esc back").stays(),
    // Overlays.
    key(FourStates, "enter", Action::Open, "go on: where work waits, or open the run").foot("enter go on").stays(),
    key(FourStates, "space", Action::PageDown, "one page on").foot("space page"),
    key(FourStates, "j down", Action::Down, "next fact that an event shows").wide("j k fact"),
    key(FourStates, "o", Action::OtherView, "the event that shows it").foot("o event"),
    key(FourStates, "y", Action::Copy, "copy the page").wide("y copy"),
    key(FourStates, "1", Action::Step(Step::Confirm), "look at step 1").foot("1 2 3 4 step").when(Opened),
    key(FourStates, "r", Action::Look, "look again").foot("r look again"),
    key(FourStates, "esc", Action::Close, "back").foot("esc back").stays(),
    key(Problems, "enter", Action::Open, "details").foot("enter details").stays(),
    key(Problems, "y", Action::Copy, "copy the line").foot("y copy"),
    key(Problems, "Y", Action::CopyPath, "copy the path").foot("Y path"),
    key(Problems, "v", Action::Pager, "the problem in $PAGER").foot("v pager"),
    key(Problems, "r", Action::Look, "look again").foot("r look again"),
    key(Problems, "esc", Action::Close, "back").foot("esc back").stays(),
    key(Gates, "j down", Action::Down, "scroll the output").foot("j k scroll").stays(),
    key(Gates, "G end", Action::Last, "follow the output").foot("G follow"),
    key(Gates, "x", Action::NotMet, "end the gates that run").foot("x end them").stays().when(Deciding),
    key(Gates, "y", Action::Copy, "copy the output").foot("y copy"),
    key(Gates, "v", Action::Pager, "the output in $PAGER").foot("v pager"),
    key(Gates, "esc", Action::Close, "close; gates go on").foot("esc close").stays(),
    key(Copies, "j down", Action::Down, "next copy").foot("j k choose"),
    key(Copies, "y", Action::Copy, "copy the lines that restore it").foot("y copy the lines").stays(),
    key(Copies, "esc", Action::Close, "close").foot("esc close").stays(),
    key(Help, "j down", Action::Down, "scroll").foot("j k scroll").stays(),
    key(Help, "/", Action::Find, "find").foot("/ find"),
    key(Help, "esc", Action::Close, "close").foot("esc close").stays(),
    // Where a text field has the keys, and dialogs.
    key(Palette, "down ctrl-n", Action::Down, "next command").foot("arrows choose"),
    key(Palette, "up ctrl-p", Action::Up, "command before"),
    key(Palette, "enter", Action::Open, "run it").foot("enter run").stays(),
    key(Palette, "esc", Action::Close, "close").foot("esc close").stays(),
    key(Form, "left", Action::Left, "the choice before"),
    key(Form, "right", Action::Right, "the next choice").foot("left right choose"),
    key(Form, "tab down", Action::NextField, "next field").foot("tab field"),
    key(Form, "backtab up", Action::PreviousField, "field before"),
    key(Form, "pagedown", Action::PageDown, "scroll the lines below the fields").foot("pagedown scroll"),
    key(Form, "pageup", Action::PageUp, "scroll back"),
    key(Form, "enter", Action::Open, "accept").foot("enter accept").stays(),
    key(Form, "esc", Action::Close, "close, nothing is decided").foot("esc close").stays(),
    key(Find, "enter", Action::Open, "keep what was found").foot("enter keep").stays(),
    key(Find, "down ctrl-n", Action::Down, "next"),
    key(Find, "up ctrl-p", Action::Up, "before"),
    key(Find, "esc", Action::Close, "clear").foot("esc clear").stays(),
    key(Text, "ctrl-s", Action::Open, "accept the text").foot("ctrl-s accept").stays(),
    key(Text, "esc", Action::Close, "close, the text is kept as a draft").foot("esc close").stays(),
    key(Consent, "y", Action::Yes, "do what the dialog names").foot("y yes").stays(),
    key(Consent, "esc", Action::Close, "close, nothing is done").foot("esc no").stays(),
    key(Consent, "o", Action::OtherView, "another way, where there is one").foot("o another way"),
    key(Consent, "j down", Action::Down, "scroll").foot("j k scroll").stays(),
    key(Consent, "k up", Action::Up, "scroll back"),
    key(Consent, "space pagedown ctrl-d", Action::PageDown, "scroll a page"),
    key(Consent, "pageup ctrl-u", Action::PageUp, "scroll a page back"),
    key(Consent, "?", Action::Help, "what these keys do"),
    // Everywhere.
    key(Everywhere, "j down", Action::Down, "down"),
    key(Everywhere, "k up", Action::Up, "up"),
    key(Everywhere, "h left", Action::Left, "left, back"),
    key(Everywhere, "l right", Action::Right, "right"),
    key(Everywhere, "g home", Action::First, "first"),
    key(Everywhere, "G end", Action::Last, "last"),
    key(Everywhere, "ctrl-d pagedown", Action::HalfDown, "half a page down"),
    key(Everywhere, "ctrl-u pageup", Action::HalfUp, "half a page up"),
    key(Everywhere, "enter", Action::Open, "open"),
    key(Everywhere, "esc", Action::Close, "close, back; never leaves"),
    key(Everywhere, "q", Action::Back, "back; at the top leave, nothing is lost"),
    key(Everywhere, "/", Action::Find, "find"),
    key(Everywhere, ":", Action::Palette, "every command by name"),
    key(Everywhere, "!", Action::Problems, "problems"),
    key(Everywhere, "0", Action::FourStates, "four states"),
    key(Everywhere, "1", Action::Step(Step::Confirm), "look at step 1, confirm").when(Opened),
    key(Everywhere, "2", Action::Step(Step::Sort), "look at step 2, sort").when(Opened),
    key(Everywhere, "3", Action::Step(Step::Assign), "look at step 3, assign").when(Opened),
    key(Everywhere, "4", Action::Step(Step::Review), "look at step 4, review").when(Opened),
    key(Everywhere, "b", Action::Brief, "the brief so far").when(Opened),
    key(Everywhere, "w", Action::Write, "write the brief (asks)").when(Deciding),
    key(Everywhere, "R", Action::Gates, "run gates").when(Deciding),
    key(Everywhere, "S", Action::Salvage, "salvage copy").when(Deciding),
    key(Everywhere, "z", Action::Undo, "undo").when(Deciding),
    key(Everywhere, "Z", Action::Redo, "redo").when(Deciding),
    key(Everywhere, "y", Action::Copy, "copy the line"),
    key(Everywhere, "Y", Action::CopyPath, "copy the path"),
    key(Everywhere, "r", Action::Look, "look again"),
    key(Everywhere, "M", Action::Mouse, "mouse on or off"),
    key(Everywhere, "ctrl-l", Action::Redraw, "draw again"),
    key(Everywhere, "ctrl-z", Action::Suspend, "suspend"),
    key(Everywhere, "ctrl-c", Action::Leave, "leave from anywhere, nothing is lost"),
    key(Everywhere, "?", Action::Help, "help").foot("? help"),
];

/// The actions that the palette has and no key, with their names.
pub const NAMED: &[(Action, &str, When)] = &[
    (Action::TakeOver, "take over", Opened),
    (Action::Copies, "copies that are kept", Opened),
    (Action::KeepGood, "keep last good as a ref", Opened),
    (Action::Packet, "packet: prepare the next run", Opened),
];
