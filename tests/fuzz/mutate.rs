//! Changes of records as a client could have written them otherwise: a value of one line, or whole lines.
//!
//! Most single bytes only break a line's brackets, which readers notice at once; what lies behind is reached by values of the wrong kind.

use serde_json::{Number, Value, json};

/// Texts that readers take apart: times, paths, commands, marks.
const TEXTS: &[&str] = &[
    "", " ", "\n", "\u{0}", "ä€😀", "\u{301}", "/", "..", "../../x", "~", "/home/dev/x/../../..", "9999-12-31T23:59:59.999Z", "0000-01-01T00:00:00Z",
    "-009999-01-02T01:59:59Z", "2026-11-29T12:00:00.000Z", "99999999999999999999", "-1", "git push origin main && cargo test | tail -1",
    "for a in $(b; do", "cat <<'E'\nx", "bash -c \"bash -c 'git commit -m \\\"x\\\"'\"", "cd a && python3 -m pytest -q; git add -A", "Exit code 1",
    "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End Patch", "never push; only édit src/ä.rs", "All tests pass.", "user", "assistant", "tool",
    "<!-- lastgood brief/1 recovery=LG-7Q2MX4KD attempt=99999999999 sha256=0000000000000000000000000000000000000000000000000000000000000000 -->",
];

struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit.max(1) as u64).unwrap_or(0)
    }
}

/// A change of a text of lines; the new length. One in four is left to the fuzzer's own ways.
pub fn mutate(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut dice = Dice(u64::from(seed) << 1 | 1);
    let way = dice.below(8);
    if way < 2 || size == 0 {
        return libfuzzer_sys::fuzzer_mutate(data, size, max_size);
    }
    let mut lines: Vec<Vec<u8>> = data[..size].split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    let (one, other) = (dice.below(lines.len()), dice.below(lines.len()));
    match way {
        2 if dice.below(2) == 0 => drop(lines.remove(one)),
        2 => lines.insert(other, lines[one].clone()),
        3 => lines.swap(one, other),
        _ => match changed(&lines[one], &mut dice) {
            Some(line) => lines[one] = line,
            None => return libfuzzer_sys::fuzzer_mutate(data, size, max_size),
        },
    }
    let new = lines.join(&b'\n');
    let length = new.len().min(max_size).min(data.len());
    data[..length].copy_from_slice(&new[..length]);
    length
}

/// A line with one of its values changed; what stands before its JSON stays.
fn changed(line: &[u8], dice: &mut Dice) -> Option<Vec<u8>> {
    let begin = line.iter().position(|byte| matches!(byte, b'{' | b'['))?;
    let mut value: Value = serde_json::from_slice(&line[begin..]).ok()?;
    let count = nodes(&value);
    let donor = dice.below(count);
    let given = pick(&mut value, &mut { donor }).cloned().unwrap_or_default();
    let chosen = dice.below(count);
    let node = pick(&mut value, &mut { chosen })?;
    change(node, given, dice);
    let mut new = line[..begin].to_vec();
    new.extend(serde_json::to_vec(&value).ok()?);
    Some(new)
}

fn nodes(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(nodes).sum(),
        Value::Object(fields) => fields.values().map(nodes).sum(),
        _ => 0,
    }
}

fn pick<'v>(value: &'v mut Value, left: &mut usize) -> Option<&'v mut Value> {
    if *left == 0 {
        return Some(value);
    }
    *left -= 1;
    match value {
        Value::Array(items) => items.iter_mut().find_map(|item| pick(item, left)),
        Value::Object(fields) => fields.values_mut().find_map(|item| pick(item, left)),
        _ => None,
    }
}

fn change(node: &mut Value, given: Value, dice: &mut Dice) {
    match (dice.below(10), &mut *node) {
        (0..4, Value::String(text)) => *text = text_like(text, dice),
        (0..4, Value::Object(fields)) => {
            let name = fields.keys().nth(dice.below(fields.len())).cloned().unwrap_or_default();
            fields.remove(&name);
        }
        (0..4, Value::Array(items)) => match dice.below(3) {
            0 => items.clear(),
            1 => items.push(given),
            _ => drop(items.pop()),
        },
        (0..4, Value::Number(_)) | (4, _) => {
            let numbers = [0.into(), (-1).into(), 1.into(), i64::MAX.into(), i64::MIN.into(), u64::MAX.into(), 1_790_000_000_000_i64.into()];
            let any = Number::from_f64([1e308, -1e-300, 0.5][dice.below(3)]);
            let number = numbers.into_iter().nth(dice.below(9)).or(any);
            *node = number.map_or(Value::Null, Value::Number);
        }
        (5, _) => *node = [Value::Null, json!(true), json!({}), json!([])].into_iter().nth(dice.below(4)).unwrap_or_default(),
        (6, _) => *node = Value::String(TEXTS[dice.below(TEXTS.len())].to_owned()),
        _ => *node = given,
    }
}

fn text_like(text: &str, dice: &mut Dice) -> String {
    let letters: Vec<char> = text.chars().collect();
    let (one, other) = (dice.below(letters.len() + 1), dice.below(letters.len() + 1));
    let (from, to) = (one.min(other), one.max(other));
    let part = |range: std::ops::Range<usize>| letters[range].iter().collect::<String>();
    match dice.below(6) {
        0 => part(0..from),
        1 => part(from..letters.len()),
        2 => part(0..from) + &part(to..letters.len()),
        3 => part(0..to) + &part(from..letters.len()),
        4 => part(0..from) + TEXTS[dice.below(TEXTS.len())] + &part(from..letters.len()),
        _ => TEXTS[dice.below(TEXTS.len())].to_owned(),
    }
}
