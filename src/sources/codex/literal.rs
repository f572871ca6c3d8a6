//! Values written down in JavaScript: strings, templates, numbers, lists and objects of them, and names bound to such.
//!
//! Runs nothing. What would have to be computed has no value here.

use std::collections::HashMap;

use serde_json::{Map, Value};

/// How deep lists and objects may nest; deeper ones have no value.
const DEPTH: usize = 24;

/// A place in a script.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    /// The offset of the next byte.
    pub at: usize,
    /// How many templates nest here.
    nested: usize,
}

impl<'a> Cursor<'a> {
    /// A cursor at an offset.
    pub(super) fn new(text: &'a str, at: usize) -> Self {
        Self { text, at, nested: 0 }
    }

    /// What is left.
    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next character.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes the next character.
    pub(super) fn next(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += letter.len_utf8();
        Some(letter)
    }

    /// Takes a text if it stands here.
    pub(super) fn take(&mut self, text: &str) -> bool {
        let here = self.rest().starts_with(text);
        if here {
            self.at += text.len();
        }
        here
    }

    /// Goes past blanks and comments.
    pub(super) fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            self.at += blank;
            let rest = self.rest();
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.at += rest.find("*/").map_or(rest.len(), |end| end + 2);
            } else {
                return;
            }
        }
    }

    /// A name, if one stands here.
    pub(super) fn name(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        let end = rest
            .find(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '$'))
            .unwrap_or(rest.len());
        if end == 0 || rest.starts_with(|letter: char| letter.is_ascii_digit()) {
            return None;
        }
        self.at += end;
        Some(&rest[..end])
    }

    /// A quoted text or template; `None` when it is none, is cut, or has something computed in it. The cursor stands
    /// after it in each case where an end was found.
    pub(super) fn quoted(&mut self, raw: bool) -> Option<String> {
        let quote = self.peek().filter(|letter| matches!(letter, '"' | '\'' | '`'))?;
        self.next();
        let mut text = String::new();
        let mut computed = false;
        loop {
            match self.next()? {
                letter if letter == quote => return (!computed).then_some(text),
                // Only a template goes over several lines: a lone quote, as in a pattern, ends here.
                '\n' if quote != '`' => return None,
                '\\' if raw => {
                    text.push('\\');
                    text.push(self.next()?);
                }
                '\\' => self.escape(&mut text)?,
                '$' if quote == '`' && self.peek() == Some('{') => {
                    computed = true;
                    self.braces()?;
                }
                letter => text.push(letter),
            }
        }
    }

    fn escape(&mut self, text: &mut String) -> Option<()> {
        let letter = match self.next()? {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'v' => '\u{b}',
            '0' => '\0',
            '\n' => return Some(()),
            'x' => self.code(2)?,
            'u' if self.take("{") => {
                let end = self.rest().find('}')?;
                let code = u32::from_str_radix(&self.rest()[..end], 16).ok()?;
                self.at += end + 1;
                char::from_u32(code)?
            }
            'u' => self.code(4)?,
            other => other,
        };
        text.push(letter);
        Some(())
    }

    fn code(&mut self, digits: usize) -> Option<char> {
        let code = u32::from_str_radix(self.rest().get(..digits)?, 16).ok()?;
        self.at += digits;
        // Half of a pair: the letter is lost, the place is kept.
        Some(char::from_u32(code).unwrap_or('\u{fffd}'))
    }

    /// Goes past `{…}`, quoted text in it included.
    fn braces(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        self.nested += 1;
        if self.nested > DEPTH {
            return None;
        }
        loop {
            match self.peek()? {
                '"' | '\'' | '`' => {
                    self.quoted(false);
                    if self.nested > DEPTH {
                        return None;
                    }
                }
                '{' => {
                    depth += 1;
                    self.next();
                }
                '}' => {
                    self.next();
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        self.nested -= 1;
                        return Some(());
                    }
                }
                _ => {
                    self.next();
                }
            }
        }
    }

    /// A value, if one is written here; `names` are values bound before.
    pub(super) fn value(&mut self, names: &HashMap<String, Value>, depth: usize) -> Option<Value> {
        let mut value = self.term(names, depth)?;
        loop {
            self.skip();
            if !self.rest().starts_with('+') || self.rest().starts_with("++") {
                return Some(value);
            }
            self.next();
            let more = self.term(names, depth)?;
            value = Value::String(format!("{}{}", value.as_str()?, more.as_str()?));
        }
    }

    fn term(&mut self, names: &HashMap<String, Value>, depth: usize) -> Option<Value> {
        if depth > DEPTH {
            return None;
        }
        self.skip();
        let value = match self.peek()? {
            '"' | '\'' | '`' => Value::String(self.quoted(false)?),
            '{' => self.object(names, depth)?,
            '[' => self.list(names, depth)?,
            '-' | '0'..='9' => self.number()?,
            _ => match self.name()? {
                "true" => Value::Bool(true),
                "false" => Value::Bool(false),
                "null" | "undefined" => Value::Null,
                "String" if self.take(".raw") => Value::String(self.quoted(true)?),
                name => names.get(name).cloned()?,
            },
        };
        self.joined(value)
    }

    /// `["a", "b"].join("\n")`, the way in which scripts write text of several lines; any other use of a value is computed.
    fn joined(&mut self, value: Value) -> Option<Value> {
        self.skip();
        if self.take(".trim()") || self.take(".trimEnd()") || self.take(".trimStart()") {
            return self.joined(value);
        }
        if self.take(".join(") {
            let by = self.quoted(false)?;
            self.skip();
            let parts: Option<Vec<&str>> = value.as_array()?.iter().map(Value::as_str).collect();
            return self.take(")").then(|| parts.map(|parts| Value::String(parts.join(&by))))?;
        }
        (!self.rest().starts_with(['.', '[', '(']) && !self.rest().starts_with("?.")).then_some(value)
    }

    fn number(&mut self) -> Option<Value> {
        let rest = self.rest();
        let end =
            rest.find(|letter: char| !(letter.is_ascii_alphanumeric() || "-._".contains(letter))).unwrap_or(rest.len());
        self.at += end;
        serde_json::from_str(&rest[..end].replace('_', "")).ok()
    }

    fn list(&mut self, names: &HashMap<String, Value>, depth: usize) -> Option<Value> {
        self.next();
        let mut items = Vec::new();
        loop {
            self.skip();
            if self.take("]") {
                return Some(Value::Array(items));
            }
            items.push(self.value(names, depth + 1)?);
            self.skip();
            if !self.take(",") && !self.rest().starts_with(']') {
                return None;
            }
        }
    }

    fn object(&mut self, names: &HashMap<String, Value>, depth: usize) -> Option<Value> {
        self.next();
        let mut fields = Map::new();
        loop {
            self.skip();
            if self.take("}") {
                return Some(Value::Object(fields));
            }
            let key = match self.peek()? {
                '"' | '\'' => self.quoted(false)?,
                _ => self.name()?.to_string(),
            };
            self.skip();
            let value = if self.take(":") { self.value(names, depth + 1)? } else { names.get(&key).cloned()? };
            fields.insert(key, value);
            self.skip();
            if !self.take(",") && !self.rest().starts_with('}') {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn value(text: &str) -> Option<Value> {
        let names = HashMap::from([("cmd".to_string(), json!("ls"))]);
        Cursor::new(text, 0).value(&names, 0)
    }

    #[test]
    fn what_is_written_down_has_a_value() {
        assert_eq!(
            value(r#"{cmd: "a \"b\"\n", 'x-y': 30_000, t: true, /* c */ }"#),
            Some(json!({ "cmd": "a \"b\"\n", "x-y": 30000, "t": true }))
        );
        assert_eq!(value("{cmd}"), Some(json!({ "cmd": "ls" })));
        assert_eq!(value("'a' + `b` + \"\\u00e4\\x41\""), Some(json!("abäA")));
        assert_eq!(value(r#"["a", "b",].join("\n")"#), Some(json!("a\nb")));
        assert_eq!(value(r"String.raw`a\nb`"), Some(json!("a\\nb")));
    }

    #[test]
    fn what_is_computed_has_none() {
        assert_eq!(value("`a ${cmd} b`"), None);
        assert_eq!(value("name"), None);
        assert_eq!(value("cmd.length"), None);
        assert_eq!(value("{...cmd}"), None);
        assert_eq!(value("f('x')"), None);
    }

    #[test]
    fn a_cut_or_deep_text_ends_the_reading() {
        assert_eq!(value("'a"), None);
        assert_eq!(value("{a: [1, "), None);
        assert_eq!(value(&"[".repeat(10_000)), None);
        assert_eq!(value("`${`"), None);
        assert_eq!(value(&"`${".repeat(10_000)), None);
    }
}
