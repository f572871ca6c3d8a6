//! The client's log: the only record that tells a permission question from a command that runs.

use std::collections::HashMap;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::evidence;
use crate::sources::places::Places;

/// So many bytes of the end of a log are read, and so many logs.
const READ: u64 = 8 << 20;
const LOGS: usize = 4;

/// A permission question without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asking {
    /// What it is about (`bash`).
    pub permission: String,
    /// The patterns that it names (`git push origin release`).
    pub patterns: Vec<String>,
}

/// What the logs say about a session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    /// Questions without an answer.
    pub asking: Vec<Asking>,
    /// The last lines that report an error of this session.
    pub errors: Vec<String>,
}

/// Reads the newest logs for a session.
pub(super) fn read(places: &Places, session: &str) -> Said {
    let mut said = Said::default();
    for path in logs(&places.data.join("opencode/log")) {
        let more = lines(&tail(&path), session);
        said.asking.extend(more.asking);
        said.errors.extend(more.errors);
    }
    said.errors = said.errors.split_off(said.errors.len().saturating_sub(3));
    said
}

/// What the lines of one log say about a session.
fn lines(text: &str, session: &str) -> Said {
    let mut said = Said::default();
    // A question does not name its session, but the client's run, which other lines tie to the session.
    let mut session_of: HashMap<String, String> = HashMap::new();
    let mut open: Vec<(String, String, Asking)> = Vec::new();
    for line in text.lines() {
        let fields = fields(line);
        let field = |name: &str| fields.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.as_str());
        let run = field("run").to_string();
        if !field("session.id").is_empty() {
            session_of.insert(run.clone(), field("session.id").to_string());
        }
        if field("message") == "asking" {
            let patterns =
                serde_json::from_str(field("patterns")).unwrap_or_else(|_| vec![field("patterns").to_string()]);
            open.push((run, field("id").to_string(), Asking { permission: field("permission").to_string(), patterns }));
        } else {
            // Any later line that names the question is its answer.
            open.retain(|(_, id, _)| id.is_empty() || !fields.iter().any(|(_, value)| value == id));
        }
        if field("level") == "ERROR" && field("session.id") == session {
            said.errors.push(line.chars().filter(|letter| !letter.is_control()).take(400).collect());
        }
    }
    let ours = open.into_iter().filter(|(run, ..)| session_of.get(run).is_some_and(|known| known == session));
    said.asking = ours.map(|(_, _, asking)| asking).collect();
    said
}

/// `key=value` and `key="quoted \"value\""`, as a line has them.
fn fields(line: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = line.trim();
    while let Some((key, after)) = rest.split_once('=') {
        let key = key.rsplit(char::is_whitespace).next().unwrap_or_default().to_string();
        let (value, next) = value(after);
        found.push((key, value));
        rest = next;
    }
    found
}

fn value(text: &str) -> (String, &str) {
    let Some(inner) = text.strip_prefix('"') else {
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        return (text[..end].to_string(), &text[end..]);
    };
    let mut value = String::new();
    let mut letters = inner.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return (value, &inner[at + 1..]),
            '\\' => value.extend(letters.next().map(|(_, letter)| letter)),
            _ => value.push(letter),
        }
    }
    (value, "")
}

fn logs(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut logs: Vec<_> = entries
        .filter(|entry| entry.path().extension().is_some_and(|end| end == "log"))
        .map(|entry| (entry.metadata().and_then(|meta| meta.modified()).ok(), entry.path()))
        .collect();
    logs.sort();
    logs.into_iter().rev().take(LOGS).map(|(_, path)| path).collect()
}

fn tail(path: &Path) -> String {
    let read = || -> std::io::Result<Vec<u8>> {
        let mut file = evidence::open(path)?;
        let size = file.metadata()?.len();
        file.seek(SeekFrom::Start(size.saturating_sub(READ)))?;
        let mut bytes = Vec::new();
        file.take(READ).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    String::from_utf8_lossy(&read().unwrap_or_default()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "timestamp=1 level=INFO run=a message=loop session.id=ses_1 step=0\ntimestamp=2 level=INFO run=a message=asking id=per_1 permission=bash patterns=\"[\\\"git push\\\"]\"\n";

    #[test]
    fn a_question_belongs_to_the_session_of_its_run_until_it_is_answered() {
        let asking = Asking { permission: "bash".into(), patterns: vec!["git push".into()] };
        assert_eq!(lines(LOG, "ses_1").asking, [asking]);
        assert!(lines(LOG, "ses_2").asking.is_empty());
        let answered = format!("{LOG}timestamp=3 level=INFO run=a message=replied requestID=per_1 reply=once\n");
        assert!(lines(&answered, "ses_1").asking.is_empty());
    }

    #[test]
    fn any_text_is_read_as_fields() {
        for text in ["", "=", "a=\"", "a=\"\\", "= = =", "x y=z\"", "é=\"ä\\\"b\" c=d"] {
            let _ = fields(text);
        }
        assert_eq!(fields("é=\"ä\\\"b\" c=d")[1], ("c".to_string(), "d".to_string()));
    }
}
