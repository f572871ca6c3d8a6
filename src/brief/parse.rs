//! Recognising a brief: its comment line in a prompt, and its data beside the Markdown.

use std::fmt::Write;
use std::sync::LazyLock;

use regex::Regex;
use sha2::{Digest, Sha256};

use crate::model::Brief;

/// The comment line of a brief, found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The recovery's id; readers accept any.
    pub recovery: String,
    /// Which attempt the brief is for.
    pub attempt: u32,
    /// SHA-256 of all bytes after the line, as the line says.
    pub sha256: String,
    /// Whether what follows in this text is what was written.
    pub hash: Hash,
    /// Offset of the line in the text.
    pub at: usize,
}

/// Whether the text after a comment line is what was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hash {
    /// It is, byte for byte; line ends missing at the very end do not count.
    Fits,
    /// It is not: something was changed, cut or added.
    Differs,
}

#[allow(clippy::unwrap_used, reason = "a fixed pattern; the test below compiles it")]
static LINE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)<!-- lastgood brief/1 recovery=(\S+) attempt=(\d+) sha256=([0-9a-f]{64}) -->").unwrap()
});

/// Every comment line of a brief in a text (a prompt, or the result of reading a file), in order.
pub fn marks(text: &str) -> Vec<Mark> {
    let mark = |found: regex::Captures<'_>| {
        let whole = found.get(0)?;
        let rest = text[whole.end()..].trim_start_matches('\r');
        let rest = rest.strip_prefix('\n').unwrap_or(rest);
        Some(Mark {
            recovery: found[1].to_owned(),
            attempt: found[2].parse().ok()?,
            sha256: found[3].to_owned(),
            hash: if fits(rest, &found[3]) { Hash::Fits } else { Hash::Differs },
            at: whole.start(),
        })
    };
    LINE.captures_iter(text).filter_map(mark).collect()
}

/// Shells strip line ends from `"$(cat brief.md)"`, editors add one: neither changes what the brief says.
fn fits(body: &str, sha256: &str) -> bool {
    let bare = body.trim_end_matches(['\n', '\r']);
    [body.to_owned(), format!("{bare}\n"), bare.to_owned()].iter().any(|text| sum(text) == sha256)
}

/// SHA-256 of a text, in hexadecimal digits.
pub fn sum(text: &str) -> String {
    let mut out = String::with_capacity(64);
    for byte in Sha256::digest(text.as_bytes()) {
        let _ = write!(out, "{byte:02x}");
    }
    out
}

/// The data of a brief. Fields that this version does not know are left alone on disk and do not disturb.
pub fn read_json(text: &str) -> Result<Brief, String> {
    let brief: Brief =
        serde_json::from_str(text).map_err(|error| format!("the brief's data cannot be read: {error}"))?;
    if brief.schema == "lastgood.brief/1" {
        Ok(brief)
    } else {
        Err(format!("the brief is of another format, {}", brief.schema))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brief(body: &str) -> String {
        format!("<!-- lastgood brief/1 recovery=LG-7Q2MX4KD attempt=2 sha256={} -->\n{body}", sum(body))
    }

    #[test]
    fn line_ends_at_the_very_end_are_no_change() {
        let written = brief("# Recovery brief: x\n\n## Goal\nx\n");
        for text in [written.clone(), written.trim_end().to_owned(), format!("{written}\n")] {
            assert_eq!(marks(&text)[0].hash, Hash::Fits);
        }
        assert_eq!(marks(&written)[0].attempt, 2);
    }

    #[test]
    fn a_changed_brief_is_named() {
        let changed = brief("## Limits\n- no push\n").replace("no push", "push");
        assert_eq!(marks(&changed)[0].hash, Hash::Differs);
        assert!(marks("no brief here").is_empty());
    }
}
