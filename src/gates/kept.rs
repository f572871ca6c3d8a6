//! The output of a gate, bounded: its beginning and its end, and how much between them was dropped.

use std::collections::VecDeque;

/// Half of what is kept: so many bytes of the beginning, and so many of the end.
const HALF: usize = 512 * 1024;

/// The output of a gate: at most 1 MiB of it, however much there was.
#[derive(Clone, Debug)]
pub struct Kept {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    half: usize,
    total: u64,
}

impl Default for Kept {
    fn default() -> Self {
        Self::of(HALF)
    }
}

impl Kept {
    /// Keeps so many bytes of the beginning and as many of the end.
    pub fn of(half: usize) -> Self {
        Self { head: Vec::new(), tail: VecDeque::new(), half, total: 0 }
    }

    /// Takes in what came.
    pub fn take(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        let first = bytes.len().min(self.half - self.head.len());
        let (head, rest) = bytes.split_at(first);
        self.head.extend_from_slice(head);
        let rest = &rest[rest.len().saturating_sub(self.half)..];
        let over = (self.tail.len() + rest.len()).saturating_sub(self.half);
        self.tail.drain(..over);
        self.tail.extend(rest);
    }

    /// How many bytes came in all.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// How many bytes between the beginning and the end were dropped.
    pub fn dropped(&self) -> u64 {
        self.total - (self.head.len() + self.tail.len()) as u64
    }

    /// What was kept, as text, with a line where something was dropped.
    pub fn text(&self) -> String {
        let (one, two) = self.tail.as_slices();
        let head = String::from_utf8_lossy(&self.head);
        let tail = [one, two].concat();
        let tail = String::from_utf8_lossy(&tail);
        match self.dropped() {
            0 => format!("{head}{tail}"),
            dropped => format!("{head}\n[{dropped} bytes are not kept]\n{tail}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginning_and_end_are_kept_and_what_is_dropped_is_counted() {
        let mut kept = Kept::of(4);
        for piece in ["ab", "cdef", "", "ghijklmnop", "q"] {
            kept.take(piece.as_bytes());
        }
        assert_eq!((kept.total(), kept.dropped()), (17, 9));
        assert_eq!(kept.text(), "abcd\n[9 bytes are not kept]\nnopq");
    }

    #[test]
    fn what_is_short_is_kept_whole() {
        let mut kept = Kept::of(4);
        kept.take(b"abcdef");
        assert_eq!((kept.dropped(), kept.text().as_str()), (0, "abcdef"));
    }
}
