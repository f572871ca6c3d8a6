//! The key table: context, key, action, words for footer and help, when it applies.
//!
//! One table for everything: what a key means, the footer, the help page, the palette and the README's list.
//! A row of a context wins over the same key of `Everywhere`, and then only to give the same action other words.

use crate::model::{Pile, Step};
use crate::msg::{Action, KeyName, Press};
use Context::{
    After, Assign, Brief, Confirm, Consent, Copies, Everywhere, Find, Form, FourStates, Gates, Help, Packet, Palette,
    Picker, Problems, Proof, Review, Sort, Text, Transcript, Viewer,
};
use When::{Always, Deciding, Opened};

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Where it holds.
    pub on: Context,
    /// The keys, by name, with spaces between alternatives.
    pub press: &'static str,
    /// What it means.
    pub does: Action,
    /// Its name in the palette and its words in help.
    pub help: &'static str,
    /// Its place in the footer, keys included; empty when it has none.
    pub foot: &'static str,
    /// Whether the footer has it only when there is room for two panes.
    pub wide: bool,
    /// When it applies.
    pub when: When,
}

/// Where a key holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Context {
    /// On every screen.
    Everywhere,
    /// The run picker.
    Picker,
    /// Step 1.
    Confirm,
    /// Step 2.
    Sort,
    /// The viewer with a product's content or its diff.
    Viewer,
    /// The viewer with the transcript.
    Transcript,
    /// Step 3.
    Assign,
    /// The brief: sections, text, preview.
    Brief,
    /// After writing, while no run has consumed the brief.
    After,
    /// Step 4.
    Review,
    /// The packet: what is prepared for the next run.
    Packet,
    /// Step 4, with the proof of a row over the whole window.
    Proof,
    /// The four states.
    FourStates,
    /// The problems.
    Problems,
    /// The help page.
    Help,
    /// Gates that run, or ran, with their output.
    Gates,
    /// Copies that are kept.
    Copies,
    /// The palette: a text field over a list.
    Palette,
    /// A dialog with fields.
    Form,
    /// A dialog that writes elsewhere after `y`.
    Consent,
    /// The line in which one types what to find.
    Find,
    /// A text of several lines that is edited in place.
    Text,
}

impl Context {
    /// Whether a text field has the keys, so that letters are text.
    pub fn types(self) -> bool {
        matches!(self, Palette | Form | Find | Text)
    }

    /// Whether it is a dialog, in which only its own keys work.
    pub fn closed(self) -> bool {
        self.types() || self == Consent
    }
}

/// When a key applies; a screen may have further reasons why an action is not possible now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Always.
    Always,
    /// When a run is open.
    Opened,
    /// When a run is open and decisions can be made: we hold it and can write.
    Deciding,
}

const fn key(on: Context, press: &'static str, does: Action, help: &'static str) -> Key {
    Key { on, press, does, help, foot: "", wide: false, when: Always }
}

impl Key {
    const fn foot(mut self, foot: &'static str) -> Self {
        self.foot = foot;
        self
    }

    const fn wide(mut self, foot: &'static str) -> Self {
        self.foot = foot;
        self.wide = true;
        self
    }

    const fn when(mut self, when: When) -> Self {
        self.when = when;
        self
    }
}

/// Every key of the program.
pub const KEYS: &[Key] = &[
    // The run picker.
    key(Picker, "enter", Action::Open, "open the run").foot("enter open"),
    key(Picker, "/", Action::Find, "find among the runs").foot("/ find"),
    key(Picker, "0", Action::FourStates, "four states").foot("0 four states"),
    key(Picker, "!", Action::Problems, "problems").foot("! problems"),
    key(Picker, "r", Action::Look, "look again").foot("r look again"),
    key(Picker, "o", Action::AllRuns, "all runs, or the last 7 days").foot("o all runs"),
    key(Picker, ":", Action::Palette, "every command by name").foot(": palette"),
    key(Picker, "q", Action::Back, "leave").foot("q leave"),
    // Step 1.
    key(Confirm, "enter", Action::Open, "details of the row").foot("enter details"),
    key(Confirm, "a", Action::Answer, "answer: why it may be ignored, or who looked where")
        .foot("a answer")
        .when(Deciding),
    key(Confirm, "y", Action::Copy, "copy the line that stops it").foot("y copy"),
    key(Confirm, "o", Action::OtherView, "the event that shows it"),
    key(Confirm, "r", Action::Look, "look again").foot("r look again"),
    key(Confirm, "s", Action::Settle, "settle: nothing is still running").foot("s settle").when(Deciding),
    key(Confirm, "0", Action::FourStates, "four states").wide("0 four states"),
    key(Confirm, "b", Action::Brief, "the brief so far").foot("b brief"),
    key(Confirm, "esc", Action::Close, "back from the details").foot("esc back"),
    // Step 2.
    key(Sort, "enter", Action::Open, "open it").foot("enter open"),
    key(Sort, "u", Action::Pile(Pile::Usable), "usable: opened, good to build on").foot("u usable").when(Deciding),
    key(Sort, "p", Action::Pile(Pile::Partial), "partial: with named gaps").foot("p partial").when(Deciding),
    key(Sort, "x", Action::Pile(Pile::Unknown), "unknown: a reason, or where to look").foot("x unknown").when(Deciding),
    key(Sort, "a", Action::Answer, "answer an outside action").foot("a answer").when(Deciding),
    key(Sort, "space", Action::Mark, "mark").foot("space mark"),
    key(Sort, "c", Action::LastGood, "choose the last good state").wide("c last good").when(Deciding),
    key(Sort, "o", Action::OtherView, "every group open, or closed to one row"),
    // The viewer, on a product.
    key(Viewer, "space", Action::PageDown, "one page on; it counts as read").foot("space page"),
    key(Viewer, "]", Action::NextMark, "next change").foot("[ ] change"),
    key(Viewer, "[", Action::PreviousMark, "change before"),
    key(Viewer, "o", Action::OtherView, "whole, diff, transcript").foot("o view"),
    key(Viewer, "u", Action::Pile(Pile::Usable), "usable, and open the next").foot("u p x sort, next").when(Deciding),
    key(Viewer, "p", Action::Pile(Pile::Partial), "partial, and open the next").when(Deciding),
    key(Viewer, "x", Action::Pile(Pile::Unknown), "unknown, and open the next").when(Deciding),
    key(Viewer, "a", Action::Answer, "answer an outside action").foot("a answer").when(Deciding),
    key(Viewer, "n", Action::NextMatch, "next match"),
    key(Viewer, "N", Action::PreviousMatch, "match before"),
    key(Viewer, "+", Action::Keep, "keep the line as limit, decision or question").when(Deciding),
    key(Viewer, "=", Action::Compare, "compare: revisions of a document, a file with last good"),
    key(Viewer, "c", Action::LastGood, "choose the last good state").when(Deciding),
    key(Viewer, "v", Action::Pager, "the text in $PAGER").wide("v pager"),
    key(Viewer, "Y", Action::CopyPath, "copy the path").wide("Y path"),
    key(Viewer, "esc", Action::Close, "back").foot("esc back"),
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
    key(Transcript, "u", Action::Pile(Pile::Usable), "usable, and open the next").foot("u p x sort").when(Deciding),
    key(Transcript, "a", Action::Answer, "answer an outside action").foot("a answer").when(Deciding),
    key(Transcript, "p", Action::Pile(Pile::Partial), "partial, and open the next").when(Deciding),
    key(Transcript, "x", Action::Pile(Pile::Unknown), "unknown, and open the next").when(Deciding),
    key(Transcript, "=", Action::Compare, "compare the product with last good"),
    key(Transcript, "o", Action::OtherView, "whole, diff, transcript").wide("o view"),
    key(Transcript, "v", Action::Pager, "the text in $PAGER"),
    key(Transcript, "esc", Action::Close, "back").foot("esc back"),
    // Step 3.
    key(Assign, "enter", Action::Open, "use the candidate").foot("enter use").when(Deciding),
    key(Assign, "e", Action::Edit, "edit the field").foot("e edit").when(Deciding),
    key(Assign, "tab", Action::NextField, "next field").foot("tab field"),
    key(Assign, "backtab", Action::PreviousField, "field before"),
    key(Assign, "f", Action::FreshOrResume, "how it starts: fresh, new tree, resume")
        .foot("f fresh or resume")
        .when(Deciding),
    key(Assign, "o", Action::OtherView, "the event that shows it"),
    key(Assign, "+", Action::Keep, "keep a line as limit, decision or question").wide("+ keep").when(Deciding),
    key(Assign, "a", Action::Answer, "answer an outside action").when(Deciding),
    key(Assign, "x", Action::NotMet, "take a line out of the brief").when(Deciding),
    key(Assign, "w", Action::Write, "write the brief (asks)").foot("w write").when(Deciding),
    key(Assign, "b", Action::Brief, "the brief so far").foot("b brief"),
    // The brief.
    key(Brief, "e", Action::Edit, "edit the section here").foot("e edit section").when(Deciding),
    key(Brief, "E", Action::Editor, "edit the section in $EDITOR").foot("E $EDITOR").when(Deciding),
    key(Brief, "j down", Action::Down, "next section").foot("j k section"),
    key(Brief, "ctrl-d pagedown", Action::HalfDown, "scroll the text").wide("ctrl-d u scroll"),
    key(Brief, "o", Action::OtherView, "where it goes").when(Deciding),
    key(Brief, "y", Action::Copy, "copy the brief").foot("y copy"),
    key(Brief, "w", Action::Write, "write the brief (asks)").foot("w write").when(Deciding),
    key(Brief, "v", Action::Pager, "the brief in $PAGER"),
    key(Brief, "esc", Action::Close, "back").foot("esc back"),
    // After writing.
    key(After, "j down", Action::Down, "next command").foot("j k choose"),
    key(After, "y", Action::Copy, "copy the command").foot("y copy"),
    key(After, "r", Action::Look, "look again").foot("r look again"),
    key(After, "enter", Action::Open, "pick the run that consumed it by hand")
        .foot("enter pick by hand")
        .when(Deciding),
    key(After, "b", Action::Brief, "the brief").foot("b brief"),
    key(After, "0", Action::FourStates, "four states").wide("0 four states"),
    key(After, "q", Action::Back, "back").foot("q back"),
    // Step 4.
    key(Review, "enter", Action::Open, "open the proof of the row").foot("enter proof"),
    key(Review, "space", Action::PageDown, "the proof below the list, page by page"),
    key(Review, "m", Action::Met, "met, or fine").foot("m met").when(Deciding),
    key(Review, "x", Action::NotMet, "not met, or not fine").foot("x not").when(Deciding),
    key(Review, "n", Action::Note, "a note on the row").foot("n note").when(Deciding),
    key(Review, "c", Action::LastGood, "from where the next attempt starts").foot("c start from").when(Deciding),
    key(Review, "o", Action::OtherView, "where the closing note goes").wide("o destination").when(Deciding),
    key(Review, "s", Action::Settle, "close: recovered, or the next attempt").foot("s close").when(Deciding),
    key(Review, "w", Action::Write, "write the closing note (asks)").foot("w write note").when(Deciding),
    key(Proof, "space", Action::PageDown, "one page on").foot("space page"),
    key(Proof, "enter", Action::Open, "the event in the transcript of the attempt").foot("enter event"),
    key(Proof, "m", Action::Met, "met, or fine").foot("m met").when(Deciding),
    key(Proof, "x", Action::NotMet, "not met, or not fine").foot("x not").when(Deciding),
    key(Proof, "n", Action::Note, "a note on the row").foot("n note").when(Deciding),
    key(Proof, "esc", Action::Close, "back to the list").foot("esc back"),
    // The packet.
    key(Packet, "e", Action::Edit, "edit the part here").foot("e edit").when(Deciding),
    key(Packet, "E", Action::Editor, "edit the part in $EDITOR").foot("E $EDITOR").when(Deciding),
    key(Packet, "j down", Action::Down, "next part").foot("j k part"),
    key(Packet, "y", Action::Copy, "copy the packet").foot("y copy"),
    key(Packet, "w", Action::Write, "write the packet (asks)").foot("w write").when(Deciding),
    key(Packet, "esc", Action::Close, "back").foot("esc back"),
    // Overlays.
    key(FourStates, "enter", Action::Open, "go on: where work waits, or open the run").foot("enter go on"),
    key(FourStates, "space", Action::PageDown, "one page on").foot("space page"),
    key(FourStates, "j down", Action::Down, "next fact that an event shows").wide("j k fact"),
    key(FourStates, "o", Action::OtherView, "the event that shows it").foot("o event"),
    key(FourStates, "y", Action::Copy, "copy the page").wide("y copy"),
    key(FourStates, "1", Action::Step(Step::Confirm), "look at step 1").foot("1 2 3 4 step").when(Opened),
    key(FourStates, "r", Action::Look, "look again").foot("r look again"),
    key(FourStates, "esc", Action::Close, "back").foot("esc back"),
    key(Problems, "enter", Action::Open, "details").foot("enter details"),
    key(Problems, "y", Action::Copy, "copy the line").foot("y copy"),
    key(Problems, "Y", Action::CopyPath, "copy the path").foot("Y path"),
    key(Problems, "v", Action::Pager, "the problem in $PAGER").foot("v pager"),
    key(Problems, "r", Action::Look, "look again").foot("r look again"),
    key(Problems, "esc", Action::Close, "back").foot("esc back"),
    key(Gates, "j down", Action::Down, "scroll the output").foot("j k scroll"),
    key(Gates, "G end", Action::Last, "follow the output").foot("G follow"),
    key(Gates, "x", Action::NotMet, "end the gates that run").foot("x end them").when(Deciding),
    key(Gates, "y", Action::Copy, "copy the output").foot("y copy"),
    key(Gates, "v", Action::Pager, "the output in $PAGER").foot("v pager"),
    key(Gates, "esc", Action::Close, "close; gates go on").foot("esc close"),
    key(Copies, "j down", Action::Down, "next copy").foot("j k choose"),
    key(Copies, "y", Action::Copy, "copy the lines that restore it").foot("y copy the lines"),
    key(Copies, "esc", Action::Close, "close").foot("esc close"),
    key(Help, "j down", Action::Down, "scroll").foot("j k scroll"),
    key(Help, "/", Action::Find, "find").foot("/ find"),
    key(Help, "esc", Action::Close, "close").foot("esc close"),
    // Where a text field has the keys, and dialogs.
    key(Palette, "down ctrl-n", Action::Down, "next command").foot("arrows choose"),
    key(Palette, "up ctrl-p", Action::Up, "command before"),
    key(Palette, "enter", Action::Open, "run it").foot("enter run"),
    key(Palette, "esc", Action::Close, "close").foot("esc close"),
    key(Form, "left", Action::Left, "the choice before"),
    key(Form, "right", Action::Right, "the next choice").foot("left right choose"),
    key(Form, "tab down", Action::NextField, "next field").foot("tab field"),
    key(Form, "backtab up", Action::PreviousField, "field before"),
    key(Form, "pagedown", Action::PageDown, "scroll the lines below the fields").foot("pagedown scroll"),
    key(Form, "pageup", Action::PageUp, "scroll back"),
    key(Form, "enter", Action::Open, "accept").foot("enter accept"),
    key(Form, "esc", Action::Close, "close, nothing is decided").foot("esc close"),
    key(Find, "enter", Action::Open, "keep what was found").foot("enter keep"),
    key(Find, "down ctrl-n", Action::Down, "next"),
    key(Find, "up ctrl-p", Action::Up, "before"),
    key(Find, "esc", Action::Close, "clear").foot("esc clear"),
    key(Text, "ctrl-s", Action::Open, "accept the text").foot("ctrl-s accept"),
    key(Text, "esc", Action::Close, "close, the text is kept as a draft").foot("esc close"),
    key(Consent, "y", Action::Yes, "do what the dialog names").foot("y yes"),
    key(Consent, "esc", Action::Close, "close, nothing is done").foot("esc no"),
    key(Consent, "o", Action::OtherView, "another way, where there is one").foot("o another way"),
    key(Consent, "j down", Action::Down, "scroll").foot("j k scroll"),
    key(Consent, "k up", Action::Up, "scroll back"),
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

/// What a key means in a context.
pub fn action(on: Context, press: Press) -> Option<Action> {
    let named = |context: Context| {
        KEYS.iter().find(|key| key.on == context && key.presses().any(|known| known == press)).map(|key| key.does)
    };
    if let Some(action) = named(on) {
        return Some(action);
    }
    match press {
        // These two work from anywhere, also out of a text field.
        Press { key: KeyName::Char('c' | 'z' | 'l'), ctrl: true } => named(Everywhere),
        _ if on.types() => Some(Action::Type(press)),
        _ if on.closed() => None,
        _ => named(Everywhere),
    }
}

impl Key {
    /// The keys of the row.
    pub fn presses(&self) -> impl Iterator<Item = Press> {
        self.press.split(' ').filter_map(Press::named)
    }

    /// Its first key, as it is shown.
    pub fn label(&self) -> &'static str {
        self.press.split(' ').next().unwrap_or_default()
    }
}

/// The row that gives an action its words in a context: the context's own, else that of `Everywhere`.
pub fn row(on: Context, action: Action) -> Option<&'static Key> {
    let on_context = |context: Context| KEYS.iter().find(|key| key.on == context && key.does == action);
    on_context(on).or_else(|| if on.closed() { None } else { on_context(Everywhere) })
}

/// The footer of a context in a window of this width: what fits, cut from the right, `? help` always last except where letters are text.
pub fn footer(on: Context, columns: u16) -> String {
    footer_of(on, columns, |_| true)
}

/// The footer of a context with only those keys that do something now.
pub fn footer_of(on: Context, columns: u16, offers: impl Fn(Action) -> bool) -> String {
    let wide = columns >= TWO_PANES;
    let gap = if wide { "   " } else { "  " };
    let help = if on.types() { String::new() } else { format!("{gap}? help") };
    let room = usize::from(columns).saturating_sub(help.len());
    let mut line = String::new();
    for key in KEYS.iter().filter(|key| key.on == on && !key.foot.is_empty() && (wide || !key.wide) && offers(key.does))
    {
        let next = if line.is_empty() { format!(" {}", key.foot) } else { format!("{gap}{}", key.foot) };
        if line.len() + next.len() >= room {
            break;
        }
        line += &next;
    }
    line + &help
}

/// From this width on a screen has two panes side by side.
pub const TWO_PANES: u16 = 96;

/// Every context, for tests and for the README's list.
pub const CONTEXTS: &[Context] = &[
    Everywhere, Picker, Confirm, Sort, Viewer, Transcript, Assign, Brief, After, Review, Proof, Packet, FourStates,
    Problems, Gates, Copies, Help, Palette, Form, Consent, Find, Text,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_twice_in_a_context() {
        for &on in CONTEXTS {
            let mut seen = Vec::new();
            for key in KEYS.iter().filter(|key| key.on == on) {
                for word in key.press.split(' ') {
                    let press = Press::named(word).unwrap_or_else(|| panic!("no such key: {word}"));
                    assert!(!seen.contains(&press), "{word} twice in {on:?}");
                    seen.push(press);
                }
            }
        }
    }

    #[test]
    fn a_decision_key_has_no_other_meaning_elsewhere() {
        for key in KEYS.iter().filter(|key| key.on == Everywhere) {
            for other in KEYS.iter().filter(|other| other.on != Everywhere && !other.on.closed()) {
                for press in key.presses() {
                    if other.presses().any(|known| known == press) && other.does != key.does {
                        assert!(
                            matches!(key.does, Action::Open | Action::Close | Action::Down | Action::Back),
                            "{} means {:?} in {:?} and {:?} everywhere",
                            key.press,
                            other.does,
                            other.on,
                            key.does
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn footers_fit_and_end_with_help() {
        for &on in CONTEXTS.iter().filter(|on| **on != Everywhere) {
            // Offered only where others are not: in the details of step 1, and in a picker without runs.
            let elsewhere =
                |does| matches!((on, does), (Confirm, Action::Close) | (Picker, Action::AllRuns | Action::Back));
            let shown = |key: &&Key| key.on == on && !key.wide && !key.foot.is_empty() && !elsewhere(key.does);
            let whole: Vec<&str> = KEYS.iter().filter(shown).map(|key| key.foot).collect();
            let line = footer_of(on, 80, |does| !elsewhere(does));
            assert!(line.len() <= 80, "{on:?}: {line}");
            assert_eq!(line.ends_with("? help"), !on.types(), "{on:?}: {line}");
            for words in whole {
                assert!(line.contains(words), "{on:?} has no room for {words}: {line}");
            }
        }
    }

    #[test]
    fn every_row_has_words_for_help() {
        assert!(KEYS.iter().all(|key| !key.help.is_empty()));
    }

    #[test]
    fn a_row_of_the_footer_names_its_own_keys() {
        for key in KEYS.iter().filter(|key| !key.foot.is_empty()) {
            let named = key.press.split(' ').any(|word| key.foot.split(' ').any(|part| part == word));
            let several = ["arrows", "j k", "[ ]", "left right"].iter().any(|keys| key.foot.starts_with(keys));
            assert!(named || several, "{}: {}", key.press, key.foot);
        }
    }
}
