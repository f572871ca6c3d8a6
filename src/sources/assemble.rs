//! From the events of several files to the events of one run.

use std::collections::{HashMap, HashSet};

use super::text::goal;
use crate::model::{Event, Outcome, Run, Speaker, What};

/// All events in order of time; between equals the order in which they were given decides. Ids are unique afterwards:
/// where two files use the same call id, the later one gets its agent's name with it.
pub(super) fn merge(mut events: Vec<Event>) -> Vec<Event> {
    let mut owners: HashMap<String, Option<String>> = HashMap::new();
    for event in &mut events {
        let agent = event.agent.clone();
        let short = agent
            .as_deref()
            .map(|agent| agent.chars().rev().take(12).collect::<Vec<_>>().into_iter().rev().collect::<String>());
        let renamed = |id: &str, owners: &mut HashMap<String, Option<String>>| {
            let owner = owners.entry(id.to_string()).or_insert_with(|| agent.clone());
            (*owner != agent).then(|| format!("{id}@{}", short.as_deref().unwrap_or("main")))
        };
        match &mut event.what {
            What::Call(call) => {
                if let Some(id) = renamed(&call.id, &mut owners) {
                    (event.id, call.id) = (id.clone(), id);
                }
            }
            What::Result(Outcome { call, .. }) => {
                if let Some(id) = renamed(call, &mut owners) {
                    event.id = format!("{}@{}", event.id, short.as_deref().unwrap_or("main"));
                    *call = id;
                }
            }
            _ => {}
        }
    }
    let mut last = None;
    for event in &mut events {
        event.at = event.at.or(last);
        last = event.at;
    }
    events.sort_by_key(|event| event.at);
    let mut seen = HashSet::new();
    for event in &mut events {
        let mut id = event.id.clone();
        let mut number = 1;
        while !seen.insert(id.clone()) {
            number += 1;
            id = format!("{}~{number}", event.id);
        }
        event.id = id;
    }
    events
}

/// What follows from the events for the run as a whole: its first prompt, its span, how many came from each file.
pub(super) fn span(run: &mut Run) {
    for event in &run.events {
        if let Some(file) = run.transcripts.get_mut(event.place.transcript) {
            file.events += 1;
        }
    }
    let first = run.events.iter().find_map(|event| event.at);
    run.started = run.started.or(first);
    run.last_event = run.events.iter().filter_map(|event| event.at).max();
    run.goal = run.events.iter().find_map(|event| match &event.what {
        What::Asked { text, by: Speaker::Person } => goal(text),
        _ => None,
    });
}
