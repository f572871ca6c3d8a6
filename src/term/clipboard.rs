//! Copying with OSC 52: written only, never read, wrapped for tmux and GNU screen.

use super::caps::Wrap;

/// The most that xterm and tmux take.
pub const LONGEST: usize = 74_000;

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The bytes that ask the terminal to copy a text; `None` when it is too long for it.
pub fn copy(text: &str, wrap: Wrap) -> Option<String> {
    let inner = format!("\x1b]52;c;{}\x07", base64(text.as_bytes()));
    if inner.len() > LONGEST {
        return None;
    }
    Some(match wrap {
        Wrap::None => inner,
        Wrap::Tmux => format!("\x1bPtmux;{}\x1b\\", inner.replace('\x1b', "\x1b\x1b")),
        // GNU screen cuts a device control string at 768 bytes, so it goes in pieces.
        Wrap::Screen => {
            let pieces = inner.as_bytes().chunks(512).map(|piece| String::from_utf8_lossy(piece).into_owned());
            pieces.fold(String::new(), |out, piece| out + "\x1bP" + &piece + "\x1b\\")
        }
    })
}

fn base64(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |index: usize| u32::from(three.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let letter = if place > three.len() { b'=' } else { LETTERS[(bits >> (18 - 6 * place) & 63) as usize] };
            out.push(char::from(letter));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_padded() {
        assert_eq!(base64(b"kill -- -1"), "a2lsbCAtLSAtMQ==");
        assert_eq!(base64(b"abc"), "YWJj");
    }

    #[test]
    fn multiplexers_pass_it_through() {
        assert_eq!(copy("a", Wrap::None).as_deref(), Some("\x1b]52;c;YQ==\x07"));
        assert_eq!(copy("a", Wrap::Tmux).as_deref(), Some("\x1bPtmux;\x1b\x1b]52;c;YQ==\x07\x1b\\"));
        assert_eq!(copy(&"a".repeat(60_000), Wrap::None), None);
    }
}
