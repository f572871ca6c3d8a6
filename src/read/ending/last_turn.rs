//! The last turn of a run: what was open in it, and what came last.

use super::done::says_done;
use crate::model::{Deed, Event, Failure, Pending, Run, Runtime, Speaker, Trace, TurnEnd, What};

/// The last turn of a run.
#[derive(Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own about the turn")]
pub struct LastTurn<'a> {
    /// Whether the agent ever said or did anything.
    pub began: bool,
    /// The last event that is a message of the main agent, or to it.
    pub last: Option<&'a Event>,
    /// The last call without a result.
    pub open: Option<&'a Event>,
    /// Calls without a result, sub-agents' included.
    pub pending: Vec<Pending>,
    /// Whether the open call is a question to the person.
    pub question: bool,
    /// What a call waited for permission to do.
    pub permission: Option<&'a str>,
    /// How the turn was closed, if it was.
    pub end: Option<(&'a Event, TurnEnd)>,
    /// The turn was interrupted by a person.
    pub interrupted: Option<&'a Event>,
    /// A limit ended it.
    pub limit: Option<(&'a Event, &'a str)>,
    /// An error after which the agent did nothing more.
    pub failure: Option<(&'a Event, &'a Failure)>,
    /// The last thing that the agent said in it.
    pub said: Option<(&'a Event, &'a str)>,
    /// Whether the last row of a transcript is torn.
    pub torn: bool,
    /// Whether what came last cannot be told because of that.
    pub tail_unknown: bool,
    /// Whether the open call failed to find its folder.
    pub folder_missed: bool,
}

impl<'a> LastTurn<'a> {
    /// Reads the last turn.
    pub fn of(run: &'a Run) -> Self {
        let main = |event: &&Event| event.agent.is_none() && !event.abandoned && !comment(run, event);
        let mut turn = Self::default();
        let from = run
            .events
            .iter()
            .rposition(|event| main(&event) && matches!(&event.what, What::Asked { by: Speaker::Person, .. }))
            .unwrap_or(0);
        let answer =
            |event: &Event| matches!(event.what, What::Said { .. } | What::Call(_) | What::Result(_) | What::Error(_));
        // Where the conversation is gone, what is left of it tells of helpers only.
        turn.began = !run.traces.contains(&Trace::ConversationGone) && run.events.iter().any(answer);
        for event in run.events.iter().skip(from).filter(main) {
            turn.step(run, event);
        }
        turn.open_calls(run);
        if run.runtime == Runtime::GeminiCli
            && turn.end.is_none()
            && turn.open.is_none()
            && let Some((event, text)) =
                turn.said.filter(|(event, _)| turn.last.is_some_and(|last| last.id == event.id))
        {
            // Gemini CLI never writes that a turn is over, and a call under way leaves no trace: only the words tell.
            if says_done(text) {
                turn.end = Some((event, TurnEnd::Completed));
            } else {
                turn.tail_unknown = true;
            }
        }
        turn.torn = run.transcripts.iter().any(|file| file.torn_tail);
        turn.tail_unknown |= turn.torn && turn.open.is_none();
        turn.permission = run.traces.iter().find_map(|trace| match trace {
            Trace::AwaitsPermission { what, .. } => Some(what.as_str()),
            _ => None,
        });
        turn
    }

    /// Whether the turn was closed.
    pub fn over(&self) -> bool {
        self.end.is_some()
    }

    fn step(&mut self, run: &'a Run, event: &'a Event) {
        let act = matches!(event.what, What::Said { .. } | What::Call(_) | What::Asked { .. } | What::Compaction(_));
        if act {
            // Whatever closed or failed before, the agent went on.
            self.failure = None;
            self.limit = None;
            self.end = None;
            self.interrupted = None;
        }
        match &event.what {
            What::Said { text } => self.said = Some((event, text)),
            What::Error(failure) if failure.gave_up || !tried_again(run, event) => {
                self.failure = Some((event, failure));
            }
            What::Limit(words) => self.limit = Some((event, words)),
            What::TurnEnd(end) => {
                self.end = Some((event, *end));
                if *end == TurnEnd::Interrupted {
                    self.interrupted = Some(event);
                }
                return;
            }
            What::Result(outcome) => self.folder_missed |= misses(&outcome.output, run),
            _ => {}
        }
        self.last = Some(event);
    }

    /// Calls without a result; those after which the main agent went on are pending, too, but do not tell how the run ended.
    fn open_calls(&mut self, run: &'a Run) {
        let said = |event: &Event| {
            matches!(event.what, What::Said { .. } | What::Asked { by: Speaker::Person, .. } | What::TurnEnd(_))
        };
        for (index, event) in run.events.iter().enumerate() {
            let What::Call(call) = &event.what else { continue };
            if event.abandoned || call.result.is_some() {
                continue;
            }
            let later =
                run.events.iter().skip(index + 1).filter(|later| later.agent == event.agent && !later.abandoned);
            // A comment on the task reaches no worker that is at work.
            let mut later = later.filter(|later| !comment(run, later));
            // A plain worker goes on printing while a request of it is under way: only its end closes it.
            let closed = |event: &Event| match event.what {
                What::Said { .. } => run.runtime != Runtime::Paperclip,
                What::Asked { .. } if run.runtime == Runtime::Paperclip => true,
                _ => said(event),
            };
            if !later.any(closed) {
                self.question = matches!(call.deed, Deed::Ask { .. });
                self.open = Some(event);
            }
            self.pending.push(Pending {
                event: event.id.clone(),
                tool: call.tool.clone(),
                command: in_words(&call.deed, &call.id),
            });
        }
    }
}

/// Whether an event is a person's comment on the task, and no prompt of a session.
fn comment(run: &Run, event: &Event) -> bool {
    run.record.is_some()
        && event.id.starts_with("comment:")
        && matches!(event.what, What::Asked { by: Speaker::Person, .. })
}

fn tried_again(run: &Run, event: &Event) -> bool {
    let at = run.events.iter().position(|other| std::ptr::eq(other, event)).unwrap_or(0);
    run.events
        .iter()
        .skip(at + 1)
        .any(|later| later.agent.is_none() && matches!(later.what, What::Said { .. } | What::Call(_)))
}

/// Whether an output says that the run's own folder is not there.
fn misses(output: &str, run: &Run) -> bool {
    let name = run.cwd.as_ref().and_then(|cwd| cwd.file_name()).map(|name| name.to_string_lossy().into_owned());
    let words = ["does not exist", "No such file or directory", "ENOENT", "was deleted", "cannot find the path"];
    name.is_some_and(|name| {
        output.lines().filter(|line| words.iter().any(|word| line.contains(word))).any(|line| {
            ["\"", "'", " "].iter().any(|end| line.contains(&format!("/{name}{end}")))
                || line.ends_with(&name)
                || line.contains("getcwd")
        })
    })
}

/// What a call does, one line.
fn in_words(deed: &Deed, id: &str) -> String {
    let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    match deed {
        Deed::Command { script, .. } => line(script),
        Deed::Edit(edits) => edits.iter().map(|edit| edit.path.display().to_string()).collect::<Vec<_>>().join(", "),
        Deed::Read { path } => path.display().to_string(),
        Deed::Plan(items) => format!("{} plan items", items.len()),
        Deed::Delegate { prompt, .. } => format!("{} ({id})", line(prompt)),
        Deed::Ask { question } => line(question),
        Deed::Fetch { url } => url.clone(),
        Deed::Request { method, url } => format!("{method} {url}"),
        Deed::Server { server, method, input } => line(&format!("{server} {method} {input}")),
        Deed::Other { input } => line(input),
    }
}
