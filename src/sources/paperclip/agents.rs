//! Names of agents and people: the task's record holds ids, rows for people hold names.

use serde_json::Value;

use super::client::Client;
use crate::model::{Author, Worker};
use crate::sources::fields::Fields;

/// The user of an installation that nobody signs in to.
const BOARD: &str = "local-board";

/// The agents of a company, as far as they may be read.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    agents: Vec<Value>,
}

impl Names {
    pub fn of(client: &Client, company: &str) -> Self {
        let answer = client.get(&format!("/companies/{company}/agents")).ok();
        Self { agents: answer.and_then(|answer| answer.as_array().cloned()).unwrap_or_default() }
    }

    /// The name of an agent, or its id.
    pub fn agent(&self, id: &str) -> String {
        let known = self.agents.iter().find(|agent| agent.text("id") == id);
        known.and_then(|agent| agent.said("name")).unwrap_or(id).to_owned()
    }

    /// The agent to whom a task is assigned.
    pub fn worker(&self, id: &str) -> Worker {
        let known = self.agents.iter().find(|agent| agent.text("id") == id);
        Worker {
            name: self.agent(id),
            adapter: known.map(|agent| agent.text("adapterType").to_owned()).unwrap_or_default(),
            paused: known.is_some_and(|agent| agent.text("status") == "paused" || agent.said("pausedAt").is_some()),
        }
    }

    /// The name of a user, or its id.
    pub fn user(id: &str) -> String {
        if id == BOARD { "the board".to_owned() } else { id.to_owned() }
    }

    /// Who wrote a record, by whichever of its two fields is set.
    pub fn author(&self, record: &Value, agent: &str, user: &str) -> Author {
        match (record.said(user), record.said(agent)) {
            (Some(user), _) => Author { name: Self::user(user), person: true, system: false },
            (None, Some(agent)) => Author { name: self.agent(agent), person: false, system: false },
            (None, None) => Author { name: "Paperclip".to_owned(), person: false, system: true },
        }
    }
}
