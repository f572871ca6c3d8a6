//! Plays a recording: each entry becomes rows of the session and, where it changes something, a file or a commit.

use std::path::{Path, PathBuf};

use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use super::script::{Act, Entry, When, parse};
use super::session::Session;
use super::{Demo, SESSION};
use crate::store::stage::Stage;

const AGENT: &str = "dev";

/// How long a call takes.
const STEP: SignedDuration = SignedDuration::from_secs(2);

/// The next run that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its session id.
    pub session: String,
    /// The brief that it consumed.
    pub brief: PathBuf,
}

/// Lays the dead run out; its first prompt was at `started`.
pub(super) fn play_dead(demo: &Demo, started: Timestamp) -> Result<(), String> {
    let entries = parse(include_str!("../../../assets/demo/run.txt"))?;
    let stage = Stage::make(&demo.tree, AGENT)?;
    let before = started - SignedDuration::from_hours(20);
    let mut paths = Vec::new();
    for entry in &entries {
        if let Act::Base(path, text) = &entry.act {
            stage.write(path, text, before)?;
            paths.push(path.clone());
        }
    }
    stage.commit("parcel 1.4", &paths, before)?;
    stage.publish(&demo.home.join("remotes/parcel.git"))?;
    stage.branch("retry-budget")?;
    let mut player = Player::new(&stage, SESSION, started, "main");
    player.play_all(&entries, None)?;
    player.keep(demo)
}

/// The recordings of next runs, each with a word of the steps that it does; the first is for any other step.
const NEXT: &[(&str, &str)] = &[
    ("tests/test_jitter.py", include_str!("../../../assets/demo/next.txt")),
    ("docs/retry.md", include_str!("../../../assets/demo/next-docs.txt")),
    ("parcel/wire.py", include_str!("../../../assets/demo/next-wire.txt")),
];

/// The recording that does this brief's step. A step that none does gets the first: a run that does something else is a thing to review, too.
fn recording(brief: &str) -> &'static str {
    let step = brief.split("\n## Next step\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or_default();
    NEXT.iter().find(|(word, _)| step.contains(word)).unwrap_or(&NEXT[0]).1
}

/// Plays the next run: it starts at `started`, has ended by `end`, and consumes the brief that lies at `brief`.
pub fn play_next(
    demo: &Demo,
    brief: &Path,
    attempt: u32,
    started: Timestamp,
    end: Timestamp,
) -> Result<Played, String> {
    let text = fs_err::read_to_string(brief).map_err(|error| format!("the brief cannot be read: {error}"))?;
    let entries = parse(recording(&text))?;
    let stage = Stage::open(&demo.tree, AGENT)?;
    let session = format!("{}-0000-4000-8d00-{attempt:012x}", &SESSION[..8].replace("d3ad", "2ec0"));
    let mut player = Player::new(&stage, &session, started, "retry-budget");
    let takes = entries.last().map_or(SignedDuration::ZERO, |entry| entry.at) + STEP;
    player.pace = (started.duration_until(end).as_secs_f64() / takes.as_secs_f64()).min(1.0);
    player.play_all(&entries, Some(&text))?;
    player.keep(demo)?;
    Ok(Played { session, brief: brief.to_owned() })
}

struct Player<'a> {
    stage: &'a Stage,
    session: Session<'a>,
    id: &'a str,
    started: Timestamp,
    /// 1 plays in the recording's own time, less plays faster.
    pace: f64,
    prompt: String,
}

impl<'a> Player<'a> {
    fn new(stage: &'a Stage, id: &'a str, started: Timestamp, branch: &str) -> Self {
        let session = Session::new(id, &stage.root().to_string_lossy(), branch);
        Self { stage, session, id, started, pace: 1.0, prompt: String::new() }
    }

    /// Plays what fits the tree as it is now.
    fn play_all(&mut self, entries: &[Entry], brief: Option<&str>) -> Result<(), String> {
        let met = |when: &When| {
            let text = self.stage.read(&when.path).unwrap_or_default();
            text.lines().any(|line| line.trim() == when.line) == when.has
        };
        let fits: Vec<&Entry> = entries.iter().filter(|entry| entry.when.iter().all(met)).collect();
        for (place, entry) in fits.iter().enumerate() {
            let last = fits.get(place + 1).is_some_and(|next| next.act == Act::End);
            self.play(entry, brief, last)?;
        }
        Ok(())
    }

    fn play(&mut self, entry: &Entry, brief: Option<&str>, last: bool) -> Result<(), String> {
        let at = self.started + entry.at.mul_f64(self.pace);
        let done = at + STEP.mul_f64(self.pace);
        match &entry.act {
            Act::Base(..) | Act::Kill => {}
            Act::Prompt(text) => {
                if self.prompt.is_empty() {
                    self.prompt.clone_from(text);
                }
                self.session.prompt(at, text, true);
            }
            Act::Brief => {
                // A shell strips the last line end of "$(cat brief.md)".
                brief.unwrap_or_default().trim_end_matches('\n').clone_into(&mut self.prompt);
                let text = self.prompt.clone();
                self.session.prompt(at, &text, false);
            }
            Act::Say(text) => self.session.say(at, text, last),
            Act::Plan(items) => self.plan(at, done, items),
            Act::Read(path) => self.read(at, done, path)?,
            Act::Write(path, text) => self.write(at, done, path, text)?,
            Act::Edit(path, old, new) => self.edit(at, done, path, old, new)?,
            Act::Run(script, exit, output) => {
                let output = output.replace("{tree}", &self.stage.root().to_string_lossy());
                self.run(at, done, script, *exit, &output);
            }
            Act::Commit(message, paths) => self.commit(at, done, message, paths)?,
            Act::Compact(before, after, summary) => self.session.compact(at, *before, *after, summary),
            Act::Push(script) => {
                self.session.call(at, "Bash", &json!({"command": script, "description": "Push the branch"}));
            }
            Act::End => {
                let prompt = self.prompt.clone();
                self.session.close(&prompt);
            }
        }
        Ok(())
    }

    fn absolute(&self, path: &str) -> String {
        self.stage.root().join(path).to_string_lossy().into_owned()
    }

    fn plan(&mut self, at: Timestamp, done: Timestamp, items: &[(String, String)]) {
        let status = |state: &str| match state {
            "done" => "completed",
            "doing" => "in_progress",
            _ => "pending",
        };
        let todos: Vec<_> = items
            .iter()
            .map(|(state, text)| json!({"content": text, "status": status(state), "activeForm": text}))
            .collect();
        let call = self.session.call(at, "TodoWrite", &json!({"todos": todos}));
        self.session.result(
            done,
            &call,
            "Todos have been modified successfully.",
            false,
            &json!({"oldTodos": [], "newTodos": todos}),
        );
    }

    fn read(&mut self, at: Timestamp, done: Timestamp, path: &str) -> Result<(), String> {
        let text = self.stage.read(path)?;
        let numbered: Vec<String> = text.lines().enumerate().map(|(at, line)| format!("{}\t{line}", at + 1)).collect();
        let numbered = numbered.join("\n");
        let call = self.session.call(at, "Read", &json!({"file_path": self.absolute(path)}));
        let lines = text.lines().count();
        let file = json!({"filePath": self.absolute(path), "content": text, "numLines": lines, "startLine": 1, "totalLines": lines});
        self.session.result(done, &call, &numbered, false, &json!({"type": "text", "file": file}));
        Ok(())
    }

    fn write(&mut self, at: Timestamp, done: Timestamp, path: &str, text: &str) -> Result<(), String> {
        let before = self.stage.read(path).ok();
        let absolute = self.absolute(path);
        let call = self.session.call(at, "Write", &json!({"file_path": absolute, "content": text}));
        let (kind, words) = if before.is_some() { ("update", "updated") } else { ("create", "created") };
        let detail =
            json!({"type": kind, "filePath": absolute, "content": text, "structuredPatch": [], "originalFile": before});
        self.session.result(done, &call, &format!("File {words} successfully at: {absolute}"), false, &detail);
        self.stage.write(path, text, done)
    }

    fn edit(&mut self, at: Timestamp, done: Timestamp, path: &str, old: &str, new: &str) -> Result<(), String> {
        let before = self.stage.read(path)?;
        let absolute = self.absolute(path);
        let input = json!({"file_path": absolute, "old_string": old, "new_string": new, "replace_all": false});
        let call = self.session.call(at, "Edit", &input);
        let detail = json!({"filePath": absolute, "oldString": old, "newString": new, "originalFile": before, "structuredPatch": [],
            "userModified": false, "replaceAll": false});
        self.session.result(
            done,
            &call,
            &format!("The file {absolute} has been updated successfully."),
            false,
            &detail,
        );
        self.stage.write(path, &before.replacen(old, new, 1), done)
    }

    fn run(&mut self, at: Timestamp, done: Timestamp, script: &str, exit: i32, output: &str) {
        if let Some(branch) = script.strip_prefix("git checkout -q -b ") {
            branch.clone_into(&mut self.session.branch);
        }
        let call = self.session.call(at, "Bash", &json!({"command": script, "description": "Run it"}));
        if exit == 0 {
            let detail = json!({"stdout": output, "stderr": "", "interrupted": false, "isImage": false, "noOutputExpected": false});
            self.session.result(done, &call, output, false, &detail);
        } else {
            let text = format!("Exit code {exit}\n{output}");
            self.session.result(done, &call, &text, true, &json!(format!("Error: {text}")));
        }
    }

    fn commit(&mut self, at: Timestamp, done: Timestamp, message: &str, paths: &[String]) -> Result<(), String> {
        let id = self.stage.commit(message, paths, done)?;
        let script = format!("git add {} && git commit -q -m \"{message}\" && git log --oneline -1", paths.join(" "));
        self.run(at, done, &script, 0, &format!("{} {message}", &id[..7]));
        Ok(())
    }

    fn keep(&self, demo: &Demo) -> Result<(), String> {
        let path = demo.transcript(self.id)?;
        crate::store::stage::write_file(&path, self.session.text())
    }
}
