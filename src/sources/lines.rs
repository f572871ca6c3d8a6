//! Lines of a transcript as a stream: a line is in memory one at a time, and of a huge string only its head and tail.
//!
//! Knows nothing of any runtime. What a line means, and what is wrong with it, is said in `rows`.

use std::io::{self, BufRead, BufReader, Read};

/// A line up to this long is kept as it is.
const WHOLE: usize = 1 << 20;
/// Of a string in a longer line: so much of its beginning, and between one and two times `TAIL` of its end.
const HEAD: usize = 64 << 10;
const TAIL: usize = 64 << 10;
/// A line that is longer than this without its huge strings is not kept.
const LONGEST: usize = 16 << 20;

/// Stands where a piece of a string was left out. Means nothing unless its line says that something was skipped.
pub const CUT: &str = "\u{fffc}[cut]\u{fffc}";

/// One line, without its end.
#[derive(Debug)]
pub struct Line<'a> {
    /// Its number, from 1.
    pub number: u64,
    /// Offset of its first byte.
    pub offset: u64,
    /// Its bytes, huge strings cut.
    pub bytes: &'a [u8],
    /// How many bytes of huge strings were left out.
    pub skipped: u64,
    /// Whether so much was left that what is here is only its beginning.
    pub too_long: bool,
    /// Whether it ends with a line end; only the last one may not.
    pub ended: bool,
}

/// A stream of lines.
#[derive(Debug)]
pub struct Lines<R> {
    source: BufReader<R>,
    buffer: Vec<u8>,
    number: u64,
    offset: u64,
}

impl<R: Read> Lines<R> {
    /// All lines of a source.
    pub fn new(source: R) -> Self {
        Self::after(source, 0, 0)
    }

    /// The lines of a source that was already read up to here: so many lines, so many bytes.
    pub fn after(source: R, lines: u64, bytes: u64) -> Self {
        Self { source: BufReader::with_capacity(128 << 10, source), buffer: Vec::new(), number: lines, offset: bytes }
    }

    /// The number of bytes read so far.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The next line; `None` at the end.
    pub fn next_line(&mut self) -> io::Result<Option<Line<'_>>> {
        self.buffer.clear();
        let start = self.offset;
        let read = (&mut self.source).take(WHOLE as u64).read_until(b'\n', &mut self.buffer)?;
        if read == 0 {
            return Ok(None);
        }
        self.offset += read as u64;
        self.number += 1;
        let mut line =
            Line { number: self.number, offset: start, bytes: &[], skipped: 0, too_long: false, ended: false };
        line.ended = self.buffer.last() == Some(&b'\n');
        if !line.ended && read == WHOLE {
            let mut squeeze = Squeeze::default();
            squeeze.push(&self.buffer);
            line.ended = self.rest_of_line(&mut squeeze)?;
            line.skipped = squeeze.skipped;
            line.too_long = squeeze.too_long;
            self.buffer = squeeze.finish();
        }
        line.bytes = &self.buffer;
        while let [rest @ .., b'\n' | b'\r'] = line.bytes {
            line.bytes = rest;
        }
        Ok(Some(line))
    }

    fn rest_of_line(&mut self, squeeze: &mut Squeeze) -> io::Result<bool> {
        loop {
            let chunk = self.source.fill_buf()?;
            if chunk.is_empty() {
                return Ok(false);
            }
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let used = end.map_or(chunk.len(), |at| at + 1);
            squeeze.push(&chunk[..used]);
            self.source.consume(used);
            self.offset += used as u64;
            if end.is_some() {
                return Ok(true);
            }
        }
    }
}

/// Copies JSON and leaves out the middle of huge strings, cutting only between whole characters.
#[derive(Debug, Default)]
struct Squeeze {
    kept: Vec<u8>,
    skipped: u64,
    too_long: bool,
    in_string: bool,
    /// Bytes of the present string so far.
    length: usize,
    /// Of the present string, what came after its head: the last piece and the one before.
    older: Vec<u8>,
    newer: Vec<u8>,
    cut: bool,
    escape: Escape,
}

/// Where in an escape sequence the next byte stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Escape {
    #[default]
    None,
    /// After the backslash.
    Begun,
    /// So many hex digits are still to come, after these.
    Unit(u8, u16),
    /// After the first half of a pair: its second half must stay with it.
    HalfPair,
    /// The backslash of the second half was seen.
    HalfPairBegun,
}

impl Squeeze {
    fn push(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.byte(*byte);
        }
    }

    fn byte(&mut self, byte: u8) {
        if !self.in_string {
            self.keep(byte);
            if byte == b'"' {
                self.in_string = true;
                self.length = 0;
                self.escape = Escape::None;
            }
            return;
        }
        if byte == b'"' && matches!(self.escape, Escape::None | Escape::HalfPair) || byte == b'\n' {
            self.end_string();
            self.keep(byte);
            return;
        }
        let boundary = self.escape == Escape::None && byte & 0xC0 != 0x80;
        self.escape = self.escape.after(byte);
        if self.length < HEAD || (self.older.is_empty() && self.newer.is_empty() && !boundary) {
            self.keep(byte);
        } else {
            if boundary && self.newer.len() >= TAIL {
                self.cut |= !self.older.is_empty();
                self.skipped += self.older.len() as u64;
                self.older = std::mem::take(&mut self.newer);
            }
            // A character never ends in a broken source; then the piece is cut anyway.
            if self.newer.len() < 2 * TAIL {
                self.newer.push(byte);
            } else {
                self.skipped += 1;
            }
        }
        self.length += 1;
    }

    fn end_string(&mut self) {
        if self.cut {
            self.kept.extend_from_slice(CUT.as_bytes());
        }
        for piece in [std::mem::take(&mut self.older), std::mem::take(&mut self.newer)] {
            for byte in piece {
                self.keep(byte);
            }
        }
        self.in_string = false;
        self.cut = false;
    }

    fn keep(&mut self, byte: u8) {
        if self.kept.len() < LONGEST {
            self.kept.push(byte);
        } else {
            self.too_long = true;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        self.end_string();
        self.kept
    }
}

impl Escape {
    fn after(self, byte: u8) -> Self {
        match (self, byte) {
            (Self::None | Self::HalfPair, b'\\') => {
                if self == Self::None {
                    Self::Begun
                } else {
                    Self::HalfPairBegun
                }
            }
            (Self::Begun | Self::HalfPairBegun, b'u') => Self::Unit(4, 0),
            (Self::Unit(left, value), digit) => {
                let digit = char::from(digit).to_digit(16).and_then(|digit| u16::try_from(digit).ok()).unwrap_or(0);
                let value = (value << 4) | digit;
                match left {
                    1 if (0xD800..0xDC00).contains(&value) => Self::HalfPair,
                    1 => Self::None,
                    _ => Self::Unit(left - 1, value),
                }
            }
            _ => Self::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &[u8]) -> Vec<(u64, u64, String, bool)> {
        let mut lines = Lines::new(text);
        let mut seen = Vec::new();
        while let Some(line) = lines.next_line().unwrap() {
            seen.push((line.number, line.offset, String::from_utf8_lossy(line.bytes).into_owned(), line.ended));
        }
        seen
    }

    #[test]
    fn lines_have_numbers_and_offsets_whatever_their_end() {
        let seen = all(b"{\"a\":1}\r\n\n{\"b\":2}\n{\"c\"");
        assert_eq!(seen[0], (1, 0, "{\"a\":1}".into(), true));
        assert_eq!(seen[1], (2, 9, String::new(), true));
        assert_eq!(seen[2], (3, 10, "{\"b\":2}".into(), true));
        assert_eq!(seen[3], (4, 18, "{\"c\"".into(), false));
    }

    #[test]
    fn of_a_huge_string_only_head_and_tail_are_kept() {
        let middle = "\\ud83d\\ude00\u{e9}".repeat(200_000);
        let text = format!("{{\"a\":\"begin{middle}end\",\"b\":\"small\"}}\n{{}}\n");
        let mut lines = Lines::new(text.as_bytes());
        let line = lines.next_line().unwrap().unwrap();
        assert!(line.bytes.len() < 400 << 10 && line.skipped > 2 << 20 && line.ended);
        let value: serde_json::Value = serde_json::from_slice(line.bytes).unwrap();
        let a = value["a"].as_str().unwrap();
        assert!(a.starts_with("begin") && a.ends_with("end") && a.contains(CUT));
        assert_eq!(value["b"], "small");
        let next = lines.next_line().unwrap().unwrap();
        assert_eq!((next.number, next.offset), (2, text.len() as u64 - 3));
    }

    #[test]
    fn a_string_that_is_long_but_not_huge_stays_whole() {
        let piece = "x".repeat(150 << 10);
        let text = format!("{{\"a\":[{}]}}\n", vec![format!("\"{piece}\""); 8].join(","));
        let mut lines = Lines::new(text.as_bytes());
        let line = lines.next_line().unwrap().unwrap();
        assert_eq!((line.skipped, line.bytes.len()), (0, text.len() - 1));
    }

    #[test]
    fn a_line_of_small_pieces_without_end_is_cut_off() {
        let text = format!("[{}]\n{{}}\n", vec!["1"; 9 << 20].join(","));
        let mut lines = Lines::new(text.as_bytes());
        assert!(lines.next_line().unwrap().unwrap().too_long);
        assert_eq!(lines.next_line().unwrap().unwrap().bytes, b"{}");
    }
}
