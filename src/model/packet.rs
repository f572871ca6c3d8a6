//! The recovery packet: what is prepared before a failure (`lastgood.packet/1`).

use serde::{Deserialize, Serialize};

use super::NamedGate;

/// The schema of a packet.
pub const PACKET_SCHEMA: &str = "lastgood.packet/1";

/// What is prepared before a failure: where outputs go, who decides, what can be resumed, and the contract.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Packet {
    /// `lastgood.packet/1`.
    pub schema: String,
    /// Where outputs go, and who can open them.
    pub outputs: Vec<Output>,
    /// Who owns the decisions of a recovery.
    pub owner: Option<String>,
    /// What the owner may do.
    pub may: Vec<String>,
    /// What the runtime can resume.
    pub resumes: Vec<String>,
    /// What a resume loses.
    pub loses: Vec<String>,
    /// The contract.
    pub contract: Contract,
    /// Who approves the result.
    pub approver: Option<String>,
}

/// One place of outputs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Output {
    /// What is put there.
    pub what: String,
    /// Where.
    pub place: String,
    /// Who can open it.
    pub open_to: Option<String>,
}

/// The criteria, limits and gates as they stood before the run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Contract {
    /// The goal.
    pub goal: Option<String>,
    /// What the work must keep to.
    pub limits: Vec<String>,
    /// What must be true in the end.
    pub criteria: Vec<String>,
    /// The gates, as arguments.
    pub gates: Vec<NamedGate>,
}

impl Packet {
    /// The parts that say nothing yet, in words, each with the flag that fills it.
    pub fn missing(&self) -> Vec<(&'static str, &'static str)> {
        let parts = [
            (self.outputs.is_empty(), "where outputs go and who can open them", "--output WHAT=PLACE=WHO"),
            (self.owner.is_none(), "who owns the decisions of a recovery", "--owner NAME"),
            (self.may.is_empty(), "what that owner may do", "--may TEXT"),
            (
                self.resumes.is_empty() && self.loses.is_empty(),
                "what the runtime can and cannot resume",
                "--resumes TEXT, --loses TEXT",
            ),
            (self.contract.goal.is_none(), "the goal", "--goal TEXT"),
            (self.contract.limits.is_empty(), "the limits", "--limit TEXT"),
            (self.contract.criteria.is_empty(), "the criteria", "--criterion TEXT"),
            (self.contract.gates.is_empty(), "the gates", "--gate NAME=COMMAND"),
            (self.approver.is_none(), "the approver", "--approver NAME"),
        ];
        parts.into_iter().filter(|(empty, ..)| *empty).map(|(_, name, flag)| (name, flag)).collect()
    }
}
