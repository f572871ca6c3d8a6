//! Sub-agents: files of their own below the session's folder, tied to the calls that started them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::reader::Reader;
use super::row::text;
use crate::model::{Deed, OutcomeState, Speaker, SubAgent, What};
use crate::sources::{files, text as texts};

/// A sub-agent's file, with what stands beside it.
#[derive(Debug)]
pub(super) struct Side {
    pub agent: String,
    pub path: PathBuf,
    about: Value,
}

/// The files of a session's sub-agents. `folder` has the session's name; older releases put them beside its file.
pub(super) fn sides(folder: &Path, session: &str) -> Vec<Side> {
    let own = files::entries(&folder.join("subagents"));
    let beside = folder.parent().map(files::entries).unwrap_or_default();
    let beside = beside.into_iter().filter(|path| agent(path).is_some() && names(path, session));
    let side = |path: PathBuf| {
        let about = files::json(&path.with_extension("meta.json")).unwrap_or_default();
        Some(Side { agent: agent(&path)?, about, path })
    };
    own.into_iter().chain(beside).filter_map(side).collect()
}

/// The agent of a file `agent-<id>.jsonl`.
pub(super) fn agent(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    name.strip_prefix("agent-")?.strip_suffix(".jsonl").map(Into::into)
}

/// Whether the beginning of a file names this session.
fn names(path: &Path, session: &str) -> bool {
    files::head(path, 8 << 10).is_ok_and(|head| head.contains(session))
}

/// Ties calls and files together, after all were read and before the events are sorted.
pub(super) fn tie(reader: &mut Reader, sides: &[Side]) {
    let answered = answered(reader);
    let mut agents: Vec<SubAgent> = sides.iter().map(|side| of_file(reader, side)).collect();
    for event in &reader.run.events {
        let Some(id) = event.agent.as_deref().filter(|id| agents.iter().all(|agent| agent.id != **id)) else {
            continue;
        };
        let asked = first_prompt(reader, id).map_or_else(String::new, |text| texts::one_line(&text));
        agents.push(SubAgent { id: id.into(), asked, call: None, transcript: None, finished: false });
    }
    for agent in &mut agents {
        agent.call = agent.call.take().or_else(|| call_of(reader, agent));
        let last = reader.run.events.iter().rev().find(|event| event.agent.as_ref() == Some(&agent.id));
        let open = reader.run.events.iter().any(|event| match &event.what {
            What::Call(call) => event.agent.as_ref() == Some(&agent.id) && !answered.contains(&call.id),
            _ => false,
        });
        // A request that came back as an error ends its turn, too, and nothing was finished by it.
        let own = reader.run.events.iter().rev().filter(|event| event.agent.as_ref() == Some(&agent.id));
        let broke = own.filter(|event| !matches!(event.what, What::TurnEnd(_))).map(|event| &event.what).next();
        let broke =
            matches!(broke, Some(What::Error(_))) || agent.call.as_ref().is_some_and(|call| failed(reader, call));
        let ended = last.is_some_and(|event| matches!(event.what, What::TurnEnd(_) | What::Said { .. }));
        agent.finished = !open && ended && !broke;
    }
    without_file(reader, &answered, &mut agents);
    for agent in &agents {
        let Some(&index) = agent.call.as_ref().and_then(|call| reader.calls.get(call)) else { continue };
        if let What::Call(call) = &mut reader.run.events[index].what
            && let Deed::Delegate { agent: named, .. } = &mut call.deed
        {
            *named = Some(agent.id.clone());
        }
    }
    reader.run.sub_agents = agents;
}

fn of_file(reader: &Reader, side: &Side) -> SubAgent {
    let described = text(&side.about["description"]).to_string();
    let asked = if described.is_empty() { first_prompt(reader, &side.agent).unwrap_or_default() } else { described };
    SubAgent {
        id: side.agent.clone(),
        asked: texts::one_line(&asked),
        call: side.about["toolUseId"].as_str().map(Into::into),
        transcript: Some(side.path.clone()),
        finished: false,
    }
}

fn first_prompt(reader: &Reader, agent: &str) -> Option<String> {
    reader.run.events.iter().find_map(|event| match &event.what {
        What::Asked { text, by: Speaker::Agent } if event.agent.as_deref() == Some(agent) => Some(text.clone()),
        _ => None,
    })
}

/// The call that started an agent: its result names the agent, or it asks what the agent was asked.
fn call_of(reader: &Reader, agent: &SubAgent) -> Option<String> {
    if let Some((call, _)) = reader.agents.iter().find(|(_, id)| **id == agent.id) {
        return Some(call.clone());
    }
    let prompt = first_prompt(reader, &agent.id).unwrap_or_default();
    let asks = |asked: &str| {
        let (first, rest) = asked.split_once('\n').unwrap_or((asked, asked));
        (!prompt.trim().is_empty() && rest.trim() == prompt.trim()) || (!agent.asked.is_empty() && first == agent.asked)
    };
    delegations(reader).find(|(_, asked)| asks(asked)).map(|(call, _)| call.to_string())
}

/// Whether the call that started an agent came back as an error ("Agent terminated early …").
fn failed(reader: &Reader, call: &str) -> bool {
    let of_call = |event: &&crate::model::Event| matches!(&event.what, What::Result(outcome) if outcome.call == call);
    let result = reader.run.events.iter().rev().find(of_call);
    result.is_some_and(|event| matches!(&event.what, What::Result(outcome) if outcome.state == OutcomeState::Failed))
}

/// Agents of which no file is left.
fn without_file(reader: &Reader, answered: &HashSet<String>, agents: &mut Vec<SubAgent>) {
    let mut more = Vec::new();
    for (call, asked) in delegations(reader).filter(|(call, _)| agents.iter().all(|a| a.call.as_deref() != Some(*call)))
    {
        let id = reader.agents.get(call).cloned().unwrap_or_else(|| call.to_string());
        let finished = answered.contains(call) && !failed(reader, call);
        more.push(SubAgent { id, asked: texts::one_line(asked), call: Some(call.into()), transcript: None, finished });
    }
    agents.extend(more);
}

fn delegations<'a>(reader: &'a Reader) -> impl Iterator<Item = (&'a str, &'a str)> {
    reader.run.events.iter().filter_map(|event| match &event.what {
        What::Call(call) => match &call.deed {
            Deed::Delegate { prompt, .. } => Some((call.id.as_str(), prompt.as_str())),
            _ => None,
        },
        _ => None,
    })
}

/// The calls that have a result.
fn answered(reader: &Reader) -> HashSet<String> {
    let results = reader.run.events.iter().filter_map(|event| match &event.what {
        What::Result(outcome) => Some(outcome.call.clone()),
        _ => None,
    });
    results.collect()
}
