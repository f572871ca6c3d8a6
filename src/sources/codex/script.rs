//! The tool calls in the JavaScript of `exec` (code mode), as far as they are written down rather than computed.
//!
//! A scanner, not an interpreter: it runs nothing and says of each call whether it may have been left out.

use std::collections::HashMap;

use serde_json::Value;

use super::literal::Cursor;

/// A call of a tool that stands in a script.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ScriptCall {
    /// The tool.
    pub tool: String,
    /// Its argument; `None` when it is computed.
    pub argument: Option<Value>,
    /// Whether the script waits for it before it goes on.
    pub awaited: bool,
    /// Whether it may be left out or repeated: it stands in a branch, a loop or a function.
    pub conditional: bool,
}

/// The calls of `tools.*` in a script, in the order in which they stand.
pub(super) fn calls(script: &str) -> Vec<ScriptCall> {
    let mut scan = Scan {
        cursor: Cursor::new(script, 0),
        names: HashMap::new(),
        calls: Vec::new(),
        blocks: Vec::new(),
        last: Last::default(),
    };
    while scan.step().is_some() {}
    scan.calls
}

/// The word or sign before the one that is read.
#[derive(Default)]
struct Last {
    /// A sign, or the last letter of a word.
    sign: char,
    /// The word, empty after a sign.
    word: String,
    /// Whether the word or sign before it was one that makes the next expression optional.
    before: bool,
}

struct Scan<'a> {
    cursor: Cursor<'a>,
    names: HashMap<String, Value>,
    calls: Vec<ScriptCall>,
    /// For each open brace: whether what stands in it may be left out or repeated.
    blocks: Vec<bool>,
    last: Last,
}

impl Scan<'_> {
    /// Reads one token; `None` at the end.
    fn step(&mut self) -> Option<()> {
        self.cursor.skip();
        let letter = self.cursor.peek()?;
        match letter {
            '"' | '\'' | '`' => {
                self.cursor.quoted(false);
                self.sign('"');
            }
            '{' => {
                self.blocks.push(self.optional());
                self.cursor.next();
                self.sign('{');
            }
            '}' => {
                self.blocks.pop();
                self.cursor.next();
                self.sign('}');
            }
            _ => match self.cursor.name() {
                Some("tools") if self.cursor.take(".") => self.call(),
                Some(word @ ("const" | "let" | "var")) => self.binding(word),
                Some(word) => self.word(word),
                None => {
                    self.cursor.next();
                    self.sign(letter);
                }
            },
        }
        Some(())
    }

    fn call(&mut self) {
        let Some(tool) = self.cursor.name() else { return };
        let awaited = self.last.word == "await";
        let conditional = self.blocks.contains(&true) || if awaited { self.last.before } else { self.optional() };
        self.cursor.skip();
        if !self.cursor.take("(") {
            return self.word(tool);
        }
        let after = self.cursor.at;
        let argument = self.cursor.value(&self.names, 0).filter(|_| {
            self.cursor.skip();
            self.cursor.rest().starts_with(')')
        });
        // A computed argument is read once more, word for word: calls can stand in it.
        if argument.is_none() {
            self.cursor.at = after;
        }
        self.calls.push(ScriptCall { tool: tool.to_string(), argument, awaited, conditional });
        self.sign('(');
    }

    /// `const name = <written down>`.
    fn binding(&mut self, word: &str) {
        self.word(word);
        let start = self.cursor.at;
        self.cursor.skip();
        let Some(name) = self.cursor.name().map(str::to_string) else { return };
        self.cursor.skip();
        let equals = self.cursor.rest().starts_with('=') && !self.cursor.rest().starts_with("==");
        if equals && self.cursor.take("=") {
            let mut ahead = self.cursor.clone();
            if let Some(value) = ahead.value(&self.names, 0) {
                self.names.insert(name, value);
                self.cursor.at = ahead.at;
                return self.sign('=');
            }
        }
        self.names.remove(&name);
        self.cursor.at = start;
    }

    /// Whether the token before makes the next expression or block one that may be left out or repeated.
    fn optional(&self) -> bool {
        matches!(self.last.sign, ')' | '>' | '&' | '|' | '?' | ':')
            || matches!(self.last.word.as_str(), "else" | "catch" | "do" | "return")
    }

    fn word(&mut self, word: &str) {
        let before = self.optional();
        self.last = Last { sign: 'a', word: word.to_string(), before };
    }

    fn sign(&mut self, sign: char) {
        self.last = Last { sign, word: String::new(), before: false };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands(script: &str) -> Vec<(String, bool, bool)> {
        let read = |call: ScriptCall| {
            let argument = call.argument.unwrap_or_default();
            let text = argument["cmd"].as_str().or(argument.as_str()).unwrap_or("?").to_string();
            (text, call.awaited, call.conditional)
        };
        calls(script).into_iter().map(read).collect()
    }

    #[test]
    fn calls_side_by_side_are_not_waited_for() {
        let script = "const [a, b] = await Promise.all([\n  tools.exec_command({cmd: \"git push\", yield_time_ms: 30000}),\n  tools.exec_command({cmd: 'ls'})\n]);";
        assert_eq!(commands(script), [("git push".into(), false, false), ("ls".into(), false, false)]);
    }

    #[test]
    fn a_call_in_a_branch_may_be_left_out() {
        let script = "const t = await tools.exec_command({cmd: `make`});\nif (t.exit_code === 0) { await tools.exec_command({cmd: \"git commit\"}); }\nif (x) await tools.exec_command({cmd: 'a'});\nawait tools.exec_command({cmd: 'z'});";
        let expected = [("make", true, false), ("git commit", true, true), ("a", true, true), ("z", true, false)];
        assert_eq!(commands(script), expected.map(|(text, awaited, maybe)| (text.to_string(), awaited, maybe)));
    }

    #[test]
    fn bound_names_are_followed_and_computed_ones_are_not() {
        let script = "const patch = `*** Begin Patch\n*** End Patch`; await tools.apply_patch(patch);\nfor (const f of files) { await tools.exec_command({cmd: `cat ${f}`}); }";
        assert_eq!(
            commands(script),
            [("*** Begin Patch\n*** End Patch".into(), true, false), ("?".into(), true, true)]
        );
    }

    #[test]
    fn text_and_comments_hold_no_calls() {
        assert!(
            commands("text('tools.exec_command({cmd: 1})'); // tools.exec_command({cmd: 'rm'})\n/* tools.x() */")
                .is_empty()
        );
    }

    #[test]
    fn any_beginning_of_a_script_can_be_read() {
        let script = "const a = tools.exec_command({cmd: \"x\", y: [1, `t${2}`]}); /* c */ if (a) { 'q' }";
        for (end, _) in script.char_indices() {
            let _ = calls(&script[..end]);
        }
    }
}
