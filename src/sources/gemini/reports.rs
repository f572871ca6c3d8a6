//! Error reports that the client leaves in the folder for temporary files: the only record of an error that ended a run.

use std::path::{Path, PathBuf};

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use super::failure;
use super::project::entries;
use crate::evidence;
use crate::sources::places::Places;

/// A report is read up to this size; it holds the whole context.
const LARGEST: u64 = 64 << 20;

/// A report about an error of this run.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Report {
    /// Where it lies.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// When it was written, by its name or else by its file.
    pub at: Option<Timestamp>,
    /// The error's sentence.
    pub sentence: String,
}

/// The reports that belong to a run: written in its time, with a prompt of it in their context.
pub(super) fn of_run(places: &Places, prompts: &[String], from: Option<Timestamp>) -> Vec<Report> {
    let mut reports: Vec<Report> =
        entries(&places.tmp).into_iter().filter_map(|path| read(&path, prompts, from)).collect();
    reports.sort_by_key(|report| report.at);
    reports
}

fn read(path: &Path, prompts: &[String], from: Option<Timestamp>) -> Option<Report> {
    let name = path.file_name()?.to_str()?;
    let middle = name.strip_prefix("gemini-client-error-")?.strip_suffix(".json")?;
    let meta = path.metadata().ok().filter(|meta| meta.is_file() && meta.len() <= LARGEST)?;
    let changed = meta.modified().ok().and_then(|time| Timestamp::try_from(time).ok());
    let at = time_in_name(middle).or(changed);
    let since = from.and_then(|from| from.checked_sub(SignedDuration::from_secs(1)).ok());
    if at < since {
        return None;
    }
    let text = evidence::read_to_string(path).ok()?;
    let report: Value = serde_json::from_str(&text).ok()?;
    let context = report.get("context").map(Value::to_string).unwrap_or_default();
    let quoted = |prompt: &String| serde_json::to_string(prompt).unwrap_or_default().trim_matches('"').to_string();
    let ours = prompts.iter().any(|prompt| !prompt.trim().is_empty() && context.contains(&quoted(prompt)));
    ours.then(|| Report { path: path.to_path_buf(), bytes: meta.len(), at, sentence: failure::sentence(&report) })
}

/// `…-2026-11-29T12-25-02-378Z`, a time whose colons and point became hyphens.
fn time_in_name(name: &str) -> Option<Timestamp> {
    let start = name.len().checked_sub("2026-11-29T12-25-02-378Z".len())?;
    let text = name.get(start..)?;
    let (day, clock) = text.split_once('T')?;
    let mut parts = clock.trim_end_matches('Z').split('-');
    let (hour, minute, second, millis) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    format!("{day}T{hour}:{minute}:{second}.{millis}Z").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PathMap;

    #[test]
    fn a_report_belongs_to_the_run_whose_prompt_it_holds() {
        let home = tempfile::tempdir().unwrap();
        let mut places = Places::new(home.path(), PathMap::default(), |_| None, 0);
        places.tmp = home.path().to_path_buf();
        let path = home.path().join("gemini-client-error-Turn.run-sendMessageStream-2026-11-29T12-25-02-378Z.json");
        let report =
            serde_json::json!({ "error": { "message": "got status 429" }, "context": [{ "text": "Add \"a\" test" }] });
        std::fs::write(&path, report.to_string()).unwrap();
        let prompts = vec!["Add \"a\" test".to_string()];
        let found = of_run(&places, &prompts, "2026-11-29T12:00:00Z".parse().ok());
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].sentence.as_str(), found[0].at),
            ("got status 429", "2026-11-29T12:25:02.378Z".parse().ok())
        );
        assert!(of_run(&places, &prompts, "2026-11-29T13:00:00Z".parse().ok()).is_empty());
        assert!(of_run(&places, &["other".to_string()], None).is_empty());
    }
}
