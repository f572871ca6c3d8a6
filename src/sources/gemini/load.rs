//! One whole run: all chat files of a session, its prompts in the log, and the reports of errors.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::project::Project;
use super::{chat, failure, find, read, reports};
use crate::model::{Event, Found, Place, Problem, RelatedRun, Run, Runtime, Speaker, Trace, Transcript, What};
use crate::sources::places::Places;
use crate::sources::text::one_line;
use crate::sources::{assemble, rules};

/// The run of a row.
pub(super) fn load(places: &Places, found: &Found) -> Run {
    let mut run = Run::new(Runtime::GeminiCli, found.session.clone());
    let folder = project_folder(&found.path);
    let project = Project::of(places, folder);
    run.cwd.clone_from(&project.cwd);
    let messages = messages(&mut run, &project, &found.session);
    let recorded = run.cwd.as_ref().map(|cwd| places.recorded(cwd));
    let session = read::read(&messages, recorded.as_deref(), |path| places.here(path));
    run.plan = session.plan.unwrap_or_default();
    run.window = session.window;
    run.events = session.events.into();
    if messages.is_empty() {
        from_log(&mut run, &project);
    }
    errors(&mut run, places);
    run.events = assemble::merge(std::mem::take(&mut *run.events)).into();
    run.match_results();
    run.traces.push(Trace::Note(note(session.ends_in_text).to_string()));
    marks(&mut run, session.groups);
    let own = [places.gemini.join("GEMINI.md")];
    rules::add_on_disk(&mut run.rules, run.cwd.clone().as_deref(), &own, &["GEMINI.md"]);
    assemble::span(&mut run);
    run
}

/// A tool call appears only when it has finished, so that what is not there proves nothing.
fn note(ends_in_text: bool) -> &'static str {
    if ends_in_text {
        "Gemini CLI records a tool call only when it has finished; the record ends with a text of the agent, which is its last word or stands before a call that was still running"
    } else {
        "Gemini CLI records a tool call only when it has finished: a call that was running when it died left no trace"
    }
}

fn project_folder(path: &Path) -> PathBuf {
    let parent = path.parent().unwrap_or(path);
    let folder =
        if parent.file_name().is_some_and(|name| name == "chats") { parent.parent().unwrap_or(parent) } else { parent };
    folder.to_path_buf()
}

/// The messages of all files of the session, oldest file first; a message in two files counts once, in its last state.
fn messages(run: &mut Run, project: &Project, session: &str) -> Vec<chat::Message> {
    let (shorts, problems) = find::shorts(project);
    run.problems.extend(problems);
    let prompts = project.prompts();
    let logged: Vec<String> = prompts.iter().map(|prompt| prompt.session.clone()).collect();
    let chats: Vec<String> = shorts.iter().map(|short| short.session.clone()).collect();
    let mut all: Vec<chat::Message> = Vec::new();
    let mut by_id: HashMap<String, usize> = HashMap::new();
    for short in shorts {
        if short.session != session {
            let how = if find::is_helper(&short, &logged, &chats) {
                let what =
                    "this chat is a helper's and holds no conversation: resuming it would not go on with the work";
                run.problems.push(Problem::new(short.path.display().to_string(), what));
                "chat of a helper, no conversation"
            } else {
                "same work tree"
            };
            run.related_runs.push(RelatedRun { session: short.session, how: how.to_string() });
            continue;
        }
        let chat = chat::read(&short.path, run.transcripts.len());
        run.started = run.started.or(chat.started);
        run.problems.extend(chat.problems);
        run.transcripts.push(Transcript {
            path: short.path,
            bytes: chat.bytes,
            events: 0,
            torn_tail: chat.torn_tail,
            unread: chat.unread,
        });
        for message in chat.messages {
            if let Some(known) = by_id.get(&message.id).and_then(|index| all.get_mut(*index)) {
                (known.data, known.dropped) = (message.data, message.dropped);
            } else {
                by_id.insert(message.id.clone(), all.len());
                all.push(message);
            }
        }
    }
    all
}

/// Without a chat the log of prompts is all that is left.
fn from_log(run: &mut Run, project: &Project) {
    let path = project.log();
    let what = "no chat of this session is stored: the conversation is lost, and Gemini CLI cannot resume it; its prompts come from the log of prompts (logs.json)";
    run.problems.push(Problem::new(project.folder.join("chats").display().to_string(), what));
    run.traces.push(Trace::ConversationGone);
    let bytes = path.metadata().map_or(0, |meta| meta.len());
    let transcript = run.transcripts.len();
    run.transcripts.push(Transcript { path, bytes, events: 0, torn_tail: false, unread: 0 });
    let prompts = project.prompts().into_iter().filter(|prompt| prompt.session == run.session).enumerate();
    for (number, prompt) in prompts {
        run.events.push(Event {
            id: format!("prompt {}", number + 1),
            at: prompt.at,
            place: Place { transcript, line: number as u64 + 1, offset: 0 },
            agent: None,
            abandoned: false,
            what: What::Asked { text: prompt.text, by: Speaker::Person },
        });
    }
}

fn errors(run: &mut Run, places: &Places) {
    let prompt = |event: &Event| match &event.what {
        What::Asked { text, by: Speaker::Person } => Some(text.clone()),
        _ => None,
    };
    let prompts: Vec<String> = run.events.iter().filter_map(prompt).collect();
    for (number, report) in reports::of_run(places, &prompts, run.started).into_iter().enumerate() {
        run.traces.push(Trace::ErrorReport(format!("{}: {}", report.path.display(), one_line(&report.sentence))));
        let place = Place { transcript: run.transcripts.len(), line: 1, offset: 0 };
        run.transcripts.push(Transcript {
            path: report.path,
            bytes: report.bytes,
            events: 0,
            torn_tail: false,
            unread: 0,
        });
        let failure = failure::read(&report.sentence, true);
        let id = format!("error report {}", number + 1);
        run.events.push(Event { id, at: report.at, place, agent: None, abandoned: false, what: What::Error(failure) });
    }
}

/// What ties processes to the session: there is no lock, no registry and no session id in the environment.
fn marks(run: &mut Run, groups: Vec<u32>) {
    let marks = &mut run.marks;
    marks.names = vec!["gemini".into()];
    marks.scripts = vec!["bin/gemini".into(), "@google/gemini-cli".into(), "bundle/gemini.js".into()];
    marks.environ = vec![("GEMINI_CLI".into(), None)];
    marks.arguments = vec![run.session.clone()];
    marks.folder.clone_from(&run.cwd);
    marks.folder_decides = true;
    marks.groups = groups;
    marks.growing = run.transcripts.iter().map(|file| file.path.clone()).collect();
}
