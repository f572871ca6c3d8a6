//! Keys as they are pressed, in our own words. What they mean stands in the key table.

/// A key as it was pressed, in our own words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Press {
    /// The key.
    pub key: KeyName,
    /// Whether ctrl was held.
    pub ctrl: bool,
}

/// The keys that we know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "they are the names on the keys")]
pub enum KeyName {
    Char(char),
    Enter,
    Esc,
    Tab,
    BackTab,
    Backspace,
    Delete,
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
}

impl Press {
    /// The key that a word of the key table names: `j`, `space`, `enter`, `ctrl-d`.
    pub fn named(word: &str) -> Option<Self> {
        let (ctrl, name) = match word.strip_prefix("ctrl-") {
            Some(rest) if !rest.is_empty() => (true, rest),
            _ => (false, word),
        };
        let key = match name {
            "enter" => KeyName::Enter,
            "esc" => KeyName::Esc,
            "tab" => KeyName::Tab,
            "backtab" => KeyName::BackTab,
            "backspace" => KeyName::Backspace,
            "delete" => KeyName::Delete,
            "up" => KeyName::Up,
            "down" => KeyName::Down,
            "left" => KeyName::Left,
            "right" => KeyName::Right,
            "home" => KeyName::Home,
            "end" => KeyName::End,
            "pageup" => KeyName::PageUp,
            "pagedown" => KeyName::PageDown,
            "space" => KeyName::Char(' '),
            _ => {
                let mut letters = name.chars();
                let letter = letters.next()?;
                letters.next().is_none().then_some(KeyName::Char(letter))?
            }
        };
        Some(Self { key, ctrl })
    }
}
