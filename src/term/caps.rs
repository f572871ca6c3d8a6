//! What the terminal can, from the environment and from flags alone.

/// What the terminal can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// Colours.
    pub colours: Colours,
    /// Whether only ASCII may be drawn.
    pub ascii: bool,
    /// Whether dim can be seen.
    pub dim: bool,
    /// What an escape sequence must be wrapped in to reach the terminal.
    pub wrap: Wrap,
}

/// How many colours there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// None.
    None,
    /// The 8 basic ones and bright black.
    Basic,
    /// 256 or more.
    Many,
}

/// A multiplexer between us and the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrap {
    /// None.
    None,
    /// tmux.
    Tmux,
    /// GNU screen.
    Screen,
}

/// What the operator said about colour on the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// As the environment says.
    #[default]
    Auto,
    /// With colour.
    Always,
    /// Without.
    Never,
}

impl Caps {
    /// What the environment and the flags say. `env` gives a variable's value.
    pub fn new(wanted: Wanted, ascii: bool, env: impl Fn(&str) -> Option<String>) -> Self {
        let value = |name: &str| env(name).unwrap_or_default();
        let term = value("TERM");
        let many = matches!(value("COLORTERM").as_str(), "truecolor" | "24bit") || term.contains("256color");
        let colours = match wanted {
            Wanted::Never => Colours::None,
            Wanted::Auto if !value("NO_COLOR").is_empty() || term == "dumb" => Colours::None,
            _ if many => Colours::Many,
            _ => Colours::Basic,
        };
        // The first of these that is set decides, as for every program.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| env(name).filter(|value| !value.is_empty()));
        let utf8 = locale.is_some_and(|locale| {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        });
        let wrap = if !value("TMUX").is_empty() {
            Wrap::Tmux
        } else if term.starts_with("screen") || !value("STY").is_empty() {
            Wrap::Screen
        } else {
            Wrap::None
        };
        Self { colours, ascii: ascii || term == "linux" || !utf8, dim: term != "linux", wrap }
    }

    /// Whether a screen can be drawn at all.
    pub fn can_draw(env: impl Fn(&str) -> Option<String>, terminal: bool) -> bool {
        terminal && !matches!(env("TERM").as_deref(), None | Some("" | "dumb"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caps(variables: &[(&str, &str)]) -> Caps {
        let find = |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        Caps::new(Wanted::Auto, false, find)
    }

    #[test]
    fn the_environment_decides() {
        let plain = caps(&[("TERM", "xterm"), ("LANG", "en_US.UTF-8")]);
        assert_eq!((plain.colours, plain.ascii, plain.wrap), (Colours::Basic, false, Wrap::None));
        assert_eq!(caps(&[("TERM", "xterm-256color")]).colours, Colours::Many);
        assert_eq!(caps(&[("TERM", "xterm"), ("NO_COLOR", "1")]).colours, Colours::None);
        assert!(caps(&[("TERM", "linux"), ("LANG", "C.UTF-8")]).ascii);
        assert!(caps(&[("TERM", "xterm"), ("LC_ALL", "C"), ("LANG", "en_US.UTF-8")]).ascii);
        assert_eq!(caps(&[("TERM", "screen-256color"), ("TMUX", "/tmp/x")]).wrap, Wrap::Tmux);
    }

    #[test]
    fn no_screen_on_a_dumb_terminal() {
        assert!(!Caps::can_draw(|_| Some("dumb".into()), true));
        assert!(!Caps::can_draw(|_| Some("xterm".into()), false));
        assert!(Caps::can_draw(|_| Some("xterm".into()), true));
    }
}
