//! The key table: context, key, action, words for footer and help, when it applies.
//!
//! One table for everything: what a key means, the footer, the help page, the palette and the README's list.
//! A row of a context wins over the same key of `Everywhere`, and then only to give the same action other words.

mod table;

use crate::msg::{Action, KeyName, Press};
pub use table::{KEYS, NAMED};

use Context::{
    After, Assign, Brief, Confirm, Consent, Copies, Document, Everywhere, Find, Form, FourStates, Gates, Help, Packet,
    Palette, Picker, Problems, Proof, Review, Sort, Text, Transcript, Viewer,
};
use When::Always;

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
    /// Whether the footer keeps it in the narrowest window: what one came to do, and the way out.
    pub stays: bool,
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
    /// The viewer with a document of the task, which has revisions.
    Document,
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

    /// Where it holds, in the words of a person.
    pub fn name(self) -> &'static str {
        match self {
            Everywhere => "every screen",
            Picker => "the runs",
            Confirm => "step 1, confirm",
            Sort => "step 2, sort",
            Viewer => "a file",
            Document => "a document",
            Transcript => "the transcript",
            Assign => "step 3, assign",
            Brief => "the brief",
            After => "after writing",
            Review => "step 4, review",
            Packet => "the packet",
            Proof => "a proof",
            FourStates => "the four states",
            Problems => "the problems",
            Help => "help",
            Gates => "the gates",
            Copies => "the copies",
            Palette => "the commands",
            Form | Consent => "a dialog",
            Find => "finding",
            Text => "a text",
        }
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
    Key { on, press, does, help, foot: "", wide: false, stays: false, when: Always }
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

    const fn stays(mut self) -> Self {
        self.stays = true;
        self
    }

    const fn when(mut self, when: When) -> Self {
        self.when = when;
        self
    }
}

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

/// The footer of a context in a window of this width: what fits, cut from the right but for what stays, `? help` always last except where letters are text.
pub fn footer(on: Context, columns: u16) -> String {
    footer_of(on, columns, |_| true)
}

/// The footer of a context with only those keys that do something now.
pub fn footer_of(on: Context, columns: u16, offers: impl Fn(Action) -> bool) -> String {
    let wide = columns >= TWO_PANES;
    let gap = if wide { "   " } else { "  " };
    let help = if on.types() { String::new() } else { format!("{gap}? help") };
    let room = usize::from(columns).saturating_sub(help.len());
    let has_place = |key: &&Key| key.on == on && !key.foot.is_empty() && (wide || !key.wide) && offers(key.does);
    let mut shown: Vec<&Key> = KEYS.iter().filter(has_place).collect();
    let line = |shown: &[&Key]| format!(" {}", shown.iter().map(|key| key.foot).collect::<Vec<_>>().join(gap));
    while !shown.is_empty() && line(&shown).len() >= room {
        let least = shown.iter().rposition(|key| !key.stays).unwrap_or(shown.len() - 1);
        shown.remove(least);
    }
    line(&shown) + &help
}

/// From this width on a screen has two panes side by side.
pub const TWO_PANES: u16 = 96;

/// Every context, for tests and for the README's list.
pub const CONTEXTS: &[Context] = &[
    Everywhere, Picker, Confirm, Sort, Viewer, Document, Transcript, Assign, Brief, After, Review, Proof, Packet,
    FourStates, Problems, Gates, Copies, Help, Palette, Form, Consent, Find, Text,
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

    /// Keys that a context offers in turn, never together: in details of step 1, on an outside action (its answer, and the command that looks; in the viewer its answer, where a file has a comparison), after a closing, in a picker without runs.
    fn in_turn(on: Context, does: Action) -> bool {
        match on {
            Confirm => does == Action::Close,
            Sort => matches!(does, Action::Answer | Action::Copy),
            Viewer => does == Action::Answer,
            Review => does == Action::Write,
            Picker => does == Action::AllRuns,
            _ => false,
        }
    }

    #[test]
    fn footers_fit_and_end_with_help() {
        for &on in CONTEXTS.iter().filter(|on| **on != Everywhere) {
            let shown = |key: &&Key| key.on == on && !key.wide && !key.foot.is_empty() && !in_turn(on, key.does);
            let whole: Vec<&str> = KEYS.iter().filter(shown).map(|key| key.foot).collect();
            let line = footer_of(on, 80, |does| !in_turn(on, does));
            assert!(line.len() <= 80, "{on:?}: {line}");
            assert_eq!(line.ends_with("? help"), !on.types(), "{on:?}: {line}");
            for words in whole {
                assert!(line.contains(words), "{on:?} has no room for {words}: {line}");
            }
        }
    }

    #[test]
    fn the_narrowest_footer_keeps_what_one_came_to_do_and_the_way_out() {
        for &on in CONTEXTS.iter().filter(|on| **on != Everywhere) {
            let line = footer_of(on, 60, |does| !in_turn(on, does));
            assert!(line.len() <= 60, "{on:?}: {line}");
            let stays = |key: &&Key| key.on == on && key.stays && !in_turn(on, key.does);
            let kept: Vec<&Key> = KEYS.iter().filter(stays).collect();
            let leaves = |key: &&Key| matches!(key.does, Action::Close | Action::Back);
            assert!(kept.iter().any(leaves), "{on:?}: nothing that stays leaves");
            assert!(kept.iter().any(|key| !leaves(key)), "{on:?}: nothing that stays does anything");
            for key in kept {
                assert!(line.contains(key.foot), "{on:?} loses {}: {line}", key.foot);
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
