//! Rows of a transcript in JSON Lines, with everything that can be wrong with a file that was cut, torn, zeroed or glued.
//!
//! Every oddity is a problem with its line, and reading goes on. What a row means is the caller's.

use std::borrow::Cow;
use std::io::Read;
use std::path::Path;

use serde_json::error::Category;
use serde_json::value::RawValue;

use super::lines::{Line, Lines};
use crate::evidence;
use crate::model::{Problem, count};

/// So many problems of one file are named one by one.
const NAMED: usize = 40;
/// So many bytes of a broken line are searched for whole rows, and at so many places.
const SEARCHED: usize = 32 << 20;
const PLACES: usize = 512;

/// One row: a JSON object with its place.
#[derive(Debug)]
pub struct Row<'a> {
    /// Its line, from 1.
    pub line: u64,
    /// Offset of that line's first byte.
    pub offset: u64,
    /// The JSON text.
    pub text: &'a str,
    /// How many bytes of huge strings were left out; `lines::CUT` stands where.
    pub skipped: u64,
}

impl<'a> Row<'a> {
    fn of(line: &Line, text: &'a str) -> Self {
        Self { line: line.number, offset: line.offset, text, skipped: line.skipped }
    }
}

/// What reading a file came to.
#[derive(Debug, Default)]
pub struct Reading {
    /// Lines read.
    pub lines: u64,
    /// Bytes read.
    pub bytes: u64,
    /// Whether the last line was cut.
    pub torn_tail: bool,
    /// Lines in which no row could be read.
    pub unread: u64,
    /// What is wrong, each with its line.
    pub problems: Vec<Problem>,
    unnamed: usize,
}

/// Reads the rows of a file. `is_row` tells a row from an object inside one; `each` takes a row, or says why it is none.
pub fn read_rows(path: &Path, is_row: fn(&str) -> bool, each: impl FnMut(&Row) -> serde_json::Result<()>) -> Reading {
    match evidence::open(path) {
        Ok(file) => read_lines(Lines::new(file), &path.display().to_string(), is_row, each),
        Err(why) => Reading {
            problems: vec![Problem::new(path.display().to_string(), format!("could not be opened: {why}"))],
            ..Reading::default()
        },
    }
}

/// Reads the rows of lines; `place` names the file in problems.
pub fn read_lines<R: Read>(
    mut lines: Lines<R>,
    place: &str,
    is_row: fn(&str) -> bool,
    mut each: impl FnMut(&Row) -> serde_json::Result<()>,
) -> Reading {
    let mut reading = Reading::default();
    loop {
        match lines.next_line() {
            Ok(Some(line)) => {
                reading.lines = line.number;
                reading.unread += u64::from(!reading.line(&line, place, is_row, &mut each));
            }
            Ok(None) => break,
            Err(why) => {
                let what = format!("reading stopped after line {}: {why}", reading.lines);
                reading.problems.push(Problem::new(place, what));
                break;
            }
        }
    }
    reading.bytes = lines.offset();
    if reading.unnamed > 0 {
        let what = format!("{} could not be read as written", count(reading.unnamed, "more line", "more lines"));
        reading.problems.push(Problem::new(place, what));
    }
    reading
}

impl Reading {
    /// Reads one line, and says whether a row stands in it; an empty line lacks none.
    fn line(
        &mut self,
        line: &Line,
        place: &str,
        is_row: fn(&str) -> bool,
        each: &mut dyn FnMut(&Row) -> serde_json::Result<()>,
    ) -> bool {
        let n = line.number;
        let bytes = line.bytes.trim_ascii();
        let inner = without_zeros(bytes);
        let zeros = bytes.len() - inner.len();
        let mut say = |what: String, bytes: &[u8]| self.say(place, n, what, bytes);
        if zeros > 0 {
            say(format!("line {n} holds {zeros} zero bytes: a write was lost, as after a power cut"), bytes);
        }
        if inner.is_empty() {
            return zeros == 0;
        }
        if line.too_long {
            say(format!("line {n} is longer than this program keeps: it was skipped"), inner);
            return false;
        }
        let text = String::from_utf8_lossy(inner);
        if let Cow::Owned(_) = text {
            say(format!("line {n} holds bytes that are no text (no valid UTF-8): they show as \u{fffd}"), inner);
        }
        let Err(first) = each(&Row::of(line, &text)) else { return true };
        if first.classify() == Category::Data {
            say(format!("line {n} is a record that this version does not know: it was skipped"), inner);
            return false;
        }
        if let Some((mended, what)) = mend(&text)
            && each(&Row::of(line, &mended)).is_ok()
        {
            say(format!("line {n} {what}"), inner);
            return true;
        }
        let (pieces, whole) = pieces(&text, is_row);
        let read = pieces.iter().filter(|piece| each(&Row::of(line, piece)).is_ok()).count();
        let cut = !line.ended && pieces.last().is_none_or(|last| !text.ends_with(last));
        let what = match read {
            _ if cut => format!(
                "line {n} ends in the middle (torn, at byte {}): the write was cut off. Everything before it was read",
                line.offset + line.bytes.len() as u64
            ),
            0 => format!("line {n} is not JSON, broken or half written ({first}): it was skipped"),
            1 => {
                format!("line {n} holds a broken row that was cut and a whole one glued to it: the whole one was read")
            }
            _ if whole => format!("line {n} holds {read} rows glued together: all were read"),
            _ => format!("line {n} holds {read} rows glued together and a broken piece: the rows were read"),
        };
        say(what, inner);
        self.torn_tail |= cut;
        read > 0
    }

    fn say(&mut self, place: &str, line: u64, what: String, bytes: &[u8]) {
        if self.problems.len() >= NAMED {
            self.unnamed += 1;
            return;
        }
        let begin = String::from_utf8_lossy(&bytes[..bytes.len().min(400)]);
        let excerpt = begin.chars().filter(|c| !c.is_control()).take(160).collect();
        self.problems.push(Problem { excerpt, ..Problem::new(format!("{place}:{line}"), what) });
    }
}

fn without_zeros(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().position(|byte| *byte != 0).unwrap_or(bytes.len());
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(start, |at| at + 1);
    bytes[start..end].trim_ascii()
}

/// The text without what no JSON may hold but clients write all the same, and what that was.
fn mend(text: &str) -> Option<(String, &'static str)> {
    let clean: String = text.chars().filter(|c| !c.is_ascii_control() || *c == '\t').collect();
    let dropped = clean.len() < text.len();
    let mended = whole_characters(&clean).replace('\t', " ");
    (mended != text).then_some((
        mended,
        if dropped {
            "holds control characters that do not belong there: it was read without them"
        } else {
            "holds half a character: it was read with \u{fffd} in its place"
        },
    ))
}

/// Half a surrogate pair (`\ud83d` alone) becomes `\ufffd`: a client that cuts a text between the halves writes it.
fn whole_characters(text: &str) -> String {
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(step) = text[at..].find('\\') {
        out.push_str(&text[at..at + step]);
        at += step;
        let length = match unit(at) {
            Some(0xD800..=0xDBFF) if matches!(unit(at + 6), Some(0xDC00..=0xDFFF)) => 12,
            Some(0xD800..=0xDFFF) => {
                out.push_str("\\ufffd");
                at += 6;
                continue;
            }
            Some(_) => 6,
            None => 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8),
        };
        out.push_str(&text[at..at + length]);
        at += length;
    }
    out.push_str(&text[at..]);
    out
}

/// The whole rows in a broken line, and whether nothing is left beside them.
fn pieces(text: &str, is_row: fn(&str) -> bool) -> (Vec<&str>, bool) {
    let mut found = Vec::new();
    let (mut at, mut budget, mut whole) = (0, SEARCHED, true);
    for _ in 0..PLACES {
        let Some(step) = text[at..].find("{\"") else { break };
        whole &= text[at..at + step].trim().is_empty();
        at += step;
        let mut values = serde_json::Deserializer::from_str(&text[at..]).into_iter::<&RawValue>();
        let value = values.next().and_then(Result::ok).map(RawValue::get).filter(|value| is_row(value));
        let length = value.map_or(2, str::len);
        budget = budget.saturating_sub(if value.is_some() { length } else { text.len() - at });
        if let Some(value) = value {
            found.push(value);
        } else {
            whole = false;
        }
        at += length;
        if budget == 0 {
            break;
        }
    }
    (found, whole && text[at..].trim().is_empty())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    fn is_row(text: &str) -> bool {
        serde_json::from_str::<Value>(text).is_ok_and(|value| value.get("n").is_some())
    }

    fn read(text: &[u8]) -> (Vec<u64>, Reading) {
        let mut seen = Vec::new();
        let reading = read_lines(Lines::new(text), "x.jsonl", is_row, |row| {
            let value: Value = serde_json::from_str(row.text)?;
            seen.extend(value["n"].as_u64());
            Ok(())
        });
        (seen, reading)
    }

    fn only(text: &[u8]) -> (Vec<u64>, String, bool) {
        let (seen, reading) = read(text);
        assert_eq!(reading.problems.len(), 1, "{:?}", reading.problems);
        (seen, format!("{} {}", reading.problems[0].place, reading.problems[0].what), reading.torn_tail)
    }

    #[test]
    fn a_cut_last_line_is_named_and_costs_nothing_else() {
        let (seen, what, torn) = only(b"{\"n\":1}\n{\"n\":2,\"m\":{\"a\":1},\"b");
        assert!(seen == [1] && torn && what.starts_with("x.jsonl:2 line 2 ends in the middle"), "{what}");
    }

    #[test]
    fn rows_glued_to_each_other_or_to_a_cut_one_are_found() {
        let (seen, what, torn) = only(b"{\"n\":1}{\"n\":2}\n{\"n\":3}\n");
        assert!(seen == [1, 2, 3] && !torn && what.contains("2 rows glued"), "{what}");
        let (seen, what, _) = only(b"{\"n\":1,\"m\":{\"a\":1},\"text\":\"half of it{\"n\":2}\n");
        assert!(seen == [2] && what.contains("cut and a whole one glued"), "{what}");
    }

    #[test]
    fn a_bad_line_in_the_middle_is_skipped_by_name() {
        let (seen, what, _) = only(b"{\"n\":1}\nnot a row\n\n{\"n\":2}\r\n");
        assert!(seen == [1, 2] && what.contains("line 2 is not JSON"), "{what}");
    }

    #[test]
    fn zeros_bad_bytes_and_half_characters_are_read_around() {
        let (seen, what, _) = only(b"{\"n\":1}\n\0\0\0\0{\"n\":2}\n");
        assert!(seen == [1, 2] && what.contains("4 zero bytes"), "{what}");
        let (seen, what, _) = only(b"{\"n\":1,\"m\":\"\xff\"}\n");
        assert!(seen == [1] && what.contains("UTF-8"), "{what}");
        let (seen, what, _) = only(b"{\"n\":1,\"m\":\"\\\\\\ud83d.\"}\n");
        assert!(seen == [1] && what.contains("half a character"), "{what}");
    }

    #[test]
    fn a_thousand_bad_lines_are_counted_not_listed() {
        let (_, reading) = read(&b"x\n".repeat(1000));
        assert_eq!(reading.problems.len(), NAMED + 1);
        assert!(reading.problems[NAMED].what.starts_with("960 more"));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_to_their_end(text in proptest::collection::vec(prop_oneof![
            Just(b"{\"n\":1}".to_vec()), Just(b"\n".to_vec()), Just(b"\0".to_vec()), Just(b"\\ud800".to_vec()),
            Just(b"{\"a\":[\"".to_vec()), proptest::collection::vec(any::<u8>(), 0..9),
        ], 0..40)) {
            let text = text.concat();
            let (_, reading) = read(&text);
            prop_assert_eq!(reading.bytes, text.len() as u64);
        }
    }
}
